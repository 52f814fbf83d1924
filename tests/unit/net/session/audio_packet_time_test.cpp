// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "net/sdp/offer_answer.h"

namespace counterpoint {
namespace {

MediaCapabilities capabilities(Duration packet_time) {
  return {.address = "192.0.2.1",
          .port = 5000,
          .audio_packet_time = packet_time,
          .audio_ssrc = 11,
          .video_ssrc = 12,
          .rtx_ssrc = 13,
          .fingerprint = {{0xC1}},
          .tls_id = "12345678901234567890",
          .cname = "host",
          .session_id = 100};
}

/// Gives the milliseconds of audio that caller and callee send in a packet when they wish for these, and the offer has
/// `to` in place of `from`.
std::pair<int, int> packet_times(Duration of_caller, Duration of_callee, std::string_view from = "",
                                 std::string_view to = "") {
  std::string offer = make_offer(capabilities(of_caller));
  const std::size_t at = offer.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  offer.replace(at, from.size(), to);
  const Result<Answer> answer = make_answer(capabilities(of_callee), offer);
  if (!answer) return {0, 0};
  const Result<NegotiatedSession> session = accept_answer(capabilities(of_caller), answer->sdp);
  if (!session) return {0, 0};
  return {static_cast<int>(session->audio_packet_time / 1ms),
          static_cast<int>(answer->session.audio_packet_time / 1ms)};
}

/// The milliseconds of audio that a callee's packets may hold, whose offer has `line` in place of its maxptime.
int longest_packets(std::string_view line) {
  constexpr std::string_view kLine = "a=maxptime:60";
  std::string offer = make_offer(capabilities(20ms));
  const std::size_t at = offer.find(kLine);
  EXPECT_NE(at, std::string::npos);
  offer.replace(at, kLine.size(), line);
  const Result<Answer> answer = make_answer(capabilities(20ms), offer);
  return answer ? static_cast<int>(answer->session.max_audio_packet_time / 1ms) : 0;
}

TEST(AudioPacketTime, IsTheSendersWishOrElseThePeers) {
  EXPECT_EQ(packet_times(20ms, 20ms), std::pair(20, 20));
  EXPECT_EQ(packet_times(60ms, 20ms), std::pair(60, 60));
  EXPECT_EQ(packet_times(20ms, 10ms), std::pair(10, 10));
  EXPECT_EQ(packet_times(40ms, 10ms), std::pair(40, 10));
}

TEST(AudioPacketTime, MayBecomeAsLongAsThePeerTakes) {
  EXPECT_EQ(longest_packets("a=maxptime:60"), 60);
  EXPECT_EQ(longest_packets("a=ptime:20"), 20) << "no maxptime";
  EXPECT_EQ(longest_packets("a=maxptime:120"), 60) << "there are none of 120 ms";
  EXPECT_EQ(longest_packets("a=maxptime:50"), 40);
  EXPECT_EQ(longest_packets("a=maxptime:5"), 20);
}

TEST(AudioPacketTime, StaysWithinWhatThePeerTakes) {
  EXPECT_EQ(packet_times(20ms, 60ms, "a=maxptime:60", "a=maxptime:20").second, 20);
  EXPECT_EQ(packet_times(20ms, 60ms, "a=maxptime:60", "a=maxptime:50").second, 40);
  EXPECT_EQ(packet_times(20ms, 10ms, "minptime=10", "minptime=20").second, 20);
  EXPECT_EQ(packet_times(20ms, 20ms, "a=ptime:20", "a=ptime:30").second, 20) << "there is none of 30 ms";
  EXPECT_EQ(packet_times(20ms, 20ms, "a=ptime:20", "a=ptime:many").second, 20);
  EXPECT_EQ(packet_times(20ms, 20ms, "a=maxptime:60", "a=maxptime:5").second, 20) << "none that we send";
}

}  // namespace
}  // namespace counterpoint
