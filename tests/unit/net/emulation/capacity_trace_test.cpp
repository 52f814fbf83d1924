// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/capacity_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace counterpoint {
namespace {

using ::testing::HasSubstr;

CapacityTrace trace(std::string_view text) {
  const auto parsed = parse_capacity_trace(text);
  EXPECT_TRUE(parsed) << parsed.error().message;
  const auto* rates = parsed ? std::get_if<CapacityTrace>(&*parsed) : nullptr;
  EXPECT_NE(rates, nullptr);
  return rates != nullptr ? *rates : CapacityTrace{};
}

DeliveryTrace delivery_trace(std::string_view text) {
  const auto parsed = parse_capacity_trace(text);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return std::get<DeliveryTrace>(*parsed);
}

std::string error(std::string_view text) {
  const auto parsed = parse_capacity_trace(text);
  EXPECT_FALSE(parsed) << text;
  return parsed ? "" : parsed.error().message.text();
}

CapacityTrace::Step step(Duration at, std::int64_t bits_per_second) {
  return {.at = at, .rate = DataRate::bits_per_second(bits_per_second)};
}

DataSize capacity(const std::vector<PathStep>& steps, Duration end) {
  DataSize size;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    size += *steps[i].rate * ((i + 1 < steps.size() ? steps[i + 1].at : end) - steps[i].at);
  }
  return size;
}

TEST(CapacityTrace, ReadsTimesAndRates) {
  const CapacityTrace read = trace("0,1000000\n1.5,500000\r\n\n 2 , 0\n");
  EXPECT_EQ(read.steps, (std::vector{step(0s, 1'000'000), step(1500ms, 500'000), step(2s, 0)}));
  EXPECT_EQ(read.length, 2500ms) << "the last lasts as long as the one before";
}

TEST(CapacityTrace, TimesCountFromTheFirstLine) {
  EXPECT_EQ(trace("1700000000.25,1e6\n1700000000.5,2e6").steps,
            (std::vector{step(0s, 1'000'000), step(250ms, 2'000'000)}));
}

TEST(CapacityTrace, ReadsMahimahiAsOpportunities) {
  const DeliveryTrace read = delivery_trace("1\n1\r\n\n100\n");
  EXPECT_EQ(read.at, (std::vector<std::chrono::milliseconds>{1ms, 1ms, 100ms}));
  EXPECT_EQ(read.length(), 100ms);
}

TEST(CapacityTrace, MeanRatesCarryAsMuch) {
  // Three packets in the first bin, none in the second, two in the last one of 50 ms.
  const CapacityTrace read = mean_rates(delivery_trace("1\n1\n100\n201\n250\n"));
  EXPECT_EQ(read.length, 250ms);
  EXPECT_EQ(read.steps, (std::vector{step(0s, 360'000), step(100ms, 0), step(200ms, 480'000)}));
  const auto repeated = repeat_trace(read, 2500ms);
  ASSERT_TRUE(repeated);
  EXPECT_EQ(capacity(*repeated, 2500ms), DataSize::bytes(1500) * 5 * 10);
}

TEST(CapacityTrace, RepeatsUntilTheEndWithoutStepsThatChangeNothing) {
  const auto steps = repeat_trace(trace("0,1000\n1,2000\n2,2000\n3,1000"), 10s);
  ASSERT_TRUE(steps);
  // 0 to 1 s, 3 to 5 s and 7 to 9 s at the lower rate.
  ASSERT_EQ(steps->size(), 6U);
  const Duration times[] = {0s, 1s, 3s, 5s, 7s, 9s};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ((*steps)[i].at, times[i]);
    EXPECT_EQ((*steps)[i].rate, DataRate::bits_per_second(i % 2 == 0 ? 1000 : 2000));
  }
}

TEST(CapacityTrace, ConstantRateIsOneStep) {
  const auto steps = repeat_trace(trace("0,1000\n0.000001,1000"), std::chrono::hours(24));
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->size(), 1U);
  EXPECT_EQ(repeat_trace(trace("5,1000"), 10s)->size(), 1U);
}

TEST(CapacityTrace, NamesTheLineThatIsWrong) {
  EXPECT_THAT(error(""), HasSubstr("no lines"));
  EXPECT_THAT(error(" \n\r\n"), HasSubstr("no lines"));
  EXPECT_THAT(error("0,1M"), HasSubstr("line 1 \"0,1M\""));
  EXPECT_THAT(error(std::string("\0\xff\x01", 3)), HasSubstr("line 1 \"???\" is wrong: a whole number"));
  EXPECT_THAT(error("0,1000\n\n1;2000"), HasSubstr("line 3"));
  EXPECT_THAT(error("0,1000\n1,-5"), HasSubstr("line 2"));
  EXPECT_THAT(error("0,1000\n1,nan"), HasSubstr("line 2"));
  EXPECT_THAT(error("0,1000\n1,inf"), HasSubstr("line 2"));
  EXPECT_THAT(error("0,1000\n1,2e12"), HasSubstr("line 2"));
  EXPECT_THAT(error("1,1000\n1,2000"), HasSubstr("line 2"));
  EXPECT_THAT(error("1,1000\n0.5,2000"), HasSubstr("does not come after"));
  EXPECT_THAT(error("0,1000\n86401,2000"), HasSubstr("24 h"));
  EXPECT_THAT(error("0,1000\n5"), HasSubstr("line 2"));
  EXPECT_THAT(error("5\n4"), HasSubstr("line 2"));
  EXPECT_THAT(error("5\n6,4"), HasSubstr("line 2"));
  EXPECT_THAT(error("1.5"), HasSubstr("milliseconds"));
  EXPECT_THAT(error("0\n0"), HasSubstr("length"));
  EXPECT_THAT(error("time,rate\n0,1000"), HasSubstr("line 1"));
  EXPECT_LT(error(std::string(100'000, 'x')).size(), 300U);
}

TEST(CapacityTrace, RefusesMoreStepsThanAPathMayHave) {
  const auto steps = repeat_trace(trace("0,1000\n0.001,2000"), std::chrono::hours(1));
  ASSERT_FALSE(steps);
  EXPECT_EQ(steps.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(steps.error().message.text(), HasSubstr("100000"));
}

}  // namespace
}  // namespace counterpoint
