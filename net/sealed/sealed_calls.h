// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ports/signalling_link.h"
#include "net/sealed/conversation.h"

namespace counterpoint {

/// The way of one call through inboxes, as the call sees it. The identity of the peer is the key that seals its
/// messages.
class SealedChannel final : public SignallingLink {
 public:
  explicit SealedChannel(std::shared_ptr<Conversation> conversation) : conversation_(std::move(conversation)) {}

  /// SealedCalls does what there is to do.
  void poll(Timestamp) override {}
  void send(const SignallingMessage& message) override { conversation_->send(message); }
  [[nodiscard]] std::optional<SignallingMessage> receive() override { return conversation_->receive(); }
  [[nodiscard]] std::optional<PeerId> peer_id() const override { return conversation_->peer(); }
  [[nodiscard]] bool proved() const override { return conversation_->has_heard(); }
  [[nodiscard]] const std::optional<Error>& error() const override { return conversation_->error(); }
  [[nodiscard]] std::string remote_text() const override { return to_string(conversation_->peer()); }

 private:
  std::shared_ptr<Conversation> conversation_;
};

/// All calls of one host that are set up through inboxes.
///
/// 1. A channel may be dropped at any time: what it has said is still sent until it is acknowledged, for kLinger.
/// 2. Memory is bounded: a stranger who calls when there are kMaxOfStrangers, a peer that has kMaxOfOne, or anybody at
///    kMaxConversations, is not heard.
class SealedCalls {
 public:
  static constexpr std::size_t kMaxConversations = 64;
  static constexpr std::size_t kMaxOfStrangers = 8;
  /// More than one: whoever calls again may do so before the last call has been forgotten.
  static constexpr std::size_t kMaxOfOne = 6;
  static constexpr Duration kLinger = 10s;
  /// The numbers of calls that are over are known for longer than their messages count.
  static constexpr Duration kRemembered = 130s;
  static constexpr std::size_t kMaxRemembered = 256;

  /// Sends a segment to a peer, also into its inbox that strangers do not know if there is one.
  using Send = std::function<void(const PeerId&, const CallSegment&, const std::optional<InboxKey>&)>;
  struct Config {
    Send send;
    /// An inbox of this host for the peer's messages; nothing for a stranger.
    std::function<std::optional<InboxKey>(const PeerId&)> inbox_for;
  };
  explicit SealedCalls(Config config) : config_(std::move(config)) {}

  /// A call to `peer`, with an inbox of it that strangers do not know, if it has told one.
  [[nodiscard]] std::unique_ptr<SealedChannel> call(const PeerId& peer, const CallNumber& number,
                                                    const std::optional<InboxKey>& peer_inbox);
  /// Takes what `from` has sealed.
  void handle(const PeerId& from, bool contact, ByteView content, Timestamp now);
  /// Somebody who calls.
  [[nodiscard]] std::unique_ptr<SealedChannel> take_caller();
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::size_t size() const { return open_.size(); }

 private:
  struct Open {
    std::shared_ptr<Conversation> conversation;
    bool stranger = false;
    std::optional<InboxKey> peer_inbox{};  ///< The one that was known before the call.
    std::optional<Timestamp> dropped_at{};
  };
  struct Over {
    CallNumber number{};
    Timestamp at{};
  };

  [[nodiscard]] Open* find(const PeerId& peer, const CallNumber& number);
  void send_due(Open& one, Timestamp now);

  Config config_;
  std::vector<Open> open_;
  std::deque<std::shared_ptr<Conversation>> callers_;
  std::deque<Over> over_;
};

}  // namespace counterpoint
