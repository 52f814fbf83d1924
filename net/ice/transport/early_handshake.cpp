// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/transport/early_handshake.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "net/ice/stun_message.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxPlaces = 16;

/// The class of a check or of the answer to one; requests to servers, which have no user name, are none.
std::optional<StunClass> class_of_check(ByteView datagram) {
  const auto message = StunMessage::parse(datagram);
  if (!message || message->method() != StunMethod::kBinding) return std::nullopt;
  const bool to_server = message->message_class() == StunClass::kRequest && !message->has(StunAttribute::kUsername);
  return to_server ? std::nullopt : std::optional(message->message_class());
}

/// False when it was there already.
template <typename Place>
bool remember(std::deque<Place>& places, const Place& place) {
  if (std::ranges::find(places, place) != places.end()) return false;
  if (places.size() == kMaxPlaces) places.pop_front();
  places.push_back(place);
  return true;
}

}  // namespace

std::vector<IceTransmit> EarlyHandshake::hold(ByteView datagram) {
  if (held_.size() == kMaxHeld) held_.pop_front();
  held_.emplace_back(datagram.begin(), datagram.end());
  std::vector<IceTransmit> along;
  const std::deque<Place> places = peer_ ? std::deque{*peer_} : checked_;
  for (const Place& place : places) {
    if (auto transmit = address(held_.back(), place)) along.push_back(std::move(*transmit));
  }
  return along;
}

std::vector<IceTransmit> EarlyHandshake::accompany(const IceTransmit& check) {
  const Place place{.socket = check.socket, .address = check.to};
  const auto kind = class_of_check(check.bytes);
  std::vector<IceTransmit> along;
  // A check that has come through shows that routers on the way let datagrams in by now.
  const bool is_new = (kind == StunClass::kSuccess && remember(answered_, place)) ||
                      (kind == StunClass::kRequest && remember(checked_, place));
  if (!is_new || peer_) return along;
  for (const Bytes& datagram : held_) {
    if (auto transmit = address(datagram, place)) along.push_back(std::move(*transmit));
  }
  return along;
}

bool EarlyHandshake::accepts(IceSocketId socket, const IpEndpoint& from) {
  const Place place{.socket = socket, .address = from};
  if (std::ranges::find(answered_, place) == answered_.end()) return false;
  peer_ = place;
  held_.clear();
  return true;
}

std::vector<Bytes> EarlyHandshake::take_held() {
  std::vector<Bytes> held(std::make_move_iterator(held_.begin()), std::make_move_iterator(held_.end()));
  held_.clear();
  return held;
}

std::optional<IceTransmit> EarlyHandshake::address(const Bytes& datagram, const Place& to) {
  if (sent_ >= kMaxSent) return std::nullopt;
  ++sent_;
  return IceTransmit{.socket = to.socket, .to = to.address, .bytes = datagram};
}

}  // namespace counterpoint
