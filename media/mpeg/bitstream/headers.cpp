// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/headers.h"

#include <algorithm>

#include "media/mpeg/bitstream/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

/// extension_start_code_identifier, table 6-2.
enum class ExtensionId : std::uint8_t {
  kSequence = 1,
  kQuantMatrix = 3,
  kSequenceScalable = 5,
  kPictureCoding = 8,
};

/// 6.3.11, in zigzag order.
constexpr QuantiserMatrix kDefaultIntraMatrix = {8,  16, 16, 19, 16, 19, 22, 22, 22, 22, 22, 22, 26, 24, 26, 27,
                                                 27, 27, 26, 26, 26, 26, 27, 27, 27, 29, 29, 29, 34, 34, 34, 29,
                                                 29, 29, 27, 27, 29, 29, 32, 32, 34, 34, 37, 38, 37, 35, 35, 34,
                                                 35, 38, 38, 40, 40, 40, 48, 48, 46, 46, 56, 56, 58, 69, 69, 83};

/// Table 6-4, as fractions; code 0 is forbidden, and those above 8 are reserved.
constexpr std::array<std::array<std::uint32_t, 2>, 16> kFrameRates = {
    {{0, 1}, {24'000, 1001}, {24, 1}, {25, 1}, {30'000, 1001}, {30, 1}, {50, 1}, {60'000, 1001}, {60, 1}}};

QuantiserMatrix read_matrix(BitReader& bits) {
  QuantiserMatrix matrix;
  for (std::uint8_t& weight : matrix) weight = static_cast<std::uint8_t>(bits.read(8));
  return matrix;
}

bool ends_within(const BitReader& bits, ByteView body) { return bits.position() <= body.size() * 8; }

}  // namespace

bool Headers::read(std::uint8_t code, ByteView body) {
  switch (code) {
    case kMpegSequenceHeader:
      in_picture_ = false;
      return sequence_audio_ = read_sequence_header(body);
    case kMpegPictureStart:
      in_picture_ = true;
      return picture_audio_ = read_picture_header(body);
    case kMpegExtensionStart: {
      bool& audio = in_picture_ ? picture_audio_ : sequence_audio_;
      // Behind a broken picture header too, so that the picture lasts as long as it says.
      return audio = sequence_ && read_extension(body) && audio;
    }
    default:
      return true;
  }
}

bool Headers::can_parse_slices() const {
  return sequence_ && sequence_audio_ && picture_audio_ && !sequence_->scalable &&
         picture_.picture_coding_type != MpegPictureType::kD && picture_.has_coding_extension == sequence_->is_mpeg2;
}

bool Headers::read_sequence_header(ByteView body) {
  BitReader bits(body.data());
  Sequence sequence;
  sequence.horizontal_size = bits.read(12);
  sequence.vertical_size = bits.read(12);
  bits.skip(4);  // aspect_ratio_information
  const auto [numerator, denominator] = kFrameRates[bits.read(4)];
  sequence.frame_rate_assumed = numerator == 0;
  if (!sequence.frame_rate_assumed) {
    sequence.frame_rate_numerator = numerator;
    sequence.frame_rate_denominator = denominator;
  }
  bits.skip(18 + 1 + 10 + 1);  // bit_rate_value, marker_bit, vbv_buffer_size_value, constrained_parameters_flag
  const bool load_intra = bits.flag();
  const QuantiserMatrix intra = load_intra ? read_matrix(bits) : kDefaultIntraMatrix;
  const bool load_non_intra = bits.flag();
  QuantiserMatrix flat;
  flat.fill(16);
  const QuantiserMatrix non_intra = load_non_intra ? read_matrix(bits) : flat;
  if (!ends_within(bits, body) || sequence.horizontal_size == 0 || sequence.vertical_size == 0) return false;
  sequence_ = sequence;
  matrices_ = {intra, non_intra, intra, non_intra};
  return true;
}

bool Headers::read_picture_header(ByteView body) {
  BitReader bits(body.data());
  picture_ = {};
  picture_.temporal_reference = static_cast<std::uint16_t>(bits.read(10));
  const std::uint32_t type = bits.read(3);
  if (type < 1 || type > 4) return false;
  picture_.picture_coding_type = static_cast<MpegPictureType>(type);
  bits.skip(16);  // vbv_delay
  for (std::size_t s = 0; s < 2; ++s) {
    if (type != 3 && (type != 2 || s == 1)) continue;
    bits.skip(1);  // full_pel_vector
    picture_.f_code[s].fill(static_cast<std::uint8_t>(bits.read(3)));
  }
  return ends_within(bits, body);
}

bool Headers::read_extension(ByteView body) {
  switch (static_cast<ExtensionId>(BitReader(body.data()).peek(4))) {
    case ExtensionId::kSequence:
      return !in_picture_ && read_sequence_extension(body);
    case ExtensionId::kSequenceScalable:
      return !in_picture_ && (sequence_->scalable = true);
    case ExtensionId::kPictureCoding:
      return !in_picture_ || read_picture_coding_extension(body);
    case ExtensionId::kQuantMatrix:
      return read_quant_matrix_extension(body);
  }
  return true;
}

bool Headers::read_sequence_extension(ByteView body) {
  BitReader bits(body.data(), 4);
  bits.skip(8);  // profile_and_level_indication
  Sequence& sequence = *sequence_;
  if (sequence.is_mpeg2) return false;
  sequence.is_mpeg2 = true;
  sequence.progressive_sequence = bits.flag();
  const std::uint32_t chroma_format = bits.read(2);
  if (chroma_format == 0) return false;
  sequence.chroma_format = static_cast<ChromaFormat>(chroma_format);
  sequence.horizontal_size = (sequence.horizontal_size & 0xFFF) | bits.read(2) << 12;
  sequence.vertical_size = (sequence.vertical_size & 0xFFF) | bits.read(2) << 12;
  bits.skip(12 + 1 + 8 + 1);  // bit_rate_extension, marker_bit, vbv_buffer_size_extension, low_delay
  sequence.frame_rate_numerator *= bits.read(2) + 1;
  sequence.frame_rate_denominator *= bits.read(5) + 1;
  return ends_within(bits, body);
}

bool Headers::read_picture_coding_extension(ByteView body) {
  BitReader bits(body.data(), 4);
  for (auto& direction : picture_.f_code) {
    for (std::uint8_t& f_code : direction) f_code = static_cast<std::uint8_t>(bits.read(4));
  }
  picture_.intra_dc_precision = static_cast<std::uint8_t>(bits.read(2));
  const std::uint32_t structure = bits.read(2);
  if (structure == 0) return false;
  picture_.picture_structure = static_cast<PictureStructure>(structure);
  picture_.top_field_first = bits.flag();
  picture_.frame_pred_frame_dct = bits.flag();
  picture_.concealment_motion_vectors = bits.flag();
  picture_.q_scale_type = bits.flag();
  picture_.intra_vlc_format = bits.flag();
  picture_.alternate_scan = bits.flag();
  picture_.repeat_first_field = bits.flag();
  picture_.has_coding_extension = true;
  return ends_within(bits, body);
}

bool Headers::read_quant_matrix_extension(ByteView body) {
  BitReader bits(body.data(), 4);
  std::array<QuantiserMatrix, 4> matrices = matrices_;
  constexpr std::size_t kIntra = 0;
  constexpr std::size_t kNonIntra = 1;
  for (const std::size_t which : {kIntra, kNonIntra}) {
    if (bits.flag()) matrices[which] = matrices[which + 2] = read_matrix(bits);
  }
  for (const std::size_t which : {kIntra, kNonIntra}) {
    if (bits.flag()) matrices[which + 2] = read_matrix(bits);
  }
  if (!ends_within(bits, body)) return false;
  matrices_ = matrices;
  return true;
}

const std::array<std::uint8_t, 32>& quantiser_scales(bool q_scale_type) {
  static constexpr std::array<std::uint8_t, 32> kLinear = {0,  2,  4,  6,  8,  10, 12, 14, 16, 18, 20,
                                                           22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42,
                                                           44, 46, 48, 50, 52, 54, 56, 58, 60, 62};
  static constexpr std::array<std::uint8_t, 32> kNonLinear = {0,  1,  2,  3,  4,  5,  6,  7,  8,   10, 12,
                                                              14, 16, 18, 20, 22, 24, 28, 32, 36,  40, 44,
                                                              48, 52, 56, 64, 72, 80, 88, 96, 104, 112};
  return q_scale_type ? kNonLinear : kLinear;
}

const std::array<std::uint8_t, 64>& zigzag_place_of_scan(bool alternate_scan) {
  // Figures 7-2 and 7-3: the raster place (8 v + u) of each place in the scan.
  static constexpr std::array<std::uint8_t, 64> kZigzag = {
      0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
      41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
      30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
  static constexpr std::array<std::uint8_t, 64> kAlternate = {
      0,  8,  16, 24, 1,  9,  2,  10, 17, 25, 32, 40, 48, 56, 57, 49, 41, 33, 26, 18, 3,  11,
      4,  12, 19, 27, 34, 42, 50, 58, 35, 43, 51, 59, 20, 28, 5,  13, 6,  14, 21, 29, 36, 44,
      52, 60, 37, 45, 53, 61, 22, 30, 7,  15, 23, 31, 38, 46, 54, 62, 39, 47, 55, 63};
  using Places = std::array<std::uint8_t, 64>;
  static constexpr Places kSame = [] {
    Places places{};
    for (std::uint8_t i = 0; i < 64; ++i) places[i] = i;
    return places;
  }();
  static constexpr Places kPlaces = [] {
    Places places{};
    for (std::size_t i = 0; i < 64; ++i) {
      for (std::uint8_t z = 0; z < 64; ++z) {
        if (kZigzag[z] == kAlternate[i]) places[i] = z;
      }
    }
    return places;
  }();
  return alternate_scan ? kPlaces : kSame;
}

}  // namespace counterpoint::mpeg
