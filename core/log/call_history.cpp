// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/call_history.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/model/datagram.h"

namespace counterpoint {
namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();
constexpr const char* kConnected = "connected";
constexpr std::size_t kMaxModes = 1000;
constexpr std::size_t kMaxPoints = 5000;  ///< Points of a mode; our largest mode has some hundreds.
constexpr Duration kWindow = 1s;          ///< Averaging window of rates.
constexpr Duration kLossWindow = 5s;      ///< Averaging window of losses: QualityConfig::window.

/// Packet overhead assumed for calls, since logs do not record it.
constexpr WireFormat kUsualWire{.max_payload = DataSize::bytes(1162)};

constexpr std::array<std::string_view, kSeriesCount> kColumnNames = {
    "send_kbit_per_s",      "receive_kbit_per_s",       "rate_limit_kbit_per_s",
    "send_packets_per_s",   "receive_packets_per_s",    "packet_limit_per_s",
    "send_frames_per_s",    "receive_frames_per_s",     "queueing_delay_ms",
    "round_trip_ms",        "send_loss_percent",        "receive_loss_percent",
    "sound_buffer_ms",      "picture_buffer_ms",        "chosen_kbit_per_s",
    "chosen_packets_per_s", "peer_received_kbit_per_s", "peer_received_packets_per_s"};

/// Bounds values of a broken log that would break its plots.
PlanePosition sane(PlanePosition position) {
  constexpr DataRate kMaxRate = DataRate::kilobits_per_second(100'000'000);
  constexpr double kMaxPackets = 1e7;
  position.bit_rate = std::clamp(position.bit_rate, DataRate(), kMaxRate);
  const double packets = position.packet_rate.per_second();
  position.packet_rate = PacketRate::per_second(packets >= 0 ? std::min(packets, kMaxPackets) : 0);
  return position;
}

PlanePosition position_of(const OperatingPoint& point) {
  constexpr DataSize kMaxSize = DataSize::bytes(100'000'000);
  constexpr double kMaxFrames = 1000;
  const double frames = point.frame_rate.per_second();
  const bool possible =
      point.frame_size > DataSize() && point.frame_size <= kMaxSize && frames > 0.01 && frames <= kMaxFrames;
  return possible ? sane(plane_position(point, kUsualWire)) : PlanePosition{};
}

/// Growth of a total; a total that falls belongs to a broken log.
template <typename T>
double growth(T before, T now) {
  return now >= before ? static_cast<double>(now) - static_cast<double>(before) : 0;
}

float part(double some, double all) { return all > 0 ? static_cast<float>(some / all) : kUnknown; }

template <typename T>
float or_unknown(const std::optional<T>& value, double (*number)(T)) {
  return value ? static_cast<float>(number(*value)) : kUnknown;
}

double milliseconds(double seconds) { return 1000 * seconds; }
double kilobits(DataRate rate) { return rate.is_unlimited() ? kUnknown : rate.kilobits_per_second(); }
double events(PacketRate rate) { return rate.per_second(); }

/// Kilobits on the wire.
double wire_kilobits(double bytes, double packets) { return 8 * wire_bytes(bytes, packets) / 1000; }

LogSample sample_of(const SessionStats& stats) {
  LogSample sample;
  sample.packets_sent = stats.transport.packets_sent;
  sample.packets_received = stats.transport.packets_received;
  sample.bytes_sent = stats.transport.bytes_sent;
  sample.bytes_received = stats.transport.bytes_received;
  sample.frames_encoded = stats.video_out.frames_encoded;
  sample.frames_rendered = stats.video_in.frames_rendered;
  sample.packets_reported = stats.audio_out.packets_sent + stats.video_out.packets_sent;
  const std::int64_t reported = stats.audio_remote.packets_lost + stats.video_remote.packets_lost;
  sample.packets_reported_lost = static_cast<std::uint64_t>(std::max<std::int64_t>(0, reported));
  sample.media_packets_received = stats.audio_in.packets_received + stats.video_in.packets_received;
  sample.packets_lost = stats.audio_in.packets_lost + stats.video_in.packets_lost;
  sample.picture_buffer_delay = stats.video_in.jitter_buffer_delay;
  sample.picture_buffer_count = stats.video_in.jitter_buffer_emitted_count;
  sample.audio_buffer_delay = stats.audio_in.jitter_buffer_target_delay;
  const double round_trip = std::max(stats.audio_remote.round_trip_time, stats.video_remote.round_trip_time);
  if (round_trip > 0) sample.round_trip_time = round_trip;
  sample.chosen = position_of(stats.operating_point);
  sample.frame_rate = stats.operating_point.frame_rate;
  return sample;
}

void fill_means(CallSample& sample, const LogSample& before, const LogSample& now, double seconds) {
  const double sent = growth(before.packets_sent, now.packets_sent);
  const double received = growth(before.packets_received, now.packets_received);
  sample[Series::kSendRate] = part(wire_kilobits(growth(before.bytes_sent, now.bytes_sent), sent), seconds);
  sample[Series::kReceiveRate] =
      part(wire_kilobits(growth(before.bytes_received, now.bytes_received), received), seconds);
  sample[Series::kSendPackets] = part(sent, seconds);
  sample[Series::kReceivePackets] = part(received, seconds);
  sample[Series::kSendFrames] = part(growth(before.frames_encoded, now.frames_encoded), seconds);
  sample[Series::kReceiveFrames] = part(growth(before.frames_rendered, now.frames_rendered), seconds);
  sample[Series::kPictureBuffer] = part(1000 * growth(before.picture_buffer_delay, now.picture_buffer_delay),
                                        growth(before.picture_buffer_count, now.picture_buffer_count));
}

void fill_losses(CallSample& sample, const LogSample& before, const LogSample& now) {
  sample[Series::kSendLoss] = part(100 * growth(before.packets_reported_lost, now.packets_reported_lost),
                                   growth(before.packets_reported, now.packets_reported));
  const double lost = growth(before.packets_lost, now.packets_lost);
  sample[Series::kReceiveLoss] =
      part(100 * lost, lost + growth(before.media_packets_received, now.media_packets_received));
}

template <typename Timed>
const Timed* last_at(const std::vector<Timed>& list, Duration at) {
  const auto after = std::ranges::upper_bound(list, at, {}, &Timed::at);
  return after == list.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

std::string_view column_name(Series series) { return kColumnNames[static_cast<std::size_t>(series)]; }

void CallHistory::add(const LogRecord& record) {
  end_ = std::max(end_, record.time);
  std::visit([this](const auto& body) { take(body); }, record.body);
}

void CallHistory::take(const LogHeader& header) {
  header_ = header;
  if (const auto mode = header.setting("mode")) add_mode(*mode, {});
}

void CallHistory::take(const LogState& state) {
  const bool first = std::ranges::find(marks_, kConnected, &Mark::name) == marks_.end();
  if (state.state == kConnected && first) start_ = end_;
  if (marks_.size() < kMaxMarks) marks_.push_back({.at = end_, .name = state.state, .detail = state.cause});
}

void CallHistory::take(const LogEvent& event) {
  if (marks_.size() < kMaxMarks) marks_.push_back({.at = end_, .name = event.name, .detail = event.detail});
}

void CallHistory::take(const LogDecision& decision) {
  if (decisions_.size() >= kMaxMarks) return;
  decisions_.push_back({.at = end_,
                        .from = position_of(decision.from),
                        .to = position_of(decision.to),
                        .cause = decision.cause,
                        .evidence = decision.evidence});
}

void CallHistory::take(const LogMode& mode) {
  const auto bounded = [](std::vector<PlanePosition> positions) {
    positions.resize(std::min(positions.size(), kMaxPoints));
    std::ranges::transform(positions, positions.begin(), sane);
    return positions;
  };
  add_mode(mode.name, mode.outline.empty()
                          ? set_of_points(bounded(mode.points))
                          : OperatingSet{.points = {}, .outline = outline_from(bounded(mode.outline))});
}

void CallHistory::take(const LogSample& sample) {
  has_log_samples_ = true;
  last_log_sample_ = end_;
  add_sample(sample);
}

void CallHistory::take(const LogStats& stats) {
  constexpr Duration kSilence = 2s;
  totals_ = stats.stats;
  if (!has_log_samples_ || end_ - last_log_sample_ > kSilence) add_sample(sample_of(stats.stats));
}

void CallHistory::take(const LogEnd&) { complete_ = true; }

void CallHistory::add_mode(std::string name, OperatingSet choices) {
  if (modes_.size() >= kMaxModes) return;
  std::shared_ptr<const OperatingSet> shared;
  // A call that goes back to a mode has its set already.
  for (const Mode& known : modes_) {
    if (known.choices && *known.choices == choices) shared = known.choices;
  }
  if (!shared && !choices.outline.empty()) shared = std::make_shared<const OperatingSet>(std::move(choices));
  if (!modes_.empty() && modes_.back().name == name && !modes_.back().choices) {
    modes_.back().choices = std::move(shared);  // The header knew the name alone.
    return;
  }
  modes_.push_back({.at = end_, .name = std::move(name), .choices = std::move(shared)});
}

void CallHistory::add_sample(const LogSample& sample) {
  // The first of a window is the last one that is as old as that.
  while (recent_.size() > 1 && recent_[1].at <= end_ - kLossWindow) recent_.pop_front();
  if (!samples_.empty() && end_ - samples_.back().at < min_distance_) return;
  CallSample made{.at = end_, .chosen = sane(sample.chosen), .frames = sample.frame_rate, .sent = {}, .received = {}};
  if (sample.sent) made.sent = sane(*sample.sent);
  if (sample.received) made.received = sane(*sample.received);
  made.values.fill(kUnknown);
  const LogSample none;
  auto first = recent_.begin();
  while (first != recent_.end() && std::next(first) != recent_.end() && std::next(first)->at <= end_ - kWindow) ++first;
  const bool alone = first == recent_.end();
  fill_means(made, alone ? none : first->sample, sample, to_seconds(alone ? kWindow : end_ - first->at));
  fill_losses(made, alone ? none : recent_.front().sample, sample);
  if (!made.sent && made[Series::kSendRate] >= 0) {
    made.sent = sane({DataRate::bits_per_second(std::llround(1000 * static_cast<double>(made[Series::kSendRate]))),
                      PacketRate::per_second(static_cast<double>(made[Series::kSendPackets]))});
  }
  made[Series::kRateLimit] = or_unknown(sample.rate_limit, kilobits);
  made[Series::kPacketLimit] = or_unknown(sample.packet_limit, events);
  made[Series::kChosenRate] = static_cast<float>(made.chosen.bit_rate.kilobits_per_second());
  made[Series::kChosenPackets] = static_cast<float>(made.chosen.packet_rate.per_second());
  if (made.received) {
    made[Series::kArrivedRate] = static_cast<float>(made.received->bit_rate.kilobits_per_second());
    made[Series::kArrivedPackets] = static_cast<float>(made.received->packet_rate.per_second());
  }
  made[Series::kQueueingDelay] = or_unknown(sample.queueing_delay, milliseconds);
  made[Series::kRoundTrip] = or_unknown(sample.round_trip_time, milliseconds);
  made[Series::kAudioBuffer] = or_unknown(sample.audio_buffer_delay, milliseconds);
  recent_.push_back({.at = end_, .sample = sample});
  samples_.push_back(made);
  if (samples_.size() >= kMaxSamples) make_room();
}

void CallHistory::make_room() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < samples_.size(); i += 2) samples_[kept++] = samples_[i];
  samples_.resize(kept);
  const Duration mean = (samples_.back().at - samples_.front().at) / static_cast<std::int64_t>(kept);
  min_distance_ = std::max({2 * min_distance_, mean, Duration(1ms)});
}

std::size_t CallHistory::index_at(Duration at) const {
  const auto after = std::ranges::upper_bound(samples_, at, {}, &CallSample::at);
  return after == samples_.begin() ? 0 : static_cast<std::size_t>(after - samples_.begin()) - 1;
}

const CallHistory::Decision* CallHistory::decision_at(Duration at) const { return last_at(decisions_, at); }

const CallHistory::Mode* CallHistory::mode_at(Duration at) const { return last_at(modes_, at); }

}  // namespace counterpoint
