// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {

/// An X server of its own, on a free display, which stays as it is when nobody is connected, with a root window that is
/// all `-wr` white or `-br` black.
class Xvfb {
 public:
  explicit Xvfb(const std::string& root)
      : server_({"Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset", root}),
        number_(server_.read_line()) {}
  /// Empty when the server does not start.
  [[nodiscard]] std::string display() const { return number_.empty() ? "" : ":" + number_; }

 private:
  ChildProcess server_;
  std::string number_;
};

}  // namespace counterpoint
