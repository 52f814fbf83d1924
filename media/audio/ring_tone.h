// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "media/audio/audio_input.h"

namespace counterpoint {

/// The quiet tone of an incoming call, repeated every few seconds.
class RingTone final : public AudioInput {
 public:
  enum class Kind {
    kIncoming,  ///< Somebody calls: two notes that fade like bells, twice, and a pause. Peak below 0.4.
    kRingBack,  ///< It rings at the peer: 425 Hz, 1 s of 5 (ITU-T E.180 Supplement 2). Peak 0.06.
  };
  explicit RingTone(Kind kind) : kind_(kind) {}
  void read(std::span<float> block) override;
  [[nodiscard]] Message description() const override { return "ring tone"; }

 private:
  Kind kind_;
  std::int64_t position_ = 0;  ///< In samples, since the last round began.
};

}  // namespace counterpoint
