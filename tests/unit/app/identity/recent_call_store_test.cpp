// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/recent_call_store.h"

#include <gmock/gmock.h>

#include <QFile>
#include <QTemporaryDir>

namespace counterpoint {
namespace {

using testing::HasSubstr;

class RecentCallStoreTest : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path folder() const { return temporary_.filePath("data").toStdString(); }
  [[nodiscard]] QString file(const char* name = "recent-calls.json") const {
    return temporary_.filePath("data/") + QLatin1String(name);
  }
  static RecentCall missed() {
    PeerId id;
    id.point.fill(7);
    id.point[0] = 2;
    return {.kind = RecentCall::Kind::kMissed,
            .name = "Zo\u00eb",
            .target = "counterpoint:192.0.2.7",
            .id = id,
            .began = UnixTime(std::chrono::milliseconds(1'773'479'000'123))};
  }

  QTemporaryDir temporary_;
};

TEST_F(RecentCallStoreTest, WhatIsKeptIsReadBackTheSame) {
  EXPECT_TRUE(load_recent_calls(folder())->calls().empty()) << "there is no file yet";
  const RecentCall answered{.kind = RecentCall::Kind::kOutgoing,
                            .name = "Ada",
                            .target = "ada:47000",
                            .began = UnixTime(std::chrono::milliseconds(5)),
                            .duration = 477s};
  ASSERT_TRUE(change_recent_calls(folder(), [&](RecentCalls& recent) { recent.add(answered); }));
  ASSERT_TRUE(change_recent_calls(folder(), [](RecentCalls& recent) { recent.add(missed()); }));
  const auto read = load_recent_calls(folder());
  ASSERT_TRUE(read) << read.error().message.text();
  EXPECT_THAT(read->calls(), testing::ElementsAre(missed(), answered));
  EXPECT_FALSE(QFile(file()).permissions() & (QFile::ReadGroup | QFile::ReadOther)) << "nobody else's business";
}

TEST_F(RecentCallStoreTest, ABrokenFileIsNamedAndKeptAside) {
  ASSERT_TRUE(change_recent_calls(folder(), [](RecentCalls&) {}));
  QFile broken(file());
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write("{ \"version\": 1, oops");
  broken.close();
  const auto read = load_recent_calls(folder());
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message.text(), HasSubstr("recent-calls.json"));
  ASSERT_TRUE(change_recent_calls(folder(), [](RecentCalls& recent) { recent.add(missed()); }));
  EXPECT_EQ(load_recent_calls(folder())->calls().size(), 1U);
  QFile aside(file("recent-calls.json.broken"));
  ASSERT_TRUE(aside.open(QIODevice::ReadOnly));
  EXPECT_TRUE(aside.readAll().contains("oops"));
}

TEST(RecentCallText, AMistakeIsNamedWithItsPlace) {
  const auto why = [](const std::string& call) {
    const auto read = read_recent_calls("{\"version\": 1, \"calls\": [" + call + "]}");
    EXPECT_FALSE(read) << call;
    return read ? std::string() : read.error().message.text();
  };
  EXPECT_THAT(why(R"({"kind": "lost", "name": "Ada", "began": 1})"), HasSubstr("/calls/0/kind"));
  EXPECT_THAT(why(R"({"kind": "missed", "name": "a\u0007", "began": 1})"), HasSubstr("/calls/0/name"));
  EXPECT_THAT(why(R"({"kind": "missed", "name": "Ada", "began": -1})"), HasSubstr("/calls/0/began"));
  EXPECT_THAT(why(R"({"kind": "missed", "name": "Ada", "began": 1, "id": "x"})"), HasSubstr("/calls/0/id"));
  EXPECT_THAT(why("7"), HasSubstr("/calls/0"));
  EXPECT_THAT(read_recent_calls(R"({"version": 2})").error().message.text(), HasSubstr("later version"));
}

}  // namespace
}  // namespace counterpoint
