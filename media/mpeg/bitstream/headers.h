// SPDX-License-Identifier: GPL-3.0-or-later
// The headers of ISO/IEC 11172-2 and ISO/IEC 13818-2 above the slice, as far as the slices' syntax, the quantisers and
// the time a picture lasts depend on them. Section numbers are those of 13818-2.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"
#include "core/model/mpeg_picture.h"

namespace counterpoint::mpeg {

/// A quantiser matrix in the order of transmission, which is the zigzag scan (figure 7-2).
using QuantiserMatrix = std::array<std::uint8_t, 64>;
enum class Matrix : std::uint8_t { kIntra, kNonIntra, kChromaIntra, kChromaNonIntra };

enum class ChromaFormat : std::uint8_t { k420 = 1, k422 = 2, k444 = 3 };
enum class PictureStructure : std::uint8_t { kTopField = 1, kBottomField = 2, kFrame = 3 };

/// 6.2.2.1 and 6.2.2.3.
struct Sequence {
  std::uint32_t horizontal_size = 0;
  std::uint32_t vertical_size = 0;
  /// Frames a second, as a fraction.
  std::uint32_t frame_rate_numerator = 25;
  std::uint32_t frame_rate_denominator = 1;
  bool frame_rate_assumed = false;  ///< Its code is forbidden or reserved: 25, then.
  bool is_mpeg2 = false;            ///< A sequence_extension() followed; else ISO/IEC 11172-2.
  bool progressive_sequence = true;
  ChromaFormat chroma_format = ChromaFormat::k420;
  bool scalable = false;  ///< A sequence_scalable_extension() followed: its pictures are not understood here.
};

/// 6.2.3 and 6.2.3.1. Elements that MPEG-1 lacks have the values that match its meaning.
struct Picture {
  std::uint16_t temporal_reference = 0;
  MpegPictureType picture_coding_type = MpegPictureType::kI;
  /// [forward, backward][horizontal, vertical]
  std::array<std::array<std::uint8_t, 2>, 2> f_code{};
  std::uint8_t intra_dc_precision = 0;
  PictureStructure picture_structure = PictureStructure::kFrame;
  bool top_field_first = false;
  bool frame_pred_frame_dct = true;
  bool concealment_motion_vectors = false;
  bool q_scale_type = false;
  bool intra_vlc_format = false;
  bool alternate_scan = false;
  bool repeat_first_field = false;
  bool has_coding_extension = false;
};

/// Follows the headers of a stream.
class Headers {
 public:
  /// Takes the header whose start code has the value `code`; `body` starts behind that byte, and kPadding bytes can
  /// be read after it. False when it is broken; what it says then does not hold, and neither does the picture it
  /// belongs to, or, before the first picture of a sequence, any until the next sequence header.
  bool read(std::uint8_t code, ByteView body);

  /// Nothing until the first sequence header.
  [[nodiscard]] const std::optional<Sequence>& sequence() const { return sequence_; }
  [[nodiscard]] const Picture& picture() const { return picture_; }
  [[nodiscard]] const QuantiserMatrix& matrix(Matrix which) const { return matrices_[static_cast<std::size_t>(which)]; }
  /// True if slices of the current picture can be parsed: its headers are complete, valid and supported.
  [[nodiscard]] bool can_parse_slices() const;

 private:
  bool read_sequence_header(ByteView body);
  bool read_picture_header(ByteView body);
  bool read_extension(ByteView body);
  bool read_sequence_extension(ByteView body);
  bool read_picture_coding_extension(ByteView body);
  bool read_quant_matrix_extension(ByteView body);

  std::optional<Sequence> sequence_;
  bool sequence_audio_ = false;
  bool picture_audio_ = false;
  bool in_picture_ = false;  ///< Extensions belong to the picture now, not to the sequence.
  Picture picture_;
  std::array<QuantiserMatrix, 4> matrices_{};
};

/// quantiser_scale of 7.4.2.2 for each quantiser_scale_code; MPEG-1's scale counts twice, so that both dequantise
/// alike.
[[nodiscard]] const std::array<std::uint8_t, 32>& quantiser_scales(bool q_scale_type);
/// The place in the zigzag scan of each place in the picture's scan (7.3): where to look into a QuantiserMatrix.
[[nodiscard]] const std::array<std::uint8_t, 64>& zigzag_place_of_scan(bool alternate_scan);

}  // namespace counterpoint::mpeg
