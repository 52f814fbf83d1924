// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/policer.h"

#include <algorithm>

namespace counterpoint {
namespace {

detail::Int128 tokens(DataSize size) { return static_cast<detail::Int128>(size.bits()) * 1'000'000'000; }

}  // namespace

Policer::Policer(const Config& config) : config_(config), bit_nanos_(tokens(config.burst)) {}

bool Policer::conforms(DataSize size, Timestamp now) {
  if (filled_at_) {
    const detail::Int128 earned =
        static_cast<detail::Int128>(config_.rate.bits_per_second()) * (now - *filled_at_).count();
    bit_nanos_ = std::min(bit_nanos_ + earned, tokens(config_.burst));
  }
  filled_at_ = now;
  if (tokens(size) > bit_nanos_) return false;
  bit_nanos_ -= tokens(size);
  return true;
}

}  // namespace counterpoint
