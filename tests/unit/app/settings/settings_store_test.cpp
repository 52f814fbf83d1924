// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "tests/support/full_disk.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

class SettingsStoreTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path file() const { return folder_.path() / "config" / "settings.json"; }
  void write(const std::string& text) const {
    fs::create_directories(file().parent_path());
    std::ofstream(file()) << text;
  }
  [[nodiscard]] static std::string text_of(const fs::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// All that lies beside the settings.
  [[nodiscard]] std::vector<fs::path> beside() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(file().parent_path())) {
      if (entry.path() != file()) found.push_back(entry.path());
    }
    return found;
  }
  static Settings light() {
    Settings settings;
    settings.theme = ThemeSetting::kLight;
    return settings;
  }

  const TestFolder folder_;
};

TEST_F(SettingsStoreTest, SettingsOutliveTheProgram) {
  {
    SettingsStore store(file());
    EXPECT_FALSE(store.existed());
    EXPECT_EQ(store.settings(), Settings{});
    store.set(light());
    EXPECT_EQ(store.notice(), "");
  }
  const SettingsStore again(file());
  EXPECT_TRUE(again.existed());
  EXPECT_EQ(again.settings(), light());
  EXPECT_TRUE(beside().empty()) << "nothing is left of writing";
  EXPECT_EQ(fs::status(file()).permissions() & fs::perms::others_read, fs::perms::none);
}

