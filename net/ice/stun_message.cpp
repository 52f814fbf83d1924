// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/stun_message.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "core/base/byte_reader.h"

namespace counterpoint {
namespace {

constexpr std::size_t kHeaderSize = 20;
constexpr std::size_t kLengthAt = 2;
constexpr std::uint32_t kMagicCookie = 0x2112A442;
constexpr std::size_t kCookieAt = 4;
constexpr std::size_t kAttributeHeaderSize = 4;
constexpr std::size_t kIntegritySize = 20;
constexpr std::size_t kFingerprintSize = 4;
constexpr std::uint32_t kFingerprintMask = 0x5354554E;
constexpr std::size_t kMaxAttributes = 32;
constexpr std::size_t kFamilyAndPort = 4;
constexpr std::uint8_t kFamilyV4 = 1;
constexpr std::uint8_t kFamilyV6 = 2;
/// Attributes from here on may be ignored by who does not know them (RFC 8489 section 14).
constexpr std::uint16_t kOptionalFrom = 0x8000;

using Sha1Digest = std::array<std::uint8_t, kIntegritySize>;

constexpr std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

/// CRC-32 of ISO 3309, as FINGERPRINT has it.
std::uint32_t crc32(ByteView bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

/// HMAC-SHA1 (RFC 2104); nothing when OpenSSL fails, as it does only without memory.
std::optional<Sha1Digest> hmac_sha1(const StunKey& key, ByteView bytes) {
  Sha1Digest digest{};
  unsigned int size = 0;
  const bool made = HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), bytes.data(), bytes.size(),
                         digest.data(), &size) != nullptr;
  return made && size == digest.size() ? std::optional(digest) : std::nullopt;
}

/// The message up to an attribute at `end`, its header saying that it ends `more` bytes later (RFC 8489 section 14.5).
Bytes as_if_ending(ByteView bytes, std::size_t end, std::size_t more) {
  ByteWriter start(end);
  start.view(bytes.first(end));
  start.patch_u16(kLengthAt, static_cast<std::uint16_t>(end + more - kHeaderSize));
  return start.take();
}

bool fingerprint_fits(ByteView bytes, std::size_t at, ByteView value) {
  return ByteReader(value).u32() ==
         (crc32(as_if_ending(bytes, at, kAttributeHeaderSize + kFingerprintSize)) ^ kFingerprintMask);
}

/// The bytes that addresses are combined with: the cookie and the transaction ID, as they stand in `message`.
ByteView xor_mask(ByteView message) { return message.subspan(kCookieAt, IpAddress::kV6Size); }

}  // namespace

StunKey stun_short_term_key(std::string_view password) { return {password.begin(), password.end()}; }

StunKey stun_long_term_key(std::string_view user, std::string_view realm, std::string_view password) {
  const std::string text = std::string(user) + ":" + std::string(realm) + ":" + std::string(password);
  StunKey key(16);
  // MD5 fails where a policy forbids it (FIPS); then the server refuses a key of zeros.
  if (EVP_Digest(text.data(), text.size(), key.data(), nullptr, EVP_md5(), nullptr) != 1) key.assign(key.size(), 0);
  return key;
}

bool StunMessage::looks_like(ByteView datagram) {
  ByteReader reader(datagram);
  const std::uint16_t type = reader.u16();
  reader.skip(2);
  return datagram.size() >= kHeaderSize && type < 0x4000 && reader.u32() == kMagicCookie;
}

std::optional<StunMessage> StunMessage::parse(ByteView datagram) {
  if (!looks_like(datagram)) return std::nullopt;
  StunMessage message;
  message.bytes_ = datagram;
  ByteReader reader(datagram);
  const unsigned type = reader.u16();
  message.class_ = static_cast<StunClass>((type >> 4 & 1) | (type >> 7 & 2));
  message.method_ = static_cast<StunMethod>((type & 0xF) | (type >> 1 & 0x70) | (type >> 2 & 0xF80));
  if (reader.u16() != datagram.size() - kHeaderSize) return std::nullopt;
  reader.skip(sizeof(kMagicCookie));
  std::ranges::copy(reader.view(message.transaction_.size()), message.transaction_.begin());

  while (reader.remaining() > 0) {
    const std::size_t at = reader.position();
    const std::uint16_t attribute = reader.u16();
    const std::size_t size = reader.u16();
    const ByteView value = reader.view(size);
    reader.skip(padded(size) - size);
    if (!reader.ok() || message.fingerprint_) return std::nullopt;
    if (attribute == static_cast<std::uint16_t>(StunAttribute::kFingerprint)) {
      if (size != kFingerprintSize || !fingerprint_fits(datagram, at, value)) return std::nullopt;
      message.fingerprint_ = true;
      continue;
    }
    if (message.integrity_at_ != 0) continue;
    if (attribute == static_cast<std::uint16_t>(StunAttribute::kMessageIntegrity)) {
      if (size != kIntegritySize) return std::nullopt;
      message.integrity_at_ = at;
    }
    if (message.attributes_.size() == kMaxAttributes) return std::nullopt;
    message.attributes_.push_back({attribute, value});
  }
  return message;
}

