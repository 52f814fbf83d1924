// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of frames and audio, by marks that went the whole way: a call with this host itself, in real time, over a
// path without delay.
//
//   latency_bench [SECONDS [WIDTHxHEIGHT [RATE_KBIT [vp8|vp9 [unprocessed]]]]]
//
// 1. The test card carries a frame number: captured when the camera handed it on, displayed when the window's place got
//    it.
// 2. A beep a second goes with the card's flash. The loudspeaker is a file; the place of a beep in it is when it is
//    heard. A real sound card adds what it buffers itself.
// 3. Echo, noise and level are taken care of as for a microphone, unless `unprocessed`.
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/host/session_host.h"
#include "core/model/audio_format.h"
#include "media/audio/audio_file_input.h"
#include "media/audio/beep.h"
#include "media/capture/marks.h"
#include "net/adapters/session_clock.h"
#include "tests/support/beep_finder.h"
#include "tests/support/measured_call.h"

namespace counterpoint {
namespace {

constexpr double kFrameTarget = 100;  ///< ms, at the 95th percentile.
constexpr double kAudioTarget = 60;   ///< ms, at the 95th percentile.
constexpr double kSkewTarget = 40;    ///< ms either way, at the 95th percentile.

struct Settings {
  Duration duration = 30s;
  Resolution size = {.width = 640, .height = 360};
  std::int64_t kilobits = 1000;
  VideoCodec codec = VideoCodec::kVp8;
  bool processed = true;
};

/// Notes when which marks pass.
class MarkWatcher final : public FrameSink {
 public:
  struct Seen {
    Timestamp at{};        ///< Time at which it passed here.
    Timestamp captured{};  ///< The time in the frame.
    bool flash = false;
  };
  void show(const VideoFrame& frame) override {
    const Timestamp now = session_now();
    const auto number = read_frame_number(*frame.buffer);
    const std::lock_guard lock(mutex_);
    if (number) {
      seen_[*number] = {.at = now, .captured = frame.at, .flash = flash_is_on(*frame.buffer)};
    } else {
      ++unread_;
    }
  }
  [[nodiscard]] std::map<std::uint32_t, Seen> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }
  [[nodiscard]] std::uint64_t unread() const {
    const std::lock_guard lock(mutex_);
    return unread_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::uint32_t, Seen> seen_;
  std::uint64_t unread_ = 0;
};

void print_line(const char* name, double p50, double p95, double p99, std::size_t count) {
  std::printf("%-24s p50 %7.1f  p95 %7.1f  p99 %7.1f ms  (%zu)\n", name, p50, p95, p99, count);
}

void print(const char* name, const Samples& samples) {
  print_line(name, samples.percentile(0.5), samples.percentile(0.95), samples.percentile(0.99), samples.count());
}

void print(const char* name, const LatencyHistogram& histogram) {
  print_line(name, to_milliseconds(histogram.percentile(0.5)), to_milliseconds(histogram.percentile(0.95)),
             to_milliseconds(histogram.percentile(0.99)), histogram.count());
}

/// When each beep was heard, by its second; the loudspeaker's first sample is heard one block after `start`.
std::map<std::int64_t, Timestamp> heard_beeps(const std::vector<float>& audio, Timestamp start) {
  std::map<std::int64_t, Timestamp> heard;
  for (const Duration place : find_beeps(audio)) {
    const Duration since_start = kAudioBlockDuration + place;
    heard.emplace(since_start / kBeepInterval, start + since_start);
  }
  return heard;
}

struct Measured {
  Samples picture;
  Samples audio;
  Samples skew;      ///< Heard less seen.
  Samples distance;  ///< The same without its sign.
};

Measured compare(const MarkWatcher& sent, const MarkWatcher& shown, const std::vector<float>& audio) {
  Measured measured;
  const auto captured = sent.seen();
  const auto displayed = shown.seen();
  if (captured.empty()) return measured;
  for (const auto& [number, seen] : displayed) {
    const auto found = captured.find(number);
    if (found != captured.end()) measured.picture.add(seen.at - found->second.captured);
  }
  const Timestamp start = captured.begin()->second.captured;
  const auto heard = heard_beeps(audio, start);
  for (const auto& [second, at] : heard) measured.audio.add(at - (start + kBeepInterval * second));
  std::int64_t last_second = -1;
  for (const auto& [number, seen] : displayed) {
    const auto found = captured.find(number);
    if (!seen.flash || found == captured.end()) continue;
    const Duration media_time = found->second.captured - start;
    const std::int64_t second = (media_time + 1ms) / kFlashInterval;
    const auto beep = heard.find(second);
    const bool first_of_flash = std::exchange(last_second, second) != second;
    if (!first_of_flash || beep == heard.end()) continue;
    // The flash may come a frame after the beep when a frame was dropped: only its own lateness counts.
    const Duration skew = (beep->second - (start + kBeepInterval * second)) - (seen.at - found->second.captured);
    measured.skew.add(skew);
    measured.distance.add(skew < Duration::zero() ? -skew : skew);
  }
  return measured;
}

void report(const Settings& settings, const Measured& measured, const LatencyReport& parts, const SessionStats& stats,
            std::uint64_t unread) {
  std::printf("%dx%d, %s, %lld kbit/s, %.0f s, sound %s\n", settings.size.width, settings.size.height,
              std::string(to_string(settings.codec)).c_str(), static_cast<long long>(settings.kilobits),
              to_seconds(settings.duration), settings.processed ? "processed" : "as it is");
  print("capture to display", measured.picture);
  print("  capture to encoder", parts.queueing);
  print("  encode", parts.encoding);
  const double pacing = stats.video_out.packets_sent > 0 ? 1000 * stats.video_out.total_packet_send_delay /
                                                               static_cast<double>(stats.video_out.packets_sent)
                                                         : 0;
  std::printf("%-24s mean %.1f ms a packet\n", "  pacer", pacing);
  print("  decode", parts.decoding);
  print("  hold", parts.holding);
  print("  present", parts.presenting);
  print("mouth to ear", measured.audio);
  print("sound less picture", measured.skew);
  const std::uint64_t dropped = stats.video_out.frames_dropped + stats.video_in.frames_dropped;
  std::printf(
      "frames: %llu encoded, %llu decoded, %llu shown, %llu dropped, %llu marks not read; audio underruns %llu, "
      "concealed %.0f ms\n",
      static_cast<unsigned long long>(stats.video_out.frames_encoded),
      static_cast<unsigned long long>(stats.video_in.frames_decoded),
      static_cast<unsigned long long>(stats.video_in.frames_rendered), static_cast<unsigned long long>(dropped),
      static_cast<unsigned long long>(unread), static_cast<unsigned long long>(stats.transport.audio_underruns),
      static_cast<double>(stats.audio_in.concealed_samples) / 48);
}

bool verdict(const char* what, const Samples& samples, double target) {
  const double value = samples.percentile(0.95);
  const bool met = samples.count() > 0 && value <= target;
  std::printf("%s: %.1f ms at the 95th percentile, at most %.0f wanted: %s\n", what, value, target,
              met ? "met" : "missed");
  return met;
}

int measure(const Settings& settings) {
  const auto folder = std::filesystem::temp_directory_path() / ("latency_bench." + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string speaker = folder / "heard.wav";
  MarkWatcher sent;
  MarkWatcher shown;
  CallWaiter waiter;
  CallOptions options{.camera = "test-card", .microphone = "marks", .speaker = speaker, .codec = settings.codec};
  options.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(settings.kilobits), FrameRate::per_second(30),
                                            settings.size);
  options.process_all_audio = settings.processed;
  options.log = folder / "session.log";
  CallStatus status;
  {
    auto host = SessionHost::create({.options = options, .remote_view = &shown, .local_view = &sent}, waiter);
    if (!host) {
      std::fprintf(stderr, "latency_bench: %s\n", host.error().message.text().c_str());
      return 1;
    }
    (*host)->send(CallSelf{});
    (void)waiter.wait(settings.duration);
    (*host)->send(HangUp{});
    status = waiter.wait(5s);
  }
  const auto audio = load_audio_file(speaker);
  const Measured measured = compare(sent, shown, audio ? *audio : std::vector<float>());
  report(settings, measured, status.latencies ? *status.latencies : LatencyReport(), waiter.stats(), shown.unread());
  std::filesystem::remove_all(folder);
  const bool picture = verdict("capture to display", measured.picture, kFrameTarget);
  const bool heard = verdict("mouth to ear", measured.audio, kAudioTarget);
  const bool together = verdict("lip-sync", measured.distance, kSkewTarget);
  return picture && heard && together ? 0 : 1;
}

int run(int argc, char** argv) {
  Settings settings;
  double seconds = 30;
  bool right = argc <= 6;
  if (argc > 1) right = right && std::sscanf(argv[1], "%lf", &seconds) == 1 && seconds >= 2 && seconds <= 3600;
  if (argc > 2) right = right && std::sscanf(argv[2], "%dx%d", &settings.size.width, &settings.size.height) == 2;
  if (argc > 3) right = right && std::sscanf(argv[3], "%ld", &settings.kilobits) == 1 && settings.kilobits >= 40;
  if (argc > 4) settings.codec = std::string(argv[4]) == "vp9" ? VideoCodec::kVp9 : VideoCodec::kVp8;
  if (argc > 5) settings.processed = std::string(argv[5]) != "unprocessed";
  const auto side_fits = [](int side) { return side >= 16 && side <= kMaxPictureSide; };
  if (!right || !side_fits(settings.size.width) || !side_fits(settings.size.height)) {
    std::fprintf(stderr, "usage: latency_bench [SECONDS [WIDTHxHEIGHT [RATE_KBIT [vp8|vp9 [unprocessed]]]]]\n");
    return 2;
  }
  settings.duration = from_seconds(seconds);
  return measure(settings);
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) { return counterpoint::run(argc, argv); }
