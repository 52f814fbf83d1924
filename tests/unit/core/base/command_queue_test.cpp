// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/queue/command_queue.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/control/call_command.h"

namespace counterpoint {
namespace {

CallCommand seek(int second) { return SeekClip{Duration(1s) * second}; }
CallCommand volume(double volume) { return SetClipLevels{{.volume = volume}}; }

std::vector<CallCommand> all_of(CommandQueue<CallCommand>& queue) {
  std::vector<CallCommand> commands;
  while (std::optional<CallCommand> command = queue.try_pop()) commands.push_back(std::move(*command));
  return commands;
}

TEST(CommandQueueTest, OfTheValuesOfASliderTheNewestCounts) {
  CommandQueue<CallCommand> queue;
  for (int i = 0; i < 1000; ++i) {
    queue.push(seek(i));
    queue.push(volume(i / 1000.0));
    queue.push(SetPeerVolume{i / 1000.0});
  }
  const std::vector<CallCommand> commands = all_of(queue);
  ASSERT_EQ(commands.size(), 3U) << "three sliders that are dragged at once";
  EXPECT_EQ(std::get<SeekClip>(std::get<ClipCommand>(commands[0])).to, 999s);
  EXPECT_EQ(std::get<SetClipLevels>(commands[1]).levels.volume, 0.999);
  EXPECT_EQ(std::get<SetPeerVolume>(commands[2]).volume, 0.999);
}

TEST(CommandQueueTest, AValueOvertakesNoOtherCommand) {
  CommandQueue<CallCommand> queue;
  queue.push(PlayClip{"a"});
  queue.push(seek(1));
  queue.push(PlayClip{"b"});
  queue.push(seek(2));
  queue.push(seek(3));
  queue.push(HangUp{});
  queue.push(seek(4));
  const std::vector<CallCommand> commands = all_of(queue);
  ASSERT_EQ(commands.size(), 6U);
  EXPECT_EQ(std::get<SeekClip>(std::get<ClipCommand>(commands[1])).to, 1s) << "of the first clip";
  EXPECT_EQ(std::get<SeekClip>(std::get<ClipCommand>(commands[3])).to, 3s) << "of the second one";
  EXPECT_TRUE(std::holds_alternative<HangUp>(commands[4]));
  EXPECT_EQ(std::get<SeekClip>(std::get<ClipCommand>(commands[5])).to, 4s);
}

TEST(CommandQueueTest, AFloodFromSeveralThreadsLosesNoCommand) {
  constexpr int kThreads = 4;
  constexpr int kEach = 2500;
  CommandQueue<CallCommand> queue;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&queue, thread] {
      for (int i = 0; i < kEach; ++i) {
        // The address says who sent it, and which one it is.
        if (i % 2 == 0) {
          queue.push(Dial{std::to_string(thread) + ":" + std::to_string(i)});
        } else {
          queue.push(i % 4 == 1 ? volume(i) : seek(i));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<int> next(kThreads, 0);
  int dialled = 0;
  for (const CallCommand& command : all_of(queue)) {
    const auto* dial = std::get_if<Dial>(&command);
    if (dial == nullptr) continue;
    ++dialled;
    const auto thread = static_cast<std::size_t>(dial->address[0] - '0');
    EXPECT_EQ(dial->address.substr(2), std::to_string(next[thread])) << "in order";
    next[thread] += 2;
  }
  EXPECT_EQ(dialled, kThreads * kEach / 2);
}

TEST(CommandQueueTest, AfterItIsClosedItGivesWhatIsLeftAndTakesNothing) {
  CommandQueue<CallCommand> queue;
  queue.push(HangUp{});
  queue.close();
  queue.push(HangUp{});
  EXPECT_TRUE(queue.pop_for(0s));
  EXPECT_FALSE(queue.pop_for(1h));
}

}  // namespace
}  // namespace counterpoint
