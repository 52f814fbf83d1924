// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/vpx_frame_header.h"

#include <cstdint>
#include <string>

namespace counterpoint {
namespace {

Error malformed(const char* what) { return {ErrorKind::kMalformed, std::string("a video frame ") + what}; }

/// Reads bits from the most significant on; sticky zero after the end.
class BitReader {
 public:
  explicit BitReader(ByteView data) : data_(data) {}
  unsigned read(int bits) {
    unsigned value = 0;
    for (int i = 0; i < bits; ++i) value = value << 1U | bit();
    return value;
  }
  bool flag() { return read(1) != 0; }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  unsigned bit() {
    if (position_ / 8 >= data_.size()) {
      ok_ = false;
      return 0;
    }
    const unsigned byte = data_[position_ / 8];
    const unsigned shift = 7U - static_cast<unsigned>(position_ % 8);
    ++position_;
    return byte >> shift & 1U;
  }
  ByteView data_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

Result<VpxFrameHeader> check_size(VpxFrameHeader header) {
  const Resolution size = header.size;
  if (size.width == 0 || size.height == 0) return malformed("has a side of zero");
  if (size.width > kMaxPictureSide || size.height > kMaxPictureSide) {
    return malformed("is larger than 4096 samples a side");
  }
  return header;
}

Result<VpxFrameHeader> parse_vp8(ByteView frame) {
  constexpr std::size_t kFrameTagSize = 3;
  constexpr std::size_t kKeyFrameHeaderSize = 10;
  if (frame.size() < kFrameTagSize) return malformed("is cut off in its header");
  VpxFrameHeader header;
  header.key_frame = (frame[0] & 1U) == 0;
  if (!header.key_frame) return header;
  if (frame.size() < kKeyFrameHeaderSize) return malformed("is cut off in its header");
  if (frame[3] != 0x9d || frame[4] != 0x01 || frame[5] != 0x2a) return malformed("has no VP8 start code");
  header.size = {.width = (frame[6] | frame[7] << 8) & 0x3fff, .height = (frame[8] | frame[9] << 8) & 0x3fff};
  return check_size(header);
}

bool read_sync_code(BitReader& bits) { return bits.read(24) == 0x498342; }

Resolution read_frame_size(BitReader& bits) {
  const int width = static_cast<int>(bits.read(16)) + 1;
  const int height = static_cast<int>(bits.read(16)) + 1;
  return {.width = width, .height = height};
}

/// frame_size_with_refs(): the size of one of three reference frames, or a new one.
Resolution read_frame_size_with_references(BitReader& bits) {
  for (int i = 0; i < 3; ++i) {
    if (bits.flag()) return {};
  }
  return read_frame_size(bits);
}

/// The rest of uncompressed_header() of a frame that is no key frame, up to its size.
Result<VpxFrameHeader> parse_vp9_inter(BitReader& bits, bool show_frame, bool error_resilient) {
  VpxFrameHeader header;
  const bool intra_only = !show_frame && bits.flag();
  if (!error_resilient) bits.read(2);  // reset_frame_context
  if (intra_only && !read_sync_code(bits)) return malformed("has no VP9 sync code");
  bits.read(8);  // refresh_frame_flags
  if (intra_only) {
    header.size = read_frame_size(bits);
  } else {
    bits.read(3 * 4);  // ref_frame_idx and ref_frame_sign_bias of three references
    header.size = read_frame_size_with_references(bits);
  }
  if (!bits.ok()) return malformed("is cut off in its header");
  return header.size == Resolution{} ? Result<VpxFrameHeader>(header) : check_size(header);
}

Result<VpxFrameHeader> parse_vp9(ByteView frame) {
  BitReader bits(frame);
  if (bits.read(2) != 2) return malformed("has no VP9 frame marker");
  if (bits.read(2) != 0) return malformed("is not of VP9 profile 0");
  if (bits.flag()) {  // show_existing_frame
    bits.read(3);
    return VpxFrameHeader{};
  }
  VpxFrameHeader header;
  header.key_frame = !bits.flag();
  const bool show_frame = bits.flag();
  const bool error_resilient = bits.flag();
  if (!header.key_frame) return parse_vp9_inter(bits, show_frame, error_resilient);
  if (!read_sync_code(bits)) return malformed("has no VP9 sync code");
  constexpr unsigned kColourSpaceRgb = 7;
  if (bits.read(3) == kColourSpaceRgb) return malformed("is in RGB");
  bits.read(1);  // color_range
  header.size = read_frame_size(bits);
  if (!bits.ok()) return malformed("is cut off in its header");
  return check_size(header);
}

}  // namespace

Result<VpxFrameHeader> parse_vpx_frame_header(VideoCodec codec, ByteView frame) {
  return codec == VideoCodec::kVp8 ? parse_vp8(frame) : parse_vp9(frame);
}

Result<std::vector<ByteView>> split_vp9_superframe(ByteView data) {
  if (data.empty()) return malformed("is empty");
  const unsigned marker = data.back();
  if ((marker & 0xe0U) != 0xc0U) return std::vector<ByteView>{data};
  const std::size_t frames = (marker & 7U) + 1;
  const std::size_t bytes = (marker >> 3U & 3U) + 1;
  const std::size_t index_size = 2 + frames * bytes;
  if (data.size() < index_size) return malformed("has a broken superframe index");
  const ByteView index = data.last(index_size);
  if (index.front() != marker) return std::vector<ByteView>{data};
  ByteView rest = data.first(data.size() - index_size);
  std::vector<ByteView> split;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < bytes; ++i) size |= std::size_t{index[1 + frame * bytes + i]} << 8 * i;
    if (size == 0 || size > rest.size()) return malformed("has a broken superframe index");
    split.push_back(rest.first(size));
    rest = rest.subspan(size);
  }
  return split;
}

}  // namespace counterpoint
