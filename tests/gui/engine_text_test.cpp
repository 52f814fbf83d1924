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
#include <set>

#include "app/call/call_log.h"
#include "app/log/log_export.h"
#include "app/log/log_file.h"
#include "app/settings/settings_store.h"
#include "app/window/call_state_text.h"
#include "app/window/demo_call_controller.h"
#include "core/adaptation/mode/mode.h"
#include "core/call/call_link.h"
#include "media/audio/devices/audio_device_factory.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/udp_transport.h"
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

/// True if all of it is translated: no word is left that every second English sentence has.
testing::AssertionResult is_german(std::string_view english) {
  static const QRegularExpression left(
      R"((^|[^\w/])(the|is|are|of|to|and|or|there|no|not|which|cannot|expected|choose)(?![\w/.]))");
  const QString text = engine_text(english);
  if (!english.empty() && text.toStdString() != english && !left.match(text).hasMatch())
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
       {"[]", "{}", R"({"version":99})", R"({"version":1,"limits":7})", R"({"version":1,"recent_addresses":7})",
        R"({"version":1,"limits":{"min_rate":"1"}})", R"({"version":1,"limits":{"min_rate":"2M","max_rate":"1M"}})",
        R"({"version":1,"limits":{"max_datagram":"1B"}})", R"({"version":1,"limits":{"frame_rate":0}})",
        R"({"version":1,"limits":{"width":1}})", R"({"version":1,"codec":"h264"})",
        R"({"version":1,"adaptation":{"mode":"?"}})", R"({"version":1,"devices":{"camera":""}})",
        R"({"version":1,"devices":{"ring":7}})",
        R"({"version":1,"devices":{"ring":7},"codec":1,"logs":{"keep_days":-1}})",
        R"({"version":1,"recent_addresses":[1,2,3,4,5]})"}) {
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
  std::set<std::string> causes;
  DemoCallController controller({}, DemoCallController::Pace::kByHand);
  QObject::connect(&controller, &CallController::record_logged, [&causes](const LogRecord& record) {
    if (const auto* decision = std::get_if<LogDecision>(&record.body)) causes.insert(decision->cause);
  });
  controller.send(Dial{"Ada"});
  controller.pass(26s);  // The path is narrow from its twentieth second on.
  Settings other;
  other.mode = "fixed";
  controller.send(ApplySettings{other});
  controller.pass(1s);
  EXPECT_GT(causes.size(), 2U);
  for (const std::string& cause : causes) EXPECT_NE(engine_text(cause).toStdString(), cause);
}

TEST_F(EngineTextTest, ACallWithOneselfHasAGermanName) {
  const auto shown = [](const char* peer) {
    return call_state({.state = Call::State::kConnected, .peer = peer, .log_path = {}}).peer;
  };
  EXPECT_EQ(shown(kSelfPeer), "dieser Rechner");
  EXPECT_EQ(shown("stopped"), "stopped") << "the name of a host";
  EXPECT_EQ(peer_text(call_log_head({.log_addresses = false}, "ada").setting("peer").value_or("")), "nicht genannt");
}

TEST_F(EngineTextTest, FiguresNamesAndMessagesWithinMessagesAreKept) {
  EXPECT_EQ(engine_text("mode 2d-classic chosen by the user"), "Modus 2d-classic vom Benutzer gewählt");
  EXPECT_EQ(engine_text("3.2 % of packets lost in 4.0 s: what TCP would get"),
            "3,2 % der Pakete in 4,0 s verloren: so viel bekäme TCP");
  EXPECT_EQ(engine_text("test card 640x360, 29.97 frames/s"), "Testbild 640×360, 29,97 Bilder/s");
  const auto contains = [](std::string_view english, const char* part) { return engine_text(english).contains(part); };
  EXPECT_TRUE(contains("pictures are back: Webcam 640x360, 1280x720 pixels", "Webcam 640x360, 1280×720 Pixel"));
  EXPECT_TRUE(contains("\"wedding 640x360\" is empty; choose another file", "\"wedding 640x360\" ist leer"));
  EXPECT_TRUE(contains("the name \"127.1\" is not known: check its spelling, or use the address", "\"127.1\""));
  EXPECT_TRUE(contains("10.7 has closed the connection", "10.7 hat"));
  EXPECT_EQ(
      engine_text("There is no camera \"/dev/video7\"; plug it in, or choose another source; the test card stands "
                  "in until it is there"),
      "Es gibt keine Kamera \"/dev/video7\"; stecken Sie sie ein, oder wählen Sie eine andere Quelle; das Testbild "
      "springt ein, bis sie da ist");
  EXPECT_EQ(engine_text("microphone: test voice, loudspeaker: none"), "Mikrofon: Teststimme, Lautsprecher: keiner");
  EXPECT_EQ(engine_text("something new"), "something new");
  const PlanePosition here;
  EXPECT_EQ(decision_text("the path has room", here, here), "Der Weg hat Platz");
}

TEST(EngineText, IsAsTheEngineSaysItInAnEnglishWindow) {
  EXPECT_EQ(engine_text("a queue stands on the path: video pauses until the queue has drained"),
            "a queue stands on the path: video pauses until the queue has drained");
}

TEST(EngineText, SaysWhatOneCanDoAtAWindow) {
  EXPECT_EQ(engine_text("this call is not recorded: cannot make the folder for session logs /x: Permission denied; set "
                        "XDG_STATE_HOME or use --log"),
            "this call is not recorded: cannot make the folder for session logs /x: Permission denied; choose another "
            "one in the settings");
  EXPECT_EQ(
      engine_text("Settings are not kept: cannot write /x: Permission denied; choose another place with --config, "
                  "or make room, or the folder writable."),
      "Settings are not kept: cannot write /x: Permission denied; make room, or make the folder writable.");
}

}  // namespace
}  // namespace counterpoint
