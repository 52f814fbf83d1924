// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/error_tracker.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "media/mpeg/requantise/simd.h"

namespace counterpoint::mpeg {
namespace {

constexpr int kMacroblock = 16;

/// Samples of a component in a line of a macroblock.
int width_of(std::size_t component, int shift) { return component == 0 ? kMacroblock : kMacroblock >> shift; }

/// A part of a plane, line by line, with a line and a sample more than the area that is predicted from it.
using Rows = std::array<const float*, kMacroblock + 1>;

/// The place that a prediction goes to.
struct Predicted {
  float* samples;
  std::ptrdiff_t step;  ///< Samples from line to line.
  int width;            ///< A multiple of kSimdLanes.
  int height;
  float weight;
  bool is_first;  ///< It is what is there, else it is added.
};

/// `weight` times the mean of the samples of one line or two, and of those one to the right of them or not (7.6.4).
template <bool kTwoLines, bool kTwoColumns>
[[gnu::always_inline]] inline void predict_area(const Rows& rows, const Predicted& to) {
  const float part = to.weight / (kTwoLines && kTwoColumns ? 4 : kTwoLines || kTwoColumns ? 2 : 1);
  for (int line = 0; line < to.height; ++line) {
    const float* const upper = rows[static_cast<std::size_t>(line)];
    const float* const lower = rows[static_cast<std::size_t>(line) + 1];
    float* const out = to.samples + line * to.step;
    for (int i = 0; i < to.width; i += static_cast<int>(kSimdLanes)) {
      SimdFloats sum;
      SimdFloats other;
      std::memcpy(&sum, upper + i, sizeof sum);
      if constexpr (kTwoLines) {
        std::memcpy(&other, lower + i, sizeof other);
        sum += other;
      }
      if constexpr (kTwoColumns) {
        SimdFloats right;
        std::memcpy(&right, upper + i + 1, sizeof right);
        if constexpr (kTwoLines) {
          std::memcpy(&other, lower + i + 1, sizeof other);
          right += other;
        }
        sum += right;
      }
      sum *= part;
      if (!to.is_first) {
        std::memcpy(&other, out + i, sizeof other);
        sum += other;
      }
      std::memcpy(out + i, &sum, sizeof sum);
    }
  }
}

[[gnu::always_inline]] inline void predict_by(Vector vector, const Rows& rows, const Predicted& to) {
  const bool between_columns = (vector.horizontal & 1) != 0;
  if ((vector.vertical & 1) != 0)
    return between_columns ? predict_area<true, true>(rows, to) : predict_area<true, false>(rows, to);
  return between_columns ? predict_area<false, true>(rows, to) : predict_area<false, false>(rows, to);
}

using Predict = void (*)(Vector, const Rows&, const Predicted&);

void predict_anywhere(Vector vector, const Rows& rows, const Predicted& to) { predict_by(vector, rows, to); }

#ifdef __x86_64__
/// The same sums, so the same result.
[[gnu::target("avx2")]] void predict_by_avx2(Vector vector, const Rows& rows, const Predicted& to) {
  predict_by(vector, rows, to);
}
const Predict kPredict = __builtin_cpu_supports("avx2") != 0 ? predict_by_avx2 : predict_anywhere;
#else
constexpr Predict kPredict = predict_anywhere;
#endif

}  // namespace

bool ErrorTracker::is_reference() const { return syntax_->picture.picture_coding_type != MpegPictureType::kB; }

void ErrorTracker::clear() {
  for (Frame* frame : {&references_[0], &references_[1], &current_}) {
    for (Plane& plane : *frame) std::ranges::fill(plane.samples, 0.0F);
  }
  references_are_clean_ = current_is_clean_ = true;
}

void ErrorTracker::start(const Headers& headers) {
  const MacroblockSyntax syntax(headers);
  const ChromaFormat format = headers.sequence()->chroma_format;
  chroma_shift_x_ = format == ChromaFormat::k444 ? 0 : 1;
  chroma_shift_y_ = format == ChromaFormat::k420 ? 1 : 0;
  const int width = static_cast<int>(syntax.macroblocks_a_row) * kMacroblock;
  const int height = static_cast<int>((headers.sequence()->vertical_size + 31) / 32) * 2 * kMacroblock;
  second_field_ = syntax_ && !syntax.is_frame() && !syntax_->is_frame() && !second_field_ &&
                  syntax.picture.picture_structure != syntax_->picture.picture_structure &&
                  syntax.picture.temporal_reference == syntax_->picture.temporal_reference;
  const bool same = current_[0].width == width && current_[0].height == height &&
                    current_[1].width == width >> chroma_shift_x_ && current_[1].height == height >> chroma_shift_y_;
  syntax_ = syntax;
  if (same) return;
  for (Frame* frame : {&references_[0], &references_[1], &current_}) {
    for (std::size_t component = 0; component < frame->size(); ++component) {
      Plane& plane = (*frame)[component];
      plane.width = component == 0 ? width : width >> chroma_shift_x_;
      plane.height = component == 0 ? height : height >> chroma_shift_y_;
      plane.samples.assign(static_cast<std::size_t>(plane.width) * static_cast<std::size_t>(plane.height), 0.0F);
    }
  }
  second_field_ = false;
  clear();
}

void ErrorTracker::finish() {
  if (!is_reference()) return;
  // The frame that P pictures are predicted from is complete after its second field; until then it stays in place, and
  // what the second field inherits from the first is found in current_.
  if (!syntax_->is_frame() && !second_field_) return;
  std::swap(references_[0], references_[1]);
  std::swap(references_[1], current_);
  references_are_clean_ = false;
  for (Plane& plane : current_) std::ranges::fill(plane.samples, 0.0F);
}

ErrorTracker::Area ErrorTracker::area_of(std::uint32_t address, std::size_t component) const {
  const int column = static_cast<int>(address % syntax_->macroblocks_a_row);
  const int row = static_cast<int>(address / syntax_->macroblocks_a_row);
  const int width = width_of(component, chroma_shift_x_);
  const int height = width_of(component, chroma_shift_y_);
  return {column * width, row * height, width, height};
}

/// The lines that a field (of a field picture, or of a frame in field-based prediction) or a frame is predicted from.
ErrorTracker::Lines ErrorTracker::reference(std::size_t component, std::size_t s, bool bottom) const {
  const bool is_b = syntax_->picture.picture_coding_type == MpegPictureType::kB;
  const bool own_bottom = syntax_->picture.picture_structure == PictureStructure::kBottomField;
  const bool first_field_of_this_frame = !syntax_->is_frame() && second_field_ && !is_b && bottom != own_bottom;
  const Frame& frame = first_field_of_this_frame ? current_ : references_[is_b ? s : 1];
  return {&frame[component], bottom ? 1 : 0, 2};
}

/// Adds what `area`, moved by `vector`, finds in `lines`: linear between samples (7.6.4).
void ErrorTracker::add(const Lines& lines, const Area& area, Vector vector, const Share& share, float* out, int step) {
  constexpr int kAhead = 32;
  const Plane& plane = *lines.plane;
  const int last_line = (plane.height - 1 - lines.line) / lines.step;
  const int x = area.x + (vector.horizontal >> 1);
  const int y = area.y + (vector.vertical >> 1);
  const bool inside = x >= 0 && x + area.width < plane.width;
  Rows rows;
  std::array<std::array<float, kMacroblock + 1>, kMacroblock + 1> edges;
  for (int line = 0; line <= area.height; ++line) {
    const int clamped = std::clamp(y + line, 0, last_line) * lines.step + lines.line;
    const float* const row = plane.samples.data() + static_cast<std::ptrdiff_t>(clamped) * plane.width;
    const auto number = static_cast<std::size_t>(line);
    if (inside) {
      rows[number] = row + x;
      // The next macroblock will probably look there.
      __builtin_prefetch(row + std::min(x + kAhead, plane.width - 1));
      continue;
    }
    // The outermost sample goes on beyond the plane.
    for (int i = 0; i <= area.width; ++i) {
      edges[number][static_cast<std::size_t>(i)] = row[std::clamp(x + i, 0, plane.width - 1)];
    }
    rows[number] = edges[number].data();
  }
  kPredict(vector, rows,
           {.samples = out,
            .step = step,
            .width = area.width,
            .height = area.height,
            .weight = share.weight,
            .is_first = share.is_first});
}

void ErrorTracker::add_direction(const CodedMacroblock& macroblock, std::size_t s, const Share& share,
                                 Samples& samples) const {
  const Prediction& prediction = macroblock.prediction;
  const bool own_bottom = syntax_->picture.picture_structure == PictureStructure::kBottomField;
  const bool is_b = syntax_->picture.picture_coding_type == MpegPictureType::kB;
  for (std::size_t component = 0; component < samples.size(); ++component) {
    Area area = area_of(macroblock.address, component);
    float* const out = samples[component].data();
    const auto moved = [&](Vector vector) {
      // 7.6.3.7: chrominance vectors round towards zero.
      if (component > 0 && chroma_shift_x_ == 1) vector.horizontal /= 2;
      if (component > 0 && chroma_shift_y_ == 1) vector.vertical /= 2;
      return vector;
    };
    if (syntax_->is_frame() && prediction.type == MotionType::kFrameOr16x8) {
      add({&references_[is_b ? s : 1][component], 0, 1}, area, moved(prediction.vectors[0][s]), share, out, area.width);
    } else if (syntax_->is_frame()) {
      area.y /= 2;
      area.height /= 2;
      for (std::size_t field = 0; field < 2; ++field) {
        const bool dual_prime = prediction.type == MotionType::kDualPrime;
        const bool bottom = dual_prime ? field == 1 : prediction.bottom_field[field][s];
        add(reference(component, s, bottom), area, moved(prediction.vectors[dual_prime ? 0 : field][s]), share,
            out + static_cast<std::ptrdiff_t>(field) * area.width, 2 * area.width);
      }
    } else if (prediction.type == MotionType::kFrameOr16x8) {
      area.height /= 2;
      for (std::size_t half = 0; half < 2; ++half) {
        add(reference(component, s, prediction.bottom_field[half][s]), area, moved(prediction.vectors[half][s]), share,
            out + static_cast<std::ptrdiff_t>(half) * area.height * area.width, area.width);
        area.y += area.height;
      }
    } else {
      const bool bottom = prediction.type == MotionType::kDualPrime ? own_bottom : prediction.bottom_field[0][s];
      add(reference(component, s, bottom), area, moved(prediction.vectors[0][s]), share, out, area.width);
    }
  }
}

template <typename Visit>
void ErrorTracker::for_each_block(const CodedMacroblock& macroblock, const Visit& visit) const {
  for (std::uint32_t number = 0; number < syntax_->block_count; ++number) {
    const std::size_t component = number < 4 ? 0 : number % 2 + 1;
    const std::uint32_t part = number < 4 ? number : (number - 4) / 2;  // 4:2:2 and 4:4:4: down, then right
    const bool right = number < 4 ? number % 2 != 0 : part / 2 != 0;
    const bool down = number < 4 ? number / 2 != 0 : part % 2 != 0;
    const int width = width_of(component, chroma_shift_x_);
    const bool field = macroblock.field_dct && (component == 0 || chroma_shift_y_ == 0);
    const int step = field ? 2 * width : width;
    visit(number, component, (right ? 8 : 0) + (down ? (field ? width : 8 * width) : 0), step);
  }
}

bool ErrorTracker::predict(const CodedMacroblock& macroblock, std::span<Block8x8> errors) const {
  const bool from_own_frame = second_field_ && is_reference() && !current_is_clean_;
  if (macroblock.is_intra() || (references_are_clean_ && !from_own_frame)) return false;
  const Prediction& prediction = macroblock.prediction;
  const float weight = prediction.forward && prediction.backward ? 0.5F : 1.0F;
  Samples samples;
  if (prediction.forward) add_direction(macroblock, 0, {.weight = weight, .is_first = true}, samples);
  if (prediction.backward) add_direction(macroblock, 1, {.weight = weight, .is_first = !prediction.forward}, samples);
  for_each_block(macroblock, [&](std::uint32_t number, std::size_t component, int first, int step) {
    Block8x8& block = errors[number];
    for (int line = 0; line < 8; ++line) {
      std::copy_n(samples[component].data() + first + line * step, 8, block.data() + 8 * line);
    }
    forward_dct(block);
  });
  return true;
}

void ErrorTracker::set(const CodedMacroblock& macroblock, const MacroblockErrors& errors) {
  if (!is_reference()) return;
  const bool frame = syntax_->is_frame();
  const int first_line = syntax_->picture.picture_structure == PictureStructure::kBottomField ? 1 : 0;
  for_each_block(macroblock, [&](std::uint32_t number, std::size_t component, int first, int step) {
    Block8x8 block = errors[number];
    inverse_dct(block);
    const Area area = area_of(macroblock.address, component);
    Plane& plane = current_[component];
    for (int line = 0; line < 8; ++line) {
      const int place = first + line * step;
      const int x = area.x + place % area.width;
      const int y = (area.y + place / area.width) * (frame ? 1 : 2) + (frame ? 0 : first_line);
      std::copy_n(block.data() + 8 * line, 8, plane.samples.data() + static_cast<std::ptrdiff_t>(y) * plane.width + x);
    }
  });
}

}  // namespace counterpoint::mpeg
