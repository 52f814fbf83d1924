// SPDX-License-Identifier: GPL-3.0-or-later
// Connectivity checks of IceAgent::Session, and their answers (RFC 8445 section 7).
#include <algorithm>
#include <string>
#include <utility>

#include "net/ice/ice_session.h"

namespace counterpoint {
namespace {

constexpr Duration kMinGuessedTimeout = 100ms;
constexpr Duration kMaxGuessedTimeout = 500ms;  ///< The default of RFC 8489 section 6.2.1.
constexpr Duration kMinTimeout = 50ms;          ///< Hosts that are busy answer that late.
constexpr Duration kMaxTimeout = 1s;
constexpr double kRoundTrips = 1.5;
constexpr std::size_t kMaxOutgoing = 1000;

/// The priority that a peer reflexive candidate found by a check from `local` gets (RFC 8445 section 7.1.1).
std::uint32_t reflexive_priority(const IceCandidate& local) {
  return candidate_priority(CandidateType::kPeerReflexive, static_cast<std::uint16_t>(local.priority >> 8 & 0xFFFF));
}

/// True if `user` is that of a check for the owner of `local`.
bool is_for(std::string_view user, const IceCredentials& local) {
  return user.starts_with(local.ufrag) && user.substr(local.ufrag.size()).starts_with(':');
}

}  // namespace

Duration IceAgent::Session::timeout() const {
  for (const CandidatePair& pair : checks_.pairs()) {
    if (pair.round_trip && (selected_ == nullptr || selected_ == &pair)) {
      return std::clamp<Duration>(scaled(*pair.round_trip, kRoundTrips), kMinTimeout, kMaxTimeout);
    }
  }
  return std::clamp<Duration>(scaled(config_.expected_round_trip, kRoundTrips), kMinGuessedTimeout, kMaxGuessedTimeout);
}

IceTransmit IceAgent::Session::addressed(const IcePath& path, const IpEndpoint& to, ByteView bytes) const {
  if (path.relay == 0) return {path.socket, to, Bytes(bytes.begin(), bytes.end())};
  const TurnClient& relay = gatherer_.relay(path);
  return {path.socket, relay.server(), relay.wrap(to, bytes), relay.transport()};
}

void IceAgent::Session::transmit(const IcePath& path, const IpEndpoint& to, Bytes bytes) {
  if (outgoing_.size() < kMaxOutgoing) outgoing_.push_back(addressed(path, to, bytes));
}

void IceAgent::Session::start_check(CandidatePair& pair, bool use_candidate, Timestamp now) {
  const bool controlling = role_ == IceRole::kControlling;
  if (pair.path.relay != 0) gatherer_.relay(pair.path).permit(pair.remote.address.address, now);
  const StunTransactionId id = ids_.draw();
  StunWriter writer(StunClass::kRequest, StunMethod::kBinding, id);
  writer.text(StunAttribute::kUsername, remote_->ufrag + ":" + local_.ufrag);
  writer.u32(StunAttribute::kPriority, reflexive_priority(pair.local));
  writer.u64(controlling ? StunAttribute::kIceControlling : StunAttribute::kIceControlled, tie_breaker_);
  if (use_candidate && controlling) {
    writer.flag(StunAttribute::kUseCandidate).u32(StunAttribute::kNomination, nomination_);
  }
  pair.use_candidate = use_candidate && controlling;
  pair.check.emplace(id, writer.finish(stun_short_term_key(remote_->password)), timeout(), now);
  if (!pair.works()) pair.state = CandidatePair::State::kInProgress;
  transmit(pair.path, pair.remote.address, pair.check->request());
}

IceReceived IceAgent::Session::handle_path(const IcePath& path, const IpEndpoint& from, ByteView datagram,
                                           Timestamp now) {
  if (!StunMessage::looks_like(datagram)) return handle_media(path, from, datagram, now);
  const auto message = StunMessage::parse(datagram);
  if (message && message->method() == StunMethod::kBinding) {
    if (message->message_class() == StunClass::kRequest) handle_request(path, from, *message, now);
    if (message->message_class() >= StunClass::kSuccess) handle_response(path, from, *message, now);
  }
  return {.kind = IceReceived::Kind::kConsumed};
}

void IceAgent::Session::handle_request(const IcePath& path, const IpEndpoint& from, const StunMessage& message,
                                       Timestamp now) {
  const std::string_view user = message.text(StunAttribute::kUsername);
  const bool is_current = is_for(user, local_);
  if (!is_current && !(previous_local_ && is_for(user, *previous_local_))) return;
  const StunKey key = stun_short_term_key(is_current ? local_.password : previous_local_->password);
  if (!message.integrity_holds(key)) return;

  const auto refuse = [&](int code, std::string_view reason, const std::vector<std::uint16_t>& unknown) {
    StunWriter writer(StunClass::kError, StunMethod::kBinding, message.transaction());
    writer.error(code, reason);
    if (!unknown.empty()) writer.unknown_attributes(unknown);
    transmit(path, from, writer.finish(key));
  };
  if (const auto unknown = message.unknown_attributes(); !unknown.empty()) {
    return refuse(stun_error::kUnknownAttribute, "Unknown Attribute", unknown);
  }
  if (is_current && !settle_role_conflict(message, now)) {
    return refuse(stun_error::kRoleConflict, "Role Conflict", {});
  }
  transmit(path, from,
           StunWriter(StunClass::kSuccess, StunMethod::kBinding, message.transaction())
               .xor_address(StunAttribute::kXorMappedAddress, from)
               .finish(key));
  if (!is_current) return;
  const std::uint32_t priority =
      message.u32(StunAttribute::kPriority).value_or(candidate_priority(CandidateType::kPeerReflexive, 0));
  const bool is_new = checks_.find(path, from) == nullptr;
  if (is_new && !pace_.learnt.take(now)) return;
  CandidatePair* const pair = checks_.learn(path, from, priority);
  if (pair == nullptr) return;
  // The peer has moved: the old way may be gone.
  if (is_new && selected_ != nullptr && !selected_->check) start_check(*selected_, false, now);
  answer_check(*pair, message, now);
}

bool IceAgent::Session::settle_role_conflict(const StunMessage& request, Timestamp now) {
  const bool controlling = role_ == IceRole::kControlling;
  const auto other = request.u64(controlling ? StunAttribute::kIceControlling : StunAttribute::kIceControlled);
  if (!other) return true;
  const bool larger = tie_breaker_ >= *other;
  if (larger == controlling) return false;
  switch_role(now);
  return true;
}

void IceAgent::Session::switch_role(Timestamp now) {
  role_ = role_ == IceRole::kControlling ? IceRole::kControlled : IceRole::kControlling;
  checks_.set_role(role_);
  for (CandidatePair& pair : checks_.pairs()) pair.use_candidate = pair.nominated = false;
  if (selected_ != nullptr && role_ == IceRole::kControlling) nominate(*selected_, now);
}

/// The triggered check of RFC 8445 section 7.3.1.4, and the nomination.
void IceAgent::Session::answer_check(CandidatePair& pair, const StunMessage& request, Timestamp now) {
  pair.heard_at = now;
  pair.guessed = false;
  if (!pair.consent_lost && !pair.works()) {
    const bool repeats = pair.check && remote_;
    if (!repeats) {
      checks_.trigger(pair);
    } else if (now >= pair.check->sent_at() + timeout() / 2) {
      // RFC 8445 starts another check in place of the one under way; sending that again finds the hole in the NAT as
      // well, and an answer to either counts.
      pair.check->sent_again(now);
      transmit(pair.path, pair.remote.address, pair.check->request());
    }
  }
  if (role_ == IceRole::kControlled && request.has(StunAttribute::kUseCandidate)) {
    handle_nomination(pair, request, now);
  }
}

void IceAgent::Session::handle_response(const IcePath& path, const IpEndpoint& from, const StunMessage& message,
                                        Timestamp now) {
  const auto found = std::ranges::find_if(checks_.pairs(), [&](const CandidatePair& pair) {
    return pair.check && pair.check->id() == message.transaction();
  });
  if (found == checks_.pairs().end() || !remote_) return;
  CandidatePair& pair = *found;
  if (!message.integrity_holds(stun_short_term_key(remote_->password))) return;
  const bool symmetric = path == pair.path && from == pair.remote.address;
  if (symmetric && message.message_class() == StunClass::kSuccess) return handle_success(pair, message, now);
  if (message.error_code() == stun_error::kRoleConflict) {
    // The role that the check was sent with may have changed since.
    const auto sent = StunMessage::parse(pair.check->request());
    const bool was_controlling = sent && sent->has(StunAttribute::kIceControlling);
    if (was_controlling == (role_ == IceRole::kControlling)) switch_role(now);
    pair.check.reset();
    return checks_.trigger(pair);
  }
  if (&pair == selected_) return;  // Consent ends it, if nothing better comes.
  pair.check.reset();
  pair.state = CandidatePair::State::kFailed;
}

void IceAgent::Session::handle_success(CandidatePair& pair, const StunMessage& message, Timestamp now) {
  if (const auto measured = pair.check->round_trip(now)) {
    pair.round_trip = pair.round_trip ? (*pair.round_trip * 7 + *measured) / 8 : *measured;
  } else if (!pair.round_trip) {
    pair.round_trip = now - pair.check->started_at();  // An upper bound.
  }
  const bool confirms = pair.use_candidate;
  pair.check.reset();
  pair.use_candidate = false;
  pair.guessed = false;
  pair.answered_at = pair.heard_at = now;
  pair.state = CandidatePair::State::kSucceeded;
  plan_recheck(pair, now);
  if (const auto mapped = message.mapped_address(); mapped && *mapped != pair.local.address) {
    const auto& locals = gatherer_.locals();
    const auto known =
        std::ranges::find(locals, *mapped, [](const CandidateGatherer::Local& each) { return each.candidate.address; });
    pair.mapped_type = known != locals.end() ? known->candidate.type : CandidateType::kPeerReflexive;
  }
  checks_.unfreeze_like(pair);
  if (&pair == selected_) {
    if (confirms) settled_at_ = now;
    return;
  }
  if (!pair.consent_lost) consider(pair, now);
}

}  // namespace counterpoint
