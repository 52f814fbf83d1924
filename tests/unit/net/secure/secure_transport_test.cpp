// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/secure_transport.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kNow{1000s};
const Bytes kMedia = {0x80, 96, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 3};

using Queue = std::shared_ptr<std::deque<Bytes>>;

/// Two queues in memory; all that was ever sent stays to be looked at.
class MemoryTransport final : public Transport {
 public:
  MemoryTransport(Queue in, Queue out, std::vector<Bytes>& log) : in_(std::move(in)), out_(std::move(out)), log_(log) {}
  void send(ByteView datagram, Timestamp, Ecn) override {
    out_->emplace_back(datagram.begin(), datagram.end());
    log_.emplace_back(datagram.begin(), datagram.end());
  }
  std::optional<ReceivedDatagram> receive(Timestamp now) override {
    if (in_->empty()) return std::nullopt;
    ReceivedDatagram datagram{.data = std::move(in_->front()), .arrived_at = now};
    in_->pop_front();
    return datagram;
  }
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return 42; }

 private:
  Queue in_;
  Queue out_;
  std::vector<Bytes>& log_;
};

class SecureTransportTest : public testing::Test {
 protected:
  SecureTransportTest() : a_(open(DtlsRole::kClient)), b_(open(DtlsRole::kServer)) {}

  SecureTransport open(DtlsRole role) {
    const bool client = role == DtlsRole::kClient;
    Result<DtlsEndpoint> endpoint = DtlsEndpoint::create(
        {.role = role, .certificate = client ? *own_ : *other_, .peer = (client ? *other_ : *own_).fingerprint()},
        kNow);
    EXPECT_TRUE(endpoint);
    return {std::make_unique<MemoryTransport>(client ? to_a_ : to_b_, client ? to_b_ : to_a_, sent_),
            std::move(*endpoint), kNow};
  }
  void shake_hands() {
    for (int i = 0; i < 4; ++i) {
      EXPECT_FALSE(b_.receive(kNow));
      EXPECT_FALSE(a_.receive(kNow));
    }
  }

  Result<Certificate> own_ = Certificate::create();
  Result<Certificate> other_ = Certificate::create();
  Queue to_a_ = std::make_shared<std::deque<Bytes>>();
  Queue to_b_ = std::make_shared<std::deque<Bytes>>();
  std::vector<Bytes> sent_;
  SecureTransport a_;
  SecureTransport b_;
};

TEST_F(SecureTransportTest, CarriesNothingButTheHandshakeBeforeThereAreKeys) {
  a_.send(kMedia, kNow);
  b_.send(kMedia, kNow);
  to_a_->push_back(kMedia);
  EXPECT_FALSE(a_.receive(kNow)) << "nor is anything taken";
  EXPECT_EQ(a_.dropped(), 2U);
  EXPECT_EQ(b_.dropped(), 1U);
  shake_hands();
  ASSERT_FALSE(sent_.empty());
  for (const Bytes& datagram : sent_) {
    EXPECT_GE(datagram[0], 20);
    EXPECT_LE(datagram[0], 63);
  }
}

TEST_F(SecureTransportTest, CarriesMediaBothWaysAfterTheHandshake) {
  shake_hands();
  ASSERT_EQ(a_.endpoint().state(), DtlsEndpoint::State::kEstablished);
  ASSERT_EQ(b_.endpoint().state(), DtlsEndpoint::State::kEstablished);
  a_.send(kMedia, kNow);
  b_.send(kMedia, kNow);
  const auto at_a = a_.receive(kNow);
  const auto at_b = b_.receive(kNow);
  ASSERT_TRUE(at_a && at_b);
  EXPECT_EQ(at_a->data, kMedia);
  EXPECT_EQ(at_b->data, kMedia);
  EXPECT_EQ(a_.descriptor(), 42);
}

TEST_F(SecureTransportTest, HandshakeDatagramsNeverReachTheSession) {
  shake_hands();
  to_a_->push_back(sent_.front());
  to_a_->push_back(kMedia);
  const auto datagram = a_.receive(kNow);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->data, kMedia);
}

TEST_F(SecureTransportTest, KeepsTheNewestThatComeBeforeTheyAreWanted) {
  const auto advance = [this] {
    b_.advance(kNow);
    a_.advance(kNow);
  };
  for (int i = 0; i < 4; ++i) advance();
  ASSERT_EQ(a_.endpoint().state(), DtlsEndpoint::State::kEstablished) << "the handshake goes on all the same";
  ASSERT_EQ(b_.endpoint().state(), DtlsEndpoint::State::kEstablished);
  Bytes media = kMedia;
  for (std::size_t i = 0; i < SecureTransport::kMaxKept + 8; ++i) {
    media.back() = static_cast<std::uint8_t>(i);
    b_.send(media, kNow);
  }
  for (int i = 0; i < 4; ++i) advance();
  std::size_t taken = 0;
  while (const auto datagram = a_.receive(kNow)) EXPECT_EQ(datagram->data.back(), 8 + taken++);
  EXPECT_EQ(taken, SecureTransport::kMaxKept);
}

TEST_F(SecureTransportTest, FloodDoesNotHoldTheThread) {
  shake_hands();
  to_a_->assign(1000, sent_.front());
  EXPECT_FALSE(a_.receive(kNow));
  EXPECT_GE(to_a_->size(), 900U);
}

}  // namespace
}  // namespace counterpoint
