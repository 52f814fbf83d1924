// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/turn_client.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

constexpr Duration kTimeout = 200ms;  ///< The first retransmission: the round trip time to the server is not known.
constexpr std::uint32_t kUdp = 17U << 24;           ///< REQUESTED-TRANSPORT (RFC 8656 section 18.7).
constexpr std::chrono::seconds kLifetime{600};      ///< The default of RFC 8656 section 3.2.
constexpr std::chrono::seconds kMaxLifetime{3600};  ///< Longer ones are refreshed after an hour all the same.
constexpr std::chrono::seconds kRefreshBefore{60};  ///< RFC 8656 section 8.
constexpr Duration kPermissionRenewal = 240s;       ///< They last 300 s (RFC 8656 section 9).
constexpr Duration kChannelRenewal = 480s;          ///< They last 600 s (RFC 8656 section 12).
constexpr std::uint16_t kFirstChannel = 0x4000;     ///< RFC 8656 section 12.
constexpr std::uint16_t kEndOfChannels = 0x5000;
constexpr std::size_t kChannelHeaderSize = 4;
constexpr std::size_t kMaxChallengeText = 763;  ///< REALM and NONCE are no longer (RFC 8489 section 14.9).
constexpr int kMaxRefusals = 3;                 ///< A server that always has a newer nonce is not followed.

Message name_of(const IpEndpoint& server) { return Message::verbatim(to_string(server)); }

Message refusal(const IpEndpoint& server, int code, std::string_view reason) {
  switch (code) {
    case stun_error::kUnauthenticated:
    case stun_error::kWrongCredentials:
      return message("the relay %1 refuses the user name or the password: correct them in the settings",
                     name_of(server));
    case stun_error::kForbidden:
      return message("the relay %1 does not lend addresses to this user", name_of(server));
    case stun_error::kAllocationQuotaReached:
    case stun_error::kInsufficientCapacity:
      return message("the relay %1 has no address left: try again later or use another", name_of(server));
    case stun_error::kAllocationMismatch:
      return message("the relay %1 has forgotten the address that it lent", name_of(server));
    default:
      return message("the relay %1 lends no address (error %2 %3)", name_of(server), code, reason);
  }
}

std::string printable(std::string_view text) {
  constexpr std::size_t kMaxReason = 80;
  std::string result(text.substr(0, kMaxReason));
  std::ranges::replace_if(
      result, [](char c) { return c < ' ' || c > '~'; }, '?');
  return result;
}

}  // namespace

TurnClient::TurnClient(TurnServer server, StunTransactionIds ids, Timestamp now)
    : server_(std::move(server)), ids_(ids) {
  request(StunMethod::kAllocate, {}, now);
}

std::optional<TurnClient::FromPeer> TurnClient::handle_datagram(ByteView datagram, Timestamp now) {
  if (!StunMessage::looks_like(datagram)) return channel_data(datagram);
  const auto message = StunMessage::parse(datagram);
  if (!message) return std::nullopt;
  if (message->message_class() == StunClass::kIndication && message->method() == StunMethod::kData) {
    const auto peer = message->xor_address(StunAttribute::kXorPeerAddress);
    const auto data = message->find(StunAttribute::kData);
    return peer && data ? std::optional(FromPeer{*peer, *data}) : std::nullopt;
  }
  answered_ = true;
  handle_response(*message, now);
  return std::nullopt;
}

std::optional<TurnClient::FromPeer> TurnClient::channel_data(ByteView datagram) const {
  ByteReader reader(datagram);
  const std::uint16_t number = reader.u16();
  const ByteView data = reader.view(reader.u16());
  if (!reader.ok()) return std::nullopt;
  const auto found = std::ranges::find(channels_, number, [](const auto& entry) { return entry.second.number; });
  return found != channels_.end() ? std::optional(FromPeer{found->first, data}) : std::nullopt;
}

void TurnClient::poll(Timestamp now) {
  for (std::size_t i = 0; i < requests_.size();) {
    StunTransaction& transaction = requests_[i].transaction;
    if (transaction.over(now)) {
      const Request lost = std::move(requests_[i]);
      requests_.erase(requests_.begin() + static_cast<std::ptrdiff_t>(i));
      give_up(lost, now);
      continue;
    }
    if (now >= transaction.next_deadline()) {
      transaction.sent_again(now);
      outgoing_.push_back(transaction.request());
    }
    ++i;
  }
  if (state_ == State::kAllocating && now >= allocate_at_) {
    allocate_at_ = kNever;
    request(StunMethod::kAllocate, {}, now);
  }
  if (state_ != State::kAllocated) return;
  if (now >= refresh_at_) {
    refresh_at_ = kNever;
    request(StunMethod::kRefresh, {}, now);
  }
  for (auto& [peer, renew_at] : permissions_) {
    if (now < renew_at) continue;
    renew_at = now + kPermissionRenewal;
    request(StunMethod::kCreatePermission, {peer, 0}, now);
  }
  for (auto& [peer, channel] : channels_) {
    if (now < channel.renew_at) continue;
    channel.renew_at = now + kChannelRenewal;
    request(StunMethod::kChannelBind, peer, now);
  }
}

