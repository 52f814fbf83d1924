// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "net/sdp/offer_answer.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

MediaCapabilities host(std::uint32_t ssrc, bool fec) {
  MediaCapabilities capabilities = min_capabilities(ssrc);
  capabilities.fec_ssrc = fec ? ssrc + 3 : 0;
  return capabilities;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(FlexFecAttributes, RepairPacketsAreSentIfBothTakeThem) {
  for (const bool caller : {false, true}) {
    for (const bool callee : {false, true}) {
      const auto answer = make_answer(host(21, callee), make_offer(host(11, caller)));
      ASSERT_TRUE(answer.ok());
      const auto accepted = accept_answer(host(11, caller), answer->sdp);
      ASSERT_TRUE(accepted.ok());
      const bool both = caller && callee;
      EXPECT_EQ(accepted->video.fec_payload_type, both ? 101 : 0);
      EXPECT_EQ(accepted->video.local_fec_ssrc, both ? 14U : 0U);
      EXPECT_EQ(accepted->video.remote_fec_ssrc, both ? 24U : 0U);
      EXPECT_EQ(answer->session.video.fec_payload_type, both ? 101 : 0);
      EXPECT_TRUE(accepted->rtx) << "whether there are repair packets or not";
    }
  }
}

TEST(FlexFecAttributes, AreThoseOfTheStandard) {
  const std::string offer = make_offer(host(11, true));
  EXPECT_NE(offer.find("\r\na=rtpmap:101 flexfec/90000\r\na=fmtp:101 repair-window=200000\r\n"), std::string::npos);
  EXPECT_NE(offer.find("\r\na=ssrc-group:FID 12 13\r\na=ssrc-group:FEC-FR 12 14\r\n"), std::string::npos);
  EXPECT_NE(offer.find("\r\na=ssrc:14 cname:test\r\n"), std::string::npos);
}

TEST(FlexFecAttributes, TheNumberIsTheCallers) {
  const auto answer = make_answer(host(21, true), replace_all(make_offer(host(11, true)), "101", "120"));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->session.video.fec_payload_type, 120);
  EXPECT_FALSE(accept_answer(host(11, true), replace_all(answer->sdp, "101", "120"))->video.fec_payload_type)
      << "it was not offered";
}

TEST(FlexFecAttributes, ASourceThatIsNotToldIsLearnt) {
  const auto answer =
      make_answer(host(21, true), replace_all(make_offer(host(11, true)), "a=ssrc-group:FEC-FR", "a=other:FEC-FR"));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->session.video.fec_payload_type, 101);
  EXPECT_EQ(answer->session.video.remote_fec_ssrc, 0U);
  EXPECT_EQ(answer->session.video.remote_rtx_ssrc, 13U);
}

}  // namespace
}  // namespace counterpoint
