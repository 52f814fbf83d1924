// SPDX-License-Identifier: GPL-3.0-or-later
// One way of a call over a Bottleneck: frames and audio as packets, the peer's reports, and the estimator they drive.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/gate.h"
#include "core/adaptation/mode/scaler.h"
#include "tests/support/bottleneck.h"

namespace counterpoint {

/// 1. Audio leaves each 20 ms, or as the scaler says; frames, whose sizes vary, leave as packets of equal size at 1.5
///    times the mean rate, and no more are in flight than the estimate's window. No frame is made while one waits.
/// 2. The peer tells of each packet in two reports, with its own clock and to 1/1024 s; at once when audio is late.
class MediaSender {
 public:
  struct Config {
    DataRate video = DataRate::kilobits_per_second(300);  ///< At the start.
    DataRate max_video = DataRate::kilobits_per_second(4000);
    Duration report_interval = 45ms;
    double report_loss = 0;
    double clock_skew = 0;   ///< Rate error of the peer's clock: 1e-4 if it is faster by 100 ppm.
    std::uint64_t seed = 1;  ///< Seed for the sizes of frames, and for lost reports.
  };
  MediaSender(std::size_t flow, const Config& config, const EstimatorKind& estimator, const ScalerKind& scaler,
              Timestamp now)
      : flow_(flow), config_(config), rng_(config.seed), next_audio_at_(now), next_frame_at_(now), reported_at_(now) {
    start_.point = OperatingPoint::from_rate(config.video, FrameRate::per_second(30), {.width = 1280, .height = 720});
    start_.limits.max_video_rate = config.max_video;
    start_.limits.max_aggregation_delay = 0ms;
    start_.now = now;
    point_ = start_.point;
    estimator_ = estimator.make(start_, {});
    scaler_ = scaler.make(start_, {});
  }

  bool silent = false;  ///< No report comes through.

  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }
  [[nodiscard]] DataRate rate() const { return estimate().rate.value_or(wire_rate(config_.video)); }
  [[nodiscard]] DataRate video_rate() const { return point_.video_rate(); }
  [[nodiscard]] FrameRate frame_rate() const { return point_.frame_rate; }

  void step(Bottleneck& path, Timestamp now) {
    deliver_reports(now);
    estimator_->poll({}, now);
    if (estimate().rate) point_ = scaler_->update(estimate(), now);
    const Duration audio_time = audio_packet_time(point_, start_.wire);
    const DataSize audio = start_.wire.audio_frame * (audio_time / kAudioPacketDuration) + DataSize::bytes(12);
    for (; next_audio_at_ <= now; next_audio_at_ += audio_time) send(path, StreamKind::kAudio, audio, now);
    for (; next_frame_at_ <= now; next_frame_at_ += point_.frame_rate.interval()) make_frame();
    while (!video_.empty() && next_video_at_ <= now && gate_is_open()) {
      next_video_at_ = std::max(next_video_at_, now - 2ms) + video_.front() / (point_.video_rate() * 1.5);
      send(path, StreamKind::kVideo, video_.front(), now);
      video_.pop_front();
    }
    report(path, now);
  }
  void handle_arrival(const QueuedPacket& packet, Duration one_way) {
    arriving_.push_back({packet.left_at + one_way, packet});
  }

 private:
  struct Arrival {
    Timestamp at{};
    QueuedPacket packet;
  };
  /// The peer's record of one stream.
  struct Heard {
    std::map<std::int64_t, Timestamp> arrivals;  ///< Times on the peer's clock.
    std::int64_t first = 0;                      ///< The first sequence number that a report covers.
    std::int64_t next = 0;                       ///< The sequence number after the last report.
  };
  struct Report {
    Timestamp arrives_at{};
    Timestamp newest_sent_at{};
    Duration held{};
    std::map<StreamKind, Heard> streams;
  };

  static constexpr DataSize kHeaders = DataSize::bytes(28);

  [[nodiscard]] DataRate wire_rate(DataRate video) const {
    return plane_position(OperatingPoint::from_rate(video, FrameRate::per_second(30), {}), start_.wire).bit_rate;
  }
  [[nodiscard]] bool gate_is_open() const {
    const DepartureGate gate = kWindowGate.at(estimate(), in_flight_);
    return !gate.closed && (!gate.room || *gate.room >= video_.front());
  }
  void make_frame() {
    if (!video_.empty()) return;
    const auto mean = static_cast<double>(point_.frame_size.bytes());
    const auto size = std::max(1.0, mean * (0.85 + 0.3 * rng_.uniform()));
    const auto packets = static_cast<std::int64_t>(std::ceil(size / 1150));
    const auto bytes = static_cast<std::int64_t>(size) / packets + 12;
    video_.insert(video_.end(), static_cast<std::size_t>(packets), DataSize::bytes(bytes));
  }
  void send(Bottleneck& path, StreamKind stream, DataSize size, Timestamp now) {
    const std::int64_t sequence = sequence_[stream]++;
    const PacketFeedback packet{.stream = stream, .sequence = sequence, .size = size, .sent_at = now};
    outstanding_[stream][sequence] = packet;
    in_flight_ += size;
    estimator_->handle_sent({.stream = stream, .sequence = sequence, .size = size, .sent_at = now});
    path.send({flow_, stream, sequence, size + kHeaders, now, {}});
  }