Timestamp TurnClient::next_deadline() const {
  Timestamp deadline = kNever;
  for (const Request& request : requests_) deadline = std::min(deadline, request.transaction.next_deadline());
  if (state_ == State::kAllocating) deadline = std::min(deadline, allocate_at_);
  if (state_ != State::kAllocated) return deadline;
  deadline = std::min(deadline, refresh_at_);
  for (const auto& [peer, renew_at] : permissions_) deadline = std::min(deadline, renew_at);
  for (const auto& [peer, channel] : channels_) deadline = std::min(deadline, channel.renew_at);
  return deadline;
}

std::optional<Bytes> TurnClient::take_datagram() {
  if (outgoing_.empty()) return std::nullopt;
  std::optional<Bytes> datagram(std::move(outgoing_.front()));
  outgoing_.pop_front();
  return datagram;
}

void TurnClient::permit(const IpAddress& peer, Timestamp now) {
  if (state_ != State::kAllocated || permissions_.size() >= kMaxPeers) return;
  if (!permissions_.try_emplace(peer, now + kPermissionRenewal).second) return;
  request(StunMethod::kCreatePermission, {peer, 0}, now);
}

void TurnClient::bind_channel(const IpEndpoint& peer, Timestamp now) {
  const auto number = static_cast<std::uint16_t>(kFirstChannel + channels_.size());
  if (state_ != State::kAllocated || channels_.size() >= kMaxPeers || number >= kEndOfChannels) return;
  if (!channels_.try_emplace(peer, Channel{.number = number, .renew_at = now + kChannelRenewal}).second) return;
  request(StunMethod::kChannelBind, peer, now);
}

Bytes TurnClient::wrap(const IpEndpoint& peer, ByteView data) const {
  const auto channel = channels_.find(peer);
  if (channel != channels_.end() && channel->second.bound) {
    ByteWriter writer(kChannelHeaderSize + data.size());
    writer.u16(channel->second.number);
    writer.u16(static_cast<std::uint16_t>(data.size()));
    writer.view(data);
    return writer.take();
  }
  // Nobody answers an indication, so its transaction ID does not matter.
  return StunWriter(StunClass::kIndication, StunMethod::kSend, {})
      .xor_address(StunAttribute::kXorPeerAddress, peer)
      .bytes(StunAttribute::kData, data)
      .finish();
}

void TurnClient::lose_connection(const Message& why, Timestamp now) {
  if (state_ != State::kAllocating && state_ != State::kAllocated) return;
  const bool lasted = state_ == State::kAllocated && now >= allocated_at_ + kLasting;
  if (lasted) attempts_ = kAttempts;
  if (attempts_ == 0) return fail(why);
  --attempts_;
  state_ = State::kAllocating;
  allocate_at_ = lasted ? now : now + kPause;
  requests_.clear();
  outgoing_.clear();
  // All is asked for again, once there is an address.
  for (auto& [peer, renew_at] : permissions_) renew_at = now;
  for (auto& [peer, channel] : channels_) channel = {.number = channel.number, .renew_at = now};
}

void TurnClient::close(Timestamp now) {
  const bool allocated = std::exchange(state_, State::kClosed) == State::kAllocated;
  if (allocated) request(StunMethod::kRefresh, {}, now);
  requests_.clear();
}

void TurnClient::request(StunMethod method, const IpEndpoint& peer, Timestamp now, int refusals) {
  const StunTransactionId id = ids_.draw();
  // A connection loses nothing, so nothing is sent again (RFC 8489 section 6.2.2). No call waits for the 39.5 s of
  // there.
  const Duration timeout = transport() == RelayTransport::kUdp ? kTimeout : StunTransaction::kPatience;
  requests_.push_back({.method = method,
                       .peer = peer,
                       .transaction = StunTransaction(id, build(method, peer, id), timeout, now),
                       .refusals = refusals});
  outgoing_.push_back(requests_.back().transaction.request());
}

