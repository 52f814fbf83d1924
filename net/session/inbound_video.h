// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/sequence.h"
#include "core/model/encoded_frame.h"
#include "core/model/session_stats.h"
#include "net/fec/flex_fec.h"
#include "net/receive/frame_assembler.h"
#include "net/receive/nack_generator.h"
#include "net/receive/reception_statistics.h"
#include "net/receive/selective_retransmission.h"
#include "net/receive/video_jitter_buffer.h"
#include "net/rtp/rtp_packet.h"
#include "net/session/report_timing.h"

namespace counterpoint {

/// The video stream that we receive, from RTP packets to frames in decode order.
class InboundVideo {
 public:
  struct Config {
    std::uint32_t ssrc = 0;  ///< 0: that of the first packet.
    bool nack = true;        ///< The peer answers NACK.
    bool pli = true;         ///< The peer answers PLI.
  };
  explicit InboundVideo(const Config& config);

  /// A packet with a piece of a frame of `codec`. False when it makes no sense and was dropped.
  [[nodiscard]] bool handle_packet(const RtpPacket& packet, VideoCodec codec, bool retransmitted, Timestamp arrived_at);
  /// A repair packet; one of a kind that is not used is counted alone.
  void handle_repair(const RtpPacket& repair) {
    ++repairs_;
    fec_.add_repair(repair, config_.ssrc);
  }
  /// `packet` is what came of the one of that number, as it was before SRTP.
  void keep_for_repair(ByteView packet, std::uint16_t sequence) { fec_.add_source(packet, sequence); }
  /// A lost packet that repair packets have restored, for handle_packet().
  [[nodiscard]] std::optional<RtpPacket> take_restored() { return fec_.take(); }
  void handle_sender_report(const SenderReport& report, Timestamp now);
  /// The packets to ask for again now.
  [[nodiscard]] std::vector<std::uint16_t> poll_nack(Timestamp now, Duration round_trip_time);
  [[nodiscard]] std::optional<ReportBlock> take_report_block(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  /// The next frame for the decoder; one that conceals losses gets damaged frames when they cannot wait any longer.
  [[nodiscard]] std::optional<FrameToDecode> next(Timestamp now);

  [[nodiscard]] VideoJitterBuffer& buffer() { return buffer_; }
  [[nodiscard]] const VideoJitterBuffer& buffer() const { return buffer_; }
  /// 0 before the first packet, if signalling did not tell it.
  [[nodiscard]] std::uint32_t ssrc() const { return config_.ssrc; }
  void fill_statistics(InboundStats& stats) const;

 private:
  void move_on(Timestamp now);
  /// True if a retransmission of `sequence` can still come in time, and while that is unknown.
  [[nodiscard]] bool is_worth_asking_for(std::int64_t sequence, Timestamp now, Duration round_trip_time) const;

  Config config_;
  Unwrapper<std::uint16_t> sequences_;
  Unwrapper<std::uint32_t> timestamps_;
  ReceptionStatistics statistics_{90'000};
  ReportTiming report_timing_;
  FlexFecDecoder fec_;
  std::uint64_t repairs_ = 0;
  NackGenerator nack_;
  SelectiveRetransmission retransmission_;
  FrameAssembler assembler_;
  VideoJitterBuffer buffer_;
  double buffer_delay_ = 0;  ///< Seconds, summed over the frames that next() gave.
  std::uint64_t emitted_ = 0;
};

}  // namespace counterpoint
