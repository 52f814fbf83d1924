// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/message_fields.h"

namespace counterpoint {
namespace {

constexpr std::string_view kFieldSeparator = ": ";
constexpr std::string_view kFieldEnd = "\r\n";

}  // namespace

Error broken_signalling(const Message& what) {
  return {.kind = ErrorKind::kMalformed, .message = message("the peer's signalling is broken: %1", what)};
}

Result<MessageFields> split_fields(std::string_view text) {
  MessageFields fields;
  while (!text.empty()) {
    const std::size_t end = text.find(kFieldEnd);
    if (end == std::string_view::npos) return broken_signalling(message("a line of a message has no end"));
    const std::string_view line = text.substr(0, end);
    const std::size_t separator = line.find(kFieldSeparator);
    if (separator == std::string_view::npos) return broken_signalling(message("a line of a message is no field"));
    const std::string_view value = line.substr(separator + kFieldSeparator.size());
    if (!fields.emplace(line.substr(0, separator), value).second) {
      return broken_signalling(message("a message has a field twice"));
    }
    text.remove_prefix(end + kFieldEnd.size());
  }
  return fields;
}

std::string_view value_of(const MessageFields& fields, std::string_view name) {
  const auto field = fields.find(name);
  return field == fields.end() ? std::string_view() : field->second;
}

std::string write_field(std::string_view name, std::string_view value) {
  std::string line(name);
  line += kFieldSeparator;
  line += value;
  line += kFieldEnd;
  return line;
}

}  // namespace counterpoint
