// SPDX-License-Identifier: GPL-3.0-or-later
// The plane as a person sees it: where its marks stand, that they stay inside, and what they cost.
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/operating_points.h"
#include "core/adaptation/plane/operating_set.h"
#include "tests/gui/support/on_screen.h"
#include "tests/gui/support/plane_marker.h"
#include "tests/gui/support/window_fixture.h"
#include "tests/support/painting_cost.h"
#include "ui/plots/log_axis.h"
#include "ui/plots/plane_labels.h"
#include "ui/plots/plane_marks.h"
#include "ui/plots/plane_view.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

PlanePosition position(double kilobits, double packets) {
  return {.bit_rate = DataRate::bits_per_second(std::llround(1000 * kilobits)),
          .packet_rate = PacketRate::per_second(packets)};
}

std::shared_ptr<const OperatingSet> all_choices() { return std::make_shared<OperatingSet>(free_set({}, {})); }

AdaptationStatus busy_state() {
  AdaptationStatus state{
      .at = 70s,
      .mode = "2d",
      .position = position(352, 40),
      .choices = all_choices(),
      .sent = position(346, 40),
      .received = position(340, 39),
      .limit = RateLimit{.rate = DataRate::kilobits_per_second(470)},
      .packet_limit = PacketRate::per_second(46),
      .decision = AdaptationStatus::Change{
          .cause = "audio delay rising for 1.3 s", .from = position(402, 43), .to = position(352, 40)}};
  state.point.frame_rate = FrameRate::per_second(20);
  return state;
}

/// Steps of the last minute, ten a second, that end at `end`.
void walk(PlaneView& view, const AdaptationStatus& end) {
  for (int i = 0; i < 600; ++i) {
    AdaptationStatus state = end;
    const double t = i / 600.0;
    state.at = end.at - 60s + i * 100ms;
    state.position = position(460 - 108 * t + 20 * std::sin(i / 9.0), 60 - 20 * t + 3 * std::cos(i / 14.0));
    view.set_state(state);
  }
  view.set_state(end);
}

TEST(PlaneTest, TheScreenShowsEachState) {
  PlaneView view;
  view.show();
  AdaptationStatus state = busy_state();
  for (int i = 0; i < 3; ++i) {
    view.set_state(state);
    EXPECT_TRUE(screen_follows(view)) << "state " << i;
    state.at += 1s;
    state.position = position(300 - 50 * i, 30 - 3 * i);
  }
  view.clear();
  EXPECT_TRUE(screen_follows(view)) << "nothing";
}

TEST(PlaneTest, TheMarkerStandsWhereTheOperatingPointDoes) {
  PlaneView view;
  for (const PlanePosition& own : {position(352, 40), position(1013.7, 131.3), position(52, 51), position(3900, 460)}) {
    view.clear();
    AdaptationStatus state = busy_state();
    state.position = own;
    state.received.reset();
    state.sent.reset();
    state.decision.reset();
    view.set_state(state);
    const QRectF plot = view.plot_area();
    const auto [from, to] = view.axis_ends();
    const double rate = std::log(own.bit_rate / from.bit_rate) / std::log(to.bit_rate / from.bit_rate);
    const double packets = std::log(own.packet_rate.per_second() / from.packet_rate.per_second()) /
                           std::log(to.packet_rate.per_second() / from.packet_rate.per_second());
    const QPointF expected(plot.left() + plot.width() * rate, plot.bottom() - plot.height() * packets);
    EXPECT_TRUE(plot.contains(expected));
    const QPointF seen = middle_of_marker(view);
    EXPECT_LT(std::hypot(seen.x() - expected.x(), seen.y() - expected.y()), 2);
  }
}

TEST(PlaneTest, NothingIsPaintedOutsideThePanelNorIntoItsWords) {
  QWidget parent;
  parent.setStyleSheet("background: #ff00ff");
  parent.resize(800, 600);
  PlaneView view(&parent);
  view.move(100, 100);
  AdaptationStatus wild = busy_state();
  wild.received = position(1e6, 1e5);
  wild.sent = position(0, 0);
  wild.limit = RateLimit{.rate = DataRate::unlimited()};
  wild.packet_limit = PacketRate::per_second(1e12);
  view.set_state(wild);
  const QImage image = parent.grab().toImage();
  const qreal ratio = image.devicePixelRatio();
  const QRectF panel = view.geometry();
  int outside = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const bool inside = panel.contains(QPointF((x + 0.5) / ratio, (y + 0.5) / ratio));
      if (!inside && (image.pixel(x, y) & 0xffffff) != 0xff00ff) ++outside;
    }
  }
  EXPECT_EQ(outside, 0);
}

