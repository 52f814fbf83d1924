// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <string>

#include "core/base/plain_text.h"
#include "net/sdp/offer_answer.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MediaCapabilities host(std::uint32_t ssrc, const std::string& tool) {
  MediaCapabilities capabilities = min_capabilities(ssrc);
  capabilities.tool = tool;
  return capabilities;
}

TEST(Tool, EachSideTellsItsProgramIfItWantsTo) {
  const std::string offer = make_offer(host(11, "counterpoint 1.2"));
  EXPECT_THAT(offer, HasSubstr("a=tool:counterpoint 1.2\r\n"));
  const auto answer = make_answer(host(21, "counterpoint 1.3"), offer);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->session.remote_tool, "counterpoint 1.2");
  EXPECT_EQ(accept_answer(host(11, ""), answer->sdp)->remote_tool, "counterpoint 1.3");
  const auto silent = make_answer(host(21, ""), offer);
  ASSERT_TRUE(silent);
  EXPECT_THAT(silent->sdp, Not(HasSubstr("a=tool")));
  EXPECT_EQ(accept_answer(host(11, ""), silent->sdp)->remote_tool, "");
}

TEST(Tool, NothingIsKeptThatCannotBeReadOrIsTooLong) {
  const auto answer = make_answer(host(21, ""), make_offer(host(11, "\x1b[2Jeve\u202e" + std::string(300, 'a'))));
  ASSERT_TRUE(answer);
  EXPECT_TRUE(is_plain_text(answer->session.remote_tool));
  EXPECT_THAT(answer->session.remote_tool, HasSubstr("eve"));
  EXPECT_LE(answer->session.remote_tool.size(), 100U);
}

}  // namespace
}  // namespace counterpoint
