// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the engine in a window that speaks German.
#include "ui/text/engine_text.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTranslator>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "app/call/call_log.h"
#include "app/files/state_folder.h"
#include "app/log/log_export.h"
#include "app/log/log_file.h"
#include "app/settings/settings_store.h"
#include "app/window/call_state_text.h"
#include "app/window/demo_call_controller.h"
#include "core/adaptation/mode/mode.h"
#include "core/call/call_link.h"
#include "media/audio/devices/audio_device_factory.h"
#include "media/capture/test_card.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/udp/udp_transport.h"
#include "ui/text/format.h"
#include "ui/text/translation.h"

namespace counterpoint {
namespace {

class EngineTextTest : public testing::Test {
 protected:
  void SetUp() override { set_language(*qApp, "de"); }
  void TearDown() override {
    QLocale::setDefault(QLocale::system());
    for (auto* translator : qApp->findChildren<QTranslator*>()) delete translator;
  }
};

/// A folder for files that are wrong.
class Folder {
 public:
  [[nodiscard]] std::filesystem::path path() const { return folder_.path().toStdString(); }
  [[nodiscard]] std::filesystem::path file(const std::string& name, const std::string& content) const {
    std::ofstream(path() / name) << content;
    return path() / name;
  }

 private:
  QTemporaryDir folder_{QDir::tempPath() + "/ordner"};
};

/// Checks that all of it is translated: no word is left that every second English sentence has.
testing::AssertionResult is_german(const Message& message) {
  static const QRegularExpression left(
      R"((^|[^\w/])(the|is|are|of|to|and|or|there|no|not|which|cannot|expected|choose)(?![\w/.]))");
  const QString text = engine_text(message);
  if (!message.empty() && text.toStdString() != message.text() && !left.match(text).hasMatch())
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << text.toStdString() << '"';
}

/// Those of a new mode may be: then they show in English, and are listed here.
TEST_F(EngineTextTest, HardlyAnyTextOfAModeIsLeftInEnglish) {
  const std::set<std::string_view> international = {"", "ms", "s", "1/s", "kbit/s", "kbit/s^2", "ppm", "STO"};
  std::size_t texts = 0;
  std::set<std::string> english;
  const auto look_at = [&](std::string_view text) {
    const std::string source(text);
    ++texts;
    if (QCoreApplication::translate("Engine", source.c_str()).toStdString() == source) english.insert(source);
  };
  for (const Mode& mode : modes()) {
    look_at(mode.summary);
    for (const Parameter& parameter : parameters_of(mode)) {
      look_at(parameter.label);
      look_at(parameter.reason);
      if (!international.contains(parameter.unit)) look_at(parameter.unit);
    }
  }
  for (const std::string& text : english) std::cout << "not translated: " << text << '\n';
  EXPECT_LT(4 * english.size(), texts);
}

TEST_F(EngineTextTest, WhatIsWrongWithALogOrItsExportIsToldInGerman) {
  const Folder folder;
  for (const char* content :
       {"", "[1]\n", "{\"time\":0\n", "{\"time\":\"0\",\"type\":\"header\"}\n", "{\"time\":-1,\"type\":\"header\"}\n",
        "{\"type\":\"header\"}\n", "{\"time\":0,\"type\":\"other\"}\n",
        "{\"time\":0,\"type\":\"header\",\"version\":99}\n", "{\"time\":0,\"type\":\"header\",\"version\":1.5}\n",
        "{\"time\":0,\"type\":\"header\",\"settings\":7}\n"}) {
    EXPECT_TRUE(is_german(summarise_log_file(folder.file("broken.jsonl", content)).error().message));
  }
  EXPECT_TRUE(is_german(summarise_log_file(folder.path()).error().message));
  EXPECT_TRUE(is_german(summarise_log_file(folder.path() / "none.jsonl").error().message));
  EXPECT_TRUE(is_german(summarise_log_file("/dev/null").error().message));
  const std::string header = "{\"time\":0,\"type\":\"header\",\"version\":1}\n";
  const auto good = folder.file("good.jsonl", header);
  EXPECT_TRUE(is_german(export_log(good, good, false).error().message));
  EXPECT_TRUE(is_german(export_log(good, folder.path() / "call.doc", false).error().message));
  EXPECT_TRUE(is_german(export_log(good, folder.path() / "none" / "call.csv", false).error().message));
  const auto half = LogFile::open(folder.file("half.jsonl", header + "{\"time\":1,\"type\":\"state\",\"state\":7}\n"));
  ASSERT_TRUE(half && (*half)->step() && (*half)->problem());
  EXPECT_TRUE(is_german(*(*half)->problem()));
  const std::string broken = "{\"time\":1,\"type\":\"state\",\"state\":7}\n";
  for (const auto& lines : {broken + broken, broken + broken + broken}) {
    const auto more = LogFile::open(folder.file("more.jsonl", header + lines));
    ASSERT_TRUE(more && (*more)->step() && (*more)->problem());
    EXPECT_TRUE(is_german(*(*more)->problem()));
  }
}

TEST_F(EngineTextTest, WhatIsWrongWithSettingsIsToldInGerman) {
  const Folder folder;
  for (const char* content :
       {"[]", "{}", R"({"version":99})", R"({"version":1,"limits":7})", R"({"version":1,"network":{"stun":7}})",
        R"({"version":1,"limits":{"min_rate":"1"}})", R"({"version":1,"limits":{"min_rate":"2M","max_rate":"1M"}})",
        R"({"version":1,"limits":{"max_datagram":"1B"}})", R"({"version":1,"limits":{"frame_rate":0}})",
        R"({"version":1,"limits":{"width":1}})", R"({"version":1,"codec":"h264"})",
        R"({"version":1,"adaptation":{"mode":"?"}})", R"({"version":1,"devices":{"camera":""}})",
        R"({"version":1,"devices":{"ring":7}})",
        R"({"version":1,"devices":{"ring":7},"codec":1,"logs":{"keep_days":-1}})",
        R"({"version":1,"network":{"stun":[1,2,3,4]},"codec":1})", R"({"version":1,"name":7})"}) {
    EXPECT_TRUE(is_german(SettingsStore(folder.file("settings.json", content), true).notice())) << content;
  }
  EXPECT_TRUE(is_german(SettingsStore(folder.path(), true).notice()));
  const SettingsStore broken(folder.file("settings.json", "{"), true);
  EXPECT_TRUE(engine_text(broken.notice()).contains("kein JSON: Fehler in Zeile 1, Spalte 2"))
      << "the parser's own words";
}

TEST_F(EngineTextTest, WhatIsWrongWithAnAddressIsToldInGerman) {
  for (const char* link :
       {"counterpoint:", "counterpoint:%4", "counterpoint:[::1", "counterpoint:a:0", "counterpoint:-"}) {
    EXPECT_TRUE(is_german(read_call_target(link).error().message));
  }
  EXPECT_TRUE(is_german(read_call_target("counterpoint:" + std::string(3000, 'a')).error().message));
  EXPECT_TRUE(is_german(resolve("a b", 1).error().message));
  EXPECT_TRUE(is_german(UdpTransport::bind("999", 1).error().message));
}

TEST_F(EngineTextTest, WhatIsWrongWithADeviceOrAClipIsToldInGerman) {
  const Folder folder;
  const auto clip = [](const std::filesystem::path& path) { return ClipReader::open(path).error().message; };
  EXPECT_TRUE(is_german(clip(folder.path())));
  EXPECT_TRUE(is_german(clip(folder.path() / "none.mpg")));
  EXPECT_TRUE(is_german(clip(folder.file("empty.mpg", ""))));
  EXPECT_TRUE(is_german(clip(folder.file("text.mpg", "what?"))));
  EXPECT_TRUE(is_german(clip("/dev/null")));
  for (const char* camera : {"camera:?", "/dev/video-none", "none.mp4"}) {
    EXPECT_TRUE(is_german(open_video_source({.name = camera}, session_now).error().message)) << camera;
  }
  for (const char* microphone : {"tone:1", "none.wav"}) {
    EXPECT_TRUE(
        is_german(open_audio_device({.microphone = microphone, .speaker = "none"}, session_now).error().message));
  }
  EXPECT_TRUE(
      is_german(open_audio_device({.microphone = "voice", .speaker = "/none/a.wav"}, session_now).error().message));
}

TEST_F(EngineTextTest, WhatACallDecidesIsToldInGerman) {
  std::map<std::string, Message> causes;
  DemoCallController controller({}, DemoCallController::Pace::kByHand);
  QObject::connect(&controller, &CallController::record_logged, [&causes](const LogRecord& record) {
    if (const auto* decision = std::get_if<LogDecision>(&record.body)) {
      causes.emplace(decision->cause.text(), decision->cause);
    }
  });
  controller.send(Dial{"Ada"});
  controller.pass(26s);  // The path is narrow from its twentieth second on.
  Settings other;
  other.mode = "fixed";
  controller.send(ApplySettings{other});
  controller.pass(1s);
  EXPECT_GT(causes.size(), 2U);
  for (const auto& [english, cause] : causes) EXPECT_NE(engine_text(cause).toStdString(), english);
  ASSERT_TRUE(causes.contains("mode fixed chosen by the user"));
  EXPECT_EQ(engine_text(causes.at("mode fixed chosen by the user")), "Modus fixed vom Benutzer gewählt");
}

TEST_F(EngineTextTest, ACauseHasItsFiguresInGerman) {
  const auto estimator = find_mode("mpeg-tfrcp")->estimator->make({}, {});
  std::set<QString> causes;
  for (std::int64_t sequence = 1; sequence <= 1000; ++sequence) {
    const Timestamp now(sequence * 10ms);
    const DataSize size = DataSize::bytes(972);
    estimator->handle_sent({StreamKind::kVideo, sequence, size, now});
    const bool lost = sequence % 50 == 0;
    PacketFeedback packet{
        .stream = StreamKind::kVideo, .sequence = sequence, .size = size, .sent_at = now - 100ms, .lost = lost};
    if (!lost) packet.arrived_at = now;
    estimator->handle_feedback({.received_at = now, .packets = {packet}, .round_trip_time = 100ms});
    estimator->poll({}, now);
    causes.insert(engine_text(estimator->estimate().cause));
  }
  EXPECT_TRUE(causes.contains("2,0 % der Pakete in 4,0 s verloren: so viel bekäme TCP"))
      << causes.rbegin()->toStdString();
}

TEST_F(EngineTextTest, ACallWithOneselfHasAGermanName) {
  const auto shown = [](const char* peer) {
    return call_state({.state = Call::State::kConnected, .peer = peer, .log_path = {}}).peer;
  };
  EXPECT_EQ(shown(kSelfPeer), "Sie selbst");
  EXPECT_EQ(shown("stopped"), "stopped") << "the name of a host";
  EXPECT_EQ(peer_text(call_log_head({.log_addresses = false}, "ada").setting("peer").value_or("")), "nicht genannt");
}

TEST_F(EngineTextTest, FiguresNamesAndMessagesWithinMessagesAreKept) {
  const TestCard card({.width = 640, .height = 360}, FrameRate::per_second(29.97));
  EXPECT_EQ(engine_text(card.description()), "Testbild 640×360, 29,97 Bilder/s");
  const Folder folder;
  const auto wedding = ClipReader::open(folder.file("wedding 640x360", "")).error();
  EXPECT_TRUE(engine_text(wedding.message).contains("wedding 640x360\" ist leer")) << "the name of a file";
  EXPECT_TRUE(engine_text(UdpTransport::bind("127.1", 1).error().message).contains("\"127.1\""));
  const auto camera = open_video_source({.name = "/dev/video-none"}, session_now).error();
  EXPECT_EQ(engine_text(message("%1; the test card stands in until it is there", camera.message)),
            "Es gibt keine Kamera \"/dev/video-none\"; stecken Sie sie ein, oder wählen Sie eine andere Quelle; das "
            "Testbild springt ein, bis sie da ist");
  const auto audio = open_audio_device({.microphone = "voice", .speaker = "none"}, session_now);
  EXPECT_EQ(engine_text((*audio)->description()), "Mikrofon: Teststimme, Lautsprecher: keiner");
  EXPECT_EQ(engine_text("something new"), "something new");
  const PlanePosition here;
  EXPECT_EQ(decision_text("the path has room", here, here), "Der Weg hat Platz");
}

TEST_F(EngineTextTest, APortThatIsInUseIsNamed) {
  const auto first = UdpTransport::bind("127.0.0.1", 0);
  const std::uint16_t port = (*first)->local_port();
  EXPECT_EQ(engine_text(UdpTransport::bind("127.0.0.1", port).error().message),
            QString("Der UDP-Port %1 auf 127.0.0.1 ist belegt: Wählen Sie einen anderen Port oder beenden Sie das "
                    "Programm, das ihn benutzt")
                .arg(port));
}

/// A variable of the environment, for one test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name), before_(qgetenv(name)) {
    qputenv(name, QByteArray::fromStdString(value));
  }
  ~Variable() { before_.isNull() ? qunsetenv(name_) : qputenv(name_, before_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  QByteArray before_;
};

TEST(EngineText, IsAsTheEngineSaysItInAnEnglishWindow) {
  EXPECT_EQ(engine_text(message("%1: video pauses until the queue has drained", message("a queue stands on the path"))),
            "a queue stands on the path: video pauses until the queue has drained");
}

TEST(EngineText, SaysWhatOneCanDoAtAWindow) {
  const Folder folder;
  const std::string file = folder.file("file", "").string();
  const Variable state("XDG_STATE_HOME", file);
  const Message no_log = session_log_path(std::nullopt, {}).error().message;
  EXPECT_EQ(no_log.text(), "cannot make the folder for session logs " + file +
                               "/counterpoint/sessions: Not a directory; set XDG_STATE_HOME or use --log");
  EXPECT_EQ(engine_text(no_log).toStdString(), "cannot make the folder for session logs " + file +
                                                   "/counterpoint/sessions: Not a directory; choose another one in "
                                                   "the settings");
  SettingsStore settings(file + "/settings.json", true);
  settings.set({});
  EXPECT_EQ(settings.notice().text(), "Settings are not kept: cannot make " + file +
                                          ": Not a directory; choose another place with --config, or make room, or "
                                          "the folder writable.");
  EXPECT_EQ(
      engine_text(settings.notice()).toStdString(),
      "Settings are not kept: cannot make " + file + ": Not a directory; make room, or make the folder writable.");
}

}  // namespace
}  // namespace counterpoint
