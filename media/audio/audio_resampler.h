// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/stereo.h"

struct AVFrame;
struct SwrContext;

namespace counterpoint {

/// Turns whatever a decoder gives into 48 kHz; follows changes of format in the middle of a stream.
class AudioResampler {
 public:
  /// With `stereo`, what has several channels becomes stereo; otherwise all becomes mono.
  explicit AudioResampler(bool stereo) : stereo_(stereo) {}
  ~AudioResampler();
  AudioResampler(const AudioResampler&) = delete;
  AudioResampler& operator=(const AudioResampler&) = delete;

  /// Appends the samples of `frame`, within [-1, 1]; a few may come with the next frame only.
  void push(const AVFrame& frame, AudioPiece& to);
  /// Gives what the filter still holds.
  void drain(AudioPiece& to);

 private:
  void configure(const AVFrame& frame);
  void convert(const AVFrame* frame, AudioPiece& to);
  void append(AudioPiece& to) const;

  bool stereo_;
  std::size_t made_channels_ = 1;
  std::vector<float> made_;  ///< Output of the filter, interleaved.
  SwrContext* resampler_ = nullptr;
  int format_ = -1;
  int rate_ = 0;
  int channels_ = 0;
};

}  // namespace counterpoint
