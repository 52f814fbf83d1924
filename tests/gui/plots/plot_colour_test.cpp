// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the roles in plots are told apart by everybody: differences in CIELAB (CIE 1976) as they are and as
// people with dichromacy see them, by the model of Machado, Oliveira and Fernandes (2009), severity 1.
#include <gtest/gtest.h>

#include <QColor>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/plot/html_page.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritanopia = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix kToXyz = {
    {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
constexpr Triple kWhite = {0.95047, 1, 1.08883};  // D65.

Triple times(const Matrix& matrix, const Triple& v) {
  Triple product{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) product[row] += matrix[row][column] * v[column];
  }
  return product;
}

Triple linear(const QColor& colour) {
  const auto part = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return {part(colour.redF()), part(colour.greenF()), part(colour.blueF())};
}

/// CIE 1976 L*a*b* of linear sRGB.
Triple lab(const Triple& rgb) {
  Triple f = times(kToXyz, rgb);
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = f[i] / kWhite[i];
    f[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double difference(const QColor& a, const QColor& b, const Matrix& vision) {
  const auto seen = [&vision](const QColor& colour) {
    Triple rgb = times(vision, linear(colour));
    for (double& part : rgb) part = std::clamp(part, 0.0, 1.0);
    return lab(rgb);
  };
  const Triple x = seen(a);
  const Triple y = seen(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

TEST(PlotColourTest, TheScaleIsThatOfTheStandard) {
  EXPECT_NEAR(difference(Qt::black, Qt::white, kNormal), 100, 0.1);
  EXPECT_NEAR(difference(QColor(255, 0, 0), QColor(0, 255, 0), kNormal), 170.6, 0.5);
  const QColor red(255, 0, 0);
  const QColor olive(109, 96, 0);
  EXPECT_LT(difference(red, olive, kDeuteranopia), difference(red, olive, kNormal) / 3)
      << "they see hardly a difference";
}

TEST(PlotColourTest, RolesAreToldApartInEachKindOfColourVision) {
  constexpr double kMin = 30;
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    const std::pair<const char*, QColor> roles[] = {
        {"chosen", theme->accent},         {"sent", theme->sent},
        {"arrived", theme->arrived},       {"from the peer", theme->from_peer},
        {"rate limit", theme->rate_limit}, {"packet limit", theme->packet_limit}};
    const std::pair<const char*, const Matrix*> visions[] = {{"normal", &kNormal},
                                                             {"protanopia", &kProtanopia},
                                                             {"deuteranopia", &kDeuteranopia},
                                                             {"tritanopia", &kTritanopia}};
    for (const auto& [vision, matrix] : visions) {
      for (const auto& a : roles) {
        for (const auto& b : roles) {
          if (&a >= &b) continue;
          EXPECT_GE(difference(a.second, b.second, *matrix), kMin)
              << (theme == &dark_theme() ? "dark, " : "light, ") << vision << ": " << a.first << " and " << b.first;
        }
      }
    }
  }
}

TEST(PlotColourTest, ReportsHaveTheColoursOfTheWindow) {
  const std::string style = html_page("", "");
  const std::size_t dark = style.find("prefers-color-scheme: dark");
  ASSERT_NE(dark, std::string::npos);
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    const std::string part = theme == &dark_theme() ? style.substr(dark) : style.substr(0, dark);
    for (const auto& [name, colour] :
         {std::pair("--chosen: ", theme->accent), std::pair("--sent: ", theme->sent),
          std::pair("--arrived: ", theme->arrived), std::pair("--from-peer: ", theme->from_peer),
          std::pair("--rate-limit: ", theme->rate_limit), std::pair("--packet-limit: ", theme->packet_limit)}) {
      EXPECT_NE(part.find(name + colour.name().toStdString() + ";"), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace counterpoint
