// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mpeg_picture.h"

#include <algorithm>
#include <cstring>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

constexpr unsigned kPictureCodingExtension = 8;
constexpr std::uint32_t kCodingExtensionMask = 0x3FFF'FFFF;

/// Reads a picture header behind its start code.
std::optional<MpegPictureHeader> read_header(ByteView data) {
  ByteReader reader(data);
  // temporal_reference (10 bits), type (3), vbv_delay (16), then as the type says: 11 bits at most.
  const std::uint32_t head = reader.u32();
  if (!reader.ok()) return std::nullopt;
  const unsigned type = head >> 19 & 7U;
  if (type < 1 || type > 4) return std::nullopt;
  MpegPictureHeader header{.temporal_reference = static_cast<std::uint16_t>(head >> 22),
                           .type = static_cast<MpegPictureType>(type),
                           .coding_extension = std::nullopt};
  if (header.type == MpegPictureType::kI || header.type == MpegPictureType::kD) return header;
  // The three lowest bits of `head` and the next bytes: vectors forward (4 bits), backward (4).
  const unsigned tail = (head & 7U) << 8 | reader.u8();
  header.full_pel_forward_vector = (tail >> 10 & 1U) != 0;
  header.forward_f_code = static_cast<std::uint8_t>(tail >> 7 & 7U);
  if (header.type == MpegPictureType::kB) {
    header.full_pel_backward_vector = (tail >> 6 & 1U) != 0;
    header.backward_f_code = static_cast<std::uint8_t>(tail >> 3 & 7U);
  }
  return reader.ok() ? std::optional(header) : std::nullopt;
}

/// Reads an extension behind its start code, if it is a picture coding extension.
std::optional<std::uint32_t> read_coding_extension(ByteView data) {
  ByteReader reader(data);
  const std::uint64_t bits = std::uint64_t{reader.u32()} << 8 | reader.u8();
  if (!reader.ok() || bits >> 36 != kPictureCodingExtension) return std::nullopt;
  return static_cast<std::uint32_t>(bits >> 6) & kCodingExtensionMask;
}

}  // namespace

std::size_t find_mpeg_start_code(ByteView data, std::size_t from) {
  while (from + kMpegStartCodeSize <= data.size()) {
    // The 1 of the prefix is the rarest of its bytes.
    const void* one = std::memchr(data.data() + from + 2, 1, data.size() - from - 3);
    if (one == nullptr) break;
    const auto position = static_cast<std::size_t>(static_cast<const std::uint8_t*>(one) - data.data());
    if (data[position - 1] == 0 && data[position - 2] == 0) return position - 2;
    from = position - 1;
  }
  return data.size();
}

std::optional<MpegPictureHeader> read_mpeg_picture_header(ByteView data) {
  std::optional<MpegPictureHeader> header;
  for (std::size_t at = find_mpeg_start_code(data, 0); at < data.size(); at = find_mpeg_start_code(data, at + 3)) {
    const std::uint8_t code = data[at + 3];
    const ByteView rest = data.subspan(at + kMpegStartCodeSize);
    if (is_mpeg_slice(code) || (header && code == kMpegPictureStart)) break;
    if (code == kMpegPictureStart) header = read_header(rest);
    if (code == kMpegPictureStart && !header) break;
    if (code != kMpegExtensionStart || !header) continue;
    if (const auto extension = read_coding_extension(rest)) header->coding_extension = extension;
  }
  return header;
}

Bytes write_mpeg_picture_header(const MpegPictureHeader& header) {
  const bool forward = header.type == MpegPictureType::kP || header.type == MpegPictureType::kB;
  const bool backward = header.type == MpegPictureType::kB;
  // 29 bits, 4 bits of each direction, and zeros: extra_bit_picture and what fills the last byte.
  std::uint64_t bits = std::uint64_t{header.temporal_reference} << 30 | std::uint64_t{0xFFFF} << 11;
  bits |= static_cast<std::uint64_t>(header.type) << 27;
  if (forward) bits |= (header.full_pel_forward_vector ? 1U : 0U) << 10 | header.forward_f_code << 7U;
  if (backward) bits |= (header.full_pel_backward_vector ? 1U : 0U) << 6 | header.backward_f_code << 3U;
  ByteWriter writer;
  writer.u32(0x100 | kMpegPictureStart);
  writer.u32(static_cast<std::uint32_t>(bits >> 8));
  writer.u8(static_cast<std::uint8_t>(bits));
  if (header.coding_extension) {
    const std::uint64_t extension = std::uint64_t{kPictureCodingExtension} << 36 |
                                    std::uint64_t{*header.coding_extension & kCodingExtensionMask} << 6;
    writer.u32(0x100 | kMpegExtensionStart);
    writer.u32(static_cast<std::uint32_t>(extension >> 8));
    writer.u8(static_cast<std::uint8_t>(extension));
  }
  return writer.take();
}

}  // namespace counterpoint
