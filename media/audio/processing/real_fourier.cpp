// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/real_fourier.h"

extern "C" {
#include <libavutil/tx.h>
}

#include <algorithm>
#include <cassert>

namespace counterpoint {

struct RealFourier::Plan {
  Plan(std::size_t length, bool is_inverse) {
    const float scale = is_inverse ? 1.0F / static_cast<float>(length) : 1.0F;
    [[maybe_unused]] const int code = av_tx_init(&context, &run, AV_TX_FLOAT_RDFT, is_inverse ? 1 : 0,
                                                 static_cast<int>(length), &scale, AV_TX_UNALIGNED);
    assert(code >= 0);
  }
  ~Plan() { av_tx_uninit(&context); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  AVTXContext* context = nullptr;
  av_tx_fn run = nullptr;
};

RealFourier::RealFourier(std::size_t length)
    : time_(length),
      frequency_(length / 2 + 1),
      forward_(std::make_unique<Plan>(length, false)),
      inverse_(std::make_unique<Plan>(length, true)) {}

RealFourier::~RealFourier() = default;

void RealFourier::forward(std::span<const float> samples, std::span<Bin> spectrum) {
  std::ranges::copy(samples, time_.begin());
  forward_->run(forward_->context, frequency_.data(), time_.data(), sizeof(float));
  std::ranges::copy(frequency_, spectrum.begin());
}

void RealFourier::inverse(std::span<const Bin> spectrum, std::span<float> samples) {
  std::ranges::copy(spectrum, frequency_.begin());
  inverse_->run(inverse_->context, time_.data(), frequency_.data(), sizeof(Bin));
  std::ranges::copy(time_, samples.begin());
}

}  // namespace counterpoint
