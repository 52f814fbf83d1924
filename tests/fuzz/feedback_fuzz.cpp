// SPDX-License-Identifier: GPL-3.0-or-later
// The input is RTCP: its congestion feedback meets a history of sent packets.
#include <algorithm>
#include <variant>

#include "core/base/bytes.h"
#include "net/feedback/sent_packet_history.h"
#include "net/rtp/rtcp.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);

// The SSRCs and sequence numbers of the corpus.
SentPacketHistory sent_history() {
  SentPacketHistory history;
  for (std::int64_t i = 0; i < 40; ++i) {
    history.handle_sent(StreamKind::kAudio, 11, 0x1FFF0 + i, DataSize::bytes(100), kStart + i * 20ms);
    history.handle_sent(StreamKind::kVideo, 12, i, DataSize::bytes(1000), kStart + i * 20ms);
  }
  return history;
}

void check(ByteView datagram) {
  const auto packets = parse_rtcp(datagram);
  if (!packets) return;
  SentPacketHistory history = sent_history();
  Timestamp now = kStart + 1s;
  for (const RtcpPacket& packet : *packets) {
    const auto* feedback = std::get_if<CongestionFeedback>(&packet);
    if (feedback == nullptr) continue;
    const auto report = history.match(*feedback, now += 1ms);
    const DeliveryCounters& counters = history.counters();
    FUZZ_CHECK(counters.acknowledged + counters.lost + counters.forgotten <= counters.sent);
    FUZZ_CHECK(counters.acknowledged_size + counters.lost_size + counters.in_flight_size <= counters.sent_size);
    if (!report) continue;
    FUZZ_CHECK(report->packets.size() <= counters.sent);
    FUZZ_CHECK(std::ranges::is_sorted(report->packets, {}, &PacketFeedback::sent_at));
    FUZZ_CHECK(report->round_trip_time.value_or(Duration::zero()) >= Duration::zero());
  }
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({data, size});
  return 0;
}
