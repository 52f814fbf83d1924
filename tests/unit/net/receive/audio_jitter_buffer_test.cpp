// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/audio_jitter_buffer.h"

#include <gtest/gtest.h>

#include "tests/unit/net/receive/receive_simulation.h"

namespace counterpoint {
namespace {

using HeardAudio = std::vector<AudioCall::Heard>;

Duration mean_delay(const HeardAudio& heard) {
  Duration sum{};
  std::int64_t count = 0;
  for (const auto& h : heard) {
    if (h.sequence < 0) continue;
    sum += h.delay;
    ++count;
  }
  return count > 0 ? sum / count : Duration::max();
}

Duration mean_wait(const HeardAudio& heard) {
  Duration sum{};
  std::int64_t count = 0;
  for (const auto& h : heard) {
    if (h.sequence < 0) continue;
    sum += h.buffer_wait;
    ++count;
  }
  return count > 0 ? sum / count : Duration::max();
}

Duration percentile_delay(const HeardAudio& heard, double percentile) {
  std::vector<Duration> delays;
  for (const auto& h : heard) {
    if (h.sequence >= 0) delays.push_back(h.delay);
  }
  std::sort(delays.begin(), delays.end());
  return delays.at(static_cast<std::size_t>(percentile * static_cast<double>(delays.size())));
}

double concealed_share(const HeardAudio& heard) {
  const auto concealed = std::count_if(heard.begin(), heard.end(), [](const auto& h) { return h.sequence < 0; });
  return static_cast<double>(concealed) / static_cast<double>(heard.size());
}

bool in_order_without_repetition(const HeardAudio& heard) {
  std::int64_t last = -1;
  for (const auto& h : heard) {
    if (h.sequence < 0) continue;
    if (h.sequence <= last) return false;
    last = h.sequence;
  }
  return true;
}

TEST(AudioJitterBuffer, EvenPathIsHeardWholeAndSoon) {
  for (Duration phase = 0ms; phase < 10ms; phase += 1ms) {
    AudioCall call(1);
    call.device_phase = phase;
    call.run(60s);
    EXPECT_EQ(concealed_share(call.heard_between(2s, 60s)), 0);
    EXPECT_TRUE(in_order_without_repetition(call.heard));
    // At first it is careful.
    EXPECT_LE(mean_wait(call.heard_between(1s, 5s)), 30ms) << to_milliseconds(phase);
    const HeardAudio heard = call.heard_between(10s, 60s);
    EXPECT_LE(mean_wait(heard), 14ms) << to_milliseconds(phase);
    // 20 ms of packet, 20 ms of path, the buffer, what is left of a packet in the player.
    EXPECT_LE(percentile_delay(heard, 0.95), 60ms) << to_milliseconds(phase);
    EXPECT_EQ(call.buffer.counters().late, 0U);
    EXPECT_EQ(call.buffer.counters().discarded, 0U);
  }
}

TEST(AudioJitterBuffer, LearnsTheStepsOfASoundServerWithoutRunningDry) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    AudioCall call(seed);
    call.reserve = 2;
    call.path.jitter = 2ms;
    call.run(2s);
    call.path.jitter = 20ms;
    call.run(4s);
    EXPECT_EQ(concealed_share(call.heard_between(1s, 6s)), 0) << seed;
  }
}

TEST(AudioJitterBuffer, JitterIsAbsorbedWithoutMoreDelayThanItNeeds) {
  AudioCall call(2);
  call.path.jitter = 30ms;
  call.run(120s);
  const HeardAudio heard = call.heard_between(5s, 120s);
  EXPECT_LE(concealed_share(heard), 0.03);
  EXPECT_LE(percentile_delay(heard, 0.95), 120ms);
  EXPECT_TRUE(in_order_without_repetition(call.heard));
}

TEST(AudioJitterBuffer, LossReorderingAndDuplicationForMinutesDoNotLetDelayGrow) {
  AudioCall call(3);
  call.path.jitter = 30ms;
  call.path.loss = 0.05;
  call.path.duplication = 0.02;
  call.run(300s);
  EXPECT_LE(percentile_delay(call.heard_between(240s, 300s), 0.95), 125ms);
  const Duration early = mean_delay(call.heard_between(20s, 60s));
  const Duration late = mean_delay(call.heard_between(260s, 300s));
  EXPECT_LE(late, early + 10ms);
  // Most of what is lost comes back by FEC.
  EXPECT_LE(concealed_share(call.heard_between(5s, 300s)), 0.04);
  EXPECT_GT(call.buffer.counters().fec_decoded, 200U);
  EXPECT_TRUE(in_order_without_repetition(call.heard));
}

