// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/media_call.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/log/log_summary.h"

namespace counterpoint {
namespace {

/// Interval of key frames for a peer that cannot ask for them; each may get lost. They cost a few per cent of the rate.
constexpr Duration kRefreshInterval = 4s;

Message obstacle_to_clips(const NegotiatedSession& negotiated) {
  if (!negotiated.video.send) {
    return message({.terminal = "this call sends no video, so no clip either; begin it with a camera or --clip",
                    .window = "this call sends no video, so no clip either; begin it with a camera or the test card"});
  }
  if (negotiated.clip_payload_type == 0) {
    return message({.terminal = "the peer takes no clips; show it the file as a --camera instead",
                    .window = "the peer takes no clips; it needs a newer version of the program"});
  }
  return {};
}

/// Takes a bounded number of datagrams: a flood must not keep this host from sending and from hanging up.
std::vector<ReceivedDatagram> receive_some(Transport& transport, Timestamp now) {
  constexpr std::size_t kMaxDatagrams = 64;
  std::vector<ReceivedDatagram> arrived;
  while (arrived.size() < kMaxDatagrams) {
    std::optional<ReceivedDatagram> datagram = transport.receive(now);
    if (!datagram) break;
    arrived.push_back(std::move(*datagram));
  }
  return arrived;
}

std::unique_ptr<ClipPreview> preview_on(FrameSink* view, std::unique_ptr<VideoDecoder> decoder) {
  return view != nullptr ? std::make_unique<ClipPreview>(std::move(decoder), *view) : nullptr;
}

AudioPipeline::Config audio_config(const MediaCall::Config& config) {
  AudioPipeline::Config audio = config.audio;
  audio.send = audio.send && config.negotiated.audio.send;
  audio.receive = audio.receive && config.negotiated.audio.receive;
  return audio;
}

}  // namespace

MediaCall::MediaCall(const Config& config, MediaCodecs codecs, FrameSink* sink, CallArchive& archive, Timestamp now)
    : archive_(archive),
      started_at_(now),
      session_(RtpSession(config.session, config.negotiated, config.protection, config.seed, now), config.wake),
      audio_(audio_config(config), session_, std::move(codecs.audio_encoder), std::move(codecs.audio_decoder),
             std::move(codecs.audio_processor), archive),
      video_send_(session_, std::move(codecs.video_encoder), config.clock),
      video_receive_(session_, std::move(codecs.video_decoder), std::move(codecs.clip_decoder), sink, archive,
                     config.clock),
      clip_(session_, video_send_, audio_.clip(), preview_on(config.clip_view, std::move(codecs.clip_preview_decoder)),
            {.obstacle = obstacle_to_clips(config.negotiated), .stereo = config.audio.packets.stereo},
            [this](const ClipPipeline::Event& event, Timestamp at) { record_clip(event, at); }) {
  if (!config.negotiated.pli) next_refresh_ = now + kRefreshInterval;
}

MediaCall::NetworkEvents MediaCall::run_network(Transport& transport, StreamTransport* stream, Timestamp now) {
  NetworkEvents events;
  std::vector<ReceivedDatagram> arrived = receive_some(transport, now);
  if (stream != nullptr) std::ranges::move(receive_some(*stream, now), std::back_inserter(arrived));
  const StreamReadiness state = follow_stream(stream, now);
  session_.with([&](RtpSession& session) {
    session.set_video_stream(state);
    for (const ReceivedDatagram& datagram : arrived) events.media_arrived |= session.handle_datagram(datagram, now);
    session.poll(now);
  });
  transmit(transport, stream, now);
  std::vector<SessionEvent> happened;
  session_.with([&](RtpSession& session) {
    video_receive_.collect(session, now);
    while (std::optional<SessionEvent> event = session.poll_event()) happened.push_back(std::move(*event));
  });
  if (now >= next_refresh_) {
    next_refresh_ = now + kRefreshInterval;
    video_send_.request_key_frame();
  }
  for (const SessionEvent& event : happened) {
    if (std::holds_alternative<PeerWantsKeyFrame>(event)) video_send_.request_key_frame();
    if (std::holds_alternative<PeerLeft>(event)) events.peer_left = true;
    if (const auto* decision = std::get_if<Decision>(&event)) log_decision(*decision);
    if (std::holds_alternative<AskedForKeyFrame>(event))
      log_event("key-frame-request", translatable("video cannot be decoded"), now);
  }
  return events;
}

void MediaCall::transmit(Transport& transport, StreamTransport* stream, Timestamp now) {
  for (bool again = true; again;) {
    std::vector<DepartingDatagram> departing;
    std::optional<Bytes> over_stream;
    session_.with([&](RtpSession& session) {
      while (std::optional<DepartingDatagram> datagram = session.poll_transmit(now)) {
        departing.push_back(std::move(*datagram));
      }
      over_stream = session.poll_stream(now);
    });
    for (const DepartingDatagram& datagram : departing) transport.send(datagram.data, now, datagram.ecn);
    if (over_stream) stream->send(*over_stream, now);
    again = over_stream && stream->ready();
    if (again) session_.with([](RtpSession& session) { session.set_video_stream(StreamReadiness::kReady); });
  }
}

StreamReadiness MediaCall::follow_stream(const StreamTransport* stream, Timestamp now) {
  if (stream == nullptr) return StreamReadiness::kNone;
  StreamReadiness state = stream->ready() ? StreamReadiness::kReady : StreamReadiness::kBusy;
  if (stream->error()) state = StreamReadiness::kNone;
  if (state == StreamReadiness::kBusy || state == stream_logged_) return state;
  stream_logged_ = state;
  const std::string why = stream->error() ? "UDP from now on: " + stream->error()->message.text() : "TCP";
  log_event("video-transport", "video goes over " + why, now);
  return state;
}

Timestamp MediaCall::next_network_deadline() {
  return session_.with([](RtpSession& session) { return session.next_deadline(); });
}

Bytes MediaCall::make_goodbye(Timestamp now) {
  return session_.with([now](RtpSession& session) { return session.make_goodbye(now); });
}

void MediaCall::set_peer_state(const MediaState& state, Timestamp now) {
  if (std::exchange(peer_video_, state.video) == state.video) return;
  video_receive_.set_source({.changed_at = now, .stands = state.video == MediaState::Video::kPausedClip});
}

void MediaCall::record_delay(Duration late) {
  constexpr Duration kBorne = 30ms;  // The loudspeaker's reserve bridges it: see AudioPipeline::Config.
  if (late > kBorne) stalled_ += late;
}

SessionStats MediaCall::log_statistics(Timestamp now) {
  SessionStats stats;
  session_.with([&](RtpSession& session) {
    session.fill_statistics(stats);
    stats.operating_point = session.adaptation().point();
  });
  const VideoSendPipeline::Counters sent = video_send_.counters();
  const ClipPipeline::Counters clip = clip_.counters();
  const Resolution size_sent = clip.size.width > 0 ? clip.size : sent.size;
  stats.video_out.frames_encoded = sent.encoded + clip.sent;
  stats.video_out.key_frames_encoded = sent.key_frames + clip.key_frames;
  stats.video_out.total_encoded_bytes = sent.made_bytes;
  stats.video_out.total_encoded_bytes_target = sent.asked_bytes;
  stats.video_out.frames_dropped = sent.skipped + sent.failures + clip.dropped;
  stats.video_out.total_encode_time = to_seconds(sent.encode_time);
  stats.video_out.target_bitrate = stats.operating_point.video_rate().bits_per_second();
  stats.video_out.frame_width = size_sent.width;
  stats.video_out.frame_height = size_sent.height;
  const VideoReceivePipeline::Counters received = video_receive_.counters();
  stats.video_in.frames_decoded = received.decoded;
  stats.video_in.key_frames_decoded = received.key_frames;
  stats.video_in.frames_rendered = received.shown.rendered;
  stats.video_in.frames_dropped += received.shown.dropped + received.overflows + received.errors + received.late;
  stats.video_in.total_decode_time = to_seconds(received.decode_time);
  stats.video_in.freeze_count = received.shown.freezes;
  stats.video_in.total_freezes_duration = to_seconds(received.shown.freeze_duration);
  stats.video_in.frame_width = received.size.width;
  stats.video_in.frame_height = received.size.height;
  stats.audio_in.audio_level = audio_.take_received_level();
  const AudioBridge& bridge = audio_.bridge();
  stats.transport.queue_overflows = received.overflows + bridge.overruns();
  stats.transport.audio_underruns = bridge.underruns();
  stats.transport.total_stall_time = to_seconds(stalled_);
  const std::optional<Duration> heard = bridge.playout_delay();
  if (heard && received.playout_delay) stats.transport.audio_video_skew = to_seconds(*heard - *received.playout_delay);
  if (received.shown.freezes > std::exchange(freezes_logged_, received.shown.freezes)) {
    log_event("freeze", translatable("video froze"), now);
  }
  if (sent.failures > 0 && std::exchange(encoder_failed_, true) == false) {
    log_event("warning", message("pictures cannot be encoded: %1", sent.failure).text(), now);
  }
  archive_.log({now - started_at_, LogStats{stats}});
  return stats;
}

LatencyReport MediaCall::latencies() const {
  const VideoSendPipeline::Counters sent = video_send_.counters();
  const VideoReceivePipeline::Counters received = video_receive_.counters();
  return {.queueing = sent.queueing,
          .encoding = sent.encoding,
          .decoding = received.decoding,
          .holding = received.holding,
          .presenting = received.presenting,
          .end_to_end = received.end_to_end};
}

void MediaCall::set_mode(const ModeChoice& mode, Timestamp now) {
  session_.with([&](RtpSession& session) { session.set_mode(mode, session.adaptation().point(), now); });
  session_.wake();
}

AdaptationStatus MediaCall::adaptation_status(Timestamp now) {
  AdaptationStatus& status = adaptation_;
  session_.with([&](RtpSession& session) {
    const Adaptation& adaptation = session.adaptation();
    const WireFormat& wire = adaptation.wire();
    if (status.mode != adaptation.mode().name) {
      status.mode = adaptation.mode().name;
      status.choices = std::make_shared<const OperatingSet>(adaptation.choices());
    }
    status.point = adaptation.point();
    status.position = plane_position(status.point, wire);
    OperatingPoint alone = status.point;
    alone.aggregation_delay = {};
    const double packets = plane_position(alone, wire).packet_rate.per_second();
    status.received = session.reception().position(status.position.packet_rate.per_second() / packets, wire, now);
    status.sent = session.departures().position(now);
    status.rate_limit = adaptation.estimate().rate;
    status.packet_limit = adaptation.estimate().packet_rate;
    status.video_stopped = adaptation.video_is_stopped();
  });
  const auto arrived = status.received ? std::optional(status.received->bit_rate) : std::nullopt;
  limit_evidence_.add(now - started_at_, status.rate_limit, arrived);
  status.limit = limit_evidence_.limit(status.choices->max_rate());
  if (status.decision) status.decision->age = now - decided_at_;
  return status;
}

void MediaCall::log_sample(Timestamp now) {
  const AdaptationStatus status = adaptation_status(now);
  if (std::exchange(mode_logged_, status.mode) != status.mode) {
    modes_ = with_mode(std::move(modes_), status.mode);
    std::vector<PlanePosition> outline;
    if (status.choices->points.empty()) outline = corners_of(status.choices->outline);
    archive_.log({now - started_at_,
                  LogMode{.name = status.mode, .points = status.choices->points, .outline = std::move(outline)}});
  }
  SessionStats stats;
  LogSample sample;
  const auto seconds = [](const std::optional<Duration>& duration) {
    return duration ? std::optional(to_seconds(*duration)) : std::nullopt;
  };
  session_.with([&](RtpSession& session) {
    session.fill_statistics(stats);
    const ReceptionMeter& reception = session.reception();
    sample.packets_reported = reception.reported();
    sample.packets_reported_lost = reception.lost();
    sample.queueing_delay = seconds(reception.queueing_delay(now));
    sample.round_trip_time = seconds(reception.round_trip_time());
  });
  sample.packets_sent = stats.transport.packets_sent;
  sample.packets_received = stats.transport.packets_received;
  sample.bytes_sent = stats.transport.bytes_sent;
  sample.bytes_received = stats.transport.bytes_received;
  sample.frames_encoded = video_send_.counters().encoded + clip_.counters().sent;
  sample.frames_rendered = video_receive_.counters().shown.rendered;
  sample.media_packets_received = stats.audio_in.packets_received + stats.video_in.packets_received;
  sample.packets_lost = stats.audio_in.packets_lost + stats.video_in.packets_lost;
  sample.picture_buffer_delay = stats.video_in.jitter_buffer_delay;
  sample.picture_buffer_count = stats.video_in.jitter_buffer_emitted_count;
  sample.audio_buffer_delay = stats.audio_in.jitter_buffer_target_delay;
  sample.chosen = status.position;
  sample.frame_rate = status.point.frame_rate;
  sample.sent = status.sent;
  sample.received = status.received;
  sample.rate_limit = status.rate_limit;
  sample.packet_limit = status.packet_limit;
  archive_.log({now - started_at_, std::move(sample)});
}

void MediaCall::log_decision(const Decision& decision) {
  const WireFormat wire = session_.with([](RtpSession& session) { return session.adaptation().wire(); });
  decided_at_ = decision.at;
  adaptation_.decision = AdaptationStatus::Change{
      .cause = decision.cause, .from = plane_position(decision.from, wire), .to = plane_position(decision.to, wire)};
  archive_.log(
      {decision.at - started_at_,
       LogDecision{.from = decision.from, .to = decision.to, .cause = decision.cause, .evidence = decision.evidence}});
}

void MediaCall::record_clip(const ClipPipeline::Event& event, Timestamp now) {
  log_event(event.failed ? "warning" : "clip", event.text.text(), now);
  clip_events_.push(event);
  session_.wake();
}

void MediaCall::log_event(std::string name, std::string detail, Timestamp now) {
  archive_.log({now - started_at_, LogEvent{std::move(name), std::move(detail)}});
}

}  // namespace counterpoint
