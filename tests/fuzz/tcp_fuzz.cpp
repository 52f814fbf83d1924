// SPDX-License-Identifier: GPL-3.0-or-later
// The input is what the two ends of the TCP model receive, and how time passes: steps of one byte that says what
// comes, and what belongs to it.
#include <algorithm>

#include "core/base/byte_reader.h"
#include "net/emulation/tcp/tcp_receiver.h"
#include "net/emulation/tcp/tcp_sender.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

constexpr std::uint64_t kSegmentSize = 1000;
constexpr std::uint64_t kWindow = 100'000;

class FuzzedConnection {
 public:
  explicit FuzzedConnection(std::uint8_t kind)
      : sender_({.congestion_control = kind % 2 == 0 ? TcpCongestionControl::kReno : TcpCongestionControl::kCubic,
                 .segment_size = DataSize::bytes(kSegmentSize),
                 .receive_window = DataSize::bytes(kWindow)}) {
    sender_.write_forever();
    settle();
  }

  void step(ByteReader& reader) {
    switch (reader.u8() % 4) {
      case 0:
        pass(reader.u8() * 1ms);
        break;
      case 1: {
        const std::size_t size = reader.u8();
        const ByteView data = reader.view(std::min(size, reader.remaining()));
        sender_.handle_ack(data, now_);
        receiver_.handle_segment(data, now_);
        break;
      }
      case 2:
        sender_.handle_ack(make_packet(near_acknowledgement(reader)).data, now_);
        break;
      default:
        // A segment that was sent, or one a bit beside it.
        receiver_.handle_segment(make_packet(TcpSegment{.sequence = acknowledged() + 250U * reader.u8(),
                                                        .length = 250U * (reader.u8() + 1U)})
                                     .data,
                                 now_);
        break;
    }
    settle();
  }

 private:
  /// In quarters of segments around what is outstanding, so that much of it means something.
  TcpAcknowledgement near_acknowledgement(ByteReader& reader) const {
    const auto sequence = [&] { return acknowledged() + reader.u8() * kSegmentSize / 4; };
    TcpAcknowledgement acknowledgement{.next = sequence(), .blocks = {}};
    for (int blocks = reader.u8() % 4; blocks > 0; --blocks) {
      const std::uint64_t first = sequence();
      acknowledgement.blocks.push_back({.first = first, .end = first + reader.u8() * kSegmentSize / 4 + 1});
    }
    return acknowledgement;
  }

  void pass(Duration time) {
    const Timestamp end = now_ + time;
    for (int i = 0; i < 1000 && std::min(sender_.next_deadline(), receiver_.next_deadline()) <= end; ++i) {
      now_ = std::max(now_, std::min(sender_.next_deadline(), receiver_.next_deadline()));
      settle();
    }
    now_ = end;
  }

  void settle() {
    int sent = 0;
    while (const auto packet = sender_.poll(now_)) {
      FUZZ_CHECK(++sent <= 1000);
      const auto segment = parse_tcp_segment(packet->data);
      FUZZ_CHECK(segment && segment->length <= kSegmentSize);
      FUZZ_CHECK(segment->sequence >= acknowledged());
      FUZZ_CHECK(segment->sequence + segment->length <= acknowledged() + kWindow);
    }
    FUZZ_CHECK(sender_.next_deadline() > now_);
    FUZZ_CHECK(sender_.next_deadline() < kNever);  // There is always more to send, so a timer always runs.
    FUZZ_CHECK(sender_.congestion_window() >= 1);
    int answered = 0;
    while (const auto packet = receiver_.poll(now_)) {
      FUZZ_CHECK(++answered <= 1 && parse_tcp_acknowledgement(packet->data));
    }
    FUZZ_CHECK(receiver_.next_deadline() > now_);
    FUZZ_CHECK(receiver_.received() >= received_);
    received_ = receiver_.received();
  }

  [[nodiscard]] std::uint64_t acknowledged() const {
    return static_cast<std::uint64_t>(sender_.counters().acknowledged.bytes());
  }

  Timestamp now_{1000s};
  TcpSender sender_;
  TcpReceiver receiver_;
  DataSize received_;
};

void run(ByteView input) {
  ByteReader reader(input);
  FuzzedConnection connection(reader.u8());
  for (int i = 0; i < 5000 && reader.remaining() > 0; ++i) connection.step(reader);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::run({data, size});
  return 0;
}
