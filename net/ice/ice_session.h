// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/rng.h"
#include "core/call/token_bucket.h"
#include "net/ice/candidate_gatherer.h"
#include "net/ice/check_list.h"
#include "net/ice/ice_agent.h"
#include "net/ice/stun_message.h"

namespace counterpoint {

/// The inside of an IceAgent. Its functions stand in three sources: inputs and timers in ice_session.cpp, messages of
/// checks in ice_checks.cpp, and the choice of the pair that media take in ice_selection.cpp.
class IceAgent::Session {
 public:
  explicit Session(const Config& config);

  void add_local(IceSocketId socket, const IpEndpoint& base, IceInterface kind, Timestamp now);
  void remove_local(IceSocketId socket, Timestamp now);
  void set_remote_credentials(const IceCredentials& remote, bool lite, Timestamp now);
  void add_remote(const IceCandidate& candidate, Timestamp now);
  void end_of_remote_candidates(Timestamp now);
  void restart(const IceCredentials& local, Timestamp now);
  IceReceived handle_message(IceSocketId socket, const IpEndpoint& from, RelayTransport transport, ByteView message,
                             Timestamp now);
  void lose_relay(IceSocketId socket, const IpEndpoint& server, RelayTransport transport, const Message& why,
                  Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<IceTransmit> take_transmit();
  [[nodiscard]] std::optional<IceEvent> take_event();
  [[nodiscard]] std::optional<IceTransmit> wrap(ByteView media) const;
  [[nodiscard]] std::optional<IcePair> selected() const;
  [[nodiscard]] std::optional<Duration> round_trip() const;
  [[nodiscard]] std::vector<IceCandidate> local_candidates() const;
  void close(Timestamp now);

 private:
  /// Sending ends this long after the last answer to a check (RFC 7675 section 5.1).
  static constexpr Duration kConsentLifetime = 30s;

  /// Addresses that are learnt from checks. Between two routers that give each destination another port every answer
  /// comes from an address that was never seen, and each check of one brings the next.
  static constexpr TokenBucket::Limit kLearnt{.burst = 16, .per_second = 2};

  struct Pace {
    Timestamp next_check_at = Timestamp::min();
    int fast_checks = 0;  ///< So many more checks follow each other fast.
    TokenBucket learnt{kLearnt};
  };

  /// The way of media after restart(), until there is a new one.
  struct Held {
    IcePath path;
    IpEndpoint remote;
    IcePair pair;
  };

  // Inputs and timers.
  void absorb_gathered(Timestamp now);
  void expect_news(Timestamp now);
  void run_transactions(Timestamp now);
  void run_paced_checks(Timestamp now);
  void run_rechecks(Timestamp now);
  void judge(Timestamp now);
  [[nodiscard]] Message cause_of_failure() const;
  void emit(IceEvent event);

  // Messages of checks.
  IceReceived handle_path(const IcePath& path, const IpEndpoint& from, ByteView datagram, Timestamp now);
  void handle_request(const IcePath& path, const IpEndpoint& from, const StunMessage& message, Timestamp now);
  void handle_response(const IcePath& path, const IpEndpoint& from, const StunMessage& message, Timestamp now);
  void handle_success(CandidatePair& pair, const StunMessage& message, Timestamp now);
  [[nodiscard]] bool settle_role_conflict(const StunMessage& request, Timestamp now);
  void switch_role(Timestamp now);
  void answer_check(CandidatePair& pair, const StunMessage& request, Timestamp now);
  void start_check(CandidatePair& pair, bool use_candidate, Timestamp now);
  void transmit(const IcePath& path, const IpEndpoint& to, Bytes bytes);
  [[nodiscard]] IceTransmit addressed(const IcePath& path, const IpEndpoint& to, ByteView bytes) const;
  [[nodiscard]] Duration timeout() const;

  // The choice of the pair.
  IceReceived handle_media(const IcePath& path, const IpEndpoint& from, ByteView media, Timestamp now);
  void guess(const IcePath& path, const IpEndpoint& from, ByteView media, Timestamp now);
  void handle_nomination(CandidatePair& pair, const StunMessage& request, Timestamp now);
  void consider(CandidatePair& pair, Timestamp now);
  void select(CandidatePair& pair, Timestamp now);
  void nominate(CandidatePair& pair, Timestamp now);
  void watch_selected(Timestamp now);
  void wake_others(Timestamp now);
  void lose_consent();
  [[nodiscard]] bool is_broken() const;
  [[nodiscard]] bool awaits_media() const;
  [[nodiscard]] bool media_moved_to(const CandidatePair& pair, Timestamp now) const;
  [[nodiscard]] CandidatePair* best_working(Timestamp answered_since);
  [[nodiscard]] Timestamp selected_deadline() const;
  void plan_recheck(CandidatePair& pair, Timestamp now);
  [[nodiscard]] IcePair describe(const CandidatePair& pair) const;

  Config config_;
  IceRole role_;
  IceCredentials local_;
  std::optional<IceCredentials> previous_local_;  ///< Set by restart(): the peer may not know the new ones yet.
  std::optional<IceCredentials> remote_;
  Rng rng_;
  std::uint64_t tie_breaker_;
  StunTransactionIds ids_;
  CandidateGatherer gatherer_;
  CheckList checks_;
  Pace pace_;
  std::size_t sockets_ = 0;
  bool gathering_ = false;
  bool remote_ended_ = false;
  bool connected_ = false;
  bool failed_ = false;  ///< Failure or loss has been told.
  Timestamp news_at_{};  ///< Last time at which there was something new to try.
  Timestamp next_guess_at_ = Timestamp::min();
  CandidatePair* selected_ = nullptr;
  std::optional<Held> held_;
  Timestamp consent_until_ = Timestamp::min();  ///< Used while nothing is selected.
  std::uint32_t nomination_ = 0;                ///< Number of the last nomination, of either side.
  Timestamp settled_at_ = kNever;               ///< Time at which the peer took the pair in use.
  std::deque<IceTransmit> outgoing_;
  std::deque<IceEvent> events_;
};

}  // namespace counterpoint
