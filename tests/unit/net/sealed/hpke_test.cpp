// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/hpke.h"

#include <gtest/gtest.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>

#include <string>
#include <string_view>

namespace counterpoint {
namespace {

Bytes from_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

/// A key pair by its two halves as RFC 9180 has them.
KeyHandle key_pair(std::string_view secret, std::string_view point) {
  const Bytes bytes = from_hex(secret);
  const Bytes public_half = from_hex(point);
  BIGNUM* number = BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr);
  OSSL_PARAM_BLD* builder = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
  OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_half.data(), public_half.size());
  OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number);
  OSSL_PARAM* params = OSSL_PARAM_BLD_to_param(builder);
  const KeyContextHandle context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* key = nullptr;
  EVP_PKEY_fromdata_init(context.get());
  EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_KEYPAIR, params);
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(builder);
  BN_free(number);
  return KeyHandle(key);
}

/// Appendix A.3: the keys of a setup and its first encryption, whose additional data are "Count-0".
struct Vector {
  std::string_view ephemeral_secret;
  std::string_view encapsulated;
  std::string_view recipient_secret;
  std::string_view recipient;
  std::string_view sender_secret;  ///< Empty: mode Base.
  std::string_view sender;
  std::string_view ciphertext;
};

/// A.3.1 Base.
constexpr Vector kBase = {"4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
                          "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c"
                          "0900be863c403ce65c9bfcb9"
                          "382657222d18c4",
                          "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
                          "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62f"
                          "b3d30ad6aa8f80e30f1d128a"
                          "afd68a2ce72ea0",
                          {},
                          {},
                          "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434"};

/// A.3.3 Auth.
constexpr Vector kAuth = {"6b8de0873aed0c1b2d09b8c7ed54cbf24fdf1dfc7a47fa501f918810642d7b91",
                          "042224f3ea800f7ec55c03f29fc9865f6ee27004f818fcbdc6dc68932c1e52e15b79e264a98f2c535ef06745f3d3"
                          "08624414153b22c7332bc1e6"
                          "91cb4af4d53454",
                          "d929ab4be2e59f6954d6bedd93e638f02d4046cef21115b00cdda2acb2a4440e",
                          "04423e363e1cd54ce7b7573110ac121399acbc9ed815fae03b72ffbd4c18b01836835c5a09513f28fc971b7266cf"
                          "de2e96afe84bb0f266920e82"
                          "c4f53b36e1a78d",
                          "1120ac99fb1fccc1e8230502d245719d1b217fe20505c7648795139d177f0de9",
                          "04a817a0902bf28e036d66add5d544cc3a0457eab150f104285df1e293b5c10eef8651213e43d9cd9086c80b309d"
                          "f22cf37609f58c1127f7607e"
                          "85f210b2804f73",
                          "82ffc8c44760db691a07c5627e5fc2c08e7a86979ee79b494a17cc3405446ac2bdb8f265db4a099ed3289ffe19"};

class Hpke : public testing::TestWithParam<Vector> {
 protected:
  Bytes info = from_hex("4f6465206f6e2061204772656369616e2055726e");
  Bytes aad = from_hex("436f756e742d30");
  Bytes plaintext = from_hex("4265617574792069732074727574682c20747275746820626561757479");
  KeyHandle ephemeral = key_pair(GetParam().ephemeral_secret, GetParam().encapsulated);
  KeyHandle recipient = key_pair(GetParam().recipient_secret, GetParam().recipient);
  KeyHandle sender = GetParam().sender.empty() ? nullptr : key_pair(GetParam().sender_secret, GetParam().sender);

  [[nodiscard]] Result<Bytes> sealed() const {
    return hpke_seal({.ephemeral = ephemeral.get(), .recipient = recipient.get(), .sender = sender.get()},
                     {.info = info, .aad = aad}, plaintext);
  }
};

TEST_P(Hpke, SealsAndOpensTheVectorsOfTheRfc) {
  Bytes expected = from_hex(GetParam().encapsulated);
  const Bytes ciphertext = from_hex(GetParam().ciphertext);
  expected.insert(expected.end(), ciphertext.begin(), ciphertext.end());
  const Result<Bytes> made = sealed();
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, expected);
  EXPECT_EQ(made->size(), plaintext.size() + kHpkeOverhead);
  EXPECT_EQ(hpke_open({.recipient = recipient.get(), .sender = sender.get()}, {.info = info, .aad = aad}, expected),
            plaintext);
}

TEST_P(Hpke, NothingElseIsOpened) {
  const Bytes made = *sealed();
  const HpkeRecipient keys{.recipient = recipient.get(), .sender = sender.get()};
  for (std::size_t i = 0; i < made.size(); ++i) {
    Bytes changed = made;
    changed[i] ^= static_cast<std::uint8_t>(1U << (i % 8));
    EXPECT_FALSE(hpke_open(keys, {.info = info, .aad = aad}, changed)) << i;
  }
  for (std::size_t size = 0; size < made.size(); ++size) {
    EXPECT_FALSE(hpke_open(keys, {.info = info, .aad = aad}, ByteView(made).first(size))) << size;
  }
  EXPECT_FALSE(hpke_open(keys, {.info = aad, .aad = aad}, made));
  EXPECT_FALSE(hpke_open(keys, {.info = info, .aad = info}, made));
}

TEST_P(Hpke, AnotherKeyOpensNothing) {
  const Bytes made = *sealed();
  const KeyHandle other = *make_hpke_key();
  const HpkeBinding binding{.info = info, .aad = aad};
  EXPECT_FALSE(hpke_open({.recipient = other.get(), .sender = sender.get()}, binding, made));
  EXPECT_FALSE(hpke_open({.recipient = recipient.get(), .sender = other.get()}, binding, made));
  EXPECT_EQ(hpke_open({.recipient = recipient.get()}, binding, made).has_value(), sender == nullptr);
}

INSTANTIATE_TEST_SUITE_P(Rfc9180, Hpke, testing::Values(kBase, kAuth),
                         [](const auto& test) { return test.param.sender.empty() ? "Base" : "Auth"; });

TEST(HpkeKeys, APointOffTheCurveIsNoKey) {
  PeerId id;
  id.point.fill(0xFF);
  EXPECT_FALSE(public_key_of(id));
  Bytes sealed(kHpkeOverhead + 1, 7);
  sealed[0] = 4;
  const KeyHandle recipient = *make_hpke_key();
  EXPECT_FALSE(hpke_open({.recipient = recipient.get()}, {}, sealed));
  sealed[0] = 2;
  EXPECT_FALSE(hpke_open({.recipient = recipient.get()}, {}, sealed));
}

}  // namespace
}  // namespace counterpoint
