// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/base/units.h"

namespace counterpoint {

/// The law that steers a rate by the buffer that it fills: proportional to what the buffer is from where it should be,
/// and derivative (Jacobs and Eleftheriadis 1998, eq. (13), with the sign of their examples (14) and (15)).
struct SendBufferLaw {
  double a0 = 0;     ///< 1/s: converges the sooner the larger.
  double a1 = 0;     ///< 1/s: overshoots the less the larger.
  DataSize desired;  ///< b_d
  /// l_{i+1} - l_i = -a0 (b_i - b_d) - a1 (b_i - b_{i-1}), in bit/s.
  [[nodiscard]] DataRate change(DataSize buffer, DataSize before) const {
    const auto off = static_cast<double>((buffer - desired).bits());
    const auto growth = static_cast<double>((buffer - before).bits());
    return DataRate::bits_per_second(std::llround(-a0 * off - a1 * growth));
  }
};

}  // namespace counterpoint