  void report(const Bottleneck& path, Timestamp now) {
    for (; !arriving_.empty() && arriving_.front().at <= now; arriving_.pop_front()) {
      newest_ = arriving_.front();
      Heard& heard = heard_[newest_.packet.stream];
      heard.arrivals[newest_.packet.sequence] = on_peers_clock(newest_.at);
      news_ = true;
      if (newest_.packet.stream == StreamKind::kAudio) transit_ = newest_.at - newest_.packet.sent_at;
    }
    const bool late = transit_ > told_transit_ + 10ms && now >= reported_at_ + 20ms;
    if (!news_ || (now < reported_at_ + config_.report_interval && !late)) return;
    reported_at_ = now;
    told_transit_ = transit_;
    news_ = false;
    if (!silent && !rng_.chance(config_.report_loss)) {
      reports_.push_back({now + path.config.one_way, newest_.packet.sent_at, now - newest_.at, heard_});
    }
    for (auto& [stream, heard] : heard_) {
      if (heard.arrivals.empty()) continue;
      const std::int64_t told = std::exchange(heard.next, heard.arrivals.rbegin()->first + 1);
      heard.first = std::max(heard.first, told - 4);
      heard.arrivals.erase(heard.arrivals.begin(), heard.arrivals.lower_bound(heard.first));
    }
  }
  [[nodiscard]] Timestamp on_peers_clock(Timestamp at) const {
    const double ticks = 1024 * (5000 + to_seconds(at.time_since_epoch()) * (1 + config_.clock_skew));
    return Timestamp(from_seconds(std::floor(ticks) / 1024));
  }

  void deliver_reports(Timestamp now) {
    for (; !reports_.empty() && reports_.front().arrives_at <= now; reports_.pop_front()) {
      const Report& told = reports_.front();
      FeedbackReport feedback{.received_at = now, .packets = {}, .round_trip_time = now - told.newest_sent_at};
      *feedback.round_trip_time -= told.held;
      for (const auto& [stream, heard] : told.streams) match(stream, heard, feedback.packets);
      std::ranges::stable_sort(feedback.packets, {}, &PacketFeedback::sent_at);
      if (!feedback.packets.empty()) estimator_->handle_feedback(feedback);
      for (auto& [stream, sent] : outstanding_) forget(sent, told.newest_sent_at - 1s);
    }
  }
  void forget(std::map<std::int64_t, PacketFeedback>& sent, Timestamp before) {
    for (; !sent.empty() && sent.begin()->second.sent_at < before; sent.erase(sent.begin())) {
      in_flight_ -= sent.begin()->second.size;
    }
  }
  void match(StreamKind stream, const Heard& heard, std::vector<PacketFeedback>& told) {
    if (heard.arrivals.empty()) return;
    std::map<std::int64_t, PacketFeedback>& sent = outstanding_[stream];
    const std::int64_t highest = heard.arrivals.rbegin()->first;
    for (auto it = sent.begin(); it != sent.end() && it->first <= highest;) {
      PacketFeedback packet = it->second;
      const auto arrival = heard.arrivals.find(it->first);
      const bool forgotten = it->first < heard.first && arrival == heard.arrivals.end();
      if (arrival != heard.arrivals.end()) packet.arrived_at = arrival->second;
      packet.lost = !packet.arrived_at && !forgotten && it->first + 3 <= highest;
      if (!forgotten) told.push_back(packet);
      const bool settled = packet.arrived_at || packet.lost || forgotten;
      if (settled) in_flight_ -= packet.size;
      it = settled ? sent.erase(it) : std::next(it);
    }
  }

  std::size_t flow_;
  Config config_;
  Rng rng_;
  AdaptationContext start_;
  OperatingPoint point_;
  std::unique_ptr<Estimator> estimator_;
  std::unique_ptr<Scaler> scaler_;
  Timestamp next_audio_at_;
  Timestamp next_frame_at_;
  Timestamp next_video_at_{};
  Timestamp reported_at_;
  std::deque<DataSize> video_;
  std::map<StreamKind, std::int64_t> sequence_;
  std::map<StreamKind, std::map<std::int64_t, PacketFeedback>> outstanding_;
  DataSize in_flight_;
  std::deque<Arrival> arriving_;
  Arrival newest_;
  bool news_ = false;
  Duration transit_{};       ///< Transit time of the latest audio.
  Duration told_transit_{};  ///< Transit time at the last report.
  std::map<StreamKind, Heard> heard_;
  std::deque<Report> reports_;
};

}  // namespace counterpoint
