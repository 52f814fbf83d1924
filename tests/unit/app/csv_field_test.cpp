// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/csv_field.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

TEST(CsvField, IsQuotedWhereItWouldNotBeOneField) {
  EXPECT_EQ(csv_field("480 -> 352 kbit/s"), "480 -> 352 kbit/s");
  EXPECT_EQ(csv_field("rising, \"fast\""), "\"rising, \"\"fast\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(CsvField, ANegativeNumberStaysOne) {
  for (const char* text : {"-1", "-0.5", "-1e-05", "12"}) EXPECT_EQ(csv_field(text), text);
}

TEST(CsvField, IsNoFormulaOfASpreadsheet) {
  EXPECT_EQ(csv_field("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
  for (const char* text : {"=1", "+1", "-1+2", "-x", "@x", "\tx", "\rx"}) {
    EXPECT_EQ(csv_field(text), std::string("\"'") + text + "\"");
  }
}

}  // namespace
}  // namespace counterpoint
