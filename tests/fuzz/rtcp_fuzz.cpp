// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "net/rtp/rtcp.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check(ByteView datagram) {
  const auto packets = parse_rtcp(datagram);
  if (!packets) return;
  FUZZ_CHECK(packets->size() <= kMaxRtcpPackets);
  if (packets->empty()) return;  // Unknown packets only: nothing to write.
  const auto again = parse_rtcp(serialize(*packets));
  FUZZ_CHECK(again.ok() && *again == *packets);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({data, size});
  return 0;
}
