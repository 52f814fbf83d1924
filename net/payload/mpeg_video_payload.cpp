// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/payload/mpeg_video_payload.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

// The video-specific header (RFC 2250 section 3.4), from its highest bit: MBZ (5), T, TR (10), AN, N, S, B, E, P (3),
// then of the motion vectors FBV, BFC (3), FFV, FFC (3).
constexpr std::uint32_t kHasExtension = 1U << 26;    // T
constexpr std::uint32_t kSequenceHeader = 1U << 13;  // S
constexpr std::uint32_t kSliceStart = 1U << 12;      // B
constexpr std::uint32_t kSliceEnd = 1U << 11;        // E

// Its MPEG-2 extension (section 3.4.1): X, E, then the 30 bits of the picture coding extension, D last.
constexpr std::uint32_t kMoreExtensions = 1U << 30;  // E
constexpr std::uint32_t kCodingExtension = kMoreExtensions - 1;
constexpr std::uint32_t kCompositeDisplay = 1;  // D

Error malformed(const char* what) { return {ErrorKind::kMalformed, "MPEG video packet dropped: " + std::string(what)}; }

std::uint32_t to_wire(const MpegPictureHeader& picture) {
  std::uint32_t bits = std::uint32_t{picture.temporal_reference} << 16 | static_cast<std::uint32_t>(picture.type) << 8;
  if (picture.full_pel_backward_vector) bits |= 0x80;
  bits |= static_cast<std::uint32_t>(picture.backward_f_code) << 4;
  if (picture.full_pel_forward_vector) bits |= 0x08;
  bits |= picture.forward_f_code;
  return picture.coding_extension ? bits | kHasExtension : bits;
}

/// A stretch of a picture from one start code to the next.
struct Unit {
  ByteView data;
  bool slice = false;
  bool sequence_header = false;
};

/// The units leave out what precedes the first start code: it belongs to no picture. An end of sequence goes with the
/// slice before.
std::vector<Unit> split_units(ByteView picture) {
  std::vector<Unit> units;
  for_each_mpeg_unit(picture, [&](std::uint8_t code, ByteView data) {
    if (code == kMpegSequenceEnd && !units.empty()) {
      units.back().data = {units.back().data.data(), units.back().data.size() + data.size()};
    } else {
      units.push_back({.data = data, .slice = is_mpeg_slice(code), .sequence_header = code == kMpegSequenceHeader});
    }
  });
  return units;
}

/// Collects payloads of one picture.
class Packetizer {
 public:
  Packetizer(const MpegPictureHeader& picture, std::size_t max_payload)
      : header_(to_wire(picture)),
        extension_(picture.coding_extension.value_or(0) & kCodingExtension & ~kCompositeDisplay),
        header_size_((header_ & kHasExtension) != 0 ? 8 : 4),
        room_(max_payload - header_size_) {}

  void add(const Unit& unit) {
    // RFC 2250 section 3.1: headers begin a packet or follow other headers.
    if (!unit.slice && has_slices_) flush();
    const bool fits_alone = unit.data.size() <= room_;
    if (data_.size() + unit.data.size() > room_ && (fits_alone || has_slices_ || !unit.slice)) flush();
    if (fits_alone && data_.size() + unit.data.size() <= room_) {
      append(unit.data, unit);
      ends_slice_ = unit.slice;
    } else {
      add_in_pieces(unit);
    }
  }
  std::vector<Bytes> take() {
    flush();
    return std::move(payloads_);
  }

