// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "media/audio/devices/sound_stream.h"

namespace counterpoint {

/// A stream of ALSA, in a thread of its own that alone calls ALSA. The thread is waited for, but not for ever: one that
/// hangs in ALSA or the kernel is left, and touches nothing of this object any more. While four hang, no stream starts.
class AlsaStream final : public SoundStream {
 public:
  /// `device` is a name that snd_pcm_open() takes. Its buffer is twice as long as `latency`.
  AlsaStream(std::string device, AudioDirection direction, Duration latency, Handler handler);
  ~AlsaStream() override;

  void start() override;
  void stop() override;
  [[nodiscard]] bool ended() const override;
  [[nodiscard]] std::uint64_t breaks() const override;

 private:
  struct Run;  ///< It is shared with the thread, and lives from start() to stop().

  const std::string device_;
  const AudioDirection direction_;
  const Duration latency_;
  const Handler handler_;
  std::shared_ptr<Run> run_;
  std::uint64_t breaks_before_ = 0;  ///< Those of earlier runs.
};

}  // namespace counterpoint
