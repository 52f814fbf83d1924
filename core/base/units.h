// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and rates as types with decimal prefixes: 1 kbit/s is 1000 bit/s. A bare integer never carries a unit.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

#include "core/base/time.h"

namespace counterpoint {
namespace detail {
__extension__ using Int128 = __int128;  ///< A gigabyte's bits times 10^9 overflow 64.
}

/// A number of bytes.
class DataSize {
 public:
  constexpr DataSize() = default;
  [[nodiscard]] static constexpr DataSize bytes(std::int64_t n) { return DataSize(n); }
  [[nodiscard]] constexpr std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] constexpr std::int64_t bits() const { return bytes_ * 8; }
  constexpr auto operator<=>(const DataSize&) const = default;
  constexpr DataSize& operator+=(DataSize o) { return bytes_ += o.bytes_, *this; }
  constexpr DataSize& operator-=(DataSize o) { return bytes_ -= o.bytes_, *this; }
  friend constexpr DataSize operator+(DataSize a, DataSize b) { return a += b; }
  friend constexpr DataSize operator-(DataSize a, DataSize b) { return a -= b; }
  friend constexpr DataSize operator*(DataSize a, std::int64_t n) { return DataSize(a.bytes_ * n); }
  friend constexpr double operator/(DataSize a, DataSize b) {
    return static_cast<double>(a.bytes_) / static_cast<double>(b.bytes_);
  }

 private:
  constexpr explicit DataSize(std::int64_t n) : bytes_(n) {}
  std::int64_t bytes_ = 0;
};

/// A bit-rate, in whole bit/s.
class DataRate {
 public:
  constexpr DataRate() = default;
  [[nodiscard]] static constexpr DataRate bits_per_second(std::int64_t n) { return DataRate(n); }
  [[nodiscard]] static constexpr DataRate kilobits_per_second(std::int64_t n) { return DataRate(n * 1000); }
  [[nodiscard]] static constexpr DataRate unlimited() { return DataRate(std::numeric_limits<std::int64_t>::max()); }
  [[nodiscard]] constexpr std::int64_t bits_per_second() const { return bits_per_second_; }
  [[nodiscard]] constexpr double kilobits_per_second() const { return static_cast<double>(bits_per_second_) / 1e3; }
  [[nodiscard]] constexpr bool is_unlimited() const { return *this == unlimited(); }
  constexpr auto operator<=>(const DataRate&) const = default;
  friend constexpr DataRate operator+(DataRate a, DataRate b) {
    return DataRate(a.bits_per_second_ + b.bits_per_second_);
  }
  friend constexpr DataRate operator-(DataRate a, DataRate b) {
    return DataRate(a.bits_per_second_ - b.bits_per_second_);
  }
  friend constexpr DataRate operator*(DataRate a, double x) {
    return DataRate(static_cast<std::int64_t>(static_cast<double>(a.bits_per_second_) * x));
  }
  friend constexpr double operator/(DataRate a, DataRate b) {
    return static_cast<double>(a.bits_per_second_) / static_cast<double>(b.bits_per_second_);
  }

 private:
  constexpr explicit DataRate(std::int64_t n) : bits_per_second_(n) {}
  std::int64_t bits_per_second_ = 0;
};

/// A number of events (frames or packets) a second.
class EventRate {
 public:
  constexpr EventRate() = default;
  [[nodiscard]] static constexpr EventRate per_second(double n) { return EventRate(n); }
  [[nodiscard]] constexpr double per_second() const { return per_second_; }
  /// The time between two events; kNever's distance for a rate of zero.
  [[nodiscard]] constexpr Duration interval() const {
    return per_second_ > 0 ? from_seconds(1.0 / per_second_) : Duration::max();
  }
  constexpr auto operator<=>(const EventRate&) const = default;

 private:
  constexpr explicit EventRate(double n) : per_second_(n) {}
  double per_second_ = 0;
};
using PacketRate = EventRate;
using FrameRate = EventRate;

/// Transmission time of `size` at `rate` (> 0), to the nanosecond; zero on an unlimited rate.
[[nodiscard]] constexpr Duration operator/(DataSize size, DataRate rate) {
  if (rate.is_unlimited()) return Duration::zero();
  const auto bit_nanoseconds = static_cast<detail::Int128>(size.bits()) * 1'000'000'000;
  return Duration(static_cast<std::int64_t>(bit_nanoseconds / rate.bits_per_second()));
}
/// `factor` times `size`, rounded to the nearest byte.
[[nodiscard]] inline DataSize scaled(DataSize size, double factor) {
  return DataSize::bytes(std::llround(static_cast<double>(size.bytes()) * factor));
}
/// Data that `rate` carries in `d`, rounded down to a byte.
[[nodiscard]] constexpr DataSize operator*(DataRate rate, Duration d) {
  const auto bit_nanoseconds = static_cast<detail::Int128>(rate.bits_per_second()) * d.count();
  return DataSize::bytes(static_cast<std::int64_t>(bit_nanoseconds / 8'000'000'000));
}
/// The mean rate of `size` over `d`; zero when `d` is not positive.
[[nodiscard]] constexpr DataRate operator/(DataSize size, Duration d) {
  if (d <= Duration::zero()) return {};
  return DataRate::bits_per_second(
      static_cast<std::int64_t>(static_cast<detail::Int128>(size.bits()) * 1'000'000'000 / d.count()));
}

}  // namespace counterpoint