 private:
  void append(ByteView data, const Unit& unit) {
    if (unit.slice && !has_slices_) begins_slice_ = true;
    has_slices_ |= unit.slice;
    has_sequence_header_ |= unit.sequence_header;
    data_.insert(data_.end(), data.begin(), data.end());
  }
  /// Behind headers, if these leave at least half the room, and then alone.
  void add_in_pieces(const Unit& unit) {
    if (data_.size() > room_ / 2) flush();
    std::size_t count = (data_.size() + unit.data.size() + room_ - 1) / room_;
    const std::size_t piece = (data_.size() + unit.data.size() + count - 1) / count;
    ByteView rest = unit.data;
    while (!rest.empty()) {
      const std::size_t size = std::min(rest.size(), std::max(piece, data_.size() + 1) - data_.size());
      const bool first = rest.size() == unit.data.size();
      if (first) {
        append(rest.first(size), unit);
      } else {
        data_.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
      }
      rest = rest.subspan(size);
      ends_slice_ = unit.slice && rest.empty();
      flush();
    }
  }
  void flush() {
    if (data_.empty()) return;
    ByteWriter writer(header_size_ + data_.size());
    writer.u32(header_ | (has_sequence_header_ ? kSequenceHeader : 0) | (begins_slice_ ? kSliceStart : 0) |
               (ends_slice_ ? kSliceEnd : 0));
    if ((header_ & kHasExtension) != 0) writer.u32(extension_);
    writer.view(data_);
    payloads_.push_back(writer.take());
    data_.clear();
    has_sequence_header_ = has_slices_ = begins_slice_ = ends_slice_ = false;
  }

  std::uint32_t header_;
  std::uint32_t extension_;
  std::size_t header_size_;
  std::size_t room_;
  Bytes data_;  ///< The payload being filled.
  bool has_sequence_header_ = false;
  bool has_slices_ = false;
  bool begins_slice_ = false;
  bool ends_slice_ = false;
  std::vector<Bytes> payloads_;
};

/// Reads over what may follow the MPEG-2 extension: composite display information, and extensions with their length.
void skip_more_extensions(ByteReader& reader, std::uint32_t extension) {
  if ((extension & kCompositeDisplay) != 0) reader.skip(4);
  if ((extension & kMoreExtensions) == 0) return;
  const std::size_t words = reader.u8();
  reader.skip(words == 0 ? reader.remaining() + 1 : 4 * words - 1);  // The length counts itself.
}

}  // namespace

std::vector<Bytes> packetize_mpeg_video(ByteView picture, DataSize max_payload) {
  assert(max_payload >= kMinMpegPayload);
  const std::optional<MpegPictureHeader> header = read_mpeg_picture_header(picture);
  if (!header) return {};
  Packetizer packetizer(*header, static_cast<std::size_t>(std::max(max_payload, kMinMpegPayload).bytes()));
  for (const Unit& unit : split_units(picture)) packetizer.add(unit);
  return packetizer.take();
}

Result<MpegVideoPayload> depacketize_mpeg_video(ByteView payload) {
  ByteReader reader(payload);
  const std::uint32_t header = reader.u32();
  const unsigned type = header >> 8 & 7U;
  MpegVideoPayload result{.sequence_header = (header & kSequenceHeader) != 0,
                          .slice_start = (header & kSliceStart) != 0,
                          .slice_end = (header & kSliceEnd) != 0};
  result.picture = {.temporal_reference = static_cast<std::uint16_t>(header >> 16 & 0x3FF),
                    .type = static_cast<MpegPictureType>(type),
                    .full_pel_forward_vector = (header & 0x08) != 0,
                    .forward_f_code = static_cast<std::uint8_t>(header & 7U),
                    .full_pel_backward_vector = (header & 0x80) != 0,
                    .backward_f_code = static_cast<std::uint8_t>(header >> 4 & 7U),
                    .coding_extension = std::nullopt};
  if ((header & kHasExtension) != 0) {
    const std::uint32_t extension = reader.u32();
    result.picture.coding_extension = extension & kCodingExtension & ~kCompositeDisplay;
    skip_more_extensions(reader, extension);
  }
  result.data = reader.rest();
  if (!reader.ok() || result.data.empty()) return malformed("it ends within its header");
  if (type < 1 || type > 4) return malformed("its picture type is none of I, P, B and D");
  const ByteView start = result.data.first(std::min(result.data.size(), kMpegStartCodeSize));
  result.picture_start = find_mpeg_start_code(start, 0) == 0 && begins_mpeg_picture(start[3]);
  return result;
}

}  // namespace counterpoint
