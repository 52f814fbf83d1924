// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/ports/audio_processor.h"
#include "media/audio/processing/echo_locator.h"
#include "media/audio/processing/gain_control.h"
#include "media/audio/processing/linear_canceller.h"
#include "media/audio/processing/playback_timeline.h"
#include "media/audio/processing/spectral_suppressor.h"

namespace counterpoint {

/// Full-duplex speech from a microphone beside a loudspeaker: high-pass, linear echo canceller, suppressor of residual
/// echo and noise, gain control. It delays by 5 ms.
///
/// The stamps of the blocks tell when what was played is heard. If they are wrong, as sound servers' may be, or become
/// wrong, the echo that is left shows by how much, and the canceller begins anew at the right place. It also does when
/// a device is exchanged: something that is not live stands in until the next one is there.
class VoiceProcessor final : public AudioProcessor {
 public:
  struct Config {
    bool cancel_echo = true;
    bool suppress_noise = true;
    bool control_gain = true;
    /// 50 to 500 ms: how long an echo is followed by the linear filter. Default: a living room's, as far as it matters;
    /// each 100 ms cost 1 % of a core.
    Duration tail = 250ms;
  };

  explicit VoiceProcessor(const Config& config);

  void play(const AudioBlock& played) override;
  void capture(AudioBlock& captured) override;

 private:
  /// Two poles at 80 Hz (Butterworth): below are steps and hum, no speech.
  class HighPass {
   public:
    HighPass();
    void filter(LinearCanceller::Samples& samples);

   private:
    double scale_ = 1, first_ = 0, second_ = 0;
    double x1_ = 0, x2_ = 0, y1_ = 0, y2_ = 0;
  };

  [[nodiscard]] LinearCanceller::Samples cancel(const LinearCanceller::Samples& microphone,
                                                const LinearCanceller::Samples& played);
  void look_for_echo();
  void begin_anew();
  void forget_room();

  Config config_;
  HighPass high_pass_;
  PlaybackTimeline timeline_;
  LinearCanceller linear_;
  EchoLocator locator_;
  SpectralSuppressor suppressor_;
  GainControl gain_;
  Duration shift_{};        ///< The canceller gets what was played so much before the stamps' time.
  bool hears_ = false;      ///< The last captured block was live.
  bool plays_ = false;      ///< The last played block was live.
  bool placed_ = false;     ///< Something was played.
  bool unresolved_ = true;  ///< There is an echo that the linear filter could cancel but does not.
  EchoLocator::Peak last_peak_;
  int steady_looks_ = 0;  ///< Looks for which the peak has stood still.
  double captured_power_ = 0;
  double cancelled_power_ = 0;
  double least_left_ = 1;  ///< The least part of the captured power that the linear canceller has left lately.
};

}  // namespace counterpoint
