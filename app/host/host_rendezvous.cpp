// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/host_rendezvous.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <tuple>
#include <utility>

#include "app/call/poll_interrupter.h"
#include "net/adapters/session_clock.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

constexpr Duration kPresenceTurn = 1s;

UnixTime wall_clock() {
  return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

}  // namespace

Result<std::unique_ptr<HostRendezvous>> HostRendezvous::open(Config config, const IdentityKey& key, Timestamp now) {
  auto node = RendezvousNode::open({.discover = config.discover}, now);
  if (!node) return node.error();
  return std::unique_ptr<HostRendezvous>(new HostRendezvous(std::move(config), std::move(*node), key));
}

HostRendezvous::HostRendezvous(Config config, std::unique_ptr<RendezvousNode> node, const IdentityKey& key)
    : config_(std::move(config)),
      own_id_(key.id()),
      node_(std::move(node)),
      post_(key, *node_,
            {.is_contact = config_.is_contact,
             .wall_clock = wall_clock,
             .others =
                 [this](const InboxValue& value) {
                   for (const auto& exchange : exchanges_) exchange->handle(value);
                 }}),
      calls_({.send =
                  [this](const PeerId& to, const CallSegment& segment, const std::optional<InboxKey>& inbox) {
                    // A peer that cannot be sent to does not answer, which the conversation notices.
                    (void)post_.send(to, post_.make(SealedMessage::Kind::kCall, serialize(segment)), Keep::kMinutes,
                                     inbox);
                  },
              .inbox_for = [this](const PeerId& peer) -> std::optional<InboxKey> {
                if (!config_.is_contact(peer)) return std::nullopt;
                return post_.private_inbox();
              }}) {
  presence_.set_told(config_.presence);
  const Result<RendezvousMemory> memory = load_rendezvous_memory(config_.folder);
  if (!memory) problems_.push_back(memory.error().message);
  const auto nodes = memory ? resolve_all(memory->nodes, kRendezvousPort) : std::vector<Endpoint>();
  if (nodes) node_->add_bootstrap(*nodes);
}

std::vector<std::string> HostRendezvous::take_wanted_nodes(Timestamp now) {
  if (now < nodes_wanted_at_) return {};
  nodes_wanted_at_ = kNever;
  return config_.nodes;
}

void HostRendezvous::join(const NodesFound& found, Timestamp now) {
  node_->add_bootstrap(found.nodes);
  node_problems_told_ = node_problems_told_ && !found.problems.empty();
  if (found.problems.empty()) return;
  constexpr Duration kRetry = 60s;
  nodes_wanted_at_ = now + kRetry;
  if (std::exchange(node_problems_told_, true)) return;
  problems_.insert(problems_.end(), found.problems.begin(), found.problems.end());
}

bool HostRendezvous::take_first_answer() {
  if (first_answer_taken_ || !node_->connected()) return false;
  first_answer_taken_ = true;
  return true;
}

void HostRendezvous::remember_nodes() {
  if (node_->connected() && !std::exchange(nodes_saved_, true)) save_nodes();
}

void HostRendezvous::save_nodes() {
  std::vector<std::string> nodes;
  for (const Endpoint& node : node_->known_nodes()) {
    if (nodes.size() < RendezvousMemory::kMaxNodes) nodes.push_back(to_string(node));
  }
  // Those of an earlier time are better than none.
  if (nodes.empty()) return;
  const Result<void> saved =
      change_rendezvous_memory(config_.folder, [&](RendezvousMemory& memory) { memory.nodes = std::move(nodes); });
  if (!saved) problems_.push_back(saved.error().message);
}

std::unique_ptr<SignallingLink> HostRendezvous::call(const PeerId& peer, Timestamp now) {
  return calls_.call(peer, random_bytes<std::tuple_size_v<CallNumber>>(), presence_.inbox_of(peer, now));
}

std::shared_ptr<CandidateExchange> HostRendezvous::exchange_candidates(const CandidateInboxes& inboxes) {
  return exchanges_.emplace_back(std::make_shared<CandidateExchange>(inboxes, time_with_sleep));
}

void HostRendezvous::set_presence(bool told, Timestamp now) {
  if (std::exchange(config_.presence, told) == told) return;
  presence_.set_told(told);
  if (!told) say(presence_.leave(now));
}

void HostRendezvous::say(const std::vector<Presence::Outgoing>& notes) {
  for (const Presence::Outgoing& note : notes) {
    const PresenceNote content{.kind = note.kind, .inbox = post_.private_inbox()};
    SealedMessage message = post_.make(SealedMessage::Kind::kPresence, serialize(content));
    message.lifetime = note.lifetime;
    (void)post_.send(note.to, message, Keep::kMinutes);  // An ID that is no key cannot be sent to.
  }
}

