// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/srtp_protector.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "net/rtp/packet_protection.h"
#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {
namespace {

Bytes from_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

Bytes concatenated(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// AES-128 in counter mode over zeros: `size` bytes of key stream.
Bytes key_stream(const Bytes& key, const Bytes& counter, std::size_t size) {
  const Bytes zeros(size);
  Bytes out(size);
  int length = 0;
  EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
  EXPECT_EQ(EVP_EncryptInit_ex(context, EVP_aes_128_ctr(), nullptr, key.data(), counter.data()), 1);
  EXPECT_EQ(EVP_EncryptUpdate(context, out.data(), &length, zeros.data(), static_cast<int>(size)), 1);
  EVP_CIPHER_CTX_free(context);
  return out;
}

/// RFC 3711 section 4.3.1, with a key derivation rate of 0.
Bytes derive(const Bytes& master_key, Bytes master_salt, std::uint8_t label, std::size_t size) {
  master_salt.resize(14);
  master_salt[7] ^= label;
  master_salt.resize(16);
  return key_stream(master_key, master_salt, size);
}

/// RFC 7714 section 8: a packet of 12 bytes of header, in the first 65536 of its source.
Bytes reference_gcm(const Bytes& key, const Bytes& salt, const Bytes& packet) {
  constexpr std::size_t kHeader = 12;
  constexpr std::size_t kTag = 16;
  Bytes nonce = salt;
  for (std::size_t i = 0; i < 4; ++i) nonce[2 + i] ^= packet[8 + i];
  nonce[10] ^= packet[2];
  nonce[11] ^= packet[3];
  Bytes out = packet;
  out.resize(packet.size() + kTag);
  int length = 0;
  EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
  EXPECT_EQ(EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nullptr, key.data(), nonce.data()), 1);
  EXPECT_EQ(EVP_EncryptUpdate(context, nullptr, &length, packet.data(), kHeader), 1);
  EXPECT_EQ(EVP_EncryptUpdate(context, out.data() + kHeader, &length, packet.data() + kHeader,
                              static_cast<int>(packet.size() - kHeader)),
            1);
  EXPECT_EQ(EVP_EncryptFinal_ex(context, out.data() + packet.size(), &length), 1);
  EXPECT_EQ(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, kTag, out.data() + packet.size()), 1);
  EVP_CIPHER_CTX_free(context);
  return out;
}

Bytes rtp(std::uint16_t sequence, std::uint32_t ssrc = 7, std::size_t size = 100) {
  return serialize(RtpPacket{.payload_type = 96, .sequence = sequence, .ssrc = ssrc, .payload = Bytes(size, 0x5A)});
}

Bytes rtcp(std::uint32_t ssrc = 7) {
  const RtcpPacket packet = ReceiverReport{.ssrc = ssrc};
  return serialize(std::span(&packet, 1));
}

SrtpKeys keys(SrtpProfile profile, DtlsRole role) {
  Bytes material(keying_material_size(profile));
  for (std::size_t i = 0; i < material.size(); ++i) material[i] = static_cast<std::uint8_t>(i);
  return split_keying_material(profile, material, role);
}

std::unique_ptr<SrtpProtector> protector(SrtpProfile profile, DtlsRole role) {
  Result<std::unique_ptr<SrtpProtector>> made = SrtpProtector::create(keys(profile, role));
  EXPECT_TRUE(made);
  return std::move(*made);
}

class Srtp : public testing::TestWithParam<SrtpProfile> {
 protected:
  std::unique_ptr<PacketProtection> a_ = protector(GetParam(), DtlsRole::kClient);
  std::unique_ptr<PacketProtection> b_ = protector(GetParam(), DtlsRole::kServer);
};

