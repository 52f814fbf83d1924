// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "net/sdp/offer_answer.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

MediaCapabilities host(std::uint32_t ssrc, bool early_answer) {
  MediaCapabilities capabilities = min_capabilities(ssrc);
  capabilities.early_answer = early_answer;
  return capabilities;
}

TEST(EarlyAnswer, IsForACallerThatTakesOne) {
  EXPECT_TRUE(make_answer(host(21, true), make_offer(host(11, true)))->session.early_answer);
  EXPECT_FALSE(make_answer(host(21, true), make_offer(host(11, false)))->session.early_answer);
  std::string later = make_offer(host(11, true));
  later.replace(later.find("early-answer:1"), 14, "early-answer:2");
  EXPECT_FALSE(make_answer(host(21, true), later)->session.early_answer);
}

TEST(EarlyAnswer, IsSpokenOfInOffersAlone) {
  const auto answer = make_answer(host(21, true), make_offer(host(11, true)));
  EXPECT_EQ(answer->sdp.find("early-answer"), std::string::npos);
  EXPECT_FALSE(accept_answer(host(11, true), answer->sdp)->early_answer);
}

}  // namespace
}  // namespace counterpoint
