// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string_view>

#include "net/sdp/offer_answer.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

MediaCapabilities host(std::uint32_t ssrc, bool stereo) {
  MediaCapabilities capabilities = min_capabilities(ssrc);
  capabilities.stereo = stereo;
  return capabilities;
}

std::string offer_without(std::string_view parameter) {
  std::string offer = make_offer(host(11, true));
  offer.erase(offer.find(parameter), parameter.size());
  return offer;
}

TEST(StereoAttributes, TellWhetherBothTakeStereo) {
  for (const bool caller : {false, true}) {
    for (const bool callee : {false, true}) {
      const auto answer = make_answer(host(21, callee), make_offer(host(11, caller)));
      ASSERT_TRUE(answer.ok());
      const auto accepted = accept_answer(host(11, caller), answer->sdp);
      ASSERT_TRUE(accepted.ok());
      for (const NegotiatedSession& session : {answer->session, *accepted}) {
        EXPECT_EQ(session.send_stereo, caller && callee);
        EXPECT_EQ(session.receive_stereo, caller && callee);
      }
    }
  }
}

TEST(StereoAttributes, AreOneForEachDirection) {
  const auto to_mono = make_answer(host(21, true), offer_without(";stereo=1"));
  ASSERT_TRUE(to_mono.ok());
  EXPECT_FALSE(to_mono->session.send_stereo) << "the peer would rather have mono";
  EXPECT_TRUE(to_mono->session.receive_stereo);
  const auto from_mono = make_answer(host(21, true), offer_without(";sprop-stereo=1"));
  ASSERT_TRUE(from_mono.ok());
  EXPECT_TRUE(from_mono->session.send_stereo);
  EXPECT_FALSE(from_mono->session.receive_stereo) << "it has none to send";
}

}  // namespace
}  // namespace counterpoint
