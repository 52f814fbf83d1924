// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

struct AVFrame;
struct SwrContext;

namespace counterpoint {

/// Turns whatever a decoder gives into 48 kHz mono; follows changes of format in the middle of a stream.
class MonoResampler {
 public:
  MonoResampler() = default;
  ~MonoResampler();
  MonoResampler(const MonoResampler&) = delete;
  MonoResampler& operator=(const MonoResampler&) = delete;

  /// Appends the samples of `frame`; a few may come with the next frame only.
  void push(const AVFrame& frame, std::vector<float>& to);
  /// Gives what the filter still holds.
  void drain(std::vector<float>& to);

 private:
  void configure(const AVFrame& frame);
  void convert(const AVFrame* frame, std::vector<float>& to);

  SwrContext* resampler_ = nullptr;
  int format_ = -1;
  int rate_ = 0;
  int channels_ = 0;
};

}  // namespace counterpoint
