// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/identity_store.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <fstream>
#include <iterator>

namespace counterpoint {
namespace {

using testing::HasSubstr;

class IdentityStoreTest : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path folder() const { return temporary_.filePath("data").toStdString(); }
  [[nodiscard]] std::filesystem::path file() const { return folder() / "identity.pem"; }
  void write(const std::string& text) const {
    std::filesystem::create_directories(folder());
    std::ofstream(file()) << text;
  }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static unsigned mode_of(const std::filesystem::path& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 0777U : 0U;
  }

  QTemporaryDir temporary_;
};

TEST_F(IdentityStoreTest, IsMadeOnceAndForItsOwnerAlone) {
  EXPECT_FALSE(has_identity(folder()));
  const auto first = load_identity(folder());
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(mode_of(file()), 0600U);
  EXPECT_EQ(mode_of(folder()), 0700U);
  const auto again = load_identity(folder());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->id(), first->id());
}

TEST_F(IdentityStoreTest, WhatCannotBeReadStaysAndIsOneClearError) {
  for (const std::string& text : {std::string(), std::string("hello"), std::string(100'000, 'x')}) {
    write(text);
    const auto key = load_identity(folder());
    ASSERT_FALSE(key);
    EXPECT_EQ(key.error().kind, ErrorKind::kMalformed);
    EXPECT_THAT(key.error().message.text(), HasSubstr(file().string()));
    EXPECT_EQ(read(file()), text);
  }
  std::filesystem::remove(file());
  std::filesystem::create_directory(file());
  EXPECT_FALSE(load_identity(folder()));
  std::filesystem::remove(file());
  std::filesystem::create_symlink("/nonexistent/identity.pem", file());
  EXPECT_FALSE(load_identity(folder())) << "a disk that is not mounted must not lead to a new identity";
}

TEST_F(IdentityStoreTest, AFileThatOthersCanReadIsClosedToThem) {
  ASSERT_TRUE(load_identity(folder()));
  ASSERT_EQ(::chmod(file().c_str(), 0644), 0);
  ASSERT_TRUE(load_identity(folder()));
  EXPECT_EQ(mode_of(file()), 0600U);
}

TEST_F(IdentityStoreTest, WithoutAPlaceNothingIsMade) {
  const auto key = load_identity("/proc/counterpoint");
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(key.error().message.text(), HasSubstr("cannot be kept in /proc/counterpoint"));
}

TEST_F(IdentityStoreTest, AReplacedOneStaysBesideIt) {
  const auto first = load_identity(folder());
  ASSERT_TRUE(first);
  const std::string before = read(file());
  const auto second = IdentityKey::generate();
  ASSERT_TRUE(replace_identity(folder(), *second));
  EXPECT_EQ(load_identity(folder())->id(), second->id());
  EXPECT_EQ(read(file().string() + ".old"), before);
  EXPECT_EQ(mode_of(file().string() + ".old"), 0600U);
  ASSERT_TRUE(replace_identity(folder(), *first));
  EXPECT_TRUE(std::filesystem::exists(file().string() + ".old-2"));
  EXPECT_EQ(load_identity(folder())->id(), first->id());
}

TEST_F(IdentityStoreTest, OneThatCannotBeReadCanBeReplaced) {
  write("damaged");
  const auto key = IdentityKey::generate();
  ASSERT_TRUE(replace_identity(folder(), *key));
  EXPECT_EQ(load_identity(folder())->id(), key->id());
  EXPECT_EQ(read(file().string() + ".old"), "damaged");
}

}  // namespace
}  // namespace counterpoint
