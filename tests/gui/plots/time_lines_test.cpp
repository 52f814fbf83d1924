// SPDX-License-Identifier: GPL-3.0-or-later
// The time lines as a person sees them: where lines stand, what is read at the pointer, and what painting costs.
#include <gtest/gtest.h>

#include <QImage>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "tests/gui/support/on_screen.h"
#include "tests/gui/support/window_fixture.h"
#include "tests/support/timing.h"
#include "ui/plots/time_frame.h"
#include "ui/plots/time_lines.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

/// A call of `length` with samples five times a second: the rate goes up and down, and falls for a moment at 100 s.
CallHistory make_history(Duration length) {
  CallHistory history;
  history.add({0s, LogHeader{.settings = {{"mode", "2d"}}}});
  LogSample totals;
  for (Duration at = 200ms; at <= length; at += 200ms) {
    const double t = to_seconds(at);
    const bool outage = at > 100s && at <= 102s;
    totals.packets_sent += 12;
    totals.packets_received += 11;
    totals.bytes_sent += outage ? 0 : static_cast<std::uint64_t>(9000 + 3000 * std::sin(t / 9));
    totals.bytes_received += static_cast<std::uint64_t>(8000 + 2000 * std::cos(t / 7));
    totals.frames_encoded += 4;
    totals.frames_rendered += 5;
    totals.packets_reported += 12;
    totals.packets_reported_lost += static_cast<std::uint64_t>(std::fmod(t, 20) < 0.2 ? 1 : 0);
    totals.media_packets_received += 11;
    totals.picture_buffer_delay += 0.2 + 0.05 * std::sin(t);
    totals.picture_buffer_count += 5;
    totals.audio_buffer_delay = 0.06;
    totals.queueing_delay = 0.02 * (1 + std::sin(t / 3));
    totals.round_trip_time = 0.06 + 0.02 * std::sin(t / 3);
    totals.rate_limit = DataRate::kilobits_per_second(600);
    totals.chosen = {DataRate::kilobits_per_second(400), PacketRate::per_second(60)};
    history.add({at, totals});
    if (std::fmod(t, 7) < 0.2) history.add({at, LogDecision{{}, {}, "audio delay rising for 1.3 s", ""}});
    if (std::fmod(t, 45) < 0.2) history.add({at, LogEvent{"freeze", "the picture stood still"}});
  }
  return history;
}

bool is_like(QRgb c, const QColor& colour) {
  return std::abs(qRed(c) - colour.red()) < 30 && std::abs(qGreen(c) - colour.green()) < 30 &&
         std::abs(qBlue(c) - colour.blue()) < 30;
}

TEST(TimeLinesTest, TheScreenFollowsHistorySpanAndCursor) {
  const CallHistory history = make_history(120s);
  TimeLines view;
  view.show();
  EXPECT_TRUE(screen_follows(view)) << "nothing";
  view.set_history(&history);
  EXPECT_TRUE(screen_follows(view)) << "history";
  view.show_span(20s, 60s);
  EXPECT_TRUE(screen_follows(view)) << "span";
  view.set_cursor(40s);
  EXPECT_TRUE(screen_follows(view)) << "cursor";
}

TEST(TimeLinesTest, ALineStandsWhereItsValuesDo) {
  CallHistory history;
  LogSample totals;
  for (int i = 1; i <= 300; ++i) {
    totals.frames_encoded += i <= 150 ? 2 : 6;  // 10, then 30 a second.
    history.add({i * 200ms, totals});
  }
  TimeLines lines;
  lines.resize(900, 500);
  lines.set_history(&history);
  lines.show_span(0s, 60s);
  const QImage image = lines.grab().toImage();
  for (const auto& [at, value] : {std::pair{20s, 10.0}, std::pair{50s, 30.0}}) {
    const QPointF place = lines.place_of(Series::kSendFrames, at, value);
    double sum = 0;
    double weight = 0;
    const QRectF strip = lines.strip_area(2);
    for (int y = static_cast<int>(strip.top()); y < strip.bottom(); ++y) {
      if (!is_like(image.pixel(static_cast<int>(place.x()), y), theme().sent)) continue;
      sum += y + 0.5;
      weight += 1;
    }
    ASSERT_GT(weight, 0) << "a line is seen at " << at.count() << " s";
    EXPECT_NEAR(sum / weight, place.y(), 2);
  }
}

