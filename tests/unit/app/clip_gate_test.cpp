// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/clip_gate.h"

#include <gtest/gtest.h>

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
  EXPECT_EQ(admitted(gate, "IBBPBBP", 1.5), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 2), "I--P--P");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 5), "I------");
  EXPECT_EQ(admitted(gate, "IBBPBBP", std::numeric_limits<double>::infinity()), "-------");
}

TEST(ClipGate, LeavesOutBPicturesEarlyWhenNothingCanBeMadeSmaller) {
  ClipGate gate;
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0.2, true), "IBBPBBP");
  EXPECT_EQ(admitted(gate, "IBBPBBP", 0.5, true), "I--P--P");
}

TEST(ClipGate, WaitsForTheNextIPictureBehindAGap) {
  ClipGate gate;
  EXPECT_EQ(admitted(gate, "IBBP", 0), "IBBP");
  EXPECT_EQ(admitted(gate, "P", 5), "-");
  EXPECT_EQ(admitted(gate, "BBPBBIBBP", 0), "-----IBBP");
  EXPECT_EQ(admitted(gate, "B", 2), "-");
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