TEST(AudioJitterBuffer, FrequentLossWithoutFecAddsNoDelay) {
  AudioCall call(4);
  call.path.loss = 0.05;
  call.with_fec = false;
  call.run(60s);
  const HeardAudio heard = call.heard_between(5s, 60s);
  EXPECT_NEAR(concealed_share(heard), 0.05, 0.015);
  EXPECT_LE(mean_wait(heard), 20ms);
}

TEST(AudioJitterBuffer, StepOfDelayIsPlayedInFullAndTakenBack) {
  AudioCall call(5);
  call.path.schedule = [](Duration t) -> std::optional<Duration> { return t >= 20s && t < 40s ? 100ms : 0ms; };
  call.run(60s);
  // The delayed audio is heard after a pause of about the step, with little lost.
  const HeardAudio step = call.heard_between(19s, 22s);
  EXPECT_LE(concealed_share(step), 0.06);
  EXPECT_EQ(concealed_share(call.heard_between(22s, 39s)), 0);
  // After the step back, within 10 s.
  EXPECT_LE(mean_delay(call.heard_between(50s, 60s)), mean_delay(call.heard_between(10s, 20s)) + 8ms);
  EXPECT_TRUE(in_order_without_repetition(call.heard));
}

/// Milliseconds of audio that the time scaler has added, on balance.
double stretched(const AudioJitterCounters& counters) {
  return (static_cast<double>(counters.samples_inserted) - static_cast<double>(counters.samples_removed)) / 48;
}

TEST(AudioJitterBuffer, SoundIsLengthenedInTimeWhileAQueueGrows) {
  struct Growth {
    double part;  ///< Growth of the delay as a share of time.
    Duration length;
  };
  for (const Growth growth : {Growth{0.01, 20s}, Growth{0.025, 12s}, Growth{0.08, 4s}, Growth{0.1, 4s}}) {
    for (Duration phase = 0ms; phase < 10ms; phase += 3ms) {
      AudioCall call(12);
      call.device_phase = phase;
      call.path.schedule = [growth](Duration t) -> std::optional<Duration> {
        const Duration grown = std::clamp<Duration>(t - 20s, 0ms, growth.length);
        return t < 20s + growth.length ? std::chrono::duration_cast<Duration>(grown * growth.part) : 0ms;
      };
      call.run(21s);
      const double before = stretched(call.buffer.counters());
      call.run(growth.length - 1s);
      const double grown = to_milliseconds(growth.length - 1s) * growth.part;
      EXPECT_EQ(concealed_share(call.heard_between(21s, 20s + growth.length)), 0) << growth.part;
      EXPECT_NEAR(stretched(call.buffer.counters()) - before, grown, 45) << growth.part;
      // The queue falls: the delay of before is back within 10 s.
      call.run(30s);
      const HeardAudio end = call.heard_between(30s + growth.length, 50s + growth.length);
      EXPECT_LE(mean_delay(end), mean_delay(call.heard_between(10s, 20s)) + 8ms) << growth.part;
      EXPECT_TRUE(in_order_without_repetition(call.heard));
    }
  }
}

TEST(AudioJitterBuffer, AQueueThatGrowsUnderJitterHardlyEverRunsItDry) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    AudioCall call(seed);
    call.path.jitter = 20ms;
    call.path.schedule = [](Duration t) -> std::optional<Duration> { return t < 20s ? 0ms : (t - 20s) / 40; };
    call.run(32s);
    EXPECT_LE(concealed_share(call.heard_between(21s, 32s)), 0.005) << seed;
  }
}

/// Waits for what the last seconds needed, and no further: no look at growth or at the last moments.
AudioJitterBuffer::Config without_foresight() {
  AudioJitterBuffer::Config config;
  config.recent.percentile = 0;
  config.growth_ahead = 0;
  config.growth_threshold = 1h;
  config.urgent_threshold = config.forced_threshold;
  return config;
}

