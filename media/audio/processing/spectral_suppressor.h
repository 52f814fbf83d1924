// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/rng.h"
#include "media/audio/processing/real_fourier.h"

namespace counterpoint {

/// Takes stationary noise, and the echo that a linear canceller has left, out of the microphone's audio, by one gain
/// for each bin of 50 Hz.
///
/// Noise is estimated as Gerkmann and Hendriks do (IEEE Trans. ASLP 20(4), 2012). Residual echo is taken to be the
/// loudspeaker's power, with a decay for the room, times a leakage for each band, which is regressed as Valin does
/// (IEEE Trans. ASLP 15(3), 2007). The gain is Wiener's with Ephraim and Malah's decision-directed SNR
/// (IEEE Trans. ASSP 32(6), 1984); analysis and synthesis have the windows of Mauler and Martin for low delay
/// (EUSIPCO 2007). It delays by kDelay.
class SpectralSuppressor {
 public:
  struct Config {
    /// 0 to 40 dB: by how much noise is lowered; 0 leaves it. Default: deep enough to be out of the way, with little
    /// harm to speech.
    double noise_reduction_db = 15;
    /// 0 to 60 dB: by how much echo is lowered at most; 0 leaves it.
    double echo_reduction_db = 45;
    /// 1 to 30: by how much more than its mean power the residual echo is expected. Default: echo is worse than a voice
    /// that is a little thinner in double talk.
    double echo_overestimation = 12;
  };
  static constexpr std::size_t kHop = 240;    ///< Samples: 5 ms.
  static constexpr std::size_t kDelay = 240;  ///< Samples by which what comes out is later.

  explicit SpectralSuppressor(const Config& config);

  /// A hop of the microphone, of the same without the echo that a linear canceller found, and of what the loudspeaker
  /// played at that time. `unresolved`: a linear echo is left, so that no more than the loudspeaker's level is known.
  /// Writes a hop to `out`.
  void process(std::span<const float> microphone, std::span<const float> cancelled, std::span<const float> played,
               bool unresolved, std::span<float> out);
  /// True if the last hop has the voice of somebody here.
  [[nodiscard]] bool voice() const { return voice_; }

 private:
  static constexpr std::size_t kWindow = 4 * kHop;
  static constexpr std::size_t kBins = kWindow / 2 + 1;
  static constexpr std::size_t kBands = 25;
  using Spectrum = std::array<RealFourier::Bin, kBins>;
  using Power = std::array<float, kBins>;

  /// One signal's last window of samples, and its spectrum.
  struct Input {
    std::array<float, kWindow> samples{};
    Spectrum spectrum{};
    Power power{};
  };
  /// The share of the loudspeaker's power that is in a signal, by the covariance of the two.
  struct Regression {
    float mean = 0, covariance = 0, ratio = 0;
    void update(float value, float deviation, float variance, float share);
  };
  struct Band {
    float mean = 0, variance = 0;  ///< The loudspeaker's.
    Regression microphone, cancelled;
    float leakage = 1;
  };

  void push(Input& input, std::span<const float> hop);
  void choose_source();
  void follow_noise();
  void follow_echo(bool unresolved);
  void shape();

  Config config_;
  RealFourier fourier_{kWindow};
  std::array<float, kWindow> analysis_{};
  std::array<float, kWindow / 2> synthesis_{};
  Input microphone_, cancelled_, played_;
  Spectrum source_{};
  Power power_{};  ///< The power of source_.
  Power noise_{};
  Power presence_{};        ///< The probability of speech, smoothed.
  Power early_{}, late_{};  ///< The loudspeaker's power with the decay of a small and of a large room.
  Power echo_path_{};       ///< The greater of the two.
  Power echo_{};            ///< Expected in source_.
  Power clean_{};           ///< The power of the hop before, after its gain.
  std::array<Band, kBands> bands_;
  std::array<std::array<float, 2>, kBands> compared_{};  ///< Smoothed power of microphone and cancelled.
  std::array<float, kHop> overlap_{};
  Rng rng_{1};
  int hops_ = 0;
  bool voice_ = false;
};

}  // namespace counterpoint
