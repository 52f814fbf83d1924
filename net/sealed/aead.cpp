// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/aead.h"

#include <memory>
#include <utility>

#include "net/secure/openssl_handles.h"

namespace counterpoint {
namespace {

using CipherHandle = std::unique_ptr<EVP_CIPHER_CTX, OpensslDeleter<&EVP_CIPHER_CTX_free>>;

}  // namespace

std::optional<Bytes> aead_seal(const AeadKey& key, ByteView aad, ByteView plaintext) {
  const CipherHandle cipher(EVP_CIPHER_CTX_new());
  Bytes out(plaintext.size() + kAeadTagSize);
  int size = 0;
  int last = 0;
  const bool done =
      cipher && EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, key.key.data(), key.nonce.data()) == 1 &&
      EVP_EncryptUpdate(cipher.get(), nullptr, &size, aad.data(), static_cast<int>(aad.size())) == 1 &&
      EVP_EncryptUpdate(cipher.get(), out.data(), &size, plaintext.data(), static_cast<int>(plaintext.size())) == 1 &&
      EVP_EncryptFinal_ex(cipher.get(), out.data() + size, &last) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, kAeadTagSize, out.data() + plaintext.size()) == 1;
  return done ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Bytes> aead_open(const AeadKey& key, ByteView aad, ByteView sealed) {
  if (sealed.size() < kAeadTagSize) return std::nullopt;
  const CipherHandle cipher(EVP_CIPHER_CTX_new());
  const ByteView ciphertext = sealed.first(sealed.size() - kAeadTagSize);
  Bytes tag(sealed.end() - kAeadTagSize, sealed.end());
  Bytes out(ciphertext.size());
  int size = 0;
  int last = 0;
  const bool done =
      cipher && EVP_DecryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, key.key.data(), key.nonce.data()) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &size, aad.data(), static_cast<int>(aad.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), out.data(), &size, ciphertext.data(), static_cast<int>(ciphertext.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, kAeadTagSize, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), out.data() + size, &last) == 1;
  if (!done) (void)openssl_error({});
  return done ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace counterpoint
