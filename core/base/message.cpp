// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include <ostream>

#include "core/base/format_text.h"

namespace counterpoint {

std::string MessageLanguage::pattern(const std::string& terminal, const std::string& /*window*/) const {
  return terminal;
}

std::string MessageLanguage::number(double value, int decimals) const { return format_text("%.*f", decimals, value); }

std::string MessageLanguage::pixels(int width, int height) const {
  return std::to_string(width) + 'x' + std::to_string(height);
}

Message::Message(std::string pattern, std::vector<Message> arguments)
    : pattern_(std::move(pattern)), arguments_(std::move(arguments)) {}

Message::Message(const Wording& wording, std::vector<Message> arguments)
    : pattern_(wording.terminal), window_(wording.window), arguments_(std::move(arguments)) {}

Message Message::verbatim(std::string text) {
  Message message(std::move(text));
  message.kind_ = Kind::kVerbatim;
  return message;
}

Message Message::decimal(double value, int decimals) {
  Message message;
  message.kind_ = Kind::kDecimal;
  message.value_ = value;
  message.first_ = decimals;
  return message;
}

Message Message::figure(const std::string& digits) {
  const std::size_t point = digits.find('.');
  const std::size_t decimals = point == std::string::npos ? 0 : digits.size() - point - 1;
  if (decimals == 0 || digits.find_first_not_of("0123456789.") != std::string::npos) return verbatim(digits);
  return decimal(std::stod(digits), static_cast<int>(decimals));
}

Message Message::pixels(int width, int height) {
  Message message;
  message.kind_ = Kind::kPixels;
  message.first_ = width;
  message.second_ = height;
  return message;
}

std::string Message::text(const MessageLanguage& language) const {
  if (kind_ == Kind::kVerbatim) return pattern_;
  if (kind_ == Kind::kDecimal) return language.number(value_, first_);
  if (kind_ == Kind::kPixels) return language.pixels(first_, second_);
  const std::string pattern = language.pattern(pattern_, window_);
  std::string filled;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    // A character that is not a digit gives a large number, which is no place.
    const std::size_t place = pattern[i] == '%' && i + 1 < pattern.size() ? std::size_t(pattern[i + 1]) - '1' : 9;
    if (place < arguments_.size() && place < 9) {
      filled += arguments_[place].text(language);
      ++i;
    } else {
      filled += pattern[i];
    }
  }
  return filled;
}

std::ostream& operator<<(std::ostream& stream, const Message& message) { return stream << message.text(); }

}  // namespace counterpoint
