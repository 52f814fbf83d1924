// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "core/base/rng.h"
#include "net/signalling/signalling_framing.h"

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;
using testing::HasSubstr;

void feed(SignallingParser& parser, std::string_view text) {
  parser.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::string text_of(const SignallingMessage& message) {
  const Bytes bytes = serialize(message);
  return {bytes.begin(), bytes.end()};
}

Error error_of(std::string_view text) {
  SignallingParser parser;
  feed(parser, text);
  while (parser.next()) {
  }
  EXPECT_TRUE(parser.error()) << text;
  return parser.error().value_or(Error{});
}

TEST(SignallingParser, TheWireFormatIsTheDocumentedOne) {
  EXPECT_EQ(text_of({.kind = Kind::kOffer, .body = "v=0\r\n"}),
            "COUNTERPOINT/2 OFFER\r\nContent-Length: 5\r\n\r\nv=0\r\n");
  EXPECT_EQ(text_of({.kind = Kind::kBye, .body = ""}), "COUNTERPOINT/2 BYE\r\nContent-Length: 0\r\n\r\n");
}

TEST(SignallingParser, ReadsEveryKindHoweverTheStreamIsCut) {
  std::string stream;
  const std::vector<Kind> kinds = {Kind::kOffer,      Kind::kRinging, Kind::kAnswer,  Kind::kReveal,
                                   Kind::kCandidates, Kind::kState,   Kind::kDecline, Kind::kBye};
  for (const Kind kind : kinds) stream += text_of({.kind = kind, .body = std::string(100, 'x') + "\r\n\r\n"});
  for (std::size_t piece = 1; piece < 300; ++piece) {
    SignallingParser parser;
    std::vector<Kind> read;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      feed(parser, std::string_view(stream).substr(at, piece));
      while (const auto message = parser.next()) {
        read.push_back(message->kind);
        EXPECT_EQ(message->body, std::string(100, 'x') + "\r\n\r\n");
      }
    }
    EXPECT_EQ(read, kinds);
    EXPECT_FALSE(parser.error());
  }
}

TEST(SignallingParser, TheLargestBodyPassesAndALargerIsRefused) {
  SignallingParser parser;
  feed(parser, text_of({.kind = Kind::kOffer, .body = std::string(kMaxSignallingBody, 'a')}));
  const auto message = parser.next();
  ASSERT_TRUE(message);
  EXPECT_EQ(message->body.size(), kMaxSignallingBody);
  EXPECT_THAT(error_of("COUNTERPOINT/2 OFFER\r\nContent-Length: 65537\r\n\r\n").message.text(), HasSubstr("65536"));
}

