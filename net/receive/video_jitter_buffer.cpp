// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/video_jitter_buffer.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace counterpoint {
namespace {

/// A frame this many packets behind the last one belongs to another numbering, when more such frames follow.
constexpr std::int64_t kFarBehindVideo = 2000;
constexpr int kFarBehindFrames = 3;
/// A key frame cannot come sooner than this many round trips after the request.
constexpr double kRequestRoundTrips = 1.5;
/// TemporalLayer::base_index does not come round in so many frames.
constexpr std::int64_t kMaxSkippedFrames = 255;

/// Frames behind it refer to no upper one before it.
bool starts_layers_anew(const AssembledFrame& frame) {
  return frame.key_frame ||
         (frame.temporal_layer && frame.temporal_layer->layer > 0 && frame.temporal_layer->refers_to_base);
}

}  // namespace

VideoJitterBuffer::VideoJitterBuffer(const Config& config)
    : config_(config), clock_(config.clock), delay_(config.delay) {}

void VideoJitterBuffer::insert(AssembledFrame frame, Timestamp now) {
  ++counters_.received;
  clock_.handle_packet(frame.timestamp, frame.first_arrival);
  concealing_ = conceals_losses(frame.codec);
  update_delay(frame, now);
  if (is_old(frame) || frames_.contains(frame.first_sequence)) {
    ++counters_.dropped;
    return;
  }
  if (need_key_frame_ && !key_frame_wanted_at_) want_key_frame(now + config_.first_key_frame_wait);
  bytes_ += static_cast<std::int64_t>(frame.data.size());
  frames_.emplace(frame.first_sequence, std::move(frame));
  bound_memory(now);
  update_gap(now);
}

bool VideoJitterBuffer::is_old(const AssembledFrame& frame) {
  if (!last_ || frame.first_sequence > last_->last_sequence) {
    far_behind_ = 0;
    return false;
  }
  if (last_->last_sequence - frame.first_sequence < kFarBehindVideo || ++far_behind_ < kFarBehindFrames) return true;
  restart();
  return false;
}

void VideoJitterBuffer::restart() {
  drop_frames_before(frames_.cend());
  last_.reset();
  need_key_frame_ = true;
  far_behind_ = 0;
}

void VideoJitterBuffer::update_delay(const AssembledFrame& frame, Timestamp now) {
  const bool new_clock = delay_.add(clock_.media_time(frame.timestamp), frame.completed_at);
  const Duration needed = needed_media_delay();
  const Duration wanted = std::max(needed, std::min(minimum_media_delay_, needed + config_.max_added_delay));
  const Duration elapsed = delay_updated_at_ ? std::clamp<Duration>(now - *delay_updated_at_, 0ns, 1s) : 0ns;
  delay_updated_at_ = now;
  if (new_clock || wanted > media_delay_) {
    media_delay_ = wanted;
  } else {
    media_delay_ = std::max(wanted, media_delay_ - scaled(config_.delay_fall_per_second, to_seconds(elapsed)));
  }
}

void VideoJitterBuffer::bound_memory(Timestamp now) {
  if (frames_.size() <= config_.max_frames && bytes_ <= config_.max_bytes.bytes()) return;
  // Frames before the newest key frame are not needed; without one, none of these can be decoded in time.
  auto newest_key_frame = frames_.cend();
  for (auto it = frames_.cbegin(); it != frames_.cend(); ++it) {
    if (it->second.key_frame && it != frames_.cbegin()) newest_key_frame = it;
  }
  drop_frames_before(newest_key_frame);
  need_key_frame_ = true;
  want_key_frame(now);
}

void VideoJitterBuffer::drop_frames_before(Frames::const_iterator end) {
  for (auto it = frames_.cbegin(); it != end; ++it) {
    bytes_ -= static_cast<std::int64_t>(it->second.data.size());
    ++counters_.dropped;
  }
  frames_.erase(frames_.cbegin(), end);
}

bool VideoJitterBuffer::follows(const AssembledFrame& frame) const {
  if (!last_) return false;
  if (frame.first_sequence == last_->last_sequence + 1) return true;
  return frame.picture_id && last_->picture_id && *frame.picture_id == *last_->picture_id + 1;
}

