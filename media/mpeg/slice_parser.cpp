// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/slice_parser.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "media/mpeg/bit_reader.h"
#include "media/mpeg/block_scan.h"

namespace counterpoint::mpeg {
namespace {

/// Half of quantiser_scale times weight times twice the level, over 16 (7.4.2.3), is the coefficient: all squared.
constexpr float kEnergyUnit = 1.0F / 1024;

/// frame_motion_type and field_motion_type (tables 6-17 and 6-18).
constexpr std::uint32_t kDualPrime = 0b11;

/// What a macroblock's header says of the rest of it.
struct Macroblock {
  std::uint32_t type = 0;  ///< MacroblockType flags.
  std::uint32_t motion_type = 0;
};

class SliceParser {
 public:
  SliceParser(const PictureUnit& unit, const Importance& importance, MultiplierIndex first);

  /// The bit behind the slice that starts at octet `first` and whose octets end at `end`; 0 when it is broken.
  std::uint32_t parse(std::uint32_t first, std::uint32_t end, BlockSink& sink, std::vector<BitRange>& stuffing);

 private:
  bool slice_header();
  bool macroblock();
  std::uint32_t macroblock_address_increment();
  bool macroblock_modes(Macroblock& macroblock);
  bool all_motion_vectors(const Macroblock& macroblock);
  bool motion_vectors(std::size_t s, const Macroblock& macroblock);
  bool motion_vector(std::size_t s, bool dmv);
  bool motion_component(std::uint32_t f_code);
  std::uint32_t coded_block_pattern();
  bool set_quantiser_scale(std::uint32_t code);

  const Picture& picture_;
  const Sequence& sequence_;
  BitReader bits_;
  std::uint32_t end_bit_ = 0;
  BlockSink* sink_ = nullptr;
  std::vector<BitRange>* stuffing_ = nullptr;

