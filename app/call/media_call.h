// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "app/call/media_codecs.h"
#include "app/pipelines/audio/audio_pipeline.h"
#include "app/pipelines/clip/clip_pipeline.h"
#include "app/pipelines/session/call_archive.h"
#include "app/pipelines/session/shared_session.h"
#include "app/pipelines/video/video_receive_pipeline.h"
#include "app/pipelines/video/video_send_pipeline.h"
#include "core/base/result.h"
#include "core/control/adaptation_status.h"
#include "core/control/call_status.h"
#include "core/model/media_state.h"
#include "core/model/session_stats.h"
#include "core/ports/frame_sink.h"
#include "core/ports/stream_transport.h"
#include "core/ports/transport.h"

namespace counterpoint {

/// All media of one connected call, without the threads: the session and the pipelines around it. A real host runs
/// each in its thread, a virtual call runs all of them in one.
class MediaCall {
 public:
  struct Config {
    RtpSession::Config session;
    NegotiatedSession negotiated;
    std::shared_ptr<PacketProtection> protection;  ///< See RtpSession.
    AudioPipeline::Config audio;
    FrameSink* clip_view = nullptr;  ///< Shows what the peer gets of a clip that we play; may be null.
    std::uint64_t seed = 1;
    std::function<Timestamp()> clock;  ///< Only measures how long codecs take.
    std::function<void()> wake;        ///< Called when run_network() has something new to do; may be empty.
  };
  /// News from the network for the call.
  struct NetworkEvents {
    bool media_arrived = false;  ///< Authentic ones, see RtpSession::handle_datagram().
    bool peer_left = false;
  };

  /// `sink` may be null. `archive` outlives the call.
  MediaCall(const Config& config, MediaCodecs codecs, FrameSink* sink, CallArchive& archive, Timestamp now);

  /// Moves everything between the session and `transport`, and frames to the decoder. Video goes over `stream`, if it
  /// is not null, until that fails: from then on it goes as datagrams. The same one each time.
  NetworkEvents run_network(Transport& transport, StreamTransport* stream, Timestamp now);
  /// When run_network() has something to do, the transports aside.
  [[nodiscard]] Timestamp next_network_deadline();
  [[nodiscard]] Bytes make_goodbye(Timestamp now);

  [[nodiscard]] AudioPipeline& audio() { return audio_; }
  [[nodiscard]] VideoSendPipeline& video_send() { return video_send_; }
  [[nodiscard]] VideoReceivePipeline& video_receive() { return video_receive_; }
  [[nodiscard]] ClipPipeline& clip() { return clip_; }
  /// News of the clip for the user, each once; from any thread.
  [[nodiscard]] std::optional<ClipPipeline::Event> take_clip_event() { return clip_events_.try_pop(); }

  /// Takes the state that the peer has told. The thread of run_network() calls it.
  void set_peer_state(const MediaState& state, Timestamp now);
  /// The host came to the call later than it was due, by `late`; what audio bears does not count.
  void record_delay(Duration late);
  /// The statistics up to now, which also go to the log. Meant for once a second, from one thread.
  SessionStats log_statistics(Timestamp now);
  /// Logs a sample of the call at this moment. The thread of run_network() calls it.
  void log_sample(Timestamp now);
  /// The modes that the log has been told of, as LogEnd has them. The thread of run_network() calls it.
  [[nodiscard]] const std::string& modes() const { return modes_; }
  /// Stage by stage, since the start of the call.
  [[nodiscard]] LatencyReport latencies() const;
  /// The thread of run_network() calls it; `at` of the result is left to the caller.
  [[nodiscard]] AdaptationStatus adaptation_status(Timestamp now);
  /// Any thread may call it. The operating point stays until the new mode finds another one.
  void set_mode(const ModeChoice& mode, Timestamp now);

 private:
  void transmit(Transport& transport, StreamTransport* stream, Timestamp now);
  [[nodiscard]] StreamReadiness follow_stream(const StreamTransport* stream, Timestamp now);
  void log_decision(const Decision& decision);
  void record_clip(const ClipPipeline::Event& event, Timestamp now);
  void log_event(std::string name, std::string detail, Timestamp now);

  CallArchive& archive_;
  Timestamp started_at_;
  SharedSession session_;
  AudioPipeline audio_;
  VideoSendPipeline video_send_;
  VideoReceivePipeline video_receive_;
  BoundedQueue<ClipPipeline::Event> clip_events_{16};
  ClipPipeline clip_;
  AdaptationStatus adaptation_;
  LimitEvidence limit_evidence_;
  Timestamp decided_at_{};  ///< The time of adaptation_.decision.
  std::string mode_logged_;
  std::string modes_;
  Timestamp next_refresh_ = kNever;  ///< A peer that cannot ask for key frames gets the next one then.
  Duration stalled_{};
  std::uint64_t freezes_logged_ = 0;
  MediaState::Video peer_video_ = MediaState::Video::kCamera;
  bool encoder_failed_ = false;
  StreamReadiness stream_logged_ = StreamReadiness::kBusy;  ///< kBusy: nothing yet.
};

}  // namespace counterpoint
