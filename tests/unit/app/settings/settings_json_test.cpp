// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/json/json_fields.h"

namespace counterpoint {
namespace {

/// Nothing as it is without settings.
Settings unusual() {
  Settings settings;
  settings.mode = "tcp-cwnd";
  settings.parameters = {{"tcp-cwnd", {{"b_max", 8}}}};
  settings.devices = {.camera = "/dev/video3", .microphone = "USB \"mic\" \u00b5", .speaker = "none"};
  settings.voice = {.cancel_echo = false, .suppress_noise = false, .control_gain = false};
  settings.ring = false;
  settings.share_sound = true;
  settings.codec = VideoCodec::kVp9;
  settings.start_rate = DataRate::bits_per_second(1'234'567);
  settings.limits.min_video_rate = DataRate::kilobits_per_second(64);
  settings.limits.max_video_rate = DataRate::kilobits_per_second(2500);
  settings.limits.max_frame_rate = FrameRate::per_second(29.97);
  settings.limits.max_resolution = {.width = 1280, .height = 720};
  settings.audio_rate = DataRate::kilobits_per_second(24);
  settings.audio_packet_time = 40ms;
  settings.max_datagram = DataSize::bytes(900);
  settings.port = 0;
  settings.video_over_tcp = true;
  settings.connect_while_ringing = false;
  settings.servers = {.stun = {"stun.example.org", "[::1]:3479"},
                      .relays = {{.server = "192.0.2.5", .user = "ada", .password = "pass word"},
                                 {.server = "relay.example.org:443",
                                  .user = "ada",
                                  .password = "pass word",
                                  .transport = RelayTransport::kTls}},
                      .relay_only = true};
  settings.rendezvous = {.nodes = {"node.example.org:47002"}, .discover = false, .presence = false};
  settings.stay_reachable = true;
  settings.asked_to_stay = true;
  settings.do_not_disturb = true;
  settings.theme = ThemeSetting::kLight;
  settings.language = LanguageSetting::kGerman;
  settings.name = "Ada Lovelace";
  settings.logs = {.folder = "/tmp/my logs", .keep_days = 30, .addresses = false};
  return settings;
}

ReadSettings read(std::string_view text) {
  Result<ReadSettings> result = read_settings(text);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? std::move(*result) : ReadSettings{};
}

TEST(SettingsJson, WhatIsWrittenIsReadBackTheSame) {
  for (const Settings& settings : {Settings{}, unusual()}) {
    const ReadSettings again = read(json_file_text(merge_settings({}, settings)));
    EXPECT_FALSE(again.problem) << again.problem->message;
    EXPECT_FALSE(again.newer);
    EXPECT_EQ(again.settings, settings);
  }
}

TEST(SettingsJson, WhatIsMissingHasItsDefault) {
  const ReadSettings few = read(R"({"version": 1, "codec": "vp9"})");
  Settings expected;
  expected.codec = VideoCodec::kVp9;
  EXPECT_EQ(few.settings, expected);
  EXPECT_FALSE(few.problem);
}

TEST(SettingsJson, WhatThisProgramDoesNotKnowStays) {
  const ReadSettings first = read(R"({
    "version": 1, "later": {"a": [1, 2]}, "devices": {"camera": "screen", "lamp": true},
    "adaptation": {"mode": "fixed", "parameters": {"tcp-cwnd": {"b_max": 8, "b_min": 9}, "3d": {"x": 1}}}})");
  Settings changed = first.settings;
  changed.parameters.clear();
  changed.devices.camera = "test-card";
  const OrderedJson document = merge_settings(first.document, changed);
  EXPECT_EQ(document["later"]["a"][1], 2);
  EXPECT_EQ(document["devices"]["lamp"], true);
  EXPECT_EQ(document["devices"]["camera"], "test-card");
  EXPECT_EQ(document["adaptation"]["parameters"]["3d"]["x"], 1);
  EXPECT_EQ(document["adaptation"]["parameters"]["tcp-cwnd"], (OrderedJson{{"b_min", 9}}))
      << "what was reset is gone, what is unknown is not";
}

TEST(SettingsJson, TheAddressesThatAnOlderProgramKeptAreDropped) {
  const ReadSettings old = read(R"({"version": 1, "recent_addresses": ["ada"]})");
  EXPECT_FALSE(old.problem);
  EXPECT_FALSE(merge_settings(old.document, old.settings).contains("recent_addresses"));
}

TEST(SettingsJson, AValueThatMakesNoSenseIsNamedAndTheOthersHold) {
  struct Case {
    const char* text;
    const char* named;
  };
  for (const Case& wrong : {
           Case{R"("name": "a\u0007b")", "/name \"a\\u0007b\": expected a name of 1 to 100 bytes"},
           Case{R"("codec": "h264")", "/codec \"h264\": expected one of \"vp8\" \"vp9\""},
           Case{R"("adaptation": {"mode": "3d"})", "/adaptation/mode"},
           Case{R"("adaptation": {"parameters": {"tcp-cwnd": {"b_max": 1e9}}})",
                "/adaptation/parameters/tcp-cwnd/b_max"},
           Case{R"("adaptation": [])", "/adaptation"},
           Case{R"("limits": {"min_rate": "2M", "max_rate": "1M"})", "/limits/min_rate"},
           Case{R"("limits": {"frame_rate": 0})", "/limits/frame_rate"},
           Case{R"("limits": {"width": 5000})", "/limits/width"},
           Case{R"("limits": {"max_datagram": "100B"})", "/limits/max_datagram"},
           Case{R"("network": {"port": 65536})", "/network/port"},
           Case{R"("devices": {"camera": "a\nb"})", "/devices/camera"},
           Case{R"("devices": {"echo_cancellation": "no"})", "/devices/echo_cancellation"},
           Case{R"("devices": {"noise_suppression": 1})", "/devices/noise_suppression"},
           Case{R"("devices": {"gain_control": null})", "/devices/gain_control"},
           Case{R"("logs": {"keep_days": -1})", "/logs/keep_days"},
           Case{R"("network": {"stun": ["a", 7]})", "/network/stun/1"},
       }) {
    SCOPED_TRACE(wrong.text);
    const ReadSettings result =
        read(std::string(R"({"version": 1, "appearance": {"theme": "light"}, )") + wrong.text + "}");
    ASSERT_TRUE(result.problem);
    EXPECT_NE(result.problem->message.text().find(wrong.named), std::string::npos) << result.problem->message;
    EXPECT_EQ(result.settings.theme, ThemeSetting::kLight);
    EXPECT_EQ(result.settings.codec, VideoCodec::kVp8);
    EXPECT_EQ(result.settings.limits, Settings{}.limits);
    EXPECT_EQ(result.settings.voice, VoiceSettings{});
  }
}

TEST(SettingsJson, SeveralValuesThatMakeNoSenseAreAllToldOf) {
  const std::string message =
      read(R"({"version": 1, "codec": "h264", "limits": {"width": 1}})").problem->message.text();
  EXPECT_NE(message.find("/limits/width 1: expected"), std::string::npos) << message;
  EXPECT_NE(message.find("; also /codec \"h264\": expected"), std::string::npos) << message;
  EXPECT_EQ(message.find("more"), std::string::npos) << message;
  const std::string many =
      read(R"({"version": 1, "codec": 1, "network": {"stun": [1, 2, 3, 4]}})").problem->message.text();
  EXPECT_NE(many.find("/network/stun/1"), std::string::npos) << many;
  EXPECT_TRUE(many.ends_with("; and 2 more")) << many;
}

TEST(SettingsJson, WhatIsNoSettingsFileIsAnError) {
  const std::string deep = R"({"version":1,"x":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("7"), std::string(R"({"mode": "2d"})"),
        std::string(R"({"version": "1"})"), std::string(R"({"version": 0})"), std::string("\xff\xfe{}"), deep}) {
    const auto result = read_settings(text);
    ASSERT_FALSE(result) << text.substr(0, 40);
    EXPECT_FALSE(result.error().message.empty());
  }
}

TEST(SettingsJson, AnObjectHasAThousandNamesAtMost) {
  const auto of_names = [](int names) {
    std::string text = R"({"version": 1)";
    for (int i = 1; i < names; ++i) text += ", \"" + std::to_string(i) + "\": {\"name\": 1}";
    return text + "}";
  };
  EXPECT_TRUE(parse_json_text(of_names(1000)));
  const auto refused = parse_json_text(of_names(1001));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.text(), testing::HasSubstr("at most 1000"));
}

TEST(SettingsJson, ALaterVersionIsRecognisedAndReadAsFarAsItIsKnown) {
  const ReadSettings later = read(R"({"version": 2, "codec": "vp9"})");
  EXPECT_TRUE(later.newer);
  EXPECT_EQ(later.settings.codec, VideoCodec::kVp9);
}

}  // namespace
}  // namespace counterpoint
