// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "net/adapters/rendezvous/open_dht_rendezvous.h"
#include "net/sealed/presence.h"
#include "tests/support/virtual_dht.h"

namespace counterpoint {
namespace {

constexpr Duration kRtt = 100ms;

InboxKey inbox(std::uint8_t number) {
  InboxKey key;
  for (std::size_t i = 0; i < key.bytes.size(); ++i) key.bytes[i] = static_cast<std::uint8_t>(number * 37 + i * 91);
  return key;
}

/// Puts `data` and gives the time until `to` has it; kNever after `patience`.
Duration put_and_wait(VirtualDht& net, OpenDhtRendezvous& from, OpenDhtRendezvous& to, const InboxKey& key,
                      const Bytes& data, Duration patience = 30s) {
  const Timestamp begin = net.now();
  from.put(key, data, Keep::kMinutes);
  const auto heard = [&] {
    while (const auto value = to.take()) {
      if (value->inbox == key && value->data == data) return true;
    }
    return false;
  };
  return net.run_until(patience, heard) ? net.now() - begin : Duration::max();
}

std::size_t count_values(OpenDhtRendezvous& node) {
  std::set<Bytes> values;
  while (auto value = node.take()) values.insert(std::move(value->data));
  return values.size();
}

TEST(OpenDht, WhatIsPutIsHeardInAFewRoundTrips) {
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(50);
  net.run(60s);
  std::vector<Duration> cold;
  std::vector<Duration> warm;
  for (std::uint8_t i = 0; i < 10; ++i) {
    OpenDhtRendezvous& callee = net.node(5 + i);
    OpenDhtRendezvous& caller = net.node(49 - i);
    callee.watch(inbox(i));
    net.run(10s);
    cold.push_back(put_and_wait(net, caller, callee, inbox(i), Bytes(2000, i)));
    for (std::uint8_t j = 1; j <= 3; ++j) {
      warm.push_back(
          put_and_wait(net, caller, callee, inbox(i), Bytes(2000, static_cast<std::uint8_t>(50 + 10 * i + j))));
    }
  }
  std::ranges::sort(cold);
  std::ranges::sort(warm);
  std::printf("RTT 100 ms, 50 nodes: put heard cold %.0f (worst %.0f) ms, warm %.0f (worst %.0f) ms\n",
              to_milliseconds(cold[5]), to_milliseconds(cold.back()), to_milliseconds(warm[15]),
              to_milliseconds(warm.back()));
  EXPECT_LE(cold.back(), 6 * kRtt);
  EXPECT_LE(warm[15], kRtt + 5ms);
  EXPECT_LE(warm[26], 2 * kRtt + 5ms);
  EXPECT_LE(warm.back(), 6 * kRtt);
}

TEST(OpenDht, ANodeThatComesLaterFindsWhatWasPut) {
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(40);
  net.run(60s);
  net.node(7).put(inbox(1), {1, 2, 3}, Keep::kDays);
  net.node(7).put(inbox(1), {4, 5, 6}, Keep::kMinutes);
  net.run(10s);
  net.kill(7);
  net.run(20min);
  OpenDhtRendezvous& callee = net.add_node();
  callee.watch(inbox(1));
  net.run(10s);
  EXPECT_EQ(count_values(callee), 1U);  // The other one is gone.
}

TEST(OpenDht, AValueOfDaysIsThereAfterSixAndGoneAfterEight) {
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(40);
  net.run(60s);
  net.node(7).put(inbox(1), {1, 2, 3}, Keep::kDays);
  net.run(10s);
  net.kill(7);
  net.run(6 * 24h);
  OpenDhtRendezvous& callee = net.add_node();
  callee.watch(inbox(1));
  net.run(10s);
  EXPECT_EQ(count_values(callee), 1U);
  net.run(2 * 24h);
  OpenDhtRendezvous& late = net.add_node();
  late.watch(inbox(1));
  net.run(10s);
  EXPECT_EQ(count_values(late), 0U);
}

TEST(OpenDht, AThirdOfTheNodesMayVanishAndDatagramsBeLost) {
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(60);
  net.run(60s);
  for (std::uint8_t i = 0; i < 10; ++i) net.node(i).watch(inbox(i));
  net.run(60s);
  for (std::size_t i = 10; i < 50; i += 2) net.kill(i);
  net.set_loss(0.05);
  std::vector<Duration> heard;
  for (std::uint8_t i = 0; i < 10; ++i) {
    heard.push_back(put_and_wait(net, net.node(50 + i), net.node(i), inbox(i), Bytes(500, i)));
  }
  std::ranges::sort(heard);
  std::printf("60 nodes, 20 killed, 5 %% loss: put heard after %.0f ms, worst %.0f ms\n", to_milliseconds(heard[5]),
              to_milliseconds(heard.back()));
  EXPECT_LE(heard[5], 4s);
  EXPECT_LE(heard.back(), 30s);
}

TEST(OpenDht, AnIdleNodeSaysLittle) {
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(40);
  for (std::uint8_t i = 0; i < 40; ++i) net.node(i).watch(inbox(i));
  net.run(120s);
  const std::size_t bytes = net.bytes();
  net.run(600s);
  const double rate = static_cast<double>(net.bytes() - bytes) * 8 / 600 / 40;
  std::printf("40 nodes, each of which watches an inbox: %.0f bit/s a node\n", rate);
  EXPECT_LT(rate, 1500);
}

TEST(OpenDht, ANoteOfPresenceCostsNoMoreThanIsCountedOn) {
  constexpr std::uint8_t kContacts = 50;
  constexpr std::size_t kHost = 7;
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(60);
  net.node(kHost).watch(inbox(200));
  net.node(kHost).watch(inbox(201));
  net.run(10min);
  const auto bytes_in = [&](Duration time, auto&& begin) {
    const std::size_t before = net.bytes_of(kHost);
    begin();
    net.run(time);
    return static_cast<double>(net.bytes_of(kHost) - before);
  };
  const Duration interval = Presence::interval(kContacts);
  const double idle = bytes_in(interval, [] {});
  const auto tell_all = [&] {
    for (std::uint8_t i = 0; i < kContacts; ++i) {
      net.node(kHost).put(inbox(i), Bytes(kSealedBlock, i), Keep::kMinutes);
      if (i % Presence::kPerTurn == 0) net.run(1s);
    }
  };
  for (const char* round : {"first", "second"}) {
    const double told = bytes_in(interval, tell_all);
    const double note = (told - idle) / kContacts;
    std::printf(
        "60 nodes, 2 inboxes: idle %.0f bit/s, with %d contacts told each %.1f h %.0f bit/s; %s note %.0f bytes\n",
        8 * idle / to_seconds(interval), kContacts, to_seconds(interval) / 3600, 8 * told / to_seconds(interval), round,
        note);
    EXPECT_LE(note, static_cast<double>(Presence::kNoteCost.bytes()));
  }
}

TEST(OpenDht, DatagramsOfOthersDoNoHarm) {
  OpenDhtRendezvous node;
  Rng rng(1);
  const Timestamp now = virtual_steady_time;
  for (int i = 0; i < 2000; ++i) {
    Bytes datagram(1 + rng.below(300));
    for (std::uint8_t& byte : datagram) byte = static_cast<std::uint8_t>(rng.next());
    datagram[0] = static_cast<std::uint8_t>(0x80 | (datagram[0] & 15));  // A map of msgpack, as the engine's are.
    node.handle_datagram({"10.1.1.1", 4222}, datagram, now);
    while (node.take_datagram()) {
    }
  }
  EXPECT_FALSE(node.connected());
}

}  // namespace
}  // namespace counterpoint
