// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/ports/rendezvous.h"
#include "net/sealed/aead.h"
#include "net/secure/srtp_keys.h"

namespace counterpoint {

/// The places where one host of a call leaves what the other shall read, and the key that only the two have. There are
/// several, since a search for one may end at the wrong nodes, and stay there.
struct CandidateInbox {
  static constexpr std::size_t kInboxes = 3;
  std::array<InboxKey, kInboxes> inboxes{};
  std::array<std::uint8_t, kAeadKeySize> key{};
};

/// The inboxes of a call: that of this host's candidates, and that of the peer's.
struct CandidateInboxes {
  static constexpr std::string_view kLabel = "EXPERIMENTAL counterpoint/2 candidates";  ///< The label of the exporter.
  static constexpr std::size_t kMaterialSize = 2 * (CandidateInbox::kInboxes * InboxKey::kSize + kAeadKeySize);

  CandidateInbox own{};
  CandidateInbox peer{};

  /// From what the handshake of the call has exported (RFC 5705) under kLabel, kMaterialSize bytes; `role` is that of
  /// this host.
  [[nodiscard]] static CandidateInboxes split(ByteView material, DtlsRole role);
};

/// Lets the two hosts of a call tell each other where they are when both have moved, so that nothing which one sends to
/// the other arrives: by inboxes that nobody else knows. Sans-IO.
///
/// 1. From tell() to stop() the peer's inboxes are looked into each kLookInterval, and the description is put again
///    each kTellInterval, since nodes come and go. Both are requests of this host, so the answers find it wherever it
///    is.
/// 2. The newest of the peer's descriptions is given, once, unless it is older than kMaxAge: nodes may keep it back.
///    Others may put what they like: only the peer has the key, and values longer than kMaxValue are not looked at.
class CandidateExchange {
 public:
  static constexpr Duration kLookInterval = 1s;
  static constexpr Duration kTellInterval = 4s;
  /// A node that has not found the peer's by then may know too few others of the right ones, and begins again.
  static constexpr Duration kPatience = 10s;
  /// Candidates come to be known one after the other.
  static constexpr Duration kChangeInterval = 250ms;
  /// One that is told for longer is sealed anew, with its time.
  static constexpr Duration kSealInterval = 30s;
  static constexpr Duration kMaxAge = 2min;
  /// Bytes, a multiple of kBlock; 32 candidates take some 4000.
  static constexpr std::size_t kMaxValue = 8192;
  static constexpr std::size_t kBlock = 256;

  /// It is made when the handshake is done, from which on both sides count the time; `clock` goes on while the computer
  /// sleeps.
  CandidateExchange(const CandidateInboxes& inboxes, std::function<Duration()> clock)
      : inboxes_(inboxes), clock_(std::move(clock)), began_at_(clock_()) {}

  /// `description` is where this host is; one that is too long for a value is not told.
  void tell(std::string_view description);
  void stop() {
    told_.clear();
    untaken_.reset();
  }
  [[nodiscard]] std::optional<std::string> take_heard();

  /// Does what is due; nothing before `rendezvous` is connected.
  void poll(Rendezvous& rendezvous, Timestamp now);
  /// True after each kPatience from tell() to stop(), once: the rendezvous had better begin again.
  [[nodiscard]] bool take_impatience(Timestamp now);
  /// Takes a value of any inbox.
  void handle(const InboxValue& value);
  /// It holds while the rendezvous is connected.
  [[nodiscard]] Timestamp next_deadline() const;

 private:
  [[nodiscard]] Timestamp tells_at() const;
  [[nodiscard]] Duration call_time() const { return clock_() - began_at_; }
  void seal();

  CandidateInboxes inboxes_;
  std::function<Duration()> clock_;
  Duration began_at_;
  std::string told_;          ///< Empty: nothing is to be told or heard.
  std::string sealed_;        ///< The description with number_,
  Duration sealed_at_{};      ///< when it was sealed,
  Bytes value_;               ///< and as what.
  std::uint32_t number_ = 0;  ///< The last that this side has used,
  std::uint32_t heard_ = 0;   ///< and the highest that it has heard.
  std::optional<std::string> untaken_;
  Timestamp looks_at_{};
  Timestamp told_at_{};
  std::optional<Timestamp> patient_since_;
};

struct NumberedCandidates {
  std::uint32_t number = 0;
  std::chrono::seconds call_time{};  ///< The time since the handshake, below 2^32 s.
  std::string text;
};
/// A description sealed for an inbox: the number (4 bytes), by AES-128-GCM with it as the nonce the time since the
/// handshake (4 bytes, s), the length (2 bytes), the text, and zeros up to a multiple of CandidateExchange::kBlock.
/// Nothing for a text that is too long.
[[nodiscard]] std::optional<Bytes> seal_candidates(const CandidateInbox& inbox, const NumberedCandidates& candidates);
/// Nothing for whatever else.
[[nodiscard]] std::optional<NumberedCandidates> open_candidates(const CandidateInbox& inbox, ByteView value);

}  // namespace counterpoint
