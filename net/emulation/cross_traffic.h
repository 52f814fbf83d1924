// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// When packets of equal size are due that no control slows down: at a constant rate, always or on and off in turn.
///
/// 1. The packets are evenly spaced over the time that is on: the n-th is due when n - 1 intervals of it have passed,
///    so that over any time the rate is right but for one packet.
/// 2. Call poll() until it gives nothing, whenever next_deadline() has come.
class CrossTraffic {
 public:
  struct Config {
    DataRate rate = DataRate::kilobits_per_second(500);  ///< While on, headers included; 0: nothing is ever due.
    DataSize packet_size = DataSize::bytes(1000);        ///< Size of the IP packet, > 0.
    Duration on{};                                       ///< The (mean) time on, at least kMinOn; 0: always.
    Duration off{};                                      ///< The (mean) time off, >= 0.
    bool exponential = false;                            ///< Times on and off are drawn; else they are exact.
  };
  /// Shorter times on are taken as this: far below what a packet takes at common rates.
  static constexpr Duration kMinOn = 1ms;

  CrossTraffic(const Config& config, std::uint64_t seed, Timestamp start);

  /// The size of a packet that is due by `now`.
  [[nodiscard]] std::optional<DataSize> poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return due_; }

 private:
  void find_next();
  [[nodiscard]] Duration draw(Duration mean);

  Config config_;
  Rng rng_;
  Timestamp period_start_;    // Start of the present on period.
  Duration period_{};         // Its length.
  Duration passed_{};         // Time on before it.
  std::int64_t packets_ = 0;  // Packets due before due_.
  Timestamp due_ = kNever;
};

}  // namespace counterpoint
