// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/nat_keepalive.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace counterpoint {

bool is_listen_request(ByteView datagram) {
  // The member "q": "listen" in MessagePack.
  static constexpr std::string_view kMember = "\xA1q\xA6listen";
  const auto same = [](std::uint8_t byte, char wanted) { return byte == static_cast<std::uint8_t>(wanted); };
  return std::search(datagram.begin(), datagram.end(), kMember.begin(), kMember.end(), same) != datagram.end();
}

void NatKeepalive::handle_sent(const Endpoint& to, ByteView datagram, Timestamp now) {
  const bool watches = is_listen_request(datagram);
  auto node = std::ranges::find(nodes_, to, &Node::endpoint);
  if (node == nodes_.end()) {
    if (!watches || nodes_.size() >= kMaxNodes) return;
    node = nodes_.insert(node, {.endpoint = to});
  }
  node->sent_at = now;
  if (watches) node->watched_at = now;
}

void NatKeepalive::handle_received(const Endpoint& from, Timestamp now) {
  const bool outage = now - std::exchange(heard_at_, now) > kOutage;
  for (Node& node : nodes_) {
    if (node.endpoint == from || outage) {
      node.asked_at.reset();
      node.state = State::kThere;
    } else if (node.state == State::kSuspected) {
      node.state = State::kLost;
      lost_ = true;
    }
  }
}

void NatKeepalive::handle_asked(bool answered) {
  asks_all_ = asks_all_ || (answered && unanswered_);
  unanswered_ = !answered;
}

NatKeepalive::Turn NatKeepalive::poll(Timestamp now) {
  std::erase_if(nodes_, [now](const Node& node) { return now - node.watched_at > kWatched; });
  for (Node& node : nodes_) {
    const bool silent = node.asked_at && now - *node.asked_at >= kPatience;
    if (silent && node.state == State::kThere) node.state = State::kSuspected;
  }
  Turn turn;
  if (nodes_.empty()) return turn;
  const auto ask = [&](Node& node) {
    node.sent_at = now;
    if (!node.asked_at) node.asked_at = now;
    turn.to_ask.push_back(node.endpoint);
  };
  if (std::exchange(asks_all_, false)) {
    std::ranges::for_each(nodes_, ask);
  } else if (now >= asks_at_) {
    ask(nodes_[next_++ % nodes_.size()]);
  }
  if (!turn.to_ask.empty()) asks_at_ = now + kInterval;
  for (Node& node : nodes_) {
    if (now - node.sent_at < kInterval) continue;
    node.sent_at = now;
    turn.to_keep.push_back(node.endpoint);
  }
  return turn;
}

}  // namespace counterpoint