  std::uint32_t macroblocks_in_picture_ = 0;
  std::uint32_t macroblock_address_ = 0;
  std::uint32_t block_count_ = 6;
  std::array<ScanWeights, 4> weights_;
  std::array<const Lanes*, 32> gains_of_scale_{};  ///< By quantiser_scale_code.
  BlockKind intra_;
  BlockKind non_intra_;
};

SliceParser::SliceParser(const PictureUnit& unit, const Importance& importance, MultiplierIndex first)
    : picture_(unit.headers.picture()), sequence_(*unit.headers.sequence()), bits_(unit.octets.data()) {
  const std::uint32_t lines = picture_.picture_structure == PictureStructure::kFrame ? 16 : 32;
  macroblocks_in_picture_ = (sequence_.horizontal_size + 15) / 16 * ((sequence_.vertical_size + lines - 1) / lines + 1);
  block_count_ = sequence_.chroma_format == ChromaFormat::k420   ? 6
                 : sequence_.chroma_format == ChromaFormat::k422 ? 8
                                                                 : 12;
  const auto& places = zigzag_place_of_scan(picture_.alternate_scan);
  const LogEnergy chrominance = log_energy(importance.chrominance / importance.luminance);
  for (std::size_t matrix = 0; matrix < weights_.size(); ++matrix) {
    const bool is_chrominance = matrix >= static_cast<std::size_t>(Matrix::kChromaIntra);
    weights_[matrix].fill(row_offset(kNoEnergy));
    for (std::size_t place = 0; place < 64; ++place) {
      const std::uint8_t weight = unit.headers.matrix(static_cast<Matrix>(matrix))[places[place]];
      weights_[matrix][place + 1] = gains().weight(weight) + (is_chrominance ? row_offset(chrominance) : 0);
    }
  }
  const auto& scales = quantiser_scales(picture_.q_scale_type);
  for (std::size_t code = 1; code < scales.size(); ++code) {
    const auto scale = static_cast<float>(scales[code]);
    gains_of_scale_[code] = gains().rows(log_energy(scale * scale * kEnergyUnit * importance.luminance), first);
  }
  intra_.tables = &dct_tables(picture_.intra_vlc_format ? DctTable::kB15 : DctTable::kB14);
  non_intra_.tables = &dct_tables(DctTable::kB14);
  const auto weights = [this](Matrix matrix) { return &weights_[static_cast<std::size_t>(matrix)]; };
  intra_.luminance = weights(Matrix::kIntra);
  intra_.chrominance = weights(Matrix::kChromaIntra);
  non_intra_.luminance = weights(Matrix::kNonIntra);
  non_intra_.chrominance = weights(Matrix::kChromaNonIntra);
  intra_.levels = gains().levels(true);
  non_intra_.levels = gains().levels(false);
  intra_.mpeg1_escape = non_intra_.mpeg1_escape = !sequence_.is_mpeg2;
}

std::uint32_t SliceParser::parse(std::uint32_t first, std::uint32_t end, BlockSink& sink,
                                 std::vector<BitRange>& stuffing) {
  constexpr std::uint32_t kStartCodeBits = 32;
  constexpr unsigned kZerosAfterSlice = 23;
  bits_ = BitReader(bits_.data(), first * 8 + kStartCodeBits);
  end_bit_ = end * 8;
  sink_ = &sink;
  stuffing_ = &stuffing;
  macroblock_address_ = 0;
  if (!slice_header()) return 0;
  do {
    if (!macroblock() || bits_.position() > end_bit_) return 0;
  } while (bits_.position() < end_bit_ && bits_.peek(kZerosAfterSlice) != 0);
  return bits_.position();
}

bool SliceParser::slice_header() {
  constexpr std::uint32_t kLinesWithoutExtension = 2800;
  if (sequence_.is_mpeg2 && sequence_.vertical_size > kLinesWithoutExtension) bits_.skip(3);
  if (!set_quantiser_scale(bits_.read(5))) return false;
  // intra_slice_flag with its octet looks like one extra_bit_slice with extra_information_slice.
  while (bits_.flag()) {
    bits_.skip(8);
    if (bits_.position() > end_bit_) return false;
  }
  return true;
}

bool SliceParser::set_quantiser_scale(std::uint32_t code) {
  intra_.gains = non_intra_.gains = gains_of_scale_[code];
  return code != 0;
}

bool SliceParser::macroblock() {
  const std::uint32_t increment = macroblock_address_increment();
  macroblock_address_ += increment;
  Macroblock macroblock;
  if (increment == 0 || macroblock_address_ > macroblocks_in_picture_ || !macroblock_modes(macroblock)) return false;
  if (!all_motion_vectors(macroblock)) return false;
  if ((macroblock.type & kMacroblockIntra) != 0) {
    return scan_intra_blocks(bits_, end_bit_, block_count_, intra_, *sink_);
  }
  if ((macroblock.type & kMacroblockPattern) == 0) return true;
  const std::uint32_t pattern = coded_block_pattern();
  return pattern != 0 && scan_non_intra_blocks(bits_, end_bit_, pattern, block_count_, non_intra_, *sink_);
}

std::uint32_t SliceParser::macroblock_address_increment() {
  std::uint32_t increment = 0;
  for (;;) {
    const VlcEntry code = kMacroblockAddressIncrement[bits_.peek(11)];
    if (code.length == 0 || bits_.position() > end_bit_) return 0;
    const std::uint32_t first = bits_.position();
    bits_.skip(code.length);
    if (code.value > 0) return increment + static_cast<std::uint32_t>(code.value);
    if (code.value == kMacroblockEscape) {
      increment += 33;
    } else if (sequence_.is_mpeg2) {
      return 0;
    } else if (!stuffing_->empty() && stuffing_->back().end == first) {
      stuffing_->back().end = bits_.position();
    } else {
      stuffing_->push_back({first, bits_.position()});
    }
  }
}

bool SliceParser::macroblock_modes(Macroblock& macroblock) {
  const auto picture_type = static_cast<std::size_t>(picture_.picture_coding_type);
  const VlcEntry type = kMacroblockTypes[picture_type - 1][bits_.peek(6)];
  if (type.length == 0) return false;
  bits_.skip(type.length);
  macroblock.type = static_cast<std::uint32_t>(type.value);
  const bool frame_picture = picture_.picture_structure == PictureStructure::kFrame;
  constexpr std::uint32_t kFrameBased = 0b10;
  constexpr std::uint32_t kFieldBased = 0b01;
  macroblock.motion_type = frame_picture ? kFrameBased : kFieldBased;
  if ((macroblock.type & (kMacroblockMotionForward | kMacroblockMotionBackward)) != 0 &&
      !(frame_picture && picture_.frame_pred_frame_dct)) {
    macroblock.motion_type = bits_.read(2);
    if (macroblock.motion_type == 0) return false;
  }
  if (frame_picture && !picture_.frame_pred_frame_dct &&
      (macroblock.type & (kMacroblockIntra | kMacroblockPattern)) != 0) {
    bits_.skip(1);  // dct_type
  }
  return (macroblock.type & kMacroblockQuant) == 0 || set_quantiser_scale(bits_.read(5));
}

bool SliceParser::all_motion_vectors(const Macroblock& macroblock) {
  const bool concealment = (macroblock.type & kMacroblockIntra) != 0 && picture_.concealment_motion_vectors;
  if (((macroblock.type & kMacroblockMotionForward) != 0 || concealment) && !motion_vectors(0, macroblock))
    return false;
  if ((macroblock.type & kMacroblockMotionBackward) != 0 && !motion_vectors(1, macroblock)) return false;
  return !concealment || bits_.flag();  // marker_bit
}

bool SliceParser::motion_vectors(std::size_t s, const Macroblock& macroblock) {
  // Field-based prediction of a frame picture and 16x8 of a field picture have two vectors, each with a
  // motion_vertical_field_select; tables 6-17 and 6-18.
  const bool frame_picture = picture_.picture_structure == PictureStructure::kFrame;
  const bool dmv = macroblock.motion_type == kDualPrime;
  const bool two = macroblock.motion_type == (frame_picture ? 0b01U : 0b10U);
  const bool field_select = two || (!frame_picture && !dmv);
  for (int r = 0; r < (two ? 2 : 1); ++r) {
    if (field_select) bits_.skip(1);
    if (!motion_vector(s, dmv)) return false;
  }
  return true;
}

bool SliceParser::motion_vector(std::size_t s, bool dmv) {
  for (const std::uint32_t f_code : picture_.f_code[s]) {
    if (!motion_component(f_code)) return false;
    if (dmv && bits_.flag()) bits_.skip(1);  // dmvector, table B.11
  }
  return true;
}

bool SliceParser::motion_component(std::uint32_t f_code) {
  const VlcEntry motion_code = kMotionCode[bits_.peek(10)];
  const std::uint32_t sign_and_residual = motion_code.value != 0 ? f_code : 0;  // 1 bit and f_code - 1.
  bits_.drop(motion_code.length + sign_and_residual);
  return motion_code.length != 0 && f_code != 0;
}

std::uint32_t SliceParser::coded_block_pattern() {
  const VlcEntry code = kCodedBlockPattern[bits_.peek(9)];
  if (code.length == 0) return 0;
  bits_.skip(code.length);
  const auto pattern = static_cast<std::uint32_t>(code.value);
  const std::uint32_t more = block_count_ - 6;  // coded_block_pattern_1 or _2
  return pattern << more | bits_.read(more);
}

/// Whether nothing but stuffing stands between bit `first` and octet `end`.
bool only_zeros(const PictureUnit& unit, std::uint32_t first, std::uint32_t end) {
  const ByteView octets = unit.view().subspan(first / 8, end - first / 8);
  const auto is_zero = [](std::uint8_t octet) { return octet == 0; };
  return octets.empty() || ((octets[0] << first % 8 & 0xFF) == 0 && std::ranges::all_of(octets.subspan(1), is_zero));
}

void add_up(PictureCodes& codes, const Slice& slice) {
  std::array<std::uint32_t, kMultipliers> kept{};
  std::uint32_t cut = 0;
  for (std::size_t block = slice.first_block; block < slice.end_block; ++block) {
    cut += codes.blocks[block].cut_bits;
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] += codes.kept_bits[block][i];
  }
  codes.cut_bits += cut;
  for (std::size_t i = 0; i < kept.size(); ++i) codes.kept_bits_sum[i] += kept[i];
}

/// Parses the slice at start code number `index`; what a broken one left behind is overwritten by the next.
Slice parse_slice(const PictureUnit& unit, std::size_t index, std::optional<SliceParser>& parser, PictureCodes& codes) {
  Slice slice;
  slice.first_octet = unit.start_codes[index].offset;
  slice.next_octet = static_cast<std::uint32_t>(unit.end_of(index));
  slice.end_bit = slice.next_octet * 8;
  slice.first_block = slice.end_block = static_cast<std::uint32_t>(codes.block_count);
  slice.first_stuffing = slice.end_stuffing = static_cast<std::uint32_t>(codes.stuffing.size());
  BlockSink sink = {codes.blocks.get() + codes.block_count, codes.kept_bits.get() + codes.block_count};
  const std::uint32_t end = parser ? parser->parse(slice.first_octet, slice.next_octet, sink, codes.stuffing) : 0;
  slice.damaged = end == 0 || !only_zeros(unit, end, slice.next_octet);
  if (slice.damaged) {
    codes.stuffing.resize(slice.first_stuffing);
    return slice;
  }
  slice.end_bit = end;
  slice.end_stuffing = static_cast<std::uint32_t>(codes.stuffing.size());
  codes.block_count = static_cast<std::size_t>(sink.block - codes.blocks.get());
  slice.end_block = static_cast<std::uint32_t>(codes.block_count);
  add_up(codes, slice);
  return slice;
}

}  // namespace

