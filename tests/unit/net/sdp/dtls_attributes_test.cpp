// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/dtls_attributes.h"

#include <gmock/gmock.h>

#include <string>

#include "net/sdp/offer_answer.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;

/// A fingerprint of 32 times this byte.
Fingerprint of(std::uint8_t byte) {
  Fingerprint fingerprint;
  fingerprint.sha256.fill(byte);
  return fingerprint;
}

MediaCapabilities host(std::uint16_t port, std::uint8_t certificate) {
  return {.address = "192.0.2.1",
          .port = port,
          .audio_ssrc = 1,
          .video_ssrc = 2,
          .rtx_ssrc = 3,
          .fingerprint = of(certificate),
          .cname = "host"};
}
MediaCapabilities caller() { return host(5000, 0xC1); }
MediaCapabilities callee() { return host(6000, 0xC2); }

std::string replace(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The attribute, called `name` in its first occurrence, becomes one that nobody knows.
std::string without(const std::string& text, const std::string& name) { return replace(text, "a=" + name, "a=x"); }

TEST(DtlsAttributes, PlainMediaAreRefusedWithOneClearReason) {
  for (const char* plain : {"RTP/AVPF", "RTP/AVP"}) {
    std::string offer = make_offer(caller());
    offer = replace(offer, "m=audio 5000 UDP/TLS/RTP/SAVPF", std::string("m=audio 5000 ") + plain);
    const std::string half = offer;
    offer = replace(offer, "m=video 0 UDP/TLS/RTP/SAVPF", std::string("m=video 0 ") + plain);
    const auto answer = make_answer(callee(), offer);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::kRefused);
    EXPECT_EQ(answer.error().message.text(),
              "media without encryption are refused; one of the two programs needs a newer version");
    const auto half_answered = make_answer(callee(), half);
    ASSERT_TRUE(half_answered);
    EXPECT_FALSE(half_answered->session.audio.send || half_answered->session.audio.receive);
    EXPECT_EQ(half_answered->session.remote_fingerprint, of(0xC1)) << "nor does one medium lower the other";
    const auto of_callee = make_answer(callee(), make_offer(caller()));
    const std::string lowered =
        replace(of_callee->sdp, "m=audio 6000 UDP/TLS/RTP/SAVPF", std::string("m=audio 6000 ") + plain);
    const auto accepted = accept_answer(caller(), lowered);
    EXPECT_TRUE(!accepted || !accepted->audio.send) << "a medium whose protection an answer takes away is not used";
  }
}

TEST(DtlsAttributes, BothSidesKnowWhoBeginsDtlsAndWithWhichCertificate) {
  const auto answer = make_answer(callee(), make_offer(caller()));
  ASSERT_TRUE(answer) << answer.error().message;
  const auto accepted = accept_answer(caller(), answer->sdp);
  ASSERT_TRUE(accepted) << accepted.error().message;
  EXPECT_EQ(answer->session.dtls_role, DtlsRole::kServer) << "a caller of ours begins";
  EXPECT_EQ(accepted->dtls_role, DtlsRole::kClient);
  EXPECT_EQ(answer->session.remote_fingerprint, of(0xC1));
  EXPECT_EQ(accepted->remote_fingerprint, of(0xC2));
  EXPECT_THAT(answer->sdp, HasSubstr("a=setup:passive"));
  MediaCapabilities foreign = caller();
  foreign.early_answer = false;
  const auto active = make_answer(callee(), make_offer(foreign));
  ASSERT_TRUE(active);
  EXPECT_EQ(active->session.dtls_role, DtlsRole::kClient) << "another program may wait for a pair first";
  EXPECT_THAT(active->sdp, HasSubstr("a=setup:active"));
  const auto passive = make_answer(callee(), replace(make_offer(foreign), "a=setup:actpass", "a=setup:active"));
  ASSERT_TRUE(passive);
  EXPECT_EQ(passive->session.dtls_role, DtlsRole::kServer);
  const auto begins = make_answer(callee(), replace(make_offer(caller()), "a=setup:actpass", "a=setup:passive"));
  ASSERT_TRUE(begins);
  EXPECT_EQ(begins->session.dtls_role, DtlsRole::kClient) << "an offer that waits is obeyed";
}

TEST(DtlsAttributes, WhatDtlsNeedsMayStandInFrontOfAllMedia) {
  const std::string offer = replace(without(without(make_offer(caller()), "fingerprint"), "setup"), "t=0 0\r\n",
                                    "t=0 0\r\na=fingerprint:sha-256 " + to_string(of(7)) + "\r\na=setup:actpass\r\n");
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->session.remote_fingerprint, of(7));
}

TEST(DtlsAttributes, WithoutFingerprintOrRoleThereIsNoCall) {
  const std::string offer = make_offer(caller());
  for (const std::string& broken :
       {without(offer, "fingerprint"), without(offer, "setup"), replace(offer, "a=setup:actpass", "a=setup:holdconn"),
        replace(offer, "sha-256 C1:", "sha-512 C1:"), replace(offer, "sha-256 C1:", "sha-256 ")}) {
    const auto answer = make_answer(callee(), broken);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::kRefused);
  }
  const auto answer = make_answer(callee(), offer);
  EXPECT_FALSE(accept_answer(caller(), without(answer->sdp, "fingerprint")));
  EXPECT_FALSE(accept_answer(caller(), replace(answer->sdp, "a=setup:passive", "a=setup:actpass")));
  EXPECT_TRUE(accept_answer(caller(), replace(answer->sdp, "a=setup:passive", "a=setup:active")));
}

}  // namespace
}  // namespace counterpoint