TEST_F(SettingsStoreTest, NothingIsWrittenBeforeSomethingChanges) {
  const SettingsStore store(file());
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(SettingsStoreTest, ABrokenFileIsKeptAsideAndNamed) {
  write("{ \"version\": 1, oops");
  SettingsStore store(file());
  EXPECT_EQ(store.settings(), Settings{});
  ASSERT_EQ(beside().size(), 1U);
  EXPECT_NE(beside().front().string().find("settings.json.broken-"), std::string::npos);
  EXPECT_NE(store.notice().text().find(beside().front().string()), std::string::npos) << store.notice();
  EXPECT_EQ(text_of(beside().front()), "{ \"version\": 1, oops");
  store.set(light());
  EXPECT_EQ(SettingsStore(file()).settings(), light());
  write("{ again");
  const SettingsStore second(file());
  EXPECT_EQ(beside().size(), 2U) << "one does not take the place of another";
}

TEST_F(SettingsStoreTest, AFileThatIsNoSettingsFileIsLeftAlone) {
  for (const std::string& content : {std::string("Notes of a meeting"), std::string(2'000'000, '\x01')}) {
    write(content);
    SettingsStore store(file());
    EXPECT_NE(store.notice().text().find("--config"), std::string::npos) << store.notice();
    store.set(light());
    EXPECT_EQ(text_of(file()), content);
    EXPECT_TRUE(beside().empty());
  }
}

TEST_F(SettingsStoreTest, APipeIsNotWaitedFor) {
  fs::create_directories(file().parent_path());
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  const SettingsStore store(file());
  EXPECT_NE(store.notice().text().find("not a file"), std::string::npos) << store.notice();
}

TEST_F(SettingsStoreTest, AValueThatMakesNoSenseCostsOnlyItself) {
  write(R"({"version": 1, "codec": "h264", "appearance": {"theme": "light"}, "other": 1})");
  const SettingsStore store(file());
  EXPECT_EQ(store.settings(), light());
  EXPECT_NE(store.notice().text().find("/codec"), std::string::npos) << store.notice();
  ASSERT_EQ(beside().size(), 1U);
  EXPECT_NE(text_of(beside().front()).find("h264"), std::string::npos);
  EXPECT_NE(text_of(file()).find("other"), std::string::npos);
  EXPECT_EQ(SettingsStore(file()).notice(), "") << "the file has been mended";
}

TEST_F(SettingsStoreTest, AFileOfALaterVersionIsNotWrittenTo) {
  const std::string later = R"({"version": 99, "appearance": {"theme": "light"}})";
  write(later);
  SettingsStore store(file());
  EXPECT_EQ(store.settings().theme, ThemeSetting::kLight);
  EXPECT_NE(store.notice().text().find("later version"), std::string::npos) << store.notice();
  store.set(Settings{});
  EXPECT_EQ(store.settings(), Settings{}) << "but holds for this run";
  EXPECT_EQ(text_of(file()), later);
  EXPECT_TRUE(beside().empty());
}

TEST_F(SettingsStoreTest, AFolderThatCannotBeMadeIsToldAndSettingsHoldNevertheless) {
  std::ofstream(folder_.path() / "config") << "a file where the folder should be";
  SettingsStore store(file());
  store.set(light());
  EXPECT_EQ(store.settings(), light());
  EXPECT_NE(store.notice().text().find("not kept"), std::string::npos) << store.notice();
  EXPECT_NE(store.notice().text().find("--config"), std::string::npos);
}

TEST_F(SettingsStoreTest, AFullDiskLeavesTheOldFileAndIsTold) {
  SettingsStore store(file());
  store.set(light());
  const std::string before = text_of(file());
  {
    const FullDisk full(100);
    store.set(Settings{});
  }
  EXPECT_NE(store.notice().text().find("not kept"), std::string::npos) << store.notice();
  EXPECT_EQ(text_of(file()), before);
  EXPECT_TRUE(beside().empty());
  store.set(Settings{});
  EXPECT_EQ(store.notice(), "") << "there is room again";
  EXPECT_EQ(SettingsStore(file()).settings(), Settings{});
}

TEST_F(SettingsStoreTest, WhatIsNoFileIsNotMovedAside) {
  fs::create_directories(file());
  SettingsStore store(file());
  EXPECT_NE(store.notice(), "");
  store.set(light());
  EXPECT_TRUE(fs::is_directory(file()));
  EXPECT_TRUE(beside().empty());
}

TEST_F(SettingsStoreTest, WhatAnotherWindowKeepsIsNotLost) {
  SettingsStore one(file());
  SettingsStore other(file());
  one.set(light());
  other.refresh();
  Settings settings = other.settings();
  settings.name = "Ada";
  other.set(settings);
  const SettingsStore again(file());
  EXPECT_EQ(again.settings().theme, ThemeSetting::kLight);
  EXPECT_EQ(again.settings().name, "Ada");
}

TEST_F(SettingsStoreTest, AFileThatIsBrokenByHandMeanwhileIsKeptAsideAndNamed) {
  for (const std::string broken : {"{ \"version\": 1, oops", R"({"version": 1, "codec": "h264", "other": 1})"}) {
    SettingsStore store(file());
    store.set(light());
    write(broken);
    store.refresh();
    store.set(store.settings());
    ASSERT_EQ(beside().size(), 1U) << broken;
    EXPECT_EQ(text_of(beside().front()), broken);
    EXPECT_NE(store.notice().text().find(beside().front().string()), std::string::npos) << store.notice();
    EXPECT_EQ(SettingsStore(file()).notice(), "") << "the file has been mended";
    fs::remove_all(file().parent_path());
  }
}

TEST_F(SettingsStoreTest, WhatIsNotToBeWrittenToMeanwhileIsNot) {
  for (const std::string content : {R"({"version": 99, "theme": "dark"})", "Notes of a meeting"}) {
    SettingsStore store(file());
    store.set(light());
    write(content);
    store.refresh();
    store.set(light());
    EXPECT_EQ(text_of(file()), content);
    EXPECT_TRUE(beside().empty());
    EXPECT_NE(store.notice().text().find("changes are not kept"), std::string::npos) << store.notice();
    EXPECT_EQ(store.settings(), light()) << "but holds for this run";
    fs::remove(file());
  }
}

TEST_F(SettingsStoreTest, AStoreThatOnlyReadsWritesNothing) {
  write("{\"version\": 1}");
  SettingsStore store(file(), false);
  store.set(light());
  EXPECT_EQ(store.settings(), light());
  EXPECT_EQ(text_of(file()), "{\"version\": 1}");
}

TEST_F(SettingsStoreTest, ALinkStaysALink) {
  write("{\"version\": 1}");
  fs::rename(file(), folder_.path() / "elsewhere.json");
  fs::create_symlink(folder_.path() / "elsewhere.json", file());
  SettingsStore store(file());
  store.set(light());
  EXPECT_TRUE(fs::is_symlink(file()));
  EXPECT_EQ(SettingsStore(folder_.path() / "elsewhere.json").settings(), light());
}

TEST_F(SettingsStoreTest, WithoutAFileNothingIsKept) {
  SettingsStore store{fs::path()};
  store.set(light());
  EXPECT_EQ(store.settings(), light());
  EXPECT_EQ(store.notice(), "");
}

TEST_F(SettingsStoreTest, ACommandWantsTheFileToBeThereAndRight) {
  EXPECT_NE(load_settings(file()).error().message.text().find(file().string()), std::string::npos);
  write(R"({"version": 1, "codec": 7})");
  const auto wrong = load_settings(file());
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.text().find(file().string() + ": /codec"), std::string::npos)
      << wrong.error().message;
  EXPECT_TRUE(beside().empty()) << "and leaves it alone";
  write(R"({"version": 1, "codec": "vp9"})");
  EXPECT_EQ(load_settings(file())->settings.codec, VideoCodec::kVp9);
}

}  // namespace
}  // namespace counterpoint
