// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/peer_message_text.h"

#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/plain_text.h"
#include "net/signalling/message_fields.h"

namespace counterpoint {
namespace {

constexpr std::string_view kAction = "Action";
constexpr std::string_view kNumber = "Number";
constexpr std::string_view kFileName = "Name";
constexpr std::string_view kFileSize = "Size";
constexpr std::string_view kOffset = "Offset";
constexpr std::size_t kMaxFields = 1024;

/// The two parts of a body.
struct PeerMessageBody {
  MessageFields fields;
  std::string_view content;
};

Error senseless_field(std::string_view name) {
  return broken_signalling(message("the field %1 of a text or file makes no sense", name));
}

Result<PeerMessageBody> take_apart(std::string_view body) {
  const std::size_t end = body.substr(0, kMaxFields).find("\r\n\r\n");
  if (end == std::string_view::npos) return broken_signalling(message("the fields of a text or file have no end"));
  constexpr std::size_t kLine = 2;
  auto fields = split_fields(body.substr(0, end + kLine));
  if (!fields) return fields.error();
  return PeerMessageBody{.fields = std::move(*fields), .content = body.substr(end + 2 * kLine)};
}

template <typename Number>
std::optional<Number> number_in(const MessageFields& fields, std::string_view name, Number min, Number max) {
  const std::string_view text = value_of(fields, name);
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= min && number <= max ? std::optional(number) : std::nullopt;
}

Result<PeerMessage> read_text(const PeerMessageBody& body, std::string_view action, std::uint32_t number) {
  if (action == "heard") return PeerMessage(TextHeard{number});
  if (action != "say") return senseless_field(kAction);
  const bool fits = !body.content.empty() && body.content.size() <= PeerText::kMax;
  if (!fits || !is_readable_text(body.content)) {
    return broken_signalling(message("a text is empty, over %1 bytes, or cannot be shown", PeerText::kMax));
  }
  return PeerMessage(PeerText{.number = number, .text = std::string(body.content)});
}

Result<PeerMessage> read_offer(const PeerMessageBody& body, std::uint32_t number) {
  const std::string_view name = value_of(body.fields, kFileName);
  if (!is_shown_name(name, FileOffer::kMaxName)) return senseless_field(kFileName);
  const auto size = number_in<std::uint64_t>(body.fields, kFileSize, 1, FileOffer::kMaxSize);
  if (!size) return senseless_field(kFileSize);
  return PeerMessage(FileOffer{.number = number, .name = std::string(name), .size = *size});
}

Result<PeerMessage> read_piece(const PeerMessageBody& body, std::uint32_t number, std::uint64_t offset) {
  if (body.content.empty() || body.content.size() > FilePiece::kMax) {
    return broken_signalling(message("a piece of a file is empty, or over %1 bytes", FilePiece::kMax));
  }
  return PeerMessage(FilePiece{.number = number, .offset = offset, .bytes = std::string(body.content)});
}

Result<PeerMessage> read_file(const PeerMessageBody& body, std::string_view action, std::uint32_t number) {
  if (action == "offer") return read_offer(body, number);
  if (action == "accept") return PeerMessage(FileAccepted{number});
  if (action == "withdraw") return PeerMessage(FileStopped{.number = number, .by_sender = true});
  if (action == "refuse") return PeerMessage(FileStopped{.number = number, .by_sender = false});
  if (action != "piece" && action != "kept") return senseless_field(kAction);
  const auto offset = number_in<std::uint64_t>(body.fields, kOffset, 0, FileOffer::kMaxSize);
  if (!offset) return senseless_field(kOffset);
  if (action == "piece") return read_piece(body, number, *offset);
  return PeerMessage(FileKept{.number = number, .size = *offset});
}

/// Writes the fields of each message, and what follows them.
struct PeerMessageWriter {
  SignallingMessage operator()(const PeerText& text) const {
    return {.kind = SignallingMessage::Kind::kText,
            .body = head("say", text.number) + end() + text.text,
            .verification = {}};
  }
  SignallingMessage operator()(const TextHeard& heard) const {
    return {.kind = SignallingMessage::Kind::kText, .body = head("heard", heard.number) + end(), .verification = {}};
  }
  SignallingMessage operator()(const FileOffer& offer) const {
    return file(head("offer", offer.number) + write_field(kFileName, offer.name) +
                write_field(kFileSize, std::to_string(offer.size)) + end());
  }
  SignallingMessage operator()(const FileAccepted& accepted) const {
    return file(head("accept", accepted.number) + end());
  }
  SignallingMessage operator()(const FilePiece& piece) const {
    return file(head("piece", piece.number) + write_field(kOffset, std::to_string(piece.offset)) + end() + piece.bytes);
  }
  SignallingMessage operator()(const FileKept& kept) const {
    return file(head("kept", kept.number) + write_field(kOffset, std::to_string(kept.size)) + end());
  }
  SignallingMessage operator()(const FileStopped& stopped) const {
    return file(head(stopped.by_sender ? "withdraw" : "refuse", stopped.number) + end());
  }

 private:
  static std::string head(std::string_view action, std::uint32_t number) {
    return write_field(kAction, action) + write_field(kNumber, std::to_string(number));
  }
  static std::string end() { return "\r\n"; }
  static SignallingMessage file(std::string body) {
    return {.kind = SignallingMessage::Kind::kFile, .body = std::move(body), .verification = {}};
  }
};

}  // namespace

SignallingMessage write_peer_message(const PeerMessage& message) { return std::visit(PeerMessageWriter(), message); }

Result<PeerMessage> parse_peer_message(const SignallingMessage& message) {
  const auto body = take_apart(message.body);
  if (!body) return body.error();
  constexpr auto kMax = std::numeric_limits<std::uint32_t>::max();
  const auto number = number_in<std::uint32_t>(body->fields, kNumber, 1, kMax);
  if (!number) return senseless_field(kNumber);
  const std::string_view action = value_of(body->fields, kAction);
  const bool text = message.kind == SignallingMessage::Kind::kText;
  return text ? read_text(*body, action, *number) : read_file(*body, action, *number);
}

}  // namespace counterpoint
