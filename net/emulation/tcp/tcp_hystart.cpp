// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_hystart.h"

#include <algorithm>

namespace counterpoint {
namespace {

constexpr std::int64_t kMinWindow = 16;  // Segments; below, slow start does no harm.
constexpr int kSamples = 8;              // Round trips that are enough to tell the least of a round.
constexpr Duration kTrainGap = 2ms;      // Acknowledgements closer than this are of one train.
constexpr Duration kMinIncrease = 4ms;   // Least increase of a round's minimum RTT that ends slow start.
constexpr Duration kMaxIncrease = 16ms;  // The most; it is an eighth of the minimum RTT between the two.

}  // namespace

bool TcpHystart::should_stop(std::int64_t cwnd, std::uint64_t next_acknowledged, std::uint64_t next_sent,
                             Duration round_trip, Duration min_round_trip, Timestamp now) {
  if (cwnd < kMinWindow) return false;
  if (!in_round_ || next_acknowledged > round_end_) {
    *this = TcpHystart();
    in_round_ = true;
    round_end_ = next_sent;
    round_start_ = now;
    last_of_train_ = now;
  }
  if (now - last_of_train_ <= kTrainGap) {
    last_of_train_ = now;
    // The train is as long as the time in which a window's acknowledgements come back: the pipe is full.
    if (now - round_start_ > min_round_trip / 2) return true;
  }
  round_min_ = std::min(round_min_, round_trip);
  if (samples_ < kSamples) {
    ++samples_;
    return false;
  }
  return round_min_ > min_round_trip + std::clamp(min_round_trip / 8, kMinIncrease, kMaxIncrease);
}

}  // namespace counterpoint
