// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/host_rendezvous.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "app/call/poll_interrupter.h"
#include "net/adapters/session_clock.h"
#include "net/secure/random_octets.h"

namespace counterpoint {
namespace {

UnixTime wall_clock() {
  return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

}  // namespace

Result<std::unique_ptr<HostRendezvous>> HostRendezvous::open(const RendezvousSettings& settings, const IdentityKey& key,
                                                             std::function<bool(const PeerId&)> is_contact,
                                                             Timestamp now) {
  auto bootstrap = resolve_all(settings.bootstrap, kRendezvousPort);
  if (!bootstrap) return bootstrap.error();
  auto node = RendezvousNode::open({.bootstrap = std::move(*bootstrap), .discover = settings.discover}, now);
  if (!node) return node.error();
  return std::unique_ptr<HostRendezvous>(new HostRendezvous(std::move(*node), key, std::move(is_contact)));
}

HostRendezvous::HostRendezvous(std::unique_ptr<RendezvousNode> node, const IdentityKey& key,
                               std::function<bool(const PeerId&)> is_contact)
    : own_id_(key.id()),
      is_contact_(std::move(is_contact)),
      node_(std::move(node)),
      post_(key, *node_, {.is_contact = is_contact_, .wall_clock = wall_clock}),
      calls_({.send =
                  [this](const PeerId& to, const CallSegment& segment, const std::optional<InboxKey>& inbox) {
                    // A peer that cannot be sent to does not answer, which the conversation notices.
                    (void)post_.send(to, post_.make(SealedMessage::Kind::kCall, serialize(segment)), Keep::kMinutes,
                                     inbox);
                  },
              .inbox_for = [this](const PeerId& peer) -> std::optional<InboxKey> {
                if (!is_contact_(peer)) return std::nullopt;
                return post_.private_inbox();
              }}) {}

std::unique_ptr<SignallingLink> HostRendezvous::call(const PeerId& peer) {
  return calls_.call(peer, random_octets<std::tuple_size_v<CallNumber>>(), std::nullopt);
}

void HostRendezvous::hear(Timestamp now) {
  node_->poll(now);
  post_.poll(now);
  while (const auto received = post_.take()) {
    if (received->message.kind != SealedMessage::Kind::kCall) continue;
    calls_.handle(received->sender, received->contact, received->message.content, now);
  }
}

void HostRendezvous::poll(const std::function<MediaCapabilities()>& capabilities, const TakeCaller& take,
                          Timestamp now) {
  hear(now);
  while (auto caller = calls_.take_caller()) {
    if (pending_.size() >= kMaxPending) continue;
    pending_.push_back(CallSignalling::take(std::move(caller), own_id_, capabilities(), now));
  }
  for (auto& signalling : pending_) hear_caller(signalling, take, now);
  std::erase_if(pending_, [](const auto& signalling) { return !signalling; });
}

void HostRendezvous::finish(Duration patience) {
  const Timestamp end = session_now() + patience;
  PollInterrupter interrupter;
  for (Timestamp now = session_now(); now < end && calls_.size() > 0; now = session_now()) {
    hear(now);
    calls_.poll(now);
    std::vector<pollfd> descriptors;
    add_descriptors(descriptors);
    interrupter.wait(descriptors, std::min(next_deadline(), end) - now);
  }
}

void HostRendezvous::add_descriptors(std::vector<pollfd>& descriptors) const {
  for (const int one : node_->descriptors()) descriptors.push_back({.fd = one, .events = POLLIN, .revents = 0});
}

Timestamp HostRendezvous::next_deadline() const {
  Timestamp deadline = std::min({node_->next_deadline(), post_.next_deadline(), calls_.next_deadline()});
  for (const auto& signalling : pending_) deadline = std::min(deadline, signalling->next_deadline());
  return deadline;
}

}  // namespace counterpoint
