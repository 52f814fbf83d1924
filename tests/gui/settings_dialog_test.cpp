// SPDX-License-Identifier: GPL-3.0-or-later
// A person at the settings, in a call and without one.
#include <gmock/gmock.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QWindow>
#include <filesystem>
#include <set>

#include "tests/gui/support/window_fixture.h"
#include "ui/settings/settings_dialog.h"
#include "ui/style/theme.h"
#include "ui/text/translation.h"
#include "ui/video/video_view.h"

namespace counterpoint {
namespace {

constexpr const char* kPages[] = {"devices", "limits", "network", "servers", "appearance", "logs", "adaptation"};

class SettingsDialogTest : public WindowTest {
 protected:
  void open_settings() {
    window->activateWindow();
    // A desktop may move the keyboard away from a new window and back, so it is asked for right before the key.
    const auto has_keyboard = [this] {
      return window->isActiveWindow() && QGuiApplication::focusWindow() == window->windowHandle();
    };
    ASSERT_TRUE(QTest::qWaitFor(has_keyboard, kDeadline));
    press(Qt::Key_Comma, Qt::ControlModifier);
    dialog = window->findChild<SettingsDialog*>("settings_dialog");
    ASSERT_TRUE(dialog);
    // A desktop gives it the keyboard once it is there: nobody closes it before that.
    ASSERT_TRUE(QTest::qWaitFor([this] { return dialog->isActiveWindow(); }, kDeadline));
  }
  /// Until the compositor has shown what was painted: on Wayland, Qt 6.4 takes a dialog that is hidden before that, and
  /// shown again, for one whose frame is still under way.
  void wait_for_last_frame() {
    /// Sees the updates of a window, each of which waits for the frame before it.
    class Updates final : public QObject {
     public:
      bool eventFilter(QObject*, QEvent* event) override {
        seen = seen || event->type() == QEvent::UpdateRequest;
        return false;
      }
      bool seen = false;
    } updates;
    dialog->windowHandle()->installEventFilter(&updates);
    for (int i = 0; i < 2; ++i) {
      updates.seen = false;
      dialog->windowHandle()->requestUpdate();
      ASSERT_TRUE(QTest::qWaitFor([&] { return updates.seen; }, kDeadline));
    }
  }
  void open_page(int page) {
    find<QListWidget>("settings_pages")->setCurrentRow(page);
    QCoreApplication::processEvents();
    ASSERT_TRUE(shown((std::string(kPages[page]) + "_settings").c_str()));
  }
  void take_dialog_screenshot(const QString& name) {
    const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
    if (target.isEmpty()) return;
    QDir().mkpath(target);
    QCoreApplication::processEvents();
    EXPECT_TRUE(dialog->grab().save(QDir(target).filePath(name + ".png")));
  }
  void choose(const char* box, const QString& value) {
    auto* combo = find<QComboBox>(box);
    const int index = combo->findData(value);
    ASSERT_GE(index, 0) << value.toStdString();
    combo->setCurrentIndex(index);
  }
  QJsonObject stored() {
    QFile file(folder.filePath("settings.json"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QJsonDocument::fromJson(file.readAll()).object();
  }

  SettingsDialog* dialog = nullptr;
};

TEST_F(SettingsDialogTest, EachWidgetThatCanBeUsedHasAnAccessibleNameAndATooltip) {
  open_settings();
  int seen = 0;
  for (int page = 0; page < static_cast<int>(std::size(kPages)); ++page) {
    open_page(page);
    for (const auto* widget : dialog->findChildren<QWidget*>()) {
      const QString name = widget->objectName();
      if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || name.startsWith("qt_")) continue;
      ++seen;
      const std::string what = widget->metaObject()->className() + (" " + name.toStdString());
      EXPECT_FALSE(widget->accessibleName().isEmpty()) << what;
      EXPECT_FALSE(widget->toolTip().isEmpty()) << what;
    }
    take_dialog_screenshot(QStringLiteral("settings-%1").arg(QLatin1String(kPages[page])));
  }
  EXPECT_GT(seen, 40);
}

TEST_F(SettingsDialogTest, ServersAreNamedCheckedAndKept) {
  open_settings();
  open_page(3);
  const auto type = [this](const char* field, const char* words) {
    auto* line = find<QLineEdit>(field);
    line->setText(QString::fromUtf8(words));
    emit line->editingFinished();
  };
  type("setting_stun", "stun.example.org, [2001:db8::1]:3478");
  type("relay_server_1", "relay.example.org:5349");
  EXPECT_TRUE(text("setting_relays_error").contains("needs a user and a password"));
  EXPECT_TRUE(controller.applied.servers.relays.empty());
  type("relay_user_1", "ada");
  type("relay_password_1", "secret");
  find<QComboBox>("relay_transport_1")->setCurrentIndex(3);
  EXPECT_FALSE(find<QLabel>("setting_relays_error")->isVisible());
  const ServerSettings& servers = controller.applied.servers;
  EXPECT_EQ(servers.stun, (std::vector<std::string>{"stun.example.org", "[2001:db8::1]:3478"}));
  ASSERT_EQ(servers.relays.size(), 1U);
  EXPECT_EQ(servers.relays[0].server, "relay.example.org:5349");
  EXPECT_EQ(servers.relays[0].transport, RelayTransport::kTls);
  EXPECT_TRUE(find<QWidget>("relay_2")->isVisible()) << "another one can be named";
  type("setting_stun", "stun.example.org, http://example.org");
  EXPECT_TRUE(text("setting_stun_error").contains("http://example.org"));
  EXPECT_EQ(servers.stun.size(), 2U) << "the list does not count";
  type("setting_stun", "stun.example.org");
  EXPECT_EQ(stored()["network"].toObject()["stun"].toArray().size(), 1);
  QTest::mouseClick(find<QAbstractButton>("check_servers_button"), Qt::LeftButton);
  EXPECT_EQ(controller.asked.last(), "try 1 and 1 servers");
  emit controller.server_tried({.server = "stun.example.org", .address = "198.51.100.7:40000"});
  emit controller.server_tried({.relay = true, .server = "relay.example.org:5349", .problem = "wrong password"});
  EXPECT_TRUE(text("server_results").contains("sees you at 198.51.100.7:40000"));
  EXPECT_TRUE(text("server_results").contains("relay.example.org:5349: wrong password"));
}

TEST_F(SettingsDialogTest, TheStartPageSaysWhatIsKnownOfOtherNetworks) {
  EXPECT_TRUE(text("outside").contains("not known"));
  HostInfo host = controller.host();
  host.outside = {.kind = Reachability::Kind::kDirect, .address = "198.51.100.7"};
  controller.become_host(host);
  EXPECT_TRUE(text("outside").contains("yes, at 198.51.100.7"));
  host.outside.kind = Reachability::Kind::kDependent;
  controller.become_host(host);
  EXPECT_TRUE(text("outside").contains("Name a relay"));
}

TEST_F(SettingsDialogTest, TheModeOfARunningCallIsChosenAndKept) {
  enter_call();
  click("settings");
  dialog = find<SettingsDialog>("settings_dialog");
  choose("setting_mode", "ssvp");
  EXPECT_EQ(controller.asked.last(), "mode ssvp");
  EXPECT_TRUE(window->findChild<QAction*>("mode_ssvp")->isChecked()) << "the menu says the same";
  EXPECT_EQ(stored()["adaptation"].toObject()["mode"].toString(), "ssvp");
  window->findChild<QAction*>("mode_1d")->trigger();
  EXPECT_EQ(find<QComboBox>("setting_mode")->currentData().toString(), "1d") << "and the other way around";
}

TEST_F(SettingsDialogTest, TheProgramStartsWithTheDesktopForThoseWhoStayReachable) {
  const std::filesystem::path file(folder.filePath("autostart/counterpoint.desktop").toStdString());
  const AutostartEntry entry(file, {"/usr/bin/counterpoint", "--hidden"});
  settings->offer_autostart(entry);
  open_settings();
  open_page(2);
  auto* box = find<QCheckBox>("setting_autostart");
  EXPECT_FALSE(box->isEnabled()) << "the program would end with its window";
  find<QCheckBox>("setting_stay")->click();
  box->click();
  EXPECT_TRUE(entry.is_on());
  EXPECT_TRUE(box->isChecked());
  ASSERT_TRUE(entry.set(false)) << "as the desktop's own settings may do";
  open_page(0);
  open_page(2);
  EXPECT_FALSE(box->isChecked()) << "the file says so";
  box->click();
  find<QCheckBox>("setting_stay")->click();
  EXPECT_FALSE(entry.is_on());
  EXPECT_FALSE(box->isChecked());
}

TEST_F(SettingsDialogTest, WhyTheProgramCannotStartWithTheDesktopIsSaidThere) {
  settings->offer_autostart(AutostartEntry(folder.filePath("settings.json/counterpoint.desktop").toStdString(), {"x"}));
  settings->change([](Settings& s) { s.stay_reachable = true; });  // Now a file stands in the place of the folder.
  open_settings();
  open_page(2);
  auto* box = find<QCheckBox>("setting_autostart");
  box->click();
  EXPECT_FALSE(box->isChecked());
  EXPECT_TRUE(shown("setting_autostart_error"));
  EXPECT_TRUE(text("setting_autostart_error").contains("settings.json: Not a directory; make the folder writable"))
      << text("setting_autostart_error").toStdString();
}

TEST_F(SettingsDialogTest, AParameterIsSetWithinItsRangeAndReset) {
  open_settings();
  open_page(6);
  choose("setting_mode", "tcp-cwnd");
  auto* box = find<QDoubleSpinBox>("parameter_b_max");
  EXPECT_FALSE(find<QPushButton>("reset_b_max")->isVisible());
  EXPECT_TRUE(box->accessibleDescription().contains("0.05 to 60 s")) << box->accessibleDescription().toStdString();
  box->setValue(8);
  EXPECT_EQ(controller.applied.parameters.at("tcp-cwnd"), (ParameterValues{{"b_max", 8}}));
  choose("setting_mode", "fixed");
  choose("setting_mode", "tcp-cwnd");
  EXPECT_EQ(find<QDoubleSpinBox>("parameter_b_max")->value(), 8) << "each mode keeps its own";
  find<QPushButton>("reset_b_max")->click();
  EXPECT_TRUE(controller.applied.parameters.empty());
  EXPECT_DOUBLE_EQ(find<QDoubleSpinBox>("parameter_b_max")->value(), 0.4);
}

TEST_F(SettingsDialogTest, EachParameterOfEachModeCanBeMovedAndGoesBack) {
  open_settings();
  open_page(6);
  for (const Mode& mode : modes()) {
    const std::string mode_name(mode.name);
    choose("setting_mode", QString::fromStdString(mode_name));
    for (const Parameter& parameter : parameters_of(mode)) {
      auto* box = find<QDoubleSpinBox>(("parameter_" + std::string(parameter.name)).c_str());
      EXPECT_NEAR(box->value(), parameter.default_value, 1e-9) << mode_name << " " << parameter.name;
      box->setValue(parameter.max == parameter.default_value ? parameter.min : parameter.max);
      EXPECT_EQ(controller.applied.parameters[mode_name].size(), 1U) << mode_name << " " << parameter.name;
      find<QPushButton>(("reset_" + std::string(parameter.name)).c_str())->click();
      EXPECT_TRUE(controller.applied.parameters.empty()) << mode_name << " " << parameter.name;
    }
    QCoreApplication::processEvents();  // A Wayland compositor asks whether the program still answers.
  }
}

TEST_F(SettingsDialogTest, WhatMakesNoSenseIsToldAtTheFieldAndNotTaken) {
  open_settings();
  open_page(1);
  find<QSpinBox>("setting_min_rate")->setValue(5000);
  EXPECT_TRUE(shown("setting_min_rate_error"));
  EXPECT_EQ(controller.applied.limits, Settings{}.limits);
  take_dialog_screenshot("settings-error");
  find<QSpinBox>("setting_max_rate")->setValue(8000);
  EXPECT_FALSE(shown("setting_min_rate_error"));
  EXPECT_EQ(controller.applied.limits.min_video_rate, DataRate::kilobits_per_second(5000));

  open_page(5);
  auto* place = find<QLineEdit>("setting_log_folder");
  for (const char* wrong : {"relative/folder", "/etc/passwd/logs", "/etc/passwd"}) {
    place->setText(wrong);
    emit place->editingFinished();
    EXPECT_TRUE(shown("log_place_error")) << wrong;
    EXPECT_EQ(settings->settings().logs.folder, "");
  }
  place->setText(folder.filePath("logs"));
  emit place->editingFinished();
  EXPECT_FALSE(shown("log_place_error"));
  EXPECT_EQ(settings->settings().logs.folder, folder.filePath("logs").toStdString());
}

TEST_F(SettingsDialogTest, WhatIsDoneToAMicrophoneIsSwitchedOffAndKept) {
  open_settings();
  open_page(0);
  struct Switch {
    const char* name;
    bool VoiceSettings::*field;
  };
  VoiceSettings expected;
  for (const Switch& each : {Switch{"setting_echo_cancellation", &VoiceSettings::cancel_echo},
                             Switch{"setting_noise_suppression", &VoiceSettings::suppress_noise},
                             Switch{"setting_gain_control", &VoiceSettings::control_gain}}) {
    auto* box = find<QCheckBox>(each.name);
    EXPECT_TRUE(box->isChecked()) << each.name;
    box->click();
    expected.*each.field = false;
    EXPECT_EQ(controller.applied.voice, expected) << each.name;
  }
  EXPECT_EQ(SettingsStore(folder.filePath("settings.json").toStdString()).settings().voice, expected);
}

TEST_F(SettingsDialogTest, AllOthersAreKeptToo) {
  open_settings();
  open_page(0);
  find<QCheckBox>("setting_share_sound")->click();
  open_page(1);
  choose("setting_codec", "vp9");
  choose("setting_audio_packet_time", "60");
  choose("setting_size", QStringLiteral("1280\u00d7720"));
  find<QSpinBox>("setting_max_datagram")->setValue(1000);
  open_page(2);
  find<QSpinBox>("setting_port")->setValue(5060);
  choose("setting_transport", "tcp");
  find<QCheckBox>("setting_early")->click();
  open_page(5);
  find<QSpinBox>("setting_keep_days")->setValue(30);
  find<QCheckBox>("setting_leave_out_addresses")->setChecked(true);
  const Settings kept = SettingsStore(folder.filePath("settings.json").toStdString()).settings();
  EXPECT_EQ(kept, controller.applied);
  EXPECT_TRUE(kept.share_sound);
  EXPECT_EQ(kept.codec, VideoCodec::kVp9);
  EXPECT_EQ(kept.limits.max_resolution, (Resolution{1280, 720}));
  EXPECT_EQ(kept.audio_packet_time, 60ms);
  EXPECT_EQ(kept.max_datagram, DataSize::bytes(1000));
  EXPECT_EQ(kept.port, 5060);
  EXPECT_TRUE(kept.video_over_tcp);
  EXPECT_FALSE(kept.connect_while_ringing);
  EXPECT_EQ(kept.logs, (LogSettings{.folder = "", .keep_days = 30, .addresses = false}));
}

TEST_F(SettingsDialogTest, ColoursChangeAtOnce) {
  open_settings();
  open_page(4);
  const QColor dark = theme().window;
  find<QComboBox>("setting_theme")->setCurrentIndex(2);
  EXPECT_NE(theme().window, dark);
  for (int page : {0, 1, 2}) {
    open_page(page);
    take_dialog_screenshot(QStringLiteral("settings-light-%1").arg(QLatin1String(kPages[page])));
  }
  open_page(4);
  find<QComboBox>("setting_theme")->setCurrentIndex(1);
  EXPECT_EQ(theme().window, dark);
}

TEST_F(SettingsDialogTest, TheLanguageIsKeptForTheNextStart) {
  open_settings();
  open_page(4);
  auto* language = find<QComboBox>("setting_language");
  EXPECT_EQ(language->currentText(), "Same as system");
  EXPECT_EQ(language->count(), languages().size() + 1) << "each that the program speaks";
  for (const QString& code : languages()) EXPECT_GE(language->findData(code), 0) << code.toStdString();
  language->setCurrentIndex(language->findText("Deutsch"));
  EXPECT_EQ(SettingsStore(folder.filePath("settings.json").toStdString()).settings().language,
            LanguageSetting::kGerman);
}

TEST_F(SettingsDialogTest, OurOwnPictureAndLevelAreShownAndASmallDialogScrolls) {
  open_settings();
  open_page(0);
  controller.local_sink().show(portrait_frame({640, 360}, 0));
  emit controller.local_level(0.7);
  ASSERT_TRUE(QTest::qWaitFor([this] { return dialog->preview().has_frame(); }, kDeadline));
  take_dialog_screenshot("settings-devices-picture");
  dialog->resize(dialog->minimumSize());
  open_page(6);
  ASSERT_TRUE(QTest::qWaitFor(
      [this] { return find<QScrollArea>("adaptation_settings")->verticalScrollBar()->maximum() > 0; }, kDeadline));
  EXPECT_EQ(find<QScrollArea>("adaptation_settings")->horizontalScrollBar()->maximum(), 0) << "nothing is cut";
  take_dialog_screenshot("settings-small");
}

TEST_F(SettingsDialogTest, TabGoesThroughAPageFromTopToBottom) {
  open_settings();
  open_page(1);
  find<QListWidget>("settings_pages")->setFocus();
  QStringList order;
  for (int i = 0; i < 10; ++i) {
    QTest::keyClick(dialog, Qt::Key_Tab);
    order.append(dialog->focusWidget()->objectName());
  }
  EXPECT_THAT(order, testing::ElementsAre("setting_codec", "setting_start_rate", "setting_min_rate", "setting_max_rate",
                                          "setting_frame_rate", "setting_size", "setting_audio_rate",
                                          "setting_audio_packet_time", "setting_max_datagram", "close_settings"));
}

TEST_F(SettingsDialogTest, ACallThatComesInIsTakenOrDeclinedThereToo) {
  open_settings();
  EXPECT_FALSE(shown("incoming_banner"));
  auto* banner = find<QWidget>("incoming_banner");
  for (const char* answer : {"accept", "decline"}) {
    controller.become(CallPhase::kIncoming);
    ASSERT_TRUE(QTest::qWaitFor([banner] { return banner->isVisible(); }, kDeadline));
    EXPECT_TRUE(dialog->isAncestorOf(banner)) << "nothing covers it";
    EXPECT_EQ(text("incoming_words"), "Ada is calling");
    const auto name = QLatin1String(answer == std::string("accept") ? "accept_button" : "hang_up_button");
    QTest::mouseClick(banner->findChild<QAbstractButton*>(name), Qt::LeftButton);
    EXPECT_EQ(controller.asked.last(), answer);
    controller.become(CallPhase::kIdle);
    EXPECT_FALSE(banner->isVisible()) << "it is there as long as it rings";
  }
}

TEST_F(SettingsDialogTest, EscapeClosesItAndTheSameOneOpensAgain) {
  open_settings();
  wait_for_last_frame();
  QTest::keyClick(dialog, Qt::Key_Escape);
  EXPECT_FALSE(dialog->isVisible());
  open_settings();
  EXPECT_EQ(window->findChildren<SettingsDialog*>().size(), 1);
}

}  // namespace
}  // namespace counterpoint
