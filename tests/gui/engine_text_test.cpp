// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says, in a window that speaks German.
#include "ui/engine_text.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QTranslator>
#include <set>

#include "app/window/demo_call_controller.h"
#include "core/adaptation/mode.h"
#include "ui/format.h"
#include "ui/translation.h"

namespace counterpoint {
namespace {

class EngineTextTest : public testing::Test {
 protected:
  void SetUp() override { set_language(*qApp, "de"); }
  void TearDown() override {
    for (auto* translator : qApp->findChildren<QTranslator*>()) delete translator;
  }
};

TEST_F(EngineTextTest, EachModeIsSummedUpInGerman) {
  for (const Mode& mode : modes()) EXPECT_NE(engine_text(mode.summary).toStdString(), mode.summary);
}

TEST_F(EngineTextTest, WhatACallDecidesIsToldInGerman) {
  std::set<std::string> causes;
  DemoCallController controller({}, DemoCallController::Pace::kByHand);
  QObject::connect(&controller, &CallController::record_logged, [&causes](const LogRecord& record) {
    if (const auto* decision = std::get_if<LogDecision>(&record.body)) causes.insert(decision->cause);
  });
  controller.call("Ada");
  controller.pass(26s);  // The path is narrow from its twentieth second on.
  Settings other;
  other.mode = "fixed";
  controller.apply(other);
  controller.pass(1s);
  EXPECT_GT(causes.size(), 2U);
  for (const std::string& cause : causes) EXPECT_NE(engine_text(cause).toStdString(), cause);
}

TEST_F(EngineTextTest, FiguresNamesAndMessagesWithinMessagesAreKept) {
  EXPECT_EQ(engine_text("mode 2d-classic chosen by the user"), "Modus 2d-classic vom Benutzer gewählt");
  EXPECT_EQ(engine_text("3.2 % of packets lost in 4.0 s: what TCP would get"),
            "3.2 % der Pakete in 4.0 s verloren: so viel bekäme TCP");
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

}  // namespace
}  // namespace counterpoint
