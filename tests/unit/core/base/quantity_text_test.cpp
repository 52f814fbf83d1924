// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity_text.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

TEST(QuantityText, ReadsWhatPeopleWrite) {
  EXPECT_EQ(parse_rate("1.5M"), DataRate::kilobits_per_second(1500));
  EXPECT_EQ(parse_rate("20.8k"), DataRate::bits_per_second(20'800));
  EXPECT_EQ(parse_rate("0"), DataRate());
  for (const char* text : {"800k", "800K", "800kbps", "800Kbit", "0.8Mbit/s", "800000bps"}) {
    EXPECT_EQ(parse_rate(text), DataRate::kilobits_per_second(800)) << text;
  }
  for (const char* text : {"4.4G", "4.4GB", "4400M", "4400000K", "4400000000", "4400000000B"}) {
    EXPECT_EQ(parse_file_size(text), DataSize::bytes(4'400'000'000)) << text;
  }
  EXPECT_EQ(parse_file_size("700MiB"), DataSize::bytes(std::int64_t{700} << 20));
  EXPECT_EQ(parse_file_size("0.5KiB"), DataSize::bytes(512));
  EXPECT_EQ(parse_share("0.7"), 0.7);
  EXPECT_EQ(parse_share("70%"), 0.7);
  EXPECT_EQ(parse_rate("unlimited"), DataRate::unlimited());
  EXPECT_EQ(parse_time("50ms", 1s), Duration(50ms));
  EXPECT_EQ(parse_time("0", 1s), Duration());
  EXPECT_EQ(parse_time("0.5us", 1s), Duration(500ns));
  EXPECT_EQ(parse_size("30kB", DataSize::bytes(30'000)), DataSize::bytes(30'000));
  EXPECT_EQ(parse_event_rate("12.5"), EventRate::per_second(12.5));
}

TEST(QuantityText, RefusesEverythingElse) {
  for (const char* text : {"", "M", "-1M", "+1M", "1e3", "1 M", "1m", "1.2.3M", "nan", "inf", "0x10", "2000G", "1Mb",
                           "1MB", "1MBps", "bps", "unlimitedbps"}) {
    EXPECT_FALSE(parse_rate(text)) << text;
  }
  for (const char* text : {"", "5", "1.1s", "-1ms", "1m", "s", "1e1ms"}) EXPECT_FALSE(parse_time(text, 1s)) << text;
  for (const char* text : {"", "M", "4,4G", "4.4 G", "4.4g", "-1M", "2000T", "1MiBit", "50%"}) {
    EXPECT_FALSE(parse_file_size(text)) << text;
  }
  for (const char* text : {"", "%", "-50%", "50 %", "0,5", "50%%"}) EXPECT_FALSE(parse_share(text)) << text;
  for (const char* text : {"", "5", "2kB", "1KB", "-1B"}) EXPECT_FALSE(parse_size(text, DataSize::bytes(1999))) << text;
}

TEST(QuantityText, WhatIsWrittenIsReadBack) {
  EXPECT_EQ(to_text(DataRate::kilobits_per_second(1500)), "1.5M");
  EXPECT_EQ(to_text(Duration(1500ms)), "1.5s");
  EXPECT_EQ(to_text(Duration()), "0");
  EXPECT_EQ(to_text(DataSize::bytes(1'000)), "1kB");
  EXPECT_EQ(to_text(0.1), "0.1");
  Rng rng(5);
  for (int i = 0; i < 10'000; ++i) {
    const auto value = static_cast<std::int64_t>(rng.below(std::uint64_t{1} << rng.below(40)));
    EXPECT_EQ(parse_rate(to_text(DataRate::bits_per_second(value))), DataRate::bits_per_second(value));
    EXPECT_EQ(parse_time(to_text(Duration(value)), 24h), Duration(value));
    EXPECT_EQ(parse_size(to_text(DataSize::bytes(value)), DataSize::bytes(value)), DataSize::bytes(value));
  }
}

}  // namespace
}  // namespace counterpoint
