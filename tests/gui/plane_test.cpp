// SPDX-License-Identifier: GPL-3.0-or-later
// The plane as a person sees it: where its marks stand, that they stay inside, and what they cost.
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/operating_points.h"
#include "tests/gui/support/on_screen.h"
#include "tests/gui/support/plane_marker.h"
#include "tests/gui/support/window_fixture.h"
#include "tests/support/painting_cost.h"
#include "ui/plots/plane_labels.h"
#include "ui/plots/plane_view.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

PlanePosition position(double kilobits, double packets) {
  return {.bit_rate = DataRate::bits_per_second(std::llround(1000 * kilobits)),
          .packet_rate = PacketRate::per_second(packets)};
}

std::shared_ptr<const std::vector<PlanePosition>> all_points() {
  auto points = std::make_shared<std::vector<PlanePosition>>();
  for (const PlacedPoint& placed : operating_points(live_classes({}, {}), {}, {})) points->push_back(placed.position);
  return points;
}

AdaptationStatus busy_state() {
  AdaptationStatus state{
      .at = 70s,
      .mode = "2d",
      .position = position(352, 40),
      .points = all_points(),
      .received = position(340, 39),
      .rate_limit = DataRate::kilobits_per_second(470),
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
    view.set_state(state);
    const QRectF plot = view.plot_area();
    const PlanePosition ends = view.axis_ends();
    const QPointF expected(
        plot.left() + plot.width() * (own.bit_rate / ends.bit_rate),
        plot.bottom() - plot.height() * own.packet_rate.per_second() / ends.packet_rate.per_second());
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
  wild.rate_limit = DataRate::unlimited();
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

TEST(PlaneTest, NoLabelCoversAnotherOneOrIsCrossedByALimit) {
  const QRectF plot(52, 44, 384, 178);
  const PlaneLabelSizes sizes{
      .packet_unit = {58, 14}, .rate_unit = {36, 14}, .packet_limit = {84, 14}, .rate_limit = {80, 14}};
  for (qreal x = plot.left() - 2; x <= plot.right(); x += 2) {
    for (qreal y = plot.top() - 2; y <= plot.bottom(); y += 2) {
      const auto rate_limit = x < plot.left() ? std::nullopt : std::optional(x);
      const auto packet_limit = y < plot.top() ? std::nullopt : std::optional(y);
      const PlaneLabels labels = place_labels(plot, sizes, rate_limit, packet_limit, {});
      ASSERT_EQ(labels.rate_limit.isNull(), !rate_limit) << x << " " << y;
      ASSERT_EQ(labels.packet_limit.isNull(), !packet_limit) << x << " " << y;
      std::vector<QRectF> all{labels.packet_unit, labels.rate_unit};
      if (rate_limit) all.push_back(labels.rate_limit);
      if (packet_limit) all.push_back(labels.packet_limit);
      for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_TRUE(plot.contains(all[i])) << i << " at " << x << " " << y;
        for (std::size_t j = 0; j < i; ++j) {
          ASSERT_FALSE(all[i].intersects(all[j])) << i << j << " at " << x << " " << y;
        }
        const bool crossed = (rate_limit && all[i].left() < x && x < all[i].right()) ||
                             (packet_limit && all[i].top() < y && y < all[i].bottom());
        ASSERT_FALSE(crossed) << i << " at " << x << " " << y;
      }
    }
  }
}

TEST(PlaneTest, NoLabelStandsUnderAMarker) {
  const QRectF plot(52, 44, 384, 160);
  const PlaneLabelSizes sizes{
      .packet_unit = {58, 14}, .rate_unit = {36, 14}, .packet_limit = {84, 14}, .rate_limit = {80, 14}};
  for (qreal x = plot.left(); x <= plot.right(); x += 6) {
    for (qreal y = plot.top(); y <= plot.bottom(); y += 3) {
      const std::vector<QRectF> markers{{x - 9, y - 9, 18, 18}, {x - 30, y - 4, 18, 18}};
      const PlaneLabels labels = place_labels(plot, sizes, 250, 120, markers);
      for (const QRectF& label : {labels.packet_unit, labels.rate_unit, labels.packet_limit, labels.rate_limit}) {
        ASSERT_FALSE(label.isNull()) << x << " " << y;
        for (const QRectF& marker : markers) ASSERT_FALSE(label.intersects(marker)) << x << " " << y;
      }
    }
  }
}

TEST(PlaneTest, TheTrailIsAMinuteLongAndFades) {
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.received = position(430, 20);  // Holds the axes.
  state.rate_limit.reset();
  state.packet_limit.reset();
  state.points.reset();
  const auto brightness = [&view](double kilobits) {
    // Between two grid lines.
    const QPoint place = view.place_of(position(kilobits, 37)).toPoint();
    const QImage image = view.grab().toImage();
    return qGreen(image.pixel((QPointF(place) * image.devicePixelRatio()).toPoint()));
  };
  state.at = 0s;
  state.position = position(400, 37);
  view.set_state(state);
  const int empty = brightness(330);
  state.at = 1s;
  state.position = position(250, 37);
  view.set_state(state);
  const int young = brightness(330);
  state.at = 40s;
  view.set_state(state);
  const int old = brightness(330);
  state.at = 62s;
  view.set_state(state);
  EXPECT_GT(young, old + 20);
  EXPECT_GT(old, empty + 10);
  EXPECT_EQ(brightness(330), empty) << "after a minute it is gone";
}

TEST(PlaneTest, AxesMoveRarelyAndSmoothly) {
  PlaneView view;
  AdaptationStatus state = busy_state();
  state.rate_limit.reset();
  view.set_state(state);
  const DataRate before = view.axis_ends().bit_rate;
  for (int i = 0; i < 100; ++i) {
    state.at += 100ms;
    state.position = position(330 + 5 * (i % 10), 40);
    view.set_state(state);
    EXPECT_EQ(view.axis_ends().bit_rate, before) << "small changes leave the axes alone";
  }
  state.position = position(1400, 130);
  std::vector<DataRate> ends;
  for (int i = 0; i < 15; ++i) {
    state.at += 100ms;
    view.set_state(state);
    ends.push_back(view.axis_ends().bit_rate);
  }
  EXPECT_TRUE(std::ranges::is_sorted(ends));
  EXPECT_GT(ends[1], ends[0]) << "in more than one step";
  EXPECT_GT(ends.back(), DataRate::kilobits_per_second(1400)) << "and soon";
  EXPECT_EQ(ends[14], ends[13]) << "to the end";
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
      if (axes_move) state.points = all_points();  // Costs what a move costs: all that is kept is made anew.
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
  ASSERT_EQ(entries.size(), static_cast<qsizetype>(modes().size()));
  for (const Mode& mode : modes()) {
    const QString name = QString::fromStdString(std::string(mode.name));
    auto* entry = window->findChild<QAction*>("mode_" + name);
    ASSERT_TRUE(entry) << mode.name;
    EXPECT_TRUE(entry->text().contains(QString::fromStdString(std::string(mode.summary)))) << mode.name;
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
