// SPDX-License-Identifier: GPL-3.0-or-later
// The real window on a real host, in real calls with a second host over the loopback interface: nothing is faked but
// the hand on the mouse.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QtEndian>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

#include "app/files/version.h"
#include "app/window/host_call_controller.h"
#include "app/window/log_folder.h"
#include "core/call/call_link.h"
#include "core/log/session_log.h"
#include "net/adapters/socket_address.h"
#include "tests/gui/support/plane_marker.h"
#include "tests/gui/support/real_call_fixture.h"
#include "tests/support/timing.h"
#include "ui/people/people_model.h"
#include "ui/plots/plane_view.h"
#include "ui/plots/time_lines.h"
#include "ui/recorded_calls/log_view.h"
#include "ui/recorded_calls/log_window.h"
#include "ui/settings/settings_model.h"
#include "ui/text/format.h"
#include "ui/window/main_window.h"

namespace counterpoint {
namespace {

TEST_F(RealCallTest, CallMuteCameraOffAndHangUpReachThePeer) {
  dial();
  EXPECT_TRUE(wait_for([this] { return peer_.level > 0.05; })) << "the peer hears our tone";
  EXPECT_GT(peer_.brightness, 100) << "the peer sees our test card";
  take_screenshot("real-call");

  click("mute");
  EXPECT_TRUE(wait_for([this] { return peer_.level < 0.01; })) << "the peer hears nothing of a muted microphone";
  EXPECT_TRUE(wait_for([this] { return !peer_.seen().microphone; })) << "and is told";
  click("mute");
  EXPECT_TRUE(wait_for([this] { return peer_.level > 0.05; })) << "and hears it again";

  click("camera_off");
  EXPECT_TRUE(wait_for([this] { return peer_.brightness < 40; })) << "the peer sees black";
  EXPECT_TRUE(wait_for([this] { return peer_.seen().video == MediaState::Video::kOff; }));
  click("camera_off");
  EXPECT_TRUE(wait_for([this] { return peer_.brightness > 100; }));

  click("hang_up");
  EXPECT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kEnded; }));
  EXPECT_EQ(peer_.status().end, Call::End::kRemoteHungUp);
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  EXPECT_GT(controller_->state().duration, Duration::zero());
  EXPECT_TRUE(QFile::exists(controller_->state().log)) << "what happened can be looked at";
}

TEST_F(RealCallTest, WhatThePeerSaysOfItselfIsShown) {
  dial();
  EXPECT_TRUE(wait_for([this] { return text("peer_name").startsWith("\"Grace Hopper\" ("); }))
      << text("peer_name").toStdString();
  peer_.host().send(SetSending{.microphone = false, .camera = false});
  // The pill that has the sign goes away with the controls when nothing moves.
  const auto* muted = window_->findChild<QWidget*>("peer_muted");
  EXPECT_TRUE(wait_for([&] { return shown("peer_tile") && !muted->isHidden(); }));
  take_screenshot("real-peer-off");
  peer_.host().send(SetSending{});
  EXPECT_TRUE(wait_for([&] { return !shown("peer_tile") && muted->isHidden(); }));
}

/// The loudest of the last samples of a WAV file, 0 to 32768; negative while it is too short.
int loudest_at_end(const QString& path) {
  constexpr qint64 kTail = 9600;  // 0.1 s.
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() < 2 * kTail) return -1;
  file.seek((file.size() - kTail) / 2 * 2);
  const QByteArray bytes = file.readAll();
  int level = 0;
  for (qsizetype i = 0; i + 1 < bytes.size(); i += 2) {
    level = std::max(level, std::abs(static_cast<int>(qFromLittleEndian<qint16>(bytes.constData() + i))));
  }
  return level;
}

