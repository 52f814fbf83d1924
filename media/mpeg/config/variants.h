// SPDX-License-Identifier: GPL-3.0-or-later
// The ways to shape a stream, by name: those of the paper, and ours.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "media/mpeg/config/shaper_config.h"

namespace counterpoint::mpeg {

struct Variant {
  std::string_view name;
  std::string_view summary;  ///< Description in half a line.
  ShaperConfig config;

  /// True if ShaperConfig::cluster has an effect.
  [[nodiscard]] constexpr bool has_clusters() const { return shapes_each_picture(config.method); }
};

/// The first is what a file is shaped by when nobody says anything else.
///
/// * `automatic`: `group` as long as 0.9 of a group's bits stay (0.98 in long chains of P pictures), `requantised`
///   below, which looks better there and takes some thirty times as long.
/// * `group`: each block has its own breakpoint b_i; they minimise sum w_i D_i(b_i) + lambda R_i(b_i), eq. (4), with
///   one lambda for a group of pictures (ShaperConfig::window), where w_i is how long the error lives
///   (lifetime_weight).
/// * `live`: the same with one lambda a picture, chosen before the next picture is known.
/// * `requantised`: sum w_i |E_i + A_i - Q_i|^2 + lambda R_i is minimised over all levels Q_i, quantisers and skipped
///   macroblocks, A_i being the error that is inherited: eq. (11) with more to choose from than breakpoints.
/// * `call`: `automatic` in the time that a call has: each picture is coded once, and where that is too much for a
///   processor it is cut. 41 000 macroblocks a second are 720x576 at 25 Hz, some 0.4 of a processor.
/// * `memoryless`: C(n) of section 2.2, D_i(b) = sum_{k >= b} E_i(k)^2, eq. (3), bisection by eqs. (4) to (8) in each
///   picture; R_budget = (B_T/B) R - R_o with what is left over carried on. n is ShaperConfig::cluster.
/// * `causal`: the same with D_i(b) = sum_{k >= b} 2 A_i(J(k)) E_i(k) + E_i(k)^2, eqs. (10) and (11), the two
///   prediction loops collapsed into one that carries their difference.
/// * `rate-based`: each cluster keeps the same share of its bits, section 2.3.
inline constexpr std::array kVariants{
    Variant{"automatic",
            "group while at least 0.9 of the bits stay, else requantised",
            {.method = ShapingMethod::kRequantised, .requantise_below = 0.9}},
    Variant{"group", "one multiplier over a group of pictures, errors that spread count more", {}},
    Variant{"live", "each picture before the next one is known", {.window = 1}},
    Variant{"requantised",
            "levels coded again, errors of earlier pictures made up for",
            {.method = ShapingMethod::kRequantised}},
    Variant{"call",
            "automatic, each picture coded once, as in a call: above 41000 macroblocks a second cut",
            {.method = ShapingMethod::kRequantised,
             .requantise_below = 0.9,
             .max_codings = 1,
             .trial_encodes = false,
             .max_macroblocks_per_second = 41000}},
    Variant{"memoryless", "Jacobs' C(n), each picture for itself", {.method = ShapingMethod::kMemoryless}},
    Variant{"causal", "Jacobs' C(n) with the error of earlier pictures", {.method = ShapingMethod::kCausal}},
    Variant{"rate-based", "Jacobs' C(n), each cluster its share of bits", {.method = ShapingMethod::kRateBased}},
};

/// Nothing when no variant has that name.
[[nodiscard]] constexpr std::optional<Variant> find_variant(std::string_view name) {
  for (const Variant& variant : kVariants) {
    if (variant.name == name) return variant;
  }
  return std::nullopt;
}

}  // namespace counterpoint::mpeg
