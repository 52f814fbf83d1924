// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/clip_gate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace counterpoint {
namespace {

/// What of a group "IBBPBBP" goes ("I--P--P") while so much waits.
std::string admitted(ClipGate& gate, const std::string& group, double backlog, bool at_floor = false) {
  std::string result;
  for (const char c : group) {
    const MpegPictureType type = c == 'I' ? MpegPictureType::kI : c == 'P' ? MpegPictureType::kP : MpegPictureType::kB;
    result += gate.admits({.type = type, .at_floor = at_floor}, backlog) ? c : '-';
  }
  return result;
}

TEST(ClipGate, LeavesOutBThenPThenIPictures) {
  ClipGate gate;
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 2.9), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 3.5), "I--P--P");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 5), "I------");
  EXPECT_EQ(admitted(gate, "IBBPBBP", std::numeric_limits<double>::infinity()), "-------");
}

TEST(ClipGate, LeavesOutBPicturesEarlyWhenNothingCanBeMadeSmaller) {
  ClipGate gate;
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0.2, true), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0.5, true), "I--P--P");
}

/// What of groups "IBBPBBPBBPBBPBB" at their floor goes into a path of `rate`, at 30 pictures a second.
struct Streamed {
  std::string pictures;  ///< With '-' for what was left out.
  double bits = 0;
  double longest_queue = 0;  ///< In seconds.
};
Streamed stream_at_floor(double rate, std::size_t groups) {
  constexpr double kBackloggedAfter = 0.15;
  const auto bits_of = [](char type) { return type == 'I' ? 25e3 : type == 'P' ? 8e3 : 4.5e3; };
  Streamed streamed;
  ClipGate gate;
  double queue = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    for (const char type : std::string("IBBPBBPBBPBBPBB")) {
      queue = std::max(queue - rate / 30, 0.0);
      streamed.pictures += admitted(gate, std::string(1, type), queue / rate / kBackloggedAfter, true);
      const double bits = streamed.pictures.back() == '-' ? 0 : bits_of(type);
      queue += bits;
      streamed.bits += bits;
      streamed.longest_queue = std::max(streamed.longest_queue, queue / rate);
    }
  }
  return streamed;
}

TEST(ClipGate, AClipFarAboveThePathLosesItsBPicturesFirstAndStaysSmooth) {
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

TEST(ClipGate, WaitsForTheNextIPictureBehindAGap) {
  ClipGate gate;
  EXPECT_EQ(admitted(gate, "IBBP", 0), "IBBP");
  EXPECT_EQ(admitted(gate, "P", 5), "-");
  EXPECT_EQ(admitted(gate, "BBPBBIBBP", 0), "-----IBBP");
  EXPECT_EQ(admitted(gate, "B", 3.5), "-");
  EXPECT_EQ(admitted(gate, "BP", 0), "BP") << "nothing refers to a B picture";
}

TEST(ClipGate, KeepsTheFieldsOfAFrameTogether) {
  ClipGate gate;
  EXPECT_TRUE(gate.admits({.type = MpegPictureType::kI, .second_field = false}, 5));
  EXPECT_TRUE(gate.admits({.type = MpegPictureType::kP, .second_field = true}, 5)) << "of the I frame";
  EXPECT_FALSE(gate.admits({.type = MpegPictureType::kP, .second_field = false}, 5));
  EXPECT_FALSE(gate.admits({.type = MpegPictureType::kP, .second_field = true}, 0));
}

}  // namespace
}  // namespace counterpoint
