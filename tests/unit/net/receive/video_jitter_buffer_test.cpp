// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/video_jitter_buffer.h"

#include <gtest/gtest.h>

#include "net/receive/nack_generator.h"
#include "tests/unit/net/receive/receive_simulation.h"

namespace counterpoint {
namespace {

/// A call's video from camera to display: 30 frames/s of four packets (key frames of sixteen), sent evenly; the sender
/// answers NACKs and key frame requests.
class VideoCall {
 public:
  struct Shown {
    Timestamp at;
    Duration delay;  ///< Camera to display, without encoding.
    std::int64_t frame;
  };

  PathModel path;
  double sender_drift = 0;
  bool with_picture_ids = true;
  FrameAssembler assembler;
  NackGenerator nack;
  VideoJitterBuffer buffer;
  std::vector<Shown> shown;
  int key_frame_requests = 0;
  int out_of_order = 0;  ///< Frames handed out without their reference: must stay 0.

  explicit VideoCall(std::uint64_t seed) : rng_(seed) { buffer.set_round_trip_time(2 * path.delay); }

  void run(Duration length) {
    const Timestamp end = now_ + length;
    for (; now_ < end; now_ += 1ms) {
      send_frames();
      deliver();
      receive_feedback();
      show();
    }
  }
  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] Duration longest_freeze(Duration from, Duration to) const {
    Duration longest{};
    Timestamp last = kStart + from;
    for (const Shown& s : shown) {
      if (s.at < kStart + from || s.at > kStart + to) continue;
      longest = std::max(longest, s.at - last);
      last = s.at;
    }
    return std::max(longest, kStart + to - last);
  }
  [[nodiscard]] Duration delay_percentile(Duration from, Duration to, double percentile) const {
    std::vector<Duration> delays;
    for (const Shown& s : shown) {
      if (s.at >= kStart + from && s.at < kStart + to) delays.push_back(s.delay);
    }
    if (delays.empty()) return Duration::max();
    std::sort(delays.begin(), delays.end());
    return delays.at(static_cast<std::size_t>(percentile * static_cast<double>(delays.size())));
  }
  [[nodiscard]] double shown_share(Duration from, Duration to) const {
    const auto count = std::count_if(shown.begin(), shown.end(),
                                     [&](const Shown& s) { return s.at >= kStart + from && s.at < kStart + to; });
    return static_cast<double>(count) / (to_seconds(to - from) * 30);
  }

 private:
  static constexpr std::int64_t kFirstTimestamp = 0x1'0000'0000 + 0xffff'0000;

