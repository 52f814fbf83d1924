// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"

namespace counterpoint {

/// RFC 8489 section 5.
enum class StunClass : std::uint8_t { kRequest = 0, kIndication = 1, kSuccess = 2, kError = 3 };

/// RFC 8489 section 18.2 and RFC 8656 section 17.
enum class StunMethod : std::uint16_t {
  kBinding = 0x001,
  kAllocate = 0x003,
  kRefresh = 0x004,
  kSend = 0x006,
  kData = 0x007,
  kCreatePermission = 0x008,
  kChannelBind = 0x009,
};

/// RFC 8489 section 18.3, RFC 8656 section 18, RFC 8445 section 16.1.
enum class StunAttribute : std::uint16_t {
  kMappedAddress = 0x0001,
  kUsername = 0x0006,
  kMessageIntegrity = 0x0008,
  kErrorCode = 0x0009,
  kUnknownAttributes = 0x000A,
  kChannelNumber = 0x000C,
  kLifetime = 0x000D,
  kXorPeerAddress = 0x0012,
  kData = 0x0013,
  kRealm = 0x0014,
  kNonce = 0x0015,
  kXorRelayedAddress = 0x0016,
  kRequestedAddressFamily = 0x0017,
  kRequestedTransport = 0x0019,
  kXorMappedAddress = 0x0020,
  kPriority = 0x0024,
  kUseCandidate = 0x0025,
  kSoftware = 0x8022,
  kFingerprint = 0x8028,
  kIceControlled = 0x8029,
  kIceControlling = 0x802A,
  kNomination = 0xC001,  ///< Counts nominations (draft-thatcher-ice-renomination).
};

/// Error codes (RFC 8489 section 14.8, RFC 8656 section 19, RFC 8445 section 16.2) that are acted on.
namespace stun_error {
inline constexpr int kTryAlternate = 300;
inline constexpr int kUnauthenticated = 401;
inline constexpr int kForbidden = 403;
inline constexpr int kUnknownAttribute = 420;
inline constexpr int kAllocationMismatch = 437;
inline constexpr int kStaleNonce = 438;
inline constexpr int kWrongCredentials = 441;
inline constexpr int kAllocationQuotaReached = 486;
inline constexpr int kRoleConflict = 487;
inline constexpr int kInsufficientCapacity = 508;
}  // namespace stun_error

using StunTransactionId = std::array<std::uint8_t, 12>;

/// The key of MESSAGE-INTEGRITY: the password for short-term credentials, stun_long_term_key() for long-term ones.
using StunKey = Bytes;
[[nodiscard]] StunKey stun_short_term_key(std::string_view password);
/// RFC 8489 section 9.2.2, with MD5. Passwords are taken as they are, without OpaqueString (RFC 8265).
[[nodiscard]] StunKey stun_long_term_key(std::string_view user, std::string_view realm, std::string_view password);

/// A message of STUN (RFC 8489) that has arrived, as views into its bytes.
///
/// 1. parse() checks the whole structure, and FINGERPRINT where there is one; nothing is read beyond the bytes.
/// 2. Attributes after MESSAGE-INTEGRITY are ignored, apart from FINGERPRINT (RFC 8489 section 14.5).
class StunMessage {
 public:
  /// A datagram that is STUN begins with two zero bits and has the magic cookie.
  [[nodiscard]] static bool looks_like(ByteView datagram);
  /// Nothing when it is malformed or has more than 32 attributes. `datagram` has to live as long as the message.
  [[nodiscard]] static std::optional<StunMessage> parse(ByteView datagram);

  [[nodiscard]] StunClass message_class() const { return class_; }
  [[nodiscard]] StunMethod method() const { return method_; }
  [[nodiscard]] const StunTransactionId& transaction() const { return transaction_; }
  [[nodiscard]] bool has_fingerprint() const { return fingerprint_; }

  [[nodiscard]] bool has(StunAttribute type) const { return find(type).has_value(); }
  /// The first attribute of `type`, as bytes, text or number; nothing when it is missing or has another size.
  [[nodiscard]] std::optional<ByteView> find(StunAttribute type) const;
  [[nodiscard]] std::string_view text(StunAttribute type) const;
  [[nodiscard]] std::optional<std::uint32_t> u32(StunAttribute type) const;
  [[nodiscard]] std::optional<std::uint64_t> u64(StunAttribute type) const;
  /// An address of XOR-MAPPED-ADDRESS and its like.
  [[nodiscard]] std::optional<IpEndpoint> xor_address(StunAttribute type) const;
  /// The source address as the responder sees it: XOR-MAPPED-ADDRESS, else MAPPED-ADDRESS of old servers (RFC 3489).
  [[nodiscard]] std::optional<IpEndpoint> mapped_address() const;
  /// 300 to 699; 0 when there is none.
  [[nodiscard]] int error_code() const;
  /// Types of attributes that have to be understood (RFC 8489 section 14) and are not among StunAttribute.
  [[nodiscard]] std::vector<std::uint16_t> unknown_attributes() const;

  /// True when there is MESSAGE-INTEGRITY and it is made by `key`.
  [[nodiscard]] bool integrity_holds(const StunKey& key) const;

 private:
  struct Attribute {
    std::uint16_t type;
    ByteView value;
  };
  [[nodiscard]] std::optional<IpEndpoint> address(StunAttribute type, bool xored) const;

  ByteView bytes_;
  StunClass class_ = StunClass::kRequest;
  StunMethod method_ = StunMethod::kBinding;
  StunTransactionId transaction_{};
  std::vector<Attribute> attributes_;
  std::size_t integrity_at_ = 0;  ///< Position of MESSAGE-INTEGRITY; 0 when there is none.
  bool fingerprint_ = false;
};

/// Makes a message of STUN, attribute by attribute. finish() comes last.
class StunWriter {
 public:
  StunWriter(StunClass message_class, StunMethod method, const StunTransactionId& transaction);

  StunWriter& bytes(StunAttribute type, ByteView value);
  StunWriter& text(StunAttribute type, std::string_view value);
  StunWriter& u32(StunAttribute type, std::uint32_t value);
  StunWriter& u64(StunAttribute type, std::uint64_t value);
  StunWriter& flag(StunAttribute type) { return bytes(type, {}); }
  StunWriter& xor_address(StunAttribute type, const IpEndpoint& value);
  /// 300 to 699.
  StunWriter& error(int code, std::string_view reason);
  StunWriter& unknown_attributes(const std::vector<std::uint16_t>& types);

  /// The message, with MESSAGE-INTEGRITY by `key` and FINGERPRINT.
  [[nodiscard]] Bytes finish(const StunKey& key);
  /// The message, with FINGERPRINT alone.
  [[nodiscard]] Bytes finish();

 private:
  ByteWriter writer_{200};
};

}  // namespace counterpoint
