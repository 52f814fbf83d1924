// SPDX-License-Identifier: GPL-3.0-or-later
// Values of inboxes: the input is opened as it is, and sealed by a stranger as a letter's content, which is then heard
// as a note of presence and as a segment of a call.
#include <algorithm>

#include "net/sealed/call_segment.h"
#include "net/sealed/conversation.h"
#include "net/sealed/presence.h"
#include "net/sealed/sealed_message.h"
#include "tests/fuzz/fuzz_check.h"

using namespace counterpoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const IdentityKey kOwn = *IdentityKey::generate();
  const ByteView input(data, std::min(size, kMaxSealedContent));
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
