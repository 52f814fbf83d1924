// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <optional>

#include "core/base/queue/bounded_queue.h"
#include "core/control/call_command.h"
#include "core/ports/frame_sink.h"

namespace counterpoint {

/// Hands frames from any thread to the window's thread, the newest one only.
///
/// 1. show() never waits for the window: a frame that was not taken in time is replaced and counted by skipped().
/// 2. At most one frame_ready() is under way at a time, so a slow window has no events piling up.
/// 3. A frame without content blanks the view.
class FrameMailbox final : public QObject, public FrameSink {
  Q_OBJECT

 public:
  explicit FrameMailbox(QObject* parent = nullptr);

  /// Any thread may call it.
  void show(const VideoFrame& frame) override;
  /// The newest frame that was not taken yet. The window's thread calls it, after frame_ready().
  [[nodiscard]] std::optional<VideoFrame> take();
  /// Frames that were replaced before they were taken. Any thread may call it.
  [[nodiscard]] std::uint64_t skipped() const { return newest_.dropped(); }
  /// Tells how closely somebody looks at the view; nobody at first. The window's thread calls it.
  void set_attention(Attention attention);

 signals:
  /// Emitted in the thread of this object.
  void frame_ready();
  /// Emitted in the window's thread; a source may then omit frames that nobody sees.
  void attention_changed(Attention attention);

 private:
  Mailbox<VideoFrame> newest_;
  std::atomic<bool> announced_ = false;
  Attention attention_ = Attention::kNone;
};

}  // namespace counterpoint
