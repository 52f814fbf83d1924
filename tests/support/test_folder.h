// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace counterpoint {

/// A new, empty folder of the running test's own, gone with this object: tests run beside each other.
class TestFolder {
 public:
  TestFolder() : path_(std::filesystem::path(testing::TempDir()) / name()) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  static std::string name() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("counterpoint-") + test.test_suite_name() + "." + test.name();
    for (char& c : name) c = c == '/' ? '-' : c;
    return name + "-" + std::to_string(getpid());
  }

  std::filesystem::path path_;
};

}  // namespace counterpoint
