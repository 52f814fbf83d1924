// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusVariant>
#include <cmath>

#include "tests/gui/support/window_fixture.h"
#include "ui/plots/plane_view.h"

namespace counterpoint {

/// Plays the part of the desktop's portal that knows whether all is to be dark.
class FakePortal final : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

 public:
  void choose(uint scheme) {
    scheme_ = scheme;
    emit SettingChanged("org.freedesktop.appearance", "color-scheme", QDBusVariant(scheme));
  }

 public slots:  // NOLINT: named by the portal.
  QDBusVariant Read(const QString& group, const QString& name) {
    const bool known = group == "org.freedesktop.appearance" && name == "color-scheme";
    return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? scheme_ : 99)));
  }

 signals:
  void SettingChanged(const QString& group, const QString& name, const QDBusVariant& value);

 private:
  uint scheme_ = 1;
};

namespace {

/// Relative luminance as WCAG 2 defines it.
double luminance(const QColor& c) {
  const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor over(const QColor& top, const QColor& below) {
  const double part = top.alphaF();
  const auto mix = [part](int t, int b) { return static_cast<int>(t * part + b * (1 - part)); };
  return {mix(top.red(), below.red()), mix(top.green(), below.green()), mix(top.blue(), below.blue())};
}

class ThemeTest : public WindowTest {
 protected:
  void TearDown() override { set_theme(*qApp, ThemeChoice::kDark); }
};

TEST(Themes, TextCanBeReadOnAllThatItStandsOn) {
  constexpr double kMin = 4.5;
  for (const Theme* t : {&dark_theme(), &light_theme()}) {
    const std::string name = t == &dark_theme() ? "dark" : "light";
    for (const QColor& text : {t->text, t->quiet_text, t->warning}) {
      for (const QColor& ground : {t->window, t->card, t->control, t->control_hover}) {
        EXPECT_GE(contrast(text, ground), kMin) << name << text.name().toStdString() << ground.name().toStdString();
      }
    }
    for (const QColor& text : {t->text, t->quiet_text, t->warning, t->poor}) {
      EXPECT_GE(contrast(text, over(t->panel, Qt::white)), kMin) << name << text.name().toStdString();
      EXPECT_GE(contrast(text, over(t->panel, t->window)), kMin) << name << text.name().toStdString();
    }
    for (const QColor& text : {t->accent, t->sent, t->arrived, t->from_peer, t->rate_limit, t->packet_limit}) {
      EXPECT_GE(contrast(text, t->plot_panel), kMin) << name << text.name().toStdString();
    }
    for (const QColor& ground : {t->window, t->card}) EXPECT_GE(contrast(t->disabled_text, ground), 4.2) << name;
    for (const QColor& ground : {t->accent, t->accent_hover}) EXPECT_GE(contrast(t->on_accent, ground), kMin) << name;
    for (const QColor& ground : {t->hang_up, t->hang_up_hover}) {
      EXPECT_GE(contrast(t->on_hang_up, ground), kMin) << name;
    }
    EXPECT_GE(contrast(t->window, t->text), kMin) << name << ": icons of buttons that are on";
    for (const QColor& ground : {t->window, t->card, t->control}) {
      EXPECT_GE(contrast(t->accent, ground), 3) << name << ": the ring around what has the keyboard";
    }
  }
}

TEST(Themes, ChoicesHaveNames) {
  for (const ThemeChoice choice : {ThemeChoice::kDesktop, ThemeChoice::kDark, ThemeChoice::kLight}) {
    EXPECT_EQ(find_theme_choice(theme_choice_name(choice)), choice);
  }
  EXPECT_EQ(find_theme_choice("pink"), std::nullopt);
}

TEST_F(ThemeTest, ItChangesWhileTheWindowIsOpen) {
  const auto corner = [this] { return window->grab().toImage().pixelColor(3, 3); };
  EXPECT_EQ(corner(), dark_theme().window);
  set_theme(*qApp, ThemeChoice::kLight);
  EXPECT_EQ(corner(), light_theme().window);
  EXPECT_EQ(find<QLabel>("listening")->palette().color(QPalette::WindowText), light_theme().quiet_text);
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  EXPECT_EQ(corner(), light_theme().window);
  set_theme(*qApp, ThemeChoice::kDark);
  EXPECT_EQ(corner(), dark_theme().window);
}

TEST_F(ThemeTest, WhatStandsOverPicturesStaysDark) {
  enter_call();
  set_theme(*qApp, ThemeChoice::kLight);
  EXPECT_EQ(find<QLabel>("peer_state")->palette().color(QPalette::WindowText), dark_theme().quiet_text);
  EXPECT_EQ(&theme_of(*find<QWidget>("plane")), &dark_theme());
  EXPECT_EQ(&theme_of(*find<QWidget>("toast")), &dark_theme());
  EXPECT_EQ(&theme_of(window->call_actions().menu), &dark_theme());
  const PlaneView elsewhere;
  EXPECT_EQ(&theme_of(elsewhere), &light_theme());
}

TEST_F(ThemeTest, APlaneOutsideACallIsPaintedAnew) {
  PlaneView plane;
  plane.set_state({.mode = "2d"});
  const auto ground = [&plane] { return plane.grab().toImage().pixelColor(plane.width() / 2, 3); };
  EXPECT_LT(ground().lightness(), 60);
  set_theme(*qApp, ThemeChoice::kLight);
  EXPECT_GT(ground().lightness(), 240);
}

TEST_F(ThemeTest, FollowsTheDesktop) {
  QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, "portal");
  FakePortal portal;
  if (!bus.isConnected() || !bus.registerService("org.freedesktop.portal.Desktop")) {
    GTEST_SKIP() << "no message bus of its own";
  }
  bus.registerObject("/org/freedesktop/portal/desktop", &portal,
                     QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
  const auto becomes = [](const Theme& t) { return QTest::qWaitFor([&t] { return &theme() == &t; }, kDeadline); };
  set_theme(*qApp, ThemeChoice::kLight);
  set_theme(*qApp, ThemeChoice::kDesktop);
  EXPECT_TRUE(becomes(dark_theme())) << "the portal says dark";
  portal.choose(2);
  EXPECT_TRUE(becomes(light_theme())) << "and then light";
  portal.choose(1);
  EXPECT_TRUE(becomes(dark_theme()));
  set_theme(*qApp, ThemeChoice::kLight);
  portal.choose(2);
  portal.choose(1);
  QCoreApplication::processEvents();
  EXPECT_EQ(&theme(), &light_theme()) << "a choice of one's own holds";
}

TEST_F(ThemeTest, WithoutAPortalThePlatformsPaletteDecides) {
  if (QDBusConnection::sessionBus().isConnected()) GTEST_SKIP() << "there is a message bus";
  set_theme(*qApp, ThemeChoice::kDesktop);
  EXPECT_EQ(&theme(), &light_theme()) << "Qt's own palette is light";
}

}  // namespace
}  // namespace counterpoint

#include "theme_test.moc"
