// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "core/adaptation/adaptation.h"
#include "core/base/rng.h"
#include "core/model/encoded_frame.h"
#include "core/model/packet_feedback.h"
#include "core/model/session_stats.h"
#include "core/ports/transport.h"
#include "net/feedback/feedback_builder.h"
#include "net/payload/video_payload.h"
#include "net/receive/lip_sync.h"
#include "net/rtp/packet_protection.h"
#include "net/sdp/media_section.h"
#include "net/sdp/offer_answer.h"
#include "net/session/inbound_audio.h"
#include "net/session/inbound_video.h"
#include "net/session/outbound_stream.h"
#include "net/session/report_writer.h"
#include "net/session/retransmission_budget.h"
#include "net/session/send_path.h"

namespace counterpoint {

/// Events in a session that its owner may act upon.
struct PeerWantsKeyFrame {};
struct AskedForKeyFrame {};
struct PeerLeft {};
using SessionEvent = std::variant<FeedbackReport, Decision, PeerWantsKeyFrame, AskedForKeyFrame, PeerLeft>;

/// A datagram that is to be sent.
struct DepartingDatagram {
  Bytes data;
  Ecn ecn = Ecn::kNotEct;  ///< The mode's, for media. Nobody reports marks on reports, so that those have none.
};

/// The media of one call between two hosts: RTP and RTCP both ways. Sans-IO: it composes the parts of net/ and knows
/// neither sockets nor codecs nor clocks.
///
/// 1. Give it frames (send_...), datagrams (handle_datagram) and time (poll at next_deadline()).
/// 2. After any of these, send what poll_transmit() gives and act on what poll_event() gives, until both give nothing;
///    decode what next_video() gives; call next_audio() whenever the loudspeaker needs 20 ms.
/// 3. With a video stream: set_video_stream() before, and poll_stream() once after, poll_transmit() has given nothing.
/// 4. Nothing that comes from the network can make it fail: what cannot be understood is counted and dropped.
class RtpSession {
 public:
  struct Config {
    DataSize max_datagram = DataSize::bytes(1200);  ///< 200 to 1452 bytes. Default: fits every path seen today.
    Duration report_interval = 1s;                  ///< Between RTCP reports, 0.5 to 5 s; randomised by 10 %.
    Duration initial_round_trip_time = 100ms;       ///< Until one is measured, 1 to 1000 ms.
    OutboundStream::Config outbound;                ///< Only history and max_history are used.
    Pacer::Config pacer;
    FeedbackBuilder::Config feedback;
    CircuitBreaker::Config circuit_breaker;  ///< Its report_interval is that of this session.
    ModeChoice mode;
    OperatingPoint point;  ///< Initial operating point of video.
    ScalingLimits limits;
  };
  /// Each packet passes `protection`, which is not null, as soon as it is made, and when it arrives. `seed` makes all
  /// that is random in the session.
  RtpSession(const Config& config, const NegotiatedSession& negotiated, std::shared_ptr<PacketProtection> protection,
             std::uint64_t seed, Timestamp now);

  void send_audio(const EncodedAudioFrame& frame, Timestamp now);
  /// A frame of the codec that was agreed upon, or a frame of a clip if the peer takes clips; others are left out.
  /// `late`: see PacedPacket.
  void send_video(const EncodedVideoFrame& frame, Timestamp now, Duration late = {});
  /// True if a frame that is encoded now is likely to leave soon.
  [[nodiscard]] bool has_room_for_video(Timestamp now) const { return path_.has_room_for_video(now); }
  /// Queued video relative to its limit: above 1 there is no space. Infinite when no video may leave.
  [[nodiscard]] double video_backlog(Timestamp now) const { return path_.video_backlog(now); }
  /// See SendPath.
  [[nodiscard]] std::optional<Duration> video_leaves_in(Timestamp now) const { return path_.video_leaves_in(now); }
  /// From now on the sender adapts by `mode`, beginning at `point`.
  void set_mode(const ModeChoice& mode, const OperatingPoint& point, Timestamp now);
  /// See Adaptation.
  void limit_picture(Resolution largest, Message cause, std::string evidence, Timestamp now);
  [[nodiscard]] const Adaptation& adaptation() const { return path_.adaptation(); }
  /// Reception at the peer, by its own reports.
  [[nodiscard]] const ReceptionMeter& reception() const { return path_.reception(); }
  [[nodiscard]] const DepartureMeter& departures() const { return path_.departures(); }

