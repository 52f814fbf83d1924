// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "core/base/ip_endpoint.h"
#include "core/base/time.h"
#include "net/ice/ice_candidate.h"
#include "net/ice/ice_types.h"
#include "net/ice/stun_transaction.h"

namespace counterpoint {

/// A way to the peer (RFC 8445 section 6.1.2) and what is known of it. Its local candidate is a host's or a relayed
/// one: reflexive ones are sent from the same socket as their base.
struct CandidatePair {
  enum class State : std::uint8_t { kFrozen, kWaiting, kInProgress, kSucceeded, kFailed };

  IcePath path;
  IceCandidate local;
  IceCandidate remote;
  std::uint64_t priority = 0;
  State state = State::kFrozen;
  std::uint64_t trigger = 0;               ///< Place in the queue of triggered checks; 0: not in it.
  std::optional<StunTransaction> check{};  ///< The check under way; a pair that works is checked now and then.
  bool use_candidate = false;              ///< The check under way nominates the pair.
  bool nominated = false;                  ///< The controlling side wants it, as soon as it works.
  bool guessed = false;                    ///< Its remote address only sent media: it goes when it does not answer.
  bool consent_lost = false;               ///< It may not be used again with these credentials (RFC 7675 section 5.1).
  CandidateType mapped_type = CandidateType::kHost;  ///< Type of the address that the peer sees us by.
  std::optional<Duration> round_trip{};              ///< Smoothed.
  Timestamp answered_at = Timestamp::min();          ///< Last answer to a check: this is consent.
  Timestamp heard_at = Timestamp::min();             ///< Last datagram.
  Timestamp media_at = Timestamp::min();             ///< Last media.
  Timestamp recheck_at = kNever;                     ///< When it is checked next, if it works.

  [[nodiscard]] bool works() const { return state == State::kSucceeded; }
};

/// All pairs of local and remote candidates, and the order in which they are checked (RFC 8445 section 6.1.2, with
/// candidates that come later by RFC 8838 section 12). It knows neither time nor messages.
///
/// 1. Pairs stay where they are in memory until they are removed.
/// 2. Remote candidates that were learnt from checks give way to new ones when they do not work any more. Those that
///    the peer named do so when they have failed, to an address that was heard from alone: the peer cannot make us try
///    more than kMaxRemotes that it names.
/// 3. Addresses of one family are paired, and those that reach the own link or host alone only with their like, so that
///    no peer can make us send to our own loopback interface. Addresses of no host are not paired at all.
class CheckList {
 public:
  static constexpr std::size_t kMaxRemotes = 50;
  static constexpr std::size_t kMaxPairs = 100;

  explicit CheckList(IceRole role) : role_(role) {}

  /// A path that has another address now is checked again, to all that are known.
  void add_local(const IcePath& path, const IceCandidate& candidate);
  /// Removes all paths of `socket`, and their pairs.
  void remove_local(IceSocketId socket);
  /// False when there are too many.
  bool add_remote(const IceCandidate& candidate);
  /// Forgets all remote candidates and pairs.
  void clear_remotes();
  /// All priorities change.
  void set_role(IceRole role);

  [[nodiscard]] CandidatePair* find(const IcePath& path, const IpEndpoint& remote);
  /// The pair of an address that the peer was heard from, found or made, whose remote candidate is peer reflexive if
  /// none is known by that address (RFC 8445 section 7.3.1.3). Null when there are too many.
  CandidatePair* learn(const IcePath& path, const IpEndpoint& remote, std::uint32_t priority);
  void remove(const CandidatePair& pair);
  [[nodiscard]] std::list<CandidatePair>& pairs() { return pairs_; }
  [[nodiscard]] const std::list<CandidatePair>& pairs() const { return pairs_; }
  [[nodiscard]] bool has_remotes() const { return !remotes_.empty(); }

  /// Puts `pair` at the end of the queue of triggered checks, if it is not in it.
  void trigger(CandidatePair& pair);
  /// The pair to check next, which leaves the queue; null when there is none.
  CandidatePair* next();
  [[nodiscard]] bool has_next() const;
  /// `pair` works: others like it are checked soon (RFC 8445 section 7.2.5.3.3).
  void unfreeze_like(const CandidatePair& pair);

 private:
  struct LocalPath {
    IcePath path;
    IceCandidate candidate;
  };

  CandidatePair* add_pair(const LocalPath& local, const IceCandidate& remote);
  [[nodiscard]] std::uint64_t priority_of(const IceCandidate& local, const IceCandidate& remote) const;
  [[nodiscard]] bool is_checked(const CandidatePair& like) const;
  /// True if one more remote candidate can be held: one that was learnt and does not work makes room.
  [[nodiscard]] bool make_room();
  /// Removes the oldest remote candidate that has failed, also one that the peer named: a peer that moves often leaves
  /// many behind. False if there is none.
  bool drop_failed();

  IceRole role_;
  std::vector<LocalPath> locals_;
  std::vector<IceCandidate> remotes_;
  std::size_t named_ = 0;  ///< Remote candidates that the peer has named, those that were dropped included.
  std::list<CandidatePair> pairs_;
  std::uint64_t last_trigger_ = 0;
};

}  // namespace counterpoint
