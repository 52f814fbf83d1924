// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/pulse_config.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

/// Only this test changes these variables, in a program of its own.
class PulseConfig : public testing::Test {
 protected:
  PulseConfig() {
    ::unsetenv("PULSE_CLIENTCONFIG");
    ::unsetenv("PULSE_CONFIG_PATH");
    ::setenv("HOME", (folder_ / "home").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
  }

  std::filesystem::path write(const std::string& name) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    write_file(path, "# nothing\n");
    return path;
  }

  static std::string configuration() {
    const char* const name = std::getenv("PULSE_CLIENTCONFIG");
    return name != nullptr ? read_file(name) : std::string();
  }

  static std::string include(const std::filesystem::path& path) { return ".include " + path.string() + "\n"; }

  TemporaryFolder folder_;
};

TEST_F(PulseConfig, SharesNoMemoryAndKeepsTheUsersConfiguration) {
  const auto file = write("config/pulse/client.conf");
  const auto second = write("config/pulse/client.conf.d/2.conf");
  const auto first = write("config/pulse/client.conf.d/1.conf");
  write("config/pulse/client.conf.d/1.conf.dpkg-old");
  let_pulse_copy();
  EXPECT_EQ(configuration(), include(file) + include(first) + include(second) + "enable-shm = no\n");
}

TEST_F(PulseConfig, KeepsTheOneThatIsChosen) {
  write("config/pulse/client.conf");
  const auto chosen = write("chosen.conf");
  ::setenv("PULSE_CLIENTCONFIG", chosen.c_str(), 1);
  let_pulse_copy();
  EXPECT_EQ(configuration(), include(chosen) + "enable-shm = no\n");
}

TEST_F(PulseConfig, TakesTheOneOfTheFolderThatIsChosen) {
  const auto file = write("chosen/client.conf");
  ::setenv("PULSE_CONFIG_PATH", (folder_ / "chosen").c_str(), 1);
  let_pulse_copy();
  EXPECT_EQ(configuration(), include(file) + "enable-shm = no\n");
}

}  // namespace
}  // namespace counterpoint
