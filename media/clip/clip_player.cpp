// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_player.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/model/audio_format.h"
#include "core/model/mpeg_picture.h"
#include "media/clip/clip_clock.h"
#include "media/mpeg/config/variants.h"

namespace counterpoint {
namespace {

/// Audio may stand a second behind its pictures in a file, and has to be there before it is due.
constexpr Duration kReadAhead = 1500ms;
/// Audio alone for longer than this means that pictures are missing or over; it is then no longer held back.
constexpr Duration kMaxAudioAlone = ClipClock::kMaxLoss;
/// A picture that is late by this much shows that coding pictures again is too much for this computer now.
constexpr Duration kTooLate = 150ms;
/// They are then cut for this long; twice as long each time that one is late again soon after.
constexpr Duration kMinFastPeriod = 4s;
constexpr Duration kMaxFastPeriod = 64s;

/// Tells receivers that no picture follows, for which they would hold the last one back.
void end_sequence(Bytes& picture) {
  constexpr std::array<std::uint8_t, kMpegStartCodeSize> kEnd = {0, 0, 1, kMpegSequenceEnd};
  const bool ends = picture.size() >= kEnd.size() && std::equal(kEnd.rbegin(), kEnd.rend(), picture.rbegin());
  if (!ends) picture.insert(picture.end(), kEnd.begin(), kEnd.end());
}

}  // namespace

Result<std::unique_ptr<ClipPlayer>> ClipPlayer::open(const std::string& path, const Config& config) {
  auto reader = ClipReader::open(path, config.stereo);
  if (!reader) return reader.error();
  auto index = ClipIndex::open(path);
  return std::unique_ptr<ClipPlayer>(new ClipPlayer(std::move(*reader), index ? std::move(*index) : nullptr, config));
}

ClipPlayer::ClipPlayer(std::unique_ptr<ClipReader> reader, std::shared_ptr<const ClipIndex> index, const Config& config)
    : reader_(std::move(reader)), index_(std::move(index)), config_(config) {}

std::unique_ptr<mpeg::Shaper> ClipPlayer::make_shaper() const {
  auto shaper = std::make_unique<mpeg::Shaper>(mpeg::find_variant("call")->config);
  // One for other weights is not used.
  if (index_ != nullptr) static_cast<void>(shaper->use_index({index_, &index_->pictures()}));
  return shaper;
}

void ClipPlayer::play(Timestamp now) {
  if (!begins_at_) begins_at_ = now + config_.lead - stands_at_;
}

void ClipPlayer::pause(Timestamp now) {
  if (!begins_at_) return;
  stands_at_ = now + config_.lead - *begins_at_;
  begins_at_.reset();
}

Result<void> ClipPlayer::seek(Duration time) {
  begins_at_.reset();
  const Result<Duration> found = reader_->seek(time);
  if (!found) return found.error();
  shaper_ = make_shaper();
  expected_.clear();
  audio_.clear();
  round_begins_ = last_round_begins_ = Duration::zero();
  stands_at_ = decoded_until_ = audio_until_ = end_ = begun_at_ = *found;
  at_end_ = false;
  return {};
}

Result<std::optional<PlayedPicture>> ClipPlayer::poll(Timestamp now, DataRate rate) {
  if (!begins_at_) return std::optional<PlayedPicture>();
  if (config_.loop && at_end_ && expected_.empty() && now >= next_deadline()) {
    if (Result<void> begun = begin_round(); !begun) return begun.error();
  }
  if (Result<void> read = read_until(now + config_.lead - *begins_at_ + kReadAhead); !read) return read.error();
  if (expected_.empty() || due(expected_.front()) > now) return std::optional<PlayedPicture>();
  const Duration lag = now - due(expected_.front());
  if (lag > kTooLate && now >= fast_until_) {
    fast_period_ = now - fast_until_ < fast_period_ ? std::min(2 * fast_period_, kMaxFastPeriod) : kMinFastPeriod;
    fast_until_ = now + fast_period_;
  }
  const bool goes_on = lag > config_.max_lag;
  if (goes_on) *begins_at_ += lag;
  shaper_->prefer_speed(now < fast_until_);
  shaper_->set_target(mpeg::Target::rate(rate));
  return take_picture(goes_on ? Duration::zero() : lag);
}

Result<void> ClipPlayer::begin_round() {
  if (const Result<Duration> found = reader_->seek(Duration::zero()); !found) return found.error();
  shaper_ = make_shaper();
  last_round_begins_ = std::exchange(round_begins_, end_);
  at_end_ = false;
  return {};
}

Result<void> ClipPlayer::read_until(Duration time) {
  while (!at_end_ && (decoded_until_ < time || expected_.empty()) && audio_until_ <= time + kMaxAudioAlone) {
    if (Result<void> read = read_next(); !read) return read;
  }
  return {};
}

Result<void> ClipPlayer::read_next() {
  Result<std::unique_ptr<ClipItem>> item = reader_->read();
  if (!item) {
    at_end_ = true;
    return item.error();
  }
  if (*item == nullptr) {
    at_end_ = true;
    shaper_->finish();
    return {};
  }
  if (auto* audio = std::get_if<ClipAudio>(item->get())) {
    audio->time += round_begins_;
    audio_until_ = std::max(audio_until_, audio->time + audio_duration(audio->samples.size()));
    end_ = std::max(end_, audio_until_);
    audio_.push_back(std::move(*audio));
    return {};
  }
  auto& picture = std::get<ClipPicture>(**item);
  // A demultiplexer gives the last one before a long gap when the next one comes.
  if (picture.decoding_time + round_begins_ + kMaxAudioAlone < audio_until_) return {};
  const Expected& expected =
      expected_.emplace_back(Expected{.type = picture.coded.type,
                                      .second_field = picture.coded.second_field,
                                      .entry = picture.coded.entry,
                                      .presentation_time = picture.presentation_time + round_begins_,
                                      .decoding_time = picture.decoding_time + round_begins_,
                                      .clip_time = picture.presentation_time});
  decoded_until_ = std::max(decoded_until_, expected.decoding_time);
  end_ = std::max(end_, expected.presentation_time + from_seconds(picture_interval()));
  shaper_->go_on();
  shaper_->push(std::move(picture.coded.unit));
  return {};
}

Result<std::optional<PlayedPicture>> ClipPlayer::take_picture(Duration late) {
  std::optional<mpeg::ShapedPicture> shaped = shaper_->pop();
  while (!shaped && !at_end_) {
    if (audio_until_ > decoded_until_ + kMaxAudioAlone) {
      shaper_->finish();
    } else if (Result<void> read = read_next(); !read) {
      return read.error();
    }
    shaped = shaper_->pop();
  }
  if (!shaped || !shaped->has_picture) {
    // The end follows the last picture; pictures that never came out are not waited for.
    if (!shaped) expected_.clear();
    return std::optional<PlayedPicture>();
  }
  const Expected picture = expected_.front();
  expected_.pop_front();
  if (at_end_ && !config_.loop && expected_.empty()) end_sequence(shaped->bytes);
  const double shown_for = shaped->statistics.seconds;
  return std::optional(PlayedPicture{.frame = {.data = std::move(shaped->bytes),
                                               .codec = VideoCodec::kMpeg,
                                               .key_frame = picture.entry,
                                               .size = info().size,
                                               .captured_at = *begins_at_ + picture.presentation_time},
                                     .type = picture.type,
                                     .second_field = picture.second_field,
                                     .at_floor = !shaped->statistics.target_reached,
                                     .original_size = shaped->statistics.original_size,
                                     .shown_for = from_seconds(shown_for > 0 ? shown_for : picture_interval()),
                                     .indexed = shaped->statistics.indexed,
                                     .damaged = shaped->statistics.damaged_slices > 0,
                                     .late = late,
                                     .clip_time = picture.clip_time,
                                     .until_intra = until_intra(picture.decoding_time)});
}

/// From `time` to when the next I picture is decoded: of those that were read or, at the end of a loop, of the next
/// round.
std::optional<Duration> ClipPlayer::until_intra(Duration time) const {
  for (const Expected& next : expected_) {
    if (next.type == MpegPictureType::kI && !next.second_field) return next.decoding_time - time;
  }
  return at_end_ && config_.loop ? std::optional(end_ - time) : std::nullopt;
}

Timestamp ClipPlayer::next_deadline() const {
  if (!begins_at_) return kNever;
  if (!expected_.empty()) return due(expected_.front());
  // Nothing was read yet, or audio alone.
  if (!at_end_) return *begins_at_ + audio_until_ - config_.lead - kReadAhead - kMaxAudioAlone;
  return *begins_at_ + (config_.loop ? end_ - config_.lead : end_);
}

Duration ClipPlayer::position(Timestamp now) const {
  const Duration time = begins_at_ ? now - *begins_at_ : stands_at_ - config_.lead;
  const Duration played = std::max(time, begun_at_);
  // The next round is sent while the end of the last one is heard.
  return std::max(played - (played < round_begins_ ? last_round_begins_ : round_begins_), Duration::zero());
}

bool ClipPlayer::ended(Timestamp now) const {
  return at_end_ && !config_.loop && expected_.empty() && begins_at_ && now >= *begins_at_ + end_;
}

}  // namespace counterpoint
