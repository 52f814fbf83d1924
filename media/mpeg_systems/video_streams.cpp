// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/video_streams.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "core/model/mpeg_picture.h"
#include "media/mpeg_systems/pes_header.h"
#include "media/mpeg_systems/program_rewriter.h"
#include "media/mpeg_systems/transport_packet.h"
#include "media/mpeg_systems/transport_rewriter.h"

namespace counterpoint::mpeg {
namespace {

struct Packets {
  std::size_t all = 0;
  std::size_t scrambled = 0;
  bool has_sequence_header = false;  ///< MPEG-4 has its start code too.
  bool has_first_slice = false;      ///< H.264 has its start code too, but no other format has both.
  [[nodiscard]] bool are_mpeg() const { return has_sequence_header && has_first_slice; }
  void take(ByteView payload) {
    constexpr std::uint8_t kFirstSlice = 1;
    for_each_mpeg_unit(payload, [&](std::uint8_t code, ByteView) {
      has_sequence_header |= code == kMpegSequenceHeader;
      has_first_slice |= code == kFirstSlice;
    });
  }
  [[nodiscard]] bool are_scrambled() const { return scrambled * 2 > all; }
};

template <typename Use>
void for_each_packet(ByteView beginning, Use use) {
  const TransportLayout layout = find_transport_layout(beginning).value_or(TransportLayout{});
  std::size_t at = layout.first;
  while (at + layout.stride <= beginning.size()) {
    const ByteView packet = beginning.subspan(at + layout.prefix, kTransportPacketSize);
    const bool is_packet = packet[0] == kTransportSync;
    if (is_packet && !has_error(packet)) use(packet);
    at += is_packet ? layout.stride : 1;
  }
}

std::vector<VideoStream> in_transport_stream(ByteView beginning) {
  ProgramMap map;
  std::map<std::uint16_t, Packets> packets;
  for_each_packet(beginning, [&](ByteView packet) {
    if (!has_payload(packet)) return;
    map.take(pid_of(packet), packet.subspan(payload_offset(packet)), starts_unit(packet));
    Packets& same = packets[pid_of(packet)];
    ++same.all;
    same.scrambled += is_scrambled(packet) ? 1U : 0U;
  });
  std::vector<VideoStream> videos;
  for (VideoStream& video : map.videos()) {
    if (std::ranges::count(videos, video.id, &VideoStream::id) > 0) continue;
    video.is_scrambled = packets[video.id].are_scrambled();
    videos.push_back(std::move(video));
  }
  return videos;
}

/// Size of the packet that `rest` begins with; that of its start code when nothing follows where it says that it ends.
std::size_t packet_size(ByteView rest) {
  if (rest.size() <= kPesPrefixSize || rest[3] <= kPackStartCode) return kMpegStartCodeSize;
  const std::size_t size = kPesPrefixSize + pes_packet_length(rest);
  const bool is_followed = size + 3 <= rest.size() && rest[size] == 0 && rest[size + 1] == 0 && rest[size + 2] <= 1;
  return is_followed ? size : kMpegStartCodeSize;
}

std::vector<VideoStream> in_program_stream(ByteView beginning) {
  std::map<std::uint16_t, Packets> packets;
  for (std::size_t at = find_mpeg_start_code(beginning, 0); at < beginning.size();) {
    const std::size_t size = packet_size(beginning.subspan(at));
    const ByteView packet = beginning.subspan(at, size);
    const auto header = is_video_stream(packet[3]) ? read_pes_header(packet) : std::nullopt;
    if (header) {
      Packets& same = packets[packet[3]];
      ++same.all;
      same.scrambled += header->is_scrambled ? 1U : 0U;
      same.take(packet.subspan(header->size));
    }
    at = find_mpeg_start_code(beginning, at + size);
  }
  std::vector<VideoStream> videos;
  for (const auto& [id, of_stream] : packets) {
    const bool is_mpeg = of_stream.are_mpeg() || of_stream.are_scrambled();
    videos.push_back({.program_number = {},
                      .id = id,
                      .number = videos.size(),
                      .other_kind = is_mpeg ? "" : "unknown",
                      .is_scrambled = of_stream.are_scrambled()});
  }
  return videos;
}

}  // namespace

std::vector<VideoStream> find_video_streams(StreamKind kind, ByteView beginning) {
  switch (kind) {
    case StreamKind::kElementary:
      return {};
    case StreamKind::kProgram:
      return in_program_stream(beginning);
    case StreamKind::kTransport:
      return in_transport_stream(beginning);
  }
  return {};
}

}  // namespace counterpoint::mpeg
