// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the video of a transport stream (ISO/IEC 13818-1, 2.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "media/mpeg_systems/pes_header.h"
#include "media/mpeg_systems/program_map.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint::mpeg {

/// Layout of packets in a file: 188 bytes each, in some recordings behind four more that hold a time, or as they were
/// broadcast, before 16 bytes of parity, which are left out of the new file.
struct TransportLayout {
  std::size_t stride = 188;
  std::size_t prefix = 0;  ///< Bytes before the packet's own.
  std::size_t parity = 0;  ///< Bytes behind the packet's own.
  std::size_t first = 0;   ///< Bytes of the file before the first of them.
};
/// Nothing when `beginning` is no transport stream, wherever its first packet begins.
[[nodiscard]] std::optional<TransportLayout> find_transport_layout(ByteView beginning);

/// Packets of video without any payload left go; where one carries a clock reference, it stays for that alone. So a
/// stream of constant rate becomes one of variable rate, and between two clock references packets may come earlier or
/// later than they did, but not beyond either.
class TransportRewriter final : public StreamRewriter {
 public:
  explicit TransportRewriter(TransportLayout layout, const std::optional<VideoStream>& choice = {})
      : layout_(layout), map_(choice) {}
  Result<void> push(ByteView bytes) override;
  Result<void> finish() override;
  void stop_waiting() override;
  [[nodiscard]] std::optional<VideoStream> video() const override;

 private:
  /// A packet of video, or others that follow each other.
  struct Packet {
    Bytes bytes;  ///< The prefix is included.
    bool is_video = false;
    std::uint16_t pid = 0;        ///< Set for video.
    std::size_t header_size = 0;  ///< Bytes of a PES header in the payload.
    std::size_t video_size = 0;   ///< Bytes of the payload after them.
    std::size_t known_by = 0;     ///< Bytes of the video that have to be known before it can be written.
    bool in_header = false;       ///< The PES header that begins here is not complete; nothing more is known so long.
    std::size_t pes_first = 0;    ///< Beginning of the video, if the length of a PES packet stands here; else 0.
    std::size_t pes_end = 0;      ///< Its end; else 0.
  };

  void release() override;
  Result<void> parse();
  [[nodiscard]] std::size_t damage_at(std::size_t at) const;
  Result<void> take_packet(ByteView bytes);
  Result<void> take_video_packet(Packet& packet, ByteView payload, bool starts_unit);
  void take_pes_length(Packet& beginning, std::size_t first, std::size_t header_size) const;
  /// The packet in which the PES header began that is not complete; nullptr when there is none.
  [[nodiscard]] Packet* beginning_of_header();
  void give_up_header();
  /// Size of the part of `payload` that belongs to the PES header that has begun.
  [[nodiscard]] Result<std::size_t> take_pes_header(ByteView payload);
  [[nodiscard]] bool repeats_last(ByteView packet);
  void hold(Packet packet);
  void write_packet(Packet& packet);
  void set_continuity(Bytes& bytes, bool has_payload);

  TransportLayout layout_;
  ProgramMap map_;
  Bytes buffer_;
  std::deque<Packet> packets_;
  Bytes pes_header_;  ///< Received part of an incomplete PES header.
  bool in_pes_header_ = false;
  ScrambledRun scrambled_packets_;                    ///< According to the header of the transport packet.
  ScrambledRun scrambled_pes_;                        ///< According to the header of the PES packet.
  std::optional<std::uint16_t> pid_;                  ///< PID of the video received.
  std::optional<std::uint16_t> written_pid_;          ///< PID of the video written.
  Bytes last_video_packet_;                           ///< Copy as received, to recognise a packet that is sent twice.
  std::optional<std::uint8_t> last_counter_;          ///< continuity_counter of the video as it came.
  std::optional<std::uint8_t> last_written_counter_;  ///< continuity_counter of the video as it left.
  std::uint8_t lost_ = 0;                             ///< Gaps in it since.
  bool has_begun_ = false;                            ///< The bytes before the first packet have been taken.
  bool finished_ = false;
};

}  // namespace counterpoint::mpeg
