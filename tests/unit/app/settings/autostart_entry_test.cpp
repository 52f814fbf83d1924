// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/autostart_entry.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

class AutostartEntryTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path file() const { return folder_.path() / "autostart" / "org.example.call.desktop"; }
  [[nodiscard]] std::string text() const {
    std::ifstream stream(file());
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void append(const std::string& line) const { std::ofstream(file(), std::ios::app) << line << '\n'; }

  const TestFolder folder_;
};

TEST_F(AutostartEntryTest, IsAFileThatComesAndGoes) {
  const AutostartEntry entry(file(), {"/usr/bin/counterpoint", "--hidden"});
  EXPECT_FALSE(entry.is_on());
  ASSERT_TRUE(entry.set(true));
  EXPECT_TRUE(entry.is_on());
  EXPECT_EQ(text(),
            "[Desktop Entry]\nType=Application\nName=Counterpoint\nIcon=org.example.call\n"
            "TryExec=/usr/bin/counterpoint\nExec=\"/usr/bin/counterpoint\" \"--hidden\"\n");
  ASSERT_TRUE(entry.set(false));
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_TRUE(entry.set(false)) << "there is nothing to remove";
}

TEST_F(AutostartEntryTest, NamesAProgramWithAnyPath) {
  const AutostartEntry entry(file(), {R"(/opt/50% "new"\$x/counterpoint)"});
  ASSERT_TRUE(entry.set(true));
  EXPECT_NE(text().find(R"(TryExec=/opt/50% "new"\\$x/counterpoint)"
                        "\n"),
            std::string::npos)
      << text();
  EXPECT_NE(text().find(R"(Exec="/opt/50%% \\"new\\"\\\\\\$x/counterpoint")"
                        "\n"),
            std::string::npos)
      << text();
}

TEST_F(AutostartEntryTest, IsOffWhereTheDesktopSwitchedItOff) {
  const AutostartEntry entry(file(), {"/usr/bin/counterpoint"});
  for (const char* line : {"Hidden=true", "X-GNOME-Autostart-enabled=false"}) {
    ASSERT_TRUE(entry.set(true));
    append(line);
    EXPECT_FALSE(entry.is_on()) << line;
    ASSERT_TRUE(entry.set(true));
    EXPECT_TRUE(entry.is_on()) << "it is written anew";
  }
}

TEST_F(AutostartEntryTest, SaysInALineWhyItCannotBeWritten) {
  std::ofstream(folder_.path() / "autostart") << "a file where the folder should be";
  const AutostartEntry entry(file(), {"/usr/bin/counterpoint"});
  const auto written = entry.set(true);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message.text(),
            "cannot make " + file().parent_path().string() + ": Not a directory; make the folder writable");
  EXPECT_FALSE(entry.is_on());
}

}  // namespace
}  // namespace counterpoint
