// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/pending_callers.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

void hear_caller(std::unique_ptr<CallSignalling>& caller, const TakeCaller& take, Timestamp now) {
  caller->poll(now);
  if (caller->call().state() == Call::State::kEnded) return caller.reset();
  if (!caller->call().remote_description().empty()) take(std::move(caller));
}

Result<std::uint16_t> PendingCallers::open(const Endpoint& at, const TlsContext& tls) {
  auto listener = SignallingListener::bind(at.address, at.port, tls);
  if (!listener) return listener.error();
  listener_ = std::move(*listener);
  own_id_ = tls.id();
  return listener_->local_port();
}

void PendingCallers::poll(const std::function<MediaCapabilities()>& capabilities, const TakeCaller& take,
                          Timestamp now) {
  admit(capabilities, now);
  for (Caller& caller : callers_) hear_caller(caller.signalling, take, now);
  std::erase_if(callers_, [](const Caller& caller) { return !caller.signalling; });
}

void PendingCallers::admit(const std::function<MediaCapabilities()>& capabilities, Timestamp now) {
  if (!listener_ || (pause_ends_at_ && now < *pause_ends_at_)) return;
  pause_ends_at_.reset();
  for (int i = 0; i < kMaxAccepts; ++i) {
    auto connection = listener_->accept();
    if (!connection) {
      if (listener_->exhausted()) pause_ends_at_ = now + kPause;
      return;
    }
    std::string address = connection->remote().address;
    std::string network = network_of(address);
    if (!make_place_for(address, network)) continue;
    callers_.push_back({std::move(address), std::move(network),
                        CallSignalling::take(std::move(connection), own_id_, capabilities(), now)});
  }
}

bool PendingCallers::make_place_for(const std::string& address, const std::string& network) {
  const auto count = [this](std::string Caller::*of, const std::string& value) {
    return static_cast<std::size_t>(std::ranges::count(callers_, value, of));
  };
  const bool address_full = count(&Caller::address, address) >= kPlacesOfOneAddress;
  const bool network_full = count(&Caller::network, network) >= kPlacesOfOneNetwork;
  if (!address_full && !network_full && callers_.size() < kPlaces) return true;
  auto chosen = callers_.end();
  std::pair<std::size_t, std::size_t> most;
  for (auto one = callers_.begin(); one != callers_.end(); ++one) {
    const bool in_reach = address_full ? one->address == address : !network_full || one->network == network;
    if (!in_reach || one->signalling->peer_id()) continue;
    const std::pair places(count(&Caller::network, one->network), count(&Caller::address, one->address));
    if (places > most) chosen = one, most = places;
  }
  if (chosen == callers_.end()) return false;
  callers_.erase(chosen);
  return true;
}

void PendingCallers::add_descriptors(std::vector<pollfd>& descriptors) const {
  if (listener_ && !pause_ends_at_) {
    descriptors.push_back({.fd = listener_->descriptor(), .events = POLLIN, .revents = 0});
  }
  for (const Caller& caller : callers_) {
    const auto events = static_cast<short>(caller.signalling->wants_write() ? POLLIN | POLLOUT : POLLIN);
    descriptors.push_back({.fd = caller.signalling->descriptor(), .events = events, .revents = 0});
  }
}

Timestamp PendingCallers::next_deadline() const {
  Timestamp deadline = pause_ends_at_.value_or(kNever);
  for (const Caller& caller : callers_) deadline = std::min(deadline, caller.signalling->next_deadline());
  return deadline;
}

}  // namespace counterpoint
