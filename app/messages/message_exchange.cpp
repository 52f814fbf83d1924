// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/message_exchange.h"

#include <type_traits>
#include <utility>

#include "app/messages/file_names.h"
#include "core/base/plain_text.h"

namespace counterpoint {

void MessageExchange::set_open(const MessagesOpen& open) {
  if (open == std::exchange(open_, open)) return;
  if (!open.texts) texts_.close();
  if (!open.files) {
    const Message why = message("the connection is over");
    sender_.close(why);
    receiver_.close(why);
  }
  outbox_.news.push_back(open);
}

void MessageExchange::carry_out(const MessageCommand& command) {
  std::visit([this](const auto& one) { carry_out_one(one); }, command);
}

void MessageExchange::carry_out_one(const SendText& text) {
  if (open_.texts) return texts_.say(text.text);
  outbox_.news.push_back(
      TextNews{.own = true, .text = make_readable_text(text.text, PeerText::kMax), .state = TextNews::State::kLost});
}

void MessageExchange::carry_out_one(const SendFile& file) {
  if (open_.files) return sender_.offer(file.path);
  outbox_.news.push_back(FileNews{.own = true,
                                  .name = offered_file_name(file.path),
                                  .phase = FileNews::Phase::kFailed,
                                  .problem = message("no file can be sent to the peer in this call")});
}

void MessageExchange::carry_out_one(const StopFile& stop) {
  if (stop.own) {
    sender_.withdraw(stop.number);
  } else {
    receiver_.refuse(stop.number);
  }
}

Result<void> MessageExchange::take(const PeerMessage& message, Timestamp now) {
  return std::visit(
      [this, now](const auto& one) -> Result<void> {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, PeerText> || std::is_same_v<T, TextHeard>) {
          return texts_.take(one);
        } else if constexpr (std::is_same_v<T, FileOffer>) {
          return receiver_.take(one, now);
        } else if constexpr (std::is_same_v<T, FilePiece>) {
          return receiver_.take(one);
        } else if constexpr (std::is_same_v<T, FileStopped>) {
          return one.by_sender ? receiver_.take(one) : sender_.take(one);
        } else {
          return sender_.take(one);
        }
      },
      message);
}

void MessageExchange::poll(Timestamp now, bool idle) {
  texts_.poll(now);
  sender_.poll(now, file_rate_, idle);
  receiver_.poll(now);
}

Timestamp MessageExchange::next_deadline() const { return std::min(texts_.next_deadline(), sender_.next_deadline()); }

}  // namespace counterpoint
