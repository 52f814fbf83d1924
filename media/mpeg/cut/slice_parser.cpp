// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/slice_parser.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "media/mpeg/bitstream/bit_reader.h"
#include "media/mpeg/bitstream/macroblock_header.h"
#include "media/mpeg/cut/block_scan.h"

namespace counterpoint::mpeg {
namespace {

/// Half of quantiser_scale times weight times twice the level, over 16 (7.4.2.3), is the coefficient: all squared.
constexpr float kEnergyUnit = 1.0F / 1024;

/// The bits are read by a local reader, and all is inlined into one function, so that they stay in registers.
class SliceParser {
 public:
  SliceParser(const PictureUnit& unit, const ErrorWeights& error_weights, LambdaIndex first);

  /// The bit behind the slice that starts at byte `first` and whose bytes end at `end`; 0 when it is broken.
  [[nodiscard]] std::uint32_t parse(std::uint32_t first, std::uint32_t end, BlockSink& sink,
                                    std::vector<BitRange>& stuffing);

 private:
  [[nodiscard]] bool slice_header(BitReader& bits);
  [[nodiscard]] bool macroblock(BitReader& bits, BlockSink& sink, std::vector<BitRange>& stuffing);
  [[nodiscard]] bool all_motion_vectors(BitReader& bits, const MacroblockModes& modes) const;
  [[nodiscard]] bool motion_vectors(BitReader& bits, std::size_t s, MotionType type) const;
  [[nodiscard]] bool motion_vector(BitReader& bits, std::size_t s, bool dmv) const;
  [[nodiscard]] bool set_quantiser_scale(std::uint32_t code);

