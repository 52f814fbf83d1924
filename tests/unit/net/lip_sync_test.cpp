// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/lip_sync.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);

/// Runs both streams through `sync` for `length`, each following its minimum delay at once.
struct Streams {
  LipSync sync;
  StreamDelay audio;
  StreamDelay video;
  Timestamp now = kStart;

  void run(Duration length) {
    for (const Timestamp end = now + length; now < end; now += 100ms) {
      const auto minimum = sync.update(audio, video, now);
      // Audio moves by 80 ms/s at most.
      const Duration wanted = std::max(audio.needed, minimum.audio);
      audio.current += std::clamp<Duration>(wanted - audio.current, -8ms, 8ms);
      video.current = std::max(video.needed, minimum.video);
    }
  }
  [[nodiscard]] Duration skew() const { return std::chrono::abs(audio.current - video.current); }
};

TEST(LipSync, EarlierStreamIsDelayedToTheLaterOne) {
  Streams streams{.sync = LipSync(), .audio = {40ms, 40ms}, .video = {240ms, 240ms}};
  streams.run(4s);
  EXPECT_LE(streams.skew(), 15ms);
  EXPECT_LE(streams.video.current, 250ms);
  Streams others{.sync = LipSync(), .audio = {300ms, 300ms}, .video = {60ms, 60ms}};
  others.run(4s);
  EXPECT_LE(others.skew(), 15ms);
  EXPECT_LE(others.audio.current, 310ms);
}

TEST(LipSync, DelayComesDownAgainOnBothSides) {
  Streams streams{.sync = LipSync(), .audio = {40ms, 40ms}, .video = {240ms, 240ms}};
  streams.run(5s);
  streams.video.needed = 50ms;
  streams.run(5s);
  EXPECT_LE(streams.audio.current, 55ms);
  EXPECT_LE(streams.video.current, 65ms);
}

TEST(LipSync, WhatNobodySeesCostsNoDelay) {
  Streams streams{.sync = LipSync(), .audio = {40ms, 40ms}, .video = {50ms, 50ms}};
  streams.run(5s);
  EXPECT_EQ(streams.audio.current, 40ms);
  EXPECT_EQ(streams.video.current, 50ms);
}

TEST(LipSync, DelayMovesSmoothlyAndNeverBeyondItsBound) {
  LipSync sync;
  Duration last{};
  for (Timestamp now = kStart; now < kStart + 20s; now += 50ms) {
    const auto minimum = sync.update({.needed = 0ms, .current = 0ms}, {.needed = 3s, .current = 3s}, now);
    EXPECT_LE(minimum.audio - last, 10ms);
    EXPECT_LE(minimum.audio, 400ms);
    last = minimum.audio;
  }
  EXPECT_EQ(last, 400ms);
}

TEST(LipSync, WrongClockIsIgnored) {
  Streams streams{.sync = LipSync(), .audio = {40ms, 40ms}, .video = {24h, 24h}};
  streams.run(5s);
  EXPECT_EQ(streams.audio.current, 40ms);
}

}  // namespace
}  // namespace counterpoint