bool VideoJitterBuffer::can_skip_gap(const AssembledFrame& frame) const {
  if (conceals_losses(frame.codec)) return true;
  if (!last_ || !last_->temporal_layer || !frame.temporal_layer || !last_->picture_id || !frame.picture_id)
    return false;
  const std::int64_t ahead = *frame.picture_id - *last_->picture_id;
  if (ahead < 1 || ahead > kMaxSkippedFrames) return false;
  const TemporalLayer& layer = *frame.temporal_layer;
  const unsigned bases = static_cast<std::uint8_t>(layer.base_index - last_->temporal_layer->base_index);
  return layer.layer == 0 ? bases == 1 : bases == 0 && layer.refers_to_base;
}

void VideoJitterBuffer::update_gap(Timestamp now) {
  const bool gap = !need_key_frame_ && !frames_.empty() && !follows(frames_.begin()->second);
  if (!gap) {
    gap_since_.reset();
    gap_counted_ = false;
    return;
  }
  if (!gap_since_) gap_since_ = now;
  if (!gap_counted_ && now - *gap_since_ >= gap_wait()) {
    gap_counted_ = true;
    ++counters_.gaps_given_up;
  }
}

VideoJitterBuffer::Frames::const_iterator VideoJitterBuffer::first_key_frame() const {
  return std::find_if(frames_.cbegin(), frames_.cend(), [](const auto& entry) { return entry.second.key_frame; });
}

bool VideoJitterBuffer::find_decodable(Timestamp now) {
  if (frames_.empty()) return false;
  if (!need_key_frame_ && follows(frames_.begin()->second)) return true;
  if (gap_skipped_at() <= now) return true;
  const auto key_frame = first_key_frame();
  if (key_frame == frames_.cend()) return false;
  if (!need_key_frame_) {
    const auto wanted = key_frame_wanted_since();
    const bool wait_is_over = wanted && *wanted <= now;
    if (!wait_is_over && render_at(key_frame->second.timestamp, now) - config_.decode_allowance > now) return false;
  }
  drop_frames_before(key_frame);
  return true;
}

Timestamp VideoJitterBuffer::decode_by(std::int64_t timestamp, std::int64_t first_sequence) const {
  if (delay_.empty()) return kNever;
  // With B frames, a frame may be shown before one that is decoded earlier.
  std::int64_t earliest = timestamp;
  for (auto it = frames_.upper_bound(first_sequence); it != frames_.end(); ++it) {
    earliest = std::min(earliest, it->second.timestamp);
  }
  return clock_.media_time(earliest) + Timestamp(media_delay_) - config_.decode_allowance;
}

Timestamp VideoJitterBuffer::gap_skipped_at() const {
  if (need_key_frame_ || frames_.empty() || !gap_since_) return kNever;
  const auto& [sequence, frame] = *frames_.begin();
  if (!can_skip_gap(frame)) return kNever;
  return std::min(decode_by(frame.timestamp, sequence), *gap_since_ + gap_wait());
}

bool VideoJitterBuffer::may_refer_to_skipped(const AssembledFrame& frame) const {
  return has_skipped_ && frame.temporal_layer && frame.temporal_layer->layer > 0 &&
         !frame.temporal_layer->refers_to_base;
}

std::optional<FrameToDecode> VideoJitterBuffer::poll(Timestamp now) {
  while (!frames_.empty() && may_refer_to_skipped(frames_.begin()->second)) drop_frames_before(++frames_.cbegin());
  update_gap(now);
  if (!find_decodable(now)) return std::nullopt;
  FrameToDecode frame = hand_out_first(now);
  update_gap(now);
  return frame;
}

FrameToDecode VideoJitterBuffer::hand_out_first(Timestamp now) {
  AssembledFrame frame = std::move(frames_.begin()->second);
  frames_.erase(frames_.begin());
  bytes_ -= static_cast<std::int64_t>(frame.data.size());
  has_skipped_ = !starts_layers_anew(frame) && (has_skipped_ || (!conceals_losses(frame.codec) && !follows(frame)));
  last_ = {.last_sequence = frame.last_sequence,
           .picture_id = frame.picture_id,
           .temporal_layer = frame.temporal_layer,
           .codec = frame.codec};
  if (frame.key_frame) {
    need_key_frame_ = false;
    key_frame_wanted_at_.reset();
  }
  const auto is_due = [&](std::int64_t timestamp) { return render_at(timestamp, now) <= now; };
  const bool late = is_due(frame.timestamp) && !frames_.empty() && follows(frames_.begin()->second) &&
                    is_due(frames_.begin()->second.timestamp);
  ++counters_.decodable;
  if (late) ++counters_.late;
  return {.data = std::move(frame.data),
          .timestamp = frame.timestamp,
          .last_sequence = frame.last_sequence,
          .codec = frame.codec,
          .key_frame = frame.key_frame,
          .non_reference = frame.temporal_layer && frame.temporal_layer->non_reference,
          .render_at = render_at(frame.timestamp, now),
          .capture_time = clock_.capture_time(frame.timestamp),
          .damaged = frame.damaged,
          .late = late};
}

