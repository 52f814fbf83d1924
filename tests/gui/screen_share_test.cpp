// SPDX-License-Identifier: GPL-3.0-or-later
// The screen in place of the camera, as the window shows it.
#include <gtest/gtest.h>

#include "tests/gui/support/window_fixture.h"
#include "ui/call/share_menu.h"
#include "ui/settings/device_catalog.h"
#include "ui/video/video_view.h"
#include "ui/widgets/action_button.h"

namespace counterpoint {
namespace {

TEST_F(WindowTest, TheScreenIsSharedInACallAndABannerSaysSoUntilItIsStopped) {
  press(Qt::Key_S);
  EXPECT_FALSE(controller.asked.contains("share")) << "there is no call";
  enter_call();
  press(Qt::Key_S);
  EXPECT_EQ(controller.asked.last(), "share");
  EXPECT_FALSE(shown("share_banner")) << "not before it is so";
  EXPECT_FALSE(button("share_screen")->isChecked());
  controller.become_sharing(true);
  ASSERT_TRUE(shown("share_banner"));
  EXPECT_EQ(text("share_words"), "You are sharing your screen");
  EXPECT_TRUE(button("share_screen")->isChecked());
  take_screenshot("share-banner");
  be_still();
  EXPECT_TRUE(shown("share_banner")) << "nobody may forget it";
  auto* stop = find<QWidget>("share_banner")->findChild<ActionButton*>();
  ASSERT_TRUE(stop);
  QTest::mouseClick(stop, Qt::LeftButton);
  EXPECT_EQ(controller.asked.last(), "unshare");
  controller.become_sharing(false);
  EXPECT_FALSE(shown("share_banner"));
  EXPECT_FALSE(button("share_screen")->isChecked());
}

/// A desktop with a window.
class ShareableDesktop final : public DeviceCatalog {
 public:
  QList<DeviceChoice> screens() const override {
    return {{.name = "screen", .description = "The whole screen"}, {.name = "window:0x7", .description = "A & B"}};
  }
};

TEST_F(WindowTest, WhatIsSharedIsChosenInAMenu) {
  const ShareableDesktop desktop;
  QAction share;
  share.setCheckable(true);
  QWidget page;
  ShareMenu menu(controller, desktop, share, &page);
  enter_call();
  controller.asked.clear();
  share.trigger();
  EXPECT_TRUE(controller.asked.isEmpty()) << "nothing is chosen yet";
  EXPECT_FALSE(share.isChecked());
  ASSERT_TRUE(menu.isVisible());
  ASSERT_EQ(menu.actions().size(), 2);
  EXPECT_EQ(menu.actions()[1]->text(), "A && B");
  menu.actions()[1]->trigger();
  EXPECT_EQ(controller.asked.last(), "share window:0x7");
  menu.close();
  controller.become_sharing(true);
  share.setChecked(true);
  share.trigger();
  EXPECT_EQ(controller.asked.last(), "unshare");
}

TEST_F(WindowTest, OurOwnPictureIsTheScreenWhileItIsSharedThoughTheCameraIsOff) {
  enter_call();
  press(Qt::Key_V);
  auto* own = find<VideoView>("own_view");
  const auto middle = [own] { return own->grab().toImage().pixelColor(own->width() / 2, own->height() / 2); };
  controller.become_sharing(true);
  controller.clip_sink().show(plain_frame({352, 288}, 120, 128, 220));
  QCoreApplication::processEvents();
  controller.local_sink().show(plain_frame({640, 360}, 120, 220, 128));
  QCoreApplication::processEvents();
  EXPECT_GT(middle().red(), middle().blue() + 60);
  controller.become_sharing(false);
  EXPECT_LT(middle().lightness(), 60) << "the camera is still off";
}

TEST_F(WindowTest, OnlyTheCameraIsSeenAsInAMirrorAndThatByItsUserAlone) {
  constexpr Resolution kSize{640, 360};
  const auto shows_mirrored = [&](const char* view, FrameMailbox& mailbox) {
    mailbox.show(two_halves(kSize));
    QCoreApplication::processEvents();
    auto* shown = find<VideoView>(view);
    const QColor right = shown->grab().toImage().pixelColor(3 * shown->width() / 4, shown->height() / 2);
    return right.red() > right.green();
  };
  HostInfo host = controller.host();
  EXPECT_FALSE(shows_mirrored("preview", controller.local_sink())) << "the test card";
  host.is_camera = true;
  controller.become_host(host);
  EXPECT_TRUE(shows_mirrored("preview", controller.local_sink()));
  enter_call();
  EXPECT_TRUE(shows_mirrored("own_view", controller.local_sink()));
  EXPECT_FALSE(shows_mirrored("remote_view", controller.remote_sink())) << "the peer";
  controller.become_sharing(true);
  EXPECT_FALSE(shows_mirrored("own_view", controller.clip_sink())) << "the screen";
}

TEST_F(WindowTest, NeitherTheBannerNorTheFiguresAreCoveredByWhatIsSaidOfTheQuality) {
  enter_call();
  controller.become_sharing(true);
  CallFigures poor = stats();
  poor.quality = {CallQuality::kPoor, QualityCause::kFrozen, 0.49};
  emit controller.stats_changed(poor);
  ASSERT_TRUE(shown("quality"));
  QTest::mouseClick(find<QWidget>("quality"), Qt::LeftButton);
  ASSERT_TRUE(shown("figures"));
  for (const int width : {1280, 1000, 760}) {
    window->resize(width, 800);
    QCoreApplication::processEvents();
    const QRect said = find<QWidget>("quality")->geometry();
    EXPECT_TRUE(find<QWidget>("call_page")->rect().contains(said)) << width;
    for (const char* other : {"share_banner", "figures", "peer_pill"}) {
      EXPECT_FALSE(said.intersects(find<QWidget>(other)->geometry())) << other << " at " << width;
    }
  }
}

TEST_F(WindowTest, SharingEndsWithTheCall) {
  enter_call();
  controller.become_sharing(true);
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  EXPECT_FALSE(controller.sharing());
  enter_call();
  EXPECT_FALSE(shown("share_banner"));
}

}  // namespace
}  // namespace counterpoint
