// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

enum class ClipStream : std::uint8_t { kVideo, kAudio };

/// The times of a clip's pictures and audio, which go on where the file's own jump (joined recordings, wrapped stamps)
/// or are missing.
///
/// 1. What is added to the file's times is the same for both streams, so they are as far apart as the file has them.
///    Only around a jump, which one of them meets first, the other still has what was added before.
/// 2. A stream meets a jump when it is told a time that lies behind what it expects by more than kMaxOverlap, or
///    ahead by more than kMaxGap; unless the other stream has come there too: then its own part of that is missing;
///    of pictures up to kMaxLoss. So does audio that begins farther ahead of the pictures.
/// 3. The stream that meets it first goes on without a gap; audio that was missing before, where the pictures are. The
///    other one follows when that brings it nearer to what it expects or, if it was missing, to the first one, at the
///    latest kMaxGap after; when instead the first one's next time fits the other's, its stamp was broken, and it
///    comes back.
/// 4. Times of pictures do not fall. Where they would have to, as their stream follows, both streams move on by that.
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

  /// The time of what begins at `stated`, if the file says so, and lasts `duration`. Without either, what was said of
  /// the beginning, or nothing. Of audio it may lie before expected(): what it has until then has been placed already.
  [[nodiscard]] std::optional<Duration> place(ClipStream which, std::optional<Duration> stated, Duration duration);
  /// What is added to the file's own times.
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
