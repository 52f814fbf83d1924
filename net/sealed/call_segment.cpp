// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/call_segment.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {

Bytes serialize(const CallSegment& segment) {
  ByteWriter writer;
  writer.view(segment.call);
  writer.u32(segment.number);
  writer.u32(segment.acknowledged);
  writer.u8(segment.inbox ? 1 : 0);
  if (segment.inbox) writer.view(segment.inbox->bytes);
  writer.view(segment.message);
  return writer.take();
}

std::optional<CallSegment> read_call_segment(ByteView content) {
  ByteReader reader(content);
  CallSegment segment;
  const ByteView call = reader.view(segment.call.size());
  segment.number = reader.u32();
  segment.acknowledged = reader.u32();
  const std::uint8_t inboxes = reader.u8();
  if (inboxes == 1) segment.inbox.emplace();
  const ByteView inbox = reader.view(inboxes == 1 ? segment.inbox->bytes.size() : 0);
  const ByteView message = reader.rest();
  if (!reader.ok() || inboxes > 1 || (segment.number == 0) != message.empty()) return std::nullopt;
  std::ranges::copy(call, segment.call.begin());
  if (segment.inbox) std::ranges::copy(inbox, segment.inbox->bytes.begin());
  segment.message.assign(message.begin(), message.end());
  return segment;
}

}  // namespace counterpoint