Timestamp VideoJitterBuffer::render_at(std::int64_t timestamp, Timestamp now) const {
  const Duration longest =
      config_.delay.max_jitter + config_.decode_allowance + repair_reserve() + config_.max_added_delay;
  return std::min(Timestamp(clock_.media_time(timestamp) + media_delay_), now + longest);
}

Duration VideoJitterBuffer::repair_reserve() const { return concealing_ ? config_.repair_reserve : Duration::zero(); }

Duration VideoJitterBuffer::needed_media_delay() const {
  return delay_.base() + delay_.jitter() + config_.decode_allowance + repair_reserve();
}

Duration VideoJitterBuffer::current_delay() const { return media_delay_ - clock_.offset(); }

Duration VideoJitterBuffer::needed_delay() const { return needed_media_delay() - clock_.offset(); }

void VideoJitterBuffer::set_minimum_delay(Duration delay) { minimum_media_delay_ = delay + clock_.offset(); }

void VideoJitterBuffer::want_key_frame(Timestamp at) {
  key_frame_wanted_at_ = key_frame_wanted_at_ ? std::min(*key_frame_wanted_at_, at) : at;
}

std::optional<Timestamp> VideoJitterBuffer::key_frame_wanted_since() const {
  if (!gap_since_ || can_skip_gap(frames_.begin()->second)) return key_frame_wanted_at_;
  const Timestamp gap_over = *gap_since_ + gap_wait();
  return key_frame_wanted_at_ ? std::min(*key_frame_wanted_at_, gap_over) : gap_over;
}

Duration VideoJitterBuffer::gap_wait() const {
  const Duration repair = scaled(round_trip_time_, config_.gap_wait_round_trips) + delay_.jitter();
  return std::clamp(repair, config_.min_gap_wait, config_.max_gap_wait);
}

Duration VideoJitterBuffer::request_interval() const {
  return std::max(config_.min_request_interval, scaled(round_trip_time_, kRequestRoundTrips));
}

bool VideoJitterBuffer::take_key_frame_request(Timestamp now) {
  update_gap(now);
  const auto wanted = key_frame_wanted_since();
  if (!config_.request_key_frames || !wanted || now < *wanted || first_key_frame() != frames_.cend()) return false;
  if (last_request_ && now - *last_request_ < request_interval()) return false;
  last_request_ = now;
  ++counters_.key_frame_requests;
  return true;
}

Timestamp VideoJitterBuffer::next_deadline() const {
  if (const Timestamp due = gap_skipped_at(); due != kNever) return due;
  const auto wanted = key_frame_wanted_since();
  const auto key_frame = first_key_frame();
  if (key_frame != frames_.cend()) {
    const Timestamp due =
        clock_.media_time(key_frame->second.timestamp) + Timestamp(media_delay_) - config_.decode_allowance;
    return wanted ? std::min(*wanted, due) : due;
  }
  if (!wanted || !config_.request_key_frames) return kNever;
  return last_request_ ? std::max(*wanted, *last_request_ + request_interval()) : *wanted;
}

void VideoJitterBuffer::handle_decode_error(Timestamp now) {
  need_key_frame_ = true;
  want_key_frame(now);
}

void VideoJitterBuffer::handle_unrecoverable_loss(Timestamp now) {
  if (!last_ || !conceals_losses(last_->codec)) want_key_frame(now);
}

void VideoJitterBuffer::handle_sender_report(std::uint64_t ntp, std::uint32_t rtp_timestamp) {
  clock_.handle_sender_report(ntp, rtp_timestamp);
}

void VideoJitterBuffer::set_round_trip_time(Duration round_trip_time) {
  round_trip_time_ = std::clamp<Duration>(round_trip_time, 0ns, 10s);
}

std::optional<std::int64_t> VideoJitterBuffer::oldest_useful_sequence() const {
  if (!last_) return std::nullopt;
  return last_->last_sequence + 1;
}

}  // namespace counterpoint