void HostRendezvous::send(Timestamp now) {
  calls_.poll(now);
  std::erase_if(exchanges_, [](const auto& exchange) { return exchange.use_count() == 1; });
  for (const auto& exchange : exchanges_) {
    if (exchange->take_impatience(now)) node_->begin_again(now);
    exchange->poll(*node_, now);
  }
  if (now < presence_at_) return;
  presence_at_ = now + kPresenceTurn;
  presence_.set_contacts(config_.contacts());
  if (node_->connected()) say(presence_.poll(now, wall_clock()));
  std::ranges::copy(presence_.take_news(now), std::back_inserter(presence_news_));
}

void HostRendezvous::leave_missed_call(const PeerId& peer, Timestamp now) {
  presence_.handle_unreached(peer);
  if (last_word_.peer == peer && now - last_word_.at < kNextWord) return;
  last_word_ = {.peer = peer, .at = now};
  (void)post_.send(peer, post_.make(SealedMessage::Kind::kMissedCall, {}), Keep::kDays);
}

std::optional<MissedCall> HostRendezvous::take_missed_call() {
  constexpr auto kRinging = std::chrono::minutes(1);
  while (!missed_calls_.empty()) {
    const SealedPost::Received received = std::move(missed_calls_.front());
    missed_calls_.pop_front();
    const SealedMessage& message = received.message;
    bool is_new = false;
    // Written down before it is told: nobody hears of it twice.
    const Result<void> saved = change_rendezvous_memory(config_.folder, [&](RendezvousMemory& memory) {
      const UnixTime until = message.made_at + max_age(message.kind);
      is_new = memory.admit(message.id, {.until = until, .stranger = !received.contact, .caller = received.sender},
                            wall_clock());
    });
    if (!saved) problems_.push_back(saved.error().message);
    // The caller may have given up before it heard that it rings here.
    const bool rang = last_rung_.peer == received.sender && message.made_at - last_rung_.at < kRinging;
    if (is_new && saved && !rang) return MissedCall{.caller = received.sender, .at = message.made_at};
  }
  return std::nullopt;
}

void HostRendezvous::hear(Timestamp now) {
  node_->poll(now);
  post_.poll(now);
  while (auto received = post_.take()) {
    if (received->message.kind == SealedMessage::Kind::kCall) {
      calls_.handle(received->sender, received->contact, received->message.content, now);
    } else if (received->message.kind == SealedMessage::Kind::kMissedCall &&
               missed_calls_.size() < kMaxPendingMissedCalls) {
      missed_calls_.push_back(std::move(*received));
    } else if (received->message.kind == SealedMessage::Kind::kPresence) {
      // It may have become a contact after the last turn.
      if (!presence_.knows(received->sender)) presence_.set_contacts(config_.contacts());
      presence_.handle(received->sender, received->message, now, wall_clock());
    }
  }
}

void HostRendezvous::poll(const std::function<MediaCapabilities()>& capabilities, const TakeCaller& take,
                          Timestamp now) {
  hear(now);
  while (auto caller = calls_.take_caller()) {
    if (pending_.size() >= kMaxPending) continue;
    pending_.push_back(CallSignalling::take(std::move(caller), own_id_, capabilities(), now));
  }
  const auto hand_over = [&](std::unique_ptr<CallSignalling> caller) {
    last_rung_ = {.peer = caller->peer_id(), .at = wall_clock()};
    take(std::move(caller));
  };
  for (auto& signalling : pending_) hear_caller(signalling, hand_over, now);
  std::erase_if(pending_, [](const auto& signalling) { return !signalling; });
}

void HostRendezvous::finish(Duration patience) {
  const Timestamp end = session_now() + patience;
  if (node_->connected()) say(presence_.leave(session_now()));
  PollInterrupter interrupter;
  for (Timestamp now = session_now(); now < end && (calls_.size() > 0 || node_->puts_underway() > 0);
       now = session_now()) {
    hear(now);
    calls_.poll(now);
    std::vector<pollfd> descriptors;
    add_descriptors(descriptors);
    const Timestamp deadline = std::min({node_->next_deadline(), post_.next_deadline(), calls_.next_deadline(), end});
    interrupter.wait(descriptors, deadline - now);
  }
  save_nodes();
}

void HostRendezvous::add_descriptors(std::vector<pollfd>& descriptors) const {
  for (const int one : node_->descriptors()) descriptors.push_back({.fd = one, .events = POLLIN, .revents = 0});
}

Timestamp HostRendezvous::next_deadline() const {
  Timestamp deadline =
      std::min({node_->next_deadline(), post_.next_deadline(), calls_.next_deadline(), nodes_wanted_at_, presence_at_});
  for (const auto& signalling : pending_) deadline = std::min(deadline, signalling->next_deadline());
  if (node_->connected()) {
    for (const auto& exchange : exchanges_) deadline = std::min(deadline, exchange->next_deadline());
  }
  return deadline;
}

}  // namespace counterpoint
