// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/wav_file_output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/stereo.h"
#include "media/record/private_file.h"

namespace counterpoint {
namespace {

constexpr std::uint32_t kHeaderBytes = 44;
constexpr std::uint32_t kSampleBytes = 2;
constexpr const char* kFull = "a WAV file holds no more than 4 GiB";
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

void append_sample(std::vector<char>& bytes, float sample) {
  const auto value = static_cast<std::uint16_t>(std::lround(std::clamp(sample, -1.0F, 1.0F) * 32767.0F));
  bytes.push_back(static_cast<char>(value & 0xff));
  bytes.push_back(static_cast<char>(value >> 8));
}

/// Copies samples until there are no more, each of them to both channels.
void copy_twice(std::istream& mono, std::ostream& stereo) {
  std::array<char, 1 << 14> samples{};
  std::vector<char> doubled;
  while (mono.read(samples.data(), samples.size()) || mono.gcount() > 0) {
    doubled.clear();
    const auto count = static_cast<std::size_t>(mono.gcount());
    for (std::size_t i = 0; i + kSampleBytes <= count; i += kSampleBytes) {
      for (int channel = 0; channel < 2; ++channel) doubled.insert(doubled.end(), {samples[i], samples[i + 1]});
    }
    stereo.write(doubled.data(), static_cast<std::streamsize>(doubled.size()));
  }
}

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

void WavFileOutput::write(const AudioBlock& block) {
  if (!error_ && channels_ == 1 && !is_mono(block.side)) make_stereo();
  if (error_) return;
  std::vector<char> bytes;
  bytes.reserve(channels_ * kSampleBytes * kAudioBlockSamples);
  for (std::size_t i = 0; i < block.samples.size(); ++i) {
    append_sample(bytes, block.samples[i] + block.side[i]);
    if (channels_ == 2) append_sample(bytes, block.samples[i] - block.side[i]);
  }
  if (bytes.size() > kMaxDataBytes - data_bytes_) return fail(kFull);
  if (!file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return fail("is the disk full?");
  data_bytes_ += static_cast<std::uint32_t>(bytes.size());
  unpatched_bytes_ += static_cast<std::uint32_t>(bytes.size());
  if (unpatched_bytes_ >= bytes_per_second()) write_header();
}

/// A new file takes the place of this one once it is whole, so that there is always one that plays.
void WavFileOutput::make_stereo() {
  if (data_bytes_ > kMaxDataBytes / 2) return fail(kFull);
  write_header();
  if (error_) return;
  std::ifstream mono(path_, std::ios::binary);
  mono.seekg(kHeaderBytes);
  const std::string path = path_ + ".stereo";
  make_private_file(path);
  file_ = std::ofstream(path, std::ios::binary | std::ios::trunc);
  channels_ = 2;
  data_bytes_ *= 2;
  write_header();
  copy_twice(mono, file_);
  if (!file_.flush() || std::rename(path.c_str(), path_.c_str()) != 0) fail("is the disk full?");
}

void WavFileOutput::write_header() {
  HeaderWriter header;
  header.tag("RIFF");
  header.field(kHeaderBytes - 8 + data_bytes_, 4);
  header.tag("WAVEfmt ");
  header.field(16, 4);  // Size of the format chunk.
  header.field(1, 2);   // PCM.
  header.field(channels_, 2);
  header.field(kAudioSampleRate, 4);
  header.field(bytes_per_second(), 4);
  header.field(channels_ * kSampleBytes, 2);
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
