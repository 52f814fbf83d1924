// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/payload/video_payload.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <string>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "net/payload/mpeg_video_payload.h"

namespace counterpoint {
namespace {

constexpr DataSize kMinMaxPayload = DataSize::bytes(64);

// The VP8 payload descriptor (RFC 7741 section 4.2).
constexpr unsigned kVp8Extended = 0x80;        // X
constexpr unsigned kVp8NonReference = 0x20;    // N
constexpr unsigned kVp8PartitionStart = 0x10;  // S
constexpr unsigned kVp8PartitionIndex = 0x07;  // PID
constexpr unsigned kVp8HasPictureId = 0x80;    // I
constexpr unsigned kVp8HasTl0PictureIndex = 0x40;
constexpr unsigned kVp8HasTemporalIndex = 0x20;
constexpr unsigned kVp8HasTemporalOrKeyIndex = 0x30;  // T and K share a byte.
constexpr int kVp8TemporalIndexShift = 6;             // TID
constexpr unsigned kVp8LayerSync = 0x20;              // Y
constexpr unsigned kVp8InterFrame = 0x01;             // P of the frame header, RFC 6386 section 9.1.

// The VP9 payload descriptor (RFC 9628 section 4.2).
constexpr unsigned kVp9HasPictureId = 0x80;    // I
constexpr unsigned kVp9InterPredicted = 0x40;  // P
constexpr unsigned kVp9HasLayers = 0x20;       // L
constexpr unsigned kVp9Flexible = 0x10;        // F
constexpr unsigned kVp9FrameStart = 0x08;      // B
constexpr unsigned kVp9FrameEnd = 0x04;        // E
constexpr unsigned kVp9HasScalability = 0x02;  // V
constexpr int kVp9MaxReferences = 3;

constexpr unsigned kLongPictureId = 0x80;  // M, in both formats.
constexpr std::uint16_t kPictureIdMask = 0x7FFF;

Error malformed(VideoCodec codec, const char* what) {
  return {ErrorKind::kMalformed, std::string(to_string(codec)) + " packet dropped: " + what};
}

std::uint16_t long_picture_id(std::uint16_t picture_id) {
  return static_cast<std::uint16_t>(kLongPictureId << 8 | (picture_id & kPictureIdMask));
}

/// Position of a piece in its frame.
struct Piece {
  bool first = false;
  bool last = false;
};

void write_vp8_descriptor(ByteWriter& writer, const EncodedVideoFrame& frame, FrameNumbers numbers, Piece piece) {
  writer.u8(static_cast<std::uint8_t>(kVp8Extended | (frame.non_reference ? kVp8NonReference : 0) |
                                      (piece.first ? kVp8PartitionStart : 0)));
  writer.u8(static_cast<std::uint8_t>(kVp8HasPictureId | kVp8HasTl0PictureIndex | kVp8HasTemporalIndex));
  writer.u16(long_picture_id(numbers.picture_id));
  writer.u8(numbers.base_index);
  writer.u8(frame.non_reference ? static_cast<std::uint8_t>(1U << kVp8TemporalIndexShift | kVp8LayerSync) : 0);
}

/// One layer whose every frame refers to the one before: N_S=0, Y=1, G=1; N_G=1, U=0, R=1, P_DIFF=1.
void write_vp9_scalability(ByteWriter& writer, Resolution size) {
  writer.u8(0x18);
  writer.u16(static_cast<std::uint16_t>(size.width));
  writer.u16(static_cast<std::uint16_t>(size.height));
  writer.u8(1);
  writer.u8(0x04);
  writer.u8(1);
}

void write_vp9_descriptor(ByteWriter& writer, const EncodedVideoFrame& frame, FrameNumbers numbers, Piece piece) {
  constexpr int kMaxSide = std::numeric_limits<std::uint16_t>::max();
  const bool size_known =
      frame.size.width > 0 && frame.size.height > 0 && frame.size.width <= kMaxSide && frame.size.height <= kMaxSide;
  const bool has_scalability = frame.key_frame && piece.first && size_known;
  writer.u8(static_cast<std::uint8_t>(kVp9HasPictureId | (frame.key_frame ? 0 : kVp9InterPredicted) |
                                      (piece.first ? kVp9FrameStart : 0) | (piece.last ? kVp9FrameEnd : 0) |
                                      (has_scalability ? kVp9HasScalability : 0)));
  writer.u16(long_picture_id(numbers.picture_id));
  if (has_scalability) write_vp9_scalability(writer, frame.size);
}

using WriteDescriptor = void (*)(ByteWriter& writer, const EncodedVideoFrame& frame, FrameNumbers numbers, Piece piece);

/// Pieces without regard to what is in them, each behind a descriptor.
std::vector<Bytes> packetize_by_size(const EncodedVideoFrame& frame, FrameNumbers numbers, std::size_t max_payload,
                                     FrameCut cut, WriteDescriptor write_descriptor) {
  const ByteView data(frame.data);
  ByteWriter largest_descriptor;
  write_descriptor(largest_descriptor, frame, numbers, {.first = true});
  const std::size_t room = max_payload - largest_descriptor.size();
  const std::size_t count = (data.size() + room - 1) / room;
  std::vector<Bytes> payloads;
  payloads.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool even = cut == FrameCut::kEven;
    const std::size_t begin = even ? data.size() * i / count : room * i;
    const std::size_t end = even ? data.size() * (i + 1) / count : std::min(data.size(), room * (i + 1));
    ByteWriter writer(end - begin + largest_descriptor.size());
    write_descriptor(writer, frame, numbers, {.first = i == 0, .last = i + 1 == count});
    writer.view(data.subspan(begin, end - begin));
    payloads.push_back(writer.take());
  }
  return payloads;
}

std::vector<Bytes> packetize_vp8(const EncodedVideoFrame& frame, FrameNumbers numbers, DataSize max_payload,
                                 FrameCut cut) {
  return packetize_by_size(frame, numbers, static_cast<std::size_t>(max_payload.bytes()), cut, write_vp8_descriptor);
}

std::vector<Bytes> packetize_vp9(const EncodedVideoFrame& frame, FrameNumbers numbers, DataSize max_payload,
                                 FrameCut cut) {
  return packetize_by_size(frame, numbers, static_cast<std::size_t>(max_payload.bytes()), cut, write_vp9_descriptor);
}

/// Slices decide where it is cut, and nothing counts frames.
std::vector<Bytes> packetize_mpeg(const EncodedVideoFrame& frame, FrameNumbers /*numbers*/, DataSize max_payload,
                                  FrameCut /*cut*/) {
  return packetize_mpeg_video(frame.data, max_payload);
}

/// M, then 7 or 15 bits. The short form is read over.
std::optional<std::uint16_t> read_picture_id(ByteReader& reader) {
  const std::uint8_t high = reader.u8();
  if ((high & kLongPictureId) == 0) return std::nullopt;
  return static_cast<std::uint16_t>((high << 8 | reader.u8()) & kPictureIdMask);
}

Result<VideoPayload> depacketize_vp8(ByteView payload) {
  ByteReader reader(payload);
  VideoPayload result;
  const std::uint8_t first = reader.u8();
  result.frame_start = (first & kVp8PartitionStart) != 0 && (first & kVp8PartitionIndex) == 0;
  if ((first & kVp8Extended) != 0) {
    const std::uint8_t extensions = reader.u8();
    if ((extensions & kVp8HasPictureId) != 0) result.picture_id = read_picture_id(reader);
    const bool has_base_index = (extensions & kVp8HasTl0PictureIndex) != 0;
    const std::uint8_t base_index = has_base_index ? reader.u8() : std::uint8_t{0};
    const unsigned index = (extensions & kVp8HasTemporalOrKeyIndex) != 0 ? reader.u8() : 0U;
    if (has_base_index && (extensions & kVp8HasTemporalIndex) != 0) {
      result.temporal_layer = TemporalLayer{.layer = static_cast<std::uint8_t>(index >> kVp8TemporalIndexShift),
                                            .base_index = base_index,
                                            .refers_to_base = (index & kVp8LayerSync) != 0,
                                            .non_reference = (first & kVp8NonReference) != 0};
    }
  }
  result.data = reader.rest();
  if (!reader.ok() || result.data.empty()) {
    return malformed(VideoCodec::kVp8, "it ends within its payload descriptor");
  }
  result.key_frame = result.frame_start && (result.data[0] & kVp8InterFrame) == 0;
  return result;
}

/// The scalability structure (RFC 9628 section 4.2.1) tells us nothing that the decoder does not find out.
void skip_vp9_scalability(ByteReader& reader) {
  const std::uint8_t head = reader.u8();
  const std::size_t layers = (head >> 5) + std::size_t{1};
  if ((head & 0x10) != 0) reader.skip(4 * layers);
  if ((head & 0x08) == 0) return;
  for (int pictures = reader.u8(); pictures > 0 && reader.ok(); --pictures) reader.skip(reader.u8() >> 2 & 3U);
}

Result<VideoPayload> depacketize_vp9(ByteView payload) {
  ByteReader reader(payload);
  VideoPayload result;
  const std::uint8_t first = reader.u8();
  const bool flexible = (first & kVp9Flexible) != 0;
  if ((first & kVp9HasPictureId) != 0) result.picture_id = read_picture_id(reader);
  unsigned spatial_layer = 0;
  if ((first & kVp9HasLayers) != 0) {
    spatial_layer = reader.u8() >> 1 & 7U;
    if (!flexible) reader.skip(1);  // TL0PICIDX
  }
  if (flexible && (first & kVp9InterPredicted) != 0) {
    // P_DIFF, each with a bit that says whether another follows.
    int references = 1;
    while ((reader.u8() & 1) != 0) {
      if (++references > kVp9MaxReferences) return malformed(VideoCodec::kVp9, "it names more than 3 references");
    }
  }
  if ((first & kVp9HasScalability) != 0) skip_vp9_scalability(reader);
  result.data = reader.rest();
  if (!reader.ok() || result.data.empty()) {
    return malformed(VideoCodec::kVp9, "it ends within its payload descriptor");
  }
  result.frame_start = (first & kVp9FrameStart) != 0 && spatial_layer == 0;
  result.key_frame = result.frame_start && (first & kVp9InterPredicted) == 0;
  return result;
}

Result<VideoPayload> depacketize_mpeg(ByteView payload) {
  const Result<MpegVideoPayload> read = depacketize_mpeg_video(payload);
  if (!read) return read.error();
  const bool intra = read->picture.type == MpegPictureType::kI || read->picture.type == MpegPictureType::kD;
  VideoPayload result{.frame_start = read->picture_start,
                      .key_frame = read->picture_start && read->sequence_header && intra,
                      .picture_id = std::nullopt,
                      .data = read->data};
  if (!read->picture_start && read->slice_start) result.resumption = write_mpeg_picture_header(read->picture);
  return result;
}

/// Packetization of one codec.
struct PayloadFormat {
  VideoCodec codec;
  std::vector<Bytes> (*packetize)(const EncodedVideoFrame& frame, FrameNumbers numbers, DataSize max_payload,
                                  FrameCut cut);
  Result<VideoPayload> (*depacketize)(ByteView payload);
};

constexpr std::array<PayloadFormat, 3> kPayloadFormats = {{
    {VideoCodec::kVp8, packetize_vp8, depacketize_vp8},
    {VideoCodec::kVp9, packetize_vp9, depacketize_vp9},
    {VideoCodec::kMpeg, packetize_mpeg, depacketize_mpeg},
}};

const PayloadFormat& format_of(VideoCodec codec) {
  return *std::ranges::find(kPayloadFormats, codec, &PayloadFormat::codec);
}

}  // namespace

std::vector<Bytes> packetize_video(const EncodedVideoFrame& frame, FrameNumbers numbers, DataSize max_payload,
                                   FrameCut cut) {
  assert(max_payload >= kMinMaxPayload);
  if (frame.data.empty()) return {};
  return format_of(frame.codec).packetize(frame, numbers, std::max(max_payload, kMinMaxPayload), cut);
}

Result<VideoPayload> depacketize_video(VideoCodec codec, ByteView payload) {
  return format_of(codec).depacketize(payload);
}

}  // namespace counterpoint
