// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "app/pipelines/audio/audio_bridge.h"
#include "app/pipelines/audio/clip_mixer.h"
#include "app/pipelines/audio/packet_encoder.h"
#include "app/pipelines/session/call_archive.h"
#include "app/pipelines/session/shared_session.h"
#include "core/model/stereo.h"
#include "core/ports/audio_codec.h"
#include "core/ports/audio_processor.h"
#include "media/audio/limited_gain.h"
#include "media/audio/stereo_input.h"
#include "media/audio/time_scaler.h"

namespace counterpoint {

/// Audio, both ways: microphone -> processing -> Opus -> session, and session -> Opus -> time scaling -> loudspeaker.
/// Runs in the audio thread (or a virtual call); the device's own thread touches only the bridge.
class AudioPipeline {
 public:
  struct Config {
    bool send = true;
    bool receive = true;
    PacketEncoder::Config packets;
    bool receive_stereo = false;  ///< The decoder gives two channels.
    /// Blocks that wait for a loudspeaker with a thread of its own when more is decoded, 0 to 16, of a machine that has
    /// shown that it needs no more. Each costs 10 ms of delay; one lets the audio thread be 20 ms late without a gap.
    std::size_t min_playback_reserve = 1;
    /// min_playback_reserve to 16: what it begins with, and has again as soon as one block less has nearly run out.
    std::size_t usual_playback_reserve = 2;
    /// The limit of its growth, whatever the device, when it takes its blocks in bursts or the machine is busy: it
    /// grows by one each time that audio ran out.
    std::size_t max_playback_reserve = 6;
  };
  /// `processor` is for what real microphones capture; null leaves it as it is.
  AudioPipeline(Config config, SharedSession& session, std::unique_ptr<AudioEncoder> encoder,
                std::unique_ptr<AudioDecoder> decoder, std::unique_ptr<AudioProcessor> processor, CallArchive& archive);

  [[nodiscard]] AudioBridge& bridge() { return bridge_; }
  /// Its audio is added to the microphone's, and to the loudspeaker's.
  [[nodiscard]] ClipMixer& clip() { return clip_; }
  /// Any thread may call it. `sound`, that of a shared screen, is added to the microphone's; null: none.
  void set_screen_sound(std::unique_ptr<StereoInput> sound);
  /// Call it before a device calls back from within its poll(): what it will play is decoded as late as that.
  void prepare_playback(Timestamp now);
  /// Moves on all that the device gave, and what it needs if it plays by itself.
  void run(Timestamp now);
  /// Any thread may call it. Silence is sent instead of the microphone; a clip can still be heard. The stream goes on,
  /// since it probes the path.
  void set_muted(bool muted) { muted_.store(muted, std::memory_order_relaxed); }
  /// Any thread may call it. The peer is heard with `volume`, as SetPeerVolume has it.
  void set_peer_volume(double volume) {
    peer_gain_.store(static_cast<float>(volume * volume), std::memory_order_relaxed);
  }
  /// The loudest sample of microphone or peer since it was taken last, 0 to 1. Any thread may call it.
  [[nodiscard]] double take_microphone_level() { return microphone_level_.exchange(0, std::memory_order_relaxed); }
  [[nodiscard]] double take_received_level() { return received_level_.exchange(0, std::memory_order_relaxed); }

 private:
  void send_captured(Timestamp now);
  void follow_mode(const RtpSession& session);
  void follow_packet_time(const Adaptation& adaptation);
  void add_screen_sound(AudioBlock& block);
  void adapt_reserve(Timestamp now);
  void refill_playback(Timestamp now, std::size_t reserve);
  void decode_next(Timestamp now);
  void decode(const AudioDecision& decision, std::span<float> pcm);
  void append_stretched(const AudioPiece& audio, const AudioDecision& decision);
  void append_playback(const AudioPiece& audio, std::optional<Duration> capture_time);

  Config config_;
  SharedSession& session_;
  PacketEncoder encoder_;
  std::unique_ptr<AudioDecoder> decoder_;
  std::unique_ptr<AudioProcessor> processor_;
  CallArchive& archive_;
  AudioBridge bridge_;
  ClipMixer clip_;
  std::atomic<bool> muted_ = false;
  std::atomic<float> peer_gain_ = 1;
  LimitedGain peer_volume_;
  std::atomic<double> microphone_level_ = 0;
  std::atomic<double> received_level_ = 0;

  std::mutex screen_sound_mutex_;
  std::unique_ptr<StereoInput> screen_sound_;

  std::size_t playback_reserve_;
  std::uint64_t underruns_seen_ = 0;
  Timestamp reserve_needed_at_{};
  std::optional<Timestamp> begun_at_;  ///< A loudspeaker with a thread of its own is there since then.
  TimeScaler scaler_;
  std::array<float, 2 * kMaxOpusPacketSamples> decoded_{};
  AudioPiece pending_;  ///< Decoded audio that does not fill a block yet.
};

}  // namespace counterpoint
