// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/common/call_flags.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/own_network.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

Result<CallOptions> options(QStringList arguments) {
  CallFlags flags("a test");
  // Named, since defaults are looked for on the machine.
  arguments = QStringList{"test", "--camera", "test-card", "--microphone", "voice", "--speaker", "none"} + arguments;
  if (const auto status = flags.parse(arguments)) return Error{ErrorKind::kInvalidArgument, "refused by the parser"};
  return flags.options();
}

TEST(CallFlags, HaveDefaultsThatMakeACall) {
  const auto defaults = options({});
  ASSERT_TRUE(defaults) << defaults.error().message;
  EXPECT_EQ(defaults->codec, VideoCodec::kVp8);
  EXPECT_NEAR(defaults->point.video_rate().kilobits_per_second(), 1000, 1);
  EXPECT_EQ(defaults->point.resolution, (Resolution{1280, 720}));
  EXPECT_EQ(defaults->point.frame_rate, FrameRate::per_second(30));
  EXPECT_FALSE(defaults->emulated_path || defaults->recording || defaults->log);
  EXPECT_EQ(defaults->seed, 0U);
}

TEST(CallFlags, ReadTheAddressOfThisHost) {
  OwnNetwork network;
  if (!network.open()) GTEST_SKIP() << "no network of its own for this test: it needs root and /dev/net/tun";
  ASSERT_TRUE(network.give("tap0", "192.0.2.1"));
  const auto address = [](const QStringList& arguments) {
    CallFlags flags("a test");
    flags.add_address_option("of this host");
    const QStringList silent = {"test", "--camera", "none", "--microphone", "none", "--speaker", "none"};
    EXPECT_FALSE(flags.parse(silent + arguments));
    return flags.options();
  };
  EXPECT_FALSE(address({})->address);
  EXPECT_FALSE(address({"--address", "0.0.0.0"})->address) << "all of them";
  EXPECT_FALSE(address({"--address", "127.0.0.2"})->address) << "a peer on this host is reached by it anyway";
  EXPECT_EQ(address({"--address", "192.0.2.1"})->address, IpAddress::parse("192.0.2.1"));
  EXPECT_FALSE(address({"--address", "192.0.2.2"})) << "of another host";
  EXPECT_FALSE(address({"--address", "here"}));
}

TEST(CallFlags, ReadEveryOption) {
  const auto given = options({"--codec",
                              "VP9",
                              "--rate",
                              "1.5M",
                              "--size",
                              "1280x720",
                              "--frame-rate",
                              "25",
                              "--audio-rate",
                              "24k",
                              "--emulate",
                              "rate=2M,delay=30ms",
                              "--record",
                              "a.mkv",
                              "--log",
                              "b.jsonl",
                              "--seed",
                              "7",
                              "--video-transport",
                              "tcp",
                              "--audio-packet-time",
                              "40"});
  ASSERT_TRUE(given) << given.error().message;
  EXPECT_EQ(given->codec, VideoCodec::kVp9);
  EXPECT_NEAR(given->point.video_rate().kilobits_per_second(), 1500, 1);
  EXPECT_EQ(given->point.resolution, (Resolution{1280, 720}));
  EXPECT_EQ(given->point.frame_rate, FrameRate::per_second(25));
  EXPECT_EQ(given->audio_rate, DataRate::kilobits_per_second(24));
  EXPECT_EQ(given->audio_packet_time, 40ms);
  ASSERT_TRUE(given->emulated_path);
  EXPECT_EQ(given->emulated_path->delay, 30ms);
  EXPECT_EQ(given->recording, "a.mkv");
  EXPECT_EQ(given->log, "b.jsonl");
  EXPECT_EQ(given->seed, 7U);
  EXPECT_TRUE(given->video_over_tcp);
  EXPECT_FALSE(check_peer_options(*given)) << "nobody's path delays the TCP of a call with another host";
}

TEST(CallFlags, SwitchOffWhatIsDoneToAMicrophone) {
  const auto all = options({});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->voice, VoiceSettings{});
  const auto some = options({"--no-echo-cancellation", "--no-gain-control"});
  ASSERT_TRUE(some) << some.error().message;
  EXPECT_EQ(some->voice, (VoiceSettings{.cancel_echo = false, .control_gain = false}));
  const auto other = options({"--no-noise-suppression"});
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->voice, (VoiceSettings{.suppress_noise = false}));
}

TEST(CallFlags, ReadAModeAndItsParameters) {
  const auto given = options({"--mode", "tcp-cwnd", "--parameter", "b_max=8", "--parameter", "b_max=9"});
  ASSERT_TRUE(given) << given.error().message;
  EXPECT_EQ(mode_name(given->mode), "tcp-cwnd");
  EXPECT_EQ(given->mode.parameters, (ParameterValues{{"b_max", 9}}));
}

