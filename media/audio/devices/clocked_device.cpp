// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/clocked_device.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {
/// No more than this is read and thrown away: after a night asleep the audio need not have gone on.
constexpr std::int64_t kMaxSkippedInStep = 1000;
}  // namespace

ClockedDevice::ClockedDevice(std::unique_ptr<AudioInput> input, std::unique_ptr<AudioOutput> output,
                             ClockedDeviceConfig config)
    : input_(std::move(input)), output_(std::move(output)), config_(config) {}

Result<void> ClockedDevice::start(AudioCallback& callback, Timestamp now) {
  callback_ = &callback;
  block_start_ = now;
  return {};
}

void ClockedDevice::stop() { callback_ = nullptr; }

void ClockedDevice::poll(Timestamp now) {
  if (callback_ == nullptr) return;
  const std::int64_t due = (now - block_start_) / kAudioBlockDuration;
  const std::int64_t most = config_.max_catch_up / kAudioBlockDuration;
  if (due > most) skip(due - most);
  // The callback may stop the device.
  while (callback_ != nullptr && next_deadline() <= now) run_block();
}

Timestamp ClockedDevice::next_deadline() const {
  return callback_ == nullptr ? kNever : block_start_ + kAudioBlockDuration;
}

Message ClockedDevice::description() const {
  return message("microphone: %1, loudspeaker: %2", input_->description(), output_->description());
}

void ClockedDevice::run_block() {
  input_->read(captured_.samples);
  captured_.at = block_start_;
  playback_ = {.at = block_start_ + kAudioBlockDuration};
  block_start_ = playback_.at;
  callback_->handle_captured(captured_);
  // It may have stopped the device.
  if (callback_ != nullptr) callback_->fill_playback(playback_, block_start_);
  output_->write(playback_);
}

void ClockedDevice::skip(std::int64_t blocks) {
  playback_ = {};
  for (std::int64_t i = 0; i < std::min(blocks, kMaxSkippedInStep); ++i) {
    input_->read(captured_.samples);
    output_->write(playback_);
  }
  block_start_ += blocks * kAudioBlockDuration;
  skipped_blocks_ += static_cast<std::uint64_t>(blocks);
}

}  // namespace counterpoint
