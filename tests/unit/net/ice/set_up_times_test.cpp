// SPDX-License-Identifier: GPL-3.0-or-later
// From the moment when a callee accepts a stranger's call until each side hears the other: the answer over TCP, ICE,
// DTLS and the first media, in virtual time at a round trip of 100 ms. Seeds are 100 by default;
// COUNTERPOINT_ICE_SEEDS=10000 runs as many.
#include <gtest/gtest.h>
#include <sys/time.h>

#include <array>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <memory>
#include <string>

#include "core/base/rank.h"
#include "net/ice/transport/ice_transport.h"
#include "net/secure/secure_transport.h"
#include "tests/unit/net/ice/virtual_host.h"
#include "tests/unit/net/ice/virtual_servers.h"

namespace {

/// The time that OpenSSL reads: this program's own gettimeofday() goes before that of the C library.
std::chrono::nanoseconds virtual_time = std::chrono::hours(1000);

}  // namespace

extern "C" int gettimeofday(timeval* time, void* /*zone*/) noexcept {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(virtual_time).count();
  *time = {.tv_sec = microseconds / 1'000'000, .tv_usec = microseconds % 1'000'000};
  return 0;
}

namespace counterpoint {
namespace {

constexpr Duration kRoundTripTime = 100ms;

/// One socket of a host in a VirtualInternet.
class InternetSocket final : public LocalSockets {
 public:
  InternetSocket(VirtualInternet& internet, const IpEndpoint& base, NatBox* nat)
      : internet_(internet), base_(base), nat_(nat) {
    internet.attach(base.address, nat, [this](const IpEndpoint& /*to*/, const IpEndpoint& from, ByteView datagram) {
      arrivals_.push_back(
          {.socket = 1,
           .from = from,
           .datagram = {.data = Bytes(datagram.begin(), datagram.end()), .arrived_at = internet_.now()}});
    });
  }
  std::optional<Change> take_change() override {
    if (std::exchange(told_, true)) return std::nullopt;
    return Change{.socket = 1, .base = base_, .kind = IceInterface::kWired};
  }
  void send(const IceTransmit& transmit, Ecn /*ecn*/, Timestamp /*now*/) override {
    internet_.send(base_, nat_, transmit.to, transmit.bytes);
  }
  std::optional<Arrival> receive(Timestamp /*now*/) override {
    if (arrivals_.empty()) return std::nullopt;
    Arrival arrival = std::move(arrivals_.front());
    arrivals_.pop_front();
    return arrival;
  }
  [[nodiscard]] Timestamp next_deadline() const override { return arrivals_.empty() ? kNever : Timestamp::min(); }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  VirtualInternet& internet_;
  IpEndpoint base_;
  NatBox* nat_;
  bool told_ = false;
  std::deque<Arrival> arrivals_;
};

const Certificate& certificate_of(DtlsRole role) {
  static const Certificate kOfClient = *Certificate::create();
  static const Certificate kOfServer = *Certificate::create();
  return role == DtlsRole::kClient ? kOfClient : kOfServer;
}

/// One side of a call: the caller is the client of DTLS, as in ours.
class Side {
 public:
  Side(VirtualInternet& internet, IceRole role, const IpEndpoint& base, NatBox* nat, std::uint64_t seed)
      : internet_(internet),
        credentials_(credentials_of(seed)),
        role_(role == IceRole::kControlling ? DtlsRole::kClient : DtlsRole::kServer) {
    IceAgent::Config config{.role = role, .local = credentials_};
    config.stun_servers = {{ip("203.0.113.1"), kStunPort}};
    config.expected_round_trip = kRoundTripTime;
    config.seed = seed;
    auto ice =
        std::make_unique<IceTransport>(std::make_unique<InternetSocket>(internet, base, nat), config, internet.now());
    ice_ = ice.get();
    idle_ = std::move(ice);
    internet.add({.next_deadline = [this] { return std::min(transport().next_deadline(), next_media_at_); },
                  .poll = [this](Timestamp now) { run(now); }});
  }

  /// All that is known of `peer` by now, and the handshake begins.
  void learn(const Side& peer) {
    const Timestamp now = internet_.now();
    ice_->set_remote_credentials(peer.credentials_, false, now);
    for (const IceCandidate& candidate : peer.candidates_) ice_->add_remote(candidate, now);
    ice_->end_of_remote_candidates(now);
    auto endpoint = DtlsEndpoint::create({.role = role_,
                                          .certificate = certificate_of(role_),
                                          .peer = certificate_of(peer_of(role_)).fingerprint(),
                                          .round_trip_time = kRoundTripTime,
                                          .binding = PeerBinding{}},
                                         now);
    ASSERT_TRUE(endpoint);
    secure_ = std::make_unique<SecureTransport>(std::move(idle_), std::move(*endpoint), now);
    run(now);
  }
  [[nodiscard]] const std::optional<Timestamp>& heard_at() const { return heard_at_; }

