// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/synthetic_video_codec.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

// Layout: one byte whose lowest bit is 0 in a key frame (as in VP8's frame tag, RFC 6386 section 9.1), the frame's
// number, that of the frame that it refers to, its size, its width and height, then filling that follows from the
// number.
constexpr std::int64_t kHeaderSize = 17;
constexpr std::uint8_t kInterFrame = 1;
constexpr std::uint8_t kNonReference = 2;

std::uint8_t filling(std::uint32_t number, std::size_t position) {
  return static_cast<std::uint8_t>(number + position);
}

bool is_picture_size(Resolution size) {
  return size.width >= 1 && size.height >= 1 && size.width <= kMaxPictureSide && size.height <= kMaxPictureSide;
}

std::shared_ptr<const FrameBuffer> grey_picture(Resolution size) {
  auto grey = std::make_shared<FrameBuffer>(size);
  for (int plane = 0; plane < 3; ++plane) {
    for (int y = 0; y < grey->plane_size(plane).height; ++y) std::ranges::fill(grey->row(plane, y), std::uint8_t{128});
  }
  return grey;
}

}  // namespace

Result<EncodedVideoFrame> SyntheticVideoEncoder::encode(const VideoFrame& frame, const OperatingPoint& point,
                                                        bool key_frame) {
  const bool key = key_frame || next_number_ == 0;
  const auto mean = static_cast<double>(point.frame_size.bytes());
  const double factor = (key ? config_.key_frame_factor : 1.0) * (1.0 + config_.spread * rng_.gaussian());
  const double repaid = key ? 0 : std::clamp(debt_ / config_.repayment_frames, -mean / 2, mean / 2);
  const auto size = std::max(static_cast<std::int64_t>(mean * factor - repaid), kHeaderSize);
  debt_ += static_cast<double>(size) - mean;
  ByteWriter writer(static_cast<std::size_t>(size));
  upper_ = layers_ && !key && !upper_;
  writer.u8(key ? 0 : kInterFrame | (upper_ ? kNonReference : 0));
  writer.u32(next_number_);
  writer.u32(reference_);
  writer.u32(static_cast<std::uint32_t>(size));
  writer.u16(static_cast<std::uint16_t>(point.resolution.width));
  writer.u16(static_cast<std::uint16_t>(point.resolution.height));
  for (auto i = writer.size(); i < static_cast<std::size_t>(size); ++i) writer.u8(filling(next_number_, i));
  if (!upper_) reference_ = next_number_;
  ++next_number_;
  return EncodedVideoFrame{.data = writer.take(),
                           .codec = VideoCodec::kVp8,
                           .key_frame = key,
                           .non_reference = upper_,
                           .size = point.resolution,
                           .captured_at = frame.at};
}

Result<VideoFrame> SyntheticVideoDecoder::decode(const EncodedVideoFrame& frame) {
  ByteReader reader(frame.data);
  const std::uint8_t kind = reader.u8();
  const bool key = (kind & kInterFrame) == 0;
  const std::uint32_t number = reader.u32();
  const std::uint32_t reference = reader.u32();
  const std::uint32_t size = reader.u32();
  const Resolution resolution{.width = reader.u16(), .height = reader.u16()};
  bool whole = reader.ok() && size == frame.data.size() && is_picture_size(resolution);
  for (auto i = reader.position(); whole && i < frame.data.size(); ++i) whole = frame.data[i] == filling(number, i);
  if (!whole) return Error{ErrorKind::kMalformed, "the synthetic frame is damaged"};
  if (!key && (!has_reference_ || reference != reference_)) {
    has_reference_ = false;
    return Error{ErrorKind::kMalformed, "the synthetic frame's reference is missing"};
  }
  has_reference_ = true;
  if ((kind & kNonReference) == 0) reference_ = number;
  if (!picture_ || picture_->size() != resolution) picture_ = grey_picture(resolution);
  return VideoFrame{.buffer = picture_, .at = frame.captured_at};
}

}  // namespace counterpoint
