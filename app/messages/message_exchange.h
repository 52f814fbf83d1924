// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "app/messages/disk_jobs.h"
#include "app/messages/file_receiver.h"
#include "app/messages/file_sender.h"
#include "app/messages/message_outbox.h"
#include "app/messages/text_exchange.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The texts and files between the users of one call. Belongs to the network thread; the disk has a thread of its own.
///
/// 1. A file moves at kFileShare of the rate that the call has, so that what is left is the call's.
/// 2. Memory is bounded, and so are the messages of a peer: one that does not wait for its turn ends the call.
/// 3. Nothing is written that the user has not taken, and nothing that was received is opened.
class MessageExchange {
 public:
  static constexpr double kFileShare = 0.25;
  /// The least, where video has stopped.
  static constexpr DataRate kMinFileRate = DataRate::kilobits_per_second(16);

  /// `wake` is called, in any thread, when poll() has something new to do.
  explicit MessageExchange(std::function<void()> wake) : disk_(std::move(wake)) {}

  /// Says what can be sent from now on; texts and files under way end without it.
  void set_open(const MessagesOpen& open);
  /// The rate of the call's own media.
  void set_call_rate(DataRate rate) { file_rate_ = std::max(rate * kFileShare, kMinFileRate); }
  void carry_out(const MessageCommand& command);
  /// Errors: kMalformed for what does not fit what was said before.
  [[nodiscard]] Result<void> take(const PeerMessage& message, Timestamp now);
  /// `idle`: nothing that was sent before still waits to leave.
  void poll(Timestamp now, bool idle);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<PeerMessage> take_message() { return MessageOutbox::take(outbox_.messages); }
  [[nodiscard]] std::optional<MessageEvent> take_news() { return MessageOutbox::take(outbox_.news); }

 private:
  void carry_out_one(const SendText& text);
  void carry_out_one(const SendFile& file);
  void carry_out_one(const AcceptFile& accept) { receiver_.accept(accept); }
  void carry_out_one(const StopFile& stop);

  MessageOutbox outbox_;
  DiskJobs disk_;
  TextExchange texts_{outbox_};
  FileSender sender_{outbox_, disk_};
  FileReceiver receiver_{outbox_, disk_};
  MessagesOpen open_;
  DataRate file_rate_ = kMinFileRate;
};

}  // namespace counterpoint