TEST(PlaneTest, NoLabelCoversAnotherOneOrStandsUnderAMark) {
  const QRectF plot(52, 44, 384, 160);
  const PlaneLabelSizes sizes{.packet_limit = {150, 14}, .rate_limit = {260, 14}};
  for (qreal x = plot.left() + 1; x <= plot.right(); x += 6) {
    for (qreal y = plot.top() + 20; y <= plot.bottom(); y += 3) {
      const std::vector<QRectF> markers{{x - 11, y - 11, 22, 22}, {x - 30, y - 4, 22, 22}};
      const PlaneLabels labels = place_labels(plot, sizes, x, y, markers);
      ASSERT_FALSE(labels.rate_limit.isNull()) << x << " " << y;
      ASSERT_FALSE(labels.packet_limit.isNull()) << x << " " << y;
      ASSERT_FALSE(labels.rate_limit.intersects(labels.packet_limit)) << x << " " << y;
      for (const QRectF& label : {labels.packet_limit, labels.rate_limit}) {
        ASSERT_TRUE(plot.contains(label)) << x << " " << y;
        for (const QRectF& marker : markers) ASSERT_FALSE(label.intersects(marker)) << x << " " << y;
      }
    }
  }
  const PlaneLabels none = place_labels(plot, sizes, std::nullopt, std::nullopt, {});
  EXPECT_TRUE(none.rate_limit.isNull() && none.packet_limit.isNull()) << "no line, no label";
}

TEST(PlaneTest, TheTrailIsAMinuteLongAndFades) {
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.sent = position(430, 20);  // They hold the axes.
  state.received = position(230, 60);
  state.limit.reset();
  state.packet_limit.reset();
  state.choices.reset();
  state.decision.reset();
  const auto brightness = [&view] {
    // Between two lines of the grid, and between two dots of the trail.
    const QPoint place = view.place_of(position(340, 37)).toPoint();
    const QImage image = view.grab().toImage();
    int brightest = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      const QPointF pixel = QPointF(place + QPoint(0, dy)) * image.devicePixelRatio();
      brightest = std::max(brightest, qGreen(image.pixel(pixel.toPoint())));
    }
    return brightest;
  };
  state.at = 1s;
  state.position = position(400, 37);
  view.set_state(state);
  const int empty = brightness();
  state.at = 2s;
  state.position = position(260, 37);
  view.set_state(state);
  const int young = brightness();
  state.at = 41s;
  view.set_state(state);
  const int old = brightness();
  state.at = 63s;
  view.set_state(state);
  EXPECT_GT(young, old + 20);
  EXPECT_GT(old, empty + 10);
  EXPECT_EQ(brightness(), empty) << "after a minute it is gone";
}

TEST(PlaneTest, TheTrailIsBrokenWhereTheModeChanges) {
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.sent = position(430, 20);
  state.received = position(230, 60);
  state.limit.reset();
  state.packet_limit.reset();
  state.choices.reset();
  state.decision.reset();
  const auto accented = [&view] {
    const QPoint place = view.place_of(position(330, 37)).toPoint();
    const QImage image = view.grab().toImage();
    int found = 0;
    for (int dy = -3; dy <= 3; ++dy) {
      const QColor seen(image.pixel((QPointF(place + QPoint(0, dy)) * image.devicePixelRatio()).toPoint()));
      if (seen.green() > seen.red() + 40) ++found;
    }
    return found;
  };
  for (const bool other_mode : {false, true}) {
    view.clear();
    state.at = 1s;
    state.mode = "2d";
    state.position = position(400, 37);
    view.set_state(state);
    state.at = 2s;
    if (other_mode) state.mode = "1d";
    state.position = position(260, 37);
    view.set_state(state);
    EXPECT_EQ(accented() == 0, other_mode);
  }
}

TEST(PlaneTest, AxesMoveRarelyAndSmoothly) {
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.limit.reset();
  view.set_state(state);
  const auto before = view.axis_ends();
  for (int i = 0; i < 100; ++i) {
    state.at += 100ms;
    state.position = position(330 + 5 * (i % 10), 40);
    view.set_state(state);
    EXPECT_EQ(view.axis_ends(), before) << "small changes leave the axes alone";
  }
  state.position = position(1400, 130);
  std::vector<DataRate> ends;
  for (int i = 0; i < 15; ++i) {
    state.at += 100ms;
    view.set_state(state);
    ends.push_back(view.axis_ends().second.bit_rate);
  }
  EXPECT_TRUE(std::ranges::is_sorted(ends));
  EXPECT_GT(ends[1], ends[0]) << "in more than one step";
  EXPECT_GT(ends.back(), DataRate::kilobits_per_second(1400)) << "and soon";
  EXPECT_EQ(ends[14], ends[13]) << "to the end";
}