TEST(SrtpKeys, OfBothSidesFitAsRfc5764OrdersThem) {
  const SrtpKeys client = keys(SrtpProfile::kAeadAes128Gcm, DtlsRole::kClient);
  const SrtpKeys server = keys(SrtpProfile::kAeadAes128Gcm, DtlsRole::kServer);
  EXPECT_EQ(client.local, from_hex("000102030405060708090a0b0c0d0e0f202122232425262728292a2b"));
  EXPECT_EQ(client.remote, from_hex("101112131415161718191a1b1c1d1e1f2c2d2e2f3031323334353637"));
  EXPECT_EQ(client.local, server.remote);
  EXPECT_EQ(client.remote, server.local);
  EXPECT_NE(keys_from_seed(1, DtlsRole::kClient).local, keys_from_seed(2, DtlsRole::kClient).local);
  EXPECT_EQ(keys_from_seed(1, DtlsRole::kClient).local, keys_from_seed(1, DtlsRole::kServer).remote);
}

TEST(SrtpVectors, AesCmIsThatOfLibsrtp) {
  const Bytes key = from_hex("e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6");
  auto made = SrtpProtector::create({.profile = SrtpProfile::kAes128CmSha1Tag80, .local = key, .remote = key});
  ASSERT_TRUE(made);
  Bytes packet = concatenated(from_hex("800f1234decafbadcafebabe"), Bytes(16, 0xAB));
  ASSERT_TRUE((*made)->protect_rtp(packet));
  EXPECT_EQ(packet, from_hex("800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb"));
}

TEST(SrtpVectors, AesGcmIsThatOfRfc7714) {
  const Bytes plain = from_hex(
      "8040f17b8041f8d35501a0b247616c6c696120657374206f6d6e697320646976697361"
      "20696e207061727465732074726573");
  EXPECT_EQ(reference_gcm(from_hex("000102030405060708090a0b0c0d0e0f"), from_hex("517569642070726f2071756f"), plain),
            from_hex("8040f17b8041f8d35501a0b2f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a"
                     "51c7d19b36de3adf8833899d7f27beb16a9152cf765ee4390cce"))
      << "section 16.1.1: the reference itself";
  const SrtpKeys both = keys(SrtpProfile::kAeadAes128Gcm, DtlsRole::kClient);
  const Bytes master(both.local.begin(), both.local.begin() + kSrtpMasterKeySize);
  const Bytes salt(both.local.begin() + kSrtpMasterKeySize, both.local.end());
  Bytes packet = plain;
  ASSERT_TRUE(protector(SrtpProfile::kAeadAes128Gcm, DtlsRole::kClient)->protect_rtp(packet));
  EXPECT_EQ(packet, reference_gcm(derive(master, salt, 0, 16), derive(master, salt, 2, 12), plain));
}

TEST_P(Srtp, PacketsComeThroughAndGrowByTheOverhead) {
  Bytes media = rtp(1);
  Bytes report = rtcp();
  ASSERT_TRUE(a_->protect_rtp(media));
  ASSERT_TRUE(a_->protect_rtcp(report));
  EXPECT_EQ(DataSize::bytes(static_cast<std::int64_t>(media.size() - rtp(1).size())), a_->rtp_overhead());
  EXPECT_EQ(report.size() - rtcp().size(), GetParam() == SrtpProfile::kAeadAes128Gcm ? 20U : 14U);
  EXPECT_TRUE(std::ranges::search(media, Bytes(16, 0x5A)).empty()) << "no payload is in clear";
  ASSERT_TRUE(b_->unprotect_rtp(media));
  ASSERT_TRUE(b_->unprotect_rtcp(report));
  EXPECT_EQ(media, rtp(1));
  EXPECT_EQ(report, rtcp());
}

