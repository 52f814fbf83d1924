// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/call/peer_id.h"
#include "core/model/signalling_message.h"
#include "net/sealed/call_segment.h"

namespace counterpoint {

/// Makes of segments that get lost, come twice and out of order the messages of one call, each once and in order.
/// Sans-IO.
///
/// 1. Each message is sent again until it is acknowledged, at growing intervals; after kPatience the peer is gone.
/// 2. One state of this side (STATE) is under way at a time, and of those that follow only the newest is sent. No
///    call is over because one is not acknowledged: it is then sent again each kPatience, and along with whatever
///    comes behind it, since the peer reads that only after it.
/// 3. Memory is bounded: what does not fit is not acknowledged, and so comes again.
class Conversation {
 public:
  /// A cold put takes some 6 round trips, and so does its answer.
  static constexpr Duration kFirstInterval = 1500ms;
  static constexpr Duration kMaxInterval = 8s;
  static constexpr Duration kPatience = 30s;
  /// An answer of the user's program comes sooner mostly, and acknowledges too.
  static constexpr Duration kAckDelay = 100ms;
  static constexpr std::size_t kMaxUnacknowledged = 16;
  static constexpr std::size_t kMaxEarly = 4;  ///< Messages that came before those in front of them.
  static constexpr std::size_t kMaxUnread = 8;

  Conversation(const PeerId& peer, const CallNumber& call) : peer_(peer), call_(call) {}

  void send(const SignallingMessage& message);
  [[nodiscard]] std::optional<SignallingMessage> receive();
  /// Takes a segment of the peer's.
  void handle(const CallSegment& segment, Timestamp now);
  /// The segments that are to be sent now, without an inbox.
  [[nodiscard]] std::vector<CallSegment> poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;

  [[nodiscard]] const PeerId& peer() const { return peer_; }
  [[nodiscard]] const CallNumber& call() const { return call_; }
  /// The peer has said where strangers do not write.
  [[nodiscard]] const std::optional<InboxKey>& peer_inbox() const { return peer_inbox_; }
  /// kUnavailable: the peer does not answer. kMalformed, kRefused: it says what makes no sense.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// Something of the peer has come, if only an acknowledgement: it is there.
  [[nodiscard]] bool has_heard() const { return any_heard_; }
  /// The peer has heard all that was said, and knows that it was heard.
  [[nodiscard]] bool idle() const { return unacknowledged_.empty() && !ack_at_; }

 private:
  struct Message {
    std::uint32_t number = 0;
    bool is_state = false;
    Bytes bytes;
    std::optional<Timestamp> first_sent_at{};
    Timestamp next_at{};
    Duration interval = kFirstInterval;
  };

  void queue(const SignallingMessage& message);
  void queue_newest_state();
  void send_state_again();
  void take_in_order();
  void fail(Error error);

  PeerId peer_;
  CallNumber call_;
  std::optional<InboxKey> peer_inbox_;
  std::deque<Message> unacknowledged_;
  std::optional<SignallingMessage> newest_state_;  ///< It waits until the one under way is acknowledged.
  std::uint32_t last_number_ = 0;
  bool any_heard_ = false;
  std::uint32_t heard_ = 0;  ///< The last number up to which all are here.
  std::map<std::uint32_t, Bytes> early_;
  std::deque<SignallingMessage> unread_;
  std::optional<Timestamp> ack_at_;
  std::optional<Error> error_;
};

}  // namespace counterpoint