Bytes TurnClient::build(StunMethod method, const IpEndpoint& peer, const StunTransactionId& id) const {
  StunWriter writer(StunClass::kRequest, method, id);
  if (method == StunMethod::kAllocate) writer.u32(StunAttribute::kRequestedTransport, kUdp);
  if (method == StunMethod::kAllocate || method == StunMethod::kRefresh) {
    writer.u32(StunAttribute::kLifetime, state_ == State::kClosed ? 0 : static_cast<std::uint32_t>(kLifetime.count()));
  }
  if (method == StunMethod::kChannelBind) {
    writer.u32(StunAttribute::kChannelNumber, static_cast<std::uint32_t>(channels_.at(peer).number) << 16);
  }
  if (method == StunMethod::kChannelBind || method == StunMethod::kCreatePermission) {
    writer.xor_address(StunAttribute::kXorPeerAddress, peer);
  }
  if (key_.empty()) return writer.finish();
  writer.text(StunAttribute::kUsername, server_.user);
  writer.text(StunAttribute::kRealm, realm_).text(StunAttribute::kNonce, nonce_);
  return writer.finish(key_);
}

void TurnClient::handle_response(const StunMessage& message, Timestamp now) {
  const auto found =
      std::ranges::find(requests_, message.transaction(), [](const Request& each) { return each.transaction.id(); });
  if (found == requests_.end() || found->method != message.method()) return;
  const bool success = message.message_class() == StunClass::kSuccess;
  if (!success && message.message_class() != StunClass::kError) return;
  if (success && !key_.empty() && !message.integrity_holds(key_)) return;
  const Request request = std::move(*found);
  requests_.erase(found);
  if (success) return handle_success(request, message, now);
  handle_error(request, message, now);
}

void TurnClient::handle_success(const Request& request, const StunMessage& message, Timestamp now) {
  if (request.method == StunMethod::kChannelBind) {
    channels_.at(request.peer).bound = true;
    return;
  }
  if (request.method == StunMethod::kCreatePermission) return;
  set_lifetime(message, now);
  if (request.method != StunMethod::kAllocate) return;
  const auto relayed = message.xor_address(StunAttribute::kXorRelayedAddress);
  const auto mapped = message.mapped_address();
  if (!relayed || !mapped) {
    return fail(counterpoint::message("the relay %1 does not say which address it lends", name_of(server())));
  }
  relayed_ = *relayed;
  mapped_ = *mapped;
  allocated_at_ = now;
  state_ = State::kAllocated;
}

void TurnClient::set_lifetime(const StunMessage& message, Timestamp now) {
  const std::chrono::seconds said{message.u32(StunAttribute::kLifetime).value_or(kLifetime.count())};
  const std::chrono::seconds lifetime = std::min(said, kMaxLifetime);
  expires_at_ = now + lifetime;
  refresh_at_ = now + std::max(lifetime - kRefreshBefore, std::max(lifetime / 2, std::chrono::seconds(1)));
}

void TurnClient::handle_error(const Request& request, const StunMessage& message, Timestamp now) {
  const int code = message.error_code();
  const bool challenged = code == stun_error::kStaleNonce || (code == stun_error::kUnauthenticated && key_.empty());
  if (challenged && request.refusals < kMaxRefusals && take_challenge(message)) {
    return this->request(request.method, request.peer, now, request.refusals + 1);
  }
  if (request.method == StunMethod::kAllocate || request.method == StunMethod::kRefresh) {
    const ByteView reason = message.find(StunAttribute::kErrorCode).value_or(ByteView());
    const std::string_view text(reinterpret_cast<const char*>(reason.data()), reason.size());
    return fail(refusal(server(), code, printable(text.substr(std::min<std::size_t>(4, text.size())))));
  }
  // A peer that the server does not let us reach: its checks fail. Without a channel, the long header does.
}

bool TurnClient::take_challenge(const StunMessage& message) {
  const std::string_view nonce = message.text(StunAttribute::kNonce);
  // A server that has told its realm may leave it out later.
  const std::string_view realm = message.has(StunAttribute::kRealm) ? message.text(StunAttribute::kRealm) : realm_;
  if (nonce.empty() || nonce.size() > kMaxChallengeText || realm.size() > kMaxChallengeText) return false;
  nonce_ = nonce;
  realm_ = realm;
  key_ = stun_long_term_key(server_.user, realm_, server_.password);
  return true;
}

void TurnClient::give_up(const Request& request, Timestamp now) {
  // Whatever the server has granted is asked for again until it ends: the way may only be broken for a while.
  if (request.method == StunMethod::kCreatePermission) {
    permissions_.at(request.peer.address) = now;
  } else if (request.method == StunMethod::kChannelBind) {
    channels_.at(request.peer).renew_at = now;
  } else if (request.method == StunMethod::kRefresh && now < expires_at_) {
    refresh_at_ = now;
  } else {
    fail(message("the relay %1 does not answer", name_of(server())));
  }
}

void TurnClient::fail(Message why) {
  state_ = State::kFailed;
  error_ = std::move(why);
  requests_.clear();
}

}  // namespace counterpoint