TEST(CallFlags, ServersHaveTheirPasswordsFromElsewhere) {
  const auto none = options({});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->servers, ServerSettings{}) << "nobody is asked who was not named";
  qputenv("COUNTERPOINT_TURN_PASSWORD", "lovelace");
  const auto given = options({"--stun", "stun.example.org", "--stun", "[2001:db8::1]:3479", "--turn",
                              "turn:ada@192.0.2.5:3480", "--relay-only"});
  qunsetenv("COUNTERPOINT_TURN_PASSWORD");
  ASSERT_TRUE(given) << given.error().message;
  EXPECT_EQ(given->servers.stun, (std::vector<std::string>{"stun.example.org", "[2001:db8::1]:3479"}));
  EXPECT_EQ(given->servers.relays,
            (std::vector<RelaySettings>{{.server = "192.0.2.5:3480", .user = "ada", .password = "lovelace"}}));
  EXPECT_TRUE(given->servers.relay_only);
}

TEST(CallFlags, RelaysSayWhatTheyAreAskedOver) {
  const std::pair<const char*, std::optional<RelayTransport>> forms[] = {
      {"turn:ada@relay.example.org", std::nullopt},
      {"turn:ada@relay.example.org?transport=udp", RelayTransport::kUdp},
      {"turn:ada@relay.example.org?transport=tcp", RelayTransport::kTcp},
      {"turns:ada@relay.example.org", RelayTransport::kTls},
      {"turns:ada@relay.example.org?transport=tcp", RelayTransport::kTls}};
  qputenv("COUNTERPOINT_TURN_PASSWORD", "lovelace");
  for (const auto& [text, transport] : forms) {
    const auto given = options({"--turn", text});
    ASSERT_TRUE(given) << given.error().message;
    EXPECT_EQ(given->servers.relays,
              (std::vector<RelaySettings>{
                  {.server = "relay.example.org", .user = "ada", .password = "lovelace", .transport = transport}}));
  }
  qunsetenv("COUNTERPOINT_TURN_PASSWORD");
}

TEST(CallFlags, ServersThatMakeNoSenseAreRefused) {
  qputenv("COUNTERPOINT_TURN_PASSWORD", "lovelace");
  for (const QStringList& wrong :
       {QStringList{"--stun", "a b"}, QStringList{"--turn", "192.0.2.5"}, QStringList{"--turn", "turn:@192.0.2.5"},
        QStringList{"--turn", "turn:ada@192.0.2.5?transport=sctp"},
        QStringList{"--turn", "turns:ada@192.0.2.5?transport=udp"}, QStringList{"--relay-only"}}) {
    const auto refused = options(wrong);
    ASSERT_FALSE(refused) << wrong.join(' ').toStdString();
    EXPECT_NE(refused.error().message.text().find(wrong.first().toStdString()), std::string::npos);
  }
  qunsetenv("COUNTERPOINT_TURN_PASSWORD");
  const auto told = options({"--turn", "turn:ada:lovelace@192.0.2.5"});
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().message.text().find("lovelace"), std::string::npos) << "a password is not shown again";
  const auto without = options({"--turn", "turn:ada@192.0.2.5"});
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().message.text().find("COUNTERPOINT_TURN_PASSWORD"), std::string::npos);
}

/// The option and the wrong value stand in the message, so that one line tells what to change.
void expect_refused(const QString& option, const QString& value) {
  SCOPED_TRACE((option + " " + value).toStdString());
  const auto refused = options({"--" + option, value});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_NE(refused.error().message.text().find("--" + option.toStdString()), std::string::npos)
      << refused.error().message;
}

TEST(CallFlags, RefuseWhatIsOutOfRangeOrNonsense) {
  for (const char* value : {"av1", "", "vp"}) expect_refused("codec", value);
  for (const char* value : {"39k", "80.1M", "0", "fast", "1e99", "nan", "-1M", "", "M", "1MM"}) {
    expect_refused("rate", value);
  }
  for (const char* value : {"640", "15x100", "4097x100", "ax100", "640x", "640x360x2", ""})
    expect_refused("size", value);
  for (const char* value : {"0.5", "61", "nan", "inf", "x"}) expect_refused("frame-rate", value);
  for (const char* value : {"sctp", "", "tcp "}) expect_refused("video-transport", value);
  for (const char* value : {"5k", "257k", ""}) expect_refused("audio-rate", value);
  for (const char* value : {"199", "1453", "large"}) expect_refused("max-datagram", value);
  for (const char* value : {"0", "-1", "1.5", "x", "99999999999999999999"}) expect_refused("seed", value);
  for (const char* value : {"3d", "", "2D"}) expect_refused("mode", value);
  for (const char* value : {"b_max", "b_max=", "b_max=x", "=", "no_such=1", "b_max=1=2"}) {
    expect_refused("parameter", value);
  }
  for (const char* value : {"loss=200%", "nonsense", "delay=1"}) expect_refused("emulate", value);
}

