// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/sound_card_device.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "core/base/queue/spsc_ring.h"
#include "media/audio/devices/block_clock.h"
#include "media/audio/devices/sound_cards.h"

namespace counterpoint {
namespace {

constexpr Duration kPollInterval = 50ms;       // Interval of writes to `output`.
constexpr std::size_t kUnwrittenBlocks = 200;  // 2 s: what poll() may be late.
constexpr Duration kLongestPause = 3s;  // A headset without wires takes as long to begin, a server that hangs for ever.

class Card final : public SoundCardDevice {
 public:
  Card(SoundCardConfig config, std::function<Timestamp()> clock)
      : config_(std::move(config)), clock_(std::move(clock)), unwritten_(config_.output ? kUnwrittenBlocks : 1) {}

  Result<void> open();

  [[nodiscard]] Result<void> start(AudioCallback& callback, Timestamp now) override;
  void stop() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return next_poll_; }
  [[nodiscard]] Message description() const override;
  [[nodiscard]] AudioDeviceStats stats() const override;
  [[nodiscard]] bool lost() const override;
  [[nodiscard]] bool sounding() const override;

 private:
  /// A stream, and when its last block was.
  struct Side {
    [[nodiscard]] bool lost(Timestamp now) const;
    void note_block(Timestamp now) {
      last_block = now;
      sounding = true;
    }

    std::string name;
    std::atomic<Timestamp> last_block{};  ///< At first it is the time of start().
    std::atomic<bool> sounding = false;
    bool started = false;
    std::unique_ptr<SoundStream> stream;  ///< Null if it is no hardware.
  };

  [[nodiscard]] Result<void> open_side(Side& side, const std::string& name, AudioDirection direction,
                                       SoundStream::Handler handler);
  void capture(AudioBlock& captured, Duration age);
  void play(AudioBlock& playback, Duration lead);
  void drain();

  SoundCardConfig config_;
  std::function<Timestamp()> clock_;
  AudioCallback* callback_ = nullptr;
  Timestamp next_poll_ = kNever;

  // Each used by one real-time thread alone while the streams run: that of the microphone, and that of the loudspeaker.
  // A side that is no hardware goes along with the other one.
  BlockClock capture_clock_;
  BlockClock playback_clock_;

  SpscRing<AudioBlock> unwritten_;  ///< The real-time thread leaves them to poll().
  std::atomic<std::uint64_t> blocks_ = 0;
  std::atomic<std::uint64_t> unwritten_lost_ = 0;

  // The last ones, so that no thread of theirs outlives what it uses.
  Side microphone_;
  Side loudspeaker_;
};

Result<void> Card::open() {
  if (!config_.input) {
    const auto opened = open_side(microphone_, config_.microphone, AudioDirection::kCapture,
                                  [this](AudioBlock& captured, Duration age) { capture(captured, age); });
    if (!opened) return opened;
  }
  if (config_.output) return {};
  return open_side(loudspeaker_, config_.speaker, AudioDirection::kPlayback,
                   [this](AudioBlock& playback, Duration lead) { play(playback, lead); });
}

Result<void> Card::open_side(Side& side, const std::string& name, AudioDirection direction,
                             SoundStream::Handler handler) {
  auto stream = open_sound_stream(name, direction, config_.latency, std::move(handler), side.name);
  if (!stream) return stream.error();
  side.stream = std::move(*stream);
  return {};
}

Result<void> Card::start(AudioCallback& callback, Timestamp now) {
  callback_ = &callback;
  capture_clock_ = BlockClock();
  playback_clock_ = BlockClock();
  for (Side* side : {&loudspeaker_, &microphone_}) {
    if (!side->stream) continue;
    side->last_block = clock_();
    side->sounding = false;
    side->started = true;
    side->stream->start();
  }
  next_poll_ = now + kPollInterval;
  return {};
}

void Card::stop() {
  for (Side* side : {&microphone_, &loudspeaker_}) {
    if (side->stream) side->stream->stop();
    side->started = false;
  }
  drain();
  next_poll_ = kNever;
}

void Card::poll(Timestamp now) {
  if (next_poll_ > now) return;
  next_poll_ = now + kPollInterval;
  drain();
}

Message Card::description() const {
  return message("microphone: %1, loudspeaker: %2",
                 config_.input ? config_.input->description() : Message::verbatim(microphone_.name),
                 config_.output ? config_.output->description() : Message::verbatim(loudspeaker_.name));
}

AudioDeviceStats Card::stats() const {
  const auto breaks = [](const Side& side) { return side.stream ? side.stream->breaks() : 0; };
  return {.blocks = blocks_,
          .capture_overflows = breaks(microphone_),
          .playback_underflows = breaks(loudspeaker_),
          .unwritten_blocks = unwritten_lost_};
}

bool Card::Side::lost(Timestamp now) const {
  if (!started) return false;
  return stream->ended() || now - last_block.load() > kLongestPause;
}

bool Card::lost() const {
  const Timestamp now = clock_();
  return microphone_.lost(now) || loudspeaker_.lost(now);
}

bool Card::sounding() const {
  return std::ranges::all_of(std::array{&microphone_, &loudspeaker_},
                             [](const Side* side) { return !side->stream || side->sounding; });
}

void Card::capture(AudioBlock& captured, Duration age) {
  const Timestamp now = clock_();
  microphone_.note_block(now);
  captured.at = capture_clock_.next(now - age);
  captured.live = true;
  callback_->handle_captured(captured);
  blocks_.fetch_add(1, std::memory_order_relaxed);
  if (!config_.output) return;
  AudioBlock playback{.at = playback_clock_.next(now)};
  callback_->fill_playback(playback, now);
  if (!unwritten_.push(playback)) unwritten_lost_.fetch_add(1, std::memory_order_relaxed);
}

void Card::play(AudioBlock& playback, Duration lead) {
  const Timestamp now = clock_();
  loudspeaker_.note_block(now);
  if (config_.input) {
    AudioBlock captured{.at = capture_clock_.next(now - kAudioBlockDuration)};
    config_.input->read(captured.samples);
    callback_->handle_captured(captured);
    blocks_.fetch_add(1, std::memory_order_relaxed);
  }
  playback.at = playback_clock_.next(now + lead);
  playback.live = true;
  callback_->fill_playback(playback, now);
}

void Card::drain() {
  AudioBlock block;
  while (unwritten_.pop(block)) {
    if (config_.output) config_.output->write(block);
  }
}

}  // namespace

Result<std::unique_ptr<SoundCardDevice>> SoundCardDevice::open(SoundCardConfig config,
                                                               std::function<Timestamp()> clock) {
  if (config.input && config.output) {
    return Error{ErrorKind::kInvalidArgument, "No side of this sound device is hardware; use a clocked device instead"};
  }
  auto device = std::make_unique<Card>(std::move(config), std::move(clock));
  if (const auto opened = device->open(); !opened) return opened.error();
  return std::unique_ptr<SoundCardDevice>(std::move(device));
}

}  // namespace counterpoint