std::optional<ByteView> StunMessage::find(StunAttribute type) const {
  const auto found = std::ranges::find(attributes_, static_cast<std::uint16_t>(type), &Attribute::type);
  return found != attributes_.end() ? std::optional(found->value) : std::nullopt;
}

std::string_view StunMessage::text(StunAttribute type) const {
  const ByteView value = find(type).value_or(ByteView());
  return {reinterpret_cast<const char*>(value.data()), value.size()};
}

std::optional<std::uint32_t> StunMessage::u32(StunAttribute type) const {
  const auto value = find(type);
  if (!value || value->size() != sizeof(std::uint32_t)) return std::nullopt;
  return ByteReader(*value).u32();
}

std::optional<std::uint64_t> StunMessage::u64(StunAttribute type) const {
  const auto value = find(type);
  if (!value || value->size() != sizeof(std::uint64_t)) return std::nullopt;
  return ByteReader(*value).u64();
}

std::optional<IpEndpoint> StunMessage::address(StunAttribute type, bool xored) const {
  const ByteView value = find(type).value_or(ByteView());
  if (value.size() < kFamilyAndPort || value[1] < kFamilyV4 || value[1] > kFamilyV6) return std::nullopt;
  const std::size_t size = value[1] == kFamilyV4 ? IpAddress::kV4Size : IpAddress::kV6Size;
  if (value.size() != kFamilyAndPort + size) return std::nullopt;
  Bytes fields(value.begin() + 2, value.end());
  if (xored) {
    const ByteView mask = xor_mask(bytes_);
    for (std::size_t i = 0; i < 2; ++i) fields[i] ^= mask[i];
    for (std::size_t i = 0; i < size; ++i) fields[2 + i] ^= mask[i];
  }
  ByteReader reader(fields);
  const std::uint16_t port = reader.u16();
  return IpEndpoint{*IpAddress::from(reader.rest()), port};
}

std::optional<IpEndpoint> StunMessage::xor_address(StunAttribute type) const { return address(type, true); }

std::optional<IpEndpoint> StunMessage::mapped_address() const {
  if (const auto mapped = address(StunAttribute::kXorMappedAddress, true)) return mapped;
  return address(StunAttribute::kMappedAddress, false);
}

int StunMessage::error_code() const {
  const ByteView value = find(StunAttribute::kErrorCode).value_or(ByteView());
  if (value.size() < kAttributeHeaderSize) return 0;
  const int hundreds = value[2] & 7;
  const int number = value[3];
  return hundreds >= 3 && hundreds <= 6 && number < 100 ? 100 * hundreds + number : 0;
}

std::vector<std::uint16_t> StunMessage::unknown_attributes() const {
  constexpr std::array kKnown = {StunAttribute::kMappedAddress,
                                 StunAttribute::kUsername,
                                 StunAttribute::kMessageIntegrity,
                                 StunAttribute::kErrorCode,
                                 StunAttribute::kUnknownAttributes,
                                 StunAttribute::kChannelNumber,
                                 StunAttribute::kLifetime,
                                 StunAttribute::kXorPeerAddress,
                                 StunAttribute::kData,
                                 StunAttribute::kRealm,
                                 StunAttribute::kNonce,
                                 StunAttribute::kXorRelayedAddress,
                                 StunAttribute::kRequestedAddressFamily,
                                 StunAttribute::kRequestedTransport,
                                 StunAttribute::kXorMappedAddress,
                                 StunAttribute::kPriority,
                                 StunAttribute::kUseCandidate};
  std::vector<std::uint16_t> unknown;
  for (const Attribute& attribute : attributes_) {
    const bool known = std::ranges::find(kKnown, static_cast<StunAttribute>(attribute.type)) != kKnown.end();
    if (attribute.type < kOptionalFrom && !known) unknown.push_back(attribute.type);
  }
  return unknown;
}

