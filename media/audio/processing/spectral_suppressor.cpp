// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/spectral_suppressor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace counterpoint {
namespace {

/// Borders of the bands, in bins of 50 Hz; about those of hearing.
constexpr std::array<std::size_t, 26> kBorders = {1,  3,  5,  7,  9,  11,  14,  17,  20,  24,  28,  33,  39,
                                                  46, 54, 64, 76, 90, 108, 130, 160, 200, 250, 310, 390, 481};
constexpr float kTiny = 1e-12F;  ///< Power of a bin that is silent: below the last bit of 16.

constexpr std::array<std::size_t, 2> kDistorted = {2, 80};  ///< 100 to 4000 Hz, where voices have their power.
constexpr float kDistortion = 0.05F;                        ///< Share of it that comes back anywhere: -13 dB.

float to_amplitude(double decibels) { return static_cast<float>(std::pow(10.0, -decibels / 20)); }

/// Share of a new value in a mean over `seconds`.
constexpr float share_of(double seconds) { return static_cast<float>(SpectralSuppressor::kHop / 48'000.0 / seconds); }

}  // namespace

void SpectralSuppressor::regress(const Band& band, Regression& regression, float value, const Paths& deviation,
                                 float share) {
  Paths& covariance = regression.covariance;
  for (std::size_t i = 0; i < kPaths; ++i) {
    covariance[i] += share * ((value - regression.mean) * deviation[i] - covariance[i]);
  }
  regression.mean += share * (value - regression.mean);
  // Least squares without negative shares.
  const auto alone = [&](std::size_t i) { return std::max(0.0F, covariance[i] / (band.variance[i] + kTiny * kTiny)); };
  const float determinant = band.variance[0] * band.variance[1] - band.covariance * band.covariance;
  const float first = covariance[0] * band.variance[1] - covariance[1] * band.covariance;
  const float second = covariance[1] * band.variance[0] - covariance[0] * band.covariance;
  if (determinant > 1e-3F * band.variance[0] * band.variance[1] && first > 0 && second > 0) {
    regression.ratio = {first / determinant, second / determinant};
  } else if (first >= second) {
    regression.ratio = {alone(0), 0};
  } else {
    regression.ratio = {0, alone(1)};
  }
}

SpectralSuppressor::SpectralSuppressor(const Config& config) : config_(config) {
  constexpr double kPi = std::numbers::pi;
  constexpr double kRise = kWindow - kHop;
  for (std::size_t n = 0; n < kWindow; ++n) {
    const double at = static_cast<double>(n) + 0.5;
    const double falling = std::cos(kPi / 2 * (at - kRise) / kHop);
    analysis_[n] = static_cast<float>(at < kRise ? std::sin(kPi / 2 * at / kRise) : falling);
    if (n < kWindow / 2) continue;
    const double hann = std::pow(std::sin(kPi / 2 * (at - kWindow / 2.0) / kHop), 2);
    synthesis_[n - kWindow / 2] = static_cast<float>(hann / analysis_[n]);
  }
  noise_.fill(kTiny);
}

void SpectralSuppressor::process(std::span<const float> microphone, std::span<const float> cancelled,
                                 std::span<const float> played, bool unresolved, std::span<float> out) {
  push(microphone_, microphone);
  push(cancelled_, cancelled);
  push(played_, played);
  choose_source();
  follow_echo(unresolved);
  follow_noise();
  tell_voice_from_echo();
  shape();
  std::array<float, kWindow> shaped{};
  fourier_.inverse(source_, shaped);
  for (std::size_t i = 0; i < kHop; ++i) {
    out[i] = overlap_[i] + shaped[kWindow / 2 + i] * synthesis_[i];
    overlap_[i] = shaped[kWindow / 2 + kHop + i] * synthesis_[kHop + i];
  }
  ++hops_;
}

void SpectralSuppressor::push(Input& input, std::span<const float> hop) {
  std::copy(input.samples.begin() + kHop, input.samples.end(), input.samples.begin());
  std::ranges::copy(hop, input.samples.end() - kHop);
  std::array<float, kWindow> windowed{};
  for (std::size_t i = 0; i < kWindow; ++i) windowed[i] = input.samples[i] * analysis_[i];
  fourier_.forward(windowed, input.spectrum);
  for (std::size_t k = 0; k < kBins; ++k) input.power[k] = std::norm(input.spectrum[k]) + kTiny;
}

/// A canceller that has gone astray adds echo: in bands where it does, the microphone itself is taken.
void SpectralSuppressor::choose_source() {
  constexpr float kShare = share_of(0.05);
  for (std::size_t b = 0; b < kBands; ++b) {
    float microphone = 0;
    float cancelled = 0;
    for (std::size_t k = kBorders[b]; k < kBorders[b + 1]; ++k) {
      microphone += microphone_.power[k];
      cancelled += cancelled_.power[k];
    }
    compared_[b][0] += kShare * (microphone - compared_[b][0]);
    compared_[b][1] += kShare * (cancelled - compared_[b][1]);
    const Input& better = compared_[b][1] <= compared_[b][0] ? cancelled_ : microphone_;
    for (std::size_t k = kBorders[b]; k < kBorders[b + 1]; ++k) {
      source_[k] = better.spectrum[k];
      power_[k] = better.power[k];
    }
  }
  source_[0] = 0;
  power_[0] = kTiny;
}

void SpectralSuppressor::follow_echo(bool unresolved) {
  constexpr float kEarlyShare = 0.18F;  // A decay of 60 dB in 0.35 s.
  constexpr float kLateShare = 0.07F;   // 0.95 s.
  constexpr float kMeanShare = share_of(1.5);
  constexpr float kFall = share_of(0.2);
  constexpr float kHeard = 1e-7F;  // Power of a band below which nothing is played.
  constexpr float kRise = 1.003F;  // 2.6 dB a second.
  constexpr float kLeast = 1e-4F;  // -40 dB: a leakage that was nothing would take minutes to rise.
  const auto follow = [](float& early, float& late, float power) {
    early += kEarlyShare * (power - early);
    late += kLateShare * (power - late);
    return std::max(early, late);
  };
  // A loudspeaker that distorts makes sound at frequencies that it was not given.
  float distortion = 0;
  for (std::size_t k = kDistorted.front(); k < kDistorted.back(); ++k) distortion += played_.power[k];
  distortion *= kDistortion / static_cast<float>(kDistorted.back() - kDistorted.front());
  distortion = follow(early_distortion_, late_distortion_, distortion);
  for (std::size_t b = 0; b < kBands; ++b) {
    Band& band = bands_[b];
    Paths far{0, distortion * static_cast<float>(kBorders[b + 1] - kBorders[b])};
    float near = 0;
    float left = 0;
    for (std::size_t k = kBorders[b]; k < kBorders[b + 1]; ++k) {
      echo_path_[k] = follow(early_[k], late_[k], played_.power[k]);
      far[0] += echo_path_[k];
      near += microphone_.power[k];
      left += power_[k];
    }
    const Paths deviation = {far[0] - band.mean[0], far[1] - band.mean[1]};
    if (far[0] + far[1] > kHeard * 10 || band.mean[0] + band.mean[1] > kHeard) {
      band.covariance += kMeanShare * (deviation[0] * deviation[1] - band.covariance);
      for (std::size_t i = 0; i < kPaths; ++i) {
        band.variance[i] += kMeanShare * (deviation[i] * deviation[i] - band.variance[i]);
        band.mean[i] += kMeanShare * deviation[i];
      }
      regress(band, band.microphone, near, deviation, kMeanShare);
      regress(band, band.cancelled, left, deviation, kMeanShare);
    }
    Paths expected{};
    for (std::size_t i = 0; i < kPaths; ++i) {
      float& leakage = band.leakage[i];
      if (far[i] > kHeard) {
        const float target = band.cancelled.ratio[i];
        leakage = target < leakage ? leakage + kFall * (target - leakage) : std::min(target, leakage * kRise);
        leakage = std::max(leakage, kLeast);
        // A canceller is never better than 25 dB.
        leakage = std::max(leakage, 0.003F * std::min(1.0F, band.microphone.ratio[i]));
        if (unresolved) leakage = std::max(leakage, std::min(4.0F, band.microphone.ratio[i]));
      }
      const bool heard = config_.echo_reduction_db > 0 && far[i] > kHeard / 100;
      if (heard) expected[i] = static_cast<float>(config_.echo_overestimation) * leakage;
    }
    for (std::size_t k = kBorders[b]; k < kBorders[b + 1]; ++k) {
      echo_[k] = expected[0] * echo_path_[k] + expected[1] * distortion;
    }
  }
}

void SpectralSuppressor::follow_noise() {
  constexpr float kSnr = 31.6F;  // 15 dB: of speech, when there is any.
  constexpr float kPresenceShare = share_of(0.15);
  constexpr float kShare = share_of(0.07);
  constexpr int kFirstHops = 8;
  for (std::size_t k = 0; k < kBins; ++k) {
    if (echo_[k] > noise_[k]) continue;
    if (hops_ < kFirstHops) {
      noise_[k] += (power_[k] - noise_[k]) / static_cast<float>(hops_ + 1);
      continue;
    }
    const float ratio = std::min(power_[k] / noise_[k], 200.0F);
    float presence = 1 / (1 + (1 + kSnr) * std::exp(-ratio * kSnr / (1 + kSnr)));
    presence_[k] += kPresenceShare * (presence - presence_[k]);
    // So that a sudden noise does not count as speech for ever.
    if (presence_[k] > 0.99F) presence = std::min(presence, 0.99F);
    noise_[k] += kShare * (1 - presence) * (power_[k] - noise_[k]);
    noise_[k] = std::max(noise_[k], kTiny);
  }
}

/// Speech that begins is there within a hop; its presence fades as speech does.
void SpectralSuppressor::tell_voice_from_echo() {
  constexpr float kAbove = 2;
  constexpr float kFew = 4;   // Bands: neighbouring ones share a harmonic.
  constexpr float kMany = 7;  // A voiced sound has two formants and more.
  constexpr float kFade = share_of(0.1);
  float above = 0;
  for (std::size_t b = 0; b < kBands; ++b) {
    float power = 0;
    float unwanted = 0;
    for (std::size_t k = kBorders[b]; k < kBorders[b + 1]; ++k) {
      power += power_[k];
      unwanted += echo_[k] + kAbove * noise_[k];
    }
    if (power > kAbove * unwanted) above += 1;
  }
  bands_above_ = std::max(above, bands_above_ + kFade * (above - bands_above_));
  const float absence = std::clamp((kMany - bands_above_) / (kMany - kFew), 0.0F, 1.0F);
  const float more = std::pow(static_cast<float>(config_.lone_echo_overestimation), absence);
  for (float& echo : echo_) echo *= more;
}

void SpectralSuppressor::shape() {
  constexpr float kMemory = 0.94F;
  constexpr float kNoiseOverestimation = 1.5F;  // Noise that is left must not twitter.
  const float overestimation = config_.noise_reduction_db > 0 ? kNoiseOverestimation : 1;
  const float noise_floor = to_amplitude(config_.noise_reduction_db);
  const float echo_floor = to_amplitude(config_.echo_reduction_db);
  float before = 0;
  float after = 0;
  float quiet = 0;
  for (std::size_t k = 0; k < kBins; ++k) {
    const float unwanted = overestimation * noise_[k] + echo_[k];
    const float snr = kMemory * clean_[k] / unwanted + (1 - kMemory) * std::max(power_[k] / unwanted - 1, 0.0F);
    const float kept_noise = noise_floor * noise_floor * noise_[k];
    const float floor = std::sqrt((kept_noise + echo_floor * echo_floor * echo_[k]) / unwanted);
    const float gain = std::max(snr / (1 + snr), floor);
    source_[k] *= gain;
    clean_[k] = gain * gain * power_[k];
    if (k >= 6 && k < 70) {  // 300 to 3500 Hz.
      before += power_[k];
      after += clean_[k];
      quiet += kept_noise;
    }
    // The noise that went with the echo is put back: a silence that comes and goes with the other voice is heard as a
    // broken connection.
    const float missing = (kept_noise - clean_[k]) * echo_[k] / unwanted;
    if (missing > 0 && k > 0 && k + 1 < kBins) {
      source_[k] += std::polar(std::sqrt(missing), static_cast<float>(2 * std::numbers::pi * rng_.uniform()));
    }
  }
  voice_ = after > 10 * quiet && after > 0.2F * before && after > 1e-5F;
}

}  // namespace counterpoint
