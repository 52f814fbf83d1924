// SPDX-License-Identifier: GPL-3.0-or-later
// Values of inboxes: the input is opened as it is, and sealed by a stranger as a letter's content, which is then heard
// as a note of presence and as a segment of a call. It is opened as candidates of a call, too: as it is, and as the
// text that a peer has sealed.
#include <algorithm>
#include <string_view>

#include "net/sdp/ice_attributes.h"
#include "net/sealed/call_segment.h"
#include "net/sealed/candidate_exchange.h"
#include "net/sealed/conversation.h"
#include "net/sealed/presence.h"
#include "net/sealed/sealed_message.h"
#include "tests/fuzz/fuzz_check.h"

using namespace counterpoint;

namespace {

void open_candidates_of(ByteView input) {
  const CandidateInbox inbox{.inboxes = {}, .key = {1, 2, 3}};
  (void)open_candidates(inbox, input);
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  const auto value = seal_candidates(inbox, {.number = 7, .call_time = 5s, .text = std::string(text)});
  FUZZ_CHECK(!value || value->size() <= CandidateExchange::kMaxValue);
  if (!value) return;
  const auto opened = open_candidates(inbox, *value);
  FUZZ_CHECK(opened && opened->number == 7 && opened->call_time == 5s && opened->text == text);
  if (const auto fragment = parse_ice_fragment(opened->text))
    FUZZ_CHECK(fragment->candidates.size() <= kMaxIceCandidates);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const IdentityKey kOwn = *IdentityKey::generate();
  const ByteView input(data, std::min(size, kMaxSealedContent));
  open_candidates_of(input);
  if (const auto letter = open_envelope(input, kOwn)) (void)open_letter(*letter, kOwn);
  if (const auto note = read_presence_note(input)) FUZZ_CHECK(serialize(*note) == Bytes(input.begin(), input.end()));
  const auto segment = read_call_segment(input);
  if (!segment) return 0;
  FUZZ_CHECK(serialize(*segment) == Bytes(input.begin(), input.end()));
  Conversation conversation(kOwn.id(), segment->call);
  conversation.handle(*segment, Timestamp(1s));
  (void)conversation.poll(Timestamp(2s));
  while (conversation.receive()) {
  }
  return 0;
}
