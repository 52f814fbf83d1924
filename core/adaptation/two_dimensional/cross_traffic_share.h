// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/two_dimensional/config.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// Tells from our own packets how much of the bottleneck's capacity cross traffic uses, and so whose its queue is.
///
/// 1. While one packet of ours waits in the queue, the next joins it `gap` later, and leaves it
///    `size / C + share * gap` after it, others sending at `share` of the capacity C (the probe gap model: Strauss,
///    Katabi and Kaashoek 2003). If nobody else sends, our packets arrive as far apart as their sizes say, whenever
///    they were sent.
/// 2. Frames leave in bursts and audio does not, so gaps vary by themselves, and sizes where bytes count: least squares
///    over the packets of about the time compete_after give both unknowns.
class CrossTrafficShare {
 public:
  explicit CrossTrafficShare(const TwoDimensionalConfig& config) : config_(config) {}

  /// Packets that arrived, in sending order. `size`: what the path counts. `base`: the one-way delay without a queue,
  /// on the same two clocks.
  void add(const PacketFeedback& packet, DataSize size, Duration base);
  /// Others use much of the capacity, beyond one standard error. False while too few packets have waited to tell.
  [[nodiscard]] bool is_high() const;
  /// Others use more than half of it, beyond two standard errors. False while too few packets have waited.
  [[nodiscard]] bool is_most() const;
  /// Others use hardly any of it. False while too few packets have waited.
  [[nodiscard]] bool is_low() const;

  struct Fit {
    double share = 0;  ///< 0 to 1, and beyond by chance.
    double error = 0;  ///< Its standard error.
  };
  /// Nothing while too few packets have waited, or sizes and gaps are all in proportion.
  [[nodiscard]] std::optional<Fit> fit() const;

 private:
  void forget(Timestamp now);

  TwoDimensionalConfig config_;
  std::optional<PacketFeedback> last_;
  Timestamp updated_at_{};  ///< On the peer's clock.
  /// Sums over pairs of packets, of products of sizes (bytes) and of gaps when they were sent and arrived (s).
  double pairs_ = 0;
  double size_size_ = 0;
  double size_sent_ = 0;
  double size_arrived_ = 0;
  double sent_sent_ = 0;
  double sent_arrived_ = 0;
  double arrived_arrived_ = 0;
};

}  // namespace counterpoint
