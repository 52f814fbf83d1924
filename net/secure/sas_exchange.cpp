// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/sas_exchange.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/base/bytes.h"
#include "net/secure/openssl_handles.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr unsigned kSasBits = 42;

template <std::size_t kSize>
std::string to_hex(const std::array<std::uint8_t, kSize>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += {kHexDigits[byte >> 4U], kHexDigits[byte & 15U]};
  return text;
}

template <std::size_t kSize>
std::optional<std::array<std::uint8_t, kSize>> from_hex(std::string_view text) {
  std::array<std::uint8_t, kSize> bytes{};
  if (text.size() != 2 * kSize) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = kHexDigits.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    bytes[i / 2] = static_cast<std::uint8_t>(bytes[i / 2] << 4U | digit);
  }
  return bytes;
}

std::array<std::uint8_t, 32> sha256(const std::array<std::uint8_t, 32>& bytes) {
  std::array<std::uint8_t, 32> digest{};
  // It fails only without memory, and a digest of zeros fits no commitment.
  (void)EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  return digest;
}

/// The lines of fingerprints in an SDP, sorted, each once: one for the session and the same for each medium are one.
std::string fingerprints_of(std::string_view sdp) {
  constexpr std::string_view kAttribute = "a=fingerprint:";
  std::vector<std::string> found;
  while (!sdp.empty()) {
    const std::size_t length = std::min(sdp.find('\n'), sdp.size());
    std::string_view line = sdp.substr(0, length);
    sdp.remove_prefix(std::min(length + 1, sdp.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(kAttribute)) found.emplace_back(line.substr(kAttribute.size()));
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::string all;
  for (const std::string& one : found) all += one + "\n";
  return all;
}

Error bad_nonce() {
  return {ErrorKind::kMalformed, message("the peer's part of the verification is missing or no number")};
}

}  // namespace

SasExchange::SasExchange(Role role) : role_(role) { fill_randomly(nonce_); }

std::string SasExchange::commitment() const { return to_hex(sha256(nonce_)); }

std::string SasExchange::nonce() const { return to_hex(nonce_); }

Result<void> SasExchange::handle_commitment(std::string_view text) {
  commitment_ = from_hex<32>(text);
  return commitment_ ? Result<void>() : bad_nonce();
}

Result<void> SasExchange::handle_nonce(std::string_view text) {
  const auto nonce = from_hex<32>(text);
  if (!nonce || peer_nonce_) return bad_nonce();
  if (role_ == Role::kCallee && commitment_ != sha256(*nonce)) {
    return Error{ErrorKind::kRefused, message("the caller does not keep to what it was committed to: somebody may sit "
                                              "between you")};
  }
  peer_nonce_ = nonce;
  return {};
}

std::optional<std::uint64_t> SasExchange::value(const Subject& subject) const {
  if (!peer_nonce_) return std::nullopt;
  const bool caller = role_ == Role::kCaller;
  Bytes secret;
  for (const Nonce& nonce : {caller ? nonce_ : *peer_nonce_, caller ? *peer_nonce_ : nonce_}) {
    secret.insert(secret.end(), nonce.begin(), nonce.end());
  }
  const std::string label = "counterpoint/2 short authentication string";
  Bytes info(label.begin(), label.end());
  for (const PeerId& id : {subject.caller, subject.callee}) info.insert(info.end(), id.point.begin(), id.point.end());
  for (const std::string& part : {fingerprints_of(subject.offer), fingerprints_of(subject.answer)}) {
    info.insert(info.end(), part.begin(), part.end());
    info.push_back(0);
  }
  std::array<std::uint8_t, 6> bytes{};
  std::size_t size = bytes.size();
  const KeyContextHandle context(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr));
  const bool derived = context && EVP_PKEY_derive_init(context.get()) > 0 &&
                       EVP_PKEY_CTX_set_hkdf_md(context.get(), EVP_sha256()) > 0 &&
                       EVP_PKEY_CTX_set1_hkdf_key(context.get(), secret.data(), static_cast<int>(secret.size())) > 0 &&
                       EVP_PKEY_CTX_add1_hkdf_info(context.get(), info.data(), static_cast<int>(info.size())) > 0 &&
                       EVP_PKEY_derive(context.get(), bytes.data(), &size) > 0;
  if (!derived) return std::nullopt;
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8U | byte;
  return value >> (8 * bytes.size() - kSasBits);
}

}  // namespace counterpoint
