// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_timeline.h"

#include <algorithm>
#include <chrono>

#include "media/clip/clip_clock.h"

namespace counterpoint {
namespace {

using Place = ClipTimeline::Place;

/// Place of the first picture behind `byte`; nothing when none follows.
Result<std::optional<Place>> look_at(std::int64_t byte, ClipFile& file) {
  file.go_to_byte(byte);
  for (;;) {
    const auto kind = file.read();
    if (!kind) return kind.error();
    if (*kind == ClipFile::Kind::kEnd) return std::optional<Place>();
    if (*kind != ClipFile::Kind::kVideo) continue;
    if (const auto stated = file.decoding_time()) return std::optional(Place{.byte = byte, .stated = *stated});
  }
}

/// The end of the last picture.
Result<std::optional<Place>> look_at_end(ClipFile& file) {
  std::optional<Place> end;
  file.go_to_byte(std::max(file.size() - ClipTimeline::kReadThrough, std::int64_t{0}));
  for (;;) {
    const auto kind = file.read();
    if (!kind) return kind.error();
    if (*kind == ClipFile::Kind::kEnd) return end;
    if (*kind != ClipFile::Kind::kVideo) continue;
    if (const auto stated = file.decoding_time()) end = Place{.byte = file.size(), .stated = *stated + file.duration()};
  }
}

/// Offset that the clock adds at `to` when the file is read from `from` to there.
Result<Duration> added_between(const Place& from, const Place& to, ClipFile& file) {
  ClipClock clock;
  file.go_to_byte(from.byte);
  for (;;) {
    const auto kind = file.read();
    if (!kind) return kind.error();
    if (*kind == ClipFile::Kind::kEnd) break;
    if (*kind == ClipFile::Kind::kAudio) {
      static_cast<void>(clock.place(ClipStream::kAudio, file.presentation_time(), file.duration()));
    }
    if (*kind != ClipFile::Kind::kVideo) continue;
    const auto stated = file.decoding_time();
    static_cast<void>(clock.place(ClipStream::kVideo, stated, file.duration()));
    const bool is_there = stated && *stated >= to.stated && *stated - to.stated <= ClipClock::kMaxGap;
    if (file.bytes_read() > to.byte + (is_there ? 0 : ClipTimeline::kReadThrough)) break;
  }
  return clock.offset(ClipStream::kVideo);
}

/// True if one half of a stretch must hold a jump.
bool disagree(Duration first, Duration second) {
  if (first < 0s || second < 0s) return true;
  return std::max(first, second) > 2 * std::min(first, second) + ClipClock::kMaxGap;
}

}  // namespace

Result<ClipTimeline> ClipTimeline::find(ClipFile& file) {
  ClipTimeline timeline;
  if (!file.may_jump()) return timeline;
  const auto first = look_at(0, file);
  if (!first) return first.error();
  const auto last = look_at_end(file);
  if (!last) return last.error();
  if (!*first || !*last) return timeline;
  timeline.places_.push_back(**first);
  if (const auto divided = timeline.divide(**first, **last, kStretches, file); !divided) return divided.error();
  timeline.places_.push_back(**last);
  if (const auto placed = timeline.place_all(file); !placed) return placed.error();
  return timeline;
}

/// Into `stretches`, or fewer of kReadThrough; below one stretch only for as long as halves disagree.
Result<void> ClipTimeline::divide(const Place& from, const Place& to, int stretches, ClipFile& file) {
  if (to.byte - from.byte <= kReadThrough || looks_left_ == 0) return {};
  --looks_left_;
  const auto middle = look_at(from.byte + (to.byte - from.byte) / 2, file);
  if (!middle) return middle.error();
  if (!*middle) return {};
  const Place between = **middle;
  const bool goes_on = stretches > 2 || disagree(between.stated - from.stated, to.stated - between.stated);
  if (goes_on) {
    if (const auto divided = divide(from, between, stretches / 2, file); !divided) return divided;
  }
  places_.push_back(between);
  return goes_on ? divide(between, to, stretches / 2, file) : Result<void>();
}

Result<void> ClipTimeline::place_all(ClipFile& file) {
  places_.front().time = places_.front().stated;
  for (std::size_t i = 1; i < places_.size(); ++i) {
    const Place& before = places_[i - 1];
    Place& place = places_[i];
    Duration lasts = place.stated - before.stated;
    if (place.byte - before.byte <= kReadThrough) {
      const auto added = added_between(before, place, file);
      if (!added) return added.error();
      lasts += *added;
    }
    place.time = before.time + std::max(lasts, Duration::zero());
    jumps_ = jumps_ || std::chrono::abs(place.time - place.stated) > ClipClock::kMaxOverlap;
  }
  return {};
}

Result<Place> ClipTimeline::before(Duration time, ClipFile& file) const {
  const auto after = std::upper_bound(places_.begin() + 1, places_.end() - 1, time,
                                      [](Duration wanted, const Place& place) { return wanted < place.time; });
  Place from = *std::prev(after);
  Place to = *after;
  while (to.byte - from.byte > kReadThrough && to.time - from.time > ClipClock::kMaxGap) {
    const auto middle = look_at(from.byte + (to.byte - from.byte) / 2, file);
    if (!middle) return middle.error();
    if (!*middle) break;
    Place between = **middle;
    between.time = from.time + (between.stated - from.stated);
    if (between.time < from.time || between.time > to.time) break;
    (between.time <= time ? from : to) = between;
  }
  return from;
}

}  // namespace counterpoint
