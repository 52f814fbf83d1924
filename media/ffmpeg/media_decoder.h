// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/base/time.h"

struct AVFrame;
struct AVStream;

namespace counterpoint {

enum class MediaKind { kVideo, kAudio };

/// One stream of a file or URL, decoded frame after frame by libavformat and libavcodec.
///
/// 1. Broken packets are skipped and counted; a stream that goes wrong for good just ends.
/// 2. Opening, and each frame, take at most kMediaTimeout by the clock; interrupt() ends them sooner, from any thread.
/// 3. libav's own log is switched off: errors say all there is to say.
class MediaDecoder {
 public:
  static constexpr Duration kMediaTimeout = 10s;  ///< A server that is silent for longer is as good as gone.

  /// Without a `clock`, nothing times out. The errors name `name` and are those of open_video_source().
  [[nodiscard]] static Result<std::unique_ptr<MediaDecoder>> open(const std::string& name, MediaKind kind,
                                                                  std::function<Timestamp()> clock);
  ~MediaDecoder();
  MediaDecoder(const MediaDecoder&) = delete;
  MediaDecoder& operator=(const MediaDecoder&) = delete;

  /// The next frame, valid until the next call; null at the end or once interrupted.
  [[nodiscard]] const AVFrame* next();
  /// Goes back to the start.
  [[nodiscard]] Result<void> restart();
  void interrupt();
  [[nodiscard]] bool interrupted() const;

  [[nodiscard]] const AVStream& stream() const;
  [[nodiscard]] std::uint64_t bad_packets() const;

 private:
  struct State;
  explicit MediaDecoder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace counterpoint