TEST_F(RealCallTest, ThePeerIsHeardAsLoudAsTheSliderSays) {
  const QString heard = folder_.filePath("heard.wav");
  dial();
  settings_.change([&heard](Settings& s) {
    s.devices = {.camera = "test-card", .microphone = "tone:440", .speaker = heard.toStdString()};
  });
  ASSERT_TRUE(wait_for([&heard] { return loudest_at_end(heard) > 1000; }));
  const int usual = loudest_at_end(heard);
  click("choose_audio");
  auto* volume = window_->findChild<QSlider*>("peer_volume");
  ASSERT_TRUE(volume);
  volume->setValue(0);
  EXPECT_TRUE(wait_for([&heard] { return loudest_at_end(heard) == 0; }));
  volume->setValue(150);
  EXPECT_TRUE(wait_for([&heard, usual] { return loudest_at_end(heard) > usual * 3 / 2; }));
  EXPECT_EQ(controller_->peer_volume(), 1.5);
  window_->findChild<QMenu*>("audio_menu")->close();
}

TEST_F(RealCallTest, ASecondCallFollowsTheFirst) {
  dial();
  click("hang_up");
  ASSERT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kEnded; }));
  peer_.pictures = 0;
  dial();
  EXPECT_TRUE(wait_for([this] { return peer_.pictures > 10; }));
}

TEST_F(RealCallTest, TheLogSaysWhichProgramThePeerHas) {
  dial();
  click("hang_up");
  ASSERT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kEnded; }));
  std::vector<std::string> told;
  const SessionLog log = read_log();
  for (const LogRecord& record : log.records) {
    const auto* event = std::get_if<LogEvent>(&record.body);
    if (event != nullptr && event->name == "peer-program") told.push_back(event->detail);
  }
  EXPECT_EQ(told, std::vector<std::string>{kProgram});
}

TEST_F(RealCallTest, AHangUpOfThePeerIsTold) {
  dial();
  peer_.host().send(HangUp{});
  EXPECT_TRUE(wait_for([this] { return shown("end_page"); }));
}

TEST_F(RealCallTest, AnIncomingCallIsAskedForAndAccepted) {
  const auto address = controller_->host().listening_on.section(':', -1);
  peer_.host().send(Dial{"127.0.0.1:" + address.toStdString()});
  ASSERT_TRUE(wait_for([this] { return shown("incoming_page"); }));
  click("accept");
  EXPECT_TRUE(wait_for([this] { return shown("call_page"); }));
  EXPECT_TRUE(wait_for([this] { return peer_.pictures > 10; }));
  click("hang_up");
  EXPECT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kEnded; }));
}

TEST_F(RealCallTest, DecliningTellsTheCaller) {
  const auto address = controller_->host().listening_on.section(':', -1);
  peer_.host().send(Dial{"127.0.0.1:" + address.toStdString()});
  ASSERT_TRUE(wait_for([this] { return shown("incoming_page"); }));
  click("hang_up");
  EXPECT_TRUE(wait_for([this] { return peer_.status().end == Call::End::kDeclined; }));
  EXPECT_TRUE(shown("start_page"));
}

TEST_F(RealCallTest, WhoDoesNotWantToBeDisturbedFindsAMissedCall) {
  settings_.change([](Settings& settings) { settings.do_not_disturb = true; });
  const auto address = controller_->host().listening_on.section(':', -1);
  peer_.host().send(Dial{"127.0.0.1:" + address.toStdString()});
  ASSERT_TRUE(wait_for([this] { return peer_.status().end == Call::End::kNoAnswer; }));
  ASSERT_TRUE(wait_for([this] { return people_.recent().calls().size() == 1; }));
  EXPECT_EQ(people_.recent().calls().front().kind, RecentCall::Kind::kMissed);
  EXPECT_TRUE(shown("start_page")) << "and nothing has moved";
  settings_.change([](Settings& settings) { settings.do_not_disturb = false; });
  peer_.host().send(Dial{"127.0.0.1:" + address.toStdString()});
  EXPECT_TRUE(wait_for([this] { return shown("incoming_page"); }));
}

