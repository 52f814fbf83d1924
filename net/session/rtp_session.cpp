// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/rtp_session.h"

#include <algorithm>
#include <utility>

#include "core/adaptation/scaling/start_point.h"
#include "core/model/audio_format.h"
#include "net/aggregation/aggregated_datagram.h"
#include "net/payload/opus_packet.h"
#include "net/payload/video_payload.h"
#include "net/rtp/datagram_kind.h"
#include "net/rtp/rtx.h"

namespace counterpoint {
namespace {

constexpr Duration kSyncInterval = 100ms;
/// RTP header, mid extension (profile, id, at most 16 bytes, padding) and RFC 4588's sequence number.
constexpr DataSize kPacketOverhead = DataSize::bytes(static_cast<std::int64_t>(kRtpHeaderSize) + 4 + 20 + 2);

OutboundStream::Config audio_config(OutboundStream::Config config, const NegotiatedSession& negotiated) {
  config.kind = StreamKind::kAudio;
  config.clock_rate = kAudioSampleRate;
  config.payload_type = negotiated.audio.payload_type;
  config.ssrc = negotiated.audio.local_ssrc;
  config.mid_extension_id = negotiated.mid_extension_id;
  config.mid = negotiated.audio_mid;
  return config;
}

OutboundStream::Config video_config(OutboundStream::Config config, const NegotiatedSession& negotiated) {
  config.kind = StreamKind::kVideo;
  config.clock_rate = kVideoClockRate;
  config.payload_type = negotiated.video.payload_type;
  config.ssrc = negotiated.video.local_ssrc;
  config.mid_extension_id = negotiated.mid_extension_id;
  config.mid = negotiated.video_mid;
  config.answer_nack = negotiated.nack;
  if (negotiated.rtx) {
    config.rtx_payload_type = negotiated.video.rtx_payload_type;
    config.rtx_ssrc = negotiated.video.local_rtx_ssrc;
  }
  config.fec_payload_type = negotiated.video.fec_payload_type;
  config.fec_ssrc = negotiated.video.local_fec_ssrc;
  return config;
}

FeedbackBuilder::Config feedback_config(FeedbackBuilder::Config config, std::uint32_t reporter) {
  config.sender_ssrc = reporter;
  return config;
}

DataSize size_of(const Bytes& bytes) { return DataSize::bytes(static_cast<std::int64_t>(bytes.size())); }

/// `overhead` is what protection adds to each RTP packet.
WireFormat wire_format(const RtpSession::Config& config, const NegotiatedSession& negotiated, DataSize overhead) {
  WireFormat wire{.max_payload = config.max_datagram - kPacketOverhead - overhead};
  wire.packet_overhead += overhead;
  wire.audio_packet_time = negotiated.audio_packet_time;
  wire.max_audio_packet_time = negotiated.max_audio_packet_time;
  if (!negotiated.audio.send) wire.audio_frame = DataSize();
  wire.loses_video = !negotiated.video_over_tcp;
  wire.repairs = negotiated.video.fec_payload_type != 0 && wire.loses_video;
  return wire;
}

SendPath make_path(const RtpSession::Config& config, const NegotiatedSession& negotiated, DataSize overhead,
                   Timestamp now) {
  ScalingLimits limits = config.limits;
  if (!negotiated.aggregation) limits.max_aggregation_delay = Duration::zero();
  CircuitBreaker::Config breaker = config.circuit_breaker;
  breaker.report_interval = config.report_interval;
  const AdaptationContext start{.point = start_point(config.mode, config.point),
                                .wire = wire_format(config, negotiated, overhead),
                                .limits = limits,
                                .now = now};
  return SendPath({.pacer = config.pacer,
                   .aggregator = {.max_datagram = config.max_datagram,
                                  .max_member = DataSize::bytes(config.max_datagram.bytes() / 2)},
                   .congestion_feedback = negotiated.congestion_feedback,
                   .aggregation = negotiated.aggregation},
                  Adaptation(config.mode, start, breaker));
}

/// The formats have no retransmission streams where none are agreed upon.
std::vector<VideoFormat> video_formats(const NegotiatedSession& negotiated) {
  const NegotiatedSession::Stream& video = negotiated.video;
  std::vector<VideoFormat> formats = {{negotiated.video_codec, video.payload_type, video.rtx_payload_type}};
  if (negotiated.clip_payload_type != 0) {
    formats.push_back({VideoCodec::kMpeg, negotiated.clip_payload_type, negotiated.clip_rtx_payload_type});
  }
  if (!negotiated.rtx) {
    for (VideoFormat& format : formats) format.rtx_payload_type = 0;
  }
  return formats;
}

/// Key frames that come unasked are late every few seconds, as they are large. They must not be seen to be later than
/// the sound that goes with them.
AudioJitterBuffer::Config audio_buffer_config(const NegotiatedSession& negotiated) {
  constexpr Duration kKeyFrameLateness = 20ms;
  AudioJitterBuffer::Config config;
  if (negotiated.video.receive && !negotiated.pli) config.min_wait += kKeyFrameLateness;
  return config;
}

bool belongs(std::uint32_t ssrc, std::uint32_t expected) { return expected == 0 || ssrc == expected; }

}  // namespace

RtpSession::RtpSession(const Config& config, const NegotiatedSession& negotiated,
                       std::shared_ptr<PacketProtection> protection, std::uint64_t seed, Timestamp now)
    : config_(config),
      negotiated_(negotiated),
      video_formats_(video_formats(negotiated)),
      protection_(std::move(protection)),
      rng_(seed),
      audio_out_(audio_config(config.outbound, negotiated), rng_),
      video_out_(video_config(config.outbound, negotiated), rng_),
      audio_in_(negotiated.audio.remote_ssrc, audio_buffer_config(negotiated)),
      video_in_({.ssrc = negotiated.video.remote_ssrc, .nack = negotiated.nack, .pli = negotiated.pli}),
      reports_(negotiated),
      feedback_(feedback_config(config.feedback, reports_.ssrc())),
      path_(make_path(config, negotiated, protection_->rtp_overhead(), now)),
      next_report_at_(now + config.report_interval),
      next_sync_at_(now),
      round_trip_time_(config.initial_round_trip_time),
      next_frame_{.picture_id = static_cast<std::uint16_t>(rng_.below(0x8000))} {}

void RtpSession::send_audio(const EncodedAudioFrame& frame, Timestamp now) {
  if (!negotiated_.audio.send) return;
  const auto samples = static_cast<std::uint32_t>(opus_packet_samples(frame.data));
  const std::uint32_t timestamp = audio_out_.stamp_audio(frame.captured_at, samples);
  push(audio_out_.make_packet(frame.data, timestamp, false, now), now);
}

void RtpSession::send_video(const EncodedVideoFrame& frame, Timestamp now, Duration late) {
  const VideoFormat* format = format_of(frame.codec);
  if (!negotiated_.video.send || format == nullptr) return;
  video_out_.set_payload_types(format->payload_type, format->rtx_payload_type);
  const std::uint32_t timestamp = video_out_.stamp_video(frame.captured_at);
  const bool aggregates = path_.adaptation().point().aggregation_delay > Duration::zero();
  const double repair_share = path_.adaptation().estimate().repair_share;
  const DataSize max_payload = config_.max_datagram - kPacketOverhead - protection_->rtp_overhead();
  if (!frame.non_reference) ++next_frame_.base_index;
  std::vector<Bytes> payloads =
      packetize_video(frame, next_frame_, max_payload, aggregates ? FrameCut::kBodyAndTail : FrameCut::kEven);
  next_frame_.picture_id = static_cast<std::uint16_t>((next_frame_.picture_id + 1) & 0x7FFF);
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    const bool last = i + 1 == payloads.size();
    PacedPacket packet = video_out_.make_packet(std::move(payloads[i]), timestamp, last, now);
    packet.ahead = std::max(frame.captured_at - now, Duration::zero());
    packet.late = late;
    std::optional<PacedPacket> repair = video_out_.repairs().add(packet.data, repair_share, timestamp, now);
    push(std::move(packet), now);
    if (repair && protection_->protect_rtp(repair->data)) path_.push(std::move(*repair), now);
  }
}

