// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated call, seen through the real window.
#include <gtest/gtest.h>

#include <QLabel>
#include <QTest>
#include <set>

#include "app/window/demo_call_controller.h"
#include "ui/people/people_model.h"
#include "ui/settings/settings_model.h"
#include "ui/text/format.h"
#include "ui/video/video_view.h"
#include "ui/window/main_window.h"

namespace counterpoint {
namespace {

class DemoTest : public testing::Test {
 protected:
  DemoTest() {
    QObject::connect(&controller, &CallController::stats_changed, [this](const CallFigures& s) { stats.push_back(s); });
    QObject::connect(&controller, &CallController::plane_changed,
                     [this](const AdaptationStatus& s) { planes.push_back(s); });
    window.show();
  }

  void begin() {
    controller.send(Dial{"Ada"});
    controller.pass(4s);
    ASSERT_EQ(controller.state().phase, CallPhase::kInCall);
  }

  std::vector<CallFigures> stats;
  std::vector<AdaptationStatus> planes;
  DemoCallController controller{{}, DemoCallController::Pace::kByHand};
  SettingsModel settings;
  PeopleModel people;
  MainWindow window{controller, settings, people};
};

TEST_F(DemoTest, ACallIsAliveAndFollowsItsPath) {
  begin();
  controller.pass(45s);
  QCoreApplication::processEvents();
  EXPECT_TRUE(window.findChild<VideoView*>("remote_view")->has_frame());
  EXPECT_TRUE(window.findChild<VideoView*>("own_view")->has_frame());
  ASSERT_GE(stats.size(), 44U);
  EXPECT_GE(planes.size(), 44s / kStatusInterval) << "as often as in a real call";
  EXPECT_LE(planes.size(), 49s / kStatusInterval);
  const auto sent_at = [this](std::size_t second) { return stats[second].send_rate.kilobits_per_second(); };
  const auto chosen_at = [this](Duration time) {
    DataRate chosen;
    for (const AdaptationStatus& plane : planes) {
      if (plane.at <= time) chosen = plane.position.bit_rate;
    }
    return chosen.kilobits_per_second();
  };
  EXPECT_GT(chosen_at(18s), 700) << "the path is wide, though the test card does not need as much";
  EXPECT_GT(sent_at(18), 550);
  EXPECT_LT(sent_at(36), 550) << "and narrow";
  EXPECT_GT(sent_at(36), 50);
  EXPECT_TRUE(stats.back().round_trip);
  std::set<QString> decisions;
  for (const AdaptationStatus& plane : planes) {
    const auto& change = plane.decision;
    decisions.insert(change ? decision_text(change->cause, change->from, change->to) : QString());
  }
  EXPECT_GT(decisions.size(), 3U);
}

TEST_F(DemoTest, WhatIsDoneInTheWindowReachesTheCall) {
  begin();
  settings.change([](Settings& s) { s.mode = "fixed"; });
  controller.pass(1s);
  EXPECT_EQ(planes.back().mode, "fixed");
  controller.send(SetSending{.microphone = false, .camera = true});
  controller.pass(3s);
  controller.lose_peer();
  EXPECT_EQ(controller.state().phase, CallPhase::kEnded);
  controller.send(HangUp{});
  EXPECT_EQ(controller.state().phase, CallPhase::kIdle);
}

TEST_F(DemoTest, SomebodyCallsAndSomebodyDoesNotAnswer) {
  controller.receive_call();
  EXPECT_EQ(controller.state().phase, CallPhase::kIncoming);
  controller.send(Accept{});
  controller.pass(1s);
  EXPECT_EQ(controller.state().phase, CallPhase::kInCall);
  controller.pass(2s);
  controller.send(HangUp{});
  EXPECT_EQ(controller.state().phase, CallPhase::kEnded);
  EXPECT_GE(controller.state().duration, 1s);
  controller.send(Dial{DemoCallController::kNobody});
  controller.pass(4s);
  EXPECT_EQ(controller.state().phase, CallPhase::kEnded);
  EXPECT_TRUE(controller.state().failed);
  EXPECT_FALSE(controller.state().advice.isEmpty());
}

TEST_F(DemoTest, ACallThatIsCancelledNeverBegins) {
  controller.send(Dial{"Ada"});
  controller.pass(1500ms);
  controller.send(HangUp{});
  controller.pass(5s);
  EXPECT_EQ(controller.state().phase, CallPhase::kIdle);
}

}  // namespace
}  // namespace counterpoint
