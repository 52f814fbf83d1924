// SPDX-License-Identifier: GPL-3.0-or-later
// Text for people that keeps its structure, so that a window can translate it: a pattern and what fills its places.
#pragma once

#include <concepts>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace counterpoint {

/// The language that a message is written in. This one is English, as terminals and logs have it.
class MessageLanguage {
 public:
  virtual ~MessageLanguage() = default;
  /// The pattern to fill: what is said at a terminal, or what a window says instead, unless that is empty.
  [[nodiscard]] virtual std::string pattern(const std::string& terminal, const std::string& window) const;
  /// "3.20" with two decimals.
  [[nodiscard]] virtual std::string number(double value, int decimals) const;
  /// "640x360".
  [[nodiscard]] virtual std::string pixels(int width, int height) const;
};

/// A pattern with the places %1 to %9 and one argument for each, or an argument itself: a text that is never
/// translated, a number, a size in pixels. Nothing in an argument is taken for a place, nor any % in a message without
/// arguments.
class Message {
 public:
  struct Wording {
    const char* terminal;
    const char* window;  ///< It is read by people who have no options or variables of the environment at hand.
  };

  Message() = default;
  /// A pattern without places: a text that is translated when a translation has all of it.
  Message(std::string text) : pattern_(std::move(text)) {}  // NOLINT(google-explicit-constructor)
  Message(std::string_view text) : pattern_(text) {}        // NOLINT(google-explicit-constructor)
  Message(const char* text) : pattern_(text) {}             // NOLINT(google-explicit-constructor)
  Message(std::string pattern, std::vector<Message> arguments);
  Message(const Wording& wording, std::vector<Message> arguments);

  /// The name of a file, a device or a host, which is the same in all languages.
  [[nodiscard]] static Message verbatim(std::string text);
  [[nodiscard]] static Message decimal(double value, int decimals);
  /// "29.97", with as many decimals in each language.
  [[nodiscard]] static Message figure(const std::string& digits);
  [[nodiscard]] static Message pixels(int width, int height);

  [[nodiscard]] std::string text(const MessageLanguage& language = {}) const;
  [[nodiscard]] const std::vector<Message>& arguments() const { return arguments_; }
  [[nodiscard]] bool empty() const { return kind_ == Kind::kPattern && pattern_.empty(); }

  /// True if both have the same English text.
  friend bool operator==(const Message& a, const Message& b) { return a.text() == b.text(); }
  friend std::ostream& operator<<(std::ostream& stream, const Message& message);

 private:
  enum class Kind { kPattern, kVerbatim, kDecimal, kPixels };

  Kind kind_ = Kind::kPattern;
  std::string pattern_;  ///< The pattern, or the text that is never translated.
  std::string window_;
  std::vector<Message> arguments_;
  double value_ = 0;  ///< Value of a decimal number.
  int first_ = 0;     ///< Decimals, or the width.
  int second_ = 0;
};

[[nodiscard]] inline Message as_argument(Message message) { return message; }
[[nodiscard]] inline Message as_argument(std::string text) { return Message::verbatim(std::move(text)); }
[[nodiscard]] inline Message as_argument(std::string_view text) { return Message::verbatim(std::string(text)); }
[[nodiscard]] inline Message as_argument(const char* text) { return Message::verbatim(text); }
[[nodiscard]] Message as_argument(std::integral auto number) { return Message::verbatim(std::to_string(number)); }

/// message("playing at %1 s", decimal(seconds, 2)). An argument that is a text stays as it is, one that is a message is
/// translated in its turn. resources/translations/update finds the patterns in calls of this function.
template <typename... Arguments>
[[nodiscard]] Message message(const char* pattern, Arguments&&... arguments) {
  return {std::string(pattern), {as_argument(std::forward<Arguments>(arguments))...}};
}
template <typename... Arguments>
[[nodiscard]] Message message(const Message::Wording& wording, Arguments&&... arguments) {
  return {wording, {as_argument(std::forward<Arguments>(arguments))...}};
}
/// Marks a pattern for resources/translations/update that stands elsewhere: in a table, or in a text of a log.
[[nodiscard]] constexpr const char* translatable(const char* pattern) { return pattern; }
[[nodiscard]] inline Message decimal(double value, int decimals) { return Message::decimal(value, decimals); }
[[nodiscard]] inline Message figure(const std::string& digits) { return Message::figure(digits); }
[[nodiscard]] inline Message pixels(int width, int height) { return Message::pixels(width, height); }

}  // namespace counterpoint
