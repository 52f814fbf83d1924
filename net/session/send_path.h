// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "core/adaptation/adaptation.h"
#include "core/adaptation/measure/departure_meter.h"
#include "core/adaptation/measure/reception_meter.h"
#include "net/aggregation/aggregator.h"
#include "net/feedback/sent_packet_history.h"
#include "net/pacing/pacer.h"
#include "net/rtp/rtcp.h"

namespace counterpoint {

/// State of the stream transport that carries video packets instead of datagrams.
enum class StreamReadiness : std::uint8_t {
  kNone,   ///< There is none: video goes as datagrams.
  kBusy,   ///< It takes nothing now.
  kReady,  ///< It takes a packet.
};

/// Everything between packets that were made and the transport: pacing, aggregation, the memory of what was sent, and
/// the adaptation that steers all of them.
///
/// 1. push() packets and reports, hand in the peer's feedback, poll() at next_deadline().
/// 2. After any of these, send what pop() gives until it gives nothing; take_decision() says when the point has
/// changed.
/// 3. With a video stream, pop_for_stream() comes then, once: it gives at most one packet each time that the stream is
///    said to be ready. Video that the stream cannot take waits here.
class SendPath {
 public:
  struct Config {
    Pacer::Config pacer;
    Aggregator::Config aggregator;
    bool congestion_feedback = false;  ///< The peer reports arrivals (RFC 8888).
    bool aggregation = false;          ///< The peer can split aggregated datagrams.
  };
  SendPath(const Config& config, Adaptation adaptation);

  void push(PacedPacket packet, Timestamp now);
  void push_report(Bytes report, Timestamp now);
  /// News in the report, if there are any; the adaptation has seen them then.
  [[nodiscard]] std::optional<FeedbackReport> handle_feedback(const CongestionFeedback& feedback, Timestamp now);
  /// A report block of the peer on one of our streams.
  void handle_reception(const Reception& reception, Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<OutgoingDatagram> pop(Timestamp now);
  /// From now on, until it is said again.
  void set_video_stream(StreamReadiness stream);
  /// The packet, of video or retransmissions, that is to go over the stream.
  [[nodiscard]] std::optional<PacedPacket> pop_for_stream() { return std::exchange(for_stream_, std::nullopt); }

  /// True if a new video frame is likely to leave soon; otherwise it is better not encoded.
  [[nodiscard]] bool has_room_for_video(Timestamp now) const { return video_backlog(now) <= 1; }
  /// Queued video relative to its limit: the mode's send buffer if it has one, else 150 ms without Pacer::behind().
  /// Infinite when no video may leave.
  [[nodiscard]] double video_backlog(Timestamp now) const;
  /// True while a probe lacks packets: the newest one, repeated, is to be pushed.
  [[nodiscard]] bool wants_padding() const;
  /// Time to send the whole queue at the present rate, without Pacer::behind(). Nothing in modes with a send buffer of
  /// their own, which is to be filled, and when no video may leave.
  [[nodiscard]] std::optional<Duration> video_leaves_in(Timestamp now) const;
  [[nodiscard]] const Aggregator::Counters& aggregation() const { return aggregator_.counters(); }
  [[nodiscard]] const Adaptation& adaptation() const { return adaptation_; }
  [[nodiscard]] const ReceptionMeter& reception() const { return reception_; }
  [[nodiscard]] const DepartureMeter& departures() const { return departures_; }
  [[nodiscard]] std::optional<Decision> take_decision() { return adaptation_.take_decision(); }
  void switch_mode(const ModeChoice& mode, const OperatingPoint& point, Timestamp now);
  /// See Adaptation.
  void limit_picture(Resolution largest, Message cause, std::string evidence, Timestamp now) {
    adaptation_.limit_picture(largest, std::move(cause), std::move(evidence), now);
  }

 private:
  void follow_adaptation();
  void record_departure(const OutgoingDatagram& departure, Timestamp now);
  void record_sent(const PacedPacket& packet, Timestamp now);

  Config config_;
  Adaptation adaptation_;
  Pacer pacer_;
  Aggregator aggregator_;
  SentPacketHistory sent_;
  ReceptionMeter reception_;
  DepartureMeter departures_;
  StreamReadiness video_stream_ = StreamReadiness::kNone;
  std::optional<PacedPacket> for_stream_;
};

}  // namespace counterpoint
