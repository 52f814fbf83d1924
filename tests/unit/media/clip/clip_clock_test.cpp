// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace counterpoint {
namespace {

constexpr Duration kPicture = 40ms;
constexpr Duration kAudioFrame = 24ms;
/// Error of picture against audio after a jump.
constexpr Duration kMaxError = kAudioFrame;

/// A packet with its time stamp, and its place in the file.
struct Stamped {
  ClipStream which = ClipStream::kVideo;
  Duration stated{};
  Duration place_in_file{};
};

/// A recording of `length`, at the times that its first picture and its first audio have. Audio stands `audio_late`
/// after the pictures of its time.
struct Part {
  Duration video{};
  Duration audio{};
  Duration length = 6s;
  Duration audio_late{};
  // Both streams from the beginning of the part.
  Duration video_from{};
  Duration audio_from{};
  Duration audio_until = 1h;
};

std::vector<Stamped> join(const std::vector<Part>& parts) {
  std::vector<Stamped> all;
  for (const Part& part : parts) {
    std::vector<Stamped> packets;
    for (Duration t = part.video_from; t < part.length; t += kPicture)
      packets.push_back({ClipStream::kVideo, part.video + t, part.video + t});
    for (Duration t = part.audio_from; t < std::min(part.length, part.audio_until); t += kAudioFrame) {
      packets.push_back({ClipStream::kAudio, part.audio + t, part.audio + t + part.audio_late});
    }
    std::ranges::stable_sort(packets, {}, &Stamped::place_in_file);
    all.insert(all.end(), packets.begin(), packets.end());
  }
  return all;
}

struct Played {
  Duration error{};   ///< Error of the last audio against the last picture, compared with the file's times.
  Duration length{};  ///< Time from the first picture to the end of the last.
  Duration lost{};    ///< Audio that was placed already.
};

Played play(const std::vector<Stamped>& packets) {
  ClipClock clock;
  Played played;
  std::array<Duration, 2> shift{};
  std::optional<Duration> first;
  Duration last_picture = Duration::min();
  for (const Stamped& packet : packets) {
    const bool is_video = packet.which == ClipStream::kVideo;
    const auto before = clock.expected(packet.which);
    const auto time = clock.place(packet.which, packet.stated, is_video ? kPicture : kAudioFrame);
    EXPECT_TRUE(time);
    shift[is_video ? 0 : 1] = *time - packet.stated;
    if (!is_video && before) played.lost += std::clamp(*before - *time, Duration::zero(), kAudioFrame);
    if (!is_video) continue;
    EXPECT_GE(*time, last_picture) << to_seconds(packet.stated);
    last_picture = *time;
    if (!first) first = time;
    played.length = *time + kPicture - *first;
  }
  played.error = std::chrono::abs(shift[0] - shift[1]);
  return played;
}

TEST(ClipClock, PictureAndSoundAreInStepBehindEveryJump) {
  struct Case {
    std::string name;
    std::vector<Part> parts;
    Duration max_gap = 100ms;  ///< Gap that the join may cost.
  };
  const Part before{.video = 1400ms, .audio = 1400ms};
  const std::vector<Case> cases = {
      {"sound begins later", {before, {.video = 100s, .audio = 100'800ms}}, 900ms},
      {"sound begins earlier", {before, {.video = 100'800ms, .audio = 100s}}, 900ms},
      {"sound begins later, and stands before",
       {before, {.video = 100s, .audio = 100'800ms, .audio_late = -1s}},
       900ms},
      {"only pictures jump too far", {before, {.video = 9450ms, .audio = 9350ms}}, 2100ms},
      {"only sound jumps too far", {before, {.video = 9350ms, .audio = 9450ms}}, 2100ms},
      {"the same, and stands before", {before, {.video = 9350ms, .audio = 9450ms, .audio_late = -500ms}}, 2100ms},
      {"back", {before, {.video = 1400ms, .audio = 1450ms}}, 200ms},
      {"back by little", {before, {.video = 6900ms, .audio = 7000ms}}, 200ms},
      {"back by hardly anything", {before, {.video = 7300ms, .audio = 7380ms}}, 300ms},
      {"on by little", {before, {.video = 8400ms, .audio = 8500ms}}, 1200ms},
      {"the clock wraps", {{.video = 95437s, .audio = 95437s}, {.video = 100ms, .audio = 500ms}}, 500ms},
      {"again and again",
       {before, {.video = 100s, .audio = 100'300ms}, {.video = 50'400ms, .audio = 50s}, {.video = 56s, .audio = 57s}},
       2s},
      {"parts without sound",
       {before,
        {.video = 100s, .audio_from = 1h},
        {.video = 200s, .audio_from = 1h},
        {.video = 1400ms, .audio = 1400ms}},
       200ms},
      {"only a later part has sound",
       {{.video = 1400ms, .audio_from = 1h}, {.video = 100s, .audio_from = 1h}, {.video = 50s, .audio = 49'500ms}},
       700ms},
      {"only a later part has sound, at the same times", {{.video = 1400ms, .audio_from = 1h}, before}, 200ms},
      {"sound begins very late", {before, {.video = 100s, .audio = 100s, .audio_from = 3500ms}}, 200ms},
      {"pictures begin very late", {before, {.video = 100s, .audio = 100s, .video_from = 3500ms}, before}, 6s},
      {"sound ends early, on", {{.audio_until = 2s}, {.video = 100s, .audio = 100s}}, 200ms},
      {"sound ends early, back", {{.video = 100s, .audio = 100s, .audio_until = 2s}, before}, 200ms},
      {"sound ends early and begins late",
       {{.audio_until = 2s}, {.video = 100s, .audio = 100s, .audio_from = 3500ms}},
       200ms},
  };
  for (const Case& c : cases) {
    for (const Duration late : {0ms, -400ms, 400ms}) {
      SCOPED_TRACE(c.name + ", sound behind by " + std::to_string(to_milliseconds(late)) + " ms");
      std::vector<Part> parts = c.parts;
      Duration length{};
      for (Part& part : parts) part.audio_late += late, length += part.length;
      const Played played = play(join(parts));
      EXPECT_LE(to_milliseconds(played.error), to_milliseconds(kMaxError));
      EXPECT_LE(to_milliseconds(played.length), to_milliseconds(length + c.max_gap));
      EXPECT_LE(to_milliseconds(played.lost), 1000);
    }
  }
}

TEST(ClipClock, OneBrokenStampMovesNothingApart) {
  const std::vector<Stamped> audio = join({{.length = 8s}});
  for (const Duration broken : {Duration(3600s), Duration(-3600s), Duration(3s), Duration(-3s), Duration(1500ms),
                                Duration(-1500ms), Duration(300ms), Duration(-300ms)}) {
    for (const std::size_t place : {100U, 101U, 102U}) {
      SCOPED_TRACE(std::to_string(to_milliseconds(broken)) + " ms at " + std::to_string(place));
      std::vector<Stamped> packets = audio;
      packets[place].stated += broken;
      const Played played = play(packets);
      EXPECT_LE(to_milliseconds(played.error), to_milliseconds(kMaxError));
      EXPECT_LE(to_milliseconds(played.length), 8000 + (broken > 0s && broken < 2s ? to_milliseconds(broken) : 0) + 50);
    }
  }
}

TEST(ClipClock, WhatIsMissingOfOneStreamIsMissing) {
  for (const ClipStream missing : {ClipStream::kVideo, ClipStream::kAudio}) {
    std::vector<Stamped> packets = join({{.length = 12s}});
    std::erase_if(packets, [&](const Stamped& p) { return p.which == missing && p.stated > 4s && p.stated < 9s; });
    const Played played = play(packets);
    EXPECT_EQ(played.error, 0s);
    EXPECT_EQ(played.length, 12s);
  }
  const auto without = [](ClipStream missing) {
    std::vector<Stamped> packets = join({{.length = 100s}});
    std::erase_if(packets, [&](const Stamped& p) { return p.which == missing && p.stated > 4s && p.stated < 90s; });
    return play(packets);
  };
  EXPECT_LT(without(ClipStream::kVideo).length, 15s);
  EXPECT_EQ(without(ClipStream::kAudio).error, 0s);
}

TEST(ClipClock, GoesOnWhereAFileOfPicturesAloneJumps) {
  const auto video = ClipStream::kVideo;
  ClipClock clock;
  EXPECT_FALSE(clock.place(video, std::nullopt, kPicture));
  EXPECT_EQ(clock.place(video, 10s, kPicture), 10s);
  EXPECT_EQ(clock.place(video, std::nullopt, kPicture), 10s + 40ms);
  EXPECT_EQ(clock.place(video, 10s + 85ms, kPicture), 10s + 85ms);  // A small step is a gap in the clip.
  EXPECT_EQ(clock.place(video, 1s, kPicture), 10s + 125ms);         // Another recording begins.
  EXPECT_EQ(clock.place(video, 1s + 40ms, kPicture), 10s + 165ms);
  EXPECT_EQ(clock.offset(video), 9s + 125ms);
}

}  // namespace
}  // namespace counterpoint
