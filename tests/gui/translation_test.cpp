// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translation.h"

#include <gmock/gmock.h>

#include <QLocale>
#include <QMenu>
#include <QTranslator>
#include <set>

#include "tests/gui/support/window_fixture.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

class GermanWindowTest : public WindowTest {
 protected:
  void SetUp() override {
    set_language(*qApp, "de");
    WindowTest::SetUp();
  }
  void TearDown() override {
    window.reset();
    QLocale::setDefault(QLocale::system());
    for (auto* translator : qApp->findChildren<QTranslator*>()) delete translator;
  }
};

TEST_F(GermanWindowTest, TheWindowSpeaksGerman) {
  EXPECT_EQ(button("call")->text().trimmed(), "Anrufen");
  EXPECT_EQ(text("listening"), "In Ihrem Netz erreichbar unter 192.168.1.20:5004");
  controller.become(CallPhase::kIncoming);
  EXPECT_EQ(button("hang_up")->text().trimmed(), "Ablehnen");
  take_screenshot("german-incoming");
}

TEST_F(GermanWindowTest, FiguresAreWrittenAsTheLanguageHasThem) {
  EXPECT_EQ(percent_text(0.003), "0,3 %");
  EXPECT_EQ(rate_text(DataRate::kilobits_per_second(12'340)), "12,3 Mbit/s");
  EXPECT_EQ(rate_text(DataRate::kilobits_per_second(1498)), "1498 kbit/s") << "thousands have no mark";
}

TEST_F(GermanWindowTest, KeysHaveTheNamesThatStandOnThem) {
  const auto named = [](const QKeySequence& keys) { return keys.toString(QKeySequence::NativeText).toStdString(); };
  EXPECT_EQ(named(window->call_actions().accept_without_camera.shortcut()), "Strg+Umschalt+Eingabe");
  EXPECT_EQ(named(window->call_actions().back.shortcut()), "Alt+Links");
  EXPECT_TRUE(window->call_actions().hang_up.toolTip().contains("Strg+D"));
}

TEST_F(GermanWindowTest, NoTwoActionsShareAShortcutOrALetter) {
  for (const CallPhase phase : {CallPhase::kIdle, CallPhase::kIncoming, CallPhase::kInCall, CallPhase::kEnded}) {
    controller.become(phase);
    std::set<QString> shortcuts;
    for (const QAction* action : static_cast<QWidget*>(window.get())->actions()) {
      if (!action->isVisible() || action->shortcut().isEmpty()) continue;
      EXPECT_TRUE(shortcuts.insert(action->shortcut().toString()).second) << action->text().toStdString();
    }
    EXPECT_GT(shortcuts.size(), 4U);
    for (const auto* menu : window->findChildren<QMenu*>()) {
      std::set<QKeySequence> letters;
      for (const QAction* action : menu->actions()) {
        const QKeySequence letter = QKeySequence::mnemonic(action->text());
        if (!action->isVisible() || letter.isEmpty()) continue;
        EXPECT_TRUE(letters.insert(letter).second) << action->text().toStdString();
      }
    }
  }
}

TEST(Translation, TheLocaleChoosesAmongTheLanguagesThatThereAre) {
  EXPECT_THAT(languages(), testing::ElementsAre("en", "de"));
  const QLocale before;
  const auto call_in = [](const char* locale) {
    QLocale::setDefault(QLocale(QLatin1String(locale)));
    set_language(*qApp, {});
    const QString words = CallActions::tr("Call yourself");
    for (auto* translator : qApp->findChildren<QTranslator*>()) delete translator;
    return words;
  };
  EXPECT_EQ(call_in("de_AT"), "Sich selbst anrufen");
  EXPECT_EQ(call_in("en_GB"), "Call yourself");
  EXPECT_EQ(call_in("fr_FR"), "Call yourself");
  EXPECT_EQ(call_in("C"), "Call yourself");
  QLocale::setDefault(before);
}

}  // namespace
}  // namespace counterpoint