TEST_P(Srtp, ChangedPacketsAreRefusedEachByte) {
  Bytes media = rtp(1);
  Bytes report = rtcp();
  ASSERT_TRUE(a_->protect_rtp(media));
  ASSERT_TRUE(a_->protect_rtcp(report));
  for (std::size_t i = 0; i < media.size(); ++i) {
    Bytes changed = media;
    changed[i] ^= 1;
    EXPECT_FALSE(b_->unprotect_rtp(changed)) << "byte " << i;
  }
  for (std::size_t i = 0; i < report.size(); ++i) {
    Bytes changed = report;
    changed[i] ^= 1;
    EXPECT_FALSE(b_->unprotect_rtcp(changed)) << "byte " << i;
  }
  for (std::size_t size = 0; size < media.size(); ++size) {
    Bytes cut(media.begin(), media.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(b_->unprotect_rtp(cut)) << size << " bytes";
  }
  Bytes plain = rtp(1);
  EXPECT_FALSE(b_->unprotect_rtp(plain));
  EXPECT_TRUE(b_->unprotect_rtp(media)) << "after all that";
}

TEST_P(Srtp, ReplayedAndReflectedPacketsAreRefused) {
  Bytes first = rtp(1);
  ASSERT_TRUE(a_->protect_rtp(first));
  Bytes replayed = first;
  Bytes reflected = first;
  ASSERT_TRUE(b_->unprotect_rtp(first));
  EXPECT_FALSE(b_->unprotect_rtp(replayed));
  EXPECT_FALSE(a_->unprotect_rtp(reflected));
  Bytes report = rtcp();
  ASSERT_TRUE(a_->protect_rtcp(report));
  Bytes report_again = report;
  ASSERT_TRUE(b_->unprotect_rtcp(report));
  EXPECT_FALSE(b_->unprotect_rtcp(report_again));
}

TEST_P(Srtp, LatePacketsAreTakenWithinTheWindow) {
  std::vector<Bytes> packets;
  for (std::uint16_t sequence = 65'000; sequence != 1000; ++sequence) {
    ASSERT_TRUE(a_->protect_rtp(packets.emplace_back(rtp(sequence))));
  }
  Bytes newest = packets.back();
  Bytes first = packets.front();
  ASSERT_TRUE(b_->unprotect_rtp(first));
  ASSERT_TRUE(b_->unprotect_rtp(packets[500]));
  ASSERT_TRUE(b_->unprotect_rtp(newest)) << "and the sequence number has wrapped";
  const std::size_t last = packets.size() - 1;
  EXPECT_TRUE(b_->unprotect_rtp(packets[last - (SrtpProtector::kReplayWindow - 1)]));
  EXPECT_FALSE(b_->unprotect_rtp(packets[last - SrtpProtector::kReplayWindow]));
}

TEST_P(Srtp, PacketSentAgainAsItWasIsTheSame) {
  Bytes first = rtp(1);
  Bytes next = rtp(2);
  Bytes again = rtp(1);
  ASSERT_TRUE(a_->protect_rtp(first));
  ASSERT_TRUE(a_->protect_rtp(next));
  ASSERT_TRUE(a_->protect_rtp(again));
  EXPECT_EQ(again, first);
  ASSERT_TRUE(b_->unprotect_rtp(next));
  EXPECT_TRUE(b_->unprotect_rtp(again)) << "its first copy was lost";
}

TEST_P(Srtp, PeerHasABoundedNumberOfSources) {
  for (std::uint32_t ssrc = 1; ssrc <= SrtpProtector::kMaxSources + 1; ++ssrc) {
    Bytes packet = rtp(1, ssrc);
    ASSERT_TRUE(a_->protect_rtp(packet));
    EXPECT_EQ(b_->unprotect_rtp(packet), ssrc <= SrtpProtector::kMaxSources) << ssrc;
  }
  Bytes known = rtp(2, 1);
  ASSERT_TRUE(a_->protect_rtp(known));
  EXPECT_TRUE(b_->unprotect_rtp(known));
}

TEST(SrtpKeys, OfAnotherSizeAreRefused) {
  SrtpKeys wrong = keys(SrtpProfile::kAeadAes128Gcm, DtlsRole::kClient);
  wrong.remote.pop_back();
  EXPECT_FALSE(SrtpProtector::create(wrong));
}

INSTANTIATE_TEST_SUITE_P(Profiles, Srtp, testing::Values(SrtpProfile::kAeadAes128Gcm, SrtpProfile::kAes128CmSha1Tag80),
                         [](const auto& profile) { return std::string(to_string(profile.param)); });

}  // namespace
}  // namespace counterpoint
