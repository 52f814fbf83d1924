// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/turn_framing.h"

#include "core/base/byte_reader.h"
#include "net/ice/stun_message.h"

namespace counterpoint {
namespace {

constexpr std::size_t kStunHeader = 20;
constexpr std::size_t kChannelHeader = 4;
constexpr std::size_t kAlignment = 4;

constexpr std::size_t aligned(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

// RFC 8656 section 12: channels are 0x4000 to 0x4FFF.
bool is_channel_data(ByteView message) { return !message.empty() && message.front() >> 4 == 4; }

}  // namespace

bool carries_data(ByteView message) {
  if (is_channel_data(message)) return true;
  const auto stun = StunMessage::parse(message);
  return stun && stun->message_class() == StunClass::kIndication;
}

Bytes frame_turn_message(Bytes message) {
  message.resize(aligned(message.size()));
  return message;
}

void TurnFrameParser::feed(ByteView piece) {
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(taken_));
  taken_ = 0;
  buffer_.insert(buffer_.end(), piece.begin(), piece.end());
}

std::optional<Bytes> TurnFrameParser::next() {
  if (!has_next()) return std::nullopt;
  const Frame frame = *first_frame();
  const ByteView message = ByteView(buffer_).subspan(taken_, frame.message);
  taken_ += frame.padded;
  return Bytes(message.begin(), message.end());
}

bool TurnFrameParser::has_next() const {
  const std::optional<Frame> frame = first_frame();
  return frame && frame->message > 0 && frame->padded <= buffer_.size() - taken_;
}

bool TurnFrameParser::broken() const {
  const std::optional<Frame> frame = first_frame();
  return frame && frame->message == 0;
}

std::optional<TurnFrameParser::Frame> TurnFrameParser::first_frame() const {
  const ByteView rest = ByteView(buffer_).subspan(taken_);
  ByteReader reader(rest);
  reader.skip(2);
  const std::size_t length = reader.u16();
  if (!reader.ok()) return std::nullopt;
  if (is_channel_data(rest)) return Frame{kChannelHeader + length, aligned(kChannelHeader + length)};
  if (rest.front() >= 0x40 || length % kAlignment != 0) return Frame{};
  if (rest.size() < kStunHeader) return std::nullopt;
  const std::size_t size = kStunHeader + length;
  return StunMessage::looks_like(rest) ? Frame{size, size} : Frame{};
}

}  // namespace counterpoint
