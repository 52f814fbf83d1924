// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between two identities by way of inboxes that anybody can read and fill: sealed, so that nobody but the
// recipient learns what they say, who sent them or whom they are for.
//
// A message is an envelope (HPKE, mode Base), which hides the sender's ID, and in it a letter (HPKE, mode Auth), which
// proves it. All of it has a multiple of kSealedBlock bytes.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/unix_time.h"
#include "core/call/peer_id.h"
#include "net/secure/identity_key.h"

namespace counterpoint {

inline constexpr std::size_t kSealedBlock = 256;
/// In bytes, of content; an SDP of ours takes some 2 kB.
inline constexpr std::size_t kMaxSealedContent = 12'000;
/// The longest message as a whole; longer ones are not looked at.
inline constexpr std::size_t kMaxSealedMessage = 48 * kSealedBlock;

/// A message before it is sealed, and after.
struct SealedMessage {
  enum class Kind : std::uint8_t {
    kCall = 1,        ///< A part of a call's set-up: see call_segment.h.
    kPresence = 2,    ///< "I can be called", or not any more: see presence.h.
    kMissedCall = 3,  ///< "I called and did not reach you".
  };
  using Id = std::array<std::uint8_t, 16>;

  Kind kind = Kind::kCall;
  Id id{};             ///< Random, to tell copies.
  UnixTime made_at{};  ///< The sender's clock said so.
  /// It counts for so long; at most kMaxAge of its kind, whatever it says.
  std::chrono::seconds lifetime{};
  Bytes content{};
};

/// No message of this kind counts for longer: 60 s of a call's, a day of presence, 7 days of a missed call.
[[nodiscard]] std::chrono::seconds max_age(SealedMessage::Kind kind);

/// True while `message` counts: its time has not passed, and it is not from a future of more than a minute, by which
/// clocks may differ.
[[nodiscard]] bool is_current(const SealedMessage& message, UnixTime now);

/// A random id, of OpenSSL.
[[nodiscard]] SealedMessage::Id make_message_id();

/// `message` from `sender` for `recipient` alone. Errors: kInvalidArgument for content over kMaxSealedContent or a
/// recipient that is no point of the curve; kInternal.
[[nodiscard]] Result<Bytes> seal(const SealedMessage& message, const IdentityKey& sender, const PeerId& recipient);

/// An envelope that was open to us. The sender is not proved yet.
struct SealedLetter {
  PeerId claimed_sender{};
  Bytes letter{};
};

/// Opens the envelope alone, at half the cost, so that letters can be sorted by their senders. Nothing when it is not
/// for `recipient` or is damaged.
[[nodiscard]] std::optional<SealedLetter> open_envelope(ByteView sealed, const IdentityKey& recipient);

/// Opens the letter: the claimed sender has sealed it for `recipient`. Nothing when that is not so.
[[nodiscard]] std::optional<SealedMessage> open_letter(const SealedLetter& letter, const IdentityKey& recipient);

}  // namespace counterpoint