TEST(TimeLinesTest, FiguresBesideTheStripsLeaveThePlotMostOfTheWidthAndDoNotCoverEachOther) {
  for (const QSize& size : {QSize(1216, 303), QSize(1216, 240), QSize(2500, 900)}) {
    TimeLines lines;
    lines.resize(size);
    (void)lines.grab();  // It is laid out before it is painted.
    const TimeFrame frame = make_time_frame(lines, std::vector<double>(6, 1));
    EXPECT_GT(lines.strip_area(0).width(), 0.5 * size.width()) << size.width() << "x" << size.height();
    QList<QRectF> placed;
    for (std::size_t strip = 0; strip < frame.words.size(); ++strip) {
      const QRectF area = lines.strip_area(static_cast<int>(strip));
      for (const QRectF& value : frame.words[strip].values) {
        EXPECT_GT(value.left(), area.right());
        EXPECT_GE(value.top(), area.top() - 2) << strip;
        EXPECT_LE(value.bottom(), area.bottom() + 2) << strip;
        for (const QRectF& other : placed) EXPECT_FALSE(value.intersects(other)) << strip;
        placed.append(value);
      }
    }
    EXPECT_EQ(placed.size(), 18) << "none is left out";
  }
}

TEST(TimeLinesTest, AShortFallIsSeenHoweverLongTheCallIs) {
  const CallHistory history = make_history(2h);
  TimeLines lines;
  lines.resize(900, 500);
  lines.set_history(&history);
  lines.show_span(0s, 2h);
  const QImage image = lines.grab().toImage();
  const QRectF strip = lines.strip_area(0);
  int lowest = 0;
  for (int x = static_cast<int>(strip.left()); x < strip.right(); ++x) {
    for (int y = static_cast<int>(strip.top()); y < strip.bottom(); ++y) {
      if (is_like(image.pixel(x, y), theme().sent)) lowest = std::max(lowest, y);
    }
  }
  const double expected = lines.place_of(Series::kSendRate, 102s, 26.88).y();  // Only headers flow.
  EXPECT_NEAR(lowest, expected, 3);
}

TEST(TimeLinesTest, WhatIsNotKnownIsNotDrawn) {
  CallHistory history;
  for (int i = 1; i <= 300; ++i) history.add({i * 200ms, LogSample{}});
  TimeLines lines;
  lines.resize(900, 500);
  lines.set_history(&history);
  lines.show_span(0s, 60s);
  const QRectF strip = lines.strip_area(3);
  const QImage image = lines.grab().toImage();
  for (int y = static_cast<int>(strip.top()) + 16; y < strip.bottom(); ++y) {
    for (const QColor& colour : {theme().arrived, theme().text}) {
      EXPECT_FALSE(is_like(image.pixel(static_cast<int>(strip.center().x()), y), colour)) << y;
    }
  }
}

TEST(TimeLinesTest, ThePointerReadsAndAClickAndKeysChooseATime) {
  const CallHistory history = make_history(10min);
  TimeLines lines;
  lines.resize(900, 500);
  lines.set_history(&history);
  lines.show_span(0s, 10min);
  std::vector<Duration> chosen;
  QObject::connect(&lines, &TimeLines::time_chosen, [&chosen](Duration at) { chosen.push_back(at); });
  lines.show();
  const QPoint place = lines.place_of(Series::kSendRate, 5min, 0).toPoint() - QPoint(0, 10);
  QTest::mouseClick(&lines, Qt::LeftButton, {}, place);
  ASSERT_EQ(chosen.size(), 1U);
  EXPECT_NEAR(to_seconds(chosen[0]), 300, 1);
  lines.set_cursor(chosen[0]);
  EXPECT_TRUE(lines.accessibleDescription().startsWith("At 05:0") ||
              lines.accessibleDescription().startsWith("At 04:59"))
      << lines.accessibleDescription().toStdString();
  EXPECT_TRUE(lines.accessibleDescription().contains("Rate limit: 600 kbit/s"));
  QTest::keyClick(&lines, Qt::Key_Right);
  QTest::keyClick(&lines, Qt::Key_Home);
  ASSERT_EQ(chosen.size(), 3U);
  EXPECT_GT(chosen[1], chosen[0]);
  EXPECT_EQ(chosen[2], 0s);
  lines.set_history(nullptr);
  EXPECT_EQ(lines.accessibleDescription(), "Nothing measured yet");
  lines.grab();
}

