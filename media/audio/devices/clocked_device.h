// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/ports/audio_device.h"
#include "media/audio/audio_input.h"
#include "media/audio/audio_output.h"

namespace counterpoint {

struct ClockedDeviceConfig {
  /// Maximum backlog that a late poll() makes up for at once; more is skipped (read and thrown away, written as
  /// silence) so that audio stays on time. 10 ms to 10 s. Default: what a jitter buffer at the receiver can still
  /// absorb.
  Duration max_catch_up = 200ms;
};

/// An audio device without hardware (contract 2 of AudioDevice): any input and output, moved on by poll().
///
/// Block n holds the samples of [start + 10 n ms, start + 10 (n + 1) ms) and is handed over at the end of that time, as
/// hardware does; what it gets to play is heard from then on.
class ClockedDevice final : public AudioDevice {
 public:
  ClockedDevice(std::unique_ptr<AudioInput> input, std::unique_ptr<AudioOutput> output,
                ClockedDeviceConfig config = {});

  [[nodiscard]] Result<void> start(AudioCallback& callback, Timestamp now) override;
  void stop() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] Message description() const override;

  /// Number of blocks skipped because poll() came too late.
  [[nodiscard]] std::uint64_t skipped_blocks() const { return skipped_blocks_; }

 private:
  void run_block();
  void skip(std::int64_t blocks);

  std::unique_ptr<AudioInput> input_;
  std::unique_ptr<AudioOutput> output_;
  ClockedDeviceConfig config_;
  AudioCallback* callback_ = nullptr;  ///< It is not null while started.
  Timestamp block_start_{};            ///< Start of the next block to capture.
  AudioBlock captured_;
  AudioBlock playback_;
  std::uint64_t skipped_blocks_ = 0;
};

}  // namespace counterpoint
