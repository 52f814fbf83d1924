// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "media/audio/audio_output.h"

namespace counterpoint {

/// Writes a WAV file, 48 kHz, 16 bit. Its header is right after each second of audio, so a program that is killed
/// leaves a file that plays. It is mono until stereo comes, which makes all of it stereo. At 4 GiB (12 hours, 6 of
/// stereo), or when the disk is full, it stops; error() says why.
class WavFileOutput final : public AudioOutput {
 public:
  /// Makes or overwrites `path`; kUnavailable when that cannot be.
  [[nodiscard]] static Result<std::unique_ptr<WavFileOutput>> create(const std::string& path);
  ~WavFileOutput() override;
  WavFileOutput(const WavFileOutput&) = delete;
  WavFileOutput& operator=(const WavFileOutput&) = delete;

  void write(const AudioBlock& block) override;
  [[nodiscard]] Message description() const override { return Message::verbatim(path_); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  WavFileOutput(std::string path, std::ofstream file);
  [[nodiscard]] std::uint32_t bytes_per_second() const { return channels_ * 2 * kAudioSampleRate; }
  void write_header();
  void make_stereo();
  void fail(const std::string& why);

  std::string path_;
  std::ofstream file_;
  std::uint32_t channels_ = 1;
  std::uint32_t data_bytes_ = 0;
  std::uint32_t unpatched_bytes_ = 0;
  std::optional<Error> error_;
};

}  // namespace counterpoint