TEST(SignallingParser, AnotherVersionIsAClearRefusal) {
  const Error error = error_of("COUNTERPOINT/1 OFFER\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(error.kind, ErrorKind::kRefused);
  EXPECT_THAT(error.message.text(), HasSubstr("another version"));
}

TEST(SignallingParser, AnotherProtocolIsKnownAtItsFirstBytes) {
  EXPECT_THAT(error_of("GET / HT").message.text(), HasSubstr("not this program's protocol"));
  EXPECT_EQ(error_of(std::string_view("\x16\x03\x01", 3)).kind, ErrorKind::kMalformed);
}

TEST(SignallingParser, BrokenHeadersAreErrors) {
  for (const char* text : {
           "COUNTERPOINT/2 HELLO\r\nContent-Length: 0\r\n\r\n",
           "COUNTERPOINT/2\r\nContent-Length: 0\r\n\r\n",
           "COUNTERPOINT/2 BYE\r\n\r\n",
           "COUNTERPOINT/2 BYE\r\nContent-Length: x\r\n\r\n",
           "COUNTERPOINT/2 BYE\r\nContent-Length: -1\r\n\r\n",
           "COUNTERPOINT/2 BYE\r\nContent-Length: 99999999999999999999999\r\n\r\n",
           "COUNTERPOINT/2 BYE\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n",
           "COUNTERPOINT/2 REVEAL\r\nVerification: a\r\nVerification: b\r\nContent-Length: 0\r\n\r\n",
       }) {
    EXPECT_EQ(error_of(text).kind, ErrorKind::kMalformed) << text;
  }
}

TEST(SignallingParser, AHeaderWithoutEndIsRefusedAtItsLimit) {
  SignallingParser parser;
  feed(parser, "COUNTERPOINT/2 OFFER\r\n");
  for (int i = 0; i < 10; ++i) feed(parser, std::string(90, 'x'));
  EXPECT_FALSE(parser.next());
  EXPECT_FALSE(parser.error());
  feed(parser, std::string(200, 'x'));
  EXPECT_FALSE(parser.next());
  EXPECT_TRUE(parser.error());
}

TEST(SignallingParser, TheVerificationOfAMessageIsAFieldOfItsHeader) {
  const SignallingMessage offer{.kind = Kind::kOffer, .body = "v=0\r\n", .verification = "0a1b"};
  EXPECT_EQ(text_of(offer), "COUNTERPOINT/2 OFFER\r\nVerification: 0a1b\r\nContent-Length: 5\r\n\r\nv=0\r\n");
  SignallingParser parser;
  feed(parser, text_of(offer) + text_of({.kind = Kind::kBye, .body = "", .verification = ""}));
  EXPECT_EQ(parser.next().value_or(SignallingMessage{}).verification, "0a1b");
  EXPECT_EQ(parser.next().value_or(SignallingMessage{.verification = "x"}).verification, "");
}

TEST(SignallingParser, ACallerOfVersion1ReadsThatItIsTooOld) {
  const Bytes refusal = version_1_refusal();
  const std::string text(refusal.begin(), refusal.end());
  EXPECT_THAT(text, testing::StartsWith("COUNTERPOINT/1 DECLINE\r\nContent-Length: "));
  const std::size_t body = text.find("\r\n\r\n") + 4;
  EXPECT_THAT(text, HasSubstr("Content-Length: " + std::to_string(text.size() - body) + "\r\n"));
  EXPECT_THAT(text.substr(body), HasSubstr("too old"));
}

TEST(SignallingParser, UnknownFieldsAreSkipped) {
  SignallingParser parser;
  feed(parser, "COUNTERPOINT/2 DECLINE\r\nX-New: 1\r\nContent-Length: 4\r\n\r\nbusy");
  const auto message = parser.next();
  ASSERT_TRUE(message);
  EXPECT_EQ(message->kind, Kind::kDecline);
  EXPECT_EQ(message->body, "busy");
}

TEST(SignallingParser, MessagesBeforeAnErrorCountAndNoneAfterIt) {
  SignallingParser parser;
  feed(parser, text_of({.kind = Kind::kRinging, .body = ""}) + "nonsense" + text_of({.kind = Kind::kBye, .body = ""}));
  EXPECT_TRUE(parser.next());
  EXPECT_FALSE(parser.next());
  EXPECT_TRUE(parser.error());
  feed(parser, text_of({.kind = Kind::kBye, .body = ""}));
  EXPECT_FALSE(parser.next());
}

TEST(SignallingParser, MemoryIsBoundedWhenNobodyTakes) {
  SignallingParser parser;
  const std::string message = text_of({.kind = Kind::kOffer, .body = std::string(10'000, 'a')});
  for (int i = 0; i < 1000 && !parser.error(); ++i) feed(parser, message);
  EXPECT_TRUE(parser.error());
}

TEST(SignallingParser, RandomChangesNeverBreakIt) {
  Rng rng(1);
  const std::string good = text_of({.kind = Kind::kOffer, .body = std::string(50, 'x')});
  std::size_t errors = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string stream = good + good;
    stream[rng.below(stream.size())] = static_cast<char>(rng.next());
    SignallingParser parser;
    feed(parser, stream);
    std::size_t messages = 0;
    while (parser.next()) ++messages;
    EXPECT_LE(messages, 2U);
    errors += parser.error() ? 1 : 0;
  }
  EXPECT_GT(errors, 100U);
}

}  // namespace
}  // namespace counterpoint
