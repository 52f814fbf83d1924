// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/plane/plane.h"

namespace counterpoint {

/// The place in the plane of what was sent in about the last second: media, with audio, headers, repeated packets and
/// padding, without reports.
class DepartureMeter {
 public:
  /// A datagram of that size on the wire left.
  void add(DataSize size, Timestamp at);
  /// Nothing before the first whole second, and when nothing has left for one.
  [[nodiscard]] std::optional<PlanePosition> position(Timestamp now) const;

 private:
  static constexpr Duration kWindow = 1s;

  SlidingWindowRate bytes_{kWindow};
  SlidingWindowRate datagrams_{kWindow};  ///< One byte for each datagram.
  std::optional<Timestamp> first_;
  Timestamp last_{};
};

}  // namespace counterpoint
