// SPDX-License-Identifier: GPL-3.0-or-later
// A side-car to a stored stream that says where its blocks can be cut, so that shaping it again needs no parsing.
// docs/drs.md describes the format.
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
/// Bits that go in any case, stuffing, stand where a multiplier below all others would lose them.
inline constexpr MultiplierIndex kStuffingStep = -2;

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
  /// The bits of cuttable codes that each multiplier of the grid keeps.
  [[nodiscard]] std::array<double, kMultiplierGrid> kept_bits() const;
  /// The same bytes as write_picture() on the parsed picture. Nothing when the record contradicts itself: whatever it
  /// holds, no byte outside of `unit` is read.
  [[nodiscard]] std::optional<Bytes> write(const PictureUnit& unit, Cut cut) const;

 private:
  /// The codes that one lambda cuts and the one below it keeps.
  struct Step {
    MultiplierIndex multiplier = 0;
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
