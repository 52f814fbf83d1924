// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/log_summary.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

/// A call of a minute that was connected after two seconds and sent 50 datagrams of 972 bytes a second.
std::string log_of(std::int64_t lost_each_second, std::uint64_t freezes, bool ended = true) {
  std::string text =
      to_json_line({0s, LogHeader{.started = "2026-11-21T08:13:37Z", .settings = {{"peer", "ada"}, {"mode", "2d"}}}}) +
      "\n" + to_json_line({2s, LogState{"connected", ""}}) + "\n";
  for (int second = 1; second <= 60; ++second) {
    LogStats stats;
    stats.stats.transport.packets_sent = static_cast<std::uint64_t>(50 * second);
    stats.stats.transport.bytes_sent = static_cast<std::uint64_t>(48'600 * second);
    stats.stats.video_in.packets_received = static_cast<std::uint64_t>(50 * second);
    stats.stats.video_in.packets_lost = lost_each_second * second;
    stats.stats.video_in.freeze_count = freezes;
    text += to_json_line({2s + second * 1s, stats}) + "\n";
  }
  if (ended) text += to_json_line({62s, LogEnd{"hung up"}}) + "\n";
  return text;
}

TEST(LogSummary, TellsACallFromTheTwoEndsOfItsLog) {
  const std::string text = log_of(0, 0);
  ASSERT_GT(text.size(), kSummaryHead + kSummaryTail);
  const auto summary = summarise_log(std::string_view(text).substr(0, kSummaryHead),
                                     std::string_view(text).substr(text.size() - kSummaryTail));
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->started, "2026-11-21T08:13:37Z");
  EXPECT_EQ(summary->peer, "ada");
  EXPECT_EQ(summary->mode, "2d");
  EXPECT_EQ(summary->duration, 60s);
  EXPECT_NEAR(summary->mean_rate.kilobits_per_second(), 400, 0.1);
  EXPECT_EQ(summary->quality, CallQuality::kGood);
  EXPECT_TRUE(summary->complete);
}

TEST(LogSummary, TellsTheModesThatTheCallHadWhenTheyChanged) {
  const std::string first = to_json_line({2s, LogMode{"2d", {}}}) + "\n";
  const std::string changed = first + to_json_line({3s, LogMode{"1d", {}}}) + "\n" + first;
  EXPECT_EQ(summarise_log(log_of(0, 0, false) + first, {})->mode, "2d");
  EXPECT_EQ(summarise_log(log_of(0, 0, false) + changed, {})->mode, "2d, 1d");
  const std::string head = log_of(0, 0, false).substr(0, kSummaryHead);
  const std::string tail = "\n" + to_json_line({62s, LogEnd{.cause = "hung up", .modes = "2d, owd-trend"}}) + "\n";
  EXPECT_EQ(summarise_log(head, tail)->mode, "2d, owd-trend") << "what changed in the midst is told at the end";
}

TEST(LogSummary, QualityFollowsLossAndFreezes) {
  EXPECT_EQ(summarise_log(log_of(1, 0), {})->quality, CallQuality::kFair);
  EXPECT_EQ(summarise_log(log_of(5, 0), {})->quality, CallQuality::kPoor);
  EXPECT_EQ(summarise_log(log_of(0, 2), {})->quality, CallQuality::kFair);
  EXPECT_EQ(summarise_log(log_of(0, 5), {})->quality, CallQuality::kPoor);
}

/// Summary of a call that nobody took.
LogSummary summary_of(Call::State state, std::string end) {
  const LogState first{std::string(to_string(state)), ""};
  return *summarise_log(to_json_line({0s, LogHeader{}}) + "\n" + to_json_line({0s, first}) + "\n" +
                            to_json_line({1s, LogEnd{std::move(end)}}) + "\n",
                        {});
}

TEST(LogSummary, SaysWhoCalledAndHowItEnded) {
  const LogSummary missed = summary_of(Call::State::kIncoming, "the peer hung up: before the call was answered");
  EXPECT_EQ(missed.direction, CallDirection::kIncoming);
  EXPECT_EQ(missed.end, Call::End::kRemoteHungUp);
  EXPECT_EQ(missed.detail, "before the call was answered");
  EXPECT_FALSE(missed.connected);
  const LogSummary declined = summary_of(Call::State::kCalling, "declined");
  EXPECT_EQ(declined.direction, CallDirection::kOutgoing);
  EXPECT_EQ(declined.end, Call::End::kDeclined);
  EXPECT_EQ(declined.detail, "");
  EXPECT_EQ(summary_of(Call::State::kCalling, "of a later program").end, std::nullopt);
  EXPECT_TRUE(summarise_log(log_of(0, 0), {})->connected);
}

TEST(LogSummary, ACallThatCrashedOrNeverCameAboutIsToldToo) {
  std::string text = log_of(0, 0, false);
  text.resize(text.size() - 20);
  const auto crashed = summarise_log(text, {});
  ASSERT_TRUE(crashed);
  EXPECT_FALSE(crashed->complete);
  EXPECT_EQ(crashed->duration, 59s);
  const auto none = summarise_log(to_json_line({0s, LogHeader{}}) + "\n" + to_json_line({1s, LogEnd{"no answer"}}), {});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->duration, Duration::zero());
  EXPECT_EQ(none->quality, CallQuality::kUnknown);
  EXPECT_FALSE(summarise_log("no log\n", {}));
  EXPECT_FALSE(summarise_log("", {}));
}

}  // namespace
}  // namespace counterpoint
