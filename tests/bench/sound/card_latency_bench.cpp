// SPDX-License-Identifier: GPL-3.0-or-later
// From mouth to ear by sound cards, in a call with this host itself over a path without delay. Run by card_latency,
// which makes two virtual loudspeakers, "mouth" and "ear".
//
//   card_latency_bench [SECONDS [unprocessed]]
//
// A beep a second is played into the mouth, whose monitor is the microphone of the call; what the call plays goes to
// the ear, whose monitor is listened to. When a beep sounds and when it is heard is what the sound server says of these
// two streams, so that the delay has all that the call's own two streams take in the server.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "app/host/session_host.h"
#include "media/audio/beep.h"
#include "media/audio/devices/sound_card_device.h"
#include "net/adapters/session_clock.h"
#include "tests/support/beep_finder.h"
#include "tests/support/measured_call.h"

namespace counterpoint {
namespace {

constexpr Duration kSettling = 3s;  ///< Virtual loudspeakers begin with a pause.

/// Speaks into the mouth and listens to the ear.
class Head final : public AudioCallback {
 public:
  explicit Head(Duration longest) {
    const auto blocks = static_cast<std::size_t>(longest / kAudioBlockDuration);
    spoken_.reserve(blocks);
    heard_at_.reserve(blocks);
    heard_.reserve(blocks * kAudioBlockSamples);
  }
  void handle_captured(const AudioBlock& captured) noexcept override {
    if (heard_at_.size() == heard_at_.capacity()) return;
    heard_at_.push_back(captured.at);
    heard_.insert(heard_.end(), captured.samples.begin(), captured.samples.end());
    heard_blocks_ = heard_at_.size();
    heard_blocks_.notify_one();
  }
  void fill_playback(AudioBlock& playback, Timestamp) noexcept override {
    beeps_.read(playback.samples);
    const bool begins = played_blocks_++ % (kBeepInterval / kAudioBlockDuration) == 0;
    if (begins && spoken_.size() < spoken_.capacity()) spoken_.push_back(playback.at);
  }
  /// Returns when so much was heard.
  void wait_for(Duration audio) const {
    for (std::size_t blocks = 0; blocks * kAudioBlockDuration < audio; blocks = heard_blocks_) {
      heard_blocks_.wait(blocks);
    }
  }

  /// Those of the beeps that were heard at all, in order. The device has stopped.
  [[nodiscard]] std::vector<Duration> delays() const {
    std::vector<Timestamp> heard;
    for (const Duration place : find_beeps(heard_)) {
      heard.push_back(heard_at_[static_cast<std::size_t>(place / kAudioBlockDuration)] + place % kAudioBlockDuration);
    }
    std::vector<Duration> delays;
    for (const Timestamp spoken : spoken_) {
      const auto next = std::ranges::lower_bound(heard, spoken);
      if (next != heard.end() && *next - spoken < kBeepInterval) delays.push_back(*next - spoken);
    }
    return delays;
  }

 private:
  BeepInput beeps_;
  std::int64_t played_blocks_ = 0;
  std::vector<Timestamp> spoken_;
  std::vector<Timestamp> heard_at_;
  std::vector<float> heard_;
  std::atomic<std::size_t> heard_blocks_ = 0;
};

int fail(const Error& error) {
  std::fprintf(stderr, "card_latency_bench: %s\n", error.message.text().c_str());
  return 1;
}

int measure(Duration duration, bool processed) {
  auto device = SoundCardDevice::open(
      {.microphone = "ear.monitor", .speaker = "mouth", .input = nullptr, .output = nullptr}, session_now);
  if (!device) return fail(device.error());
  Head head(2 * (duration + kSettling));
  if (const auto started = (*device)->start(head, session_now()); !started) return fail(started.error());
  head.wait_for(kSettling);
  CallWaiter waiter;
  CallOptions options{.camera = "test-card", .microphone = "mouth.monitor", .speaker = "ear"};
  options.log_folder = std::filesystem::temp_directory_path();
  if (!processed) options.voice = {.cancel_echo = false, .suppress_noise = false, .control_gain = false};
  {
    auto host = SessionHost::create({.options = options}, waiter);
    if (!host) return fail(host.error());
    (*host)->send(CallSelf{});
    (void)waiter.wait(duration);
    (*host)->send(HangUp{});
    (void)waiter.wait(5s);
  }
  (*device)->stop();
  Samples delays;
  for (const Duration delay : head.delays()) {
    std::printf("%.0f ", to_milliseconds(delay));
    delays.add(delay);
  }
  const SessionStats stats = waiter.stats();
  std::printf("\nmouth to ear p50 %.1f, p95 %.1f, at most %.1f ms (%zu beeps, %s); underruns %llu, concealed %.0f ms\n",
              delays.percentile(0.5), delays.percentile(0.95), delays.percentile(1), delays.count(),
              processed ? "processed" : "as it is", static_cast<unsigned long long>(stats.transport.audio_underruns),
              static_cast<double>(stats.audio_in.concealed_samples) / 48);
  return delays.count() == 0 ? 1 : 0;
}

int run(int argc, char** argv) {
  double seconds = 30;
  bool right = argc <= 3;
  if (argc > 1) right = right && std::sscanf(argv[1], "%lf", &seconds) == 1 && seconds >= 2 && seconds <= 3600;
  if (argc > 2) right = right && std::string(argv[2]) == "unprocessed";
  if (!right) {
    std::fprintf(stderr, "usage: card_latency_bench [SECONDS [unprocessed]]\n");
    return 2;
  }
  return measure(from_seconds(seconds), argc < 3);
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) { return counterpoint::run(argc, argv); }
