// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/text_exchange.h"

#include <utility>

#include "core/base/plain_text.h"

namespace counterpoint {

void TextExchange::say(std::string text) {
  text = make_readable_text(text, PeerText::kMax);
  if (text.empty()) return;
  PeerText own{.number = ++last_number_, .text = std::move(text)};
  const bool fits = waiting_.size() < kMaxWaiting;
  outbox_.news.push_back(TextNews{.own = true,
                                  .number = own.number,
                                  .text = own.text,
                                  .state = fits ? TextNews::State::kWaiting : TextNews::State::kLost});
  if (!fits) return;
  waiting_.push_back(std::move(own));
  send_next();
}

void TextExchange::send_next() {
  if (sent_ || waiting_.empty()) return;
  sent_ = true;
  outbox_.messages.push_back(waiting_.front());
}

Result<void> TextExchange::take(const TextHeard& heard) {
  if (!sent_ || heard.number != waiting_.front().number) return message_out_of_turn();
  outbox_.news.push_back(TextNews{.own = true, .number = heard.number, .text = std::move(waiting_.front().text)});
  waiting_.pop_front();
  sent_ = false;
  send_next();
  return {};
}

Result<void> TextExchange::take(const PeerText& text) {
  // Numbers of texts that were never sent may be left out.
  if (unheard_ || text.number <= heard_) return message_out_of_turn();
  unheard_ = text.number;
  retry_at_ = {};
  outbox_.news.push_back(TextNews{.number = text.number, .text = text.text});
  return {};
}

void TextExchange::poll(Timestamp now) {
  constexpr Duration kRetry = 50ms;
  if (!unheard_ || now < retry_at_) return;
  if (!pace_.take(now)) {
    retry_at_ = now + kRetry;
    return;
  }
  heard_ = *unheard_;
  unheard_.reset();
  outbox_.messages.push_back(TextHeard{heard_});
}

void TextExchange::close() {
  for (PeerText& text : waiting_) {
    outbox_.news.push_back(
        TextNews{.own = true, .number = text.number, .text = std::move(text.text), .state = TextNews::State::kLost});
  }
  waiting_.clear();
  sent_ = false;
}

}  // namespace counterpoint
