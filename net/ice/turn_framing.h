// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of STUN and ChannelData on a byte stream (RFC 8656 sections 3.1 and 12.5): each says how long it is.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/bytes.h"

namespace counterpoint {

/// True for ChannelData and indications, which carry data from or to a peer and may be lost; requests may not.
[[nodiscard]] bool carries_data(ByteView message);

/// `message`, which is one of STUN or ChannelData, as it stands on a stream: a multiple of 4 bytes.
[[nodiscard]] Bytes frame_turn_message(Bytes message);

/// Takes messages out of a byte stream, however it is cut into pieces.
///
/// 1. At most one message's bytes and one piece are held: take what next() gives until it gives nothing before the next
///    feed().
/// 2. Bytes that begin no message are the end: nobody could say where the next one begins.
class TurnFrameParser {
 public:
  /// 2^16 - 1 bytes after the header of STUN, which is the longer one.
  static constexpr std::size_t kMaxMessage = 20 + 65'535;

  void feed(ByteView piece);
  /// The next complete message, without the padding of ChannelData.
  [[nodiscard]] std::optional<Bytes> next();
  /// next() has one to give.
  [[nodiscard]] bool has_next() const;
  /// The next bytes are neither STUN nor ChannelData.
  [[nodiscard]] bool broken() const;

 private:
  struct Frame {
    std::size_t message = 0;  ///< Bytes.
    std::size_t padded = 0;   ///< Bytes, up to the next one.
  };
  /// Nothing when there is no complete header; a frame of no bytes when it is none.
  [[nodiscard]] std::optional<Frame> first_frame() const;

  Bytes buffer_;
  std::size_t taken_ = 0;  ///< Bytes of the buffer already consumed.
};

}  // namespace counterpoint
