// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/media_state_text.h"

#include <gmock/gmock.h>

#include "net/sdp/offer_answer.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using Video = MediaState::Video;

TEST(MediaStateText, TheWireFormatIsTheDocumentedOne) {
  EXPECT_EQ(write_media_state({.microphone = false, .video = Video::kClip, .clip = "film.mpg", .name = "Ada"}),
            "Microphone: off\r\nVideo: clip\r\nClip: film.mpg\r\nName: Ada\r\n");
  EXPECT_EQ(write_media_state({}), "Microphone: on\r\nVideo: camera\r\n");
}

TEST(MediaStateText, WhatIsWrittenIsReadBackTheSame) {
  for (const Video video : {Video::kCamera, Video::kOff, Video::kScreen, Video::kClip, Video::kPausedClip}) {
    MediaState state{.microphone = video == Video::kOff, .video = video, .name = "Zo\u00eb: the first"};
    if (state.plays_clip()) state.clip = "a film.mpg";
    const auto again = parse_media_state(write_media_state(state));
    ASSERT_TRUE(again) << again.error().message.text();
    EXPECT_EQ(*again, state);
  }
}

TEST(MediaStateText, NamesAreMadeFitForTheWire) {
  const auto read = parse_media_state(
      write_media_state({.video = Video::kClip, .clip = "a\r\nName: Eve", .name = std::string(300, 'a')}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->clip, "a??Name: Eve");
  EXPECT_EQ(read->name, std::string(MediaState::kMaxText, 'a'));
}

TEST(MediaStateText, FieldsOfALaterVersionAreIgnored) {
  const auto read = parse_media_state("Mood: fine\r\nMicrophone: on\r\nVideo: off\r\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->video, Video::kOff);
}

TEST(MediaStateText, WhatMakesNoSenseIsRefusedByName) {
  const auto why = [](std::string_view text) {
    const auto read = parse_media_state(text);
    EXPECT_FALSE(read) << text;
    return read ? std::string() : read.error().message.text();
  };
  EXPECT_THAT(why(""), HasSubstr("Microphone"));
  EXPECT_THAT(why("Microphone: loud\r\nVideo: off\r\n"), HasSubstr("Microphone"));
  EXPECT_THAT(why("Microphone: on\r\n"), HasSubstr("Video"));
  EXPECT_THAT(why("Microphone: on\r\nVideo: clip\r\n"), HasSubstr("Clip"));
  EXPECT_THAT(why("Microphone: on\r\nVideo: off\r\nClip: a\r\n"), HasSubstr("Clip"));
  EXPECT_THAT(why("Microphone: on\r\nVideo: off\r\nName: \u202eadA\r\n"), HasSubstr("Name"));
  EXPECT_THAT(why("Microphone: on\r\nVideo: off\r\nName: " + std::string(101, 'a') + "\r\n"), HasSubstr("Name"));
  EXPECT_THAT(why("Microphone: on\r\nMicrophone: on\r\n"), HasSubstr("twice"));
  EXPECT_THAT(why("Microphone: on"), HasSubstr("no end"));
  EXPECT_THAT(why("Microphone\r\n"), HasSubstr("no field"));
  EXPECT_THAT(why("X: " + std::string(1100, 'a') + "\r\n"), HasSubstr("1024"));
}

MediaCapabilities host(bool media_state) {
  return {.port = 5000,
          .media_state = media_state,
          .audio_ssrc = 11,
          .video_ssrc = 12,
          .rtx_ssrc = 13,
          .fingerprint = {{0xC1}},
          .cname = "host",
          .session_id = 100};
}

TEST(MediaStateText, IsForThoseWhoUnderstandIt) {
  for (const bool caller : {false, true}) {
    for (const bool callee : {false, true}) {
      const auto answer = make_answer(host(callee), make_offer(host(caller)));
      ASSERT_TRUE(answer) << answer.error().message.text();
      EXPECT_EQ(answer->session.media_state, caller && callee);
      EXPECT_EQ(accept_answer(host(caller), answer->sdp)->media_state, caller && callee);
    }
  }
  std::string later = make_offer(host(true));
  later.replace(later.find("counterpoint-state:1") + 19, 1, "2");
  EXPECT_FALSE(make_answer(host(true), later)->session.media_state);
}

}  // namespace
}  // namespace counterpoint
