// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/ice_candidate.h"

#include <gtest/gtest.h>

#include "net/sdp/ice_credentials.h"

namespace counterpoint {
namespace {

TEST(IceCandidate, ReadsWhatItWrites) {
  for (const char* text : {"1 1 udp 2130706431 192.0.2.1 5000 typ host",
                           "a+/9 1 udp 1694498815 198.51.100.7 61000 typ srflx raddr 10.0.0.2 rport 5000",
                           "4 1 udp 16777215 2001:db8::7 49152 typ relay raddr 198.51.100.7 rport 61000"}) {
    const auto candidate = parse_candidate(text);
    ASSERT_TRUE(candidate) << text;
    EXPECT_EQ(to_sdp(*candidate), text);
  }
}

TEST(IceCandidate, ReadsWhatBrowsersWrite) {
  // Chromium's form, with extensions of its own.
  const auto candidate = parse_candidate(
      "candidate:842163049 1 UDP 1677729535 203.0.113.9 46154 typ srflx raddr 0.0.0.0 rport 0 generation 0 ufrag EEtu "
      "network-id 1 network-cost 10");
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->type, CandidateType::kServerReflexive);
  EXPECT_EQ(to_string(candidate->address), "203.0.113.9:46154");
  EXPECT_EQ(candidate->priority, 1677729535U);
}

TEST(IceCandidate, SkipsWhatCannotBeUsed) {
  for (const char* text : {
           "1 1 udp 2113937151 d4c2e4a0-9e4a-4c8e-8f4a-7f6f2f3c1a2b.local 46154 typ host",  // mDNS
           "1 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active",
           "1 2 udp 2130706430 192.0.2.1 5001 typ host",
           "1 1 udp 2130706431 192.0.2.1 0 typ host",
           "1 1 udp 2130706431 192.0.2.1 65536 typ host",
           "1 1 udp 0 192.0.2.1 5000 typ host",
           "1 1 udp 4294967296 192.0.2.1 5000 typ host",
           "1 1 udp 2130706431 192.0.2.1 5000 typ other",
           "1 1 udp 2130706431 192.0.2.1 5000 host",
           "1 1 udp 2130706431 192.0.2.1",
           "123456789012345678901234567890123 1 udp 1 192.0.2.1 5000 typ host",
           "a_b 1 udp 1 192.0.2.1 5000 typ host",
           "",
       }) {
    EXPECT_FALSE(parse_candidate(text)) << text;
  }
}

TEST(IceCandidate, PrioritiesAreThoseOfRfc8445) {
  // The recommended type preferences with the local preference of a host with one address.
  EXPECT_EQ(candidate_priority(CandidateType::kHost, 65535), 2130706431U);
  EXPECT_EQ(candidate_priority(CandidateType::kServerReflexive, 65535), 1694498815U);
  EXPECT_EQ(candidate_priority(CandidateType::kPeerReflexive, 65535), 1862270975U);
  EXPECT_EQ(candidate_priority(CandidateType::kRelayed, 65535), 16777215U);
  EXPECT_EQ(pair_priority(2130706431, 1694498815), (std::uint64_t{1694498815} << 32) + 2 * 2130706431ULL + 1);
  EXPECT_EQ(pair_priority(1694498815, 2130706431), (std::uint64_t{1694498815} << 32) + 2 * 2130706431ULL);
}

TEST(IceCredentials, AreMadeOfIceChars) {
  std::array<std::uint8_t, 24> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(0xFF - 7 * i);
  const IceCredentials credentials = IceCredentials::from_random(bytes);
  EXPECT_EQ(credentials.ufrag.size(), 8U);
  EXPECT_EQ(credentials.password.size(), 24U);
  EXPECT_TRUE(credentials.valid());
  EXPECT_FALSE((IceCredentials{.ufrag = "abc", .password = credentials.password}.valid()));
  EXPECT_FALSE((IceCredentials{.ufrag = "ab:c", .password = credentials.password}.valid()));
  EXPECT_FALSE((IceCredentials{.ufrag = "abcd", .password = "short"}.valid()));
}

}  // namespace
}  // namespace counterpoint
