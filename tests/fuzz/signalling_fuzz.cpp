// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/bytes.h"
#include "core/base/plain_text.h"
#include "net/signalling/media_state_text.h"
#include "net/signalling/peer_message_text.h"
#include "net/signalling/signalling_framing.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

struct Outcome {
  Bytes messages;  // The messages, serialised again.
  bool failed = false;
  bool operator==(const Outcome&) const = default;
};

void check_state(std::string_view body) {
  const auto state = parse_media_state(body);
  if (!state) return;
  FUZZ_CHECK(body.size() <= kMaxMediaStateText && state->clip.empty() != state->plays_clip());
  for (const std::string& text : {state->clip, state->name}) {
    FUZZ_CHECK(text.size() <= MediaState::kMaxText && is_plain_text(text));
  }
  const auto again = parse_media_state(write_media_state(*state));
  FUZZ_CHECK(again.ok() && *again == *state);
}

void check_message(const SignallingMessage& said) {
  const auto message = parse_peer_message(said);
  if (!message) return;
  if (const auto* text = std::get_if<PeerText>(&*message)) {
    FUZZ_CHECK(!text->text.empty() && text->text.size() <= PeerText::kMax && is_readable_text(text->text));
  }
  if (const auto* offer = std::get_if<FileOffer>(&*message)) {
    FUZZ_CHECK(is_shown_name(offer->name, FileOffer::kMaxName));
    FUZZ_CHECK(offer->size > 0 && offer->size <= FileOffer::kMaxSize);
  }
  if (const auto* piece = std::get_if<FilePiece>(&*message)) {
    FUZZ_CHECK(!piece->bytes.empty() && piece->bytes.size() <= FilePiece::kMax);
  }
  const auto again = parse_peer_message(write_peer_message(*message));
  FUZZ_CHECK(again.ok() && *again == *message);
}

Outcome parse(ByteView stream, std::size_t piece) {
  SignallingParser parser;
  Outcome outcome;
  const auto take_all = [&] {
    while (const auto message = parser.next()) {
      FUZZ_CHECK(message->body.size() <= kMaxSignallingBody);
      if (message->kind == SignallingMessage::Kind::kState) check_state(message->body);
      using Kind = SignallingMessage::Kind;
      if (message->kind == Kind::kText || message->kind == Kind::kFile) check_message(*message);
      const Bytes bytes = serialize(*message);
      outcome.messages.insert(outcome.messages.end(), bytes.begin(), bytes.end());
    }
  };
  for (; !stream.empty(); stream = stream.subspan(std::min(piece, stream.size()))) {
    parser.feed(stream.first(std::min(piece, stream.size())));
    take_all();
  }
  outcome.failed = parser.error().has_value();
  return outcome;
}

void check(ByteView stream) {
  constexpr std::size_t kPiece = 16'384;
  const Outcome outcome = parse(stream, kPiece);
  // However the stream is cut, its meaning is the same.
  FUZZ_CHECK(parse(stream, 1) == outcome);
  FUZZ_CHECK(parse(stream, 7) == outcome);
  const Outcome again = parse(outcome.messages, kPiece);
  FUZZ_CHECK(!again.failed && again.messages == outcome.messages);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({data, size});
  return 0;
}