void RtpSession::push(PacedPacket packet, Timestamp now) {
  if (!protection_->protect_rtp(packet.data)) return;
  if (packet.stream == StreamKind::kRetransmission) retransmissions_.spend(size_of(packet.data));
  path_.push(std::move(packet), now);
}

void RtpSession::set_mode(const ModeChoice& mode, const OperatingPoint& point, Timestamp now) {
  path_.switch_mode(mode, point, now);
  record_decision();
}

void RtpSession::limit_picture(Resolution largest, Message cause, std::string evidence, Timestamp now) {
  path_.limit_picture(largest, std::move(cause), std::move(evidence), now);
  record_decision();
}

bool RtpSession::handle_datagram(const ReceivedDatagram& datagram, Timestamp now) {
  ++transport_.packets_received;
  transport_.bytes_received += datagram.data.size();
  if (!negotiated_.aggregation || !is_aggregated(datagram.data)) return handle_packet(datagram, now);
  bool authentic = false;
  for (const ByteView packet : split_aggregated(datagram.data)) {
    authentic |= handle_packet(
        {.data = Bytes(packet.begin(), packet.end()), .arrived_at = datagram.arrived_at, .ecn = datagram.ecn}, now);
  }
  return authentic;
}

bool RtpSession::handle_packet(ReceivedDatagram datagram, Timestamp now) {
  const DataSize size = size_of(datagram.data);
  const DatagramKind kind = classify(datagram.data);
  if (kind == DatagramKind::kRtp && protection_->unprotect_rtp(datagram.data)) {
    handle_rtp(datagram, size);
    return true;
  }
  if (kind == DatagramKind::kRtcp && protection_->unprotect_rtcp(datagram.data)) {
    handle_rtcp(datagram, now);
    return true;
  }
  ++transport_.malformed_packets;
  return false;
}

