// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/bytes.h"
#include "core/model/mpeg_picture.h"
#include "media/mpeg/picture_splitter.h"

namespace counterpoint {

/// One coded picture of MPEG-1/2 video, a frame or a field, with the headers before it and all up to the next one.
struct CodedPicture {
  mpeg::PictureUnit unit;
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
  /// Nothing for what holds no picture; a sequence header in it is remembered all the same.
  [[nodiscard]] std::vector<CodedPicture> split(ByteView frame);

 private:
  struct SequenceHeader {
    Bytes bytes;
    std::vector<mpeg::StartCode> start_codes;
  };
  void remember_sequence(const mpeg::PictureUnit& unit);
  void repeat_sequence(mpeg::PictureUnit& unit) const;

  mpeg::PictureSplitter splitter_;
  SequenceHeader sequence_;  ///< With its extensions, without user data.
};

}  // namespace counterpoint
