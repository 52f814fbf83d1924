// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/sound_check.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr std::size_t kToneSamples = kAudioSampleRate;              // A second.
constexpr std::size_t kRecordedSamples = 3 * kAudioSampleRate;      // Three.
constexpr std::size_t kFadeSamples = kAudioSampleRate * 20 / 1000;  // Against clicks.
constexpr double kToneFrequency = 440;
constexpr double kToneLevel = 0.25;  // Heard well, and startles nobody.
constexpr Duration kReportInterval = 100ms;

float tone(std::size_t sample) {
  const std::size_t to_an_end = std::min(sample, kToneSamples - std::min(sample, kToneSamples));
  const double fade = std::min(1.0, static_cast<double>(to_an_end) / kFadeSamples);
  const double turns = kToneFrequency * static_cast<double>(sample) / kAudioSampleRate;
  return static_cast<float>(kToneLevel * fade * std::sin(2 * std::numbers::pi * turns));
}

}  // namespace

SoundCheck::SoundCheck(AudioDevice& device, Observer observer)
    : device_(device), observer_(std::move(observer)), recorded_(kRecordedSamples) {}

SoundCheck::~SoundCheck() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  device_.stop();
}

Result<void> SoundCheck::start() {
  if (Result<void> started = device_.start(*this, session_now()); !started) return started;
  thread_ = std::thread([this] { run(); });
  return {};
}

void SoundCheck::begin(Task task) {
  position_.store(0);
  task_.store(task);
}

void SoundCheck::handle_captured(const AudioBlock& captured) noexcept {
  float peak = peak_.load(std::memory_order_relaxed);
  for (const float sample : captured.samples) peak = std::max(peak, std::abs(sample));
  peak_.store(peak, std::memory_order_relaxed);
  if (task_.load() != Task::kRecording) return;
  const std::size_t from = position_.load();
  if (from + kAudioBlockSamples > recorded_.size()) return begin(Task::kPlayback);
  std::ranges::copy(captured.samples, recorded_.begin() + static_cast<std::ptrdiff_t>(from));
  position_.store(from + kAudioBlockSamples);
}

void SoundCheck::fill_playback(AudioBlock& playback, Timestamp) noexcept {
  const Task task = task_.load();
  if (task != Task::kTestSound && task != Task::kPlayback) return;
  const std::size_t from = position_.load();
  const std::size_t end = task == Task::kTestSound ? kToneSamples : kRecordedSamples;
  if (from + kAudioBlockSamples > end) return begin(Task::kMeter);
  for (std::size_t i = 0; i < kAudioBlockSamples; ++i) {
    playback.samples[i] = task == Task::kTestSound ? tone(from + i) : recorded_[from + i];
  }
  position_.store(from + kAudioBlockSamples);
}

void SoundCheck::run() {
  Timestamp next_report = session_now();
  std::unique_lock lock(mutex_);
  while (!stop_) {
    lock.unlock();
    const Timestamp now = session_now();
    device_.poll(now);
    if (now >= next_report) {
      next_report = now + kReportInterval;
      report();
    }
    const Timestamp due = std::min(device_.next_deadline(), next_report);
    lock.lock();
    stopped_.wait_until(lock, std::chrono::steady_clock::time_point(due.time_since_epoch()), [this] { return stop_; });
  }
}

void SoundCheck::report() {
  observer_.level(peak_.exchange(0, std::memory_order_relaxed));
  const Task task = task_.load();
  if (std::exchange(reported_, task) != task) observer_.task(task);
}

}  // namespace counterpoint
