// SPDX-License-Identifier: GPL-3.0-or-later
// The input is what a peer makes reach a host during a call, without its encryption, which would hide all else: see
// tests/fuzz/session_stream.h. The host sends as it goes.
#include <algorithm>

#include "app/stream/unprotected_packets.h"
#include "core/base/byte_reader.h"
#include "net/session/rtp_session.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/session_stream.h"

namespace counterpoint {
namespace {

/// A call as its owner runs it, with bounds on what a peer can make it do.
class FuzzedCall {
 public:
  explicit FuzzedCall(std::uint8_t features)
      : session_(config(), fuzzed_session(features), std::make_shared<UnprotectedPackets>(), 1, now_) {}

  void receive(Bytes datagram, Duration elapsed) {
    const Timestamp arrival = now_ + elapsed;
    // Time passes from deadline to deadline, as in a call.
    for (int i = 0; i < kMaxDeadlines && session_.next_deadline() < arrival; ++i) {
      now_ = std::max(now_, session_.next_deadline());
      settle();
    }
    now_ = arrival;
    play_and_send();
    session_.handle_datagram({.data = std::move(datagram), .arrived_at = now_}, now_);
    settle();
  }

 private:
  static RtpSession::Config config() {
    return {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(500), FrameRate::per_second(30),
                                               {.width = 640, .height = 360})};
  }
  static constexpr int kMaxDeadlines = 2000;

  /// Does all that is due. A session that is never content would keep a thread busy for ever.
  void settle() {
    int rounds = 0;
    do {
      FUZZ_CHECK(++rounds < 20);
      session_.poll(now_);
      int datagrams = 0;
      while (const auto datagram = session_.poll_transmit(now_)) {
        FUZZ_CHECK(datagram->data.size() <= 2000 && ++datagrams < 5000);
      }
      while (const auto frame = session_.next_video(now_)) {
        FUZZ_CHECK(frame->render_at - now_ <= 2s);
        // A decoder knows its codec's data; anything is broken in its own way.
        if (!frame->data.empty() && frame->data.back() == 0xEE) session_.handle_decode_error(now_);
      }
      while (session_.poll_event()) {
      }
    } while (session_.next_deadline() <= now_);
  }

  void play_and_send() {
    for (int blocks = 0; next_block_ <= now_ && blocks < 20; ++blocks, next_block_ += 20ms) {
      const AudioDecision decision = session_.next_audio(now_, 10ms);
      FUZZ_CHECK(decision.payload.size() <= 1276);
      session_.send_audio({.data = Bytes(60, 1), .captured_at = next_block_}, now_);
      session_.send_video({.data = Bytes(2000, 1), .key_frame = false, .size = {64, 64}, .captured_at = next_block_},
                          now_);
    }
    next_block_ = std::max(next_block_, now_);
  }

  Timestamp now_{1000s};
  Timestamp next_block_{1000s};
  RtpSession session_;
};

void run(ByteView input) {
  ByteReader reader(input);
  FuzzedCall call(reader.u8());
  for (int i = 0; i < 2000 && reader.remaining() >= 3; ++i) {
    const Duration elapsed = std::chrono::milliseconds(reader.u8());
    const std::size_t size = std::min<std::size_t>(reader.u16(), reader.remaining());
    const ByteView datagram = reader.view(size);
    // The largest step is a pause.
    call.receive({datagram.begin(), datagram.end()}, elapsed == 255ms ? Duration(5s) : elapsed);
  }
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::run({data, size});
  return 0;
}