bool StunMessage::integrity_holds(const StunKey& key) const {
  const auto value = find(StunAttribute::kMessageIntegrity);
  if (!value) return false;
  const auto digest = hmac_sha1(key, as_if_ending(bytes_, integrity_at_, kAttributeHeaderSize + kIntegritySize));
  return digest && CRYPTO_memcmp(digest->data(), value->data(), kIntegritySize) == 0;
}

StunWriter::StunWriter(StunClass message_class, StunMethod method, const StunTransactionId& transaction) {
  const auto c = static_cast<unsigned>(message_class);
  const auto m = static_cast<unsigned>(method);
  writer_.u16(static_cast<std::uint16_t>((m & 0xF) | (c & 1) << 4 | (m & 0x70) << 1 | (c & 2) << 7 | (m & 0xF80) << 2));
  writer_.u16(0);
  writer_.u32(kMagicCookie);
  writer_.view(transaction);
}

StunWriter& StunWriter::bytes(StunAttribute type, ByteView value) {
  assert(writer_.size() + kAttributeHeaderSize + padded(value.size()) <= kHeaderSize + 0xFFFF);
  writer_.u16(static_cast<std::uint16_t>(type));
  writer_.u16(static_cast<std::uint16_t>(value.size()));
  writer_.view(value);
  writer_.zeros(padded(value.size()) - value.size());
  writer_.patch_u16(kLengthAt, static_cast<std::uint16_t>(writer_.size() - kHeaderSize));
  return *this;
}

StunWriter& StunWriter::text(StunAttribute type, std::string_view value) {
  return bytes(type, {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
}

StunWriter& StunWriter::u32(StunAttribute type, std::uint32_t value) {
  ByteWriter encoded;
  encoded.u32(value);
  return bytes(type, encoded.written());
}

StunWriter& StunWriter::u64(StunAttribute type, std::uint64_t value) {
  ByteWriter encoded;
  encoded.u64(value);
  return bytes(type, encoded.written());
}

StunWriter& StunWriter::xor_address(StunAttribute type, const IpEndpoint& value) {
  const ByteView mask = xor_mask(writer_.written());
  const ByteView address = value.address.bytes();
  ByteWriter encoded;
  encoded.u16(value.address.is_v6() ? kFamilyV6 : kFamilyV4);
  encoded.u16(static_cast<std::uint16_t>(value.port ^ kMagicCookie >> 16));
  for (std::size_t i = 0; i < address.size(); ++i) encoded.u8(address[i] ^ mask[i]);
  return bytes(type, encoded.written());
}

StunWriter& StunWriter::error(int code, std::string_view reason) {
  Bytes encoded = {0, 0, static_cast<std::uint8_t>(code / 100), static_cast<std::uint8_t>(code % 100)};
  encoded.insert(encoded.end(), reason.begin(), reason.end());
  return bytes(StunAttribute::kErrorCode, encoded);
}

StunWriter& StunWriter::unknown_attributes(const std::vector<std::uint16_t>& types) {
  ByteWriter encoded;
  for (const std::uint16_t type : types) encoded.u16(type);
  return bytes(StunAttribute::kUnknownAttributes, encoded.written());
}

Bytes StunWriter::finish(const StunKey& key) {
  const Bytes covered = as_if_ending(writer_.written(), writer_.size(), kAttributeHeaderSize + kIntegritySize);
  // Without memory the message goes out with zeros, and is dropped by its receiver.
  bytes(StunAttribute::kMessageIntegrity, hmac_sha1(key, covered).value_or(Sha1Digest{}));
  return finish();
}

Bytes StunWriter::finish() {
  const Bytes covered = as_if_ending(writer_.written(), writer_.size(), kAttributeHeaderSize + kFingerprintSize);
  u32(StunAttribute::kFingerprint, crc32(covered) ^ kFingerprintMask);
  return writer_.take();
}

}  // namespace counterpoint
