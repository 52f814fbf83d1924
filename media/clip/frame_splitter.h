// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/bytes.h"
#include "core/model/mpeg_picture.h"

namespace counterpoint {

/// One coded picture of MPEG-1/2 video, a frame or a field, with the headers before it and all up to the next one.
struct CodedPicture {
  Bytes data;
  MpegPictureType type = MpegPictureType::kI;
  bool second_field = false;
  /// A decoder can begin here: an I (or D) picture with a sequence header.
  bool entry = false;
  /// The pictures after it need none from before it, because its group says so (closed_gop, broken_link aside).
  bool closed_group = false;
};

/// Splits frames, as libavcodec's parser cuts them, into coded pictures. Puts the last sequence header seen in front of
/// each I picture without one, so that who joins late can begin there (RFC 2250 section 3.1 advises it).
class FrameSplitter {
 public:
  /// Takes the sequence header in `headers`, if there is one, for pictures that come without.
  void remember(ByteView headers);
  /// Nothing for what holds no picture.
  [[nodiscard]] std::vector<CodedPicture> split(ByteView frame);

 private:
  Bytes sequence_;  ///< The sequence header with its extensions, without user data.
};

}  // namespace counterpoint