TEST(PlaneTest, AxesAreLogarithmicAndLabelledWhereverTheyStand) {
  for (double from = 3; from < 4000; from *= 1.37) {
    LogAxis axis(1, 10);
    axis.follow(from, from * 1.1, 0s);
    EXPECT_LT(axis.from(), from);
    EXPECT_GT(axis.to(), 1.1 * from);
    EXPECT_GE(axis.to() / axis.from(), 4) << "two octaves at the least";
    EXPECT_LT(axis.to() / axis.from(), 16) << "and close to the call";
    EXPECT_NEAR(axis.part(std::sqrt(axis.from() * axis.to())), 0.5, 1e-9);
    const auto ticks = axis.ticks();
    EXPECT_GE(std::ranges::count_if(ticks, &LogAxis::Tick::labelled), 2) << axis.from() << " to " << axis.to();
  }
}

TEST(PlaneTest, AllThatAModeCanChooseIsSeenAsAnAreaOrAsCurves) {
  const auto lit = [](PlaneView& view, const PlanePosition& at) {
    const QImage image = view.grab().toImage();
    const QPoint place = (view.place_of(at) * image.devicePixelRatio()).toPoint();
    int brightest = 0;
    for (int dy = -2; dy <= 2; ++dy) brightest = std::max(brightest, qGreen(image.pixel(place + QPoint(0, dy))));
    return brightest;
  };
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.limit.reset();
  state.packet_limit.reset();
  state.decision.reset();
  state.choices.reset();
  view.set_state(state);
  const PlanePosition within = position(430, 71.5);  // Away from lines and marks.
  const PlanePosition outside = position(430, 33.5);
  const int empty = lit(view, within);
  const int empty_outside = lit(view, outside);
  state.at += 1s;
  state.choices = all_choices();
  view.set_state(state);
  EXPECT_GT(lit(view, within), empty + 10) << "an area";
  EXPECT_EQ(lit(view, outside), empty_outside);
  std::vector<PlanePosition> paper;
  for (const PlacedPoint& placed : nee1997_two_dimensional()) paper.push_back(placed.position);
  state.at += 1s;
  state.choices = std::make_shared<OperatingSet>(set_of_points(paper));
  view.set_state(state);
  const auto between = [](const PlanePosition& a, const PlanePosition& b) {
    return position((a.bit_rate.kilobits_per_second() + b.bit_rate.kilobits_per_second()) / 2,
                    (a.packet_rate.per_second() + b.packet_rate.per_second()) / 2);
  };
  EXPECT_GT(lit(view, between(paper[40], paper[41])), 90) << "the curve of medium frames, figure 2";
  EXPECT_EQ(lit(view, outside), empty_outside);
}

TEST(PlaneTest, ItSaysWhichOfTheTwoDimensionsIsGivenUp) {
  EXPECT_EQ(concession(position(400, 80), position(395, 50)), Concession::kPackets);
  EXPECT_EQ(concession(position(400, 80), position(430, 50)), Concession::kPackets) << "bits even rise";
  EXPECT_EQ(concession(position(400, 80), position(250, 80)), Concession::kBits);
  EXPECT_EQ(concession(position(400, 80), position(250, 55)), Concession::kBoth);
  EXPECT_EQ(concession(position(400, 80), position(450, 90)), Concession::kNone);
  EXPECT_EQ(concession(position(400, 80), position(398, 80)), Concession::kNone) << "hardly anything";
}

TEST(PlaneTest, ADecisionSaysHowOldItIsAndALimitWhereItComesFrom) {
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.decision->age = 43s;
  state.limit = RateLimit{.rate = DataRate::kilobits_per_second(733), .origin = LimitOrigin::kUntried};
  view.set_state(state);
  EXPECT_TRUE(view.accessibleDescription().contains("43 s ago: Audio delay rising"));
  EXPECT_TRUE(view.accessibleDescription().contains("At least 733 kbit/s, not tried above"));
  EXPECT_EQ(limit_text({.rate = DataRate::kilobits_per_second(1332)}), "limit 1332 kbit/s (estimate)");
}

