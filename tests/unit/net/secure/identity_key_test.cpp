// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/identity_key.h"

#include <gmock/gmock.h>

namespace counterpoint {
namespace {

using testing::HasSubstr;
using testing::Not;

// The key of RFC 9500, section 2.3 ("testECCP256"), as PKCS#8.
constexpr const char* kKnownKey = R"(-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5stb3YCqRa6clejB
VHZnn/7JU8FoUecR50OTlYnGT8GhRANCAARCJUj4j7eC/7Xso3REUscqHlWPvW9z
vl5I6TIyzEXFsWxM0QxMuNW4oXE56UiCyJklcpk0JfQUGat+kKQqSUJy
-----END PRIVATE KEY-----
)";
constexpr const char* kKnownId = "ajbckshyr63yf75v5srxircsy4vb4vmpxvxxhps6jdutemwmixc3cmqc";

TEST(IdentityKey, TheIdOfAKnownKeyIsThatOfItsCompressedPoint) {
  const auto key = IdentityKey::from_pem(kKnownKey);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(to_string(key->id()), kKnownId);
  EXPECT_TRUE(is_on_curve(key->id()));
}

TEST(IdentityKey, EachNewOneIsAnother) {
  const auto one = IdentityKey::generate();
  const auto other = IdentityKey::generate();
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->id(), other->id());
  EXPECT_TRUE(is_on_curve(one->id()));
}

TEST(IdentityKey, IsTheSameWhenReadAgain) {
  const auto key = IdentityKey::generate();
  ASSERT_TRUE(key);
  const auto pem = key->to_pem();
  ASSERT_TRUE(pem);
  const auto read = IdentityKey::from_pem(*pem);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->id(), key->id());
}

TEST(IdentityKey, ItsCertificateHoldsTheKeyAndNothingElse) {
  const auto key = IdentityKey::generate();
  ASSERT_TRUE(key);
  EXPECT_EQ(X509_verify(key->certificate(), key->key()), 1) << "it has not signed itself";
  EXPECT_EQ(peer_id_of(X509_get0_pubkey(key->certificate())), key->id());
  EXPECT_EQ(X509_NAME_entry_count(X509_get_subject_name(key->certificate())), 0);
}

TEST(IdentityKey, ACopyIsReadWithItsPassphraseAlone) {
  const auto key = IdentityKey::generate();
  ASSERT_TRUE(key);
  const auto copy = key->to_encrypted_pem("correct horse");
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_THAT(*copy, HasSubstr("BEGIN ENCRYPTED PRIVATE KEY"));
  const auto read = IdentityKey::from_encrypted_pem(*copy, "correct horse");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->id(), key->id());
  const auto wrong = IdentityKey::from_encrypted_pem(*copy, "correct horsE");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::kRefused);
  EXPECT_FALSE(IdentityKey::from_pem(*copy)) << "without a passphrase it must not be asked for";
}

TEST(IdentityKey, OtherKeysAndBrokenOnesAreRefused) {
  const KeyHandle curve(EVP_EC_gen("secp384r1"));
  const KeyHandle edwards(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  EXPECT_FALSE(peer_id_of(curve.get()));
  EXPECT_FALSE(peer_id_of(edwards.get()));
  for (const std::string& pem : {std::string(), std::string("hello"), std::string(5000, '-'),
                                 std::string(kKnownKey).substr(0, 80), std::string(kKnownKey).replace(60, 4, "AAAA")}) {
    const auto key = IdentityKey::from_pem(pem);
    ASSERT_FALSE(key) << pem;
    EXPECT_EQ(key.error().kind, ErrorKind::kMalformed);
    EXPECT_FALSE(IdentityKey::from_encrypted_pem(pem, "x"));
  }
}

TEST(IdentityKey, APointBesideTheCurveIsFound) {
  PeerId id = read_peer_id(kKnownId).value();
  int beside = 0;
  for (int i = 0; i < 64; ++i) {
    ++id.point[32];
    if (!is_on_curve(id)) ++beside;
  }
  // Half of all numbers are no x of a point; fewer than 8 of 64 would be a chance of 10^-11.
  EXPECT_GT(beside, 8);
}

}  // namespace
}  // namespace counterpoint
