// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace counterpoint {
namespace {

Result<std::unique_ptr<int>> half_of(int n) {
  if (n % 2 != 0) return Error{ErrorKind::kInvalidArgument, std::to_string(n) + " is odd: choose an even number"};
  return std::make_unique<int>(n / 2);
}

TEST(Result, HoldsAValue) {
  Result<std::unique_ptr<int>> result = half_of(8);
  ASSERT_TRUE(result.ok());
  ASSERT_TRUE(result);
  EXPECT_EQ(**result, 4);
  EXPECT_EQ(*result->get(), 4);
}

TEST(Result, HoldsAnError) {
  const Result<std::unique_ptr<int>> result = half_of(7);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(result.error().message, "7 is odd: choose an even number");
}

TEST(Result, GivesItsValueAway) {
  const std::unique_ptr<int> value = half_of(6).value();
  EXPECT_EQ(*value, 3);
  Result<std::string> text = std::string("words");
  EXPECT_EQ(*std::move(text), "words");
}

TEST(Result, OfAnErrorTypeIsNotConfused) {
  // A value and an error that could pass for each other stay apart.
  const Result<bool> value = false;
  ASSERT_TRUE(value.ok());
  EXPECT_FALSE(*value);
}

TEST(Result, WithoutAValueIsSuccessOrError) {
  const Result<void> success;
  EXPECT_TRUE(success.ok());
  const Result<void> failure = Error{ErrorKind::kRefused, "the peer is busy"};
  EXPECT_FALSE(failure);
  EXPECT_EQ(failure.error().message, "the peer is busy");
}

}  // namespace
}  // namespace counterpoint
