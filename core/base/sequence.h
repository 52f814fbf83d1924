// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace counterpoint {

/// Extends a counter that wraps (RTP sequence number, RTP timestamp, picture id) to 64 bits.
///
/// Each value is taken as the one nearest to the last; the first keeps its own number plus one full circle, so that
/// what arrives late at the start stays positive.
template <std::unsigned_integral T>
class Unwrapper {
 public:
  [[nodiscard]] std::int64_t unwrap(T value) {
    const std::int64_t extended = peek(value);
    last_ = extended;
    return extended;
  }
  /// The value that unwrap() would give, without remembering it: for values that are not trusted yet.
  [[nodiscard]] std::int64_t peek(T value) const {
    constexpr std::int64_t kCircle = static_cast<std::int64_t>(std::numeric_limits<T>::max()) + 1;
    if (!last_) return kCircle + value;
    const auto step = static_cast<std::make_signed_t<T>>(static_cast<T>(value - static_cast<T>(*last_)));
    return *last_ + step;
  }

 private:
  static_assert(sizeof(T) <= 4);
  std::optional<std::int64_t> last_;
};

}  // namespace counterpoint
