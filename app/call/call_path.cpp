// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/call_path.h"

#include <algorithm>
#include <utility>

#include "net/adapters/relay/relay_sockets.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

std::string text_of(const IcePair& pair, bool addresses) {
  const auto end = [addresses](CandidateType type, const IpEndpoint& address) {
    return std::string(to_string(type)) + (addresses ? " " + to_string(address) : "");
  };
  const std::string by =
      pair.transport == RelayTransport::kUdp ? "" : " over " + std::string(to_string(pair.transport));
  return end(pair.local_type, pair.local) + by + " to " + end(pair.remote_type, pair.remote);
}

}  // namespace

Result<std::unique_ptr<LocalSockets>> open_local_sockets(const UdpSockets::Config& config,
                                                         const std::vector<TurnServer>& relays) {
  auto udp = UdpSockets::open(config);
  if (!udp) return udp.error();
  const auto is_over_udp = [](const TurnServer& relay) { return relay.transport == RelayTransport::kUdp; };
  if (std::ranges::all_of(relays, is_over_udp)) return std::unique_ptr<LocalSockets>(std::move(*udp));
  auto with_connections = RelaySockets::open(std::move(*udp), relays);
  if (!with_connections) return with_connections.error();
  return std::unique_ptr<LocalSockets>(std::move(*with_connections));
}

IceDescription fresh_ice_description() {
  return {.credentials = IceCredentials::from_random(random_bytes<24>()), .trickle = true, .renomination = true};
}

Result<std::unique_ptr<CallPath>> CallPath::open(Config config, Timestamp now) {
  auto sockets = open_local_sockets(config.sockets, config.servers.turn);
  if (!sockets) return sockets.error();
  IceAgent::Config agent{.role = config.role,
                         .local = config.local.credentials,
                         .stun_servers = config.servers.stun,
                         .turn_servers = config.servers.turn,
                         .relay_only = config.servers.relay_only};
  if (config.round_trip) agent.expected_round_trip = *config.round_trip;
  auto transport = std::make_unique<IceTransport>(std::move(*sockets), agent, now);
  std::unique_ptr<CallPath> path(new CallPath(std::move(config), std::move(transport)));
  path->poll(now);
  return path;
}

CallPath::CallPath(Config config, std::unique_ptr<IceTransport> transport)
    : local_(std::move(config.local)),
      may_restart_(config.role == IceRole::kControlling),
      owned_(std::move(transport)),
      ice_(owned_.get()) {}

void CallPath::poll(Timestamp now) {
  if (owned_) owned_->advance(now);
  while (const std::optional<IceEvent> event = ice_->take_event()) handle(*event, now);
}

void CallPath::handle(const IceEvent& event, Timestamp now) {
  if (const auto* found = std::get_if<IceLocalCandidate>(&event)) {
    if (local_.candidates.size() < kMaxIceCandidates) local_.candidates.push_back(to_sdp(found->candidate));
  } else if (std::holds_alternative<IceGatheringDone>(event)) {
    local_.end_of_candidates = true;
  } else if (const auto* connected = std::get_if<IceConnected>(&event)) {
    failure_.reset();
    news_.push_back({.what = "", .pair = connected->pair});
  } else if (const auto* changed = std::get_if<IcePairChanged>(&event)) {
    news_.push_back({.what = "", .pair = changed->pair});
  } else if (std::holds_alternative<IceConsentLost>(event)) {
    news_.push_back(
        {.what = translatable("no way to the peer is left: nothing is sent until there is one"), .pair = {}});
    if (may_restart_) restart(now);
  } else if (const auto* failed = std::get_if<IceFailed>(&event)) {
    failure_ = failed->cause;
    news_.push_back({.what = failed->cause.text(), .pair = {}});
  }
}

Timestamp CallPath::next_deadline() const {
  if (ice_->has_events()) return Timestamp{};
  return owned_ ? owned_->next_deadline() : kNever;
}

const IceDescription& CallPath::description() {
  described_ = true;
  told_ = local_.candidates.size();
  end_told_ = local_.end_of_candidates;
  return local_;
}

std::optional<IceDescription> CallPath::take_fragment() {
  const bool news = told_ < local_.candidates.size() || local_.end_of_candidates != end_told_;
  if (!described_ || !news) return std::nullopt;
  IceDescription fragment = local_;
  fragment.candidates.erase(fragment.candidates.begin(),
                            fragment.candidates.begin() + static_cast<std::ptrdiff_t>(told_));
  (void)description();
  return fragment;
}

IceDescription CallPath::current() const {
  IceDescription current = local_;
  current.candidates.clear();
  for (const IceCandidate& candidate : ice_->local_candidates()) {
    if (current.candidates.size() < kMaxIceCandidates) current.candidates.push_back(to_sdp(candidate));
  }
  return current;
}

void CallPath::take_remote(const IceDescription& remote, Timestamp now) {
  if (std::ranges::find(retired_, remote.credentials.ufrag) != retired_.end()) return;
  // Told before the peer has heard that this side begins again.
  if (restarting_ && remote.credentials.ufrag == remote_ufrag_) return;
  const bool again = !remote_ufrag_.empty() && remote.credentials.ufrag != remote_ufrag_;
  if (again && !std::exchange(restarting_, false)) {
    if (!restarts_.take(now)) return;
    // The peer begins again, so this side does; it has no more to wait for.
    restart(now);
    restarting_ = false;
  }
  if (again) {
    if (retired_.size() == kMaxRetired) retired_.pop_front();
    retired_.push_back(remote_ufrag_);
  }
  remote_ufrag_ = remote.credentials.ufrag;
  ice_->set_remote_credentials(remote.credentials, remote.lite, now);
  for (const std::string& text : remote.candidates) {
    const auto candidate = parse_candidate(text);
    if (candidate && candidate->address.port >= kFirstMediaPort) ice_->add_remote(*candidate, now);
  }
  if (remote.end_of_candidates) ice_->end_of_remote_candidates(now);
}

void CallPath::restart(Timestamp now) {
  restarting_ = true;
  local_ = fresh_ice_description();
  told_ = 0;
  // Without candidates too, the peer has to learn the credentials.
  end_told_ = true;
  ice_->restart(local_.credentials, now);
}

std::optional<std::string> CallPath::take_news(bool addresses) {
  if (news_.empty()) return std::nullopt;
  const News news = std::move(news_.front());
  news_.erase(news_.begin());
  return news.pair ? text_of(*news.pair, addresses) : news.what;
}

}  // namespace counterpoint
