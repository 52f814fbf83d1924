// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/vpx_decoder.h"

#include <libyuv/convert.h>
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>

#include <string>
#include <utility>

#include "media/codec/vpx_context.h"
#include "media/codec/vpx_frame_header.h"
#include "media/frame/frame_pool.h"

namespace counterpoint {
namespace {

constexpr int kMaxThreads = 16;

/// `frame` with a superframe index of one entry behind it. Without one, libvpx goes on to decode whatever follows the
/// frame inside the data, whose size nobody has checked.
Bytes seal_vp9_frame(ByteView frame) {
  constexpr std::uint8_t kMarkerOneFrameFourBytes = 0xc0 | 3 << 3;
  Bytes sealed(frame.begin(), frame.end());
  sealed.push_back(kMarkerOneFrameFourBytes);
  for (unsigned shift = 0; shift < 32; shift += 8) sealed.push_back(static_cast<std::uint8_t>(frame.size() >> shift));
  sealed.push_back(kMarkerOneFrameFourBytes);
  return sealed;
}

std::shared_ptr<FrameBuffer> copy_frame(const vpx_image_t& image, FramePool& pool) {
  const Resolution size = {.width = static_cast<int>(image.d_w), .height = static_cast<int>(image.d_h)};
  auto picture = pool.make(size);
  libyuv::I420Copy(image.planes[0], image.stride[0], image.planes[1], image.stride[1], image.planes[2], image.stride[2],
                   picture->data(0), picture->stride(0), picture->data(1), picture->stride(1), picture->data(2),
                   picture->stride(2), size.width, size.height);
  return picture;
}

bool is_acceptable(const vpx_image_t& image) {
  return image.fmt == VPX_IMG_FMT_I420 && image.d_w >= 1 && image.d_w <= kMaxPictureSide && image.d_h >= 1 &&
         image.d_h <= kMaxPictureSide;
}

class VpxDecoder final : public VideoDecoder {
 public:
  explicit VpxDecoder(const VpxDecoderConfig& config) : config_(config) {}

  Result<VideoFrame> decode(const EncodedVideoFrame& frame) override {
    if (frame.codec != config_.codec) {
      return Error{ErrorKind::kInvalidArgument, "a frame of another codec reached the " + name() + " decoder"};
    }
    auto picture = decode_data(frame.data);
    if (!picture) {
      context_.reset();
      return picture.error();
    }
    return VideoFrame{.buffer = std::move(picture).value(), .media_time = {}, .at = frame.captured_at};
  }

 private:
  [[nodiscard]] std::string name() const { return std::string(to_string(config_.codec)); }
  [[nodiscard]] Error malformed(const std::string& what) const {
    return {ErrorKind::kMalformed, "a " + name() + " frame " + what + "; the next key frame repairs it"};
  }

  Result<std::shared_ptr<const FrameBuffer>> decode_data(ByteView data) {
    if (data.empty()) return malformed("is empty");
    if (config_.codec == VideoCodec::kVp8) {
      if (const auto decoded = decode_one(data); !decoded) return decoded.error();
      return take_picture();
    }
    const auto frames = split_vp9_superframe(data);
    if (!frames) return frames.error();
    for (const ByteView one : frames.value()) {
      if (const auto decoded = decode_one(one); !decoded) return decoded.error();
    }
    return take_picture();
  }

  Result<void> decode_one(ByteView frame) {
    const auto header = parse_vpx_frame_header(config_.codec, frame);
    if (!header) return header.error();
    if (!context_) {
      if (!header->key_frame) return malformed("cannot be decoded without the key frame before it");
      if (const auto opened = open(); !opened) return opened;
    }
    const Bytes sealed = config_.codec == VideoCodec::kVp9 ? seal_vp9_frame(frame) : Bytes{};
    const ByteView data = sealed.empty() ? frame : ByteView(sealed);
    const auto status = vpx_codec_decode(context_.get(), data.data(), static_cast<unsigned>(data.size()), nullptr, 0);
    if (status != VPX_CODEC_OK) return malformed("is broken (" + vpx_error_text(context_.get()) + ")");
    int corrupted = 0;
    if (vpx_codec_control(context_.get(), VP8D_GET_FRAME_CORRUPTED, &corrupted) != VPX_CODEC_OK || corrupted != 0) {
      return malformed("is broken");
    }
    return {};
  }

  Result<std::shared_ptr<const FrameBuffer>> take_picture() {
    const vpx_image_t* last = nullptr;
    vpx_codec_iter_t iterator = nullptr;
    while (const vpx_image_t* image = vpx_codec_get_frame(context_.get(), &iterator)) last = image;
    // A frame that is only referred to (an alternate reference) shows nothing, and that is fine.
    if (last == nullptr) return std::shared_ptr<const FrameBuffer>();
    if (!is_acceptable(*last)) return malformed("is in a picture format that is not supported");
    return std::shared_ptr<const FrameBuffer>(copy_frame(*last, pool_));
  }

  Result<void> open() {
    auto* interface = config_.codec == VideoCodec::kVp8 ? vpx_codec_vp8_dx() : vpx_codec_vp9_dx();
    const vpx_codec_dec_cfg_t settings = {.threads = static_cast<unsigned>(config_.threads), .w = 0, .h = 0};
    auto context = std::make_unique<vpx_codec_ctx_t>();
    if (vpx_codec_dec_init(context.get(), interface, &settings, 0) != VPX_CODEC_OK) {
      return Error{ErrorKind::kInternal, "the video decoder cannot be made: " + vpx_error_text(context.get())};
    }
    context_.reset(context.release());
    return {};
  }

  VpxDecoderConfig config_;
  FramePool pool_;
  VpxContext context_;  ///< None before the first key frame and after an error: whatever was wrong ends there.
};

}  // namespace

Result<std::unique_ptr<VideoDecoder>> make_vpx_decoder(const VpxDecoderConfig& config) {
  if (config.threads < 1 || config.threads > kMaxThreads) {
    return Error{ErrorKind::kInvalidArgument, "a video decoder takes 1 to 16 threads"};
  }
  return std::unique_ptr<VideoDecoder>(std::make_unique<VpxDecoder>(config));
}

}  // namespace counterpoint
