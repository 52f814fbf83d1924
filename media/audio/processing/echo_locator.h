// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "media/audio/processing/real_fourier.h"

namespace counterpoint {

/// Finds how far a signal lags behind another one that is linearly in it, by their cross-correlation with phase
/// transform (Knapp and Carter, IEEE Trans. ASSP 24(4), 1976), and whether any of it is there at all.
class EchoLocator {
 public:
  struct Peak {
    Duration lag{};        ///< -kMaxLead to kMaxLag.
    double sharpness = 0;  ///< The peak by the correlation's root mean square; noise alone stays below 6.
  };
  static constexpr Duration kMaxLead = 100ms;
  static constexpr Duration kMaxLag = 400ms;
  static constexpr Duration kInterval = 100ms;

  EchoLocator();
  /// Audio blocks of the same time: what was played, and two signals in which it may be.
  void push(std::span<const float> played, std::span<const float> captured, std::span<const float> cancelled);
  /// True when kInterval is over since the last look; a look costs some transforms.
  [[nodiscard]] bool due() const { return since_look_ >= kInterval; }
  void look();
  [[nodiscard]] const Peak& in_captured() const { return captured_.peak; }
  [[nodiscard]] const Peak& in_cancelled() const { return cancelled_.peak; }
  /// Forgets all.
  void reset();

 private:
  static constexpr int kStep = 6;             ///< 48 to 8 kHz.
  static constexpr std::size_t kSpan = 8192;  ///< Samples of 8 kHz: a window, and all lags of it.
  struct Track {
    std::vector<float> samples = std::vector<float>(kSpan);
    std::vector<RealFourier::Bin> cross;  ///< Mean cross spectrum with what was played.
    Peak peak;
  };

  void append(std::vector<float>& samples, std::vector<float>& history, std::span<const float> block) const;
  void correlate(Track& track);

  RealFourier fourier_{kSpan};
  std::vector<float> low_pass_;
  std::vector<float> played_ = std::vector<float>(kSpan);
  Track captured_, cancelled_;
  std::vector<float> histories_[3];  ///< The last samples of 48 kHz, for the low-pass.
  std::vector<RealFourier::Bin> played_spectrum_, spectrum_;
  Duration since_look_{};
};

}  // namespace counterpoint
