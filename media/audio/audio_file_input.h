// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "media/audio/audio_input.h"

namespace counterpoint {

/// The longest part of a file that is kept: 10 minutes are 115 MB.
inline constexpr Duration kMaxAudioFileDuration = 10min;

/// The first audio stream of a file that libavformat reads, as 48 kHz mono samples (channels mixed), at most
/// kMaxAudioFileDuration. Damaged packets are skipped. kUnavailable: not there; kMalformed: no audio in it.
[[nodiscard]] Result<std::vector<float>> load_audio_file(const std::string& path);

/// Samples in memory, played again and again.
class AudioFileInput final : public AudioInput {
 public:
  [[nodiscard]] static Result<std::unique_ptr<AudioInput>> open(const std::string& path);
  /// `samples` must not be empty; `name` is for people.
  AudioFileInput(std::vector<float> samples, std::string name);
  void read(std::span<float> block) override;
  [[nodiscard]] Message description() const override { return Message::verbatim(name_); }

 private:
  std::vector<float> samples_;
  std::string name_;
  std::size_t position_ = 0;
};

}  // namespace counterpoint
