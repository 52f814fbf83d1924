// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_drop_policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <string>

namespace counterpoint {
namespace {

/// The pictures of a group "IBBPBBP" that are admitted ("I--P--P") while so much waits.
std::string admitted(ClipDropPolicy& gate, const std::string& group, double backlog, bool at_floor = false) {
  std::string result;
  for (const char c : group) {
    const MpegPictureType type = c == 'I' ? MpegPictureType::kI : c == 'P' ? MpegPictureType::kP : MpegPictureType::kB;
    result += gate.admits({.type = type, .at_floor = at_floor}, {.backlog = backlog}) ? c : '-';
  }
  return result;
}

TEST(ClipDropPolicy, LeavesOutBThenPThenIPictures) {
  ClipDropPolicy gate;
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 2.9), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 3.5), "I--P--P");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 5), "I------");
  EXPECT_EQ(admitted(gate, "IBBPBBP", std::numeric_limits<double>::infinity()), "-------");
}

TEST(ClipDropPolicy, LeavesOutBPicturesEarlyWhenNothingCanBeMadeSmaller) {
  ClipDropPolicy gate;
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0.2, true), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0.5, true), "I--P--P");
}

/// Sizes of a clip's pictures at their floor, in bits.
struct Floors {
  double i = 25e3;
  double p = 8e3;
  double b = 4.5e3;
};

/// The part of groups "IBBPBBPBBPBBPBB" at their floor that a path of `rate` takes, at 30 pictures a second.
struct Streamed {
  std::string pictures;  ///< The pictures; '-' for a dropped one.
  double bits = 0;
  double longest_queue = 0;  ///< In seconds.
};
Streamed stream_at_floor(double rate, std::size_t groups, const Floors& floors = {}) {
  constexpr double kBackloggedAfter = 0.15;
  struct Waiting {
    double bits = 0;
    double since = 0;
  };
  Streamed streamed;
  ClipDropPolicy gate;
  std::deque<Waiting> queue;
  double queued = 0;
  const std::string group = "IBBPBBPBBPBBPBB";
  for (std::size_t number = 0; number < groups * group.size(); ++number) {
    const double now = static_cast<double>(number) / 30;
    for (double leaves = rate / 30; leaves > 0 && !queue.empty();) {
      const double part = std::min(leaves, queue.front().bits);
      leaves -= part, queued -= part, queue.front().bits -= part;
      if (queue.front().bits <= 0) queue.pop_front();
    }
    const std::size_t place = number % group.size();
    const char c = group[place];
    const auto type = c == 'I' ? MpegPictureType::kI : c == 'P' ? MpegPictureType::kP : MpegPictureType::kB;
    const Duration until_intra = from_seconds(static_cast<double>(group.size() - place) / 30);
    const double backlog = queue.empty() ? 0 : (now - queue.front().since) / kBackloggedAfter;
    const bool goes = gate.admits({.type = type, .at_floor = true, .until_intra = until_intra},
                                  {.backlog = backlog, .leaves_in = from_seconds(queued / rate)});
    streamed.pictures += goes ? c : '-';
    if (!goes) continue;
    const double bits = c == 'I' ? floors.i : c == 'P' ? floors.p : floors.b;
    queue.push_back({bits, now});
    queued += bits;
    streamed.bits += bits;
    streamed.longest_queue = std::max(streamed.longest_queue, queued / rate);
  }
  return streamed;
}

TEST(ClipDropPolicy, AClipFarAboveThePathLosesItsBPicturesFirstAndStaysSmooth) {
  constexpr std::size_t kGroups = 20;
  for (const double kilobits : {204.0, 160.0, 130.0, 100.0, 80.0, 60.0}) {
    const Streamed streamed = stream_at_floor(kilobits * 1e3, kGroups);
    const auto count = [&](char type) { return std::ranges::count(streamed.pictures, type); };
    EXPECT_EQ(count('I'), static_cast<std::ptrdiff_t>(kGroups)) << kilobits;
    if (count('P') < 4 * static_cast<std::ptrdiff_t>(kGroups)) {
      EXPECT_LE(count('B'), static_cast<std::ptrdiff_t>(kGroups) / 2) << kilobits << ": P pictures went for B pictures";
    }
    EXPECT_GT(streamed.bits, 0.8 * kilobits * 1e3 * kGroups * 15 / 30) << kilobits;
    EXPECT_LT(streamed.longest_queue, 0.75) << kilobits;
    EXPECT_EQ(streamed.pictures.find(std::string(15, '-')), std::string::npos) << kilobits << ": frozen for a group";
  }
}

TEST(ClipDropPolicy, NoIPictureIsLeftOutForPPictures) {
  constexpr std::size_t kGroups = 60;
  // 720x480: I pictures alone are 124 kbit/s, as many as hardly fit.
  for (const double kilobits : {200.0, 180.0, 160.0, 140.0}) {
    const Streamed streamed = stream_at_floor(kilobits * 1e3, kGroups, {.i = 62e3, .p = 40e3, .b = 21e3});
    EXPECT_EQ(std::ranges::count(streamed.pictures, 'I'), static_cast<std::ptrdiff_t>(kGroups)) << kilobits;
    EXPECT_LT(streamed.longest_queue, 0.75) << kilobits;
    EXPECT_GT(streamed.bits, 0.85 * kilobits * 1e3 * kGroups * 15 / 30) << kilobits;
  }
}

TEST(ClipDropPolicy, WaitsForTheNextIPictureBehindAGap) {
  ClipDropPolicy gate;
  EXPECT_EQ(admitted(gate, "IBBP", 0), "IBBP");
  EXPECT_EQ(admitted(gate, "P", 5), "-");
  EXPECT_EQ(admitted(gate, "BBPBBIBBP", 0), "-----IBBP");
  EXPECT_EQ(admitted(gate, "B", 3.5), "-");
  EXPECT_EQ(admitted(gate, "BP", 0), "BP") << "nothing refers to a B picture";
}

TEST(ClipDropPolicy, KeepsTheFieldsOfAFrameTogether) {
  ClipDropPolicy gate;
  EXPECT_TRUE(gate.admits({.type = MpegPictureType::kI, .second_field = false}, {.backlog = 5}));
  EXPECT_TRUE(gate.admits({.type = MpegPictureType::kP, .second_field = true}, {.backlog = 5})) << "of the I frame";
  EXPECT_FALSE(gate.admits({.type = MpegPictureType::kP, .second_field = false}, {.backlog = 5}));
  EXPECT_FALSE(gate.admits({.type = MpegPictureType::kP, .second_field = true}, {.backlog = 0}));
}

}  // namespace
}  // namespace counterpoint
