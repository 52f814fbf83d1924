// SPDX-License-Identifier: GPL-3.0-or-later
// Owners for what libav allocates. Only .cpp files include this: it pulls in libav's headers.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/error.h>
}

#include <array>
#include <memory>

#include "core/base/message.h"

namespace counterpoint {

struct FfmpegDeleter {
  void operator()(AVFormatContext* p) const { avformat_close_input(&p); }
  void operator()(AVCodecContext* p) const { avcodec_free_context(&p); }
  void operator()(AVFrame* p) const { av_frame_free(&p); }
  void operator()(AVPacket* p) const { av_packet_free(&p); }
};
template <typename T>
using FfmpegHandle = std::unique_ptr<T, FfmpegDeleter>;

/// libav's description of the error `code`, such as "No such file or directory".
[[nodiscard]] inline Message ffmpeg_error_text(int code) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(code, text.data(), text.size());
  return Message(text.data());
}

}  // namespace counterpoint