TEST_F(RealCallTest, ACallerWhoGivesUpIsAMissedCall) {
  const auto address = controller_->host().listening_on.section(':', -1);
  peer_.host().send(Dial{"127.0.0.1:" + address.toStdString()});
  ASSERT_TRUE(wait_for([this] { return shown("incoming_page"); }));
  peer_.host().send(HangUp{});
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  EXPECT_TRUE(controller_->state().missed);
  EXPECT_FALSE(controller_->state().failed);
  EXPECT_TRUE(controller_->state().cause.contains("127.0.0.1")) << controller_->state().cause.toStdString();
}

TEST_F(RealCallTest, CallsAreRememberedByTheNameOfThePeerAndCanBeMadeAgain) {
  dial();
  EXPECT_TRUE(wait_for([this] { return text("peer_name").startsWith("\"Grace Hopper\" ("); }));
  click("hang_up");
  ASSERT_TRUE(wait_for([this] { return people_.recent().calls().size() == 1; }));
  click("back");
  const RecentCall call = people_.recent().calls().front();
  EXPECT_EQ(call.kind, RecentCall::Kind::kOutgoing);
  EXPECT_EQ(call.name, "Grace Hopper");
  EXPECT_EQ(call.id, peer_.host().id());
  ASSERT_TRUE(wait_for([this] { return button("person_call") != nullptr; }));
  QTest::mouseClick(button("person_call"), Qt::LeftButton);
  EXPECT_TRUE(wait_for([this] { return shown("call_page"); }));
}

TEST_F(RealCallTest, AMissedCallIsRememberedWithALinkThatCallsBack) {
  const auto address = controller_->host().listening_on.section(':', -1);
  peer_.host().send(Dial{"127.0.0.1:" + address.toStdString()});
  ASSERT_TRUE(wait_for([this] { return shown("incoming_page"); }));
  peer_.host().send(HangUp{});
  ASSERT_TRUE(wait_for([this] { return people_.recent().calls().size() == 1; }));
  const RecentCall call = people_.recent().calls().front();
  EXPECT_EQ(call.kind, RecentCall::Kind::kMissed);
  EXPECT_EQ(call.target, make_call_link({.id = peer_.host().id(), .address = "127.0.0.1"}));
}

TEST_F(RealCallTest, ACallToNobodyFailsWithACauseAndAdvice) {
  // The port of a socket that is gone is one where nobody listens.
  auto socket = bound_socket(SOCK_STREAM, "127.0.0.1", 0, false);
  ASSERT_TRUE(socket.ok());
  const auto port = SocketAddress::local_of(socket->get()).port();
  socket->reset();
  controller_->send(Dial{"127.0.0.1:" + std::to_string(port)});
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  EXPECT_TRUE(controller_->state().failed);
  EXPECT_TRUE(controller_->state().cause.contains("nothing is listening there"))
      << controller_->state().cause.toStdString();
  EXPECT_FALSE(controller_->state().advice.isEmpty());
}

TEST_F(RealCallTest, ATryThatReachesNobodyIsAmongTheRecordedCalls) {
  controller_->send(Dial{"ada:99999"});
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  LogFolder logs(&settings_);
  ASSERT_EQ(logs.list()->size(), 1);
  const QString first = logs.list()->front();
  const auto summary = logs.summary(first);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->peer, "ada:99999");
  EXPECT_EQ(summary->direction, CallDirection::kOutgoing);
  EXPECT_EQ(summary->end, Call::End::kUnreachable);
  EXPECT_TRUE(summary->detail.find("is not an address") != std::string::npos) << summary->detail;
  EXPECT_TRUE(summary->complete);
  settings_.change([](Settings& settings) { settings.logs.addresses = false; });
  controller_->send(Dial{"ada:99999"});
  ASSERT_TRUE(wait_for([this] { return controller_->state().phase == CallPhase::kEnded; }));
  ASSERT_EQ(logs.list()->size(), 2);
  QFile latest(logs.list()->front() == first ? logs.list()->back() : logs.list()->front());
  ASSERT_TRUE(latest.open(QIODevice::ReadOnly));
  EXPECT_FALSE(latest.readAll().contains("ada"));
}