void RtpSession::handle_rtp(const ReceivedDatagram& datagram, DataSize size) {
  const Result<RtpPacket> packet = parse_rtp(datagram.data);
  if (!packet || !deliver(*packet, datagram.arrived_at)) {
    ++transport_.malformed_packets;
    return;
  }
  restore_lost(*packet, datagram);
  if (negotiated_.congestion_feedback) {
    const bool audio = packet->ssrc == audio_in_.ssrc();
    feedback_.handle_packet({.ssrc = packet->ssrc,
                             .sequence = packet->sequence,
                             .size = size,
                             .arrived_at = datagram.arrived_at,
                             .ecn = datagram.ecn,
                             .transit = audio ? std::optional(audio_in_.transit()) : std::nullopt});
  }
}

const VideoFormat* RtpSession::format_of(VideoCodec codec) const {
  const auto found = std::ranges::find(video_formats_, codec, &VideoFormat::codec);
  return found == video_formats_.end() ? nullptr : &*found;
}

bool RtpSession::deliver(const RtpPacket& packet, Timestamp arrived_at) {
  const NegotiatedSession::Stream& audio = negotiated_.audio;
  const NegotiatedSession::Stream& video = negotiated_.video;
  if (audio.receive && packet.payload_type == audio.payload_type && belongs(packet.ssrc, audio_in_.ssrc())) {
    audio_in_.handle_packet(packet, arrived_at);
    return true;
  }
  if (!video.receive) return false;
  if (video.fec_payload_type != 0 && packet.payload_type == video.fec_payload_type) {
    if (!belongs(packet.ssrc, video.remote_fec_ssrc)) return false;
    video_in_.handle_repair(packet);
    return true;
  }
  for (const VideoFormat& format : video_formats_) {
    if (packet.payload_type == format.payload_type && belongs(packet.ssrc, video_in_.ssrc())) {
      return video_in_.handle_packet(packet, format.codec, false, arrived_at);
    }
    const bool retransmission = format.rtx_payload_type != 0 && packet.payload_type == format.rtx_payload_type;
    // Before the first packet of the stream itself, nobody knows whose retransmission it is.
    if (retransmission && video_in_.ssrc() != 0 && belongs(packet.ssrc, video.remote_rtx_ssrc)) {
      const Result<RtpPacket> original = restore_from_rtx(packet, format.payload_type, video_in_.ssrc());
      return original.ok() && video_in_.handle_packet(*original, format.codec, true, arrived_at);
    }
  }
  return false;
}

