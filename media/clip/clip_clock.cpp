// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_clock.h"

#include <algorithm>
#include <chrono>

namespace counterpoint {
namespace {

ClipStream other_than(ClipStream which) {
  return which == ClipStream::kVideo ? ClipStream::kAudio : ClipStream::kVideo;
}

}  // namespace

std::optional<Duration> ClipClock::place(ClipStream which, std::optional<Duration> stated, Duration duration) {
  Stream& stream = of(which);
  if (!stated && !stream.expected) return std::nullopt;
  Duration time = stated ? find(which, *stated) : *stream.expected;
  if (which == ClipStream::kVideo) {
    time = std::max(time, stream.begun);
    stream.expected = time + duration;
  } else {
    if (stream.expected && std::chrono::abs(time - *stream.expected) < kWaver) time = *stream.expected;
    stream.expected = std::max(time + duration, stream.expected.value_or(time));
  }
  stream.begun = time;
  return time;
}

Duration ClipClock::find(ClipStream which, Duration stated) {
  Stream& stream = of(which);
  const Stream& other = of(other_than(which));
  const Duration own = stated + stream.offset;
  const Duration others = stated + other.offset;
  // A stream that begins does so wherever it is, with the other one if there is a choice.
  const Duration expected = stream.expected.value_or(other.expected.value_or(own));
  const Duration longest_loss = which == ClipStream::kVideo ? kMaxLoss : Duration::max();
  const auto is_with_other = [&](Duration time) {
    return other.expected && time > expected && time - expected <= longest_loss &&
           std::chrono::abs(time - *other.expected) <= kMaxGap;
  };
  if (first_ && other.expected) {
    const bool nearer = std::chrono::abs(others - expected) < std::chrono::abs(own - expected);
    const bool overdue = *first_ != which && expected > met_at_ + kMaxGap;
    // The stream was away while the other one met the jump.
    const bool only_there = is_with_other(others) && std::chrono::abs(own - *other.expected) > kMaxGap;
    const bool is_near = std::chrono::abs(others - expected) <= kMaxGap;
    if (only_there || ((nearer || overdue) && (is_near || is_with_other(others)))) {
      follow(which, others);
      return stated + stream.offset;
    }
  }
  const bool goes_on = own >= expected - kMaxOverlap && own <= expected + kMaxGap;
  // Audio that begins so far ahead of the pictures belongs to a recording that they have not come to yet.
  const bool begins_ahead = !stream.expected && which == ClipStream::kAudio && own - expected > kMaxGap;
  if ((!stream.expected && !begins_ahead) || goes_on || (!first_ && is_with_other(own))) return own;
  // Audio that was away when the recording ended goes on with the pictures of the next one.
  const bool was_away = which == ClipStream::kAudio && other.expected && *other.expected - expected > kMaxGap;
  const Duration time = was_away ? *other.expected : expected;
  stream.offset += time - own;
  first_ = which;
  met_at_ = time;
  return time;
}

/// The stream takes the other one's offset, by which what comes next is at `time`.
void ClipClock::follow(ClipStream which, Duration time) {
  Stream& stream = of(which);
  Stream& other = of(other_than(which));
  const Duration expected = stream.expected.value_or(time);
  if (which == ClipStream::kVideo && time < expected - kMaxOverlap) other.offset += expected - time;
  stream.offset = other.offset;
  first_.reset();
}

}  // namespace counterpoint
