// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/cautious_transport.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

/// Counts what is sent, and gives one datagram when it is told to.
class CountingTransport final : public Transport {
 public:
  explicit CountingTransport(int& sent, bool& answers) : sent_(sent), answers_(answers) {}

  void send(ByteView, Timestamp) override { ++sent_; }
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override {
    if (!answers_) return std::nullopt;
    return ReceivedDatagram{.data = {1}, .arrived_at = now};
  }
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return 7; }

 private:
  int& sent_;
  bool& answers_;
};

TEST(CautiousTransport, WhoDoesNotAnswerGetsTenDatagrams) {
  int sent = 0;
  bool answers = false;
  CautiousTransport transport(std::make_unique<CountingTransport>(sent, answers));
  for (int i = 0; i < 1000; ++i) {
    transport.send(Bytes{1, 2, 3}, Timestamp{});
    EXPECT_FALSE(transport.receive(Timestamp{}));
  }
  EXPECT_EQ(sent, 10);
  EXPECT_EQ(transport.descriptor(), 7);
}

TEST(CautiousTransport, WhoAnswersGetsAll) {
  int sent = 0;
  bool answers = false;
  CautiousTransport transport(std::make_unique<CountingTransport>(sent, answers));
  for (int i = 0; i < 12; ++i) transport.send(Bytes{1}, Timestamp{});
  answers = true;
  EXPECT_TRUE(transport.receive(Timestamp{}));
  answers = false;
  for (int i = 0; i < 100; ++i) transport.send(Bytes{1}, Timestamp{});
  EXPECT_EQ(sent, 110);
}

}  // namespace
}  // namespace counterpoint
