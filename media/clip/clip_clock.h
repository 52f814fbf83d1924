// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

enum class ClipStream : std::uint8_t { kVideo, kAudio };

/// The times of a clip's pictures and audio, continuous even where the file's own jump (joined recordings, wrapped
/// stamps) or are missing.
///
/// 1. Both streams have the same offset to the file's times, so their distance stays as in the file. Only around a
///    jump, the stream that has not met it yet still has the offset from before.
/// 2. A stream meets a jump when a stated time is behind the expected one by more than kMaxOverlap or ahead of it by
///    more than kMaxGap. If the other stream has come there too, a part of this stream is missing instead (for pictures
///    up to kMaxLoss). Audio that begins farther ahead of the pictures is a jump too.
/// 3. The stream that meets it first goes on without a gap; audio that was missing before, where the pictures are. The
///    other one follows when that brings it nearer to what it expects or, if it was missing, to the first one, at the
///    latest kMaxGap after; when instead the first one's next time fits the other's, its stamp was broken, and it comes
///    back.
/// 4. Times of pictures never fall: where they would, both streams are moved on by the difference.
class ClipClock {
 public:
  static constexpr Duration kMaxGap = 2s;
  static constexpr Duration kMaxOverlap = 100ms;
  /// Missing pictures may be this long: whoever waits for the next one has to keep as much audio.
  static constexpr Duration kMaxLoss = 60s;
  /// Audio goes on without a gap until its stamps are this far off.
  static constexpr Duration kWaver = 5ms;

  ClipClock() = default;
  /// At a place of the file where `offset` is added to its times.
  explicit ClipClock(Duration offset) {
    for (Stream& stream : streams_) stream.offset = offset;
  }

  /// The time of a picture or of audio that begins at `stated`, if the file says so, and lasts `duration`. Without
  /// either, the time given for its beginning, or nothing. For audio, it may lie before expected(): the samples until
  /// then have been placed already.
  [[nodiscard]] std::optional<Duration> place(ClipStream which, std::optional<Duration> stated, Duration duration);
  /// Offset added to the file's own times.
  [[nodiscard]] Duration offset(ClipStream which) const { return of(which).offset; }
  /// The end of what was placed last.
  [[nodiscard]] std::optional<Duration> expected(ClipStream which) const { return of(which).expected; }
  /// The stream begins at `beginning`, when its file has no times.
  void begin(ClipStream which, Duration beginning) { of(which).expected = beginning; }

 private:
  struct Stream {
    std::optional<Duration> expected;
    Duration begun = Duration::min();  ///< The time of what was placed last.
    Duration offset{};
  };

  [[nodiscard]] Stream& of(ClipStream which) { return streams_[static_cast<std::size_t>(which)]; }
  [[nodiscard]] const Stream& of(ClipStream which) const { return streams_[static_cast<std::size_t>(which)]; }
  [[nodiscard]] Duration find(ClipStream which, Duration stated);
  void follow(ClipStream which, Duration time);

  std::array<Stream, 2> streams_;
  std::optional<ClipStream> first_;  ///< Has met a jump that the other one has not met yet.
  Duration met_at_{};
};

}  // namespace counterpoint
