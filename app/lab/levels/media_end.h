// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/call/call_endpoint.h"
#include "app/lab/levels/picture_log.h"
#include "app/lab/record/run_record.h"
#include "core/ports/stream_transport.h"
#include "core/ports/transport.h"

namespace counterpoint {

/// One end of a media flow in virtual time: the program's own pipelines, its devices, and its session log; of a
/// receiver also the pictures that it shows.
///
/// 1. Make it at flow.start, call run() whenever next_deadline() has come or a datagram may have, and finish() at
///    flow.stop.
/// 2. The sender has a camera and a voice, or synthetic encoders of the same rates; the receiver the same when the flow
///    goes both ways, else nothing.
class MediaEnd {
 public:
  enum class Role { kSender, kReceiver };
  struct Config {
    LabFlow flow;  ///< Its load is a MediaLoad.
    RunFolder folder;
    std::string program;
    std::string mode;
    ParameterValues parameters;  ///< Parameters of the mode.
    bool real_encoder = false;
    std::string camera = "test-card";  ///< The real encoder takes it; "clip:FILE" for a stored clip instead of it.
    std::uint64_t seed = 1;            ///< The flow's seed, the same for both ends.
    /// The same for both ends, or null: where the real encoder's pictures are compared with the camera's.
    std::shared_ptr<SourcePictures> source;
  };

  /// `transport` and `stream`, which is for a flow with video over TCP, outlive it; `now` is the time of flow.start.
  /// Errors: those of the log's file, the camera and the codecs.
  [[nodiscard]] static Result<std::unique_ptr<MediaEnd>> create(const Config& config, Role role, Transport& transport,
                                                                Timestamp now, StreamTransport* stream = nullptr);

  [[nodiscard]] Result<void> run(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() { return end_->next_deadline(); }
  /// The last statistics; completes the log. Errors: kUnavailable when it could not be written.
  [[nodiscard]] Result<void> finish(Timestamp now);
  [[nodiscard]] const SessionStats& statistics() const { return end_->statistics(); }

 private:
  MediaEnd(const Config& config, Role role, Timestamp start);

  std::filesystem::path pictures_path_;  ///< Empty: this end does not receive the flow's main direction.
  std::filesystem::path looks_path_;     ///< Empty: its pictures are not compared.
  PictureLog pictures_;
  Timestamp start_;
  Timestamp next_write_;
  std::unique_ptr<VideoSource> camera_;
  std::unique_ptr<AudioDevice> audio_;
  std::unique_ptr<CallArchive> archive_;
  std::unique_ptr<CallEndpoint> end_;
};

}  // namespace counterpoint
