// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes the audio of a clip. For .cpp files only: it pulls in libav's headers.
#pragma once

#include <memory>
#include <vector>

#include "media/audio/mono_resampler.h"
#include "media/ffmpeg/ffmpeg_handles.h"

namespace counterpoint {

/// Decodes the packets of one stream into 48 kHz mono.
class AudioDecoder {
 public:
  /// Nothing when the stream cannot be decoded.
  [[nodiscard]] static std::unique_ptr<AudioDecoder> open(const AVStream& stream);
  /// Samples within [-1, 1]; what is damaged gives none.
  [[nodiscard]] std::vector<float> decode(const AVPacket& packet);
  /// Discards the decoder's state before audio that does not follow the last packet.
  void restart() { avcodec_flush_buffers(codec_.get()); }

 private:
  AudioDecoder() = default;

  FfmpegHandle<AVCodecContext> codec_;
  FfmpegHandle<AVFrame> frame_{av_frame_alloc()};
  MonoResampler resampler_;
};

}  // namespace counterpoint
