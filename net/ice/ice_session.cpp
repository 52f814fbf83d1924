// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/ice_session.h"

#include <algorithm>
#include <utility>

#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

constexpr int kFastChecks = 10;
constexpr Duration kFastPace = 5ms;  ///< Ta of RFC 8445 section 14.2, which allows no less.
constexpr Duration kPace = 50ms;     ///< Its default.
/// Failure is told this long after the last news: every check had its 8 s by then.
constexpr Duration kHope = 12s;
constexpr std::size_t kMaxQueue = 1000;  ///< More events than one call can make.

}  // namespace

IceAgent::Session::Session(const Config& config)
    : config_(config),
      role_(config.role),
      local_(config.local),
      rng_(config.seed ? *config.seed : random_seed()),
      tie_breaker_(rng_.next()),
      ids_(config.seed ? StunTransactionIds(rng_.next()) : StunTransactionIds()),
      gatherer_([&] {
        CandidateGatherer::Config gatherer{.stun_servers = config.stun_servers,
                                           .turn_servers = config.turn_servers,
                                           .relay_only = config.relay_only,
                                           .ids = ids_.split()};
        if (gatherer.stun_servers.size() > kMaxServers) gatherer.stun_servers.resize(kMaxServers);
        if (gatherer.turn_servers.size() > kMaxServers) gatherer.turn_servers.resize(kMaxServers);
        return gatherer;
      }()),
      checks_(config.role) {}

void IceAgent::Session::add_local(IceSocketId socket, const IpEndpoint& base, IceInterface kind, Timestamp now) {
  if (sockets_ >= kMaxLocalSockets) return;
  ++sockets_;
  gathering_ = true;
  gatherer_.add_socket(socket, base, kind, now);
  expect_news(now);
  absorb_gathered(now);
  poll(now);
}

void IceAgent::Session::remove_local(IceSocketId socket, Timestamp now) {
  const bool in_use = selected_ != nullptr && selected_->path.socket == socket;
  if (in_use) {
    consent_until_ = selected_->answered_at + kConsentLifetime;
    selected_ = nullptr;
  }
  if (held_ && held_->path.socket == socket) held_.reset();
  if (sockets_ > 0) --sockets_;
  gatherer_.remove_socket(socket);
  checks_.remove_local(socket);
  std::erase_if(outgoing_, [&](const IceTransmit& each) { return each.socket == socket; });
  if (CandidatePair* const other = in_use ? best_working(Timestamp::min()) : nullptr) {
    select(*other, now);
  } else if (in_use) {
    wake_others(now);
  }
  poll(now);
}

void IceAgent::Session::set_remote_credentials(const IceCredentials& remote, bool lite, Timestamp now) {
  if (remote_ || !remote.valid()) return;
  remote_ = remote;
  if (lite && role_ == IceRole::kControlled) switch_role(now);
  expect_news(now);
  poll(now);
}

void IceAgent::Session::add_remote(const IceCandidate& candidate, Timestamp now) {
  if (!checks_.add_remote(candidate)) return;
  expect_news(now);
  poll(now);
}

void IceAgent::Session::end_of_remote_candidates(Timestamp now) {
  remote_ended_ = true;
  poll(now);
}

void IceAgent::Session::restart(const IceCredentials& local, Timestamp now) {
  if (selected_ != nullptr) {
    held_ = Held{selected_->path, selected_->remote.address, describe(*selected_)};
    consent_until_ = selected_->answered_at + kConsentLifetime;
  }
  selected_ = nullptr;
  previous_local_ = std::exchange(local_, local);
  remote_.reset();
  remote_ended_ = false;
  failed_ = false;
  nomination_ = 0;
  checks_.clear_remotes();
  for (const CandidateGatherer::Local& each : gatherer_.locals()) emit(IceLocalCandidate{each.candidate});
  if (!gathering_) emit(IceGatheringDone{});
  expect_news(now);
  poll(now);
}

void IceAgent::Session::expect_news(Timestamp now) {
  news_at_ = now;
  pace_.fast_checks = kFastChecks;
  pace_.next_check_at = std::min(pace_.next_check_at, now + kFastPace);
}

void IceAgent::Session::absorb_gathered(Timestamp now) {
  while (const auto local = gatherer_.take_local()) {
    emit(IceLocalCandidate{local->candidate});
    // Reflexive candidates are sent from their base, so they make no pairs of their own (RFC 8445 section 6.1.2.4).
    if (local->candidate.type == CandidateType::kServerReflexive) continue;
    checks_.add_local(local->path, local->candidate);
    if (local->path.relay != 0) expect_news(now);
  }
  if (gathering_ && gatherer_.done()) {
    gathering_ = false;
    emit(IceGatheringDone{});
  }
}

IceReceived IceAgent::Session::handle_message(IceSocketId socket, const IpEndpoint& from, RelayTransport transport,
                                              ByteView message, Timestamp now) {
  const CandidateGatherer::Received received = gatherer_.handle_datagram(socket, from, transport, message, now);
  IceReceived result{.kind = IceReceived::Kind::kConsumed};
  if (received.from_peer) {
    result = handle_path(received.path, received.from_peer->peer, received.from_peer->data, now);
  } else if (!received.consumed) {
    if (config_.relay_only || transport != RelayTransport::kUdp) return {};
    result = handle_path({socket}, from, message, now);
  }
  if (result.kind == IceReceived::Kind::kConsumed) poll(now);
  return result;
}