TEST(AudioJitterBuffer, ForesightCostsNothingOnAnEvenPathAndLittleUnderJitter) {
  for (const Duration jitter : {Duration(0ms), Duration(2ms), Duration(30ms)}) {
    AudioCall plain(13);
    AudioCall foreseeing(13);
    plain.buffer = AudioJitterBuffer(without_foresight());
    for (AudioCall* call : {&plain, &foreseeing}) {
      call->path.jitter = jitter;
      call->run(120s);
    }
    const double added =
        to_milliseconds(mean_delay(foreseeing.heard_between(10s, 120s)) - mean_delay(plain.heard_between(10s, 120s)));
    EXPECT_LE(added, jitter < 10ms ? 0.5 : 3.0) << to_milliseconds(jitter);
    // No lengthening to and fro.
    const auto stretches = [](const AudioCall& call) {
      return (call.buffer.counters().samples_inserted + call.buffer.counters().samples_removed) / 288;
    };
    EXPECT_LE(stretches(foreseeing), stretches(plain) + stretches(plain) / 5 + 5) << to_milliseconds(jitter);
    EXPECT_LE(concealed_share(foreseeing.heard), concealed_share(plain.heard) + 0.001) << to_milliseconds(jitter);
  }
}

TEST(AudioJitterBuffer, OutageIsConcealedBrieflyThenSilentThenGoesOnAtOnce) {
  AudioCall call(6);
  call.path.schedule = [](Duration t) -> std::optional<Duration> {
    if (t >= 20s && t < 22s) return std::nullopt;
    return 0ms;
  };
  call.run(40s);
  const HeardAudio outage = call.heard_between(20s, 22100ms);
  const auto guessed = std::count_if(outage.begin(), outage.end(), [](const auto& h) { return h.sequence == -1; });
  EXPECT_LE(guessed, 11);
  EXPECT_EQ(concealed_share(call.heard_between(22200ms, 40s)), 0);
  EXPECT_LE(mean_delay(call.heard_between(23s, 40s)), mean_delay(call.heard_between(10s, 20s)) + 8ms);
}

TEST(AudioJitterBuffer, QueueThatEmptiesAfterAnOutageLeavesNoDelayBehind) {
  AudioCall call(7);
  // All that was sent in two seconds comes together.
  call.path.schedule = [](Duration t) -> std::optional<Duration> { return t >= 20s && t < 22s ? 22s - t : 0ms; };
  call.run(40s);
  EXPECT_LE(mean_delay(call.heard_between(24s, 40s)), mean_delay(call.heard_between(10s, 20s)) + 15ms);
  EXPECT_LE(concealed_share(call.heard_between(22500ms, 40s)), 0.01);
  EXPECT_TRUE(in_order_without_repetition(call.heard));
}

TEST(AudioJitterBuffer, DriftOfTheSendersClockIsFollowed) {
  for (const double drift : {100e-6, -100e-6}) {
    AudioCall call(8);
    call.sender_drift = drift;
    call.run(600s);
    EXPECT_LE(concealed_share(call.heard_between(5s, 600s)), 0.0005) << drift;
    EXPECT_NEAR(to_milliseconds(mean_delay(call.heard_between(570s, 600s))),
                to_milliseconds(mean_delay(call.heard_between(5s, 35s))), 10.0)
        << drift;
  }
}

TEST(AudioJitterBuffer, BurstLossIsHeardOnlyAsLongAsItLasts) {
  AudioCall call(9);
  call.path.schedule = [](Duration t) -> std::optional<Duration> {
    if (t % 5s < 100ms) return std::nullopt;
    return 0ms;
  };
  call.run(60s);
  EXPECT_NEAR(concealed_share(call.heard_between(4s, 60s)), 0.02, 0.006);
  EXPECT_LE(mean_delay(call.heard_between(30s, 60s)), 75ms);
}

