// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/video_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <array>
#include <cmath>
#include <string>
#include <thread>
#include <utility>

#include "tests/gui/support/fake_call_controller.h"
#include "tests/support/painting_cost.h"
#include "ui/style/theme.h"
#include "ui/video/preview_watch.h"
#include "ui/video/repaint_sync.h"

namespace counterpoint {
namespace {

// Full red in BT.601 limited range.
constexpr std::uint8_t kRedY = 81;
constexpr std::uint8_t kRedU = 90;
constexpr std::uint8_t kRedV = 240;
constexpr int kDeadline = 60'000;  ///< In milliseconds; reached only when something is wrong.

VideoFrame red_frame(Resolution size) { return plain_frame(size, kRedY, kRedU, kRedV); }

QImage grab(VideoView& view, QSize size) {
  view.resize(size);
  return view.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// The colour at a point in the widget's coordinates.
QRgb colour_at(const QImage& image, QPoint point) {
  return image.pixel((QPointF(point) * image.devicePixelRatio()).toPoint());
}

bool is_red(QRgb c) { return qRed(c) > 250 && qGreen(c) < 6 && qBlue(c) < 6; }
bool is_black(QRgb c) { return (c & 0xffffff) == 0; }

TEST(VideoViewTest, ShowsTheColoursOfAPictureInLimitedRange) {
  VideoView view(VideoView::Fit::kWhole);
  view.show_frame(red_frame({64, 48}));
  EXPECT_TRUE(is_red(colour_at(grab(view, {320, 240}), {160, 120})));
  view.show_frame(plain_frame({64, 48}, 235, 128, 128));
  EXPECT_EQ(qGray(colour_at(grab(view, {320, 240}), {160, 120})), 255);
  view.show_frame(plain_frame({64, 48}, 16, 128, 128));
  EXPECT_TRUE(is_black(colour_at(grab(view, {320, 240}), {160, 120})));
}

TEST(VideoViewTest, ShowsAPictureAsInAMirrorIfToldTo) {
  // Pictures are as large as the view, scaled down, far down and up, of odd size, and between bars.
  const std::pair<Resolution, QSize> cases[] = {{{320, 180}, {320, 180}}, {{640, 360}, {250, 142}},
                                                {{1280, 720}, {160, 90}}, {{64, 48}, {333, 201}},
                                                {{321, 181}, {321, 181}}, {{320, 180}, {300, 300}}};
  for (const auto& [size, widget] : cases) {
    for (const auto fit : {VideoView::Fit::kWhole, VideoView::Fit::kFill}) {
      VideoView view(fit);
      view.show_frame(two_halves(size), true);
      const QImage mirrored = grab(view, widget);
      view.show_frame(two_halves(size));
      const QImage straight = grab(view, widget);
      const QRect area = view.frame_area();
      const QPoint left(area.left() + area.width() / 4, area.center().y());
      const QPoint right(area.left() + 3 * area.width() / 4, area.center().y());
      const std::string name = std::to_string(size.width) + " in " + std::to_string(widget.width());
      EXPECT_TRUE(is_red(colour_at(straight, left))) << name;
      EXPECT_TRUE(is_red(colour_at(mirrored, right))) << name;
      EXPECT_EQ(colour_at(mirrored, left), colour_at(straight, right)) << name;
      EXPECT_FALSE(is_red(colour_at(mirrored, left))) << name;
    }
  }
}

TEST(VideoViewTest, KeepsTheAspectWithBlackBars) {
  VideoView view(VideoView::Fit::kWhole);
  view.show_frame(red_frame({320, 180}));
  const QImage image = grab(view, {400, 400});  // The picture becomes 400x225, from line 87.5 on.
  EXPECT_TRUE(is_black(colour_at(image, {200, 80})));
  EXPECT_TRUE(is_red(colour_at(image, {200, 95})));
  EXPECT_TRUE(is_red(colour_at(image, {2, 200})));
  EXPECT_TRUE(is_red(colour_at(image, {200, 305})));
  EXPECT_TRUE(is_black(colour_at(image, {200, 320})));
}

TEST(VideoViewTest, FillsTheWidgetWhenLittleIsCut) {
  VideoView view(VideoView::Fit::kFill);
  view.show_frame(red_frame({640, 360}));
  const QImage wide = grab(view, {1280, 800});
  for (const QPoint corner : {QPoint(0, 0), QPoint(1279, 0), QPoint(0, 799), QPoint(1279, 799)}) {
    EXPECT_TRUE(is_red(colour_at(wide, corner))) << corner.x() << "," << corner.y();
  }
  // An upright picture in a wide window would lose most of itself: it stays whole.
  view.show_frame(red_frame({360, 640}));
  const QImage upright = grab(view, {1280, 800});
  EXPECT_TRUE(is_black(colour_at(upright, {10, 400})));
  EXPECT_TRUE(is_red(colour_at(upright, {640, 2})));
  EXPECT_TRUE(is_red(colour_at(upright, {640, 797})));
}

TEST(VideoViewTest, CutsTheMiddle) {
  // Red in the middle 560 of 640 columns, black beside: filling 14:9 shows red only.
  auto picture = std::make_shared<FrameBuffer>(Resolution{640, 360});
  VideoView view(VideoView::Fit::kFill);
  for (int plane = 0; plane < 3; ++plane) {
    const int width = picture->plane_size(plane).width;
    for (int y = 0; y < picture->plane_size(plane).height; ++y) {
      auto row = picture->row(plane, y);
      for (int x = 0; x < width; ++x) {
        const bool middle = x >= width / 16 && x < width - width / 16;
        const std::uint8_t red[] = {kRedY, kRedU, kRedV};
        row[static_cast<std::size_t>(x)] = middle ? red[plane] : std::uint8_t{128};
      }
    }
  }
  view.show_frame({.buffer = picture});
  const QImage image = grab(view, {560, 360});
  EXPECT_TRUE(is_red(colour_at(image, {4, 180})));
  EXPECT_TRUE(is_red(colour_at(image, {555, 180})));
  view.set_fit(VideoView::Fit::kWhole);
  const QImage whole = grab(view, {560, 360});
  EXPECT_FALSE(is_red(colour_at(whole, {4, 180})));
  EXPECT_FALSE(is_red(colour_at(whole, {555, 180})));
  EXPECT_TRUE(is_red(colour_at(whole, {280, 180})));
}

// Run with QT_SCALE_FACTOR=2 as well: a picture as fine as the screen must not be blurred.
TEST(VideoViewTest, ShowsEachSampleWhenThePictureIsAsFineAsTheScreen) {
  VideoView view(VideoView::Fit::kWhole);
  const QImage before = grab(view, {100, 60});
  auto picture = std::make_shared<FrameBuffer>(Resolution{before.width(), before.height()});
  for (int plane = 0; plane < 3; ++plane) {
    for (int y = 0; y < picture->plane_size(plane).height; ++y) {
      auto row = picture->row(plane, y);
      for (std::size_t x = 0; x < row.size(); ++x) {
        row[x] = plane > 0 ? std::uint8_t{128} : x % 2 == 0 ? std::uint8_t{16} : std::uint8_t{235};
      }
    }
  }
  view.show_frame({.buffer = picture});
  const QImage image = grab(view, {100, 60});
  for (int x = 0; x < image.width(); ++x) {
    EXPECT_EQ(qGray(image.pixel(x, 30)), x % 2 == 0 ? 0 : 255) << "column " << x << " of " << image.width();
  }
}

/// Writes `part` of the view into the middle of an image that is green otherwise, as its window does: pixels that are
/// there already, of which only some may change.
QImage paint_part(VideoView& view, const QRect& part, QPoint place) {
  const qreal ratio = view.devicePixelRatioF();
  QImage screen((QSizeF(part.size()) + QSizeF(2 * place.x(), 2 * place.y())).toSize() * ratio, QImage::Format_RGB32);
  screen.setDevicePixelRatio(ratio);
  screen.fill(Qt::green);
  view.render(&screen, place, part);
  return screen;
}

TEST(VideoViewTest, PaintsEachPartIntoTheWindowAsIntoAnImageAndNothingBeside) {
  const std::pair<Resolution, QSize> cases[] = {
      {{320, 180}, {320, 180}}, {{321, 181}, {321, 181}}, {{320, 180}, {150, 131}}, {{640, 360}, {124, 70}}};
  for (const auto& [size, widget] : cases) {
    for (const auto fit : {VideoView::Fit::kWhole, VideoView::Fit::kFill}) {
      VideoView view(fit);
      view.show_frame(portrait_frame(size, 10));
      QImage whole = grab(view, widget);
      whole.setDevicePixelRatio(1);
      const QRect all(QPoint(), widget);
      for (const QRect& part : {all, QRect(0, 0, 64, 48), QRect(32, 17, 51, 33), QRect(33, 16, 1, 40),
                                QRect(61, 47, 30, 1), QRect(QPoint(65, 35), all.bottomRight())}) {
        constexpr QPoint kPlace(5, 3);
        const QImage screen = paint_part(view, part, kPlace);
        QImage expected(screen.size(), QImage::Format_RGB32);
        expected.fill(Qt::green);
        const QRect source(part.topLeft() * screen.devicePixelRatio(), part.size() * screen.devicePixelRatio());
        QPainter(&expected).drawImage(kPlace * screen.devicePixelRatio(), whole, source);
        EXPECT_EQ(screen, expected) << size.width << " columns shown in " << widget.width() << ", of which from "
                                    << part.x() << "," << part.y() << " on";
      }
    }
  }
}

TEST(VideoViewTest, AveragesWhatIsTooFineToBeShown) {
  auto picture = std::make_shared<FrameBuffer>(Resolution{1280, 720});
  for (int plane = 0; plane < 3; ++plane) {
    for (int y = 0; y < picture->plane_size(plane).height; ++y) {
      auto row = picture->row(plane, y);
      for (std::size_t x = 0; x < row.size(); ++x) {
        row[x] = plane > 0 ? std::uint8_t{128} : x % 2 == 0 ? std::uint8_t{16} : std::uint8_t{235};
      }
    }
  }
  VideoView view(VideoView::Fit::kFill);
  view.show_frame({.buffer = picture});
  for (const QSize size : {QSize(248, 140), QSize(160, 90), QSize(101, 57)}) {
    const QImage image = grab(view, size / view.devicePixelRatio());
    for (int x = 0; x < image.width(); ++x) {
      EXPECT_NEAR(qGray(image.pixel(x, image.height() / 2)), 127, 4) << "column " << x << " of " << image.width();
    }
  }
}

TEST(VideoViewTest, TakesEachOddSizeOfPictureAndWidget) {
  for (const Resolution size : {Resolution{1, 1}, Resolution{3, 501}, Resolution{501, 3}, Resolution{17, 11}}) {
    for (const auto fit : {VideoView::Fit::kWhole, VideoView::Fit::kFill}) {
      for (const QSize widget : {QSize(1, 1), QSize(333, 1), QSize(1, 333), QSize(101, 77)}) {
        VideoView view(fit);
        view.show_frame(red_frame(size));
        const QImage image = grab(view, widget);
        EXPECT_TRUE(is_red(colour_at(image, view.frame_area().center())))
            << size.width << "x" << size.height << " in " << widget.width() << "x" << widget.height();
      }
    }
  }
}

TEST(VideoViewTest, ShowsNothingOfAPictureThatIsCoveredOrGone) {
  VideoView view(VideoView::Fit::kFill);
  const auto shows_red = [&view] { return is_red(colour_at(grab(view, {200, 200}), {100, 100})); };
  EXPECT_FALSE(shows_red());
  view.show_frame(red_frame({64, 64}));
  EXPECT_TRUE(shows_red());
  view.set_covered(true);
  EXPECT_FALSE(shows_red());
  view.set_covered(false);
  EXPECT_TRUE(shows_red());
  view.show_frame({});
  EXPECT_FALSE(shows_red());
}

TEST(VideoViewTest, PaintsAFullHdPictureInTime) {
  constexpr std::array<std::pair<Resolution, QSize>, 3> kCases = {
      {{{1920, 1080}, {1920, 1080}}, {{1920, 1080}, {1280, 800}}, {{640, 360}, {1920, 1080}}}};
  for (const auto& [size, widget] : kCases) {
    VideoView view(VideoView::Fit::kFill);
    view.resize(widget);
    const VideoFrame frame = portrait_frame(size, 10);
    QImage screen(widget, QImage::Format_RGB32);
    screen.fill(Qt::red);
    const auto show = [&](int) { view.show_frame(frame); };
    const auto paint = [&] { view.render(&screen); };
    const std::string name = std::to_string(size.width) + " pixels' width on " + std::to_string(widget.width());
    EXPECT_LT(painting_cost(name.c_str(), 41, show, paint), painting_limit() * std::pow(view.devicePixelRatioF(), 2));
    EXPECT_FALSE(is_red(screen.pixel(widget.width() - 1, widget.height() - 1)));
  }
}

TEST(FrameMailboxTest, GivesTheNewestOfManyFramesOnceAndNeverWaits) {
  FrameMailbox mailbox;
  QSignalSpy ready(&mailbox, &FrameMailbox::frame_ready);
  constexpr int kFrames = 500;
  std::jthread([&mailbox] {
    VideoFrame frame = red_frame({16, 16});
    for (int i = 1; i <= kFrames; ++i) {
      frame.media_time = Duration(i);
      mailbox.show(frame);
    }
  }).join();  // The window's thread is busy all the while.
  QCoreApplication::processEvents();
  EXPECT_EQ(ready.count(), 1);
  const auto frame = mailbox.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->media_time, Duration(kFrames));
  EXPECT_FALSE(mailbox.take());
  EXPECT_EQ(mailbox.skipped(), static_cast<std::uint64_t>(kFrames - 1));
  mailbox.show(*frame);
  QCoreApplication::processEvents();
  EXPECT_EQ(ready.count(), 2) << "after a frame was taken, the next one is announced";
}

TEST(VideoViewTest, RoundedCornersShowWhatIsAroundAndTheRestIsThePicture) {
  constexpr int kRadius = 12;
  for (const bool opaque : {false, true}) {
    VideoView view(VideoView::Fit::kFill);
    view.set_corner_radius(kRadius, opaque ? &Theme::warning : nullptr);
    view.show_frame(red_frame({640, 360}));
    const QImage image = grab(view, {320, 180});
    for (const QPoint place : {QPoint(160, 90), QPoint(4, 90), QPoint(316, 90), QPoint(160, 4), QPoint(160, 176),
                               QPoint(kRadius, kRadius), QPoint(320 - kRadius, 180 - kRadius)}) {
      EXPECT_TRUE(is_red(colour_at(image, place))) << place.x() << "," << place.y();
    }
    for (const QPoint corner : {QPoint(0, 0), QPoint(319, 0), QPoint(0, 179), QPoint(319, 179)}) {
      EXPECT_FALSE(is_red(colour_at(image, corner))) << corner.x() << "," << corner.y();
      if (opaque) {
        EXPECT_EQ(QColor(colour_at(image, corner)), theme().warning);
      }
    }
  }
}

/// Counts how often it is painted.
class Painted final : public QWidget {
 public:
  using QWidget::QWidget;
  int times = 0;

