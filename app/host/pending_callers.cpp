// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/pending_callers.h"

#include <algorithm>
#include <string>
#include <utility>

namespace counterpoint {
namespace {

constexpr std::size_t kPlaces = 16;
constexpr std::int64_t kPlacesOfOneAddress = 2;

}  // namespace

Result<std::uint16_t> PendingCallers::open(const Endpoint& at) {
  auto listener = SignallingListener::bind(at.address, at.port);
  if (!listener) return listener.error();
  listener_ = std::move(*listener);
  return listener_->local_port();
}

void PendingCallers::poll(const std::function<MediaCapabilities()>& capabilities,
                          const std::function<void(std::unique_ptr<CallSignalling>)>& take, Timestamp now) {
  while (auto connection = listener_ ? listener_->accept() : nullptr) {
    if (has_place_for(*connection)) {
      callers_.push_back(CallSignalling::take(std::move(connection), capabilities(), now));
    }
  }
  for (auto& caller : callers_) {
    caller->poll(now);
    const bool has_offer = !caller->call().remote_description().empty();
    if (has_offer && caller->call().state() != Call::State::kEnded) take(std::move(caller));
  }
  std::erase_if(callers_, [](const auto& caller) { return !caller || caller->call().state() == Call::State::kEnded; });
}

void PendingCallers::add_descriptors(std::vector<pollfd>& descriptors) const {
  const auto add = [&descriptors](int descriptor) {
    descriptors.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
  };
  if (listener_) add(listener_->descriptor());
  for (const auto& caller : callers_) add(caller->descriptor());
}

Timestamp PendingCallers::next_deadline() const {
  Timestamp deadline = kNever;
  for (const auto& caller : callers_) deadline = std::min(deadline, caller->next_deadline());
  return deadline;
}

bool PendingCallers::has_place_for(const SignallingConnection& caller) const {
  const std::string address = caller.remote().address;
  const auto same =
      std::ranges::count_if(callers_, [&address](const auto& other) { return other->peer_address() == address; });
  return callers_.size() < kPlaces && same < kPlacesOfOneAddress;
}

}  // namespace counterpoint
