// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/ice_attributes.h"

#include <gmock/gmock.h>

#include <string>

#include "net/sdp/offer_answer.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kHostCandidate = "1 1 UDP 2130706431 192.0.2.1 50000 typ host";
const std::string kServerReflexive = "2 1 UDP 1694498815 198.51.100.9 61000 typ srflx raddr 192.0.2.1 rport 50000";

IceDescription ours(const char* ufrag = "abcd") {
  return {.credentials = {.ufrag = ufrag, .password = std::string(22, 'p')},
          .trickle = true,
          .renomination = true,
          .candidates = {kHostCandidate, kServerReflexive}};
}

MediaCapabilities host(const IceDescription& ice) {
  return {.port = 9, .audio_ssrc = 1, .video_ssrc = 2, .rtx_ssrc = 3, .ice = ice, .cname = "host"};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(IceAttributes, OfferAndAnswerCarryCredentialsAndCandidates) {
  IceDescription callee = ours("wxyz");
  callee.end_of_candidates = true;
  const std::string offer = make_offer(host(ours()));
  EXPECT_THAT(offer, HasSubstr("a=ice-ufrag:abcd\r\n"));
  EXPECT_THAT(offer, HasSubstr("a=ice-options:trickle renomination\r\n"));
  EXPECT_THAT(offer, HasSubstr("a=candidate:" + kServerReflexive + "\r\n"));
  EXPECT_THAT(offer, Not(HasSubstr("a=end-of-candidates")));
  EXPECT_EQ(count(offer, "a=ice-ufrag"), 1U) << "the bundled medium has none of its own";
  const auto answer = make_answer(host(callee), offer);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->session.remote_ice, ours());
  EXPECT_EQ(count(answer->sdp, "a=ice-ufrag"), 1U);
  const auto concluded = accept_answer(host(ours()), answer->sdp);
  ASSERT_TRUE(concluded.ok()) << concluded.error().message;
  EXPECT_EQ(concluded->remote_ice, callee);
}

TEST(IceAttributes, APeerWithoutIceIsRefusedWithOneClearReason) {
  const auto answer = make_answer(host(ours()), make_offer(host({})));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().kind, ErrorKind::kRefused);
  EXPECT_THAT(answer.error().message.text(), HasSubstr("a=ice-ufrag"));
}

TEST(IceAttributes, HostsThatDoWithoutIceDoNotSpeakOfIt) {
  EXPECT_THAT(make_offer(host({})), Not(HasSubstr("ice")));
  const auto answer = make_answer(host({}), make_offer(host(ours())));
  ASSERT_TRUE(answer.ok());
  EXPECT_THAT(answer->sdp, Not(HasSubstr("ice")));
}

TEST(IceAttributes, CredentialsOfTheSessionCountWhereTheMediumHasNone) {
  SessionDescription description;
  MediaDescription media;
  add_ice(media, {.credentials = {.ufrag = "medi", .password = std::string(22, 'm')}, .candidates = {kHostCandidate}});
  description.attributes = {{.name = "ice-ufrag", .value = "sess"},
                            {.name = "ice-pwd", .value = std::string(22, 's')},
                            {.name = "ice-lite", .value = ""},
                            {.name = "ice-options", .value = "other trickle"},
                            {.name = "candidate", .value = kServerReflexive}};
  auto read = read_ice(description, media);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->credentials.ufrag, "medi");
  EXPECT_TRUE(read->lite && read->trickle && !read->renomination);
  EXPECT_EQ(read->candidates, std::vector{kHostCandidate}) << "candidates are those of a medium";
  media.attributes.clear();
  read = read_ice(description, media);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->credentials.ufrag, "sess");
}

TEST(IceAttributes, CredentialsThatIceDoesNotAllowAreRefused) {
  const auto refused = [](const std::string& ufrag, const std::string& password) {
    MediaDescription media;
    add_ice(media, {.credentials = {.ufrag = ufrag, .password = password}});
    return !read_ice({}, media).ok();
  };
  const std::string password(22, 'p');
  EXPECT_FALSE(refused("a+/9", password));
  EXPECT_TRUE(refused("abc", password)) << "too short";
  EXPECT_TRUE(refused("abc d", password));
  EXPECT_TRUE(refused(std::string(257, 'a'), password));
  EXPECT_TRUE(refused("abcd", password.substr(1)));
  EXPECT_TRUE(refused("abcd", ""));
}

TEST(IceAttributes, AFragmentCarriesWhatComesLater) {
  IceDescription later = ours();
  later.candidates = {kServerReflexive};
  later.end_of_candidates = true;
  const std::string fragment = write_ice_fragment(later, "0");
  const auto read = parse_ice_fragment(fragment);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, later);
  // RFC 8840 section 9: credentials stand before the pseudo medium, candidates behind its mid.
  EXPECT_LT(fragment.find("a=ice-pwd"), fragment.find("m=audio 9"));
  EXPECT_LT(fragment.find("a=mid:0"), fragment.find("a=candidate"));
}

TEST(IceAttributes, BrokenFragmentsAreMalformed) {
  for (const char* broken : {"", "hello", "a=candidate:1", "a=ice-ufrag:abcd\r\n", "\n"}) {
    const auto read = parse_ice_fragment(broken);
    ASSERT_FALSE(read.ok()) << broken;
    EXPECT_EQ(read.error().kind, ErrorKind::kMalformed);
  }
}

TEST(IceAttributes, MoreCandidatesThanAHostNeedsAreNotKept) {
  IceDescription many = ours();
  many.candidates.assign(2 * kMaxIceCandidates, kHostCandidate);
  const auto read = parse_ice_fragment(write_ice_fragment(many, "0"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->candidates.size(), kMaxIceCandidates);
  many.candidates = {std::string(1000, 'c'), kHostCandidate};
  EXPECT_EQ(parse_ice_fragment(write_ice_fragment(many, "0"))->candidates, std::vector{kHostCandidate});
}

}  // namespace
}  // namespace counterpoint
