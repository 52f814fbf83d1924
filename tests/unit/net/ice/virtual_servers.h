// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "net/ice/stun_message.h"
#include "net/ice/turn_client.h"
#include "tests/unit/net/ice/virtual_internet.h"

namespace counterpoint {

inline constexpr std::uint16_t kStunPort = 3478;

/// Answers Binding requests at `address`.
inline void add_stun_server(VirtualInternet& internet, const IpAddress& address) {
  internet.attach(address, nullptr, [&internet](const IpEndpoint& to, const IpEndpoint& from, ByteView datagram) {
    const auto request = StunMessage::parse(datagram);
    if (!request || request->message_class() != StunClass::kRequest) return;
    internet.send(to, nullptr, from,
                  StunWriter(StunClass::kSuccess, StunMethod::kBinding, request->transaction())
                      .xor_address(StunAttribute::kXorMappedAddress, from)
                      .finish());
  });
}

/// A TURN server with long-term credentials (RFC 8656) that forgets permissions, channels and allocations in time.
class VirtualTurnServer {
 public:
  VirtualTurnServer(VirtualInternet& internet, const IpAddress& address) : internet_(internet), address_(address) {
    internet.attach(address, nullptr, [this](const IpEndpoint& to, const IpEndpoint& from, ByteView datagram) {
      if (to.port == kStunPort) return from_client(from, datagram);
      from_peer(to.port, from, datagram);
    });
  }

  [[nodiscard]] TurnServer account() const { return {{address_, kStunPort}, "user", "secret"}; }
  [[nodiscard]] std::size_t allocations() const { return allocations_.size(); }
  [[nodiscard]] int channel_datagrams() const { return channel_datagrams_; }
  /// All requests are refused by this error from now on.
  void refuse_by(int error) { error_ = error; }
  /// Nonces used so far are stale.
  void change_nonce() { nonce_ += "x"; }

 private:
  struct Allocation {
    std::uint16_t port;
    Timestamp ends_at;
    std::map<IpAddress, Timestamp> permissions{};
    std::map<std::uint16_t, std::pair<IpEndpoint, Timestamp>> channels{};
  };

  void from_client(const IpEndpoint& client, ByteView datagram) {
    std::erase_if(allocations_, [&](const auto& each) { return internet_.now() >= each.second.ends_at; });
    if (!StunMessage::looks_like(datagram)) return channel_data(client, datagram);
    const auto message = StunMessage::parse(datagram);
    if (!message) return;
    if (message->method() == StunMethod::kSend) {
      const auto peer = message->xor_address(StunAttribute::kXorPeerAddress);
      const auto data = message->find(StunAttribute::kData);
      if (peer && data) relay(client, *peer, *data);
    } else if (message->message_class() == StunClass::kRequest) {
      handle_request(client, *message);
    }
  }

  void handle_request(const IpEndpoint& client, const StunMessage& message) {
    const StunKey key = stun_long_term_key("user", kRealm, "secret");
    StunWriter error(StunClass::kError, message.method(), message.transaction());
    if (error_ != 0) return send(client, error.error(error_, "Refused").finish());
    const bool stale = message.has(StunAttribute::kNonce) && message.text(StunAttribute::kNonce) != nonce_;
    if (stale || !message.integrity_holds(key)) {
      error.error(stale ? 438 : 401, "Again").text(StunAttribute::kRealm, kRealm).text(StunAttribute::kNonce, nonce_);
      return send(client, error.finish());
    }
    auto found = allocations_.find(client);
    if (found == allocations_.end()) {
      if (message.method() != StunMethod::kAllocate) return send(client, error.error(437, "Mismatch").finish(key));
      found = allocations_.try_emplace(client, Allocation{.port = next_port_++, .ends_at = {}}).first;
    }
    Allocation& allocation = found->second;
    StunWriter success(StunClass::kSuccess, message.method(), message.transaction());
    const auto peer = message.xor_address(StunAttribute::kXorPeerAddress);
    if (message.method() == StunMethod::kAllocate || message.method() == StunMethod::kRefresh) {
      const std::uint32_t lifetime = std::min(600U, message.u32(StunAttribute::kLifetime).value_or(600));
      allocation.ends_at = internet_.now() + std::chrono::seconds(lifetime);
      success.u32(StunAttribute::kLifetime, lifetime);
      success.xor_address(StunAttribute::kXorRelayedAddress, {address_, allocation.port});
      success.xor_address(StunAttribute::kXorMappedAddress, client);
      if (lifetime == 0) allocations_.erase(found);
    } else if (peer) {
      allocation.permissions[peer->address] = internet_.now() + 300s;
      const auto channel = message.u32(StunAttribute::kChannelNumber);
      if (message.method() == StunMethod::kChannelBind && channel) {
        allocation.channels[static_cast<std::uint16_t>(*channel >> 16)] = {*peer, internet_.now() + 600s};
      }
    }
    send(client, success.finish(key));
  }

  void channel_data(const IpEndpoint& client, ByteView datagram) {
    ByteReader reader(datagram);
    const std::uint16_t number = reader.u16();
    const ByteView data = reader.view(reader.u16());
    const auto allocation = allocations_.find(client);
    if (allocation == allocations_.end()) return;
    const auto channel = allocation->second.channels.find(number);
    if (channel == allocation->second.channels.end() || internet_.now() >= channel->second.second) return;
    ++channel_datagrams_;
    relay(client, channel->second.first, data);
  }

  void relay(const IpEndpoint& client, const IpEndpoint& peer, ByteView data) {
    const auto found = allocations_.find(client);
    if (found == allocations_.end() || !permitted(found->second, peer.address)) return;
    internet_.send({address_, found->second.port}, nullptr, peer, Bytes(data.begin(), data.end()));
  }

  void from_peer(std::uint16_t port, const IpEndpoint& peer, ByteView data) {
    for (auto& [client, allocation] : allocations_) {
      if (allocation.port != port || !permitted(allocation, peer.address)) continue;
      for (const auto& [number, channel] : allocation.channels) {
        if (channel.first != peer || internet_.now() >= channel.second) continue;
        ByteWriter writer;
        writer.u16(number);
        writer.u16(static_cast<std::uint16_t>(data.size()));
        writer.view(data);
        return send(client, writer.take());
      }
      return send(client, StunWriter(StunClass::kIndication, StunMethod::kData, {})
                              .xor_address(StunAttribute::kXorPeerAddress, peer)
                              .bytes(StunAttribute::kData, data)
                              .finish());
    }
  }

  [[nodiscard]] bool permitted(const Allocation& allocation, const IpAddress& peer) const {
    const auto permission = allocation.permissions.find(peer);
    return permission != allocation.permissions.end() && internet_.now() < permission->second;
  }
  void send(const IpEndpoint& client, Bytes datagram) {
    internet_.send({address_, kStunPort}, nullptr, client, std::move(datagram));
  }

  static constexpr const char* kRealm = "example.org";
  VirtualInternet& internet_;
  IpAddress address_;
  std::string nonce_ = "n";
  int error_ = 0;
  int channel_datagrams_ = 0;
  std::uint16_t next_port_ = 49152;
  std::map<IpEndpoint, Allocation> allocations_;
};

}  // namespace counterpoint
