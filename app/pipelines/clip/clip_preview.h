// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "app/pipelines/video/video_presenter.h"
#include "core/ports/frame_sink.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// Shows whoever plays a clip what the peer gets of it: the shaped pictures, decoded, when they are due. One thread.
class ClipPreview {
 public:
  /// `decoder` is one for VideoCodec::kMpeg; `view` outlives it.
  ClipPreview(std::unique_ptr<VideoDecoder> decoder, FrameSink& view) : decoder_(std::move(decoder)), view_(view) {}

  /// A picture that has been sent, in the order of decoding. On a host that is so busy that it sends late, pictures are
  /// left out up to the next key frame: sending comes first.
  void add(const EncodedVideoFrame& frame, Timestamp now);
  /// Shows what is due.
  void present(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return presenter_.next_deadline(); }
  /// Forgets what waits: another clip, or another place of it.
  void clear();

 private:
  /// Pictures leave half a second before they are due (ClipPlayer::Config::lead); so late there is no time for more.
  static constexpr Duration kMinLead = 300ms;

  std::unique_ptr<VideoDecoder> decoder_;
  FrameSink& view_;
  VideoPresenter presenter_;
  bool broken_ = true;  ///< It is broken until the next key frame.
};

}  // namespace counterpoint
