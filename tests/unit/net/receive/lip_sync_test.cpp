// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/lip_sync.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "net/receive/video_jitter_buffer.h"
#include "tests/unit/net/receive/receive_simulation.h"

namespace counterpoint {
namespace {

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

/// Audio and video of one sender in a whole call: audio as usual, video later by `video_delay`.
class TwoStreams {
 public:
  AudioCall audio{21};
  VideoJitterBuffer video;
  LipSync sync;
  Duration video_delay = 20ms;

  void run(Duration length) {
    for (const Timestamp end = audio.now() + length; audio.now() < end;) {
      audio.run(50ms);
      receive_video();
      if ((audio.now() - kStart) % 1s == 0ms) send_reports();
      if (!audio.buffer.synchronised() || !video.synchronised()) continue;
      const auto minimum = sync.update({.needed = audio.buffer.needed_delay(), .current = audio.buffer.current_delay()},
                                       {.needed = video.needed_delay(), .current = video.current_delay()}, audio.now());
      audio.buffer.set_minimum_delay(minimum.audio);
      video.set_minimum_delay(minimum.video);
    }
  }
  /// Mean over the last two seconds of what is heard less what is seen.
  [[nodiscard]] Duration skew() const {
    Duration sum{};
    std::int64_t count = 0;
    for (const auto& heard : audio.heard_between(audio.now() - kStart - 2s, audio.now() - kStart)) {
      if (heard.sequence < 0) continue;
      sum += heard.delay;
      ++count;
    }
    return sum / std::max<std::int64_t>(count, 1) - video_shown_after_;
  }
  [[nodiscard]] Duration video_shown_after() const { return video_shown_after_; }

 private:
  void receive_video() {
    for (; kStart + frame_ * 40ms + video_delay <= audio.now(); ++frame_) {
      const Timestamp arrival = kStart + frame_ * 40ms + video_delay;
      AssembledFrame frame;
      frame.timestamp = 500'000 + frame_ * 3600;
      frame.first_sequence = frame.last_sequence = 70'000 + frame_;
      frame.key_frame = frame_ == 0;
      frame.first_arrival = frame.completed_at = arrival;
      video.insert(std::move(frame), arrival);
      while (const auto decodable = video.poll(arrival)) {
        video_shown_after_ = decodable->render_at - (kStart + frame_ * 40ms);
      }
    }
  }
  void send_reports() {
    const Duration elapsed = audio.now() - kStart;
    const std::uint64_t ntp = static_cast<std::uint64_t>(40'000 + elapsed / 1s) << 32;
    audio.buffer.handle_sender_report(ntp, static_cast<std::uint32_t>(audio.first_timestamp + elapsed / 1s * 48'000));
    video.handle_sender_report(ntp, static_cast<std::uint32_t>(500'000 + elapsed / 1s * 90'000));
  }

  std::int64_t frame_ = 0;
  Duration video_shown_after_{};
};

TEST(LipSync, CallWithSlowVideoIsInStepWithinSecondsAndWithoutAGap) {
  TwoStreams call;
  call.video_delay = 250ms;
  call.run(8s);
  EXPECT_LE(std::chrono::abs(call.skew()), 20ms);
  EXPECT_TRUE(std::ranges::none_of(call.audio.heard_between(1s, 8s), [](const auto& h) { return h.sequence < 0; }));
  EXPECT_LE(call.video_shown_after(), 265ms);
}

TEST(LipSync, CallWithSlowAudioIsInStepWithinSeconds) {
  TwoStreams call;
  call.audio.path.delay = 220ms;
  call.run(8s);
  EXPECT_LE(std::chrono::abs(call.skew()), 20ms);
}

TEST(LipSync, CallOnAnEvenPathKeepsItsShortDelays) {
  TwoStreams call;
  call.run(8s);
  EXPECT_LE(std::chrono::abs(call.skew()), 20ms);
  EXPECT_LE(call.video_shown_after(), 60ms);
}

}  // namespace
}  // namespace counterpoint
