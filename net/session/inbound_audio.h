// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/sequence.h"
#include "core/model/session_stats.h"
#include "net/receive/audio_jitter_buffer.h"
#include "net/receive/reception_statistics.h"
#include "net/rtp/rtp_packet.h"
#include "net/session/report_timing.h"

namespace counterpoint {

/// The audio stream that we receive, from RTP packets to decisions of what to play.
class InboundAudio {
 public:
  /// `ssrc` 0: that of the first packet.
  InboundAudio(std::uint32_t ssrc, const AudioJitterBuffer::Config& buffer) : ssrc_(ssrc), buffer_(buffer) {}

  void handle_packet(const RtpPacket& packet, Timestamp arrived_at);
  void handle_sender_report(const SenderReport& report, Timestamp now);
  [[nodiscard]] std::optional<ReportBlock> take_report_block(Timestamp now);

  [[nodiscard]] AudioJitterBuffer& buffer() { return buffer_; }
  [[nodiscard]] const AudioJitterBuffer& buffer() const { return buffer_; }
  [[nodiscard]] std::uint32_t ssrc() const { return ssrc_; }
  /// Transit time of the latest packet: arrival less media time, whose epoch is arbitrary.
  [[nodiscard]] Duration transit() const { return transit_; }
  void fill_statistics(InboundStats& stats) const;

 private:
  std::uint32_t ssrc_;
  Unwrapper<std::uint16_t> sequences_;
  Unwrapper<std::uint32_t> timestamps_;
  ReceptionStatistics statistics_{48'000};
  ReportTiming report_timing_;
  Duration transit_{};
  AudioJitterBuffer buffer_;
};

}  // namespace counterpoint