TEST_F(RealCallTest, CallingYourselfTwiceIsOneCall) {
  controller_->send(CallSelf{});
  controller_->send(CallSelf{});
  ASSERT_TRUE(wait_for([this] { return shown("call_page"); }));
  EXPECT_EQ(controller_->state().phase, CallPhase::kInCall);
}

TEST_F(RealCallTest, WhoCallsDuringACallIsToldOfInEachCallAnew) {
  const std::string here = "127.0.0.1:" + controller_->host().listening_on.section(':', -1).toStdString();
  QSignalSpy notices(controller_.get(), &CallController::notice);
  for (const int times : {1, 2}) {
    controller_->send(CallSelf{});
    ASSERT_TRUE(wait_for([this] { return controller_->state().phase == CallPhase::kInCall; }));
    peer_.host().send(Dial{here});
    ASSERT_TRUE(wait_for([&] { return notices.count() == times; }));
    EXPECT_TRUE(notices.last().value(0).toString().contains("was told that you are in a call"));
    controller_->send(HangUp{});
    ASSERT_TRUE(wait_for([this] { return controller_->state().phase == CallPhase::kEnded; }));
  }
  LogFolder logs(&settings_);
  const auto declined = [&logs] {
    int found = 0;
    const QStringList all = *logs.list();
    for (const QString& file : all) {
      const auto summary = logs.summary(file);
      const bool incoming = summary && summary->direction == CallDirection::kIncoming;
      if (incoming && summary->end == Call::End::kDeclined && summary->detail == "busy") ++found;
    }
    return found;
  };
  EXPECT_TRUE(wait_for([&] { return declined() == 2; })) << declined();
}

TEST_F(RealCallTest, WithoutAPlaceForItsLogACallGoesOnAndTheUserIsTold) {
  QFile(folder_.filePath("counterpoint")).open(QIODevice::WriteOnly);  // A file in place of the folder of logs.
  QSignalSpy notices(controller_.get(), &CallController::notice);
  dial();
  EXPECT_TRUE(wait_for([&notices] { return !notices.isEmpty(); }));
  EXPECT_TRUE(notices.value(0).value(0).toString().contains("not recorded"));
}

TEST_F(RealCallTest, CallingYourselfShowsYourOwnPicture) {
  int pictures = 0;
  QObject::connect(&controller_->remote_sink(), &FrameMailbox::frame_ready, window_.get(), [&pictures] { ++pictures; });
  click("call_self");
  ASSERT_TRUE(wait_for([this] { return shown("call_page"); }));
  EXPECT_TRUE(wait_for([&pictures] { return pictures > 30; }));
  click("hang_up");
  EXPECT_TRUE(wait_for([this] { return shown("end_page"); }));
}

