// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/alsa_cards.h"

#include <alsa/asoundlib.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace counterpoint {
namespace {

void ignore(const char*, int, const char*, int, const char*, ...) {}

struct CtlDeleter {
  void operator()(snd_ctl_t* ctl) const { snd_ctl_close(ctl); }
};

/// The devices of card `number` in one direction.
void add_devices(snd_ctl_t& ctl, int number, AudioDirection direction, std::vector<SoundCard>& cards) {
  snd_ctl_card_info_t* card = nullptr;
  snd_ctl_card_info_alloca(&card);
  if (snd_ctl_card_info(&ctl, card) < 0) return;
  snd_pcm_info_t* device = nullptr;
  snd_pcm_info_alloca(&device);
  for (int index = -1; snd_ctl_pcm_next_device(&ctl, &index) >= 0 && index >= 0;) {
    snd_pcm_info_set_device(device, static_cast<unsigned>(index));
    snd_pcm_info_set_subdevice(device, 0);
    snd_pcm_info_set_stream(device,
                            direction == AudioDirection::kCapture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK);
    if (snd_ctl_pcm_info(&ctl, device) < 0) continue;
    const std::string place = std::to_string(number) + "," + std::to_string(index);
    cards.push_back({.direction = direction,
                     .id = "plughw:" + place,
                     .name = std::string(snd_ctl_card_info_get_name(card)) + ": " + snd_pcm_info_get_name(device) +
                             " (hw:" + place + ")"});
  }
}

std::vector<SoundCard> look() {
  silence_alsa();
  std::vector<SoundCard> cards;
  for (const AudioDirection direction : {AudioDirection::kCapture, AudioDirection::kPlayback}) {
    const std::size_t before = cards.size();
    for (int number = -1; snd_card_next(&number) >= 0 && number >= 0;) {
      snd_ctl_t* opened = nullptr;
      if (snd_ctl_open(&opened, ("hw:" + std::to_string(number)).c_str(), SND_CTL_NONBLOCK) < 0) continue;
      const std::unique_ptr<snd_ctl_t, CtlDeleter> ctl(opened);
      add_devices(*ctl, number, direction, cards);
    }
    if (cards.size() > before) cards[before].is_default = true;
  }
  return cards;
}

/// The result of a thread that may never end.
struct Look {
  std::mutex mutex;
  std::condition_variable done;
  std::optional<std::vector<SoundCard>> cards;
};

}  // namespace

Result<std::vector<SoundCard>> list_alsa_cards() {
  static std::mutex mutex;
  static std::shared_ptr<Look> running;
  const Error no_answer{ErrorKind::kUnavailable,
                        message("The sound system does not answer; choose \"voice\" and \"none\" to go on without")};
  std::shared_ptr<Look> shared;
  {
    // Threads that wait for ever must not add up: whoever asks while one looks waits for that one.
    const std::lock_guard lock(mutex);
    if (!running) {
      const auto started = std::make_shared<Look>();
      try {
        std::thread([started] {
          std::vector<SoundCard> cards = look();
          {
            const std::lock_guard over(mutex);
            running.reset();
          }
          const std::lock_guard told(started->mutex);
          started->cards = std::move(cards);
          started->done.notify_all();
        }).detach();
      } catch (const std::system_error&) {
        return no_answer;
      }
      running = started;
    }
    shared = running;
  }
  std::unique_lock lock(shared->mutex);
  if (!shared->done.wait_for(lock, std::chrono::seconds(1), [&] { return shared->cards.has_value(); })) {
    return no_answer;
  }
  return *shared->cards;
}

void silence_alsa() { snd_lib_error_set_handler(&ignore); }

}  // namespace counterpoint