TEST(PlaneTest, ItIsPaintedInTime) {
  for (const bool axes_move : {false, true}) {
    PlaneView view;
    AdaptationStatus state = busy_state();
    walk(view, state);
    QImage screen(1920, 1080, QImage::Format_ARGB32_Premultiplied);
    screen.fill(Qt::darkCyan);
    const auto prepare = [&](int i) {
      state.at += 100ms;
      state.position = position(352 + i % 7, 40 + i % 3);
      if (axes_move) state.choices = all_choices();  // Costs what a move costs: all that is kept is made anew.
      view.set_state(state);
    };
    const auto paint = [&] { view.render(&screen, QPoint(), QRegion(), QWidget::RenderFlags()); };
    const char* name = axes_move ? "the plane while its axes move" : "the plane";
    EXPECT_LT(painting_cost(name, 101, prepare, paint), painting_limit());
  }
}

TEST_F(WindowTest, ThePlaneIsShownByItsKeyAndButtonAndTellsItsState) {
  enter_call();
  emit controller.plane_changed(busy_state());
  EXPECT_FALSE(shown("plane"));
  press(Qt::Key_O);
  ASSERT_TRUE(shown("plane"));
  auto* plane = find<PlaneView>("plane");
  EXPECT_FALSE(plane->accessibleName().isEmpty());
  for (const char* part : {"Mode 2d", "352 kbit/s, 40 packets/s", "340 kbit/s, 39 packets/s", "Audio delay rising"}) {
    EXPECT_TRUE(plane->accessibleDescription().contains(part)) << part;
  }
  plane->clear();
  walk(*plane, busy_state());
  take_screenshot("call-plane");
  AdaptationStatus wordy = busy_state();
  wordy.at += 1s;
  wordy.decision =
      AdaptationStatus::Change{.cause = "loss of 12 % and a latency of 340 ms in two reports in a row, fewer frames",
                               .from = position(1402, 143),
                               .to = position(1352, 140)};
  emit controller.plane_changed(wordy);
  take_screenshot("call-plane-wordy");
  be_still();
  EXPECT_TRUE(shown("plane")) << "it stays when the controls go";
  take_screenshot("call-plane-still");
  QTest::mouseMove(window->windowHandle(), QPoint(300, 300));
  QTest::mouseMove(window->windowHandle(), QPoint(310, 300));
  ASSERT_TRUE(QTest::qWaitFor([this] { return shown("controls"); }, kDeadline));
  click("show_plane");
  EXPECT_FALSE(shown("plane"));
}

TEST_F(WindowTest, ThePlaneLeavesRoomForTheRestInTheSmallestWindow) {
  window->resize(window->minimumSize());
  enter_call();
  emit controller.plane_changed(busy_state());
  press(Qt::Key_O);
  QCoreApplication::processEvents();
  const QRect plane = find<QWidget>("plane")->geometry();
  EXPECT_TRUE(find<QWidget>("call_page")->rect().contains(plane));
  for (const char* other : {"figures", "own_picture", "controls", "peer_pill"}) {
    EXPECT_FALSE(plane.intersects(find<QWidget>(other)->geometry())) << other;
  }
  take_screenshot("call-plane-small");
}

TEST_F(WindowTest, EachModeOfTheTableCanBeChosen) {
  enter_call();
  settings->change([](Settings& s) { s.mode = "fixed"; });
  const auto entries = window->call_actions().mode_menu.actions();
  const auto choices = std::ranges::count_if(entries, [](const QAction* action) { return !action->isSeparator(); });
  ASSERT_EQ(static_cast<std::size_t>(choices), modes().size());
  for (const Mode& mode : modes()) {
    const QString name = QString::fromStdString(std::string(mode.name));
    auto* entry = window->findChild<QAction*>("mode_" + name);
    ASSERT_TRUE(entry) << mode.name;
    const QString words = &mode == find_mode("2d") ? "Automatic" : QString::fromStdString(std::string(mode.summary));
    EXPECT_TRUE(entry->text().contains(words)) << entry->text().toStdString();
    entry->trigger();
    EXPECT_EQ(controller.asked.last(), "mode " + name);
    EXPECT_TRUE(entry->isChecked());
  }
  settings->change([](Settings& s) { s.mode = "1d"; });
  EXPECT_TRUE(window->findChild<QAction*>("mode_1d")->isChecked());
  auto& menu = window->call_actions().mode_menu;
  EXPECT_TRUE(window->call_actions().menu.actions().contains(menu.menuAction()));
  const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
  menu.popup(window->mapToGlobal(QPoint(100, 100)));
  ASSERT_TRUE(QTest::qWaitFor([&menu] { return menu.isVisible(); }, kDeadline));
  const QFontMetrics metrics(menu.font());
  for (const QAction* entry : entries) {
    EXPECT_GT(menu.width(), metrics.horizontalAdvance(entry->text()) + 40) << entry->text().toStdString();
  }
  if (!target.isEmpty()) menu.grab().save(target + "/mode-menu.png");
}

}  // namespace
}  // namespace counterpoint
