// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/message_exchange.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <semaphore>
#include <vector>

#include "app/messages/file_names.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// One user of a call.
struct User {
  explicit User(std::counting_semaphore<>& disk) : exchange([&disk] { disk.release(); }) {}

  MessageExchange exchange;
  std::vector<TextNews> texts;
  std::vector<FileNews> files;

  void take_news() {
    while (const auto news = exchange.take_news()) {
      if (const auto* text = std::get_if<TextNews>(&*news)) texts.push_back(*text);
      if (const auto* file = std::get_if<FileNews>(&*news)) files.push_back(*file);
    }
  }
};

/// Two of them, between whom messages take no time.
class MessageExchangeTest : public testing::Test {
 protected:
  void SetUp() override {
    for (User* user : {&ada, &bob}) {
      user->exchange.set_open({.texts = true, .files = true});
      user->exchange.set_call_rate(DataRate::kilobits_per_second(3200));
      user->take_news();
    }
  }

  /// Delivers all that can be said at this moment.
  void talk() {
    for (bool said = true; said;) {
      ada.exchange.poll(now, true);
      bob.exchange.poll(now, true);
      const bool by_ada = deliver(ada, bob);
      const bool by_bob = deliver(bob, ada);
      said = by_ada || by_bob;
    }
    ada.take_news();
    bob.take_news();
  }
  bool deliver(User& from, User& to) {
    bool any = false;
    while (const auto message = from.exchange.take_message()) {
      any = true;
      if (const auto* piece = std::get_if<FilePiece>(&*message)) moved += piece->bytes.size();
      const Result<void> taken = to.exchange.take(*message, now);
      EXPECT_TRUE(taken) << taken.error().message.text();
    }
    return any;
  }
  /// Lets a file move until there is nothing to do, or `stop`.
  template <typename Stop>
  void move(Stop stop) {
    constexpr int kMaxSteps = 20'000;
    talk();
    for (int step = 0; step < kMaxSteps && !stop(); ++step) {
      const Timestamp due = std::min(ada.exchange.next_deadline(), bob.exchange.next_deadline());
      if (due != kNever) {
        now = std::max(now, due);
      } else if (!disk.try_acquire_for(20s)) {
        return;  // Nobody does anything any more.
      }
      talk();
    }
  }
  std::filesystem::path write_file(const char* name, std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7 % 251);
    std::ofstream(folder.path() / name, std::ios::binary) << bytes;
    return folder.path() / name;
  }
  std::filesystem::path downloads() { return folder.path() / "downloads"; }
  void offer(const std::filesystem::path& file) {
    ada.files.clear();
    bob.files.clear();
    ada.exchange.carry_out(SendFile{file.string()});
    move([&] { return !bob.files.empty() || (!ada.files.empty() && ada.files.back().is_over()); });
  }
  std::vector<std::string> kept() {
    std::vector<std::string> names;
    if (!std::filesystem::exists(downloads())) return names;
    for (const auto& entry : std::filesystem::directory_iterator(downloads())) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }
  [[nodiscard]] bool over() const {
    return !ada.files.empty() && ada.files.back().is_over() && !bob.files.empty() && bob.files.back().is_over();
  }

  TestFolder folder;
  Timestamp now = Timestamp{} + 1h;
  std::counting_semaphore<> disk{0};  ///< A job of one of the two is done.
  User ada{disk};
  User bob{disk};
  std::size_t moved = 0;  ///< Bytes of files.
};

TEST_F(MessageExchangeTest, TextsArriveInOrderAndAreKnownToBeHeard) {
  ada.exchange.carry_out(SendText{"one"});
  ada.exchange.carry_out(SendText{"two"});
  talk();
  ASSERT_EQ(bob.texts.size(), 2U);
  EXPECT_EQ(bob.texts[0].text, "one");
  EXPECT_EQ(bob.texts[1].text, "two");
  EXPECT_FALSE(bob.texts[1].own);
  ASSERT_EQ(ada.texts.size(), 4U) << "each waits, and is heard";
  EXPECT_EQ(ada.texts[1].state, TextNews::State::kWaiting);
  EXPECT_EQ(ada.texts[3].state, TextNews::State::kHeard);
  EXPECT_EQ(ada.texts[3].number, ada.texts[1].number);
}