  void send_frames() {
    const auto interval = Duration(static_cast<Duration::rep>(1e9 / 30 / (1 + sender_drift)));
    while (kStart + frames_sent_ * interval <= now_) {
      const bool key_frame = frames_sent_ == 0 || key_frame_asked_at_ <= now_;
      if (key_frame) key_frame_asked_at_ = kNever;
      const int count = key_frame ? 16 : 4;
      for (int i = 0; i < count; ++i) {
        VideoPacket packet{.sequence = next_sequence_++,
                           .timestamp = kFirstTimestamp + frames_sent_ * 3000,
                           .marker = i == count - 1,
                           .frame_start = i == 0,
                           .key_frame = key_frame,
                           .picture_id = std::nullopt,
                           .data = Bytes(1000),
                           .arrived_at = {}};
        if (with_picture_ids) packet.picture_id = static_cast<std::uint16_t>((32'700 + frames_sent_) & 0x7fff);
        sent_.emplace(packet.sequence, packet);
        transmit(packet, now_ + i * 200us);
      }
      captured_.push_back(kStart + frames_sent_ * interval);
      ++frames_sent_;
    }
  }
  void transmit(const VideoPacket& packet, Timestamp at) {
    for (const Timestamp arrival : path.arrivals(at, rng_)) in_flight_.emplace(arrival, packet);
  }
  void deliver() {
    for (auto it = in_flight_.begin(); it != in_flight_.end() && it->first <= now_; it = in_flight_.erase(it)) {
      VideoPacket packet = it->second;
      packet.arrived_at = it->first;
      nack.handle_packet(packet.sequence, now_, packet.retransmitted);
      assembler.insert(packet);
    }
    while (auto frame = assembler.pop()) buffer.insert(std::move(*frame), now_);
    if (nack.take_key_frame_need()) buffer.handle_unrecoverable_loss(now_);
    while (const auto frame = buffer.poll(now_)) decode(*frame);
    if (const auto oldest = buffer.oldest_useful_sequence()) {
      assembler.drop_before(*oldest);
      nack.drop_before(*oldest);
    }
  }
  void decode(const FrameToDecode& frame) {
    const std::int64_t number = (frame.timestamp - kFirstTimestamp) / 3000;
    if (!frame.key_frame && number != last_decoded_ + 1) ++out_of_order;
    last_decoded_ = number;
    if (!frame.late) to_show_.emplace(std::max(frame.render_at, now_), number);
  }
  void show() {
    for (auto it = to_show_.begin(); it != to_show_.end() && it->first <= now_; it = to_show_.erase(it)) {
      shown.push_back(
          {.at = now_, .delay = now_ - captured_.at(static_cast<std::size_t>(it->second)), .frame = it->second});
    }
  }
  void receive_feedback() {
    for (const std::uint16_t wire : nack.poll(now_, 2 * path.delay)) {
      const std::int64_t newest = next_sequence_ - 1;
      const std::int64_t sequence = newest - static_cast<std::uint16_t>(static_cast<std::uint16_t>(newest) - wire);
      const auto found = sent_.find(sequence);
      if (found == sent_.end() || rng_.chance(path.loss)) continue;
      VideoPacket again = found->second;
      again.retransmitted = true;
      transmit(again, now_ + path.delay);
    }
    if (!buffer.take_key_frame_request(now_)) return;
    ++key_frame_requests;
    if (!rng_.chance(path.loss)) key_frame_asked_at_ = std::min(key_frame_asked_at_, now_ + path.delay);
  }

  Rng rng_;
  Timestamp now_ = kStart;
  std::int64_t frames_sent_ = 0;
  std::int64_t next_sequence_ = 65'536 + 65'000;
  std::int64_t last_decoded_ = -1;
  Timestamp key_frame_asked_at_ = kNever;
  std::map<std::int64_t, VideoPacket> sent_;
  std::vector<Timestamp> captured_;
  std::multimap<Timestamp, VideoPacket> in_flight_;
  std::multimap<Timestamp, std::int64_t> to_show_;
};

AssembledFrame frame_of(std::int64_t sequence, std::int64_t number, bool key_frame, Timestamp at) {
  return {.timestamp = 1'000'000 + number * 3000,
          .first_sequence = sequence,
          .last_sequence = sequence,
          .key_frame = key_frame,
          .picture_id = std::nullopt,
          .data = Bytes(100),
          .first_arrival = at,
          .completed_at = at};
}

TEST(VideoJitterBuffer, EvenPathAddsButMilliseconds) {
  for (const bool picture_ids : {true, false}) {
    VideoCall call(1);
    call.with_picture_ids = picture_ids;
    call.run(60s);
    EXPECT_LE(call.delay_percentile(3s, 60s, 0.95), call.path.delay + 8ms);
    EXPECT_GE(call.shown_share(1s, 59s), 0.99);
    EXPECT_LE(call.longest_freeze(1s, 60s), 50ms);
    EXPECT_EQ(call.key_frame_requests, 0);
    EXPECT_EQ(call.nack.counters().requests, 0U);
    EXPECT_EQ(call.out_of_order, 0);
  }
}

TEST(VideoJitterBuffer, JitterIsSmoothedWithTheDelayItNeeds) {
  VideoCall call(2);
  call.path.jitter = 30ms;
  call.run(60s);
  EXPECT_LE(call.delay_percentile(5s, 60s, 0.95), call.path.delay + 50ms);
  EXPECT_LE(call.longest_freeze(5s, 60s), 100ms);
  EXPECT_GE(call.shown_share(5s, 59s), 0.97);
  EXPECT_EQ(call.out_of_order, 0);
}

TEST(VideoJitterBuffer, LossJitterReorderingAndDuplicationForMinutesDoNotLetDelayGrow) {
  VideoCall call(3);
  call.path.jitter = 30ms;
  call.path.loss = 0.05;
  call.path.duplication = 0.02;
  call.run(300s);
  EXPECT_LE(call.delay_percentile(10s, 300s, 0.95), 250ms);
  EXPECT_LE(call.delay_percentile(240s, 300s, 0.5), call.delay_percentile(10s, 70s, 0.5) + 20ms);
  EXPECT_LE(call.longest_freeze(5s, 300s), 600ms);
  EXPECT_GE(call.shown_share(5s, 299s), 0.93);
  EXPECT_LE(call.key_frame_requests, 30);
  EXPECT_EQ(call.out_of_order, 0);
}

TEST(VideoJitterBuffer, DelayComesBackWhenThePathCalms) {
  VideoCall call(4);
  call.path.schedule = [](Duration t) -> std::optional<Duration> { return t >= 20s && t < 30s ? 150ms : 0ms; };
  call.run(50s);
  EXPECT_LE(call.delay_percentile(22s, 30s, 0.5), call.path.delay + 160ms);
  EXPECT_LE(call.delay_percentile(40s, 50s, 0.95), call.path.delay + 10ms);
  EXPECT_LE(call.longest_freeze(1s, 50s), 220ms);
}

TEST(VideoJitterBuffer, OutageEndsWithAKeyFrameAndNoAddedDelay) {
  VideoCall call(5);
  call.path.schedule = [](Duration t) -> std::optional<Duration> {
    if (t >= 20s && t < 22s) return std::nullopt;
    return 0ms;
  };
  call.run(40s);
  EXPECT_GE(call.key_frame_requests, 1);
  EXPECT_LE(call.key_frame_requests, 6);
  // The outage itself, and the time to notice, ask and get a key frame.
  EXPECT_LE(call.longest_freeze(19s, 40s), 2500ms);
  EXPECT_LE(call.delay_percentile(35s, 40s, 0.95), call.path.delay + 10ms);
  EXPECT_EQ(call.out_of_order, 0);
}

TEST(VideoJitterBuffer, DriftOfTheSendersClockIsFollowed) {
  for (const double drift : {100e-6, -100e-6}) {
    VideoCall call(6);
    call.sender_drift = drift;
    call.run(600s);
    EXPECT_LE(call.delay_percentile(590s, 600s, 0.95), call.path.delay + 9ms) << drift;
    EXPECT_GE(call.shown_share(580s, 599s), 0.99) << drift;
  }
}

TEST(VideoJitterBuffer, LipSyncDelayIsAddedAndBounded) {
  VideoCall call(7);
  call.run(5s);
  call.buffer.handle_sender_report(std::uint64_t{123'456} << 32, 0xffff'0000U);
  EXPECT_TRUE(call.buffer.synchronised());
  call.buffer.set_minimum_delay(call.buffer.needed_delay() + 100ms);
  call.run(5s);
  EXPECT_NEAR(to_milliseconds(call.delay_percentile(6s, 10s, 0.5)), to_milliseconds(call.path.delay + 105ms), 8);
  call.buffer.set_minimum_delay(call.buffer.needed_delay() + 10h);
  call.run(5s);
  EXPECT_LE(call.delay_percentile(11s, 15s, 0.5), call.path.delay + 415ms);
}

TEST(VideoJitterBuffer, SenderReportsDoNotMovePlayout) {
  VideoCall call(8);
  Rng rng(8);
  for (int i = 0; i < 100; ++i) {
    call.run(200ms);
    call.buffer.handle_sender_report(rng.next(), static_cast<std::uint32_t>(rng.next()));
  }
  EXPECT_LE(call.delay_percentile(1s, 20s, 0.99), call.path.delay + 8ms);
  EXPECT_LE(call.longest_freeze(1s, 20s), 50ms);
}

TEST(VideoJitterBuffer, KeyFrameIsAskedForAgainUntilItComes) {
  VideoJitterBuffer buffer;
  buffer.set_round_trip_time(100ms);
  Timestamp now = kStart;
  buffer.insert(frame_of(1000, 0, false, now), now);
  EXPECT_FALSE(buffer.poll(now));
  EXPECT_FALSE(buffer.take_key_frame_request(now)) << "the key frame may be just behind";
  int requests = 0;
  for (; now < kStart + 3s; now += 10ms) requests += buffer.take_key_frame_request(now);
  EXPECT_GE(requests, 8);
  EXPECT_LE(requests, 11);
  buffer.insert(frame_of(1100, 90, true, now), now);
  EXPECT_TRUE(buffer.poll(now));
  for (; now < kStart + 6s; now += 10ms) EXPECT_FALSE(buffer.take_key_frame_request(now));
  EXPECT_EQ(buffer.next_deadline(), kNever);
}

TEST(VideoJitterBuffer, DecodeErrorAsksForAKeyFrameAndSkipsToIt) {
  VideoJitterBuffer buffer;
  buffer.insert(frame_of(1000, 0, true, kStart), kStart);
  EXPECT_TRUE(buffer.poll(kStart));
  buffer.handle_decode_error(kStart + 10ms);
  EXPECT_TRUE(buffer.take_key_frame_request(kStart + 10ms));
  buffer.insert(frame_of(1001, 1, false, kStart + 33ms), kStart + 33ms);
  EXPECT_FALSE(buffer.poll(kStart + 33ms));
  buffer.insert(frame_of(1002, 2, true, kStart + 66ms), kStart + 66ms);
  const auto frame = buffer.poll(kStart + 66ms);
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->key_frame);
}

TEST(VideoJitterBuffer, GapIsWaitedForAndUsedWhenFilledAfterAll) {
  VideoJitterBuffer buffer;
  buffer.set_round_trip_time(100ms);
  buffer.insert(frame_of(1000, 0, true, kStart), kStart);
  EXPECT_TRUE(buffer.poll(kStart));
  for (int i = 2; i < 20; ++i) buffer.insert(frame_of(1000 + i, i, false, kStart + i * 33ms), kStart + i * 33ms);
  const Timestamp deadline = buffer.next_deadline();
  EXPECT_GE(deadline, kStart + 200ms) << "retransmission needs its time";
  EXPECT_LE(deadline, kStart + 700ms);
  EXPECT_FALSE(buffer.poll(deadline));
  EXPECT_TRUE(buffer.take_key_frame_request(deadline));
  EXPECT_GT(buffer.next_deadline(), deadline);
  // The frame comes a little late: all is decoded, and only the newest shown.
  const Timestamp now = kStart + 700ms;
  buffer.insert(frame_of(1001, 1, false, now), now);
  int decoded = 0;
  int not_late = 0;
  while (const auto frame = buffer.poll(now)) {
    ++decoded;
    not_late += !frame->late;
  }
  EXPECT_EQ(decoded, 19);
  EXPECT_LE(not_late, 4);
  EXPECT_GE(not_late, 1);
  EXPECT_FALSE(buffer.take_key_frame_request(now + 1s));
}

/// The `number`th frame of a stream whose odd frames refer to the one before, and even ones to the even one before.
AssembledFrame layered(std::int64_t number, Timestamp at) {
  AssembledFrame frame = frame_of(1000 + number, number, number == 0, at);
  frame.picture_id = 500 + number;
  const auto base_index = static_cast<std::uint8_t>(250 + number / 2);
  const bool upper = number % 2 == 1;
  frame.temporal_layer = {.layer = static_cast<std::uint8_t>(upper ? 1 : 0),
                          .base_index = base_index,
                          .refers_to_base = upper,
                          .non_reference = upper};
  return frame;
}

/// A buffer that has had the first two of them.
VideoJitterBuffer layered_buffer() {
  VideoJitterBuffer buffer;
  buffer.set_round_trip_time(200ms);
  for (const int number : {0, 1}) {
    buffer.insert(layered(number, kStart + number * 33ms), kStart + number * 33ms);
    EXPECT_TRUE(buffer.poll(kStart + number * 33ms));
  }
  return buffer;
}

TEST(VideoJitterBuffer, FramesThatNoneRefersToAreNotWaitedForBeyondTheirTime) {
  VideoJitterBuffer buffer = layered_buffer();
  Timestamp now = kStart + 2 * 33ms;
  // The base index comes round meanwhile.
  for (int number = 2; number < 40; ++number) {
    now = kStart + number * 33ms;
    if (number % 6 == 3) continue;
    buffer.insert(layered(number, now), now);
    if (number % 6 != 4) {
      EXPECT_TRUE(buffer.poll(now)) << number;
      continue;
    }
    EXPECT_FALSE(buffer.poll(now)) << "what is missing may come in time";
    EXPECT_LE(buffer.next_deadline(), now + 33ms);
    const auto frame = buffer.poll(buffer.next_deadline());
    ASSERT_TRUE(frame) << number;
    EXPECT_FALSE(frame->late);
  }
  EXPECT_FALSE(buffer.take_key_frame_request(now + 1s));
  buffer.insert(layered(33, now), now);
  EXPECT_FALSE(buffer.poll(now)) << "its time is over";
}

TEST(VideoJitterBuffer, FramesThatReferToWhatIsMissingWaitForIt) {
  // A base frame that refers to a missing one; an upper frame whose base is missing; one that may refer to more.
  for (const int wrong : {0, 1, 2}) {
    VideoJitterBuffer buffer = layered_buffer();
    const Timestamp now = kStart + 5 * 33ms;
    AssembledFrame frame = layered(wrong == 1 ? 3 : 4, now);
    if (wrong == 2) {
      frame = layered(3, now);
      frame.temporal_layer->base_index = 250;
      frame.temporal_layer->refers_to_base = false;
    }
    buffer.insert(frame, now);
    EXPECT_FALSE(buffer.poll(now + 590ms)) << wrong;
    EXPECT_TRUE(buffer.take_key_frame_request(now + 700ms)) << wrong;
  }
  // The same index of a round before or behind.
  for (const std::int64_t rounds : {-1, 1}) {
    VideoJitterBuffer buffer = layered_buffer();
    const Timestamp now = kStart + 514 * 33ms;
    AssembledFrame frame = layered(514, now);
    frame.picture_id = 502 + rounds * 512;
    buffer.insert(frame, now);
    EXPECT_FALSE(buffer.poll(now + 590ms));
  }
}

// Another program's upper frames may refer to the upper one before as well, and one of these is missing.
TEST(VideoJitterBuffer, WhatMayReferToASkippedFrameIsLeftOut) {
  VideoJitterBuffer buffer = layered_buffer();
  Timestamp now = kStart;
  std::vector<std::int64_t> decoded;
  const auto receive = [&](std::int64_t number, bool refers_to_base) {
    now = kStart + number * 33ms;
    AssembledFrame frame = layered(number, now);
    if (number % 2 == 1) frame.temporal_layer->refers_to_base = refers_to_base;
    buffer.insert(std::move(frame), now);
    while (const auto out = buffer.poll(std::max(now, std::min(buffer.next_deadline(), now + 33ms)))) {
      decoded.push_back((out->timestamp - 1'000'000) / 3000);
    }
  };
  receive(2, true);
  for (const int number : {4, 5, 6, 7, 8}) receive(number, false);
  receive(9, true);
  receive(10, true);
  receive(11, false);
  EXPECT_EQ(decoded, (std::vector<std::int64_t>{2, 4, 6, 8, 9, 10, 11}));
  EXPECT_FALSE(buffer.take_key_frame_request(now + 1s));
}

TEST(VideoJitterBuffer, LongFreezeDoesNotFillMemory) {
  VideoJitterBuffer buffer;
  buffer.insert(frame_of(1000, 0, true, kStart), kStart);
  EXPECT_TRUE(buffer.poll(kStart));
  Timestamp now = kStart;
  for (int i = 2; i < 5000; ++i, now += 10ms) {
    AssembledFrame frame = frame_of(1000 + i, i, false, now);
    frame.data = Bytes(10'000);
    buffer.insert(std::move(frame), now);
  }
  EXPECT_GE(buffer.counters().dropped, 4998U - 120U);
  buffer.insert(frame_of(7000, 5001, true, now), now);
  EXPECT_TRUE(buffer.poll(now));
}

TEST(VideoJitterBuffer, HostileFramesNeverHoldFrameForLong) {
  VideoJitterBuffer buffer;
  Rng rng(11);
  Timestamp now = kStart;
  for (int i = 0; i < 20'000; ++i, now += 1ms) {
    AssembledFrame frame = frame_of(static_cast<std::int64_t>(rng.below(1 << 20)), 0, rng.chance(0.3), now);
    frame.timestamp = static_cast<std::int64_t>(rng.next() >> (8 + rng.below(50)));
    if (rng.chance(0.5)) frame.picture_id = static_cast<std::int64_t>(rng.below(1 << 15));
    if (rng.chance(0.5)) {
      frame.temporal_layer = {.layer = static_cast<std::uint8_t>(rng.below(4)),
                              .base_index = static_cast<std::uint8_t>(rng.below(256)),
                              .refers_to_base = rng.chance(0.5)};
    }
    buffer.insert(std::move(frame), now);
    while (const auto out = buffer.poll(now)) ASSERT_LE(out->render_at, now + 1s);
    (void)buffer.take_key_frame_request(now);
  }
  // An honest stream is seen again soon after.
  int decoded = 0;
  for (int i = 0; i < 300; ++i, now += 33ms) {
    buffer.insert(frame_of(3'000'000 + i, i, i % 30 == 0, now), now);
    while (const auto out = buffer.poll(now)) decoded += i >= 100;
  }
  EXPECT_EQ(decoded, 200);
}

TEST(VideoJitterBuffer, NumberingThatStartsAnewIsFollowed) {
  VideoJitterBuffer buffer;
  buffer.insert(frame_of(90'000, 0, true, kStart), kStart);
  EXPECT_TRUE(buffer.poll(kStart));
  Timestamp now = kStart + 1s;
  int decoded = 0;
  for (int i = 0; i < 60; ++i, now += 33ms) {
    buffer.insert(frame_of(60'000 + i, i, i % 15 == 0, now), now);
    while (buffer.poll(now)) ++decoded;
  }
  EXPECT_GE(decoded, 45);
}

}  // namespace
}  // namespace counterpoint
