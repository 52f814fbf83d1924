// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/pipelines/audio/stereo_rate.h"
#include "core/model/audio_format.h"
#include "core/model/encoded_frame.h"
#include "core/model/stereo.h"
#include "core/ports/audio_codec.h"

namespace counterpoint {

/// Makes packets of captured blocks: of stereo as long as something is heard in stereo and the mode has a rate for it,
/// else of mono.
class PacketEncoder {
 public:
  struct Config {
    bool stereo = false;                          ///< The encoder takes two channels, and the peer wants them.
    Duration packet_time = kAudioPacketDuration;  ///< The one that the call agreed upon.
    StereoRate::Config rate;
  };

  PacketEncoder(const Config& config, std::unique_ptr<AudioEncoder> encoder);

  /// The packet that `block` completes.
  [[nodiscard]] std::optional<EncodedAudioFrame> push(const AudioBlock& block);
  /// The share of packets that the peer loses, 0 to 1, and the rate that the mode gives video, for the packets to come.
  void follow(double loss, DataRate video);
  /// The audio in each of the packets to come, one of kAudioPacketDurations. Mono in longer ones than the call agreed
  /// upon has kWideBandRate at most: the path carries little.
  void set_packet_time(Duration time) { packet_time_ = time; }

 private:
  [[nodiscard]] Result<Bytes> encode();
  [[nodiscard]] DataRate mono_rate() const;

  Config config_;
  Duration packet_time_ = kAudioPacketDuration;
  std::unique_ptr<AudioEncoder> encoder_;
  StereoRate stereo_rate_;
  AudioPiece packet_;
  std::size_t fill_ = 0;  ///< Samples of the packet that are there.
  Timestamp start_{};
  std::vector<float> interleaved_;
  DataRate video_rate_;
  DataRate rate_;             ///< The encoder's.
  double expected_loss_ = 0;  ///< The value that the encoder was given last; at first it uses that of its own settings.
};

}  // namespace counterpoint
