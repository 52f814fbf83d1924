// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/wav_file_output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/audio_format.h"
#include "media/record/private_file.h"

namespace counterpoint {
namespace {

constexpr std::uint32_t kHeaderBytes = 44;
constexpr std::uint32_t kBytesPerSecond = kAudioSampleRate * 2;
constexpr std::uint32_t kMaxDataBytes = std::numeric_limits<std::uint32_t>::max() - kHeaderBytes - 1;

/// Little-endian fields of a RIFF header.
class HeaderWriter {
 public:
  void tag(std::string_view name) { bytes_.insert(bytes_.end(), name.begin(), name.end()); }
  void field(std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i) & 0xff));
  }
  [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
};

}  // namespace

Result<std::unique_ptr<WavFileOutput>> WavFileOutput::create(const std::string& path) {
  make_private_file(path);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) {
    return Error{
        ErrorKind::kUnavailable,
        message("Cannot write the sound file \"%1\"; check that its folder exists and may be written to", path)};
  }
  std::unique_ptr<WavFileOutput> output(new WavFileOutput(path, std::move(file)));
  if (output->error_) return *output->error_;
  return output;
}

WavFileOutput::WavFileOutput(std::string path, std::ofstream file) : path_(std::move(path)), file_(std::move(file)) {
  write_header();
}

WavFileOutput::~WavFileOutput() {
  if (!error_) write_header();
}

void WavFileOutput::write(std::span<const float> block) {
  if (error_) return;
  if (block.size() * 2 > kMaxDataBytes - data_bytes_) return fail("a WAV file holds no more than 4 GiB");
  std::vector<char> bytes;
  bytes.reserve(block.size() * 2);
  for (const float sample : block) {
    const auto value = static_cast<std::uint16_t>(std::lround(std::clamp(sample, -1.0F, 1.0F) * 32767.0F));
    bytes.push_back(static_cast<char>(value & 0xff));
    bytes.push_back(static_cast<char>(value >> 8));
  }
  if (!file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return fail("is the disk full?");
  data_bytes_ += static_cast<std::uint32_t>(bytes.size());
  unpatched_bytes_ += static_cast<std::uint32_t>(bytes.size());
  if (unpatched_bytes_ >= kBytesPerSecond) write_header();
}

void WavFileOutput::write_header() {
  HeaderWriter header;
  header.tag("RIFF");
  header.field(kHeaderBytes - 8 + data_bytes_, 4);
  header.tag("WAVEfmt ");
  header.field(16, 4);  // Size of the format chunk.
  header.field(1, 2);   // PCM.
  header.field(1, 2);   // Channels.
  header.field(kAudioSampleRate, 4);
  header.field(kBytesPerSecond, 4);
  header.field(2, 2);   // Bytes in a sample of all channels.
  header.field(16, 2);  // Bits in a sample.
  header.tag("data");
  header.field(data_bytes_, 4);
  file_.seekp(0);
  file_.write(header.bytes().data(), static_cast<std::streamsize>(header.bytes().size()));
  file_.seekp(0, std::ios::end);
  if (!file_.flush()) fail("is the disk full?");
  unpatched_bytes_ = 0;
}

void WavFileOutput::fail(const std::string& why) {
  error_ = Error{ErrorKind::kUnavailable, message("Stopped writing the sound file \"%1\": %2", path_, why)};
}

}  // namespace counterpoint
