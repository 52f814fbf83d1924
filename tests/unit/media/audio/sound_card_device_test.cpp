// SPDX-License-Identifier: GPL-3.0-or-later
// The sound card is a real PulseAudio whose loudspeaker feeds its microphone.
#include "media/audio/devices/sound_card_device.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/rng.h"
#include "media/audio/audio_file_input.h"
#include "media/audio/audio_output.h"
#include "media/audio/beep.h"
#include "media/audio/devices/alsa_cards.h"
#include "media/audio/devices/alsa_stream.h"
#include "media/audio/devices/audio_device_factory.h"
#include "media/audio/devices/block_clock.h"
#include "media/audio/devices/computer_sound.h"
#include "media/audio/devices/pulse_stream.h"
#include "media/audio/devices/sound_cards.h"
#include "media/audio/generated_input.h"
#include "tests/support/beep_finder.h"
#include "tests/support/mute_server.h"
#include "tests/support/timing.h"
#include "tests/unit/media/audio/pulse_session.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

/// Asks again and again, since an audio thread must not wake anyone; false when it takes longer than `patience`.
bool wait_until(const std::function<bool()>& done, Duration patience = 60s) {
  const Timestamp deadline = steady_now() + patience;
  std::mutex mutex;
  std::condition_variable pause;
  std::unique_lock lock(mutex);
  while (!done()) {
    if (steady_now() > deadline) return false;
    pause.wait_for(lock, 5ms);
  }
  return true;
}

/// Plays a tone and keeps what it hears.
class ToneAndTape final : public AudioCallback {
 public:
  explicit ToneAndTape(std::size_t blocks) : blocks_(blocks) {}

  void fill_playback(AudioBlock& playback, Timestamp) noexcept override { tone_.read(playback.samples); }
  void handle_captured(const AudioBlock& captured) noexcept override {
    const std::size_t n = count_.load();
    if (n == blocks_.size()) return;
    blocks_[n] = captured;
    count_ = n + 1;
  }
  /// Waits for the tape to be full while it looks after `device`; false when it takes too long.
  [[nodiscard]] bool wait(AudioDevice& device) {
    return wait_until([&] {
      device.poll(steady_now());
      return count_.load() == blocks_.size();
    });
  }
  [[nodiscard]] std::vector<float> samples() const {
    std::vector<float> all;
    for (const AudioBlock& block : blocks_) all.insert(all.end(), block.samples.begin(), block.samples.end());
    return all;
  }
  [[nodiscard]] bool all_live() const { return std::ranges::all_of(blocks_, &AudioBlock::live); }

 private:
  ToneInput tone_{1000, 0.25};
  std::vector<AudioBlock> blocks_;
  std::atomic<std::size_t> count_ = 0;
};

