// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/signalling_framing.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;

constexpr std::string_view kProtocol = "COUNTERPOINT/";
constexpr std::string_view kVersion = "2";
constexpr std::string_view kLengthField = "Content-Length:";
constexpr std::string_view kVerificationField = "Verification:";
constexpr std::string_view kEndOfLine = "\r\n";
constexpr std::string_view kEndOfHeader = "\r\n\r\n";
// Limit of buffered bytes: one message and a large read behind it.
constexpr std::size_t kMaxBuffered = 4 * (kMaxSignallingHeader + kMaxSignallingBody);

constexpr std::array<std::pair<Kind, std::string_view>, 10> kNames = {{{Kind::kOffer, "OFFER"},
                                                                       {Kind::kRinging, "RINGING"},
                                                                       {Kind::kAnswer, "ANSWER"},
                                                                       {Kind::kReveal, "REVEAL"},
                                                                       {Kind::kCandidates, "CANDIDATES"},
                                                                       {Kind::kState, "STATE"},
                                                                       {Kind::kText, "TEXT"},
                                                                       {Kind::kFile, "FILE"},
                                                                       {Kind::kDecline, "DECLINE"},
                                                                       {Kind::kBye, "BYE"}}};

Error malformed(const Message& what) {
  return {.kind = ErrorKind::kMalformed, .message = message("the peer's signalling is broken: %1", what)};
}

std::optional<std::size_t> read_count(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view read_word(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t length = std::min(text.find(kEndOfLine), text.size());
  const std::string_view line = text.substr(0, length);
  text.remove_prefix(std::min(length + kEndOfLine.size(), text.size()));
  return line;
}

Result<Kind> read_start_line(std::string_view line) {
  if (!line.starts_with(kProtocol)) return malformed(message("it is not this program's protocol"));
  line.remove_prefix(kProtocol.size());
  const std::size_t space = std::min(line.find(' '), line.size());
  if (line.substr(0, space) != kVersion) {
    return Error{.kind = ErrorKind::kRefused,
                 .message = message("the peer speaks another version of the signalling protocol than %1: update the "
                                    "older of both programs",
                                    kVersion)};
  }
  const std::string_view name = line.substr(std::min(space + 1, line.size()));
  const auto* const found = std::ranges::find(kNames, name, [](const auto& entry) { return entry.second; });
  if (found == kNames.end()) return malformed(message("a message is of no known kind"));
  return found->first;
}

}  // namespace

Bytes serialize(const SignallingMessage& message) {
  const std::string_view body = std::string_view(message.body).substr(0, kMaxSignallingBody);
  const auto* const name = std::ranges::find(kNames, message.kind, [](const auto& entry) { return entry.first; });
  std::string text(kProtocol);
  text += std::string(kVersion) + " " + std::string(name->second) + std::string(kEndOfLine);
  if (!message.verification.empty()) {
    text += std::string(kVerificationField) + " " + message.verification + std::string(kEndOfLine);
  }
  text += std::string(kLengthField) + " " + std::to_string(body.size()) + std::string(kEndOfHeader);
  text += body;
  return {text.begin(), text.end()};
}

Bytes version_1_refusal() {
  constexpr std::string_view kWhy =
      "your version of Counterpoint is too old: it does not encrypt, and this one does nothing else";
  const std::string text = "COUNTERPOINT/1 DECLINE\r\nContent-Length: " + std::to_string(kWhy.size()) + "\r\n\r\n";
  Bytes refusal(text.begin(), text.end());
  refusal.insert(refusal.end(), kWhy.begin(), kWhy.end());
  return refusal;
}

void SignallingParser::feed(ByteView data) {
  if (error_) return;
  if (buffer_.size() + data.size() > kMaxBuffered) return fail(malformed(message("it sends more than a call needs")));
  buffer_.append(data.begin(), data.end());
}

std::optional<SignallingMessage> SignallingParser::next() {
  if (error_ || !take_header() || buffer_.size() < header_->body_size) return std::nullopt;
  SignallingMessage message{.kind = header_->kind,
                            .body = buffer_.substr(0, header_->body_size),
                            .verification = std::move(header_->verification)};
  buffer_.erase(0, header_->body_size);
  header_.reset();
  return message;
}

// True once the header of the message at the front has been read.
bool SignallingParser::take_header() {
  if (header_) return true;
  // A peer of another kind (a browser, say) need not end its header before it is told.
  if (!std::string_view(buffer_).starts_with(kProtocol.substr(0, buffer_.size()))) {
    fail(malformed(message("it is not this program's protocol")));
    return false;
  }
  const std::size_t length = buffer_.find(kEndOfHeader);
  if (std::min(length, buffer_.size()) + kEndOfHeader.size() > kMaxSignallingHeader) {
    fail(malformed(message("the header of a message is over %1 bytes", kMaxSignallingHeader)));
    return false;
  }
  if (length == std::string::npos) return false;
  const Result<Header> header = parse_header(std::string_view(buffer_).substr(0, length));
  if (!header) {
    fail(header.error());
    return false;
  }
  header_ = *header;
  buffer_.erase(0, length + kEndOfHeader.size());
  return true;
}

Result<SignallingParser::Header> SignallingParser::parse_header(std::string_view text) {
  const Result<Kind> kind = read_start_line(take_line(text));
  if (!kind) return kind.error();
  std::optional<std::size_t> body_size;
  std::string verification;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.starts_with(kVerificationField)) {
      if (!verification.empty()) return malformed(message("a message has two verifications"));
      verification = read_word(line.substr(kVerificationField.size()));
      continue;
    }
    if (!line.starts_with(kLengthField)) continue;  // A later version may have more fields.
    if (body_size) return malformed(message("a message has two lengths"));
    body_size = read_count(line.substr(kLengthField.size()));
    if (!body_size) return malformed(message("the length of a message is not a number"));
  }
  if (!body_size) return malformed(message("a message has no length"));
  if (*body_size > kMaxSignallingBody) {
    return malformed(message("a message is over %1 bytes", kMaxSignallingBody));
  }
  return Header{.kind = *kind, .body_size = *body_size, .verification = std::move(verification)};
}

void SignallingParser::fail(Error error) {
  error_ = std::move(error);
  buffer_.clear();
}

}  // namespace counterpoint