void RtpSession::restore_lost(const RtpPacket& packet, const ReceivedDatagram& datagram) {
  if (negotiated_.video.fec_payload_type == 0) return;
  if (packet.ssrc == video_in_.ssrc()) video_in_.keep_for_repair(datagram.data, packet.sequence);
  while (const std::optional<RtpPacket> lost = video_in_.take_restored()) {
    const auto format = std::ranges::find(video_formats_, lost->payload_type, &VideoFormat::payload_type);
    if (format != video_formats_.end()) (void)video_in_.handle_packet(*lost, format->codec, true, datagram.arrived_at);
  }
}

void RtpSession::handle_rtcp(const ReceivedDatagram& datagram, Timestamp now) {
  const Result<std::vector<RtcpPacket>> packets = parse_rtcp(datagram.data);
  if (!packets) {
    ++transport_.malformed_packets;
    return;
  }
  // Reports are dated by their arrival: when this thread came to read them says nothing of the path.
  const Timestamp arrived_at = std::min(datagram.arrived_at, now);
  for (const RtcpPacket& packet : *packets) {
    std::visit([&](const auto& p) { handle(p, arrived_at); }, packet);
  }
}

void RtpSession::handle(const SenderReport& report, Timestamp now) {
  if (report.ssrc == audio_in_.ssrc()) audio_in_.handle_sender_report(report, now);
  if (report.ssrc == video_in_.ssrc()) video_in_.handle_sender_report(report, now);
  for (const ReportBlock& block : report.reports) handle_report_block(block, now);
}

void RtpSession::handle(const ReceiverReport& report, Timestamp now) {
  for (const ReportBlock& block : report.reports) handle_report_block(block, now);
}

void RtpSession::handle(const SourceDescription&, Timestamp) {}

void RtpSession::handle(const Goodbye& goodbye, Timestamp) {
  const bool ours = std::ranges::any_of(goodbye.ssrcs, [this](std::uint32_t ssrc) {
    return ssrc != 0 && (ssrc == audio_in_.ssrc() || ssrc == video_in_.ssrc());
  });
  if (ours) push_once(PeerLeft{});
}

void RtpSession::handle(const Nack& nack, Timestamp now) {
  if (nack.media_ssrc != video_out_.config().ssrc) return;
  nacked_packets_ += nack.sequences.size();
  retransmissions_.earn(path_.adaptation().point().video_rate(), now);
  for (const std::uint16_t sequence : nack.sequences) {
    if (retransmissions_.is_spent()) return;
    if (auto packet = video_out_.make_retransmission(sequence, round_trip_time_, now)) {
      push(std::move(*packet), now);
    }
  }
}

void RtpSession::handle(const PictureLossIndication& pli, Timestamp) {
  if (pli.media_ssrc != video_out_.config().ssrc) return;
  ++plis_received_;
  push_once(PeerWantsKeyFrame{});
}

void RtpSession::handle(const CongestionFeedback& feedback, Timestamp now) {
  std::optional<FeedbackReport> report = path_.handle_feedback(feedback, now);
  if (!report) return;
  audio_out_.stop_sending_mid();
  video_out_.stop_sending_mid();
  if (report->round_trip_time) round_trip_time_ = *report->round_trip_time;
  push_event(std::move(*report));
  record_decision();
}

void RtpSession::record_decision() {
  if (std::optional<Decision> decision = path_.take_decision()) push_event(std::move(*decision));
}