TEST_F(RealCallTest, AModeChosenInTheMenuIsThatOfTheCallWithinASecondAndTheMarkerStandsAsTheLogSays) {
  std::vector<AdaptationStatus> states;
  QObject::connect(controller_.get(), &CallController::plane_changed, window_.get(),
                   [&states](const AdaptationStatus& state) { states.push_back(state); });
  click("call_self");
  ASSERT_TRUE(wait_for([this] { return shown("call_page"); }));
  QTest::keyClick(window_->windowHandle(), Qt::Key_O);
  ASSERT_TRUE(shown("plane"));
  auto* plane = window_->findChild<PlaneView*>("plane");
  ASSERT_TRUE(wait_for([plane] { return plane->accessibleDescription().contains("Mode 2d."); }));
  ASSERT_TRUE(wait_for([&states] { return states.back().received.has_value(); })) << "the peer reports";
  const auto [seen_at, seen] = std::pair(states.back().at, states.size());
  ASSERT_TRUE(wait_for([&, from = seen_at] { return states.back().at > from + 2s; }));
  const double interval = to_seconds(states.back().at - seen_at) / static_cast<double>(states.size() - seen);
  EXPECT_LE(interval, time_limit(0.2)) << "the plane is told five times a second";
  take_screenshot("real-call-plane");

  for (const char* mode : {"1d", "2d-classic", "fixed", "tcp-cwnd"}) {
    auto* menu = window_->findChild<QMenu*>("mode_menu");
    auto* entry = window_->findChild<QAction*>(QLatin1String("mode_") + QLatin1String(mode));
    ASSERT_TRUE(menu && entry);
    menu->popup(window_->mapToGlobal(QPoint(300, 100)));
    ASSERT_TRUE(wait_for([menu] { return menu->isVisible(); }));
    const auto begin = std::chrono::steady_clock::now();
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entry).center());
    const QString words = QStringLiteral("Mode %1.").arg(QLatin1String(mode));
    EXPECT_TRUE(wait_for([&] { return plane->accessibleDescription().contains(words); })) << mode;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("the plane names mode %s %.0f ms after the click\n", mode, 1000 * took.count());
    EXPECT_LT(took.count(), time_limit(1)) << mode;
  }
  // In mode fixed nothing moves any more: the last point in the log is the one that is shown.
  window_->findChild<QAction*>("mode_fixed")->trigger();
  ASSERT_TRUE(wait_for([&states] { return states.back().mode == "fixed"; }));
  ASSERT_TRUE(states.back().decision);
  const AdaptationStatus::Change& change = *states.back().decision;
  const QString decision = decision_text(change.cause, change.from, change.to);
  EXPECT_TRUE(decision.contains("Mode fixed chosen by the user")) << decision.toStdString();
  click("hang_up");
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  const QPointF marker = plane->place_of(states.back().position);
  // 1200 bytes of a datagram, less the headers that a packet of video may have, and the tag of SRTP.
  const WireFormat wire{.max_payload = DataSize::bytes(1200 - 38 - 16), .packet_overhead = DataSize::bytes(12 + 16)};
  const QPointF logged = plane->place_of(plane_position(last_logged_point(), wire));
  EXPECT_LT(std::hypot(marker.x() - logged.x(), marker.y() - logged.y()), 2);
}

