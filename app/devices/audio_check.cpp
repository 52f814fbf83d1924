// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/audio_check.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace counterpoint {
namespace {

constexpr std::size_t kToneSamples = kAudioSampleRate;              // A second.
constexpr std::size_t kRecordedSamples = 3 * kAudioSampleRate;      // Three.
constexpr std::size_t kFadeSamples = kAudioSampleRate * 20 / 1000;  // Against clicks.
constexpr double kToneFrequency = 440;
constexpr double kToneLevel = 0.25;  // Heard well, and startles nobody.

float tone(std::size_t sample) {
  const std::size_t to_an_end = std::min(sample, kToneSamples - std::min(sample, kToneSamples));
  const double fade = std::min(1.0, static_cast<double>(to_an_end) / kFadeSamples);
  const double turns = kToneFrequency * static_cast<double>(sample) / kAudioSampleRate;
  return static_cast<float>(kToneLevel * fade * std::sin(2 * std::numbers::pi * turns));
}

}  // namespace

AudioCheck::AudioCheck(AudioDevice& device, Observer observer)
    : observer_(std::move(observer)), recorded_(kRecordedSamples), thread_(device, [this] { report(); }) {}

void AudioCheck::begin(Task task) {
  position_.store(0);
  task_.store(task);
}

void AudioCheck::handle_captured(const AudioBlock& captured) noexcept {
  float peak = peak_.load(std::memory_order_relaxed);
  for (const float sample : captured.samples) peak = std::max(peak, std::abs(sample));
  peak_.store(peak, std::memory_order_relaxed);
  if (task_.load() != Task::kRecording) return;
  const std::size_t from = position_.load();
  if (from + kAudioBlockSamples > recorded_.size()) return begin(Task::kPlayback);
  std::ranges::copy(captured.samples, recorded_.begin() + static_cast<std::ptrdiff_t>(from));
  position_.store(from + kAudioBlockSamples);
}

void AudioCheck::fill_playback(AudioBlock& playback, Timestamp) noexcept {
  const Task task = task_.load();
  if (task != Task::kTestAudio && task != Task::kPlayback) return;
  const std::size_t from = position_.load();
  const std::size_t end = task == Task::kTestAudio ? kToneSamples : kRecordedSamples;
  if (from + kAudioBlockSamples > end) return begin(Task::kMeter);
  for (std::size_t i = 0; i < kAudioBlockSamples; ++i) {
    playback.samples[i] = task == Task::kTestAudio ? tone(from + i) : recorded_[from + i];
  }
  position_.store(from + kAudioBlockSamples);
}

void AudioCheck::report() {
  observer_.level(peak_.exchange(0, std::memory_order_relaxed));
  const Task task = task_.load();
  if (std::exchange(reported_, task) != task) observer_.task(task);
}

}  // namespace counterpoint