TEST(CallFlags, NeverWriteOverTheClip) {
  for (const char* written : {"--log", "--record"}) {
    const auto read = options({"--clip", "film.mpg", written, "./film.mpg"});
    ASSERT_FALSE(read.ok()) << written;
    EXPECT_NE(read.error().message.text().find("the clip itself"), std::string::npos) << read.error().message;
    EXPECT_TRUE(options({"--clip", "film.mpg", written, "film.jsonl"}).ok());
  }
}

TEST(CallFlags, WinOverSettingsAndLeaveTheOthersAsTheyAre) {
  CallFlags flags("a test");
  ASSERT_FALSE(flags.parse({"test", "--codec", "vp8", "--parameter", "b_max=8", "--max-rate", "2M"}));
  Settings stored;
  stored.mode = "tcp-cwnd";
  stored.codec = VideoCodec::kVp9;
  stored.devices = {.camera = "test-card", .microphone = "voice", .speaker = "none"};
  stored.limits.min_video_rate = DataRate::kilobits_per_second(100);
  stored.max_datagram = DataSize::bytes(900);
  stored.logs = {.folder = "/tmp/logs", .keep_days = 0, .addresses = false};
  const auto settings = flags.settings(stored);
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->codec, VideoCodec::kVp8);
  EXPECT_EQ(settings->mode, "tcp-cwnd");
  EXPECT_EQ(settings->parameters.at("tcp-cwnd"), (ParameterValues{{"b_max", 8}}));
  const auto options = flags.options(*settings);
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->codec, VideoCodec::kVp8);
  EXPECT_EQ(options->limits.max_video_rate, DataRate::kilobits_per_second(2000));
  EXPECT_EQ(options->limits.min_video_rate, DataRate::kilobits_per_second(100));
  EXPECT_EQ(options->max_datagram, DataSize::bytes(900));
  EXPECT_EQ(options->log_folder, "/tmp/logs");
  EXPECT_FALSE(options->log_addresses);
  stored.limits.min_video_rate = DataRate::kilobits_per_second(3000);
  EXPECT_FALSE(flags.settings(stored)) << "more than --max-rate";
}

TEST(CallFlags, TakeASettingsFileThatHasToBeThere) {
  const TestFolder folder;
  const auto file = folder.path() / "settings.json";
  const QString name = QString::fromStdString(file.string());
  expect_refused("config", name);
  std::ofstream(file) << R"({"version": 1, "codec": "vp9", "limits": {"max_datagram": "900B"}})";
  const auto given = options({"--config", name, "--max-datagram", "1000"});
  ASSERT_TRUE(given) << given.error().message;
  EXPECT_EQ(given->codec, VideoCodec::kVp9);
  EXPECT_EQ(given->max_datagram, DataSize::bytes(1000));
  std::ofstream(file) << R"({"version": 1, "codec": "h264"})";
  expect_refused("config", name);
}

TEST(CallFlags, ReadTheDuration) {
  const auto duration = [](const QStringList& arguments) {
    CallFlags flags("a test");
    flags.add_run_options();
    EXPECT_FALSE(flags.parse(QStringList("test") + arguments));
    return flags.duration();
  };
  EXPECT_EQ(*duration({}), std::nullopt);
  EXPECT_EQ(*duration({"--duration", "2.5"}), Duration(2500ms));
  for (const char* value : {"0", "-1", "nan", "inf", "1e300", "soon"}) {
    EXPECT_FALSE(duration({"--duration", value})) << value;
  }
}

TEST(CallFlags, RefuseUnknownOptionsAndArguments) {
  EXPECT_FALSE(options({"--duration", "2.5"})) << "it is of commands that run for a while, not of the window";
  EXPECT_FALSE(options({"--colour", "red"}));
  EXPECT_FALSE(options({"surplus"}));
}

TEST(CallFlags, WantTheirArgument) {
  CallFlags flags("a test", CallFlags::Argument{.name = "PEER", .meaning = "who", .required = true});
  EXPECT_EQ(flags.parse({"call"}), 2);
  CallFlags given("a test", CallFlags::Argument{.name = "PEER", .meaning = "who", .required = true});
  EXPECT_FALSE(given.parse({"call", "host:7000"}));
  EXPECT_EQ(given.argument(), "host:7000");
}

}  // namespace
}  // namespace counterpoint
