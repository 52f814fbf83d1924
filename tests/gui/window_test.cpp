// SPDX-License-Identifier: GPL-3.0-or-later
// A person at the window: clicks, types, reads.
#include <gmock/gmock.h>

#include <QDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <chrono>
#include <string>
#include <utility>

#include "app/window/call_state_text.h"
#include "tests/gui/support/window_fixture.h"
#include "tests/support/painting_cost.h"
#include "ui/call/call_page.h"
#include "ui/settings/device_catalog.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/video/video_view.h"
#include "ui/widgets/level_meter.h"

namespace counterpoint {
namespace {

TEST_F(WindowTest, StartPageSaysWhereWeCanBeCalledAndShowsUsOurselves) {
  EXPECT_TRUE(shown("start_page"));
  EXPECT_EQ(text("listening"), "In your network you can be called at 192.168.1.20:5004");
  EXPECT_TRUE(text("devices").contains("Test card"));
  EXPECT_FALSE(button("call")->isEnabled()) << "there is no address yet";
  take_screenshot("start-empty");
  controller.local_sink().show(portrait_frame({640, 360}, 0));
  find<QLineEdit>("address")->setText("ada.example.org");
  QCoreApplication::processEvents();
  take_screenshot("start");
  controller.become_host({.problem = "Port 5004 is used by another program."});
  EXPECT_EQ(text("listening"), "Nobody can call you.");
  EXPECT_EQ(text("host_problem"), "Port 5004 is used by another program.");
}

TEST_F(WindowTest, CallsTheAddressThatIsTyped) {
  QTest::keyClicks(window->focusWidget(), " 10.0.0.7:5004 ");
  click("call");
  EXPECT_THAT(controller.asked, testing::ElementsAre("call 10.0.0.7:5004"));
  controller.become({.phase = CallPhase::kCalling, .peer = "10.0.0.7:5004", .cause = "Waiting for an answer\u2026"});
  EXPECT_TRUE(shown("calling_page"));
  take_screenshot("calling");
  click("hang_up");
  EXPECT_EQ(controller.asked.last(), "hang_up");
  EXPECT_TRUE(shown("start_page"));
}

TEST_F(WindowTest, ReturnInTheAddressFieldCalls) {
  press(Qt::Key_Return);
  EXPECT_TRUE(controller.asked.isEmpty()) << "there is nobody to call";
  QTest::keyClicks(window->focusWidget(), "mv");
  EXPECT_TRUE(controller.asked.isEmpty()) << "letters belong to the address, not to the shortcuts";
  press(Qt::Key_Return);
  EXPECT_THAT(controller.asked, testing::ElementsAre("call mv"));
}

TEST_F(WindowTest, ABrokenSettingsFileIsNamedInTheWindow) {
  EXPECT_FALSE(shown("settings_notice"));
  window.reset();
  QFile file(folder.filePath("settings.json"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("{ broken");
  file.close();
  open_window(std::chrono::minutes(10));
  EXPECT_TRUE(shown("settings_notice"));
  EXPECT_TRUE(text("settings_notice").contains("settings.json.broken-")) << text("settings_notice").toStdString();
  take_screenshot("start-broken-settings");
}

TEST_F(WindowTest, ANoticeOfManyFaultsIsReadToItsEndInTheSmallestWindow) {
  window.reset();
  QFile file(folder.filePath("settings.json"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  const QByteArray value = ": \"" + QByteArray(80, 'x') + '"';
  file.write("{\"version\": 1, \"codec\"" + value + ", \"adaptation\": {\"mode\"" + value +
             "}, \"appearance\": {\"theme\"" + value + ", \"language\"" + value + "}}");
  file.close();
  open_window(std::chrono::minutes(10));
  for (const char* name : {"ada", "bob", "eve"}) people.record({.name = name, .target = name});
  controller.become_host({.problem = "Port 5004 is used by another program."});
  window->resize(window->minimumSize());
  auto* notices = find<QScrollArea>("start_notices");
  ASSERT_TRUE(QTest::qWaitFor([&] { return find<QWidget>("start_page")->height() < 600; }, kDeadline));
  QCoreApplication::processEvents();
  const auto* label = find<QLabel>("settings_notice");
  EXPECT_GE(label->height(), label->heightForWidth(label->width())) << "of " << label->text().size() << " letters";
  EXPECT_TRUE(notices->widget()->rect().contains(label->geometry()));
  EXPECT_TRUE(window->rect().contains(QRect(notices->mapTo(window.get(), QPoint()), notices->size())));
  notices->verticalScrollBar()->triggerAction(QScrollBar::SliderToMaximum);
  EXPECT_TRUE(notices->viewport()->rect().contains(label->mapTo(notices->viewport(), label->rect().bottomLeft())));
}

TEST_F(WindowTest, CallsOneselfForATest) {
  click("call_self");
  EXPECT_THAT(controller.asked, testing::ElementsAre("call_self"));
  controller.become({.phase = CallPhase::kEnded, .peer = "yourself", .cause = "No sound.", .failed = true});
  click("retry");
  EXPECT_EQ(controller.asked.last(), "call_self");
}

TEST_F(WindowTest, AnIncomingCallIsAccepted) {
  controller.become(CallPhase::kIncoming);
  EXPECT_TRUE(shown("incoming_page"));
  take_screenshot("incoming");
  press(Qt::Key_Return);
  EXPECT_TRUE(controller.asked.isEmpty()) << "who was just typing must not accept a call by accident";
  click("accept");
  EXPECT_THAT(controller.asked, testing::ElementsAre("accept"));
  controller.become({.phase = CallPhase::kConnecting, .peer = "Ada", .cause = "Waiting for sound and pictures\u2026"});
  EXPECT_TRUE(shown("calling_page"));
  take_screenshot("connecting");
}

TEST_F(WindowTest, AnIncomingCallIsAcceptedWithTheCameraOff) {
  controller.become(CallPhase::kIncoming);
  click("accept_without_camera");
  EXPECT_EQ(controller.asked.last(), "accept");
  EXPECT_TRUE(window->call_actions().camera_off.isChecked());
  controller.become(CallPhase::kInCall);
  EXPECT_FALSE(shown("accept_without_camera_button"));
  controller.become(CallPhase::kEnded);
  EXPECT_FALSE(window->call_actions().camera_off.isChecked()) << "later calls have the camera";
  controller.become(CallPhase::kIncoming);
  click("accept_without_camera");
  controller.become(CallPhase::kInCall);
  click("camera_off");
  click("camera_off");
  controller.become(CallPhase::kIdle);
  EXPECT_TRUE(window->call_actions().camera_off.isChecked()) << "its user has switched it off since";
  controller.become(CallPhase::kIncoming);
  click("accept_without_camera");
  controller.become(CallPhase::kIdle);
  EXPECT_TRUE(window->call_actions().camera_off.isChecked()) << "it was off before";
}

TEST_F(WindowTest, ACallThatNobodyTakesIsMissedHereAndNotAnsweredThere) {
  const CallStatus status{
      .call = 1, .state = Call::State::kEnded, .peer = "192.0.2.7", .end = Call::End::kNoAnswer, .log_path = {}};
  const CallView missed = call_state(status, CallPhase::kIncoming);
  EXPECT_TRUE(missed.missed);
  EXPECT_FALSE(missed.failed);
  EXPECT_EQ(missed.cause, "192.0.2.7 called");
  EXPECT_EQ(missed.advice, "");
  const CallView in_vain = call_state(status, CallPhase::kCalling);
  EXPECT_FALSE(in_vain.missed);
  EXPECT_EQ(in_vain.cause, "192.0.2.7 did not answer");
}

TEST_F(WindowTest, AnIncomingCallIsDeclined) {
  controller.become(CallPhase::kIncoming);
  click("hang_up");
  EXPECT_THAT(controller.asked, testing::ElementsAre("decline"));
  controller.become(CallPhase::kIncoming);
  press(Qt::Key_D, Qt::ControlModifier);
  EXPECT_THAT(controller.asked, testing::ElementsAre("decline", "decline"));
}

TEST_F(WindowTest, AFailureNamesItsCauseAndOffersToTryAgain) {
  find<QLineEdit>("address")->setText("10.0.0.7");
  click("call");
  controller.become({.phase = CallPhase::kEnded,
                     .peer = "10.0.0.7",
                     .cause = "10.0.0.7 did not answer within 15 s.",
                     .advice = "Check the address and whether Counterpoint runs there. A firewall may also keep the "
                               "call out: port 5004 must be open for UDP and TCP.",
                     .failed = true});
  EXPECT_TRUE(shown("end_page"));
  const auto* page = find<QWidget>("end_page");
  EXPECT_TRUE(page->accessibleDescription().contains("did not answer"));
  EXPECT_TRUE(page->accessibleDescription().contains("firewall"));
  take_screenshot("failure");
  click("retry");
  EXPECT_EQ(controller.asked.last(), "call 10.0.0.7");
  controller.become(CallPhase::kEnded);
  click("back");
  EXPECT_TRUE(shown("start_page"));
  EXPECT_EQ(find<QLineEdit>("address")->text(), "10.0.0.7") << "the address can be corrected";
}

TEST_F(WindowTest, AfterAnIncomingCallThereIsNothingToRepeat) {
  controller.become(CallPhase::kIncoming);
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  EXPECT_FALSE(shown("retry_button"));
  take_screenshot("ended");
  click("back");
  EXPECT_TRUE(shown("start_page"));
}

TEST_F(WindowTest, ACallShowsThePeerTheFiguresAndTheQuality) {
  enter_call();
  EXPECT_TRUE(shown("call_page"));
  EXPECT_EQ(text("peer_name"), "Ada");
  EXPECT_EQ(text("peer_state"), "12:41");
  QStringList figures;
  for (const auto* label : find<QWidget>("figures")->findChildren<QLabel*>()) figures.append(label->text());
  for (const char* figure :
       {"512 kbit/s", "1498 kbit/s", "48 packets/s", "131 packets/s", "20 frames/s", "30 frames/s", "640\u00d7360",
        "1280\u00d7720", "round trip 42 ms", "0.3 % lost", "You \u2192 Ada", "buffer 40 ms"}) {
    EXPECT_TRUE(figures.contains(QString::fromUtf8(figure))) << figure;
  }
  EXPECT_EQ(text("own_caption"), QString::fromUtf8("640\u00d7360 \u00b7 20 frames/s"));
  EXPECT_TRUE(find<QWidget>("own_picture")->toolTip().contains(text("own_caption")));
  take_screenshot("call");
}

TEST_F(WindowTest, WhatDoesNotWorkIsToldThoughOneCanBeCalled) {
  EXPECT_FALSE(shown("host_problem"));
  controller.become_host({.listening_on = "192.168.1.20:5004", .problem = "There is no camera \"/dev/video7\"."});
  EXPECT_TRUE(text("listening").contains("192.168.1.20:5004"));
  EXPECT_TRUE(shown("host_problem"));
  EXPECT_EQ(text("host_problem"), "There is no camera \"/dev/video7\".");
}

TEST_F(WindowTest, WordsInAnEmptyFieldAreAsStrongAsQuietText) {
  for (const ThemeChoice choice : {ThemeChoice::kLight, ThemeChoice::kDark}) {
    set_theme(*qApp, choice);
    QCoreApplication::processEvents();
    EXPECT_EQ(find<QLineEdit>("address")->palette().color(QPalette::PlaceholderText), theme().quiet_text);
  }
}

TEST_F(WindowTest, TheQualityIsSaidInAWordAndItsCauseWhereItIsNotGood) {
  enter_call();
  const auto words = [this](const char* badge) { return find<QWidget>(badge)->findChild<QLabel*>()->text(); };
  const auto told = [this] { return find<QWidget>("quality")->accessibleDescription(); };
  EXPECT_EQ(words("quality"), "") << "nothing is measured yet";
  EXPECT_EQ(told(), "Not measured yet");
  CallFigures next = stats();
  next.quality.quality = CallQuality::kGood;
  emit controller.stats_changed(next);
  EXPECT_EQ(words("quality"), "Good");
  EXPECT_EQ(told(), "Good");
  EXPECT_TRUE(shown("quality"));
  be_still();
  EXPECT_FALSE(shown("quality")) << "nobody need be told all the time that all is well";
  next.quality = {CallQuality::kPoor, QualityCause::kAudioLost, 0.1};
  emit controller.stats_changed(next);
  EXPECT_EQ(words("quality"), "Poor: 10.0 % of the sound is lost");
  EXPECT_EQ(told(), "Poor: 10.0 % of the sound is lost");
  EXPECT_TRUE(shown("quality")) << "it is seen without the controls too";
  next.quality = {CallQuality::kFair, QualityCause::kDelay, 0.3};
  emit controller.stats_changed(next);
  EXPECT_EQ(words("quality"), "Fair: sound takes 300 ms to arrive");
  controller.become(CallPhase::kEnded);
  enter_call();
  EXPECT_FALSE(shown("quality")) << "nothing of the call before";
}

TEST_F(WindowTest, FiguresChangeAtMostFiveTimesASecondAndEndWithTheNewest) {
  controller.become(CallPhase::kInCall);
  const auto rate_is = [this](const char* rate) {
    for (const auto* label : find<QWidget>("figures")->findChildren<QLabel*>()) {
      if (label->text() == QLatin1String(rate)) return true;
    }
    return false;
  };
  CallFigures next = stats();
  for (const int rate : {512, 600, 700, 800}) {
    next.send_rate = DataRate::kilobits_per_second(rate);
    emit controller.stats_changed(next);
  }
  EXPECT_TRUE(rate_is("512 kbit/s"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return rate_is("800 kbit/s"); }, kDeadline));
}

TEST_F(WindowTest, MutesAndTurnsTheCameraOffByClickAndByKey) {
  enter_call();
  click("mute");
  EXPECT_EQ(controller.asked.last(), "send camera");
  EXPECT_EQ(button("mute")->accessibleName(), "Mute microphone") << "the tick says the rest";
  EXPECT_TRUE(button("mute")->toolTip().contains("(M)"));
  EXPECT_TRUE(shown("muted_badge"));
  press(Qt::Key_V);
  EXPECT_EQ(controller.asked.last(), "send");
  CallFigures s = stats();
  s.quality = {CallQuality::kFair, QualityCause::kDelay, 0.3};
  EXPECT_EQ(text("own_caption"), "") << "the peer gets no picture any more";
  emit controller.stats_changed(s);
  EXPECT_EQ(text("own_caption"), "");
  take_screenshot("call-muted");
  press(Qt::Key_M);
  EXPECT_EQ(controller.asked.last(), "send microphone");
  EXPECT_FALSE(shown("muted_badge"));
  click("camera_off");
  EXPECT_EQ(controller.asked.last(), "send microphone camera");
}

TEST_F(WindowTest, HangsUpByClickByKeyAndByClosing) {
  enter_call();
  click("hang_up");
  EXPECT_THAT(controller.asked, testing::ElementsAre("hang_up"));
  EXPECT_TRUE(shown("start_page"));
  enter_call();
  press(Qt::Key_D, Qt::ControlModifier);
  EXPECT_THAT(controller.asked, testing::ElementsAre("hang_up", "hang_up"));
  enter_call();
  window->close();
  ASSERT_TRUE(shown("close_question"));
  EXPECT_TRUE(window->isVisible());
  take_screenshot("close-question");
  for (auto* answer : find<QWidget>("close_question")->findChildren<QAbstractButton*>()) {
    if (answer->text() == "Cancel") answer->click();
  }
  EXPECT_THAT(controller.asked, testing::ElementsAre("hang_up", "hang_up")) << "the call goes on";
  ASSERT_TRUE(QTest::qWaitFor([this] { return !window->findChild<QWidget*>("close_question"); }, kDeadline));
  window->close();
  for (auto* answer : find<QWidget>("close_question")->findChildren<QAbstractButton*>()) {
    if (answer->text() == "End call") answer->click();
  }
  EXPECT_THAT(controller.asked, testing::ElementsAre("hang_up", "hang_up", "hang_up"));
  EXPECT_FALSE(window->isVisible());
}

TEST_F(WindowTest, ACallWithOneselfIsSaidInSentencesOfItsOwn) {
  const QString name = peer_text(kSelfPeer);
  controller.become({.phase = CallPhase::kCalling, .peer = name, .self = true});
  EXPECT_EQ(find<QWidget>("calling_page")->accessibleName(), "Calling yourself");
  const CallView view = call_state({.state = Call::State::kConnected, .peer = kSelfPeer, .log_path = {}});
  EXPECT_TRUE(view.self);
  controller.become(view);
  window->close();
  EXPECT_THAT(find<QWidget>("close_question")->findChildren<QLabel*>(),
              testing::Contains(testing::Property(&QLabel::text, "Closing the window ends the call with yourself.")));
  EXPECT_FALSE(call_state({.state = Call::State::kConnected, .peer = "Ada", .log_path = {}}).self);
}

TEST_F(WindowTest, WhoSpeaksThoughMutedIsToldOnce) {
  enter_call();
  const auto speak = [this] {
    for (int i = 0; i < 8; ++i) emit controller.local_level(0.7);
  };
  speak();
  EXPECT_FALSE(shown("toast")) << "one is heard";
  click("mute");
  emit controller.local_level(0.7);
  emit controller.local_level(0.1);
  EXPECT_FALSE(shown("toast")) << "a knock";
  speak();
  ASSERT_TRUE(shown("toast"));
  EXPECT_EQ(notices(), "You are muted. Press M to speak.");
  find<QWidget>("toast")->hide();
  speak();
  EXPECT_FALSE(shown("toast")) << "once is enough";
  click("mute");
  emit controller.local_level(0.7);
  click("mute");
  speak();
  EXPECT_TRUE(shown("toast")) << "it is another time";
}

TEST_F(WindowTest, DevicesAreChosenAtTheirButtons) {
  enter_call();
  click("choose_audio");
  auto* menu = find<QMenu>("audio_menu");
  ASSERT_TRUE(menu->isVisible());
  ASSERT_FALSE(menu->actions().isEmpty());
  EXPECT_FALSE(menu->actions().at(0)->isSeparator()) << "a title, which every style draws";
  EXPECT_TRUE(menu->actions().at(1)->isChecked()) << "automatic, as in the settings";
  emit controller.local_level(0.6);
  EXPECT_EQ(find<LevelMeter>("menu_level")->level(), 0.6) << "the microphone in use is heard";
  menu->close();
  settings->change([](Settings& s) { s.devices.camera = "none"; });
  click("choose_camera");
  auto* cameras = find<QMenu>("camera_menu");
  ASSERT_TRUE(cameras->isVisible());
  EXPECT_FALSE(cameras->actions().at(1)->isChecked());
  cameras->actions().at(1)->trigger();
  EXPECT_EQ(settings->settings().devices.camera, kAutomaticDevice);
  cameras->close();
}

/// Writes down whether the microphone is open for its level, and whether devices are followed.
class MeteredCatalog final : public DeviceCatalog {
 public:
  void start_meter() override { measures = true; }
  void stop() override { measures = false; }
  bool measures = false;
  bool follows = false;

 private:
  void follow_devices(bool on) override { follows = on; }
};

TEST_F(WindowTest, DevicesAreFollowedUntilNobodyWatchesThem) {
  MeteredCatalog catalog;
  catalog.watch(*window, true);
  catalog.watch(controller, true);
  catalog.watch(controller, false);
  EXPECT_TRUE(catalog.follows) << "somebody still watches";
  catalog.watch(*window, false);
  EXPECT_FALSE(catalog.follows);
}

TEST_F(WindowTest, BeforeACallTheMicrophoneIsOpenWhileItsListIs) {
  MeteredCatalog catalog;
  window = std::make_unique<MainWindow>(controller, *settings, people, WindowConfig{.devices = &catalog});
  window->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get(), kDeadline));
  EXPECT_FALSE(catalog.measures);
  click("choose_audio");
  auto* menu = find<QMenu>("audio_menu");
  ASSERT_TRUE(menu->isVisible());
  EXPECT_TRUE(catalog.measures);
  EXPECT_TRUE(catalog.follows);
  emit controller.local_level(0.6);
  EXPECT_EQ(find<LevelMeter>("menu_level")->level(), 0.6);
  EXPECT_FALSE(window->findChild<QSlider*>("peer_volume")) << "there is no peer";
  menu->close();
  EXPECT_FALSE(catalog.measures);
  EXPECT_FALSE(catalog.follows);
  window.reset();
}

TEST_F(WindowTest, WhoIsCalledSeesThemselvesAndChoosesBeforeAnyoneSeesThem) {
  controller.become(CallPhase::kIncoming);
  controller.local_sink().show(portrait_frame({640, 360}, 0));
  ASSERT_TRUE(QTest::qWaitFor([this] { return find<VideoView>("incoming_preview")->has_frame(); }, kDeadline));
  take_screenshot("incoming-preview");
  press(Qt::Key_M);
  press(Qt::Key_V);
  EXPECT_FALSE(window->call_actions().mute.isChecked()) << "somebody was typing";
  EXPECT_FALSE(window->call_actions().camera_off.isChecked());
  click("mute");
  EXPECT_EQ(controller.asked.last(), "send camera");
  click("camera_off");
  EXPECT_EQ(controller.asked.last(), "send");
  click("accept");
  controller.become(CallPhase::kInCall);
  const auto has_keyboard = [this] { return QGuiApplication::focusWindow() == window->windowHandle(); };
  ASSERT_TRUE(QTest::qWaitFor(has_keyboard, kDeadline));
  press(Qt::Key_M);
  EXPECT_EQ(controller.asked.last(), "send microphone");
}

TEST_F(WindowTest, ThePeersVolumeIsSetBesideTheLoudspeakersOfACall) {
  enter_call();
  click("choose_audio");
  auto* volume = find<QSlider>("peer_volume");
  EXPECT_TRUE(volume->isVisible());
  EXPECT_EQ(volume->accessibleName(), "Volume of the peer");
  EXPECT_EQ(text("peer_volume_text"), "100 %");
  auto* menu = find<QMenu>("audio_menu");
  QTest::keyClick(menu, Qt::Key_Up);  // The key enters the menu from below.
  ASSERT_TRUE(volume->hasFocus());
  QTest::keyClick(volume, Qt::Key_Right);
  EXPECT_EQ(controller.asked.last(), "peer volume 105");
  QTest::keyClick(volume, Qt::Key_End);
  EXPECT_EQ(text("peer_volume_text"), "150 %");
  QTest::keyClick(volume, Qt::Key_Home);
  EXPECT_EQ(controller.asked.last(), "peer volume 0");
  EXPECT_EQ(text("peer_volume_text"), "Muted");
  QTest::keyClick(volume, Qt::Key_Up);
  EXPECT_FALSE(volume->hasFocus()) << "the keyboard goes on in the menu";
  EXPECT_TRUE(menu->isVisible());
  menu->close();
  click("choose_audio");
  EXPECT_EQ(find<QSlider>("peer_volume")->value(), 0) << "as the call has it";
  menu->close();
  controller.become(CallPhase::kIdle);
  enter_call();
  click("choose_audio");
  EXPECT_EQ(find<QSlider>("peer_volume")->value(), 100) << "another call";
  menu->close();
}

TEST_F(WindowTest, TheMenuHasTheKeysAndSaysWhatTheProgramIs) {
  window->call_actions().shortcuts.trigger();
  ASSERT_TRUE(shown("shortcuts_dialog"));
  QStringList words;
  for (const auto* label : find<QWidget>("shortcuts_dialog")->findChildren<QLabel*>()) words.append(label->text());
  EXPECT_TRUE(words.contains("Mute microphone") && words.contains("M"));
  find<QDialog>("shortcuts_dialog")->close();
  window->call_actions().about.trigger();
  EXPECT_TRUE(shown("about_dialog"));
  take_screenshot("about");
}

TEST_F(WindowTest, WithoutACallTheWindowClosesAtOnce) {
  window->close();
  EXPECT_FALSE(window->isVisible());
}

TEST_F(WindowTest, TheEndSaysHowLongTheCallWasAndHowGood) {
  enter_call();
  EXPECT_EQ(window->windowTitle(), "Ada \u2013 Counterpoint");
  controller.become({.phase = CallPhase::kEnded,
                     .peer = "Ada",
                     .cause = "The peer hung up",
                     .duration = 477s,
                     .quality = CallQuality::kGood,
                     .log = "/nowhere/call.jsonl"});
  const auto said = [this](const char* name) { return find<QWidget>("end_page")->findChild<QLabel*>(name)->text(); };
  EXPECT_EQ(said("notice_title"), "Call ended");
  EXPECT_EQ(said("notice_text"), "The peer hung up \u00b7 07:57 \u00b7 Good");
  EXPECT_FALSE(window->call_actions().show_call_log.isVisible()) << "this window has no logs to show";
  EXPECT_EQ(window->windowTitle(), "Counterpoint");
  take_screenshot("call-ended");
}

TEST_F(WindowTest, ABreakSaysWithWhomAndHowLongOverTheDimmedPicture) {
  enter_call();
  EXPECT_FALSE(shown("reconnecting"));
  controller.become({.phase = CallPhase::kInCall, .peer = "Ada", .reconnecting = true});
  ASSERT_TRUE(shown("reconnecting"));
  EXPECT_EQ(find<QWidget>("reconnecting")->accessibleName(), "Reconnecting to Ada");
  CallFigures silent = stats();
  silent.quality = {CallQuality::kPoor, QualityCause::kPeerSilent, 12};
  emit controller.stats_changed(silent);
  take_screenshot("call-reconnecting");
  controller.become(CallPhase::kInCall);
  EXPECT_FALSE(shown("reconnecting"));
}

TEST_F(WindowTest, ARunningCallIsPaintedInTime) {
  enter_call();
  press(Qt::Key_O);
  for (const QSize& size : {QSize(1280, 800), QSize(1920, 1080)}) {
    window->resize(size);
    const VideoFrame frame = portrait_frame({size.width(), size.width() * 9 / 16}, 8);
    const auto show = [&](int) { controller.remote_sink().show(frame); };
    const auto paint = [&] {
      QCoreApplication::processEvents();
      find<QWidget>("remote_view")->repaint();
    };
    const std::string name = "a call page of " + std::to_string(size.width()) + " pixels' width with all its panels";
    EXPECT_LT(painting_cost(name.c_str(), 41, show, paint), 2 * painting_limit());
  }
}

TEST_F(WindowTest, ThePeersPictureFillsTheWindowOrIsShownWholeByKey) {
  enter_call();
  controller.remote_sink().show(portrait_frame({640, 360}, 8));  // The window is 16:10.
  QCoreApplication::processEvents();
  auto* remote = find<VideoView>("remote_view");
  EXPECT_EQ(remote->frame_area(), remote->rect());
  press(Qt::Key_W);
  EXPECT_EQ(remote->frame_area(), QRect(0, 40, 1280, 720));
  press(Qt::Key_W);
  EXPECT_EQ(remote->frame_area(), remote->rect());
}

TEST_F(WindowTest, ASecondCallDoesNotBeginWithTheLastPictureOfTheFirst) {
  enter_call();
  const QRgb with_picture = find<QWidget>("remote_view")->grab().toImage().pixel(640, 300);
  click("hang_up");
  controller.become(CallPhase::kInCall);
  EXPECT_NE(find<QWidget>("remote_view")->grab().toImage().pixel(640, 300), with_picture);
  take_screenshot("call-waiting");
}

TEST_F(WindowTest, NoticesOfTheSameMomentStandBelowEachOtherUntilTheyAreClickedAway) {
  enter_call();
  for (const char* notice : {"The camera is gone.", "The microphone is gone.", "The camera is gone."}) {
    emit controller.notice(notice);
  }
  EXPECT_EQ(notices(), "The microphone is gone.\n\nThe camera is gone.");
  QTest::mouseClick(find<QWidget>("toast"), Qt::LeftButton);
  EXPECT_FALSE(shown("toast"));
  emit controller.notice("The disk is full.");
  EXPECT_EQ(notices(), "The disk is full.");
}

TEST_F(WindowTest, ANoticeFindsItsPlaceOnceWhenTheWindowIsResized) {
  /// Counts how often the notice tries a width.
  class Tries final : public QObject {
   public:
    bool eventFilter(QObject*, QEvent* event) override {
      count += event->type() == QEvent::Resize ? 1 : 0;
      return false;
    }
    int count = 0;
  } tries;
  window->resize(window->minimumSize());
  enter_call();
  press(Qt::Key_O);
  emit controller.notice(QString("What nobody here can do anything about is told at length. ").repeated(30));
  QCoreApplication::processEvents();
  find<QWidget>("toast")->installEventFilter(&tries);
  emit find<CallPage>("call_page")->placed();
  EXPECT_TRUE(QTest::qWaitFor([&] { return tries.count > 0; }, kDeadline)) << "it is tried in several widths";
  const int once = std::exchange(tries.count, 0);
  QResizeEvent resized(window->size(), window->size());
  QCoreApplication::sendEvent(window.get(), &resized);
  emit find<CallPage>("call_page")->placed();
  EXPECT_TRUE(QTest::qWaitFor([&] { return tries.count >= once; }, kDeadline));
  QCoreApplication::processEvents();
  EXPECT_EQ(tries.count, once);
}

}  // namespace
}  // namespace counterpoint
