// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/session_description.h"

#include <gmock/gmock.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::string_view kHead = "v=0\r\no=- 1 2 IN IP4 192.0.2.1\r\ns=-\r\n";

std::string with_head(std::string_view rest) { return std::string(kHead) + std::string(rest); }

void expect_complaint(std::string_view text, std::string_view line, std::string_view complaint) {
  const auto parsed = parse_sdp(text);
  ASSERT_FALSE(parsed.ok()) << text;
  EXPECT_EQ(parsed.error().kind, ErrorKind::kMalformed);
  EXPECT_THAT(parsed.error().message.text(), StartsWith("SDP line " + std::string(line) + ": "));
  EXPECT_THAT(parsed.error().message.text(), HasSubstr(std::string(complaint)));
}

TEST(SessionDescription, ReadsEveryPart) {
  const auto parsed = parse_sdp(
      "v=0\r\no=alice 18446744073709551615 7 IN IP6 2001:db8::1\r\ns=A talk\r\ni=about\r\nc=IN IP4 192.0.2.7\r\n"
      "b=AS:500\r\nt=0 0\r\na=group:BUNDLE a b\r\na=ice-lite\r\n"
      "m=audio 5004 RTP/AVP 0 111\r\nc=IN IP4 224.2.1.1/127\r\na=rtpmap:111 opus/48000/2\r\n"
      "m=video 49170/2 RTP/AVPF 96\r\n");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed->user_name, "alice");
  EXPECT_EQ(parsed->session_id, 18446744073709551615U);
  EXPECT_EQ(parsed->session_version, 7U);
  EXPECT_EQ(parsed->origin_address, "2001:db8::1");
  EXPECT_EQ(parsed->session_name, "A talk");
  EXPECT_EQ(parsed->connection_address, "192.0.2.7");
  EXPECT_THAT(parsed->attributes, ElementsAre(SdpAttribute{"group", "BUNDLE a b"}, SdpAttribute{"ice-lite", ""}));
  ASSERT_THAT(parsed->media, SizeIs(2));
  EXPECT_EQ(parsed->media[0].kind, "audio");
  EXPECT_EQ(parsed->media[0].port, 5004);
  EXPECT_EQ(parsed->media[0].protocol, "RTP/AVP");
  EXPECT_THAT(parsed->media[0].formats, ElementsAre("0", "111"));
  EXPECT_EQ(parsed->media[0].connection_address, "224.2.1.1");
  EXPECT_THAT(parsed->media[0].attributes, ElementsAre(SdpAttribute{"rtpmap", "111 opus/48000/2"}));
  EXPECT_EQ(parsed->media[1].port, 49170);
  EXPECT_EQ(parsed->media[1].connection_address, "");
  ASSERT_NE(find_attribute(parsed->attributes, "group"), nullptr);
  EXPECT_EQ(*find_attribute(parsed->attributes, "group"), "BUNDLE a b");
  EXPECT_EQ(find_attribute(parsed->attributes, "Group"), nullptr);
}

TEST(SessionDescription, WritesWhatItReads) {
  SessionDescription description{.user_name = "bob", .session_id = 12, .session_version = 3};
  description.origin_address = "2001:db8::1";
  description.connection_address = "192.0.2.1";
  description.attributes = {{"flag", ""}, {"name", "a:b c"}};
  description.media = {{.kind = "audio",
                        .port = 9,
                        .protocol = "RTP/AVPF",
                        .formats = {"111", "0"},
                        .connection_address = "::1",
                        .attributes = {{"mid", "0"}}}};
  const std::string text = write_sdp(description);
  EXPECT_EQ(text,
            "v=0\r\no=bob 12 3 IN IP6 2001:db8::1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\na=flag\r\na=name:a:b c\r\n"
            "m=audio 9 RTP/AVPF 111 0\r\nc=IN IP6 ::1\r\na=mid:0\r\n");
  const auto parsed = parse_sdp(text);
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(*parsed, description);
}

TEST(SessionDescription, NothingWrittenBreaksItsLine) {
  SessionDescription description{.origin_address = "192.0.2.1"};
  description.attributes = {{"name", "a\r\nm=audio 1 RTP/AVP 0"}};
  const auto parsed = parse_sdp(write_sdp(description));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_THAT(parsed->media, SizeIs(0));
}

TEST(SessionDescription, TakesLineFeedsAndALastEmptyLine) {
  EXPECT_TRUE(parse_sdp("v=0\no=- 1 2 IN IP4 192.0.2.1\ns=-\nt=0 0\n").ok());
  EXPECT_TRUE(parse_sdp("v=0\no=- 1 2 IN IP4 192.0.2.1\ns= \nt=0 0").ok());
  EXPECT_TRUE(parse_sdp(with_head("\r\n")).ok());
}