TEST_F(MessageExchangeTest, WhatCannotBeShownIsNotSent) {
  ada.exchange.carry_out(SendText{"a\x1b[2J\u202e" + std::string(5000, 'b')});
  ada.exchange.carry_out(SendText{""});
  talk();
  ASSERT_EQ(bob.texts.size(), 1U);
  EXPECT_EQ(bob.texts[0].text.substr(0, 8), "a?[2J?bb");
  EXPECT_EQ(bob.texts[0].text.size(), PeerText::kMax);
}

TEST_F(MessageExchangeTest, WhoeverWritesFasterThanIsReadWaits) {
  constexpr int kTexts = 60;
  for (int i = 0; i < kTexts; ++i) ada.exchange.carry_out(SendText{std::to_string(i)});
  talk();
  EXPECT_LT(bob.texts.size(), 30U);
  const Timestamp begun = now;
  move([&] { return bob.texts.size() == kTexts; });
  EXPECT_EQ(bob.texts.size(), std::size_t{kTexts}) << "none is lost";
  EXPECT_GT(now - begun, 5s);
}

TEST_F(MessageExchangeTest, AFloodOfTextsEndsTheCall) {
  ASSERT_TRUE(bob.exchange.take(PeerText{.number = 1, .text = "a"}, now));
  const Result<void> second = bob.exchange.take(PeerText{.number = 2, .text = "b"}, now);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message.text(), HasSubstr("out of turn"));
  EXPECT_FALSE(bob.exchange.take(TextHeard{1}, now)) << "nothing was said";
}

TEST_F(MessageExchangeTest, WhatWaitsWhenTheCallEndsIsLost) {
  ada.exchange.carry_out(SendText{"too late"});
  ada.exchange.set_open({});
  ada.take_news();
  EXPECT_EQ(ada.texts.back().state, TextNews::State::kLost);
  ada.exchange.carry_out(SendText{"after it"});
  ada.exchange.carry_out(SendFile{"/etc/hostname"});
  ada.take_news();
  EXPECT_EQ(ada.texts.back().state, TextNews::State::kLost);
  ASSERT_FALSE(ada.files.empty());
  EXPECT_EQ(ada.files.back().phase, FileNews::Phase::kFailed);
}

