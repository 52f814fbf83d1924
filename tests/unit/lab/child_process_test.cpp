// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/child_process.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr uid_t kNobody = 65'534;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ChildProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "namespaces need root";
    Result<NetworkNamespace> made = NetworkNamespace::create();
    ASSERT_TRUE(made) << made.error().message;
    own_.emplace(std::move(*made));
  }
  /// The exit status of `words`, whose output goes into output_.
  std::optional<int> run(std::vector<std::string> words, const std::optional<SystemUser>& user = {}) {
    Result<ChildProcess> child = ChildProcess::start(
        *own_, {.words = std::move(words), .output = output_, .errors = {}, .input = {}, .user = user});
    return child ? child->wait(30s) : std::nullopt;
  }

  TestFolder folder_;
  std::filesystem::path output_ = folder_.path() / "output";
  std::optional<NetworkNamespace> own_;
};

TEST_F(ChildProcessTest, NobodyGetsMoreRights) {
  ASSERT_EQ(run({"/bin/cat", "/proc/self/status"}), 0);
  EXPECT_THAT(text_of(output_), HasSubstr("NoNewPrivs:\t1"));
}

TEST_F(ChildProcessTest, AnotherUserHasNoneOfRootsRights) {
  ASSERT_EQ(run({"/bin/cat", "/proc/self/status"}, SystemUser{.id = kNobody, .group = kNobody, .home = "/"}), 0);
  const std::string status = text_of(output_);
  EXPECT_THAT(status, HasSubstr("Uid:\t65534\t65534\t65534\t65534"));
  EXPECT_THAT(status, HasSubstr("Gid:\t65534\t65534\t65534\t65534"));
  EXPECT_THAT(status, HasSubstr("Groups:\t \n"));
  EXPECT_THAT(status, HasSubstr("CapEff:\t0000000000000000"));
  ASSERT_EQ(run({"/usr/bin/env"}, SystemUser{.id = kNobody, .group = kNobody, .home = "/nowhere"}), 0);
  EXPECT_THAT(text_of(output_), StartsWith("HOME=/nowhere\n"));
}

TEST_F(ChildProcessTest, ALinkIsNotWrittenThrough) {
  const std::filesystem::path target = folder_.path() / "target";
  std::ofstream(target) << "kept";
  std::filesystem::create_symlink(target, output_);
  EXPECT_NE(run({"/bin/cat", "/proc/self/status"}), 0);
  EXPECT_EQ(text_of(target), "kept");
}

TEST_F(ChildProcessTest, SystemProgramsComeBeforeThoseOfThePath) {
  const std::filesystem::path other = folder_.path() / "cat";
  std::ofstream(other) << "#!/bin/sh\n";
  std::filesystem::permissions(other, std::filesystem::perms::owner_all);
  const char* const before = std::getenv("PATH");
  const std::string path = before != nullptr ? before : "";
  setenv("PATH", (folder_.path().string() + ":" + path).c_str(), 1);
  EXPECT_EQ(find_program("cat"), "/usr/bin/cat");
  setenv("PATH", path.c_str(), 1);
}

TEST(UserBehindSudo, IsWhomSudoNames) {
  const auto user = [](const char* id, const char* group) {
    setenv("SUDO_UID", id, 1);
    setenv("SUDO_GID", group, 1);
    return user_behind_sudo();
  };
  const auto nobody = user("65534", "65533");
  ASSERT_TRUE(nobody);
  EXPECT_EQ(nobody->id, kNobody);
  EXPECT_EQ(nobody->group, 65'533U);
  EXPECT_THAT(nobody->home, StartsWith("/"));
  EXPECT_FALSE(user("0", "0"));
  EXPECT_FALSE(user("", ""));
  EXPECT_FALSE(user("12x", "12"));
  EXPECT_FALSE(user("-1", "12"));
  unsetenv("SUDO_UID");
  EXPECT_FALSE(user_behind_sudo());
  unsetenv("SUDO_GID");
}

}  // namespace
}  // namespace counterpoint