TEST(TimeLinesTest, TimesCountFromTheConnection) {
  CallHistory history;
  history.add({0s, LogState{"calling", ""}});
  history.add({22s, LogState{"connected", ""}});
  for (int i = 1; i <= 100; ++i) history.add({22s + i * 200ms, LogSample{}});
  TimeLines lines;
  lines.set_history(&history);
  lines.follow(2min);
  EXPECT_EQ(lines.time_at(0), 22s) << "ringing is not shown";
  lines.set_cursor(32s);
  EXPECT_TRUE(lines.accessibleDescription().startsWith("At 00:10.")) << lines.accessibleDescription().toStdString();
}

TEST(TimeLinesTest, LinesThatCoincideAreAllSeenAndLimitsAreDashed) {
  CallHistory history;
  LogSample sample;
  for (int i = 1; i <= 300; ++i) {
    sample.packets_sent += 10;
    sample.bytes_sent += 9720;  // 400 kbit/s.
    sample.received = {DataRate::kilobits_per_second(400), PacketRate::per_second(50)};
    sample.chosen = {DataRate::kilobits_per_second(300), PacketRate::per_second(40)};
    sample.rate_limit = DataRate::kilobits_per_second(500);
    history.add({i * 200ms, sample});
  }
  TimeLines lines;
  lines.resize(900, 500);
  lines.set_history(&history);
  lines.show_span(0s, 60s);
  const QImage image = lines.grab().toImage();
  const auto count = [&](const QColor& colour, Series series, double value) {
    int columns = 0;
    for (int x = 0; x < 100; ++x) {
      const QPointF place = lines.place_of(series, 20s, value);
      bool seen = false;
      for (int dy = -4; dy <= 4; ++dy) {
        seen = seen || is_like(image.pixel(static_cast<int>(place.x()) + x, static_cast<int>(place.y()) + dy), colour);
      }
      columns += seen ? 1 : 0;
    }
    return columns;
  };
  EXPECT_GT(count(theme().sent, Series::kSendRate, 400), 95);
  EXPECT_GT(count(theme().arrived, Series::kArrivedRate, 400), 95);
  EXPECT_GT(count(theme().accent, Series::kChosenRate, 300), 95);
  const int dashes = count(theme().rate_limit, Series::kRateLimit, 500);
  EXPECT_GT(dashes, 40);
  EXPECT_LT(dashes, 75);
}

TEST(TimeLinesTest, TheyArePaintedInTime) {
  const CallHistory history = make_history(10min);
  QImage screen(1920, 1080, QImage::Format_ARGB32_Premultiplied);
  screen.fill(Qt::darkCyan);
  for (const QSize& size : {QSize(960, 240), QSize(1920, 1080)}) {
    TimeLines lines;
    lines.resize(size);
    lines.set_history(&history);
    for (const bool anew : {true, false}) {
      std::vector<double> costs;
      for (int i = 0; i < 51; ++i) {
        if (anew) lines.show_span(i * 1ms, 10min + i * 1ms);
        lines.set_cursor(5min + i * 1s);
        const std::clock_t begin = std::clock();  // Time of this process alone: others may want the processor too.
        lines.render(&screen, QPoint(), QRegion(), QWidget::RenderFlags());
        costs.push_back(1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
      }
      std::ranges::sort(costs);
      std::printf("ten minutes in %dx%d on a screen of 1920x1080, %s: %.2f ms a paint, 95 %% of them at most %.2f ms\n",
                  size.width(), size.height(), anew ? "drawn anew" : "with the cursor moved", costs[25], costs[48]);
      // In a call it takes the first size, and 3 ms on a machine that does nothing else: caches are shared.
      if (size.width() < screen.width()) {
        EXPECT_LT(costs[25], time_limit(10));
      }
    }
  }
  const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
  if (!target.isEmpty()) screen.save(target + "/time-lines.png");
}

}  // namespace
}  // namespace counterpoint
