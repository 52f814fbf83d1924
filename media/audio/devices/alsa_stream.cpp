// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/alsa_stream.h"

#include <alsa/asoundlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/model/stereo.h"
#include "media/audio/devices/alsa_cards.h"

namespace counterpoint {
namespace {

constexpr int kWait = 100;          // Milliseconds for which the device may be silent before stop() is looked for.
constexpr int kMostAbandoned = 4;   // Threads that hang, of all streams; a stream that would add one ends at once.
constexpr int kMostFruitless = 50;  // Errors and needless wake-ups in a row, after which the stream is given up.

std::atomic<int> abandoned_runs = 0;

struct PcmDeleter {
  void operator()(snd_pcm_t* pcm) const { snd_pcm_close(pcm); }
};
using Pcm = std::unique_ptr<snd_pcm_t, PcmDeleter>;

}  // namespace

struct AlsaStream::Run {
  Run(std::string device_name, AudioDirection device_direction, Duration buffer_time, Handler block_handler)
      : device(std::move(device_name)),
        capture(device_direction == AudioDirection::kCapture),
        channels(capture ? 1 : 2),
        buffer(buffer_time),
        handler(std::move(block_handler)) {}

  void run();
  [[nodiscard]] Pcm open() const;
  void move_blocks(snd_pcm_t& pcm);
  [[nodiscard]] bool call_back(Duration distance);
  [[nodiscard]] static Duration delay(snd_pcm_t& pcm);

  const std::string device;
  const bool capture;
  const unsigned channels;
  const Duration buffer;
  std::mutex mutex;  ///< It is held while the handler runs, so that stop() waits for that.
  std::condition_variable done;
  Handler handler;  ///< Empty once stopped.
  bool finished = false;
  bool abandoned = false;  ///< It is counted until it ends after all.
  std::atomic<bool> ended = false;
  std::atomic<std::uint64_t> breaks = 0;
  AudioBlock block;
  std::vector<float> interleaved = std::vector<float>(channels * kAudioBlockSamples);  ///< The device's samples.
};

AlsaStream::AlsaStream(std::string device, AudioDirection direction, Duration latency, Handler handler)
    : device_(std::move(device)), direction_(direction), latency_(latency), handler_(std::move(handler)) {}

AlsaStream::~AlsaStream() { stop(); }

void AlsaStream::start() {
  stop();
  run_ = std::make_shared<Run>(device_, direction_, 2 * latency_, handler_);
  if (abandoned_runs >= kMostAbandoned) {
    run_->ended = run_->finished = true;
    return;
  }
  try {
    std::thread([run = run_] { run->run(); }).detach();
  } catch (const std::system_error&) {
    run_->ended = run_->finished = true;
  }
}

void AlsaStream::stop() {
  if (!run_) return;
  std::unique_lock lock(run_->mutex);
  run_->handler = nullptr;
  // Many cards can be open only once, so that whoever opens this one next should find it closed.
  if (!run_->done.wait_for(lock, std::chrono::seconds(1), [this] { return run_->finished; })) {
    run_->abandoned = true;
    ++abandoned_runs;
  }
  lock.unlock();
  breaks_before_ += run_->breaks;
  run_.reset();
}

bool AlsaStream::ended() const { return run_ && run_->ended; }

std::uint64_t AlsaStream::breaks() const { return breaks_before_ + (run_ ? run_->breaks.load() : 0); }

void AlsaStream::Run::run() {
  silence_alsa();
  if (const Pcm pcm = open()) move_blocks(*pcm);
  ended = true;
  const std::lock_guard lock(mutex);
  finished = true;
  if (abandoned) --abandoned_runs;
  done.notify_all();
}

Pcm AlsaStream::Run::open() const {
  snd_pcm_t* opened = nullptr;
  const snd_pcm_stream_t direction = capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK;
  if (snd_pcm_open(&opened, device.c_str(), direction, SND_PCM_NONBLOCK) < 0) return nullptr;
  Pcm pcm(opened);
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(buffer).count();
  constexpr int kResample = 1;
  if (snd_pcm_set_params(opened, SND_PCM_FORMAT_FLOAT, SND_PCM_ACCESS_RW_INTERLEAVED, channels, kAudioSampleRate,
                         kResample, static_cast<unsigned>(microseconds)) < 0) {
    return nullptr;
  }
  if (capture && snd_pcm_start(opened) < 0) return nullptr;
  return pcm;
}

/// Returns once stopped, or when the device gives no more.
void AlsaStream::Run::move_blocks(snd_pcm_t& pcm) {
  std::size_t moved = capture ? 0 : kAudioBlockSamples;  // These samples of the block are.
  for (int fruitless = 0; fruitless < kMostFruitless;) {
    const std::size_t left = kAudioBlockSamples - moved;
    snd_pcm_sframes_t count = 0;
    if (!capture && left == 0) {
      if (!call_back(delay(pcm))) return;
      moved = 0;
      continue;
    }
    float* const place = interleaved.data() + channels * moved;
    count = capture ? snd_pcm_readi(&pcm, place, left) : snd_pcm_writei(&pcm, place, left);
    if (count > 0) {
      fruitless = 0;
      moved += static_cast<std::size_t>(count);
      if (!capture || moved < kAudioBlockSamples) continue;
      moved = 0;
      if (!call_back(delay(pcm) + kAudioBlockDuration)) return;
      continue;
    }
    int problem = static_cast<int>(count);
    if (problem == -EAGAIN || problem == 0) {
      const int woken = snd_pcm_wait(&pcm, kWait);
      {
        const std::lock_guard lock(mutex);
        if (!handler) return;
      }
      if (woken == 0) continue;
      problem = woken < 0 ? woken : 0;
    }
    ++fruitless;
    if (problem == 0) continue;
    breaks.fetch_add(1, std::memory_order_relaxed);
    if (snd_pcm_recover(&pcm, problem, 1) < 0 || (capture && snd_pcm_start(&pcm) < 0)) return;
  }
}

/// False once stopped.
bool AlsaStream::Run::call_back(Duration distance) {
  const std::lock_guard lock(mutex);
  if (!handler) return false;
  block = {};
  if (capture) std::ranges::copy(interleaved, block.samples.begin());
  handler(block, std::max(distance, Duration{}));
  if (!capture) join_channels(block.samples, block.side, interleaved);
  return true;
}

/// The distance of the device from the sample that is read or written next; zero if it does not know.
Duration AlsaStream::Run::delay(snd_pcm_t& pcm) {
  snd_pcm_sframes_t frames = 0;
  if (snd_pcm_delay(&pcm, &frames) < 0 || frames < 0) return {};
  return audio_duration(static_cast<std::size_t>(frames));
}

}  // namespace counterpoint
