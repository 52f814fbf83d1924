// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/call/codec_factory.h"
#include "app/call/media_call.h"
#include "core/ports/audio_device.h"
#include "core/ports/video_source.h"

namespace counterpoint {

/// One end of a call in virtual time: the same pipelines as in a real call, run by one thread from event to event.
class CallEndpoint {
 public:
  struct Config {
    NegotiatedSession negotiated;
    std::shared_ptr<PacketProtection> protection;  ///< See RtpSession.
    CodecSettings codecs;
    RtpSession::Config session;
    std::uint64_t seed = 1;
  };
  /// The devices and transports of an end; all outlive it. `camera` null: no video; `stream` (for video) and `sink` may
  /// be null.
  struct Surroundings {
    Transport* transport = nullptr;
    StreamTransport* stream = nullptr;
    VideoSource* camera = nullptr;
    AudioDevice* audio = nullptr;
    FrameSink* sink = nullptr;
    FrameSink* clip_view = nullptr;  ///< See MediaCall::Config.
    CallArchive* archive = nullptr;
  };
  /// Errors: of the codecs, the device, and a live camera, which knows no virtual time.
  [[nodiscard]] static Result<std::unique_ptr<CallEndpoint>> create(const Config& config,
                                                                    const Surroundings& surroundings, Timestamp start);

  /// Does all that is due at `now`.
  [[nodiscard]] Result<void> run(Timestamp now);
  [[nodiscard]] Timestamp next_deadline();
  [[nodiscard]] MediaCall& media() { return *media_; }
  /// The statistics up to the last whole second.
  [[nodiscard]] const SessionStats& statistics() const { return statistics_; }
  void log_statistics(Timestamp now) { statistics_ = media_->log_statistics(now); }

 private:
  CallEndpoint(const Surroundings& surroundings, Timestamp start)
      : surroundings_(surroundings), start_(start), now_(start), next_statistics_at_(start + 1s) {}
  [[nodiscard]] Result<void> read_camera();

  Surroundings surroundings_;
  Timestamp start_;
  Timestamp now_;
  Timestamp next_statistics_at_;
  std::unique_ptr<MediaCall> media_;
  std::optional<VideoFrame> next_frame_;
  SessionStats statistics_;
};

/// Runs `ends` together from `start` for `duration`. `progress` is called each virtual second; it may be empty.
[[nodiscard]] Result<void> run_virtual_call(const std::vector<CallEndpoint*>& ends, Timestamp start, Duration duration,
                                            const std::function<void(Duration)>& progress = {});

}  // namespace counterpoint
