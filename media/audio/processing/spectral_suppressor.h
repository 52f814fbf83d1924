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
/// (IEEE Trans. ASLP 15(3), 2007), and another one for what the loudspeaker distorts. A voice has power in many bands,
/// an echo that the linear canceller does not know yet in few (the global speech presence of Cohen and Berdugo, Signal
/// Processing 81(11), 2001). The gain is Wiener's with Ephraim and Malah's decision-directed SNR
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
    /// 1 to 30: by how much more than its mean power the residual echo is expected beside a voice. Default: 6 dB.
    double echo_overestimation = 4;
    /// 1 to 1000: by how much more than that it is expected while no voice is near. Default: 17 dB, by which a narrow
    /// band of an echo may stand out of its mean for a moment.
    double lone_echo_overestimation = 45;
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
  static constexpr std::size_t kPaths = 2;  ///< The played audio, and its distortion by the loudspeaker.
  using Paths = std::array<float, kPaths>;

  /// The shares of what comes by each path that are in a signal, by their covariances.
  struct Regression {
    float mean = 0;
    Paths covariance{}, ratio{};
  };
  struct Band {
    Paths mean{}, variance{};
    float covariance = 0;  ///< The covariance of the two paths.
    Regression microphone, cancelled;
    Paths leakage{1, 1};
  };

  void push(Input& input, std::span<const float> hop);
  void choose_source();
  void follow_noise();
  void follow_echo(bool unresolved);
  static void regress(const Band& band, Regression& regression, float value, const Paths& deviation, float share);
  void tell_voice_from_echo();
  void shape();

  Config config_;
  RealFourier fourier_{kWindow};
  std::array<float, kWindow> analysis_{};
  std::array<float, kWindow / 2> synthesis_{};
  Input microphone_, cancelled_, played_;
  Spectrum source_{};
  Power power_{};  ///< The power of source_.
  Power noise_{};
  Power presence_{};  ///< The probability of speech, smoothed.
  /// The loudspeaker's power with the decay of a small and of a large room, and the greater of the two.
  Power early_{}, late_{}, echo_path_{};
  float early_distortion_ = 0, late_distortion_ = 0;  ///< The same of what it makes by distortion, in each bin.
  Power echo_{};                                      ///< Expected in source_.
  Power clean_{};                                     ///< The power of the hop before, after its gain.
  std::array<Band, kBands> bands_;
  std::array<std::array<float, 2>, kBands> compared_{};  ///< Smoothed power of microphone and cancelled.
  std::array<float, kHop> overlap_{};
  Rng rng_{1};
  float bands_above_ = 0;  ///< Bands that have more than the expected echo and noise, at most and lately.
  int hops_ = 0;
  bool voice_ = false;
};

}  // namespace counterpoint
