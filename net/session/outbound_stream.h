// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/model/packet_feedback.h"
#include "net/pacing/pacer.h"
#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"
#include "net/session/repair_stream.h"

namespace counterpoint {

/// One RTP stream that we send (RFC 3550) with its retransmissions (RFC 4588) and repair packets: numbers and stamps
/// packets, keeps them as long as the peer may ask for them again, and counts for the sender report.
class OutboundStream {
 public:
  struct Config {
    StreamKind kind = StreamKind::kAudio;
    int clock_rate = 48'000;  ///< Hz: 48000 for Opus (RFC 7587), 90000 for video.
    std::uint8_t payload_type = 0;
    std::uint32_t ssrc = 0;
    bool answer_nack = false;           ///< Keep packets to send them again.
    std::uint8_t rtx_payload_type = 0;  ///< 0: packets are sent again as they were (RFC 4585), not as RFC 4588 has it.
    std::uint32_t rtx_ssrc = 0;
    std::uint8_t fec_payload_type = 0;  ///< 0: no repair packets.
    std::uint32_t fec_ssrc = 0;
    std::uint8_t mid_extension_id = 0;  ///< 0: the peer does not know it.
    std::string mid;
    Duration history = 1s;           ///< Packets are kept this long, 0-5 s; older ones are of no use to a call.
    std::size_t max_history = 2048;  ///< Packets kept at most: bounds memory at high rates.
  };
  /// Random first sequence number and time stamp, as RFC 3550 section 5.1 asks for.
  OutboundStream(Config config, Rng& rng);

  /// The RTP time stamp of a frame captured at `at`.
  [[nodiscard]] std::uint32_t stamp_video(Timestamp at);
  /// The same for `samples` of audio: counted, since a device's clock is steadier than the times at which its blocks
  /// reach us, but set anew after a gap.
  [[nodiscard]] std::uint32_t stamp_audio(Timestamp at, std::uint32_t samples);
  /// From now on packets are of this payload type, and sent again with that one (0: as they were).
  void set_payload_types(std::uint8_t payload_type, std::uint8_t rtx_payload_type);
  /// The next packet of the stream.
  [[nodiscard]] PacedPacket make_packet(Bytes payload, std::uint32_t timestamp, bool marker, Timestamp now);
  /// The packet `sequence` once more, unless it is gone, or was sent again less than `round_trip_time` ago.
  [[nodiscard]] std::optional<PacedPacket> make_retransmission(std::uint16_t sequence, Duration round_trip_time,
                                                               Timestamp now);
  /// The newest packet once more, for the peer to count and to drop, unless there is none or no way to tell it from the
  /// first one (RFC 4588).
  [[nodiscard]] std::optional<PacedPacket> make_padding(Timestamp now);
  /// Those of this stream.
  [[nodiscard]] RepairStream& repairs() { return repairs_; }
  /// Called when a packet of this stream leaves.
  void count_sent(const PacedPacket& packet, Timestamp now);
  /// From the first feedback on the peer knows which stream this is, and packets need not say so any more.
  void stop_sending_mid() { config_.mid_extension_id = 0; }

  [[nodiscard]] SenderReport sender_report(Timestamp now) const;
  [[nodiscard]] bool has_sent() const { return packets_sent_ > 0; }
  [[nodiscard]] std::uint64_t packets_sent() const { return packets_sent_; }
  [[nodiscard]] std::uint64_t payload_bytes_sent() const { return payload_bytes_sent_; }
  [[nodiscard]] std::uint64_t retransmitted_packets() const { return retransmitted_packets_; }
  [[nodiscard]] Duration total_send_delay() const { return total_send_delay_; }
  [[nodiscard]] const Config& config() const { return config_; }

 private:
  struct Sent {
    RtpPacket packet;
    Timestamp made_at{};
    std::optional<Timestamp> resent_at;
    int times_resent = 0;
    std::uint8_t rtx_payload_type = 0;
  };
  void forget_old(Timestamp now);
  [[nodiscard]] PacedPacket retransmission_of(const Sent& sent, Timestamp now);
  [[nodiscard]] std::uint32_t to_ticks(Duration d) const;

  /// A capture time whose RTP time stamp is known: the sender report is drawn from it.
  struct Anchor {
    std::uint32_t timestamp = 0;
    Timestamp at{};
  };

  Config config_;
  std::uint32_t timestamp_offset_;
  Anchor anchor_;
  std::uint32_t last_samples_ = 0;
  bool has_audio_ = false;
  std::int64_t next_sequence_;
  std::int64_t next_rtx_sequence_;
  std::deque<Sent> history_;
  RepairStream repairs_;
  std::uint64_t packets_sent_ = 0;
  std::uint64_t payload_bytes_sent_ = 0;
  std::uint64_t retransmitted_packets_ = 0;
  Duration total_send_delay_{};
};

}  // namespace counterpoint
