// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/peer_message_text.h"

#include <gmock/gmock.h>

#include "net/sdp/offer_answer.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using Kind = SignallingMessage::Kind;

TEST(PeerMessageText, TheWireFormatIsTheDocumentedOne) {
  const SignallingMessage text = write_peer_message(PeerText{.number = 7, .text = "Hello\nAda"});
  EXPECT_EQ(text.kind, Kind::kText);
  EXPECT_EQ(text.body, "Action: say\r\nNumber: 7\r\n\r\nHello\nAda");
  const SignallingMessage offer = write_peer_message(FileOffer{.number = 1, .name = "a film.mpg", .size = 99});
  EXPECT_EQ(offer.kind, Kind::kFile);
  EXPECT_EQ(offer.body, "Action: offer\r\nNumber: 1\r\nName: a film.mpg\r\nSize: 99\r\n\r\n");
  EXPECT_EQ(write_peer_message(FilePiece{.number = 1, .offset = 4096, .bytes = std::string("\0\r\n\r\n", 5)}).body,
            std::string("Action: piece\r\nNumber: 1\r\nOffset: 4096\r\n\r\n\0\r\n\r\n", 47));
}

TEST(PeerMessageText, WhatIsWrittenIsReadBackTheSame) {
  const PeerMessage all[] = {PeerText{.number = 1, .text = "caf\u00e9 \u2764\ufe0f\n\u0645\u0631\u062d\u0628\u0627"},
                             TextHeard{4'294'967'295},
                             FileOffer{.number = 2, .name = "Zo\u00eb: 1.jpg", .size = FileOffer::kMaxSize},
                             FileAccepted{2},
                             FilePiece{.number = 2, .offset = 5, .bytes = std::string(FilePiece::kMax, '\0')},
                             FileKept{.number = 2, .size = 16'389},
                             FileStopped{.number = 2, .by_sender = true},
                             FileStopped{.number = 2, .by_sender = false}};
  for (const PeerMessage& message : all) {
    const auto again = parse_peer_message(write_peer_message(message));
    ASSERT_TRUE(again) << again.error().message.text();
    EXPECT_EQ(*again, message);
  }
}

std::string why(Kind kind, std::string body) {
  const auto read = parse_peer_message({.kind = kind, .body = std::move(body), .verification = {}});
  return read ? "accepted" : read.error().message.text();
}

TEST(PeerMessageText, WhatMakesNoSenseIsRefusedByName) {
  EXPECT_THAT(why(Kind::kText, ""), HasSubstr("no end"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 1\r\n"), HasSubstr("no end"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\n\r\nHello"), HasSubstr("Number"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 0\r\n\r\nHello"), HasSubstr("Number"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 4294967296\r\n\r\nHello"), HasSubstr("Number"));
  EXPECT_THAT(why(Kind::kText, "Action: offer\r\nNumber: 1\r\n\r\nHello"), HasSubstr("Action"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 1\r\n\r\n"), HasSubstr("4000"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 1\r\n\r\n" + std::string(4001, 'a')), HasSubstr("4000"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 1\r\n\r\n\x1b[2J"), HasSubstr("cannot be shown"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 1\r\n\r\n\u202eadA"), HasSubstr("cannot be shown"));
  EXPECT_THAT(why(Kind::kText, "Action: say\r\nNumber: 1\r\nNumber: 1\r\n\r\nHello"), HasSubstr("twice"));
  EXPECT_THAT(why(Kind::kFile, "Action: say\r\nNumber: 1\r\n\r\n"), HasSubstr("Action"));
  EXPECT_THAT(why(Kind::kFile, "Action: offer\r\nNumber: 1\r\nName: a\r\nSize: 0\r\n\r\n"), HasSubstr("Size"));
  EXPECT_THAT(why(Kind::kFile, "Action: offer\r\nNumber: 1\r\nName: a\r\nSize: 1000000001\r\n\r\n"), HasSubstr("Size"));
  EXPECT_THAT(why(Kind::kFile, "Action: offer\r\nNumber: 1\r\nName: \r\nSize: 1\r\n\r\n"), HasSubstr("Name"));
  EXPECT_THAT(why(Kind::kFile, "Action: piece\r\nNumber: 1\r\nOffset: -1\r\n\r\nx"), HasSubstr("Offset"));
  EXPECT_THAT(why(Kind::kFile, "Action: piece\r\nNumber: 1\r\nOffset: 0\r\n\r\n"), HasSubstr("16384"));
  EXPECT_THAT(why(Kind::kFile, "Action: piece\r\nNumber: 1\r\nOffset: 0\r\n\r\n" + std::string(16'385, 'x')),
              HasSubstr("16384"));
  EXPECT_THAT(why(Kind::kFile, "X: " + std::string(2000, 'a') + "\r\n\r\n"), HasSubstr("no end"));
}

TEST(PeerMessageText, FieldsOfALaterVersionAreIgnored) {
  EXPECT_EQ(why(Kind::kText, "Mood: fine\r\nAction: say\r\nNumber: 1\r\n\r\nHello"), "accepted");
}

MediaCapabilities host(bool messages) {
  return {.port = 5000,
          .messages = messages,
          .audio_ssrc = 11,
          .video_ssrc = 12,
          .rtx_ssrc = 13,
          .fingerprint = {{0xC1}},
          .cname = "host",
          .session_id = 100};
}

TEST(PeerMessageText, IsForThoseWhoUnderstandIt) {
  for (const bool caller : {false, true}) {
    for (const bool callee : {false, true}) {
      const auto answer = make_answer(host(callee), make_offer(host(caller)));
      ASSERT_TRUE(answer) << answer.error().message.text();
      EXPECT_EQ(answer->session.messages, caller && callee);
      EXPECT_EQ(accept_answer(host(caller), answer->sdp)->messages, caller && callee);
    }
  }
}

}  // namespace
}  // namespace counterpoint
