// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shaping_loss.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "core/model/mpeg_picture.h"
#include "media/codec/mpeg_decoder.h"

namespace counterpoint {
namespace {

/// Makes the pixels of `picture` square, so that the decoder does not scale it: aspect_ratio_information, the 4 bits
/// behind the first 24 of a sequence header.
void make_square(Bytes& picture) {
  constexpr std::size_t kPlace = kMpegStartCodeSize + 3;
  for (std::size_t at = find_mpeg_start_code(picture, 0); at + kPlace < picture.size();
       at = find_mpeg_start_code(picture, at + kMpegStartCodeSize)) {
    const std::uint8_t value = picture[at + kMpegStartCodeSize - 1];
    if (is_mpeg_slice(value)) return;
    if (value == kMpegSequenceHeader)
      picture[at + kPlace] = static_cast<std::uint8_t>(0x10 | (picture[at + kPlace] & 0x0F));
  }
}

}  // namespace

std::optional<double> LuminanceError::psnr() const {
  if (samples <= 0 || squares <= 0) return std::nullopt;
  return 10 * std::log10(255.0 * 255.0 * samples / squares);
}

std::unique_ptr<VideoDecoder> ShapingLoss::make_decoder() {
  auto decoder = make_mpeg_decoder();
  return decoder ? std::move(*decoder) : nullptr;
}

std::shared_ptr<const FrameBuffer> ShapingLoss::decode(VideoDecoder* decoder, ByteView picture) {
  if (decoder == nullptr) return nullptr;
  Bytes bytes(picture.begin(), picture.end());
  make_square(bytes);
  const auto decoded = decoder->decode({.data = std::move(bytes), .codec = VideoCodec::kMpeg});
  return decoded ? decoded->buffer : nullptr;
}

LuminanceError ShapingLoss::compare(ByteView original, ByteView shaped) {
  const auto before = decode(original_.get(), original);
  const auto after = decode(shaped_.get(), shaped);
  if (before == nullptr || after == nullptr || before->size() != after->size()) return {};
  std::uint64_t squares = 0;
  for (int y = 0; y < before->size().height; ++y) {
    const auto expected = before->row(0, y);
    const auto actual = after->row(0, y);
    for (std::size_t x = 0; x < expected.size(); ++x) {
      const int difference = int{expected[x]} - int{actual[x]};
      squares += static_cast<std::uint64_t>(difference * difference);
    }
  }
  return {.squares = static_cast<double>(squares), .samples = static_cast<double>(before->size().area())};
}

}  // namespace counterpoint
