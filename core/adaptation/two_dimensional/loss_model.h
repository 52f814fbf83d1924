// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/adaptation/two_dimensional/config.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// Tells random loss, which does not depend on our rate, from that of a policer or a very short queue, which drops what
/// exceeds a capacity. It is told of losses without a queue alone.
///
/// 1. Packets are counted by when they were sent, in windows of equal length: each has a rate and a share of losses.
/// 2. A path of capacity C with random loss p loses the share p + (1 - p) max(0, 1 - C/r) of a rate r. The pair holds
///    that makes the counts likeliest, if it does so clearly better than random loss alone: the more clearly, the
///    longer the bursts that losses come in, since their counts differ more by chance.
/// 3. More loss than the parameter loss_limit is congestion until as much has been lost at lower rates; from then on it
///    counts as random until most of it has gone.
class LossModel {
 public:
  explicit LossModel(const TwoDimensionalConfig& config) : config_(config), random_limit_(config.loss_limit) {}

  /// A packet of `size` in the unit that the path counts has arrived, or counts as lost. One that arrives after all
  /// counts as arrived, once.
  void add(const PacketFeedback& packet, DataSize size);
  /// Takes what was added into account.
  void update();
  /// The capacity that losses show, headers included; nothing while they do not depend on the rate.
  [[nodiscard]] std::optional<DataRate> capacity() const { return capacity_; }
  /// The rate of the last window that counts; 0 before.
  [[nodiscard]] DataRate sent_rate() const { return windows_.empty() ? DataRate() : rate_of(windows_.back().bits); }
  /// The share of random loss, 0 to twice the parameter loss_limit: as far as it may be made up for.
  [[nodiscard]] double random_share() const { return random_share_; }
  /// The share of all packets that were lost, 0 to 1.
  [[nodiscard]] double share() const { return total_.share(); }

 private:
  struct Window {
    std::int64_t number = 0;
    double bits = 0;
    double packets = 0;
    double lost = 0;
    double bursts = 0;  ///< Runs of lost packets; a single one counts as well.

    [[nodiscard]] double share() const { return packets > 0 ? lost / packets : 0; }
    [[nodiscard]] double arrived_bits() const { return bits * (1 - share()); }
    Window& operator+=(const Window& other);
  };
  struct Fit {
    double capacity = 0;  ///< In bits a window.
    double likelihood = 0;
    double random_share = 0;
  };
  [[nodiscard]] Fit fit(double capacity) const;
  [[nodiscard]] Fit fit_capacity() const;
  [[nodiscard]] bool is_random() const;
  [[nodiscard]] double without_burst(const Fit& fit) const;
  void count(const Window& packet);
  void choose_windows();
  [[nodiscard]] std::deque<PacketFeedback>::iterator find_lost(StreamKind stream, std::int64_t sequence);
  [[nodiscard]] bool was_lost(const PacketFeedback& packet);
  [[nodiscard]] double dispersion() const;
  [[nodiscard]] DataRate rate_of(double bits) const {
    return DataRate::bits_per_second(static_cast<std::int64_t>(bits / to_seconds(config_.loss_window)));
  }

  TwoDimensionalConfig config_;
  std::deque<PacketFeedback> lost_;    ///< Those that counted as lost lately.
  std::optional<Timestamp> began_at_;  ///< The windows follow each other from then on.
  Timestamp sent_until_{};
  std::deque<Window> complete_;
  Window growing_;
  std::vector<Window> windows_;  ///< Those that count.
  Window total_;                 ///< Their sum.
  std::optional<DataRate> capacity_;
  double random_share_ = 0;
  double random_limit_;  ///< So much loss may be random.
};

}  // namespace counterpoint
