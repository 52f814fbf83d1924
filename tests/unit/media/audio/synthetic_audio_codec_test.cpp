// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/synthetic_audio_codec.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/model/audio_format.h"
#include "media/codec/opus_codec.h"

namespace counterpoint {
namespace {

constexpr std::uint8_t kCopyFlag = 0x40;  // RFC 6716, 4.2.3: behind the voice activity flag.

TEST(SyntheticAudio, ThePacketsHaveExactlyTheRate) {
  SyntheticAudioEncoder encoder(DataRate::kilobits_per_second(20));
  const std::array<float, kAudioPacketSamples> pcm{};
  EXPECT_EQ(encoder.encode(pcm)->size(), 50U);
  encoder.set_rate(DataRate::bits_per_second(20'800));
  EXPECT_EQ(encoder.encode(pcm)->size(), 52U);
  encoder.set_rate(DataRate::kilobits_per_second(510));
  EXPECT_EQ(encoder.encode(pcm)->size(), 1275U);
  encoder.set_rate(DataRate());
  EXPECT_GE(encoder.encode(pcm)->size(), 2U);
}

TEST(SyntheticAudio, PacketsHaveTheDurationOfTheirAudio) {
  SyntheticAudioEncoder encoder(DataRate::kilobits_per_second(32));
  SyntheticAudioDecoder decoder;
  for (const std::size_t samples : {480U, 960U, 1920U, 2880U}) {
    std::vector<float> pcm(samples);
    const Bytes packet = *encoder.encode(pcm);
    EXPECT_EQ(packet.size(), samples / 12);
    EXPECT_EQ(opus_packet_duration(packet), audio_duration(samples));
    EXPECT_TRUE(decoder.decode(packet, pcm));
  }
}

TEST(SyntheticAudio, TheCopyOfThePacketBeforeIsThereWhenLossIsExpected) {
  SyntheticAudioEncoder encoder(DataRate::kilobits_per_second(20));
  const std::array<float, kAudioPacketSamples> pcm{};
  EXPECT_NE(encoder.encode(pcm)->at(1) & kCopyFlag, 0);
  encoder.set_expected_loss(0);
  EXPECT_EQ(encoder.encode(pcm)->at(1) & kCopyFlag, 0);
  encoder.set_expected_loss(0.02);
  EXPECT_NE(encoder.encode(pcm)->at(1) & kCopyFlag, 0);
}

/// The first three bytes of a packet of `milliseconds` at `kilobits`, with a copy of the packet before.
Bytes beginning(int milliseconds, int kilobits) {
  SyntheticAudioEncoder encoder(DataRate::kilobits_per_second(kilobits));
  const Bytes packet = *encoder.encode(std::vector<float>(static_cast<std::size_t>(milliseconds) * 48));
  return {packet.begin(), packet.begin() + 3};
}

TEST(SyntheticAudio, ALongPacketIsOneFrameWhereItIsWideBand) {
  EXPECT_EQ(beginning(20, 20), (Bytes{0x78, 0x40, 0}));
  EXPECT_EQ(beginning(40, 20), (Bytes{0x50, 0x20, 0})) << "the flag of the copy is behind two of voice activity";
  EXPECT_EQ(beginning(60, 20), (Bytes{0x58, 0x10, 0}));
  EXPECT_EQ(beginning(40, 32), (Bytes{0x7b, 2, 0x40})) << "of several frames the first has the copy";
  EXPECT_EQ(beginning(60, 32), (Bytes{0x7b, 3, 0x40}));
}

TEST(SyntheticAudio, DecodesToSilenceAndKnowsWhatIsNotItsOwn) {
  SyntheticAudioDecoder decoder;
  std::array<float, kAudioPacketSamples> pcm{};
  pcm.fill(1);
  const std::array<float, kAudioPacketSamples> silence{};
  EXPECT_TRUE(decoder.decode(*SyntheticAudioEncoder(DataRate::kilobits_per_second(6)).encode(pcm), pcm));
  EXPECT_EQ(pcm, silence);
  EXPECT_FALSE(decoder.decode(Bytes{1, 2, 3}, pcm));
  EXPECT_FALSE(decoder.decode(Bytes{}, pcm));
  EXPECT_FALSE(decoder.decode_fec(Bytes{1}, pcm));
}

}  // namespace
}  // namespace counterpoint
