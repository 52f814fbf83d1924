// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the error that shaping leaves in the pictures that others are predicted from: Jacobs' accumulated error a_i
// (Jacobs 1998, section 2.3) by one prediction loop, which carries the difference of the two.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/requantise/dct.h"

namespace counterpoint::mpeg {

/// Errors of a macroblock's blocks by their number, as samples or as coefficients.
using MacroblockErrors = std::array<Block8x8, 12>;

/// Error is the original sample less the shaped one. Rounding and clipping of a decoder are left out, full_pel vectors
/// and the second vector of dual-prime prediction as well: the error is then known less exactly, and nothing else
/// suffers.
class ErrorTracker {
 public:
  /// The next picture begins, of `headers`. When they are not those of the pictures before, what was known is
  /// forgotten.
  void start(const Headers& headers);
  /// The picture is complete: from now on it is what its kind of picture is predicted from.
  void finish();
  /// The accumulated error that `macroblock` of the picture that was started inherits: A^i of eq. (11), coefficients.
  /// False, and nothing in `errors`, one for each block, when there is none.
  bool predict(const CodedMacroblock& macroblock, std::span<Block8x8> errors) const;
  /// The picture that was started will get errors by set().
  void expect_errors() { current_is_clean_ = false; }
  /// Error of the macroblock after shaping, in coefficients. It is not needed for pictures that no other is predicted
  /// from. Several threads may call it for macroblocks with different addresses.
  void set(const CodedMacroblock& macroblock, const MacroblockErrors& errors);
  /// True if other pictures are predicted from the one that was started.
  [[nodiscard]] bool is_reference() const;

 private:
  struct Plane {
    int width = 0;
    int height = 0;
    std::vector<float> samples;
  };
  using Frame = std::array<Plane, 3>;
  /// A part of a plane: every `step`-th line from `line` on.
  struct Lines {
    const Plane* plane = nullptr;
    int line = 0;
    int step = 1;
  };
  struct Area {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
  };
  /// The part of a prediction that one direction gives.
  struct Share {
    float weight = 1;
    bool is_first = true;  ///< Nothing is there yet that it is added to.
  };
  using Samples = std::array<std::array<float, 256>, 3>;

  void clear();
  void add_direction(const CodedMacroblock& macroblock, std::size_t s, const Share& share, Samples& samples) const;
  [[nodiscard]] Lines reference(std::size_t component, std::size_t s, bool bottom) const;
  static void add(const Lines& lines, const Area& area, Vector vector, const Share& share, float* out, int step);
  [[nodiscard]] Area area_of(std::uint32_t address, std::size_t component) const;
  /// Calls visit(number, component, offset of the first sample in the macroblock, step between lines).
  template <typename Visit>
  void for_each_block(const CodedMacroblock& macroblock, const Visit& visit) const;

  std::optional<MacroblockSyntax> syntax_;
  int chroma_shift_x_ = 1;
  int chroma_shift_y_ = 1;
  std::array<Frame, 2> references_;  ///< Forward and backward of B pictures; P pictures use the second.
  Frame current_;
  bool second_field_ = false;
  bool references_are_clean_ = true;  ///< No error in them.
  bool current_is_clean_ = true;
};

}  // namespace counterpoint::mpeg