TEST(SessionDescription, NamesTheLineThatIsWrong) {
  expect_complaint("hello", "1", "x=value");
  expect_complaint("o=- 1 2 IN IP4 192.0.2.1\r\n", "1", "v=0");
  expect_complaint("v=1\r\n", "1", "version");
  expect_complaint("v=0\r\ns=-\r\n", "2", "o=");
  expect_complaint("v=0\r\no=- 1 2 IN IP4 192.0.2.1\r\nt=0 0\r\n", "3", "s=");
  expect_complaint("v=0\r\no=- one 2 IN IP4 192.0.2.1\r\n", "2", "numeric session id");
  expect_complaint("v=0\r\no=- 1 99999999999999999999 IN IP4 192.0.2.1\r\n", "2", "numeric session id");
  expect_complaint("v=0\r\no=- 1 2 IN IP4\r\n", "2", "address");
  expect_complaint("v=0\r\no=- 1 2 IN IP4 ::1\r\n", "2", "address");
  expect_complaint("v=0\r\no=- 1 2 ATM NSAP 47\r\n", "2", "address");
  expect_complaint("v=0\r\no=- 1 2 IN IP4 192.0.2.1\r\n", "2", "ends before its \"s=\"");
  expect_complaint(with_head("s=again\r\n"), "4", "second \"s=\"");
  expect_complaint(with_head("c=IN IP4 192.0.2.1;rm\r\n"), "4", "address");
  expect_complaint(with_head("\r\nt=0 0\r\n"), "4", "x=value");
  expect_complaint(with_head("T=0 0\r\n"), "4", "lower-case");
  expect_complaint(with_head("t=0\r0\r\n"), "4", "carriage return");
  expect_complaint(with_head(std::string_view("t=0\0\r\n", 6)), "4", "NUL");
  expect_complaint(with_head("a=:value\r\n"), "4", "name");
  expect_complaint(with_head("m=\r\n"), "4", "medium");
  expect_complaint(with_head("m=audio\r\n"), "4", "port");
  expect_complaint(with_head("m=audio 65536 RTP/AVP 0\r\n"), "4", "port of \"audio\"");
  expect_complaint(with_head("m=audio -1 RTP/AVP 0\r\n"), "4", "port");
  expect_complaint(with_head("m=audio 1\r\n"), "4", "protocol");
  expect_complaint(with_head("t=0 0\r\nm=audio 1 RTP/AVP\r\n"), "5", "format");
}

TEST(SessionDescription, AnEmptyTextIsRefused) { EXPECT_FALSE(parse_sdp("").ok()); }

TEST(SessionDescription, ErrorMessagesDoNotRepeatControlCharacters) {
  const auto parsed = parse_sdp(with_head("m=audio\x1b[31m 1 RTP/AVP 0\r\n"));
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().message.text().find('\x1b'), std::string::npos);
}

TEST(SessionDescription, BoundsSizeLinesMediaAndFormats) {
  const auto repeat = [](std::string_view text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
  };
  const std::string attribute(kMaxSdpSize - kHead.size() - 2, 'a');
  const std::string long_line = "a=" + attribute;
  EXPECT_TRUE(parse_sdp(with_head(long_line)).ok());
  EXPECT_THAT(parse_sdp(with_head(long_line + "a")).error().message.text(), HasSubstr("longer than 65536 bytes"));

  EXPECT_TRUE(parse_sdp(with_head(repeat("a=b\n", kMaxSdpLines - 3))).ok());
  expect_complaint(with_head(repeat("a=b\n", kMaxSdpLines - 2)), "2049", "more than 2048 lines");

  EXPECT_TRUE(parse_sdp(with_head(repeat("m=a 1 b c\n", kMaxSdpMedia))).ok());
  expect_complaint(with_head(repeat("m=a 1 b c\n", kMaxSdpMedia + 1)), "36", "more than 32 media");

  EXPECT_TRUE(parse_sdp(with_head("m=a 1 b" + repeat(" 9", kMaxSdpFormats))).ok());
  expect_complaint(with_head("m=a 1 b" + repeat(" 9", kMaxSdpFormats + 1)), "4", "more than 256 formats");
}

TEST(SessionDescription, AnyTextIsRefusedOrUnderstoodTheSameTwice) {
  Rng rng(6);
  const std::vector<std::string_view> pieces = {"c=IN IP4 192.0.2.1\r\n",
                                                "c=IN IP6 ::1\n",
                                                "a=mid:0\r\n",
                                                "a=x:\n",
                                                "m=audio 1 RTP/AVP 0 1\r\n",
                                                "m=video 0 b c\n",
                                                "t=0 0\n",
                                                "k=?\n",
                                                "a=ssrc:1 cname:x\n",
                                                " ",
                                                "a",
                                                "=",
                                                ":",
                                                "\r",
                                                "\xff"};
  int understood = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text(kHead);
    for (std::uint64_t n = rng.below(8); n > 0; --n) text += pieces[rng.below(rng.chance(0.2) ? pieces.size() : 9)];
    if (rng.chance(0.2)) text[rng.below(text.size())] = static_cast<char>(rng.below(256));
    const auto parsed = parse_sdp(text);
    if (!parsed.ok()) continue;
    ++understood;
    const auto again = parse_sdp(write_sdp(*parsed));
    ASSERT_TRUE(again.ok()) << text << again.error().message;
    ASSERT_EQ(*again, *parsed) << text;
  }
  EXPECT_GT(understood, 5000);
}

}  // namespace
}  // namespace counterpoint