TEST_F(RealCallTest, ACallIsSeenInTimeLinesRecordedLookedAtAndExported) {
  LogFolder logs(&settings_);
  window_ = std::make_unique<MainWindow>(*controller_, settings_, people_, WindowConfig{.logs = &logs});
  window_->resize(1280, 800);
  window_->show();
  window_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get(), kDeadline));
  dial();
  QTest::keyClick(window_->windowHandle(), Qt::Key_T);
  QTest::keyClick(window_->windowHandle(), Qt::Key_O);
  auto* lines = window_->findChild<TimeLines*>("time_lines");
  ASSERT_TRUE(lines != nullptr && lines->isVisible());
  for (const char* part : {"Rate sent", "Rate from peer", "Rate chosen", "Packets sent", "Frames sent",
                           "Delay round trip", "Delay queue to peer", "Loss to peer", "Buffer sound"}) {
    EXPECT_TRUE(wait_for([&] { return lines->accessibleDescription().contains(part); })) << part;
  }
  EXPECT_TRUE(wait_for([&] { return lines->accessibleDescription().startsWith("At 00:05"); }));
  take_screenshot("real-call-time-lines");
  click("hang_up");
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));

  ASSERT_TRUE(wait_for([this] { return std::holds_alternative<LogEnd>(read_log().records.back().body); }));
  QTest::keyClick(window_->windowHandle(), Qt::Key_L, Qt::ControlModifier);
  LogWindow* log_window = nullptr;
  for (QWidget* top : QApplication::topLevelWidgets()) {
    if (log_window == nullptr) log_window = qobject_cast<LogWindow*>(top);
  }
  ASSERT_NE(log_window, nullptr);
  ASSERT_TRUE(QTest::qWaitForWindowExposed(log_window, kDeadline));
  auto* list = log_window->findChild<QTreeWidget*>("log_list");
  // Our own log and the peer's, which has the same home here.
  ASSERT_TRUE(wait_for([&] { return list->topLevelItemCount() == 2; }));
  log_window->open_file(QString::fromStdString(logs.list()->front().toStdString()));
  auto* view = log_window->findChild<LogView*>();
  ASSERT_TRUE(wait_for([&] { return view->isVisible(); }));
  const auto& samples = view->history().samples();
  ASSERT_GT(samples.size(), 15U);
  auto* plane = log_window->findChild<PlaneView*>("log_plane");
  auto* slider = log_window->findChild<QSlider*>("log_slider");
  for (const int tenths : {3, 6, 10}) {
    slider->setValue(slider->maximum() * tenths / 10);
    const PlanePosition logged = samples[view->history().index_at(view->time())].chosen;
    const QPointF marker = middle_of_marker(*plane);
    const QPointF place = plane->place_of(logged);
    EXPECT_LT(std::hypot(marker.x() - place.x(), marker.y() - place.y()), 2);
  }
  if (const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS"); !target.isEmpty()) {
    log_window->grab().save(target + "/real-call-log.png");
  }
  for (const char* format : {"html", "csv", "jsonl", "png"}) {
    const QString target = folder_.filePath(QString("export.") + format);
    const Result<void> exported = log_window->export_to(target, true);
    ASSERT_TRUE(exported) << exported.error().message;
    QFile file(target);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    EXPECT_GT(content.size(), 2000) << format;
    for (const char* secret : {"127.0.0.1", "test-card", "tone:440"}) {
      EXPECT_FALSE(content.contains(secret)) << format << " names " << secret;
    }
  }
}

TEST_F(RealCallTest, AModeAParameterAndDevicesChosenInTheSettingsAreThoseOfTheCall) {
  std::vector<AdaptationStatus> states;
  QObject::connect(controller_.get(), &CallController::plane_changed, window_.get(),
                   [&states](const AdaptationStatus& state) { states.push_back(state); });
  dial();
  ASSERT_TRUE(wait_for([this] { return peer_.level > 0.05; }));
  QTest::keyClick(window_->windowHandle(), Qt::Key_Comma, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([this] { return shown("settings_dialog"); }));
  auto* mode = window_->findChild<QComboBox*>("setting_mode");
  const auto begin = std::chrono::steady_clock::now();
  mode->setCurrentIndex(mode->findData("tcp-cwnd"));
  EXPECT_TRUE(wait_for([&states] { return !states.empty() && states.back().mode == "tcp-cwnd"; }));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("the call is in the mode of the settings after %.0f ms\n", 1000 * took.count());
  EXPECT_LT(took.count(), time_limit(1));
  window_->findChild<QDoubleSpinBox*>("parameter_b_max")->setValue(8);

  settings_.change([](Settings& s) { s.devices = {.camera = "none", .microphone = "none", .speaker = "none"}; });
  EXPECT_TRUE(wait_for([this] { return peer_.level < 0.01; })) << "the peer hears nothing any more";
  settings_.change(
      [](Settings& s) { s.devices = {.camera = "test-card", .microphone = "tone:880", .speaker = "none"}; });
  EXPECT_TRUE(wait_for([this] { return peer_.level > 0.05; }));
  peer_.pictures = 0;
  EXPECT_TRUE(wait_for([this] { return peer_.pictures > 10; }));
  take_screenshot("real-call-settings");
  controller_->send(HangUp{});
  EXPECT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kEnded; }));
}

}  // namespace
}  // namespace counterpoint
