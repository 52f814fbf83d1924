// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/opus_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "core/base/rng.h"
#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

using Pcm = std::array<float, kAudioPacketSamples>;

Pcm tone(double frequency, int packet) {
  Pcm pcm{};
  for (std::size_t i = 0; i < pcm.size(); ++i) {
    const auto n = static_cast<double>(static_cast<std::size_t>(packet) * kAudioPacketSamples + i);
    pcm[i] = static_cast<float>(0.3 * std::sin(2 * std::numbers::pi * frequency * n / kAudioSampleRate));
  }
  return pcm;
}

/// Something like a vowel: harmonics of a gliding pitch, weighted by formants, in syllables of 400 ms, with some
/// breath.
class Voice {
 public:
  Voice() {
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const double frequency = static_cast<double>(i + 1) * 130;
      weights_[i] = std::exp(-std::pow((frequency - 600) / 250, 2)) +
                    0.5 * std::exp(-std::pow((frequency - 1400) / 300, 2)) + 0.02;
    }
  }

  Pcm next() {
    Pcm pcm{};
    for (auto& sample : pcm) {
      const double t = n_++ / kAudioSampleRate;
      phase_ += (130 + 25 * std::sin(2 * std::numbers::pi * 0.7 * t)) / kAudioSampleRate;
      double sum = 0.05 * rng_.gaussian();
      const std::complex<double> step = std::polar(1.0, 2 * std::numbers::pi * phase_);
      std::complex<double> harmonic = 1;
      for (const double weight : weights_) sum += weight * (harmonic *= step).imag();
      sample = static_cast<float>(0.1 * sum * (0.6 + 0.4 * std::sin(2 * std::numbers::pi * 2.5 * t)));
    }
    return pcm;
  }

 private:
  Rng rng_{5};
  std::array<double, 25> weights_{};
  double n_ = 0;
  double phase_ = 0;
};

double energy(const Pcm& pcm) {
  double sum = 0;
  for (const float s : pcm) sum += static_cast<double>(s) * s;
  return sum;
}

double error_energy(const Pcm& a, const Pcm& b) {
  Pcm difference{};
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] = a[i] - b[i];
  return energy(difference);
}

double strength(const std::vector<float>& pcm, double frequency) {
  std::complex<double> sum;
  for (std::size_t i = 0; i < pcm.size(); ++i) {
    const double angle = 2 * std::numbers::pi * frequency * static_cast<double>(i) / kAudioSampleRate;
    sum += static_cast<double>(pcm[i]) * std::polar(1.0, -angle);
  }
  return 2 * std::abs(sum) / static_cast<double>(pcm.size());
}

std::unique_ptr<AudioEncoder> encoder(const OpusEncoderConfig& config = {}) {
  return make_opus_encoder(config).value();
}
std::unique_ptr<AudioDecoder> decoder() { return make_opus_decoder().value(); }

TEST(OpusCodec, KeepsThePitchAndLoudnessOfATone) {
  auto enc = encoder();
  auto dec = decoder();
  std::vector<float> heard;
  for (int i = 0; i < 60; ++i) {
    Pcm pcm{};
    ASSERT_TRUE(dec->decode(enc->encode(tone(440, i)).value(), pcm));
    if (i >= 10) heard.insert(heard.end(), pcm.begin(), pcm.end());
  }
  double strongest = 0;
  for (double frequency = 300; frequency <= 600; frequency += 1) {
    if (strength(heard, frequency) > strength(heard, strongest)) strongest = frequency;
  }
  EXPECT_NEAR(strongest, 440, 1);
  EXPECT_NEAR(strength(heard, 440), 0.3, 0.05);
}