/// The longest stretch of `samples` that is an unbroken sine, in samples: each is what the two before foretell.
std::size_t longest_unbroken_tone(const std::vector<float>& samples, double frequency = 1000) {
  const double factor = 2 * std::cos(2 * M_PI * frequency / 48000);
  std::size_t longest = 0;
  std::size_t length = 0;
  for (std::size_t i = 2; i < samples.size(); ++i) {
    const bool loud = std::abs(samples[i]) + std::abs(samples[i - 1]) > 0.01;
    const bool foretold = std::abs(factor * samples[i - 1] - samples[i - 2] - samples[i]) < 0.002;
    length = loud && foretold ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return longest;
}

class SoundServer : public testing::Test {
 protected:
  static void SetUpTestSuite() { session = std::make_unique<PulseSession>(); }
  static void TearDownTestSuite() { session.reset(); }
  void SetUp() override { ASSERT_TRUE(session->ready()) << "PulseAudio does not start"; }

  static inline std::unique_ptr<PulseSession> session;
};

TEST_F(SoundServer, IsListedAndFound) {
  EXPECT_TRUE(has_sound_card());
  bool microphone = false;
  bool loudspeaker = false;
  for (const DeviceInfo& device : list_devices()) {
    microphone = microphone || (device.kind == DeviceKind::kMicrophone && device.is_default);
    loudspeaker = loudspeaker || (device.kind == DeviceKind::kLoudspeaker && device.is_default);
  }
  EXPECT_TRUE(microphone && loudspeaker);
}

TEST_F(SoundServer, HearsWhatItPlaysWithoutAGap) {
  auto device = SoundCardDevice::open({}, steady_now);
  ASSERT_TRUE(device.ok()) << device.error().message;
  ToneAndTape callback(400);
  ASSERT_TRUE((*device)->start(callback, steady_now()).ok());
  EXPECT_TRUE(callback.wait(**device));
  (*device)->stop();
  EXPECT_GE((*device)->stats().blocks, 400U);
  EXPECT_TRUE(callback.all_live()) << "a real microphone may hear the loudspeaker";
  EXPECT_GT(longest_unbroken_tone(callback.samples()), judges_timing() ? 48'000U : 480U);
}

/// When the beeps that a callback plays are heard, and when they are captured again, by the times of their blocks.
class BeepLoop final : public AudioCallback {
 public:
  explicit BeepLoop(std::size_t blocks) : captured_(blocks) {}
  void fill_playback(AudioBlock& playback, Timestamp) noexcept override {
    beep_.read(playback.samples);
    // Each hundredth block begins with a beep.
    if (played_++ % 100 == 0 && beeps_ < beep_at_.size()) beep_at_[beeps_++] = playback.at;
  }
  void handle_captured(const AudioBlock& captured) noexcept override {
    const std::size_t n = count_.load();
    if (n == captured_.size()) return;
    captured_[n] = captured;
    count_ = n + 1;
  }
  [[nodiscard]] bool full() const { return count_.load() == captured_.size(); }
  /// From being heard to being captured, of each beep but the first two: a sound system may take that long to settle.
  [[nodiscard]] std::vector<Duration> delays() const {
    std::vector<float> samples;
    for (const AudioBlock& block : captured_) samples.insert(samples.end(), block.samples.begin(), block.samples.end());
    std::vector<Duration> found;
    for (const Duration position : find_beeps(samples)) {
      const auto block = static_cast<std::size_t>(position / kAudioBlockDuration);
      const Timestamp captured_at = captured_[block].at + position % kAudioBlockDuration;
      // The nearest beep in time counts.
      for (std::size_t i = 2; i < beeps_; ++i) {
        if (std::chrono::abs(captured_at - beep_at_[i]) < 500ms) found.push_back(captured_at - beep_at_[i]);
      }
    }
    return found;
  }

 private:
  BeepInput beep_;
  std::vector<AudioBlock> captured_;
  std::array<Timestamp, 20> beep_at_;
  std::size_t beeps_ = 0;
  std::size_t played_ = 0;
  std::atomic<std::size_t> count_ = 0;
};

TEST_F(SoundServer, KnowsWhenAudioIsCapturedAndHeard) {
  auto device = SoundCardDevice::open({}, steady_now);
  ASSERT_TRUE(device.ok()) << device.error().message;
  BeepLoop callback(550);
  ASSERT_TRUE((*device)->start(callback, steady_now()).ok());
  EXPECT_TRUE(wait_until([&] { return callback.full(); }));
  (*device)->stop();
  const auto delays = callback.delays();
  EXPECT_GE(delays.size(), judges_timing() ? 2U : 0U);
  // The loop itself takes no time, so both clocks must say the same, as well as lips and audio need it.
  for (const Duration delay : delays) EXPECT_LE(std::abs(to_milliseconds(delay)), time_limit(60));
}

TEST_F(SoundServer, NeverCallsBackOnceStoppedAndStartsAgain) {
  auto device = SoundCardDevice::open({}, steady_now);
  ASSERT_TRUE(device.ok()) << device.error().message;
  for (int round = 0; round < 3; ++round) {
    ToneAndTape callback(20);
    ASSERT_TRUE((*device)->start(callback, steady_now()).ok());
    EXPECT_TRUE(callback.wait(**device));
    (*device)->stop();
    const auto blocks = (*device)->stats().blocks;
    EXPECT_FALSE(wait_until([&] { return (*device)->stats().blocks != blocks; }, 200ms));
  }
}

TEST_F(SoundServer, PairsARealMicrophoneWithAFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "played.wav";
  auto device = open_audio_device({.microphone = "default", .speaker = path}, steady_now);
  ASSERT_TRUE(device.ok()) << device.error().message;
  ToneAndTape callback(100);
  ASSERT_TRUE((*device)->start(callback, steady_now()).ok());
  EXPECT_NE((*device)->next_deadline(), kNever);
  EXPECT_TRUE(callback.wait(**device));
  (*device)->stop();
  EXPECT_EQ((*device)->next_deadline(), kNever);
  (*device).get()->poll(steady_now());
  device.value().reset();
  const auto written = load_audio_file(path);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_GE(written->size(), 100 * kAudioBlockSamples);
  EXPECT_GE(longest_unbroken_tone(*load_audio_file(path)), 100 * kAudioBlockSamples - 10);
}

TEST_F(SoundServer, PairsAGeneratedMicrophoneWithARealLoudspeaker) {
  auto device = open_audio_device({.microphone = "tone:1000", .speaker = "default"}, steady_now);
  ASSERT_TRUE(device.ok()) << device.error().message;
  ToneAndTape callback(100);
  ASSERT_TRUE((*device)->start(callback, steady_now()).ok());
  EXPECT_TRUE(callback.wait(**device));
  (*device)->stop();
  EXPECT_GE(longest_unbroken_tone(callback.samples()), 100 * kAudioBlockSamples - 10);
}

TEST_F(SoundServer, NamesTheDevicesThereAreWhenAskedForAnother) {
  const auto device = open_audio_device({.microphone = "no such microphone", .speaker = "default"}, steady_now);
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(device.error().message.text(), HasSubstr("\"no such microphone\""));
  EXPECT_THAT(device.error().message.text(), HasSubstr("\"Monitor of Null Output\""));
}

TEST_F(SoundServer, IsFoundByAPartOfItsNameOrId) {
  for (const char* name : {"Monitor of Null Output", "of NULL out", "call.monitor", "L.mon"}) {
    std::string found;
    EXPECT_TRUE(open_sound_stream(
        name, AudioDirection::kCapture, 20ms, [](auto&, Duration) {}, found))
        << name;
    EXPECT_EQ(found, "Monitor of Null Output") << name;
  }
}

/// Plays a tone by ALSA, whose default device is the sound server, and listens to it by ALSA.
TEST_F(SoundServer, IsHeardByAlsaWithoutAGap) {
  ToneInput tone(1000, 0.25);
  std::vector<float> heard;
  heard.reserve(300 * kAudioBlockSamples);
  std::atomic<bool> full = false;
  AlsaStream loudspeaker("default", AudioDirection::kPlayback, 20ms,
                         [&](AudioBlock& block, Duration) { tone.read(block.samples); });
  AlsaStream microphone("default", AudioDirection::kCapture, 20ms, [&](AudioBlock& block, Duration) {
    if (!full) heard.insert(heard.end(), block.samples.begin(), block.samples.end());
    full = heard.size() + kAudioBlockSamples > heard.capacity();
  });
  for (int round = 0; round < 2; ++round) {
    heard.clear();
    full = false;
    loudspeaker.start();
    microphone.start();
    EXPECT_TRUE(wait_until([&] { return full.load(); }));
    EXPECT_FALSE(loudspeaker.ended() || microphone.ended());
    loudspeaker.stop();
    microphone.stop();
    EXPECT_GT(longest_unbroken_tone(heard), judges_timing() ? 48'000U : 480U);
  }
}

/// The level by which the left channel of the sink "call" is louder than the right one during a tenth of a second of
/// sound, in dB.
double louder_on_the_left() {
  FILE* const pipe = ::popen(
      "exec parec --raw --format=float32le --rate=48000 --channels=2 --latency-msec=20 --device=call.monitor", "r");
  if (pipe == nullptr) return 0;
  std::array<float, 2> frame{};
  std::array<double, 2> energy{1e-12, 1e-12};
  int loud = 0;
  while (loud < kAudioSampleRate / 10 && std::fread(frame.data(), sizeof(float), 2, pipe) == 2) {
    for (std::size_t i = 0; i < 2; ++i) energy[i] += std::pow(frame[i], 2);
    if (std::abs(frame[0]) + std::abs(frame[1]) > 0.05F) ++loud;
  }
  ::pclose(pipe);
  return 10 * std::log10(energy[0] / energy[1]);
}

TEST_F(SoundServer, HasTwoLoudspeakers) {
  ToneInput tone(1000, 0.25);
  std::atomic<float> side = 1;
  const SoundStream::Handler play = [&](AudioBlock& block, Duration) {
    tone.read(block.samples);
    for (std::size_t i = 0; i < block.side.size(); ++i) block.side[i] = side * block.samples[i];
  };
  PulseStream by_pulse("", AudioDirection::kPlayback, 20ms, play);
  AlsaStream by_alsa("default", AudioDirection::kPlayback, 20ms, play);
  for (SoundStream* stream : std::initializer_list<SoundStream*>{&by_pulse, &by_alsa}) {
    for (const float to : {1.0F, -1.0F}) {
      side = to;
      stream->start();
      EXPECT_GT(to * louder_on_the_left(), 30);
      stream->stop();
    }
  }
}

/// Listens to what other programs play until it has heard enough.
class ComputerListener {
 public:
  /// A tone of that many Hz for half a block.
  [[nodiscard]] bool hears(double frequency) {
    return wait_until([&] { return longest_unbroken_tone(next(), frequency) > kAudioBlockSamples / 2; });
  }
  /// The same on the left, and nothing on the right.
  [[nodiscard]] bool hears_on_the_left_alone(double frequency) {
    return wait_until([&] {
      const AudioBlock block = next_block();
      std::vector<float> left;
      for (std::size_t i = 0; i < block.samples.size(); ++i) left.push_back(block.samples[i] + block.side[i]);
      return block.samples == block.side && longest_unbroken_tone(left, frequency) > kAudioBlockSamples / 2;
    });
  }
  /// No sound at all in 20 blocks.
  [[nodiscard]] bool hears_nothing() {
    int quiet = 0;
    return wait_until([&] {
      const auto block = next();
      quiet = std::ranges::all_of(block, [](float sample) { return sample == 0; }) ? quiet + 1 : 0;
      return quiet == 20;
    });
  }

 private:
  std::vector<float> next() {
    const AudioBlock block = next_block();
    return {block.samples.begin(), block.samples.end()};
  }
  AudioBlock next_block() {
    AudioBlock block;
    sound_.read(block);
    return block;
  }

  ComputerSound sound_;
};

void pactl(const std::string& arguments) {
  ASSERT_EQ(std::system(("pactl " + arguments + " >/dev/null").c_str()), 0) << arguments;
}

/// Another program that plays a tone of 440 Hz into the sink "call", until it is gone: in the middle, or on the left
/// alone.
class OtherProgram {
 public:
  explicit OtherProgram(bool on_the_left = false)
      : channels_(on_the_left ? 2 : 1),
        pipe_(::popen(("exec pacat --playback --raw --format=float32le --rate=48000 --latency-msec=50 --device=call "
                       "--client-name=other --channels=" +
                       std::to_string(channels_))
                          .c_str(),
                      "w")) {}
  ~OtherProgram() {
    ends_ = true;
    feeder_.join();
    if (pipe_ != nullptr) ::pclose(pipe_);
  }
  OtherProgram(const OtherProgram&) = delete;
  OtherProgram& operator=(const OtherProgram&) = delete;

 private:
  void feed() {
    ToneInput tone(440, 0.25);
    std::vector<float> left(kAudioBlockSamples);
    std::vector<float> block(channels_ * kAudioBlockSamples);
    while (!ends_ && pipe_ != nullptr) {
      tone.read(left);
      for (std::size_t i = 0; i < left.size(); ++i) block[channels_ * i] = left[i];
      if (std::fwrite(block.data(), sizeof(float), block.size(), pipe_) < block.size()) return;
    }
  }

  const std::size_t channels_;
  FILE* const pipe_;
  std::atomic<bool> ends_ = false;
  std::thread feeder_{[this] { feed(); }};
};

/// This program plays a tone of 1000 Hz.
class OwnTone {
 public:
  explicit OwnTone(const std::string& speaker) {
    auto opened = open_audio_device({.microphone = "none", .speaker = speaker}, steady_now);
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    if (!opened) return;
    device_ = std::move(*opened);
    EXPECT_TRUE(device_->start(tone_, steady_now()).ok());
    EXPECT_TRUE(tone_.wait(*device_));
  }
  ~OwnTone() {
    if (device_) device_->stop();
  }

 private:
  ToneAndTape tone_{1};
  std::unique_ptr<AudioDevice> device_;
};

/// While this program plays all the time, it hears another one as long as that plays, and silence then.
void expect_other_program_alone(ComputerListener& computer, const std::function<void()>& disturb) {
  {
    const OtherProgram other;
    EXPECT_TRUE(computer.hears(440));
    disturb();
    // More often than what was on its way before.
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(computer.hears(440));
  }
  EXPECT_TRUE(computer.hears_nothing());
}

TEST_F(SoundServer, GivesWhatOtherProgramsPlayAndNotWhatThisOneDoes) {
  const OwnTone own("default");
  ComputerListener computer;
  pactl("load-module module-null-sink sink_name=other rate=44100 channels=2 norewinds=1");
  expect_other_program_alone(computer, [] {
    pactl(
        "move-sink-input \"$(LC_ALL=C pactl list sink-inputs | awk '/^Sink Input/ {n = substr($3, 2)} "
        "/application.name = \"other\"/ {print n}')\" other");
  });
  pactl("unload-module \"$(pactl list short modules | grep sink_name=other | cut -f 1)\"");
}

TEST_F(SoundServer, GivesWhatOtherProgramsPlayInStereo) {
  ComputerListener computer;
  const OtherProgram other(true);
  EXPECT_TRUE(computer.hears_on_the_left_alone(440));
}

TEST_F(SoundServer, GivesNotWhatThisProgramPlaysThroughAFilter) {
  pactl("load-module module-remap-sink sink_name=filter master=call");
  {
    const OwnTone own("filter");
    ComputerListener computer;
    expect_other_program_alone(computer, [] {});
  }
  pactl("unload-module module-remap-sink");
}

/// The default of a server without a microphone.
TEST_F(SoundServer, TakesNoMonitorForTheMicrophone) {
  const auto module = "\"$(pactl list short modules | grep source_name=call_microphone | cut -f 1)\"";
  pactl(std::string("unload-module ") + module);
  EXPECT_FALSE(has_sound_card());
  EXPECT_FALSE(open_audio_device({.microphone = "default", .speaker = "none"}, steady_now).ok());
  EXPECT_TRUE(open_audio_device({.microphone = "call.monitor", .speaker = "none"}, steady_now).ok());
  pactl("load-module module-remap-source source_name=call_microphone master=call.monitor");
  EXPECT_TRUE(has_sound_card());
}

/// The server moves it so when the last microphone is unplugged.
TEST_F(SoundServer, AMicrophoneThatIsMovedToAMonitorIsLost) {
  auto device = SoundCardDevice::open({.output = std::make_unique<NullOutput>()}, steady_now);
  ASSERT_TRUE(device.ok()) << device.error().message;
  ToneAndTape callback(20);
  ASSERT_TRUE((*device)->start(callback, steady_now()).ok());
  EXPECT_TRUE(callback.wait(**device));
  EXPECT_FALSE((*device)->lost());
  pactl("move-source-output \"$(pactl list short source-outputs | grep protocol-native | cut -f 1)\" call.monitor");
  EXPECT_TRUE(wait_until([&] { return (*device)->lost(); }));
  (*device)->stop();
}

TEST(ComputerSound, EndsWithoutAServer) {
  const std::string before = std::getenv("PULSE_SERVER") != nullptr ? std::getenv("PULSE_SERVER") : "";
  setenv("PULSE_SERVER", "unix:/nowhere", 1);
  const ComputerSound sound;
  EXPECT_TRUE(wait_until([&] { return sound.ended(); }));
  setenv("PULSE_SERVER", before.c_str(), 1);
}

/// Only this test needs ALSA's default device to hang.
TEST_F(SoundServer, AlsaThreadsThatHangDoNotAddUp) {
  AlsaStream stream("default", AudioDirection::kCapture, 20ms, [](auto&, Duration) {});
  {
    const MuteServer mute;
    for (int i = 0; i < 4; ++i) {
      stream.start();
      EXPECT_FALSE(wait_until([&] { return stream.ended(); }, 100ms)) << "it waits for the server";
      stream.stop();
    }
    stream.start();
    EXPECT_TRUE(stream.ended());
    stream.stop();
  }
  std::atomic<bool> heard = false;
  AlsaStream later("default", AudioDirection::kCapture, 20ms, [&](auto&, Duration) { heard = true; });
  EXPECT_TRUE(wait_until([&] {
    later.start();
    return wait_until([&] { return heard || later.ended(); }) && heard;
  })) << "those that hung have ended with their server";
  later.stop();
}

TEST_F(SoundServer, LooksForAlsaCardsAtOnceAllSucceed) {
  std::array<bool, 8> found{};
  std::vector<std::jthread> threads;
  for (bool& one : found) threads.emplace_back([&one] { one = list_alsa_cards().ok(); });
  threads.clear();
  EXPECT_THAT(found, testing::Each(true));
}

TEST_F(SoundServer, IsNotTakenForNoServerOnceItHasAnswered) {
  ASSERT_TRUE(find_sound_cards().ok());
  const std::string before = std::getenv("PULSE_SERVER");
  setenv("PULSE_SERVER", "unix:/nowhere", 1);
  EXPECT_FALSE(find_sound_cards().ok());
  setenv("PULSE_SERVER", before.c_str(), 1);
}

TEST(SoundCards, AServerThatTakesNoConnectionsIsNotTakenForNone) {
  MuteServer server(0);
  server.fill_backlog();
  const auto cards = find_sound_cards();
  ASSERT_FALSE(cards.ok());
  EXPECT_THAT(cards.error().message.text(), HasSubstr("does not answer"));
}

TEST_F(SoundServer, AnAlsaDeviceThatIsNotThereEnds) {
  AlsaStream stream("no such device", AudioDirection::kCapture, 20ms, [](auto&, Duration) {});
  stream.start();
  EXPECT_TRUE(wait_until([&] { return stream.ended(); }));
  stream.stop();
}

TEST(BlockClock, SmoothsJitterAndFollowsDrift) {
  BlockClock clock;
  Rng rng(1);
  Duration worst{};
  for (int i = 0; i < 3000; ++i) {
    const Timestamp real = Timestamp(1h) + i * (kAudioBlockDuration + 1us);  // 100 ppm slow.
    const Timestamp told = clock.next(real + from_seconds(0.005 * rng.uniform()));
    if (i > 300) worst = std::max(worst, std::chrono::abs(told - real - 2500us));
  }
  EXPECT_LT(worst, 1ms);
}

TEST(BlockClock, StartsAnewWhenAudioWasLost) {
  BlockClock clock;
  EXPECT_EQ(clock.next(Timestamp(1s)), Timestamp(1s));
  EXPECT_EQ(clock.next(Timestamp(1010ms)), Timestamp(1010ms));
  EXPECT_EQ(clock.next(Timestamp(1500ms)), Timestamp(1500ms));
  EXPECT_EQ(clock.next(Timestamp(1510ms)), Timestamp(1510ms));
}

}  // namespace
}  // namespace counterpoint