 private:
  [[nodiscard]] Transport& transport() const { return secure_ ? static_cast<Transport&>(*secure_) : *idle_; }
  void run(Timestamp now) {
    virtual_time = now.time_since_epoch();
    if (!secure_) ice_->advance(now);
    while (secure_ && secure_->receive(now)) {
      if (!heard_at_) heard_at_ = now;
    }
    while (const auto event = ice_->take_event()) {
      const auto* const found = std::get_if<IceLocalCandidate>(&*event);
      if (found != nullptr) candidates_.push_back(found->candidate);
    }
    if (!secure_) return;
    if (const auto measured = ice_->round_trip()) secure_->set_round_trip_time(*measured);
    // Sound each 20 ms as soon as there are keys.
    if (secure_->endpoint().may_send() && next_media_at_ == kNever) next_media_at_ = now;
    if (now < next_media_at_) return;
    next_media_at_ += 20ms;
    Bytes media(172, 0x55);
    media[0] = 0x80;
    secure_->send(media, now);
  }

  VirtualInternet& internet_;
  IceCredentials credentials_;
  DtlsRole role_;
  std::unique_ptr<Transport> idle_;  ///< It is used until there is a handshake.
  IceTransport* ice_ = nullptr;
  std::unique_ptr<SecureTransport> secure_;
  std::vector<IceCandidate> candidates_;
  std::optional<Timestamp> heard_at_;
  Timestamp next_media_at_ = kNever;
};

/// The way of an answer of two segments: Linux repeats one after the smoothed round trip time and 200 ms at least, and
/// then doubles that.
Duration time_over_tcp(double loss, Rng& rng) {
  Duration all{};
  for (int segment = 0; segment < 2; ++segment) {
    Duration one = kRoundTripTime / 2;
    for (Duration again = kRoundTripTime + 200ms; rng.chance(loss); again *= 2) one += again;
    all = std::max(all, one);
  }
  return all;
}

struct Times {
  std::vector<Duration> caller;
  std::vector<Duration> callee;
  std::vector<Duration> both;
};

Times set_up_times(bool routers, double loss, int seeds) {
  Times times;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(seeds); ++seed) {
    VirtualInternet internet({.round_trip = kRoundTripTime, .seed = seed});
    const NatBox::Config kind{.filtering = NatBehaviour::kAddressAndPortDependent};
    NatBox nat_a(ip("198.51.100.1"), kind, seed);
    NatBox nat_b(ip("198.51.100.2"), kind, seed + 1);
    add_stun_server(internet, ip("203.0.113.1"));
    Side caller(internet, IceRole::kControlling, {routers ? ip("192.168.1.2") : ip("192.0.2.1"), 5000},
                routers ? &nat_a : nullptr, 2 * seed);
    Side callee(internet, IceRole::kControlled, {routers ? ip("192.168.7.2") : ip("192.0.2.2"), 6000},
                routers ? &nat_b : nullptr, 2 * seed + 1);
    internet.run(2s);
    const Timestamp accepted = internet.now();
    internet.config().loss = loss;
    Rng rng(seed);
    internet.after(time_over_tcp(loss, rng), [&] { caller.learn(callee); });
    callee.learn(caller);
    EXPECT_TRUE(internet.run_until([&] { return caller.heard_at() && callee.heard_at(); }, 30s)) << "seed " << seed;
    if (!caller.heard_at() || !callee.heard_at()) continue;
    times.caller.push_back(*caller.heard_at() - accepted);
    times.callee.push_back(*callee.heard_at() - accepted);
    times.both.push_back(std::max(times.caller.back(), times.callee.back()));
  }
  return times;
}

int seeds() {
  const char* const text = std::getenv("COUNTERPOINT_ICE_SEEDS");
  return text != nullptr ? std::max(1, std::atoi(text)) : 100;
}

std::string row(const std::vector<Duration>& times) {
  std::string text;
  for (const std::size_t permille : {500, 950, 990, 999}) {
    const Duration time = nth_smallest(times, (times.size() - 1) * permille / 1000);
    text += "|" + std::to_string(static_cast<int>(to_milliseconds(time)));
  }
  return text;
}

TEST(SetUpTimes, ACallThatIsAcceptedIsHeardSoonAtAnyLoss) {
  std::cout << "|hosts|loss each way|heard by|p50 (ms)|p95|p99|p99.9|\n";
  for (const bool routers : {false, true}) {
    for (const auto& [loss, p95, p99] :
         {std::tuple{0.0, 400ms, 400ms}, {0.05, 1000ms, 2000ms}, {0.1, 1500ms, 10'000ms}}) {
      const Times times = set_up_times(routers, loss, seeds());
      const std::string what =
          std::string(routers ? "|behind routers|" : "|public|") + std::to_string(static_cast<int>(100 * loss)) + " %|";
      for (const auto& [who, values] :
           {std::pair{"caller", &times.caller}, {"callee", &times.callee}, {"both", &times.both}}) {
        std::cout << what << who << row(*values) << "|\n";
      }
      EXPECT_LE(nth_smallest(times.both, (times.both.size() - 1) * 95 / 100), p95) << what;
      EXPECT_LE(nth_smallest(times.both, (times.both.size() - 1) * 99 / 100), p99) << what;
    }
  }
}

}  // namespace
}  // namespace counterpoint