TEST(AudioJitterBuffer, PauseOfTheSenderIsSilenceAndNotLoss) {
  AudioJitterBuffer buffer;
  Timestamp now = kStart;
  int silences = 0;
  int decoded = 0;
  std::int64_t sequence = 70000;
  for (int i = 0; i < 200; ++i, now += 20ms) {
    // Sends 2 s, pauses for 400 ms with consecutive sequence numbers, sends on.
    if (i < 100 || i >= 120) {
      buffer.insert(
          {.sequence = sequence++, .timestamp = 100'000 + i * 960, .payload = {0x48, 0x80}, .arrived_at = now});
    }
    const AudioDecision decision = buffer.next(now + 10ms, 10ms);
    silences += decision.action == AudioDecision::Action::kSilence;
    decoded += decision.action == AudioDecision::Action::kDecode;
  }
  EXPECT_GE(silences, 10) << "of the 20 that the pause takes; the first few are concealed";
  EXPECT_GE(decoded, 178);
  EXPECT_LE(buffer.counters().late, 1U);
}

TEST(AudioJitterBuffer, MinimumDelayIsReachedAndGivenBack) {
  AudioCall call(10);
  call.run(5s);
  call.buffer.handle_sender_report(std::uint64_t{9000} << 32, 0xffff'0000U);
  call.run(5s);
  const Duration before = call.buffer.current_delay();
  call.buffer.set_minimum_delay(call.buffer.needed_delay() + 100ms);
  call.run(8s);
  EXPECT_NEAR(to_milliseconds(call.buffer.current_delay() - before), 100, 15);
  call.buffer.set_minimum_delay(call.buffer.needed_delay());
  call.run(8s);
  EXPECT_NEAR(to_milliseconds(call.buffer.current_delay() - before), 0, 12);
  EXPECT_EQ(concealed_share(call.heard_between(1s, 26s)), 0);
  // An absurd delay is limited.
  call.buffer.set_minimum_delay(call.buffer.needed_delay() + 1h);
  call.run(20s);
  EXPECT_LE(to_milliseconds(call.buffer.current_delay() - before), 430);
}

TEST(AudioJitterBuffer, RestartedNumberingIsFollowed) {
  AudioJitterBuffer buffer;
  Timestamp now = kStart;
  int decoded_at_the_end = 0;
  for (int i = 0; i < 400; ++i, now += 20ms) {
    const std::int64_t base = i < 200 ? 90'000 : 70'000;
    const std::int64_t ticks = i < 200 ? 9'000'000'000 : 8'000'000'000;
    buffer.insert({.sequence = base + i, .timestamp = ticks + i * 960, .payload = {0x48, 0x80}, .arrived_at = now});
    const AudioDecision decision = buffer.next(now + 5ms, 10ms);
    if (i >= 250) decoded_at_the_end += decision.action == AudioDecision::Action::kDecode;
  }
  EXPECT_GE(decoded_at_the_end, 148);
}

TEST(AudioJitterBuffer, PacketsOfTheFutureNeitherPushOutSoundNorAreHeard) {
  AudioJitterBuffer buffer;
  Timestamp now = kStart;
  const Bytes honest = {0x48, 0x80};
  const Bytes forged = {0x48, 0x81};
  int decoded = 0;
  for (int i = 0; i < 2000; ++i, now += 20ms) {
    buffer.insert({.sequence = 1000 + i, .timestamp = 960'000 + i * 960, .payload = honest, .arrived_at = now});
    if (i > 100 && i < 400) {
      buffer.insert({.sequence = 2000 + i, .timestamp = 1'920'000 + i * 960, .payload = forged, .arrived_at = now});
    }
    const AudioDecision decision = buffer.next(now + 5ms, 10ms);
    EXPECT_NE(decision.payload, forged);
    if (i >= 100) decoded += decision.payload == honest;
  }
  EXPECT_GE(decoded, 1898);
  EXPECT_EQ(buffer.counters().resynchronisations, 0U);
}

TEST(AudioJitterBuffer, HostilePacketsNeitherGrowNorSilenceIt) {
  AudioCall call(11);
  Rng rng(12);
  call.run(5s);
  for (int i = 0; i < 20'000; ++i) {
    AudioPacket packet{.sequence = static_cast<std::int64_t>(rng.below(1 << 20)),
                       .timestamp = static_cast<std::int64_t>(rng.next() >> 20),
                       .payload = Bytes(rng.below(2000)),
                       .arrived_at = call.now()};
    call.buffer.insert(packet);
    if (i % 50 == 0) {
      const AudioDecision decision = call.buffer.next(call.now(), 10ms);
      EXPECT_LE(decision.payload.size(), kMaxOpusPacketSize);
    }
  }
  // An honest stream is heard again soon after.
  AudioJitterBuffer& buffer = call.buffer;
  Timestamp now = call.now() + 1s;
  int decoded = 0;
  for (int i = 0; i < 500; ++i, now += 20ms) {
    buffer.insert(
        {.sequence = 3'000'000 + i, .timestamp = 9'000'000'000 + i * 960, .payload = {0x48, 0x80}, .arrived_at = now});
    const AudioDecision decision = buffer.next(now + 5ms, 10ms);
    if (i >= 400) decoded += decision.action == AudioDecision::Action::kDecode;
  }
  EXPECT_GE(decoded, 98);
}

/// The first byte of a packet of one SILK or hybrid frame, or the first two of one of three hybrid frames.
Bytes packet_of(int milliseconds) {
  switch (milliseconds) {
    case 10:
      return {0x40, 0x80};
    case 20:
      return {0x48, 0x80};
    case 40:
      return {0x50, 0x80};
    default:
      return {0x7b, 0x03, 0x80};
  }
}

class PacketDuration : public testing::TestWithParam<int> {};

TEST_P(PacketDuration, IsPlayedAsTheSenderHasIt) {
  const std::int64_t samples = GetParam() * 48;
  const Duration duration = GetParam() * 1ms;
  AudioJitterBuffer buffer;
  Timestamp now{1000s};
  Timestamp due = now;
  std::int64_t played = 0;
  int decoded = 0;
  int concealed = 0;
  for (int i = 0; i < 500; ++i, now += duration) {
    const bool lost = i % 50 == 25;
    if (!lost) {
      buffer.insert({.sequence = i, .timestamp = i * samples, .payload = packet_of(GetParam()), .arrived_at = now});
    }
    while (due <= now + 5ms) {
      const AudioDecision decision = buffer.next(due, 10ms);
      due += audio_duration(decision.samples);
      if (played == 0 && decision.action == AudioDecision::Action::kSilence) continue;
      EXPECT_EQ(decision.samples, static_cast<std::size_t>(samples));
      played += samples;
      decoded += decision.action == AudioDecision::Action::kDecode;
      concealed += decision.action == AudioDecision::Action::kConceal;
    }
  }
  EXPECT_GE(decoded, 480);
  EXPECT_EQ(concealed, 10) << "each of those that were lost";
  EXPECT_EQ(buffer.counters().concealed_samples, static_cast<std::uint64_t>(10 * samples));
  EXPECT_EQ(buffer.counters().late, 0U);
}

TEST_P(PacketDuration, DoesNotChangeHowMuchAudioWaits) {
  AudioJitterBuffer buffer;
  const std::int64_t count = 10'000 / GetParam();
  for (std::int64_t i = 0; i < count; ++i) {
    buffer.insert(
        {.sequence = i, .timestamp = i * GetParam() * 48, .payload = packet_of(GetParam()), .arrived_at = kStart});
  }
  EXPECT_EQ(static_cast<std::int64_t>(buffer.counters().discarded), count - 3000 / GetParam()) << "3 s wait";
}

/// The times that a stream of such packets begins anew when `missing` of it is lost.
std::uint64_t beginnings(int milliseconds, Duration missing) {
  AudioJitterBuffer buffer;
  Timestamp now = kStart;
  Timestamp due = now;
  for (int i = 0; i < 6000 / milliseconds; ++i, now += milliseconds * 1ms) {
    const Duration at = i * milliseconds * 1ms;
    if (at < 3s || at >= 3s + missing) {
      buffer.insert({.sequence = i,
                     .timestamp = std::int64_t{48} * i * milliseconds,
                     .payload = packet_of(milliseconds),
                     .arrived_at = now});
    }
    for (; due <= now + 5ms; due += audio_duration(buffer.next(due, 10ms).samples)) {
    }
  }
  return buffer.counters().resynchronisations;
}

TEST_P(PacketDuration, DoesNotChangeHowLongAudioMayBeMissing) {
  EXPECT_EQ(beginnings(GetParam(), 420ms), 0U);
  EXPECT_EQ(beginnings(GetParam(), 600ms), 1U);
}

INSTANTIATE_TEST_SUITE_P(Milliseconds, PacketDuration, testing::Values(10, 20, 40, 60));

/// Counts a stream of packets like `payload`, of 60 ms with a copy of the packet before, when every tenth is lost.
AudioJitterCounters counters_of_lost_packets(const Bytes& payload) {
  AudioJitterBuffer buffer;
  Timestamp due = kStart;
  for (std::int64_t i = 0; i < 100; ++i) {
    const Timestamp now = kStart + i * 60ms;
    if (i % 10 != 5) buffer.insert({.sequence = i, .timestamp = 2880 * i, .payload = payload, .arrived_at = now});
    // The packet after a lost one is waited for.
    while (i > 2 && due <= now - 55ms) due += audio_duration(buffer.next(due, 10ms).samples);
    if (i <= 2) due = now;
  }
  EXPECT_GT(buffer.counters().fec_decoded, 5U);
  return buffer.counters();
}

TEST(AudioJitterBuffer, FecRestoresTheLastFrameOfALongPacket) {
  const AudioJitterCounters counters = counters_of_lost_packets({0x7b, 0x03, 0xc0});
  EXPECT_EQ(counters.concealed_samples, counters.fec_decoded * 1920);
}

TEST(AudioJitterBuffer, FecRestoresALongPacketOfOneFrame) {
  const AudioJitterCounters counters = counters_of_lost_packets({0x58, 0x10});  // Wide-band.
  EXPECT_EQ(counters.concealed_samples, 0U);
}

/// The samples that are concealed of a stream in packets of 60 ms, the 60th of which is `late` or lost.
std::uint64_t concealed_of_long_packets(std::optional<Duration> late) {
  AudioJitterBuffer buffer;
  Timestamp due = kStart;
  Timestamp now = kStart;
  for (std::int64_t i = 0; i < 100; ++i) {
    const Timestamp arrival = kStart + i * 60ms + (i == 60 ? late.value_or(0ms) : 0ms);
    for (now = std::max(now, arrival); due <= now - 1ms;) due += audio_duration(buffer.next(due, 10ms).samples);
    if (i == 60 && !late) continue;
    buffer.insert({.sequence = i, .timestamp = 2880 * i, .payload = packet_of(60), .arrived_at = arrival});
  }
  EXPECT_EQ(buffer.counters().resynchronisations, 0U);
  return buffer.counters().concealed_samples;
}

TEST(AudioJitterBuffer, WhoWaitsForALongPacketConcealsLittleAtATime) {
  EXPECT_EQ(concealed_of_long_packets(0ms), 0U);
  EXPECT_EQ(concealed_of_long_packets(25ms), 960U) << "it was to wait for less than 20 ms";
  EXPECT_EQ(concealed_of_long_packets(45ms), 1920U);
  EXPECT_EQ(concealed_of_long_packets({}), 2880U) << "a lost one is concealed once";
}

TEST(AudioJitterBuffer, WhatWasConcealedOfALongPacketIsNotPlayedOnceMoreFromFec) {
  AudioJitterBuffer buffer;
  Timestamp due = kStart;
  const Bytes with_copy = {0x7b, 0x03, 0xc0};
  for (std::int64_t i = 0; i < 100; ++i) {
    const Timestamp arrival = kStart + i * 60ms;
    while (due <= arrival - 1ms) due += audio_duration(buffer.next(due, 10ms).samples);
    if (i != 60) buffer.insert({.sequence = i, .timestamp = 2880 * i, .payload = with_copy, .arrived_at = arrival});
  }
  EXPECT_EQ(buffer.counters().fec_decoded, 1U);
  EXPECT_EQ(buffer.counters().concealed_samples, 1920U) << "all but the last 20 ms, which FEC has";
}

TEST(AudioJitterBuffer, ASenderMayChangeThePacketsDuration) {
  AudioJitterBuffer buffer;
  Timestamp now{1000s};
  Timestamp due = now;
  std::int64_t sequence = 0;
  std::int64_t timestamp = 0;
  std::uint64_t decoded = 0;
  for (const int milliseconds : {20, 60, 10, 40, 20}) {
    for (int i = 0; i < 100; ++i, ++sequence) {
      now += milliseconds * 1ms;  // A packet leaves once it is full.
      buffer.insert(
          {.sequence = sequence, .timestamp = timestamp, .payload = packet_of(milliseconds), .arrived_at = now});
      timestamp += milliseconds * 48;
      while (due <= now) {
        const AudioDecision decision = buffer.next(due, 10ms);
        due += audio_duration(decision.samples);
        if (decision.action == AudioDecision::Action::kDecode) decoded += decision.samples;
      }
    }
  }
  EXPECT_EQ(buffer.counters().discarded, 0U);
  EXPECT_EQ(buffer.counters().resynchronisations, 0U);
  EXPECT_GE(decoded, static_cast<std::uint64_t>(timestamp) - 10'000U) << "all but what still waits";
}

}  // namespace
}  // namespace counterpoint
