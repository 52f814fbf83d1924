// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>

#include "ui/style/theme.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  QApplication application(argc, argv);
  counterpoint::set_theme(application, counterpoint::ThemeChoice::kDark);
  return RUN_ALL_TESTS();
}