  MacroblockSyntax syntax_;
  const std::uint8_t* data_;
  std::uint32_t end_bit_ = 0;
  std::uint32_t macroblocks_in_picture_ = 0;
  std::uint32_t macroblock_address_ = 0;
  std::array<ScanWeights, 4> weights_;
  std::array<const Lanes*, 32> gains_of_scale_{};  ///< Indexed by quantiser_scale_code.
  BlockKind intra_;
  BlockKind non_intra_;
};

SliceParser::SliceParser(const PictureUnit& unit, const ErrorWeights& error_weights, LambdaIndex first)
    : syntax_(unit.headers),
      data_(unit.bytes.data()),
      intra_(syntax_.picture.intra_vlc_format ? DctTable::kB15 : DctTable::kB14, true, !syntax_.is_mpeg2),
      non_intra_(DctTable::kB14, false, !syntax_.is_mpeg2) {
  const Picture& picture = syntax_.picture;
  const Sequence& sequence = *unit.headers.sequence();
  const std::uint32_t lines = syntax_.is_frame() ? 16 : 32;
  macroblocks_in_picture_ = syntax_.macroblocks_a_row * ((sequence.vertical_size + lines - 1) / lines + 1);
  const auto& places = zigzag_place_of_scan(picture.alternate_scan);
  const LogEnergy chrominance =
      std::clamp(log_energy(error_weights.chrominance / error_weights.luminance), kNoEnergy, kMaxChrominanceWeight);
  for (std::size_t matrix = 0; matrix < weights_.size(); ++matrix) {
    const bool is_chrominance = matrix >= static_cast<std::size_t>(Matrix::kChromaIntra);
    weights_[matrix].fill(row_offset(kNoEnergy));
    for (std::size_t place = 0; place < 64; ++place) {
      const std::uint8_t weight = unit.headers.matrix(static_cast<Matrix>(matrix))[places[place]];
      weights_[matrix][place + 1] = gains().weight(weight) + (is_chrominance ? row_offset(chrominance) : 0);
    }
  }
  const auto& scales = quantiser_scales(picture.q_scale_type);
  for (std::size_t code = 1; code < scales.size(); ++code) {
    const auto scale = static_cast<float>(scales[code]);
    gains_of_scale_[code] = gains().rows(log_energy(scale * scale * kEnergyUnit * error_weights.luminance), first);
  }
  const auto weights = [this](Matrix matrix) { return &weights_[static_cast<std::size_t>(matrix)]; };
  intra_.luminance = weights(Matrix::kIntra);
  intra_.chrominance = weights(Matrix::kChromaIntra);
  non_intra_.luminance = weights(Matrix::kNonIntra);
  non_intra_.chrominance = weights(Matrix::kChromaNonIntra);
}

[[gnu::noinline]] void add_stuffing(std::vector<BitRange>& stuffing, BitRange range) {
  if (!stuffing.empty() && stuffing.back().end == range.first) {
    stuffing.back().end = range.end;
  } else {
    stuffing.push_back(range);
  }
}

std::uint32_t SliceParser::parse(std::uint32_t first, std::uint32_t end, BlockSink& sink,
                                 std::vector<BitRange>& stuffing) {
  constexpr std::uint32_t kStartCodeBits = 32;
  constexpr unsigned kZerosAfterSlice = 23;
  BitReader bits(data_, first * 8 + kStartCodeBits);
  end_bit_ = end * 8;
  macroblock_address_ = 0;
  if (!slice_header(bits)) return 0;
  BlockSink next = sink;
  do {
    if (!macroblock(bits, next, stuffing) || bits.position() > end_bit_) return 0;
  } while (bits.position() < end_bit_ && bits.peek(kZerosAfterSlice) != 0);
  sink = next;
  return bits.position();
}

bool SliceParser::slice_header(BitReader& bits) {
  if (syntax_.has_slice_extension) bits.skip(3);
  return set_quantiser_scale(bits.read(5)) && skip_extra_information(bits, end_bit_);
}

bool SliceParser::set_quantiser_scale(std::uint32_t code) {
  intra_.gains = non_intra_.gains = gains_of_scale_[code];
  return code != 0;
}

bool SliceParser::macroblock(BitReader& bits, BlockSink& sink, std::vector<BitRange>& stuffing) {
  const auto add = [&stuffing](BitRange range) { add_stuffing(stuffing, range); };
  const std::uint32_t increment = read_address_increment(bits, end_bit_, syntax_.is_mpeg2, add);
  macroblock_address_ += increment;
  if (increment == 0 || macroblock_address_ > macroblocks_in_picture_) return false;
  const MacroblockModes modes = read_macroblock_modes(bits, syntax_);
  if (!modes.audio) return false;
  if ((modes.type & kMacroblockQuant) != 0 && !set_quantiser_scale(modes.quantiser_scale_code)) return false;
  if (!all_motion_vectors(bits, modes)) return false;
  if ((modes.type & kMacroblockIntra) != 0) {
    return scan_intra_blocks(bits, end_bit_, syntax_.block_count, intra_, sink);
  }
  if ((modes.type & kMacroblockPattern) == 0) return true;
  const std::uint32_t pattern = read_coded_block_pattern(bits, syntax_.block_count);
  return pattern != 0 && scan_non_intra_blocks(bits, end_bit_, pattern, syntax_.block_count, non_intra_, sink);
}

bool SliceParser::all_motion_vectors(BitReader& bits, const MacroblockModes& modes) const {
  const bool concealment = (modes.type & kMacroblockIntra) != 0 && syntax_.picture.concealment_motion_vectors;
  const bool forward = (modes.type & kMacroblockMotionForward) != 0 || concealment;
  if (forward && !motion_vectors(bits, 0, modes.motion_type)) return false;
  if ((modes.type & kMacroblockMotionBackward) != 0 && !motion_vectors(bits, 1, modes.motion_type)) return false;
  return !concealment || bits.flag();  // marker_bit
}

bool SliceParser::motion_vectors(BitReader& bits, std::size_t s, MotionType type) const {
  const bool field_select = has_field_select(syntax_.is_frame(), type);
  for (int r = 0; r < (has_two_vectors(syntax_.is_frame(), type) ? 2 : 1); ++r) {
    if (field_select) bits.skip(1);
    if (!motion_vector(bits, s, type == MotionType::kDualPrime)) return false;
  }
  return true;
}

bool SliceParser::motion_vector(BitReader& bits, std::size_t s, bool dmv) const {
  for (const std::uint32_t f_code : syntax_.picture.f_code[s]) {
    const VlcEntry motion_code = kMotionCode[bits.peek(10)];
    const std::uint32_t sign_and_residual = motion_code.value != 0 ? f_code : 0;  // 1 bit and f_code - 1.
    bits.drop(motion_code.length + sign_and_residual);
    if (motion_code.length == 0 || f_code == 0) return false;
    if (dmv && bits.flag()) bits.skip(1);  // dmvector, table B.11
  }
  return true;
}

using ParseSlice = std::uint32_t (*)(SliceParser&, std::uint32_t, std::uint32_t, BlockSink&, std::vector<BitRange>&);

[[gnu::flatten]] std::uint32_t parse_anywhere(SliceParser& parser, std::uint32_t first, std::uint32_t end,
                                              BlockSink& sink, std::vector<BitRange>& stuffing) {
  return parser.parse(first, end, sink, stuffing);
}

#ifdef __x86_64__
[[gnu::flatten, gnu::target("avx2,bmi,bmi2")]] std::uint32_t parse_by_avx2(SliceParser& parser, std::uint32_t first,
                                                                           std::uint32_t end, BlockSink& sink,
                                                                           std::vector<BitRange>& stuffing) {
  return parser.parse(first, end, sink, stuffing);
}
const ParseSlice kParse =
    __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 ? parse_by_avx2 : parse_anywhere;
#else
constexpr ParseSlice kParse = parse_anywhere;
#endif

void add_up(PictureCodes& codes, const Slice& slice) {
  std::array<std::uint32_t, kLambdas> kept{};
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
  slice.first_byte = unit.start_codes[index].offset;
  slice.next_byte = static_cast<std::uint32_t>(unit.end_of(index));
  slice.end_bit = slice.next_byte * 8;
  slice.first_block = slice.end_block = static_cast<std::uint32_t>(codes.block_count);
  slice.first_stuffing = slice.end_stuffing = static_cast<std::uint32_t>(codes.stuffing.size());
  BlockSink sink = {codes.blocks.get() + codes.block_count, codes.kept_bits.get() + codes.block_count};
  const std::uint32_t end = parser ? kParse(*parser, slice.first_byte, slice.next_byte, sink, codes.stuffing) : 0;
  slice.damaged = end == 0 || !unit.has_only_zeros(end, slice.next_byte);
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

PictureCodes parse_picture(const PictureUnit& unit, const ErrorWeights& error_weights, LambdaIndex first,
                           PictureCodes room) {
  PictureCodes codes = std::move(room);
  codes.reset(unit.size);
  first = std::clamp(first, 0, kLambdaGrid - kLambdas);
  codes.first_lambda = first;
  std::optional<SliceParser> parser;
  if (unit.has_picture && unit.headers.can_parse_slices()) parser.emplace(unit, error_weights, first);
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    if (!is_mpeg_slice(unit.start_codes[i].value)) continue;
    codes.slices.push_back(parse_slice(unit, i, parser, codes));
  }
  return codes;
}

LambdaIndex likely_first_lambda(const PictureUnit& unit) {
  // A level of 1 costs about six bits, so lambdas of interest lie around a sixth of its energy with a weight of 16.
  constexpr float kOctavesBelow = 2.5F;
  std::uint32_t scales = 0;
  std::uint32_t slices = 0;
  for (const StartCode code : unit.start_codes) {
    if (!is_mpeg_slice(code.value)) continue;
    const std::uint32_t quantiser_scale_code = BitReader(unit.bytes.data(), (code.offset + 4) * 8).peek(5);
    scales += quantiser_scales(unit.headers.picture().q_scale_type)[quantiser_scale_code];
    ++slices;
  }
  if (scales == 0) return kLambdaGrid / 2;
  const float octaves = 2 * std::log2(static_cast<float>(scales) / static_cast<float>(slices)) - kOctavesBelow;
  return static_cast<LambdaIndex>(std::lround(kLambdasPerOctave * (octaves + 20))) - kLambdas / 2;
}

}  // namespace counterpoint::mpeg