TEST(OpusCodec, DelaysByThePreSkip) {
  auto enc = encoder({.rate = DataRate::kilobits_per_second(128)});
  auto dec = decoder();
  std::vector<float> sent;
  std::vector<float> heard;
  Rng rng(3);
  double smooth = 0;
  for (int i = 0; i < 50; ++i) {
    Pcm pcm{};
    for (auto& s : pcm) s = static_cast<float>(smooth = 0.95 * smooth + 0.05 * rng.gaussian());
    sent.insert(sent.end(), pcm.begin(), pcm.end());
    ASSERT_TRUE(dec->decode(enc->encode(pcm).value(), pcm));
    heard.insert(heard.end(), pcm.begin(), pcm.end());
  }
  std::size_t best_delay = 0;
  double best = 0;
  for (std::size_t delay = 0; delay < 1000; ++delay) {
    double correlation = 0;
    for (std::size_t i = 9600; i < 38'400; ++i) correlation += static_cast<double>(sent[i]) * heard[i + delay];
    if (correlation > best) best = correlation, best_delay = delay;
  }
  EXPECT_NEAR(static_cast<double>(best_delay), static_cast<double>(kOpusPreSkipSamples), 3);
}

TEST(OpusCodec, FecBringsALostPacketBackBetterThanConcealment) {
  auto enc = encoder({.expected_loss = 0.02});
  auto whole = decoder();
  auto with_fec = decoder();
  auto concealing = decoder();
  Voice voice;
  double wanted = 0;
  double fec_error = 0;
  double conceal_error = 0;
  for (int i = 0; i < 300; ++i) {
    const Bytes packet = enc->encode(voice.next()).value();
    Pcm reference{};
    Pcm recovered{};
    Pcm guessed{};
    ASSERT_TRUE(whole->decode(packet, reference));
    if (i % 10 == 9) {  // Lost; its successor brings it back.
      const Bytes next = enc->encode(voice.next()).value();
      ASSERT_TRUE(with_fec->decode_fec(next, recovered));
      concealing->conceal(guessed);
      wanted += energy(reference);
      fec_error += error_energy(reference, recovered);
      conceal_error += error_energy(reference, guessed);
      ASSERT_TRUE(whole->decode(next, reference));
      ASSERT_TRUE(with_fec->decode(next, recovered));
      ASSERT_TRUE(concealing->decode(next, guessed));
    } else {
      ASSERT_TRUE(with_fec->decode(packet, recovered));
      ASSERT_TRUE(concealing->decode(packet, guessed));
    }
  }
  const double fec_snr = 10 * std::log10(wanted / fec_error);
  const double conceal_snr = 10 * std::log10(wanted / conceal_error);
  RecordProperty("fec_snr_db", std::to_string(fec_snr));
  RecordProperty("conceal_snr_db", std::to_string(conceal_snr));
  EXPECT_GT(fec_snr, 6);
  EXPECT_GT(fec_snr, conceal_snr + 3);
}

TEST(OpusCodec, ConcealmentGoesOnAndThenFades) {
  auto enc = encoder();
  auto dec = decoder();
  Voice voice;
  Pcm pcm{};
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(dec->decode(enc->encode(voice.next()).value(), pcm));
  const double before = energy(pcm);
  dec->conceal(pcm);
  EXPECT_GT(energy(pcm), before / 8);
  EXPECT_LT(energy(pcm), before * 4);
  for (int i = 0; i < 50; ++i) dec->conceal(pcm);
  EXPECT_LT(energy(pcm), before / 20);
}

/// Two tones, one for each channel, interleaved.
std::vector<float> two_tones(double left, double right, int packet) {
  const Pcm on_the_left = tone(left, packet);
  const Pcm on_the_right = tone(right, packet);
  std::vector<float> pcm;
  for (std::size_t i = 0; i < on_the_left.size(); ++i) pcm.insert(pcm.end(), {on_the_left[i], on_the_right[i]});
  return pcm;
}

std::vector<float> channel_of(std::span<const float> interleaved, std::size_t channel) {
  std::vector<float> samples;
  for (std::size_t i = channel; i < interleaved.size(); i += 2) samples.push_back(interleaved[i]);
  return samples;
}

double decibels(double ratio) { return 20 * std::log10(ratio); }

TEST(OpusCodec, KeepsLeftAndRightApart) {
  for (const int kilobits : {48, 64, 96}) {
    auto enc = encoder({.max_channels = 2});
    auto dec = make_opus_decoder(2).value();
    enc->set_channels(2);
    enc->set_rate(DataRate::kilobits_per_second(kilobits));
    std::vector<float> heard;
    for (int i = 0; i < 60; ++i) {
      std::vector<float> pcm(2 * kAudioPacketSamples);
      ASSERT_TRUE(dec->decode(enc->encode(two_tones(440, 1000, i)).value(), pcm));
      if (i >= 10) heard.insert(heard.end(), pcm.begin(), pcm.end());
    }
    const std::vector<float> left = channel_of(heard, 0);
    const std::vector<float> right = channel_of(heard, 1);
    EXPECT_NEAR(strength(left, 440), 0.3, 0.05) << kilobits;
    EXPECT_NEAR(strength(right, 1000), 0.3, 0.05) << kilobits;
    EXPECT_GT(decibels(strength(left, 440) / strength(right, 440)), 30) << kilobits;
    EXPECT_GT(decibels(strength(right, 1000) / strength(left, 1000)), 30) << kilobits;
  }
}

TEST(OpusCodec, MonoCostsAnEncoderOfTwoChannelsNoMore) {
  auto of_one = encoder();
  auto of_two = encoder({.max_channels = 2});
  Voice voice;
  std::size_t bytes_of_one = 0;
  std::size_t bytes_of_two = 0;
  for (int i = 0; i < 200; ++i) {
    const Pcm pcm = voice.next();
    bytes_of_one += of_one->encode(pcm).value().size();
    bytes_of_two += of_two->encode(pcm).value().size();
  }
  EXPECT_LE(bytes_of_two, bytes_of_one);
}

TEST(OpusCodec, GoesBackToMonoAtOnce) {
  constexpr std::uint8_t kStereoFlag = 0x04;  // RFC 6716 section 3.1.
  auto enc = encoder({.max_channels = 2});
  auto dec = make_opus_decoder(2).value();
  std::vector<float> pcm(2 * kAudioPacketSamples);
  std::vector<float> left;
  for (int i = 0; i < 100; ++i) {
    const bool stereo = i / 20 % 2 == 1;
    enc->set_channels(stereo ? 2 : 1);
    enc->set_rate(DataRate::kilobits_per_second(stereo ? 64 : 32));
    const Pcm mono = tone(440, i);
    const auto packet = stereo ? enc->encode(two_tones(440, 1000, i)) : enc->encode(mono);
    ASSERT_TRUE(packet.ok());
    EXPECT_EQ((packet.value()[0] & kStereoFlag) != 0, stereo) << i;
    ASSERT_TRUE(dec->decode(packet.value(), pcm));
    const std::vector<float> heard = channel_of(pcm, 0);
    if (i >= 10) left.insert(left.end(), heard.begin(), heard.end());
  }
  // The tone on the left goes on as if nothing had changed.
  EXPECT_NEAR(strength(left, 440), 0.3, 0.05);
  float steepest = 0;
  for (std::size_t i = 1; i < left.size(); ++i) steepest = std::max(steepest, std::abs(left[i] - left[i - 1]));
  EXPECT_LT(steepest, 0.1) << "a click";
}

TEST(OpusCodec, ADecoderTakesBothKinds) {
  auto stereo = encoder({.max_channels = 2});
  stereo->set_channels(2);
  stereo->set_rate(DataRate::kilobits_per_second(96));
  auto mono = encoder();
  auto of_one = decoder();
  auto of_two = make_opus_decoder(2).value();
  std::vector<float> mixed;
  for (int i = 0; i < 40; ++i) {
    Pcm pcm{};
    ASSERT_TRUE(of_one->decode(stereo->encode(two_tones(440, 1000, i)).value(), pcm));
    if (i >= 10) mixed.insert(mixed.end(), pcm.begin(), pcm.end());
    std::vector<float> both(2 * kAudioPacketSamples);
    ASSERT_TRUE(of_two->decode(mono->encode(tone(440, i)).value(), both));
    EXPECT_EQ(channel_of(both, 0), channel_of(both, 1));
  }
  EXPECT_NEAR(strength(mixed, 440), 0.15, 0.03) << "the mean of both channels";
  EXPECT_NEAR(strength(mixed, 1000), 0.15, 0.03);
}

TEST(OpusCodec, WhatIsLostOfMonoIsConcealedInTheMiddle) {
  auto enc = encoder();
  auto dec = make_opus_decoder(2).value();
  Voice voice;
  std::vector<float> pcm(2 * kAudioPacketSamples);
  for (int i = 0; i < 100; ++i) {
    const Bytes packet = enc->encode(voice.next()).value();
    if (i % 5 == 4) {
      dec->conceal(pcm);
    } else {
      ASSERT_TRUE(dec->decode(packet, pcm));
    }
    ASSERT_EQ(channel_of(pcm, 0), channel_of(pcm, 1)) << i;
  }
}

TEST(OpusCodec, RateFollowsSetRate) {
  auto enc = encoder();
  Voice voice;
  for (const int kilobits : {32, 16, 64, 24}) {
    enc->set_rate(DataRate::kilobits_per_second(kilobits));
    DataSize size;
    for (int i = 0; i < 150; ++i) {
      const auto packet = enc->encode(voice.next());
      if (i >= 50) size += DataSize::bytes(static_cast<std::int64_t>(packet.value().size()));
    }
    const double rate = (size / (kAudioPacketDuration * 100)).kilobits_per_second();
    EXPECT_NEAR(rate, kilobits, kilobits * 0.15);
  }
}

TEST(OpusCodec, SameInputGivesTheSamePackets) {
  auto first = encoder();
  auto second = encoder();
  Voice voice;
  for (int i = 0; i < 100; ++i) {
    const Pcm pcm = voice.next();
    ASSERT_EQ(first->encode(pcm).value(), second->encode(pcm).value());
  }
}

TEST(OpusCodec, PacketsOf10To60MillisecondsAreHeardAsTheyWere) {
  auto enc = encoder();
  auto dec = decoder();
  std::vector<float> sent;
  std::vector<float> heard;
  for (int i = 0; i < 200; ++i) {
    const std::size_t samples = std::array<std::size_t, 4>{480, 960, 1920, 2880}[static_cast<std::size_t>(i / 3) % 4];
    const std::size_t from = sent.size();
    for (std::size_t k = 0; k < samples; ++k) {
      sent.push_back(static_cast<float>(
          0.3 * std::sin(2 * std::numbers::pi * 440 * static_cast<double>(from + k) / kAudioSampleRate)));
    }
    const auto packet = enc->encode(std::span(sent).subspan(from));
    ASSERT_TRUE(packet);
    std::vector<float> pcm(samples);
    ASSERT_TRUE(dec->decode(*packet, pcm));
    heard.insert(heard.end(), pcm.begin(), pcm.end());
  }
  constexpr std::size_t kBlock = 480;
  const auto level = [](std::span<const float> audio) {
    double sum = 0;
    for (const float sample : audio) sum += static_cast<double>(sample) * sample;
    return std::sqrt(sum / static_cast<double>(audio.size()));
  };
  for (std::size_t at = 48'000; at + kBlock <= heard.size(); at += kBlock) {
    EXPECT_NEAR(level(std::span(heard).subspan(at, kBlock)), 0.3 / std::numbers::sqrt2, 0.07) << "a gap at " << at;
  }
  double product = 0;
  for (std::size_t i = 48'000; i + kOpusPreSkipSamples < heard.size(); ++i) {
    product += static_cast<double>(sent[i]) * heard[i + kOpusPreSkipSamples];
  }
  const auto count = static_cast<double>(heard.size() - kOpusPreSkipSamples - 48'000);
  EXPECT_GT(product / count, 0.8 * 0.3 * 0.3 / 2) << "it is the tone, in time";
}

TEST(OpusCodec, FecBringsBackTheEndOfALongPacket) {
  auto enc = encoder({.expected_loss = 0.2});
  auto dec = decoder();
  std::vector<float> pcm(2880);
  const Bytes next = enc->encode(pcm).value();
  EXPECT_TRUE(dec->decode_fec(next, pcm)) << "of the same duration";
  std::vector<float> shorter(960);
  EXPECT_TRUE(dec->decode_fec(next, shorter)) << "of another one";
}

/// The samples of the only frame of a wide-band packet of 40 or 60 ms; 0 for any other packet (RFC 6716, 3.1).
std::size_t long_frame_samples(const Bytes& packet) {
  constexpr std::uint8_t kOneOf40Ms = 10U << 3U;
  constexpr std::uint8_t kOneOf60Ms = 11U << 3U;
  return packet.at(0) == kOneOf40Ms ? 1920 : packet.at(0) == kOneOf60Ms ? 2880 : 0;
}

/// The next `parts` of 20 ms, one after another.
std::vector<float> next_parts(Voice& voice, std::size_t parts) {
  std::vector<float> pcm;
  for (std::size_t i = 0; i < parts; ++i) {
    const Pcm part = voice.next();
    pcm.insert(pcm.end(), part.begin(), part.end());
  }
  return pcm;
}

/// The signal-to-noise ratio, in dB, of each 20 ms of the packets of `samples` that get lost, when the next packet
/// brings them back: one in seven.
std::vector<double> recovered(std::size_t samples) {
  auto enc = encoder({.rate = kWideBandRate});
  auto whole = decoder();
  auto with_fec = decoder();
  Voice voice;
  const std::size_t parts = samples / kAudioPacketSamples;
  std::vector<double> wanted(parts);
  std::vector<double> error(parts);
  std::vector<float> reference(samples);
  std::vector<float> heard(samples);
  bool lost = false;
  for (int i = 0; i < 300; ++i) {
    const Bytes packet = enc->encode(next_parts(voice, parts)).value();
    EXPECT_EQ(long_frame_samples(packet), samples) << i;
    if (lost) {
      EXPECT_TRUE(with_fec->decode_fec(packet, heard));
      for (std::size_t k = 0; k < samples; ++k) {
        wanted[k / kAudioPacketSamples] += std::pow(reference[k], 2);
        error[k / kAudioPacketSamples] += std::pow(reference[k] - heard[k], 2);
      }
    }
    EXPECT_TRUE(whole->decode(packet, reference));
    lost = i % 7 == 6;  // Syllables take ten packets of 40 ms.
    if (!lost) {
      EXPECT_TRUE(with_fec->decode(packet, heard));
    }
  }
  std::vector<double> ratios;
  for (std::size_t part = 0; part < parts; ++part) ratios.push_back(10 * std::log10(wanted[part] / error[part]));
  return ratios;
}

TEST(OpusCodec, FecBringsAllOfALongPacketOfWideBandSpeechBack) {
  for (const std::size_t samples : {1920U, 2880U}) EXPECT_THAT(recovered(samples), testing::Each(testing::Gt(4)));
}

TEST(OpusCodec, LongPacketsOfMoreThanTheWideBandRateKeepTheFullBand) {
  auto enc = encoder({.rate = DataRate::kilobits_per_second(32)});
  Voice voice;
  const std::vector<float> pcm = next_parts(voice, 2);
  EXPECT_EQ(long_frame_samples(enc->encode(pcm).value()), 0U);
  enc->set_rate(kWideBandRate);
  EXPECT_EQ(long_frame_samples(enc->encode(pcm).value()), 1920U);
  enc->set_rate(DataRate::kilobits_per_second(32));
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(enc->encode(pcm));
  EXPECT_EQ(long_frame_samples(enc->encode(pcm).value()), 0U) << "libopus widens the band where it is not heard";
}

TEST(OpusCodec, BrokenPacketsAreRefusedAndDoNoHarm) {
  auto enc = encoder();
  auto dec = decoder();
  Voice voice;
  Pcm pcm{};
  EXPECT_EQ(dec->decode({}, pcm).error().kind, ErrorKind::kMalformed);
  const Bytes ten_milliseconds = {0x00, 0x01, 0x02};
  EXPECT_EQ(dec->decode(ten_milliseconds, pcm).error().kind, ErrorKind::kMalformed);
  Rng rng(11);
  for (int i = 0; i < 3000; ++i) {
    Bytes packet = enc->encode(voice.next()).value();
    const std::uint64_t damage = rng.below(3);
    if (damage == 0) packet.resize(rng.below(packet.size() + 1));
    if (damage == 1) packet[rng.below(packet.size())] ^= static_cast<std::uint8_t>(1 + rng.below(255));
    if (damage == 2) {
      packet.resize(rng.below(2000));
      for (auto& byte : packet) byte = static_cast<std::uint8_t>(rng.next());
    }
    const auto decoded = rng.chance(0.5) ? dec->decode(packet, pcm) : dec->decode_fec(packet, pcm);
    if (!decoded) {
      ASSERT_EQ(decoded.error().kind, ErrorKind::kMalformed);
    }
    for (const float sample : pcm) ASSERT_TRUE(std::isfinite(sample));
  }
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(dec->decode(enc->encode(voice.next()).value(), pcm));
  EXPECT_GT(energy(pcm), 0.1);
}

TEST(OpusCodec, ABrokenPacketIsLeftToBeConcealedOnce) {
  const Bytes of_other_duration = {0x00, 0x01, 0x02};
  const Bytes too_long = {0x7b, 0x3f};
  Bytes without_its_frames = {0x7a, 0xf0};  // The first of two frames is longer than the packet.
  for (const Bytes& broken : {Bytes(), of_other_duration, too_long, without_its_frames}) {
    for (const bool fec : {false, true}) {
      if (fec && broken == of_other_duration) continue;  // One may be of any.
      auto enc = encoder();
      auto dec = decoder();
      auto expected = decoder();
      Voice voice;
      Pcm pcm{};
      Pcm wanted{};
      for (int i = 0; i < 30; ++i) {
        const Bytes packet = enc->encode(voice.next()).value();
        ASSERT_TRUE(dec->decode(packet, pcm));
        ASSERT_TRUE(expected->decode(packet, wanted));
      }
      EXPECT_FALSE(fec ? dec->decode_fec(broken, pcm) : dec->decode(broken, pcm));
      for (int i = 0; i < 3; ++i) {
        dec->conceal(pcm);
        expected->conceal(wanted);
        EXPECT_EQ(pcm, wanted);
      }
    }
  }
}

TEST(OpusCodec, RefusesSettingsOutOfRange) {
  EXPECT_EQ(make_opus_encoder({.rate = DataRate::kilobits_per_second(5)}).error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(make_opus_encoder({.complexity = 11}).error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(make_opus_encoder({.max_channels = 3}).error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(make_opus_encoder({.expected_loss = 1.5}).error().kind, ErrorKind::kInvalidArgument);
}

}  // namespace
}  // namespace counterpoint