void RtpSession::handle_report_block(const ReportBlock& block, Timestamp now) {
  const bool audio = block.ssrc == audio_out_.config().ssrc;
  if (!audio && block.ssrc != video_out_.config().ssrc) return;
  RemoteInboundStats& remote = audio ? audio_remote_ : video_remote_;
  remote.packets_lost = block.cumulative_lost;
  remote.fraction_lost = block.fraction_lost / 256.0;
  remote.jitter = block.jitter / static_cast<double>(audio ? kAudioSampleRate : kVideoClockRate);
  constexpr double kLossWeight = 0.3;  // Some seconds of memory: FEC should not flap with each report.
  if (audio) audio_loss_ += kLossWeight * (remote.fraction_lost - audio_loss_);
  const std::optional<Duration> rtt = round_trip_time(block, now);
  if (rtt) {
    remote.round_trip_time = to_seconds(*rtt);
    round_trip_time_ = *rtt;
  }
  path_.handle_reception({.stream = audio ? StreamKind::kAudio : StreamKind::kVideo,
                          .highest_sequence = static_cast<std::uint16_t>(block.highest_sequence),
                          .fraction_lost = remote.fraction_lost,
                          .round_trip_time = rtt},
                         now);
  record_decision();
}

void RtpSession::poll(Timestamp now) {
  if (negotiated_.congestion_feedback) {
    while (const std::optional<CongestionFeedback> report = feedback_.poll(now)) {
      transport_.feedback_bytes_sent += transmit_soon(*report, now);
    }
  }
  send_video_feedback(now);
  path_.poll(now);
  record_decision();
  if (now >= next_report_at_) send_reports(now);
  if (now >= next_sync_at_) synchronise(now);
}

void RtpSession::send_video_feedback(Timestamp now) {
  if (negotiated_.nack) {
    std::vector<std::uint16_t> missing = video_in_.poll_nack(now, round_trip_time_);
    if (!missing.empty()) {
      transmit_soon(Nack{reports_.ssrc(), video_in_.ssrc(), std::move(missing)}, now);
    }
  }
  if (!video_in_.buffer().take_key_frame_request(now)) return;
  transmit_soon(PictureLossIndication{reports_.ssrc(), video_in_.ssrc()}, now);
  push_event(AskedForKeyFrame{});
}

void RtpSession::send_reports(Timestamp now) {
  next_report_at_ = now + config_.report_interval * static_cast<int>(90 + rng_.below(21)) / 100;
  std::vector<ReportBlock> blocks;
  if (const auto block = audio_in_.take_report_block(now)) blocks.push_back(*block);
  if (const auto block = video_in_.take_report_block(now)) blocks.push_back(*block);
  push_report(reports_.report({audio_out_, video_out_}, std::move(blocks), now), now);
}

Bytes RtpSession::make_goodbye(Timestamp now) const {
  Bytes goodbye = reports_.goodbye({audio_out_, video_out_}, now);
  return protection_->protect_rtcp(goodbye) ? goodbye : Bytes();
}

void RtpSession::synchronise(Timestamp now) {
  next_sync_at_ = now + kSyncInterval;
  AudioJitterBuffer& audio = audio_in_.buffer();
  VideoJitterBuffer& video = video_in_.buffer();
  if (!audio.synchronised() || !video.synchronised()) return;
  const LipSync::MinimumDelays minimum =
      lip_sync_.update({.needed = audio.needed_delay(), .current = audio.current_delay()},
                       {.needed = video.needed_delay(), .current = video.current_delay()}, now);
  audio.set_minimum_delay(minimum.audio);
  video.set_minimum_delay(minimum.video);
}

Timestamp RtpSession::next_deadline() const {
  Timestamp deadline = std::min({path_.next_deadline(), next_report_at_, next_sync_at_, video_in_.next_deadline()});
  if (negotiated_.congestion_feedback) deadline = std::min(deadline, feedback_.next_deadline());
  return deadline;
}

