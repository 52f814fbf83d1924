// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/macroblock_parser.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "media/mpeg/bitstream/bit_reader.h"
#include "media/mpeg/bitstream/macroblock_header.h"
#include "media/mpeg/bitstream/vlc_codes.h"

namespace counterpoint::mpeg {
namespace {

constexpr unsigned kMotionFlags = kMacroblockMotionForward | kMacroblockMotionBackward;

/// Parses one slice after the other into `picture`.
class MacroblockParser {
 public:
  MacroblockParser(const PictureUnit& unit, MacroblockPicture& picture)
      : syntax_(unit.headers),
        picture_(picture),
        bits_(unit.bytes.data()),
        intra_table_(syntax_.picture.intra_vlc_format ? DctTable::kB15 : DctTable::kB14) {}

  /// The bit behind it; 0 when it is broken.
  std::uint32_t parse(MacroblockSlice& slice, std::uint8_t start_code);

 private:
  bool slice_header(MacroblockSlice& slice, std::uint8_t start_code);
  bool macroblock(const MacroblockSlice& slice);
  bool skip(const MacroblockSlice& slice, std::uint32_t count);
  bool modes(CodedMacroblock& macroblock);
  bool vectors(CodedMacroblock& macroblock);
  bool direction(std::size_t s, CodedMacroblock& macroblock);
  bool vector(std::size_t r, std::size_t s, CodedMacroblock& macroblock);
  bool component(std::size_t s, std::size_t t, int& value);
  bool blocks(CodedMacroblock& macroblock);
  bool block(CodedBlock& block, bool intra);
  bool coefficients(DctTable table, int place);
  bool escape(int& place);
  void reset_predictors() { predictors_ = {}; }

