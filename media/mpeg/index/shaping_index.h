// SPDX-License-Identifier: GPL-3.0-or-later
// A side-car to a stored stream that says where its blocks can be cut, so that shaping it again needs no parsing.
//
// A multiplier one step up the grid takes some bits off the ends of some blocks; for each step the index lists these.
// Version 3, most significant byte first, sizes in bytes in brackets:
//
// Head: "CPSHAPE3" [8]; lifetime_weight and chrominance_weight, IEEE 754 [4, 4]; number of pictures [4]; hash of what
//   follows up to the records [4].
// List, for each picture: hash of its bytes from the picture header to the end of its last slice [8]; number of these
//   [4]; hash of its record up to the entries [4]; size of its record [4]. Then the records, one a picture.
// Record: number of slices, blocks and steps [4, 4, 4], then
//   for each slice: bytes from its start code to the next one [4]; its blocks [4]; twice the bits from the end of its
//     last macroblock to the next start code, plus 1 when it is damaged [4];
//   for each block: bits from the end of the block before, or from the start code, to the end of its last code, without
//     the end of block [1]; longer distances have blocks of 255 bits between them that no step names;
//   for each step, rising: multiplier on the grid + 2, 0 being stuffing that always goes [1]; sum of its bits [4];
//     number of its entries [4]; their hash [4];
//   for each entry of all steps: how many blocks after the entry before, from block 0 [1]; how many bits the step takes
//     off that block's end [1]; what is larger than 255 takes several.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/config/shaper_config.h"
#include "media/mpeg/cut/picture_codes.h"
#include "media/mpeg/cut/picture_writer.h"

namespace counterpoint::mpeg {

/// The format's first bytes, which name its version.
inline constexpr std::array<std::uint8_t, 8> kShapingIndexMagic = {'C', 'P', 'S', 'H', 'A', 'P', 'E', '3'};
/// Stuffing, which is always left out, is stored as the loss of a lambda below all others.
inline constexpr LambdaIndex kStuffingStep = -2;

/// Notices every change of one word. For accidents, not for forgers.
[[nodiscard]] std::uint64_t bytes_hash(ByteView bytes);
/// The bytes that identify a picture in any stream: from the picture header to the end of the last slice. Empty without
/// a picture.
[[nodiscard]] ByteView picture_bytes(const PictureUnit& unit);
/// A hash of what a record says before its entries; entries have hashes of their own, since few are read.
[[nodiscard]] std::uint32_t record_hash(ByteView record);
/// Enters the hashes of the entries into a record that has none yet, or wrong ones.
void seal_record(Bytes& record);

/// The record of one picture in an index. Its views are into the index.
class IndexedPicture {
 public:
  /// Nothing when `record` contradicts itself or `unit`.
  [[nodiscard]] static std::optional<IndexedPicture> read(ByteView record, const PictureUnit& unit);

  [[nodiscard]] std::uint32_t slices() const { return slice_count_; }
  [[nodiscard]] std::uint32_t damaged_slices() const { return damaged_slices_; }
  /// Size of the unit without stuffing.
  [[nodiscard]] std::uint64_t original_bits() const { return original_bits_; }
  [[nodiscard]] std::uint64_t cut_bits() const { return cut_bits_; }
  /// The bits of cuttable codes that each lambda of the grid keeps.
  [[nodiscard]] std::array<double, kLambdaGrid> kept_bits() const;
  /// The same bytes as write_picture() on the parsed picture. Nothing when the record contradicts itself: whatever it
  /// holds, no byte outside of `unit` is read.
  [[nodiscard]] std::optional<Bytes> write(const PictureUnit& unit, Cut cut) const;

 private:
  /// The codes that one lambda cuts and the one below it keeps.
  struct Step {
    LambdaIndex lambda = 0;
    std::uint32_t bits = 0;
    std::uint32_t hash = 0;
    ByteView entries;  ///< Pairs: how many blocks further on, how many bits.
  };
  using LeftOut = std::vector<std::uint16_t>;  ///< The bits that go before each block's end.
  bool leave_out(Cut cut, LeftOut& left_out) const;

  ByteView slices_;
  ByteView blocks_;  ///< Distances between the ends of successive blocks' last codes, in bits.
  std::vector<Step> steps_;
  std::uint32_t slice_count_ = 0;
  std::uint32_t damaged_slices_ = 0;
  std::uint64_t original_bits_ = 0;
  std::uint64_t cut_bits_ = 0;
};

/// An index as it was stored. Nothing in it is trusted.
class ShapingIndex {
 public:
  struct Record {
    std::uint64_t picture_hash = 0;   ///< bytes_hash() of picture_bytes().
    std::uint32_t picture_bytes = 0;  ///< Size of picture_bytes().
    std::uint32_t hash = 0;           ///< record_hash() of the record.
    ByteView bytes;

    [[nodiscard]] bool is_whole() const { return record_hash(bytes) == hash; }
    /// Size of each slice in bytes, from its start code to the next one; empty when the record is damaged.
    [[nodiscard]] std::vector<std::uint32_t> slice_sizes() const;
  };

  /// `bytes` must stay where they are. kMalformed when they are no index, one of another version, or truncated.
  static Result<ShapingIndex> open(ByteView bytes);

  /// True if the index was made with the same error weights.
  [[nodiscard]] bool is_for(const ShaperConfig& config) const;
  /// One for each picture of the stream, in their order.
  [[nodiscard]] const std::vector<Record>& records() const { return records_; }
  /// Number of the record of the picture with this hash. The first one stands for all identical pictures.
  [[nodiscard]] std::optional<std::size_t> find(std::uint64_t picture_hash) const;
  /// The record of the picture in `unit`; nothing when the index does not have it.
  [[nodiscard]] std::optional<IndexedPicture> find(const PictureUnit& unit) const;

 private:
  std::uint32_t lifetime_weight_ = 0;
  std::uint32_t chrominance_weight_ = 0;
  std::vector<Record> records_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_;  ///< Record numbers by picture hash.
};

}  // namespace counterpoint::mpeg