void IceAgent::Session::lose_relay(IceSocketId socket, const IpEndpoint& server, RelayTransport transport,
                                   const Message& why, Timestamp now) {
  gatherer_.lose_relay(socket, server, transport, why, now);
  poll(now);
}

void IceAgent::Session::poll(Timestamp now) {
  gatherer_.poll(now);
  absorb_gathered(now);
  run_transactions(now);
  run_rechecks(now);
  watch_selected(now);
  run_paced_checks(now);
  judge(now);
}

void IceAgent::Session::run_transactions(Timestamp now) {
  for (auto next = checks_.pairs().begin(); next != checks_.pairs().end();) {
    CandidatePair& pair = *next++;  // It may be removed below.
    if (!pair.check || now < pair.check->next_deadline()) continue;
    if (!pair.check->over(now)) {
      pair.check->sent_again(now);
      transmit(pair.path, pair.remote.address, pair.check->request());
      continue;
    }
    pair.check.reset();
    if (pair.guessed) {
      checks_.remove(pair);
    } else if (&pair == selected_) {
      start_check(pair, pair.use_candidate, now);  // Only the end of consent ends this.
    } else {
      pair.state = CandidatePair::State::kFailed;
    }
  }
}

void IceAgent::Session::run_rechecks(Timestamp now) {
  if (!remote_) return;
  for (CandidatePair& pair : checks_.pairs()) {
    if (now < pair.recheck_at || (!pair.works() && &pair != selected_)) continue;
    plan_recheck(pair, now);
    start_check(pair, pair.use_candidate, now);
  }
}

void IceAgent::Session::run_paced_checks(Timestamp now) {
  while (remote_ && now >= pace_.next_check_at) {
    CandidatePair* const pair = checks_.next();
    if (pair == nullptr) return;
    start_check(*pair, pair->use_candidate, now);
    pace_.next_check_at = now + (pace_.fast_checks > 0 ? kFastPace : kPace);
    pace_.fast_checks = std::max(0, pace_.fast_checks - 1);
  }
}

void IceAgent::Session::judge(Timestamp now) {
  if (connected_ || failed_ || !remote_) return;
  const auto has_failed = [](const CandidatePair& pair) { return pair.state == CandidatePair::State::kFailed; };
  const bool hopeless =
      remote_ended_ && !gathering_ && !checks_.pairs().empty() && std::ranges::all_of(checks_.pairs(), has_failed);
  if (!hopeless && now < news_at_ + kHope) return;
  failed_ = true;
  emit(IceFailed{cause_of_failure()});
}

Message IceAgent::Session::cause_of_failure() const {
  if (sockets_ == 0) return message("this host has no network address: connect it to a network");
  if (!checks_.has_remotes()) return message("the peer has named no address, and none of its checks has arrived");
  if (checks_.pairs().empty()) {
    return message("this host and the peer have no kind of address in common (IPv4, IPv6), and no relay helps");
  }
  if (const auto error = gatherer_.relay_error()) {
    return message("no direct way to the peer works, and %1", *error);
  }
  if (config_.turn_servers.empty()) {
    return message(
        "no direct way to the peer works, since a NAT or a firewall is in between: name a relay (TURN) in the "
        "settings");
  }
  return message("no way to the peer works, not even by the relay");
}

Timestamp IceAgent::Session::next_deadline() const {
  if (!outgoing_.empty()) return Timestamp::min();
  Timestamp deadline = std::min(gatherer_.next_deadline(), selected_deadline());
  for (const CandidatePair& pair : checks_.pairs()) {
    if (pair.check) deadline = std::min(deadline, pair.check->next_deadline());
    if (remote_ && (pair.works() || &pair == selected_)) deadline = std::min(deadline, pair.recheck_at);
  }
  if (remote_ && checks_.has_next()) deadline = std::min(deadline, pace_.next_check_at);
  if (remote_ && !connected_ && !failed_) deadline = std::min(deadline, news_at_ + kHope);
  return deadline;
}

std::optional<IceTransmit> IceAgent::Session::take_transmit() {
  if (auto transmit = gatherer_.take_transmit()) return transmit;
  if (outgoing_.empty()) return std::nullopt;
  std::optional<IceTransmit> transmit(std::move(outgoing_.front()));
  outgoing_.pop_front();
  return transmit;
}

void IceAgent::Session::emit(IceEvent event) {
  if (events_.size() >= kMaxQueue) events_.pop_front();
  events_.push_back(std::move(event));
}

std::optional<IceEvent> IceAgent::Session::take_event() {
  if (events_.empty()) return std::nullopt;
  std::optional<IceEvent> event(std::move(events_.front()));
  events_.pop_front();
  return event;
}

std::vector<IceCandidate> IceAgent::Session::local_candidates() const {
  std::vector<IceCandidate> candidates;
  for (const CandidateGatherer::Local& local : gatherer_.locals()) candidates.push_back(local.candidate);
  return candidates;
}

void IceAgent::Session::close(Timestamp now) {
  selected_ = nullptr;
  held_.reset();
  connected_ = false;
  failed_ = true;
  remote_.reset();
  checks_.clear_remotes();
  outgoing_.clear();
  gatherer_.keep_mappings(false, now);
  gatherer_.close(now);
}

}  // namespace counterpoint
