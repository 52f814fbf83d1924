// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/time_scaler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

std::size_t to_samples(Duration d) { return static_cast<std::size_t>(d.count() * kAudioSampleRate / 1'000'000'000); }

float energy(std::span<const float> x) { return std::inner_product(x.begin(), x.end(), x.begin(), 0.0F); }

/// Normalised cross-correlation of `x` and `y` (equal lengths); 0 for silence.
double correlation(std::span<const float> x, std::span<const float> y) {
  const float product = std::inner_product(x.begin(), x.end(), y.begin(), 0.0F);
  const double norm = std::sqrt(static_cast<double>(energy(x)) * static_cast<double>(energy(y)));
  return norm > 1e-9 ? static_cast<double>(product) / norm : 0.0;
}

/// Appends a linear fade from `from` to `to` (equal lengths), which are alike.
void append_cross_fade(std::vector<float>& out, std::span<const float> from, std::span<const float> to) {
  const auto length = static_cast<float>(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const float weight = (static_cast<float>(i) + 0.5F) / length;
    out.push_back(from[i] * (1 - weight) + to[i] * weight);
  }
}

void append(std::vector<float>& out, std::span<const float> audio) {
  out.insert(out.end(), audio.begin(), audio.end());
}

}  // namespace

TimeScaler::Seam TimeScaler::seam_of(std::size_t period, std::size_t size) {
  // The samples behind a period serve for comparison and for the fade; more than one period tells nothing new.
  const std::size_t fade = std::min(period, size - period);
  return {.at = (size - period - fade) / 2, .period = period, .fade = fade};
}

TimeScaler::Match TimeScaler::best_match(std::span<const float> audio, std::size_t shortest, std::size_t longest) {
  // Silence is like itself at no lag more than at any other.
  if (energy(audio) == 0) return {.period = shortest, .likeness = 0};
  Match best{.period = shortest, .likeness = -1};
  const auto consider = [&](std::size_t period) {
    const Seam seam = seam_of(period, audio.size());
    const double likeness = correlation(audio.subspan(seam.at, seam.fade), audio.subspan(seam.at + period, seam.fade));
    if (likeness > best.likeness) best = {.period = period, .likeness = likeness};
  };
  // Coarse, then fine around the best: neighbouring lags are alike at 48 kHz.
  constexpr std::size_t kStep = 4;
  for (std::size_t period = shortest; period <= longest; period += kStep) consider(period);
  const std::size_t centre = best.period;
  const std::size_t last = std::min(centre + kStep - 1, longest);
  for (std::size_t period = std::max(shortest, centre - kStep + 1); period <= last; ++period) consider(period);
  return best;
}

std::optional<TimeScaler::Seam> TimeScaler::find_seam(std::span<const float> audio, bool forced,
                                                      Duration longest) const {
  const std::size_t shortest = to_samples(config_.min_period);
  const std::size_t most = std::min(to_samples(std::min(config_.max_period, longest)), audio.size() * 3 / 4);
  if (shortest == 0 || most <= shortest) return std::nullopt;
  const Match match = best_match(audio, shortest, most);
  const double rms = std::sqrt(static_cast<double>(energy(audio)) / static_cast<double>(audio.size()));
  if (!forced && match.likeness < config_.min_correlation && rms > config_.quiet_rms) return std::nullopt;
  return seam_of(match.period, audio.size());
}

AudioPiece TimeScaler::shorten(const AudioPiece& audio, bool forced, Duration longest) const {
  const auto seam = find_seam(audio.samples, forced, longest);
  if (!seam) return audio;
  AudioPiece out{.samples = shorten(audio.samples, *seam), .side = {}};
  if (!audio.side.empty()) out.side = shorten(audio.side, *seam);
  return out;
}

AudioPiece TimeScaler::lengthen(const AudioPiece& audio, bool forced) const {
  const auto seam = find_seam(audio.samples, forced, config_.max_period);
  if (!seam) return audio;
  AudioPiece out{.samples = lengthen(audio.samples, *seam), .side = {}};
  if (!audio.side.empty()) out.side = lengthen(audio.side, *seam);
  return out;
}

std::vector<float> TimeScaler::shorten(std::span<const float> channel, const Seam& seam) {
  std::vector<float> out;
  out.reserve(channel.size());
  append(out, channel.first(seam.at));
  append_cross_fade(out, channel.subspan(seam.at, seam.fade), channel.subspan(seam.at + seam.period, seam.fade));
  append(out, channel.subspan(seam.at + seam.period + seam.fade));
  return out;
}

std::vector<float> TimeScaler::lengthen(std::span<const float> channel, const Seam& seam) {
  std::vector<float> out;
  out.reserve(channel.size() + seam.period);
  // Up to the seam's second period as it is, then back by one period.
  append(out, channel.first(seam.at + seam.period));
  append_cross_fade(out, channel.subspan(seam.at + seam.period, seam.fade), channel.subspan(seam.at, seam.fade));
  append(out, channel.subspan(seam.at + seam.fade));
  return out;
}

}  // namespace counterpoint
