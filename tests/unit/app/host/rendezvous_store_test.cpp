// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/rendezvous_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

constexpr UnixTime kNow{std::chrono::milliseconds(1'700'000'000'000)};

SealedMessage::Id id_of(std::uint8_t first) {
  SealedMessage::Id id{};
  id[0] = first;
  return id;
}

SealedMessage::Id id_of_number(std::size_t number) {
  SealedMessage::Id id{};
  id[0] = static_cast<std::uint8_t>(number);
  id[1] = static_cast<std::uint8_t>(number >> 8);
  return id;
}

PeerId caller(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  id.point[0] = 2;
  return id;
}

/// Those of `count` calls from `who`, numbered from `first` on, that the user is told of.
std::size_t admitted(RendezvousMemory& memory, std::size_t first, std::size_t count, const PeerId& who) {
  std::size_t told = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    told += memory.admit(id_of_number(i), {.until = kNow, .caller = who}, kNow) ? 1 : 0;
  }
  return told;
}

TEST(RendezvousStore, KeepsWhatItWasGiven) {
  const TestFolder folder;
  RendezvousMemory memory{.nodes = {"192.0.2.1:47002", "[2001:db8::1]:5000"}};
  EXPECT_TRUE(memory.admit(id_of(7), {.until = kNow, .stranger = true, .caller = caller(1)}, kNow));
  ASSERT_TRUE(change_rendezvous_memory(folder.path(), [&](RendezvousMemory& kept) { kept = memory; }));
  const auto loaded = load_rendezvous_memory(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(*loaded, memory);
}

TEST(RendezvousStore, IsEmptyAtFirst) {
  const TestFolder folder;
  const auto loaded = load_rendezvous_memory(folder.path());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(*loaded, RendezvousMemory());
}

TEST(RendezvousStore, SaysWhereAFileIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"{", "line 1"},
      {"[]", "no JSON object"},
      {R"({"version": 2})", "/version"},
      {R"({"version": 1, "nodes": ["node.example:1"]})", "/nodes/0"},
      {R"({"version": 1, "nodes": [7]})", "/nodes/0"},
      {R"({"version": 1, "missed_calls": [{"id": "00", "until": 1}]})", "/missed_calls/0/id"},
      {R"({"version": 1, "missed_calls": [{"id": "zz000000000000000000000000000000", "until": 1}]})",
       "/missed_calls/0/id"},
  };
  for (const auto& [text, where] : cases) {
    const auto read = read_rendezvous_memory(text);
    ASSERT_FALSE(read) << text;
    EXPECT_THAT(read.error().message.text(), HasSubstr(where)) << text;
  }
}

TEST(RendezvousStore, TwoProgramsKeepWhatEachHasWritten) {
  const TestFolder folder;
  for (const std::size_t program : {1U, 2U}) {
    ASSERT_TRUE(change_rendezvous_memory(folder.path(), [&](RendezvousMemory& kept) {
      EXPECT_TRUE(kept.admit(id_of_number(program), {.until = kNow}, kNow));
    }));
  }
  const auto loaded = load_rendezvous_memory(folder.path());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->missed_calls.size(), 2U);
}

TEST(RendezvousStore, ABrokenFileIsNamed) {
  const TestFolder folder;
  std::ofstream(folder.path() / "rendezvous.json") << "{";
  const auto loaded = load_rendezvous_memory(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message.text(), HasSubstr("rendezvous.json"));
  EXPECT_TRUE(change_rendezvous_memory(folder.path(), [](RendezvousMemory&) {}));
  EXPECT_TRUE(load_rendezvous_memory(folder.path())) << "it is replaced by a new one";
}

TEST(RendezvousStore, EachMissedCallIsAdmittedOnce) {
  RendezvousMemory memory;
  EXPECT_TRUE(memory.admit(id_of(1), {.until = kNow}, kNow));
  EXPECT_FALSE(memory.admit(id_of(1), {.until = kNow}, kNow)) << "the rendezvous may give it until then";
}

TEST(RendezvousStore, StrangersLeaveRoomForContacts) {
  RendezvousMemory memory;
  std::size_t admitted = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    admitted += memory.admit(id_of_number(i), {.until = kNow, .stranger = true}, kNow);
  }
  EXPECT_EQ(admitted, RendezvousMemory::kMaxOfStrangers);
  EXPECT_TRUE(memory.admit(id_of_number(5000), {.until = kNow}, kNow));
  for (std::size_t i = 5001; i < 9000; ++i) (void)memory.admit(id_of_number(i), {.until = kNow}, kNow);
  EXPECT_EQ(memory.missed_calls.size(), RendezvousMemory::kMaxMissedCalls);
}

TEST(RendezvousStore, OneContactLeavesRoomForOthersHoweverOftenTheHostStarts) {
  RendezvousMemory memory;
  std::size_t told = 0;
  for (std::size_t start = 0; start < 10; ++start) {
    told += admitted(memory, 16 * start, 16, caller(1));
    const auto kept = read_rendezvous_memory(rendezvous_memory_text(memory));
    ASSERT_TRUE(kept);
    memory = *kept;
  }
  EXPECT_EQ(told, RendezvousMemory::kMaxOfOne);
  EXPECT_EQ(admitted(memory, 1000, 1, caller(2)), 1U);
}

TEST(RendezvousStore, CallersOfAnOlderFileAreLearntWhenTheirCallsAreGivenAgain) {
  std::string calls;
  for (const char* digit : {"1", "2", "3", "4"}) {
    calls += (calls.empty() ? "" : ", ") + (R"({"id": ")" + std::string(digit)) + std::string(31, '0') +
             R"(", "until": 1700000000000})";
  }
  auto memory = read_rendezvous_memory(R"({"version": 1, "missed_calls": [)" + calls + "]}");
  ASSERT_TRUE(memory) << memory.error().message;
  for (const std::uint8_t first : std::initializer_list<std::uint8_t>{0x10, 0x20, 0x30, 0x40}) {
    EXPECT_FALSE(memory->admit(id_of(first), {.until = kNow, .caller = caller(1)}, kNow)) << "the user was told";
    EXPECT_EQ(memory->missed_calls[id_of(first)].caller, caller(1));
  }
  EXPECT_EQ(admitted(*memory, 1000, 100, caller(1)), RendezvousMemory::kMaxOfOne - 4);
}

TEST(RendezvousStore, MissedCallsThatHaveEndedMakeRoom) {
  RendezvousMemory memory;
  for (std::size_t i = 0; i < 2000; ++i)
    (void)memory.admit(id_of_number(i), {.until = kNow, .stranger = i % 2 == 0}, kNow);
  const UnixTime later = kNow + std::chrono::milliseconds(1);
  EXPECT_TRUE(memory.admit(id_of_number(5000), {.until = later, .stranger = true}, later));
  EXPECT_EQ(memory.missed_calls.size(), 1U);
}

}  // namespace
}  // namespace counterpoint
