// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// A node of PipeWire that gives frames in shared memory; the newest one is kept. All but wake() belongs to one thread
/// at a time.
class PipeWireStream {
 public:
  /// `connection` is an open connection to PipeWire, which this takes over. Frames are scaled down to fit in `limit`.
  /// At most `frame_rate` is asked for, which the node need not obey. kUnavailable: no frame format was agreed on
  /// within 5 s.
  [[nodiscard]] static Result<std::unique_ptr<PipeWireStream>> open(int connection, std::uint32_t node,
                                                                    Resolution limit, FrameRate frame_rate);
  ~PipeWireStream();
  PipeWireStream(const PipeWireStream&) = delete;
  PipeWireStream& operator=(const PipeWireStream&) = delete;

  /// Handles what comes in: waits for it for at most `timeout`, until wake().
  void run(Duration timeout);
  /// Any thread may call it.
  void wake();
  /// True if there is a frame that differs from the one taken last.
  [[nodiscard]] bool has_frame() const;
  /// Null when there is none, or none that can be used.
  [[nodiscard]] std::shared_ptr<const FrameBuffer> take_frame();
  /// The words for a user when the desktop no longer shows the screen.
  [[nodiscard]] static Message ended_message();
  /// Not empty: there will be no more frames, and why.
  [[nodiscard]] const Message& problem() const;

 private:
  struct State;
  explicit PipeWireStream(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace counterpoint
