// SPDX-License-Identifier: GPL-3.0-or-later
// The pair that the media of an IceAgent::Session take: nomination (RFC 8445 section 8), consent (RFC 7675), and the
// change to another pair.
#include <algorithm>
#include <iterator>
#include <vector>

#include "net/ice/ice_session.h"

namespace counterpoint {
namespace {

constexpr Duration kConsentInterval = 5s;   ///< RFC 7675 section 5.1, each with a deviation of up to 20 %.
constexpr Duration kReserveInterval = 15s;  ///< Keeps the mappings of NATs for pairs in reserve.
/// Media come at least each 20 ms or so while somebody talks. A pair that is silent for longer than this is checked.
constexpr Duration kSilence = 200ms;
constexpr int kWakeAfter = 2;    ///< Unanswered transmissions before other pairs are checked, too,
constexpr int kBrokenAfter = 3;  ///< and before one that answers takes over.
/// Media of the peer that were on the way when it changed pairs are not taken for another change.
constexpr Duration kReordering = 100ms;
constexpr Duration kGuessAfter = 50ms;  ///< Silence before unknown addresses are tried,
constexpr Duration kGuessPace = 100ms;  ///< at most so often,
constexpr auto kMaxGuesses = 4;         ///< and so many at once.

}  // namespace

void IceAgent::Session::plan_recheck(CandidatePair& pair, Timestamp now) {
  const Duration interval = &pair == selected_ ? kConsentInterval : kReserveInterval;
  pair.recheck_at = now + scaled(interval, 0.8 + 0.4 * rng_.uniform());
}

IceReceived IceAgent::Session::handle_media(const IcePath& path, const IpEndpoint& from, ByteView media,
                                            Timestamp now) {
  const bool is_selected = selected_ != nullptr && selected_->path == path && selected_->remote.address == from;
  CandidatePair* const pair = is_selected ? selected_ : checks_.find(path, from);
  if (pair != nullptr && !pair->guessed) {
    pair->heard_at = pair->media_at = now;
    if (!is_selected && pair->works() && !pair->consent_lost && media_moved_to(*pair, now)) select(*pair, now);
    return {.kind = IceReceived::Kind::kMedia, .media = media};
  }
  if (held_ && held_->path == path && held_->remote == from) return {.kind = IceReceived::Kind::kMedia, .media = media};
  if (pair == nullptr) guess(path, from, media, now);
  return {};
}

/// A NAT on the peer's side may have given it a new address, which its media tell before any check of its own does.
void IceAgent::Session::guess(const IcePath& path, const IpEndpoint& from, ByteView media, Timestamp now) {
  const bool is_rtp = !media.empty() && media.front() >= 128 && media.front() < 192;  // RFC 7983.
  if (!is_rtp || selected_ == nullptr || !remote_ || now < next_guess_at_) return;
  if (now < selected_->heard_at + kGuessAfter) return;
  const auto guesses = std::ranges::count_if(checks_.pairs(), [](const CandidatePair& pair) { return pair.guessed; });
  if (guesses >= kMaxGuesses) return;
  next_guess_at_ = now + kGuessPace;
  CandidatePair* const pair = checks_.learn(path, from, selected_->remote.priority);
  if (pair == nullptr) return;
  pair->guessed = true;
  start_check(*pair, false, now);
}

bool IceAgent::Session::media_moved_to(const CandidatePair& pair, Timestamp now) const {
  return selected_ != nullptr && pair.media_at > selected_->media_at && settled_at_ != kNever &&
         now >= settled_at_ + kReordering + round_trip().value_or(Duration::zero());
}

void IceAgent::Session::handle_nomination(CandidatePair& pair, const StunMessage& request, Timestamp now) {
  if (const auto number = request.u32(StunAttribute::kNomination)) {
    if (*number < nomination_) return;  // An older one, late.
    nomination_ = *number;
  } else if (selected_ != nullptr && selected_ != &pair && selected_->nominated && !is_broken() &&
             selected_->priority > pair.priority) {
    return;  // A peer that nominates several pairs means the best of them (RFC 5245 section 8.1.1.2).
  }
  for (CandidatePair& each : checks_.pairs()) each.nominated = &each == &pair;
  if (pair.works() && selected_ != &pair && !pair.consent_lost) select(pair, now);
}

void IceAgent::Session::consider(CandidatePair& pair, Timestamp now) {
  const bool follows = role_ == IceRole::kControlled && selected_ != nullptr &&
                       std::ranges::any_of(checks_.pairs(), [](const CandidatePair& each) { return each.nominated; });
  const bool better = follows ? pair.nominated : selected_ == nullptr || pair.priority > selected_->priority;
  if (better || is_broken() || media_moved_to(pair, now)) select(pair, now);
}

void IceAgent::Session::select(CandidatePair& pair, Timestamp now) {
  if (is_broken()) selected_->state = CandidatePair::State::kInProgress;  // It has to prove itself again.
  selected_ = &pair;
  held_.reset();
  previous_local_.reset();
  if (pair.path.relay != 0) gatherer_.relay(pair.path).bind_channel(pair.remote.address, now);
  plan_recheck(pair, now);
  gatherer_.keep_mappings(false, now);
  if (connected_) {
    emit(IcePairChanged{describe(pair)});
  } else {
    emit(IceConnected{describe(pair)});
  }
  connected_ = true;
  settled_at_ = role_ == IceRole::kControlling ? kNever : now;
  if (role_ == IceRole::kControlling) nominate(pair, now);
}

void IceAgent::Session::nominate(CandidatePair& pair, Timestamp now) {
  ++nomination_;
  for (CandidatePair& each : checks_.pairs()) {
    each.nominated = &each == &pair;
    // A check under way would go on nominating the pair that was in use.
    if (&each == &pair || !each.use_candidate) continue;
    if (each.check) start_check(each, false, now);
    each.use_candidate = false;
  }
  start_check(pair, true, now);
}

bool IceAgent::Session::is_broken() const {
  return selected_ != nullptr && selected_->check && selected_->check->transmissions() >= kBrokenAfter &&
         selected_->heard_at <= selected_->check->started_at();
}

/// True if silence would tell that the pair in use is broken: media came after its last answer, and nothing has been
/// asked since.
bool IceAgent::Session::awaits_media() const {
  return remote_ && selected_->media_at > selected_->answered_at &&
         (!selected_->check || selected_->check->started_at() < selected_->heard_at);
}

CandidatePair* IceAgent::Session::best_working(Timestamp answered_since) {
  CandidatePair* best = nullptr;
  for (CandidatePair& pair : checks_.pairs()) {
    if (&pair == selected_ || !pair.works() || pair.consent_lost || pair.answered_at < answered_since) continue;
    if (best == nullptr || pair.priority > best->priority) best = &pair;
  }
  return best;
}

void IceAgent::Session::watch_selected(Timestamp now) {
  if (selected_ == nullptr) {
    if (connected_ && now >= consent_until_) lose_consent();
    return;
  }
  if (awaits_media() && now >= selected_->heard_at + kSilence) start_check(*selected_, selected_->use_candidate, now);
  if (!selected_->check) return;
  const Timestamp started = selected_->check->started_at();
  if (selected_->check->transmissions() == kWakeAfter && selected_->heard_at <= started &&
      selected_->check->sent_at() == now) {
    wake_others(now);
  }
  CandidatePair* const other = is_broken() ? best_working(started) : nullptr;
  if (other != nullptr) return select(*other, now);
  if (now < selected_->answered_at + kConsentLifetime) return;
  CandidatePair* const reserve = best_working(now - kConsentLifetime);
  selected_->consent_lost = true;
  selected_->state = CandidatePair::State::kFailed;
  selected_->check.reset();
  if (reserve != nullptr) return select(*reserve, now);
  selected_ = nullptr;
  lose_consent();
}

void IceAgent::Session::lose_consent() {
  held_.reset();
  connected_ = false;
  failed_ = true;
  emit(IceConsentLost{});
}

/// Checks everything else at once, pairs that worked last time first.
void IceAgent::Session::wake_others(Timestamp now) {
  std::vector<CandidatePair*> others;
  for (CandidatePair& pair : checks_.pairs()) {
    if (&pair != selected_ && !pair.consent_lost && !pair.check) others.push_back(&pair);
  }
  std::ranges::sort(others, [](const CandidatePair* a, const CandidatePair* b) {
    return a->works() != b->works() ? a->works() : a->priority > b->priority;
  });
  for (CandidatePair* const pair : others) checks_.trigger(*pair);
  expect_news(now);
}

Timestamp IceAgent::Session::selected_deadline() const {
  if (selected_ == nullptr) return connected_ ? consent_until_ : kNever;
  const Timestamp silence = awaits_media() ? selected_->heard_at + kSilence : kNever;
  return selected_->check ? std::min(silence, selected_->answered_at + kConsentLifetime) : silence;
}

IcePair IceAgent::Session::describe(const CandidatePair& pair) const {
  return {.socket = pair.path.socket,
          .local = pair.local.address,
          .local_type = pair.mapped_type,
          .remote = pair.remote.address,
          .remote_type = pair.remote.type,
          .transport = pair.path.relay != 0 ? gatherer_.relay(pair.path).transport() : RelayTransport::kUdp};
}

std::optional<IceTransmit> IceAgent::Session::wrap(ByteView media) const {
  if (selected_ != nullptr) return addressed(selected_->path, selected_->remote.address, media);
  return held_ ? std::optional(addressed(held_->path, held_->remote, media)) : std::nullopt;
}

std::optional<IcePair> IceAgent::Session::selected() const {
  if (selected_ != nullptr) return describe(*selected_);
  return held_ ? std::optional(held_->pair) : std::nullopt;
}

std::optional<Duration> IceAgent::Session::round_trip() const {
  return selected_ != nullptr ? selected_->round_trip : std::nullopt;
}

}  // namespace counterpoint