std::optional<DepartingDatagram> RtpSession::poll_transmit(Timestamp now) {
  if (path_.wants_padding()) {
    auto padding = video_out_.make_padding(now);
    if (padding && protection_->protect_rtp(padding->data)) path_.push(std::move(*padding), now);
  }
  std::optional<OutgoingDatagram> departure = path_.pop(now);
  if (!departure) return std::nullopt;
  for (const PacedPacket& packet : departure->packets) count_sent(packet, now);
  const bool media = !departure->packets.empty();
  DepartingDatagram datagram{.data = to_datagram(std::move(*departure)),
                             .ecn = media ? path_.adaptation().estimate().ecn : Ecn::kNotEct};
  ++transport_.packets_sent;
  transport_.bytes_sent += datagram.data.size();
  return datagram;
}

std::optional<Bytes> RtpSession::poll_stream(Timestamp now) {
  std::optional<PacedPacket> packet = path_.pop_for_stream();
  if (!packet) return std::nullopt;
  count_sent(*packet, now);
  ++transport_.packets_sent;
  transport_.bytes_sent += packet->data.size();
  return std::move(packet->data);
}

void RtpSession::count_sent(const PacedPacket& packet, Timestamp now) {
  if (packet.stream == StreamKind::kRetransmission) return;
  OutboundStream& stream = packet.stream == StreamKind::kAudio ? audio_out_ : video_out_;
  // The peer can place a new stream beside the other only after a sender report: at once with its first packet.
  if (!stream.has_sent()) next_report_at_ = now;
  stream.count_sent(packet, now);
}

std::optional<SessionEvent> RtpSession::poll_event() {
  if (events_.empty()) return std::nullopt;
  SessionEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

AudioDecision RtpSession::next_audio(Timestamp now, Duration pcm_buffered, Duration remainder) {
  return audio_in_.buffer().next(now, pcm_buffered, remainder);
}

std::size_t RtpSession::transmit_soon(RtcpPacket packet, Timestamp now) {
  return push_report(reports_.at_once({audio_out_, video_out_}, std::move(packet), now), now);
}

std::size_t RtpSession::push_report(Bytes report, Timestamp now) {
  if (!protection_->protect_rtcp(report)) return 0;
  const std::size_t size = report.size();
  path_.push_report(std::move(report), now);
  return size;
}

void RtpSession::push_event(SessionEvent event) {
  if (events_.size() == kMaxEvents) {
    const auto report = std::ranges::find_if(
        events_, [](const SessionEvent& waiting) { return std::holds_alternative<FeedbackReport>(waiting); });
    events_.erase(report != events_.end() ? report : events_.begin());
  }
  events_.push_back(std::move(event));
}

void RtpSession::fill_statistics(SessionStats& stats) const {
  const auto fill_outbound = [](OutboundStats& out, const OutboundStream& stream) {
    out.packets_sent = stream.packets_sent();
    out.bytes_sent = stream.payload_bytes_sent();
    out.retransmitted_packets_sent = stream.retransmitted_packets();
    out.total_packet_send_delay = to_seconds(stream.total_send_delay());
  };
  fill_outbound(stats.audio_out, audio_out_);
  fill_outbound(stats.video_out, video_out_);
  stats.video_out.nack_count = nacked_packets_;
  stats.video_out.pli_count = plis_received_;
  stats.audio_remote = audio_remote_;
  stats.video_remote = video_remote_;
  audio_in_.fill_statistics(stats.audio_in);
  video_in_.fill_statistics(stats.video_in);
  const TransportStats before = stats.transport;
  stats.transport = transport_;
  stats.transport.queue_overflows = before.queue_overflows;
  stats.transport.audio_underruns = before.audio_underruns;
  stats.transport.audio_video_skew = before.audio_video_skew;
  stats.transport.packets_reported = reception().reported();
  stats.transport.packets_reported_lost = reception().lost();
  const Aggregator::Counters& aggregation = path_.aggregation();
  stats.transport.aggregated_packets = aggregation.shared;
  stats.transport.total_aggregation_delay = to_seconds(aggregation.total_delay);
  stats.transport.max_aggregation_delay = to_seconds(aggregation.max_delay);
}

}  // namespace counterpoint
