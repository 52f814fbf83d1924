// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <memory>

#include "app/call/call_endpoint.h"
#include "app/call/call_options.h"
#include "core/ports/frame_sink.h"
#include "net/adapters/emulated_transport.h"

namespace counterpoint {

/// A whole call with real codecs, the test card, the test voice and a path whose capacity changes, in virtual time. It
/// needs neither network nor devices, and is the same each time.
class DemoCall {
 public:
  /// The mode and the first operating point are those of `options`. The sinks outlive the call: `remote` gets what has
  /// travelled, `local` what the
  /// camera sees, `clip` what is sent of a clip.
  [[nodiscard]] static Result<std::unique_ptr<DemoCall>> create(const CallOptions& options, FrameSink& remote,
                                                                FrameSink& local, FrameSink& clip);

  /// Lets time pass, as fast as the machine can.
  [[nodiscard]] Result<void> advance(Duration by);
  [[nodiscard]] Duration elapsed() const { return now_ - kStart; }
  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] MediaCall& media() { return end_->media(); }
  [[nodiscard]] CallArchive& archive() { return *archive_; }
  /// The statistics up to the last whole second.
  [[nodiscard]] const SessionStats& statistics() const { return end_->statistics(); }

 private:
  /// Any time will do, as long as it is always the same.
  static constexpr Timestamp kStart{1000s};

  DemoCall();

  Timestamp now_ = kStart;
  QTemporaryDir folder_;  ///< Holds the log, which goes away with the call.
  LoopTransport transport_;
  std::unique_ptr<CallArchive> archive_;
  std::unique_ptr<VideoSource> camera_;
  std::unique_ptr<AudioDevice> audio_;
  std::unique_ptr<CallEndpoint> end_;
};

}  // namespace counterpoint