  MacroblockSyntax syntax_;
  MacroblockPicture& picture_;
  BitReader bits_;
  DctTable intra_table_;
  std::uint32_t end_bit_ = 0;
  std::uint32_t next_address_ = 0;
  std::uint8_t quantiser_scale_code_ = 0;
  std::array<std::array<Vector, 2>, 2> predictors_{};  ///< PMV of 7.6.3, [r][s].
};

std::uint32_t MacroblockParser::parse(MacroblockSlice& slice, std::uint8_t start_code) {
  constexpr unsigned kZerosAfterSlice = 23;
  end_bit_ = slice.next_byte * 8;
  if (!slice_header(slice, start_code)) return 0;
  do {
    if (!macroblock(slice) || bits_.position() > end_bit_) return 0;
  } while (bits_.position() < end_bit_ && bits_.peek(kZerosAfterSlice) != 0);
  return bits_.position();
}

bool MacroblockParser::slice_header(MacroblockSlice& slice, std::uint8_t start_code) {
  constexpr std::uint32_t kStartCodeBits = 32;
  bits_ = BitReader(bits_.data(), slice.first_byte * 8 + kStartCodeBits);
  std::uint32_t row = start_code - 1U;
  if (syntax_.has_slice_extension) row += bits_.read(3) << 7;
  if (row >= syntax_.rows) return false;
  slice.row_address = next_address_ = row * syntax_.macroblocks_a_row;
  slice.quantiser_bit = bits_.position();
  quantiser_scale_code_ = static_cast<std::uint8_t>(bits_.read(5));
  if (!skip_extra_information(bits_, end_bit_)) return false;
  slice.header_end_bit = bits_.position();
  reset_predictors();
  return quantiser_scale_code_ != 0;
}

/// 7.6.6: what is between two macroblocks, or false where nothing may be.
bool MacroblockParser::skip(const MacroblockSlice& slice, std::uint32_t count) {
  const MpegPictureType type = syntax_.picture.picture_coding_type;
  if (count == 0) return true;
  if (type == MpegPictureType::kI || picture_.macroblocks.size() == slice.first_macroblock) return false;
  CodedMacroblock skipped;
  skipped.skipped = true;
  skipped.quantiser_scale_code = quantiser_scale_code_;
  skipped.first_block = skipped.end_block = static_cast<std::uint32_t>(picture_.blocks.size());
  if (type == MpegPictureType::kB) {
    const CodedMacroblock& before = picture_.macroblocks.back();
    if (before.is_intra()) return false;
    skipped.type = static_cast<std::uint8_t>(before.type & kMotionFlags);
    skipped.prediction.forward = before.prediction.forward;
    skipped.prediction.backward = before.prediction.backward;
    skipped.prediction.vectors[0] = predictors_[0];
  } else {
    skipped.prediction.forward = true;
    reset_predictors();
  }
  if (!syntax_.is_frame()) {
    skipped.prediction.type = MotionType::kField;
    skipped.prediction.bottom_field[0].fill(syntax_.picture.picture_structure == PictureStructure::kBottomField);
  }
  for (; count > 0; --count) {
    skipped.address = next_address_++;
    picture_.macroblocks.push_back(skipped);
  }
  return true;
}

bool MacroblockParser::macroblock(const MacroblockSlice& slice) {
  const std::uint32_t increment = read_address_increment(bits_, end_bit_, syntax_.is_mpeg2, [](BitRange) {});
  if (increment == 0 || increment > syntax_.macroblocks_a_row * syntax_.rows - next_address_) return false;
  if (picture_.macroblocks.size() == slice.first_macroblock) {
    next_address_ += increment - 1;
  } else if (!skip(slice, increment - 1)) {
    return false;
  }
  CodedMacroblock macroblock;
  macroblock.address = next_address_++;
  if (!modes(macroblock) || !vectors(macroblock) || !blocks(macroblock)) return false;
  picture_.macroblocks.push_back(macroblock);
  return true;
}

bool MacroblockParser::modes(CodedMacroblock& macroblock) {
  const MacroblockModes modes = read_macroblock_modes(bits_, syntax_);
  if ((modes.type & kMacroblockQuant) != 0) quantiser_scale_code_ = modes.quantiser_scale_code;
  macroblock.type = modes.type;
  macroblock.prediction.type = modes.motion_type;
  macroblock.field_dct = modes.field_dct;
  macroblock.quantiser_scale_code = quantiser_scale_code_;
  return modes.audio && quantiser_scale_code_ != 0;
}

bool MacroblockParser::vectors(CodedMacroblock& macroblock) {
  Prediction& prediction = macroblock.prediction;
  prediction.forward = (macroblock.type & kMacroblockMotionForward) != 0;
  prediction.backward = (macroblock.type & kMacroblockMotionBackward) != 0;
  macroblock.motion.first = macroblock.motion.end = bits_.position();
  if (macroblock.is_intra()) {
    if (!syntax_.picture.concealment_motion_vectors) return reset_predictors(), true;
    const bool audio = direction(0, macroblock) && bits_.flag();
    macroblock.motion.end = bits_.position();
    return audio;
  }
  const std::array<std::array<Vector, 2>, 2> before = predictors_;
  const bool is_p = syntax_.picture.picture_coding_type == MpegPictureType::kP;
  if (is_p && !prediction.forward) {
    prediction.forward = true;
    prediction.bottom_field[0].fill(syntax_.picture.picture_structure == PictureStructure::kBottomField);
    reset_predictors();
    macroblock.can_be_skipped = true;
    return true;
  }
  if (prediction.forward && !direction(0, macroblock)) return false;
  if (prediction.backward && !direction(1, macroblock)) return false;
  macroblock.motion.end = bits_.position();
  if (!syntax_.is_frame() || prediction.type != MotionType::kFrameOr16x8) return true;
  if (is_p) {
    macroblock.can_be_skipped = predictors_ == std::array<std::array<Vector, 2>, 2>{};
  } else if (!picture_.macroblocks.empty()) {
    const CodedMacroblock& previous = picture_.macroblocks.back();
    macroblock.can_be_skipped = !previous.is_intra() && predictors_ == before &&
                                prediction.forward == previous.prediction.forward &&
                                prediction.backward == previous.prediction.backward;
  }
  return true;
}

bool MacroblockParser::direction(std::size_t s, CodedMacroblock& macroblock) {
  Prediction& prediction = macroblock.prediction;
  const bool two = has_two_vectors(syntax_.is_frame(), prediction.type);
  const bool field_select = has_field_select(syntax_.is_frame(), prediction.type);
  for (std::size_t r = 0; r < (two ? 2 : 1); ++r) {
    if (field_select) prediction.bottom_field[r][s] = bits_.flag();
    if (!vector(r, s, macroblock)) return false;
  }
  if (!two) predictors_[1][s] = predictors_[0][s];
  return true;
}

bool MacroblockParser::vector(std::size_t r, std::size_t s, CodedMacroblock& macroblock) {
  const MotionType type = macroblock.prediction.type;
  const bool halved = syntax_.is_frame() && type != MotionType::kFrameOr16x8;
  Vector& predictor = predictors_[r][s];
  Vector value = predictor;
  if (halved) value.vertical >>= 1;
  if (!component(s, 0, value.horizontal)) return false;
  if (type == MotionType::kDualPrime && bits_.flag()) bits_.skip(1);  // dmvector, table B.11
  if (!component(s, 1, value.vertical)) return false;
  if (type == MotionType::kDualPrime && bits_.flag()) bits_.skip(1);
  predictor = value;
  if (halved) predictor.vertical *= 2;
  macroblock.prediction.vectors[r][s] = value;
  return true;
}

/// 7.6.3.1: adds the difference that comes next to the predictor in `value`.
bool MacroblockParser::component(std::size_t s, std::size_t t, int& value) {
  const int f_code = syntax_.picture.f_code[s][t];
  const VlcEntry code = kMotionCode[bits_.peek(10)];
  if (code.length == 0 || f_code == 0 || f_code > 9) return false;
  bits_.skip(code.length);
  if (code.value == 0) return true;
  const bool negative = bits_.flag();
  const auto r_size = static_cast<unsigned>(f_code - 1);
  const int delta = ((code.value - 1) << r_size) + static_cast<int>(bits_.read(r_size)) + 1;
  value += negative ? -delta : delta;
  const int range = 32 << r_size;
  if (value < -range / 2) value += range;
  if (value >= range / 2) value -= range;
  return true;
}

bool MacroblockParser::blocks(CodedMacroblock& macroblock) {
  macroblock.first_block = macroblock.end_block = static_cast<std::uint32_t>(picture_.blocks.size());
  const std::uint32_t count = syntax_.block_count;
  std::uint32_t pattern = (1U << count) - 1;
  if (!macroblock.is_intra()) {
    if ((macroblock.type & kMacroblockPattern) == 0) return true;
    pattern = read_coded_block_pattern(bits_, count);
    if (pattern == 0) return false;
  }
  for (std::uint32_t number = 0; number < count; ++number) {
    if ((pattern >> (count - 1 - number) & 1) == 0) continue;
    CodedBlock coded;
    coded.number = static_cast<std::uint8_t>(number);
    if (!block(coded, macroblock.is_intra()) || bits_.position() > end_bit_) return false;
    picture_.blocks.push_back(coded);
  }
  macroblock.end_block = static_cast<std::uint32_t>(picture_.blocks.size());
  return true;
}

bool MacroblockParser::block(CodedBlock& block, bool intra) {
  constexpr std::uint8_t kLuminanceBlocks = 4;
  block.first = static_cast<std::uint32_t>(picture_.coefficients.size());
  bool audio = true;
  if (intra) {
    block.dc.first = bits_.position();
    const bool luminance = block.number < kLuminanceBlocks;
    const VlcEntry size = luminance ? kDctDcSizeLuminance[bits_.peek(9)] : kDctDcSizeChrominance[bits_.peek(10)];
    if (size.length == 0) return false;
    bits_.skip(size.length + static_cast<unsigned>(size.value));
    block.dc.end = bits_.position();
    audio = coefficients(intra_table_, 0);
  } else if (bits_.peek(1) == 1) {
    // "1s" is run 0, level 1 where a non-intra block starts.
    picture_.coefficients.push_back({0, static_cast<std::int16_t>(bits_.read(2) == 0b11 ? -1 : 1)});
    audio = coefficients(DctTable::kB14, 0);
  } else {
    audio = coefficients(DctTable::kB14, -1);
  }
  block.end = static_cast<std::uint32_t>(picture_.coefficients.size());
  return audio;
}

/// Codes up to the end of block, after the coefficient at `place`.
bool MacroblockParser::coefficients(DctTable table, int place) {
  constexpr unsigned kMax = 17;
  const RunLevelTable& codes = run_level_table(table);
  // A copy, which stays in registers.
  BitReader bits = bits_;
  for (;;) {
    bits.fill();
    const std::uint64_t window = bits.window();
    RunLevel code = codes[window >> (64 - kDctBits)];
    if (code.run == kEndOfBlockRun) {
      bits.drop(code.length);
      bits_ = bits;
      return true;
    }
    if (code.length == 0) {
      if (window >> (64 - kDctEscapeLength) == kDctEscape) {
        bits_ = bits;
        if (!escape(place)) return false;
        bits = bits_;
        continue;
      }
      const std::uint64_t longer = window >> (64 - kMax);
      if (longer < 1024) code = dct_tables(table).longer[longer];
      if (code.length == 0) return false;
    }
    if ((place += code.run + 1) > 63) return false;
    const bool negative = (window >> (64 - code.length) & 1) != 0;
    bits.drop(code.length);
    const auto level = static_cast<std::int16_t>(code.level);
    picture_.coefficients.push_back(
        {static_cast<std::uint8_t>(place), negative ? static_cast<std::int16_t>(-level) : level});
  }
}

/// 7.2.2.3
bool MacroblockParser::escape(int& place) {
  bits_.skip(kDctEscapeLength);
  place += static_cast<int>(bits_.read(6)) + 1;
  int level = 0;
  if (syntax_.is_mpeg2) {
    level = static_cast<int>(bits_.read(12));
    if (level >= 2048) level -= 4096;
    if (level == -2048) level = 0;
  } else {
    level = static_cast<int>(bits_.read(8));
    if (level % 128 == 0) {
      const auto more = static_cast<int>(bits_.read(8));
      level = more == 0 ? 0 : level == 0 ? more : more - 256;
    } else if (level > 128) {
      level -= 256;
    }
  }
  if (level == 0 || place > 63) return false;
  picture_.coefficients.push_back({static_cast<std::uint8_t>(place), static_cast<std::int16_t>(level)});
  return true;
}

}  // namespace

MacroblockSyntax::MacroblockSyntax(const Headers& headers) : picture(headers.picture()) {
  constexpr std::uint32_t kLinesWithoutExtension = 2800;
  const Sequence& sequence = *headers.sequence();
  is_mpeg2 = sequence.is_mpeg2;
  has_slice_extension = is_mpeg2 && sequence.vertical_size > kLinesWithoutExtension;
  block_count = sequence.chroma_format == ChromaFormat::k420   ? 6
                : sequence.chroma_format == ChromaFormat::k422 ? 8
                                                               : 12;
  macroblocks_a_row = (sequence.horizontal_size + 15) / 16;
  const std::uint32_t lines = sequence.progressive_sequence ? 16 : 32;
  rows = (sequence.vertical_size + lines - 1) / lines * (lines / 16);
  if (!is_frame()) rows = (sequence.vertical_size + 31) / 32;
}

MacroblockPicture parse_macroblocks(const PictureUnit& unit, MacroblockPicture room) {
  MacroblockPicture picture = std::move(room);
  picture.clear();
  std::optional<MacroblockParser> parser;
  if (unit.has_picture && unit.headers.can_parse_slices()) parser.emplace(unit, picture);
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    if (!is_mpeg_slice(unit.start_codes[i].value)) continue;
    MacroblockSlice slice;
    slice.first_byte = unit.start_codes[i].offset;
    slice.next_byte = static_cast<std::uint32_t>(unit.end_of(i));
    slice.first_macroblock = static_cast<std::uint32_t>(picture.macroblocks.size());
    const std::size_t blocks = picture.blocks.size();
    const std::size_t coefficients = picture.coefficients.size();
    const std::uint32_t end = parser ? parser->parse(slice, unit.start_codes[i].value) : 0;
    slice.damaged = end == 0 || !unit.has_only_zeros(end, slice.next_byte);
    if (slice.damaged) {
      picture.macroblocks.resize(slice.first_macroblock);
      picture.blocks.resize(blocks);
      picture.coefficients.resize(coefficients);
    }
    slice.end_macroblock = static_cast<std::uint32_t>(picture.macroblocks.size());
    picture.slices.push_back(slice);
  }
  return picture;
}

}  // namespace counterpoint::mpeg