 protected:
  void paintEvent(QPaintEvent*) override { ++times; }
};

class FramePaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    beside_->move(200, 200);
    window_.show();
    window_.activateWindow();
    // A desktop has a window painted once more when it makes it the active one.
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_.isActiveWindow() && beside_->times > 0; }, kDeadline));
    QCoreApplication::processEvents();
  }
  /// Number of times it is painted after a change.
  int paintings() {
    const int before = beside_->times;
    beside_->update();
    QCoreApplication::processEvents();
    return beside_->times - before;
  }

  QWidget window_;
  Painted* picture_ = new Painted(&window_);
  Painted* beside_ = new Painted(&window_);
};

TEST_F(FramePaceTest, PaintsWhatChangesWithTheNextPictureAndAtOnceOutOfStep) {
  RepaintSync pace(nullptr, std::chrono::hours(1));
  pace.set_window(&window_);
  EXPECT_EQ(paintings(), 1);
  pace.set_in_step(true);
  for (int i = 0; i < 5; ++i) {
    picture_->times = beside_->times = 0;
    EXPECT_EQ(paintings(), 0);
    EXPECT_EQ(paintings(), 0);
    picture_->update();
    pace.frame_came();
    QCoreApplication::processEvents();
    EXPECT_EQ(picture_->times, 1);
    EXPECT_EQ(beside_->times, 1);
  }
  EXPECT_EQ(paintings(), 0);
  pace.set_in_step(false);
  QCoreApplication::processEvents();
  EXPECT_EQ(beside_->times, 2);
  EXPECT_EQ(paintings(), 1);
}

