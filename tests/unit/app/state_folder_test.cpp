// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/state_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace counterpoint {
namespace {

/// Sets or removes a variable of the environment until the end of the scope.
class Variable {
 public:
  Variable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_); }

 private:
  void set(const std::optional<std::string>& value) {
    if (value) {
      setenv(name_, value->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

class StateFolder : public testing::Test {
 protected:
  StateFolder() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("state_folder_test-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  ~StateFolder() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(StateFolder, TakesTheFileThatWasAskedFor) {
  const auto path = session_log_path(folder_ / "mine.jsonl");
  ASSERT_TRUE(path);
  EXPECT_EQ(*path, folder_ / "mine.jsonl");
}

TEST_F(StateFolder, MakesTheFolderOfTheXdgVariable) {
  const Variable state("XDG_STATE_HOME", (folder_ / "state").string());
  const auto path = session_log_path(std::nullopt);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->parent_path(), folder_ / "state" / "counterpoint" / "sessions");
  EXPECT_TRUE(std::filesystem::is_directory(path->parent_path()));
  EXPECT_EQ(path->extension(), ".jsonl");
  EXPECT_FALSE(std::filesystem::exists(*path));
}

TEST_F(StateFolder, FallsBackToHomeAlsoForARelativeVariable) {
  const Variable home("HOME", folder_.string());
  for (const std::optional<std::string>& value : {std::optional<std::string>(), std::optional<std::string>("here")}) {
    const Variable state("XDG_STATE_HOME", value);
    const auto path = session_log_path(std::nullopt);
    ASSERT_TRUE(path);
    EXPECT_EQ(path->parent_path(), folder_ / ".local" / "state" / "counterpoint" / "sessions");
  }
}

TEST_F(StateFolder, NeverNamesAFileThatIsThere) {
  const Variable state("XDG_STATE_HOME", folder_.string());
  const auto first = session_log_path(std::nullopt);
  ASSERT_TRUE(first);
  std::ofstream(*first) << "kept";
  const auto second = session_log_path(std::nullopt);
  ASSERT_TRUE(second);
  EXPECT_NE(*first, *second);
}

TEST_F(StateFolder, SaysWhatToDoWhenThereIsNoPlace) {
  const Variable home("HOME", std::nullopt);
  const Variable state("XDG_STATE_HOME", std::nullopt);
  const auto path = session_log_path(std::nullopt);
  ASSERT_FALSE(path);
  EXPECT_NE(path.error().message.text().find("XDG_STATE_HOME"), std::string::npos);
  EXPECT_NE(path.error().message.text().find("--log"), std::string::npos);
}

TEST_F(StateFolder, NamesTheFolderThatCannotBeMade) {
  std::ofstream(folder_ / "file") << "in the way";
  const Variable state("XDG_STATE_HOME", (folder_ / "file").string());
  const auto path = session_log_path(std::nullopt);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(path.error().message.text().find((folder_ / "file").string()), std::string::npos);
}

TEST_F(StateFolder, MakesANewFolderForEachStartOfTheLaboratory) {
  const Variable state("XDG_STATE_HOME", folder_.string());
  const auto first = new_lab_folder("rfc8867");
  const auto second = new_lab_folder("rfc8867");
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_NE(*first, *second);
  EXPECT_EQ(first->parent_path(), folder_ / "counterpoint" / "lab");
  EXPECT_TRUE(first->filename().string().starts_with("rfc8867-2"));
  EXPECT_TRUE(std::filesystem::is_empty(*second));
  const Variable in_the_way("XDG_STATE_HOME", "/dev/null");
  const auto third = new_lab_folder("rfc8867");
  ASSERT_FALSE(third);
  EXPECT_NE(third.error().message.text().find("--output"), std::string::npos);
}

TEST(WallClock, IsIso8601InUtc) {
  const std::string time = wall_clock_iso8601();
  ASSERT_EQ(time.size(), 20U);
  EXPECT_EQ(time[10], 'T');
  EXPECT_EQ(time.back(), 'Z');
}

}  // namespace
}  // namespace counterpoint