  /// True if a packet in it is the peer's beyond doubt: only then it shows that the peer is there.
  bool handle_datagram(const ReceivedDatagram& datagram, Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<DepartingDatagram> poll_transmit(Timestamp now);
  /// Video packets go over a stream transport, as long as there is one; see SendPath.
  void set_video_stream(StreamReadiness stream) { path_.set_video_stream(stream); }
  [[nodiscard]] std::optional<Bytes> poll_stream(Timestamp now);
  [[nodiscard]] std::optional<SessionEvent> poll_event();
  /// The last word to the peer (RTCP BYE): send it at once.
  [[nodiscard]] Bytes make_goodbye(Timestamp now) const;

  /// The next frame for the decoder.
  [[nodiscard]] std::optional<FrameToDecode> next_video(Timestamp now) { return video_in_.next(now); }
  void handle_decode_error(Timestamp now) { video_in_.buffer().handle_decode_error(now); }
  /// The next audio to play; see AudioJitterBuffer::next().
  [[nodiscard]] AudioDecision next_audio(Timestamp now, Duration pcm_buffered, Duration remainder = {});
  [[nodiscard]] bool should_wait_for_audio(Timestamp now) { return audio_in_.buffer().should_wait(now); }
  void handle_stretch(std::int64_t samples) { audio_in_.buffer().handle_stretch(samples); }

  /// The share of our audio packets that the peer loses, 0 to 1: a running mean of its reports. Before the first it is
  /// above 0, since loss begins before it is reported.
  [[nodiscard]] double audio_loss() const { return audio_loss_; }
  /// Fills in what this part of the program knows; the rest stays as it is.
  void fill_statistics(SessionStats& stats) const;

 private:
  bool handle_packet(ReceivedDatagram datagram, Timestamp now);
  /// `size` is that on the wire.
  void handle_rtp(const ReceivedDatagram& datagram, DataSize size);
  /// The payload types of the video stream that carry `codec`; null when it was not agreed upon.
  [[nodiscard]] const VideoFormat* format_of(VideoCodec codec) const;
  [[nodiscard]] bool deliver(const RtpPacket& packet, Timestamp arrived_at);
  /// `datagram` is what came of `packet`, which was delivered.
  void restore_lost(const RtpPacket& packet, const ReceivedDatagram& datagram);
  void handle_rtcp(const ReceivedDatagram& datagram, Timestamp now);
  void handle(const SenderReport& report, Timestamp now);
  void handle(const ReceiverReport& report, Timestamp now);
  void handle(const SourceDescription& description, Timestamp now);
  void handle(const Goodbye& goodbye, Timestamp now);
  void handle(const Nack& nack, Timestamp now);
  void handle(const PictureLossIndication& pli, Timestamp now);
  void handle(const CongestionFeedback& feedback, Timestamp now);
  void handle_report_block(const ReportBlock& block, Timestamp now);
  void push(PacedPacket packet, Timestamp now);
  /// The size of what is pushed.
  std::size_t push_report(Bytes report, Timestamp now);
  void send_reports(Timestamp now);
  void send_video_feedback(Timestamp now);
  void synchronise(Timestamp now);
  /// Gives the size of the report that it becomes part of.
  std::size_t transmit_soon(RtcpPacket packet, Timestamp now);
  void record_decision();
  void count_sent(const PacedPacket& packet, Timestamp now);
  void push_event(SessionEvent event);
  /// The same for an event that says no more when it comes again before it was taken.
  template <typename Event>
  void push_once(Event event) {
    const auto waits = [](const SessionEvent& e) { return std::holds_alternative<Event>(e); };
    if (std::ranges::none_of(events_, waits)) push_event(event);
  }

  /// The peer can cause no more between two turns of the owner: of the many that it can cause, reports are dropped
  /// first.
  static constexpr std::size_t kMaxEvents = 256;

  Config config_;
  NegotiatedSession negotiated_;
  std::vector<VideoFormat> video_formats_;
  std::shared_ptr<PacketProtection> protection_;
  Rng rng_;
  OutboundStream audio_out_;
  OutboundStream video_out_;
  InboundAudio audio_in_;
  InboundVideo video_in_;
  LipSync lip_sync_;
  ReportWriter reports_;
  FeedbackBuilder feedback_;
  SendPath path_;
  std::deque<SessionEvent> events_;
  Timestamp next_report_at_;
  Timestamp next_sync_at_;
  Duration round_trip_time_;
  FrameNumbers next_frame_;
  RetransmissionBudget retransmissions_;
  double audio_loss_ = 0.05;
  RemoteInboundStats audio_remote_;
  RemoteInboundStats video_remote_;
  TransportStats transport_;
  std::uint64_t nacked_packets_ = 0;
  std::uint64_t plis_received_ = 0;
};

}  // namespace counterpoint