TEST_F(FramePaceTest, PaintsSoonIfNoPictureComes) {
  RepaintSync pace(nullptr, std::chrono::milliseconds(5));
  pace.set_window(&window_);
  pace.set_in_step(true);
  for (int i = 0; i < 3; ++i) {
    const int before = beside_->times;
    beside_->update();
    EXPECT_TRUE(QTest::qWaitFor([&] { return beside_->times > before; }, kDeadline));
  }
}

TEST(PreviewWatchTest, TellsWhetherAnybodyCanSeeThePictures) {
  FrameMailbox mailbox;
  QWidget window;
  auto* view = new VideoView(VideoView::Fit::kFill, &window);
  PreviewWatch watch(mailbox, &window);
  bool watched = false;
  QObject::connect(&mailbox, &FrameMailbox::attention_changed,
                   [&watched](Attention now) { watched = now == Attention::kActive; });
  watch.add(*view);
  QCoreApplication::processEvents();
  EXPECT_FALSE(watched) << "the window is not there yet";
  window.show();
  EXPECT_TRUE(QTest::qWaitFor([&] { return watched; }, kDeadline));
  view->hide();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !watched; }, kDeadline)) << "another page is shown";
  view->show();
  EXPECT_TRUE(QTest::qWaitFor([&] { return watched; }, kDeadline));
  window.hide();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !watched; }, kDeadline));
  window.show();
  EXPECT_TRUE(QTest::qWaitFor([&] { return watched; }, kDeadline));
  delete view;
  window.hide();
  window.show();
  QCoreApplication::processEvents();
}

}  // namespace
}  // namespace counterpoint