PictureCodes parse_picture(const PictureUnit& unit, const Importance& importance, MultiplierIndex first,
                           PictureCodes room) {
  PictureCodes codes = std::move(room);
  codes.reset(unit.size);
  first = std::clamp(first, 0, kMultiplierGrid - kMultipliers);
  codes.first_multiplier = first;
  std::optional<SliceParser> parser;
  if (unit.has_picture && unit.headers.can_parse_slices()) parser.emplace(unit, importance, first);
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    if (!is_mpeg_slice(unit.start_codes[i].value)) continue;
    codes.slices.push_back(parse_slice(unit, i, parser, codes));
  }
  return codes;
}

MultiplierIndex likely_first_multiplier(const PictureUnit& unit) {
  // A level of 1 costs about six bits, so multipliers of interest lie around a sixth of its energy with a weight of 16.
  constexpr float kOctavesBelow = 2.5F;
  std::uint32_t scales = 0;
  std::uint32_t slices = 0;
  for (const StartCode code : unit.start_codes) {
    if (!is_mpeg_slice(code.value)) continue;
    const std::uint32_t quantiser_scale_code = BitReader(unit.octets.data(), (code.offset + 4) * 8).peek(5);
    scales += quantiser_scales(unit.headers.picture().q_scale_type)[quantiser_scale_code];
    ++slices;
  }
  if (scales == 0) return kMultiplierGrid / 2;
  const float octaves = 2 * std::log2(static_cast<float>(scales) / static_cast<float>(slices)) - kOctavesBelow;
  return static_cast<MultiplierIndex>(std::lround(kMultipliersPerOctave * (octaves + 20))) - kMultipliers / 2;
}

}  // namespace counterpoint::mpeg