TEST_F(MessageExchangeTest, AFileArrivesWholeWithinItsShareOfTheRate) {
  constexpr std::size_t kSize = 300'000;
  const auto file = write_file("a film.mpg", kSize);
  offer(file);
  ASSERT_EQ(bob.files.size(), 1U);
  EXPECT_EQ(bob.files[0].name, "a film.mpg");
  EXPECT_EQ(bob.files[0].size, kSize);
  EXPECT_THAT(kept(), IsEmpty()) << "nothing is written before it is taken";
  const Timestamp begun = now;
  bob.exchange.carry_out(AcceptFile{.number = bob.files[0].number, .folder = downloads().string()});
  move([this] { return over(); });
  ASSERT_EQ(bob.files.back().phase, FileNews::Phase::kDone) << bob.files.back().problem.text();
  EXPECT_EQ(ada.files.back().phase, FileNews::Phase::kDone);
  EXPECT_THAT(kept(), ElementsAre("a film.mpg"));
  EXPECT_EQ(read_all(bob.files.back().path), read_all(file));
  // A quarter of 3.2 Mbit/s are 100 kB/s.
  EXPECT_GT(now - begun, 2700ms);
  EXPECT_LT(now - begun, 3500ms);
  const auto permissions = std::filesystem::status(bob.files.back().path).permissions();
  EXPECT_EQ(permissions & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(MessageExchangeTest, NoFileIsReplacedUnlessTheUserNamesIt) {
  const auto file = write_file("note.txt", 2000);
  std::filesystem::create_directories(downloads());
  std::ofstream(downloads() / "note.txt") << "mine";
  for (int i = 0; i < 2; ++i) {
    offer(file);
    bob.exchange.carry_out(AcceptFile{.number = bob.files[0].number, .folder = downloads().string()});
    move([this] { return over(); });
  }
  EXPECT_THAT(kept(), ElementsAre("note (2).txt", "note (3).txt", "note.txt"));
  EXPECT_EQ(read_all(downloads() / "note.txt"), "mine");
  offer(file);
  bob.exchange.carry_out(AcceptFile{.number = bob.files[0].number, .path = (downloads() / "note.txt").string()});
  move([this] { return over(); });
  EXPECT_EQ(read_all(downloads() / "note.txt"), read_all(file));
}

TEST_F(MessageExchangeTest, WhoDoesNotWantItStopsItAndNothingIsLeft) {
  const auto file = write_file("long.bin", 400'000);
  for (const bool by_sender : {false, true}) {
    offer(file);
    bob.exchange.carry_out(AcceptFile{.number = bob.files[0].number, .folder = downloads().string()});
    move([&] { return bob.files.back().done > 50'000; });
    ASSERT_GT(bob.files.back().done, 50'000U);
    (by_sender ? ada : bob).exchange.carry_out(StopFile{.number = bob.files[0].number, .own = by_sender});
    move([this] { return over(); });
    const auto phase = by_sender ? FileNews::Phase::kWithdrawn : FileNews::Phase::kRefused;
    EXPECT_EQ(bob.files.back().phase, phase);
    EXPECT_EQ(ada.files.back().phase, phase);
  }
  offer(file);
  bob.exchange.carry_out(StopFile{.number = bob.files[0].number});
  move([this] { return over(); });
  EXPECT_EQ(ada.files.back().phase, FileNews::Phase::kRefused);
}

TEST_F(MessageExchangeTest, TheEndOfTheCallLeavesNoHalfFile) {
  offer(write_file("long.bin", 400'000));
  {
    MessageExchange receiver([] {});
    receiver.set_open({.texts = true, .files = true});
    ASSERT_TRUE(receiver.take(FileOffer{.number = 1, .name = "a", .size = 100}, now));
    receiver.carry_out(AcceptFile{.number = 1, .folder = downloads().string()});
  }
  EXPECT_THAT(kept(), IsEmpty());
  bob.exchange.carry_out(AcceptFile{.number = bob.files[0].number, .folder = downloads().string()});
  move([&] { return bob.files.back().done > 0; });
  for (User* user : {&ada, &bob}) {
    user->exchange.set_open({});
    user->take_news();
    EXPECT_EQ(user->files.back().phase, FileNews::Phase::kFailed);
  }
}

TEST_F(MessageExchangeTest, AFileThatCannotBeReadOrWrittenIsToldByItsReason) {
  const std::pair<std::filesystem::path, const char*> cases[] = {
      {folder.path() / "nothing", "No such file"}, {folder.path(), "no file"}, {write_file("empty", 0), "empty"}};
  for (const auto& [path, reason] : cases) {
    offer(path);
    ASSERT_FALSE(ada.files.empty());
    EXPECT_EQ(ada.files.back().phase, FileNews::Phase::kFailed);
    EXPECT_THAT(ada.files.back().problem.text(), HasSubstr(reason));
  }
  EXPECT_TRUE(bob.files.empty());
  offer(write_file("note.txt", 2000));
  bob.exchange.carry_out(AcceptFile{.number = bob.files[0].number, .folder = "/proc/nowhere"});
  move([this] { return over(); });
  EXPECT_EQ(bob.files.back().phase, FileNews::Phase::kFailed);
  EXPECT_THAT(bob.files.back().problem.text(), HasSubstr("/proc/nowhere"));
  EXPECT_EQ(ada.files.back().phase, FileNews::Phase::kRefused);
}

TEST_F(MessageExchangeTest, APeerThatDoesNotKeepToItsOfferEndsTheCall) {
  const auto open = [&](std::uint32_t number) {
    bob.files.clear();
    EXPECT_TRUE(bob.exchange.take(FileOffer{.number = number, .name = "a", .size = 100}, now));
    bob.take_news();
    bob.exchange.carry_out(AcceptFile{.number = number, .folder = downloads().string()});
    while (bob.files.back().phase == FileNews::Phase::kOffered && disk.try_acquire_for(20s)) {
      bob.exchange.poll(now, true);
      bob.take_news();
    }
  };
  EXPECT_FALSE(bob.exchange.take(FilePiece{.number = 1, .bytes = "x"}, now)) << "nothing was offered";
  ASSERT_TRUE(bob.exchange.take(FileOffer{.number = 1, .name = "a", .size = 100}, now));
  EXPECT_FALSE(bob.exchange.take(FilePiece{.number = 1, .bytes = "x"}, now)) << "it was not taken";
  EXPECT_FALSE(bob.exchange.take(FileOffer{.number = 2, .name = "b", .size = 100}, now)) << "one at a time";
  ASSERT_TRUE(bob.exchange.take(FileStopped{.number = 1, .by_sender = true}, now));
  EXPECT_TRUE(bob.exchange.take(FilePiece{.number = 1, .bytes = "x"}, now)) << "it crossed the end of the file";
  open(2);
  EXPECT_FALSE(bob.exchange.take(FilePiece{.number = 2, .bytes = std::string(101, 'x')}, now)) << "more than offered";
  EXPECT_FALSE(bob.exchange.take(FilePiece{.number = 2, .offset = 5, .bytes = "x"}, now)) << "not what follows";
  EXPECT_TRUE(bob.exchange.take(FilePiece{.number = 2, .bytes = "x"}, now));
  EXPECT_FALSE(bob.exchange.take(FileAccepted{1}, now)) << "nothing was offered to it";
  EXPECT_FALSE(bob.exchange.take(FileKept{.number = 1, .size = 1}, now));
}

TEST_F(MessageExchangeTest, OffersWithoutEndAreRefusedInSilence) {
  std::size_t shown = 0;
  for (std::uint32_t number = 1; number <= 40; ++number) {
    ASSERT_TRUE(bob.exchange.take(FileOffer{.number = number, .name = "a", .size = 100}, now));
    ASSERT_TRUE(bob.exchange.take(FileStopped{.number = number, .by_sender = true}, now));
  }
  bob.take_news();
  for (const FileNews& file : bob.files) shown += file.phase == FileNews::Phase::kOffered ? 1 : 0;
  EXPECT_EQ(shown, 10U);
}

TEST(FileNames, StayInTheirFolderAndAreSeen) {
  EXPECT_EQ(kept_file_name("../../.bashrc"), "_._.._.bashrc");
  EXPECT_EQ(kept_file_name(".bashrc"), "_bashrc");
  EXPECT_EQ(kept_file_name(".."), "_.");
  EXPECT_EQ(kept_file_name("-rf"), "_rf");
  EXPECT_EQ(kept_file_name("a\\b"), "a_b");
  EXPECT_EQ(kept_file_name(""), "file");
  EXPECT_EQ(numbered_file_name("film.mpg", 2), "film (2).mpg");
  EXPECT_EQ(numbered_file_name("film.mpg", 1), "film.mpg");
  EXPECT_EQ(offered_file_name("/home/ada/a\nb.txt"), "a?b.txt");
  EXPECT_EQ(offered_file_name("/home/ada/ "), "file");
  const std::string long_name = offered_file_name("/home/ada/" + std::string(200, 'a') + ".mpeg");
  EXPECT_EQ(long_name.size(), FileOffer::kMaxName);
  EXPECT_TRUE(long_name.ends_with("aaa.mpeg"));
}

}  // namespace
}  // namespace counterpoint
