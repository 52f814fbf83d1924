// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>

#include "net/sdp/offer_answer.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

MediaCapabilities host(std::uint32_t ssrc, bool has_node) {
  MediaCapabilities capabilities = min_capabilities(ssrc);
  capabilities.candidate_exchange = has_node;
  return capabilities;
}

const std::string kAttribute = "a=counterpoint-candidate-exchange:1\r\n";

TEST(CandidateExchangeAttribute, InboxesAreUsedWhereBothHaveANode) {
  for (const bool caller : {false, true}) {
    for (const bool callee : {false, true}) {
      const std::string offer = make_offer(host(11, caller));
      EXPECT_EQ(offer.find(kAttribute) != std::string::npos, caller);
      const auto answer = make_answer(host(21, callee), offer);
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->session.candidate_exchange, caller && callee);
      EXPECT_EQ(answer->sdp.find(kAttribute) != std::string::npos, caller && callee);
      EXPECT_EQ(accept_answer(host(11, caller), answer->sdp)->candidate_exchange, caller && callee);
    }
  }
}

TEST(CandidateExchangeAttribute, AnotherVersionAndAnUnaskedAnswerAreIgnored) {
  std::string later = make_offer(host(11, true));
  later.replace(later.find(kAttribute), kAttribute.size(), "a=counterpoint-candidate-exchange:2\r\n");
  EXPECT_FALSE(make_answer(host(21, true), later)->session.candidate_exchange);
  const auto answer = make_answer(host(21, true), make_offer(host(11, true)));
  EXPECT_FALSE(accept_answer(host(11, false), answer->sdp)->candidate_exchange);
}

}  // namespace
}  // namespace counterpoint
