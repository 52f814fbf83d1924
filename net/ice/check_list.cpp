// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/check_list.h"

#include <algorithm>

namespace counterpoint {
namespace {

using State = CandidatePair::State;

/// False for what is no host's: 0.0.0.0/8 and :: (which mean the own host), multicast, 240.0.0.0/4, broadcast.
bool is_of_a_host(const IpAddress& address) {
  const ByteView bytes = address.bytes();
  if (!address.is_v6()) return bytes[0] != 0 && bytes[0] < 224;
  return bytes[0] != 0xFF && std::ranges::any_of(bytes, [](std::uint8_t byte) { return byte != 0; });
}

bool fit(const IpAddress& local, const IpAddress& remote) {
  return is_of_a_host(remote) && local.is_v6() == remote.is_v6() && local.is_loopback() == remote.is_loopback() &&
         (!local.is_v6() || local.is_link_local() == remote.is_link_local());
}

bool same_foundation(const CandidatePair& a, const CandidatePair& b) {
  return a.local.foundation == b.local.foundation && a.remote.foundation == b.remote.foundation;
}

/// There are pairs of it, and none that works or may yet work.
bool has_failed(const IceCandidate& remote, const std::list<CandidatePair>& pairs) {
  bool tried = false;
  for (const CandidatePair& pair : pairs) {
    if (pair.remote.address != remote.address) continue;
    if (pair.state != State::kFailed && !pair.consent_lost) return false;
    tried = true;
  }
  return tried;
}

/// A pair that may give its place to a better one.
bool is_idle(const CandidatePair& pair) {
  return !pair.check && !pair.nominated && pair.state != State::kSucceeded && pair.trigger == 0;
}

}  // namespace

void CheckList::add_local(const IcePath& path, const IceCandidate& candidate) {
  const auto known = std::ranges::find(locals_, path, &LocalPath::path);
  if (known == locals_.end()) {
    locals_.push_back({path, candidate});
    for (const IceCandidate& remote : remotes_) add_pair(locals_.back(), remote);
    return;
  }
  known->candidate = candidate;
  for (CandidatePair& pair : pairs_) {
    if (pair.path != path) continue;
    pair.local = candidate;
    trigger(pair);
  }
}

void CheckList::remove_local(IceSocketId socket) {
  std::erase_if(locals_, [&](const LocalPath& local) { return local.path.socket == socket; });
  std::erase_if(pairs_, [&](const CandidatePair& pair) { return pair.path.socket == socket; });
}

bool CheckList::add_remote(const IceCandidate& candidate) {
  const auto known = std::ranges::find(remotes_, candidate.address, &IceCandidate::address);
  if (known == remotes_.end()) {
    if (named_ == kMaxRemotes || !make_room()) return false;
    ++named_;
    remotes_.push_back(candidate);
    for (const LocalPath& local : locals_) add_pair(local, candidate);
    return true;
  }
  // The peer names an address that its checks came from already: from now on it is what the peer says.
  *known = candidate;
  for (const LocalPath& local : locals_) {
    CandidatePair* const pair = find(local.path, candidate.address);
    if (pair == nullptr) {
      add_pair(local, candidate);
      continue;
    }
    pair->remote = candidate;
    pair->guessed = false;
    pair->priority = priority_of(pair->local, pair->remote);
  }
  return true;
}

void CheckList::clear_remotes() {
  remotes_.clear();
  pairs_.clear();
  named_ = 0;
}

void CheckList::set_role(IceRole role) {
  role_ = role;
  for (CandidatePair& pair : pairs_) pair.priority = priority_of(pair.local, pair.remote);
}

CandidatePair* CheckList::find(const IcePath& path, const IpEndpoint& remote) {
  const auto found = std::ranges::find_if(
      pairs_, [&](const CandidatePair& pair) { return pair.path == path && pair.remote.address == remote; });
  return found != pairs_.end() ? &*found : nullptr;
}

CandidatePair* CheckList::learn(const IcePath& path, const IpEndpoint& remote, std::uint32_t priority) {
  if (CandidatePair* const pair = find(path, remote)) return pair;
  const auto local = std::ranges::find(locals_, path, &LocalPath::path);
  if (local == locals_.end()) return nullptr;
  const auto known = std::ranges::find(remotes_, remote, &IceCandidate::address);
  if (known != remotes_.end()) return add_pair(*local, *known);
  if (!make_room() && !drop_failed()) return nullptr;
  remotes_.push_back({.type = CandidateType::kPeerReflexive,
                      .address = remote,
                      .priority = priority,
                      .foundation = "learnt" + to_string(remote),  // Unlike any that a peer can name, by its marks.
                      .related = {}});
  return add_pair(*local, remotes_.back());
}

void CheckList::remove(const CandidatePair& pair) {
  const IpEndpoint remote = pair.remote.address;
  const bool learnt = pair.remote.type == CandidateType::kPeerReflexive;
  pairs_.remove_if([&](const CandidatePair& each) { return &each == &pair; });
  const bool used = std::ranges::any_of(pairs_, [&](const auto& each) { return each.remote.address == remote; });
  if (learnt && !used) std::erase_if(remotes_, [&](const IceCandidate& each) { return each.address == remote; });
}

bool CheckList::make_room() {
  if (remotes_.size() < kMaxRemotes) return true;
  const auto unused = std::ranges::find_if(remotes_, [&](const IceCandidate& remote) {
    return remote.type == CandidateType::kPeerReflexive && std::ranges::all_of(pairs_, [&](const CandidatePair& pair) {
             return pair.remote.address != remote.address || is_idle(pair);
           });
  });
  if (unused == remotes_.end()) return false;
  std::erase_if(pairs_, [&](const CandidatePair& pair) { return pair.remote.address == unused->address; });
  remotes_.erase(unused);
  return true;
}

bool CheckList::drop_failed() {
  const auto failed =
      std::ranges::find_if(remotes_, [this](const IceCandidate& remote) { return has_failed(remote, pairs_); });
  if (failed == remotes_.end()) return false;
  std::erase_if(pairs_, [&](const CandidatePair& pair) { return pair.remote.address == failed->address; });
  remotes_.erase(failed);
  return true;
}

CandidatePair* CheckList::add_pair(const LocalPath& local, const IceCandidate& remote) {
  if (!fit(local.candidate.address.address, remote.address.address)) return nullptr;
  CandidatePair pair{
      .path = local.path, .local = local.candidate, .remote = remote, .priority = priority_of(local.candidate, remote)};
  pair.mapped_type = local.candidate.type;
  if (pairs_.size() >= kMaxPairs) {
    const auto worst = std::ranges::min_element(pairs_, {}, [](const CandidatePair& each) {
      return is_idle(each) ? each.priority : std::numeric_limits<std::uint64_t>::max();
    });
    if (!is_idle(*worst) || worst->priority > pair.priority) return nullptr;
    pairs_.erase(worst);
  }
  pair.state = is_checked(pair) ? State::kFrozen : State::kWaiting;
  return &pairs_.emplace_back(std::move(pair));
}

std::uint64_t CheckList::priority_of(const IceCandidate& local, const IceCandidate& remote) const {
  return role_ == IceRole::kControlling ? pair_priority(local.priority, remote.priority)
                                        : pair_priority(remote.priority, local.priority);
}

bool CheckList::is_checked(const CandidatePair& like) const {
  return std::ranges::any_of(pairs_, [&](const CandidatePair& pair) {
    return same_foundation(pair, like) && (pair.state == State::kWaiting || pair.state == State::kInProgress);
  });
}

void CheckList::trigger(CandidatePair& pair) {
  if (pair.trigger == 0) pair.trigger = ++last_trigger_;
  if (pair.state != State::kSucceeded) pair.state = State::kWaiting;
}

CandidatePair* CheckList::next() {
  CandidatePair* best = nullptr;
  for (CandidatePair& pair : pairs_) {
    if (pair.trigger != 0 && (best == nullptr || pair.trigger < best->trigger)) best = &pair;
  }
  if (best != nullptr) {
    best->trigger = 0;
    return best;
  }
  for (CandidatePair& pair : pairs_) {
    if (pair.state == State::kWaiting && (best == nullptr || pair.priority > best->priority)) best = &pair;
  }
  if (best != nullptr) return best;
  for (CandidatePair& pair : pairs_) {
    const bool ready = pair.state == State::kFrozen && !is_checked(pair);
    if (ready && (best == nullptr || pair.priority > best->priority)) best = &pair;
  }
  return best;
}

bool CheckList::has_next() const {
  return std::ranges::any_of(pairs_, [&](const CandidatePair& pair) {
    return pair.trigger != 0 || pair.state == State::kWaiting || (pair.state == State::kFrozen && !is_checked(pair));
  });
}

void CheckList::unfreeze_like(const CandidatePair& pair) {
  for (CandidatePair& other : pairs_) {
    if (other.state == State::kFrozen && same_foundation(other, pair)) other.state = State::kWaiting;
  }
}

}  // namespace counterpoint
