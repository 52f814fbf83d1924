// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/stream_kind.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/base/message.h"
#include "core/model/mpeg_picture.h"
#include "media/mpeg_systems/program_rewriter.h"
#include "media/mpeg_systems/transport_packet.h"
#include "media/mpeg_systems/transport_rewriter.h"

namespace counterpoint::mpeg {
namespace {

using namespace std::string_view_literals;

constexpr const char* kTakeVideoOut =
    "take its video out by \"ffmpeg -i IN -map 0:v -c copy OUT.m2v\" first, or with its sound by \"ffmpeg -i IN -map 0 "
    "-c copy OUT.ts\"";
constexpr const char* kOpenImage = "give a file in it, VIDEO_TS/VTS_01_1.VOB for instance";
constexpr const char* kUnpack = "take the file out of it first";
constexpr const char* kReassemble = "take the stream out of its packets first";

struct Container {
  const char* name;
  std::string_view bytes;
  std::size_t at = 0;
  std::string_view more = {};  ///< Bytes that have to stand at `more_at` too.
  std::size_t more_at = 0;
  const char* remedy = kTakeVideoOut;
};
/// These hold start codes of MPEG video too, or the sync bytes of transport streams, but are no streams.
constexpr std::array kContainers = {
    Container{"a Matroska or WebM file", "\x1A\x45\xDF\xA3"sv},
    Container{"an MP4 or QuickTime file", "ftyp"sv, 4},
    Container{"an MP4 or QuickTime file", "moov"sv, 4},
    Container{"an MP4 or QuickTime file", "mdat"sv, 4},
    Container{"an MP4 or QuickTime file", "wide"sv, 4},
    Container{"an MP4 or QuickTime file", "free"sv, 4},
    Container{"an MP4 or QuickTime file", "skip"sv, 4},
    Container{"an AVI file", "RIFF"sv, 0, "AVI "sv, 8},
    Container{"a video CD's track (RIFF CDXA)", "RIFF"sv, 0, "CDXA"sv, 8},
    Container{"a RIFF file", "RIFF"sv},
    Container{"an Ogg file", "OggS"sv},
    Container{"an FLV file", "FLV\x01"sv},
    Container{"an MXF file", "\x06\x0E\x2B\x34"sv},
    Container{"an ASF file (WMV, DVR-MS)", "\x30\x26\xB2\x75"sv},
    Container{"a WTV file", "\xB7\xD8\x00\x20\x37\x49\xDA\x11"sv},
    Container{"a NUT file", "nut/multimedia container"sv},
    Container{"a GXF file", "\x00\x00\x00\x00\x01\xBC"sv},
    Container{"a PVA file", "AV\x01"sv, 0, "\x55"sv, 4},
    Container{"a PVA file", "AV\x02"sv, 0, "\x55"sv, 4},
    Container{"a TiVo file", "TiVo"sv},
    Container{"the image of a disc (ISO 9660)", "CD001"sv, 32769, {}, 0, kOpenImage},
    Container{"a ZIP archive", "PK\x03\x04"sv, 0, {}, 0, kUnpack},
    Container{"a tar archive", "ustar"sv, 257, {}, 0, kUnpack},
    Container{"a cpio archive", "07070"sv, 0, {}, 0, kUnpack},
    Container{"an archive of ar", "!<arch>\n"sv, 0, {}, 0, kUnpack},
    Container{"a RAR archive", "Rar!\x1A\x07"sv, 0, {}, 0, kUnpack},
    Container{"a 7z archive", "7z\xBC\xAF\x27\x1C"sv, 0, {}, 0, kUnpack},
    Container{"a capture of packets (pcap)", "\xD4\xC3\xB2\xA1"sv, 0, {}, 0, kReassemble},
    Container{"a gzip file", "\x1F\x8B\x08"sv, 0, {}, 0, kUnpack},
    Container{"a Zstandard file", "\x28\xB5\x2F\xFD"sv, 0, {}, 0, kUnpack},
    Container{"an image of squashfs", "hsqs"sv, 0, {}, 0, kUnpack},
    Container{"a capture of packets (pcap)", "\xA1\xB2\xC3\xD4"sv, 0, {}, 0, kReassemble},
    Container{"a capture of packets (pcap)", "\x4D\x3C\xB2\xA1"sv, 0, {}, 0, kReassemble},
    Container{"a capture of packets (pcap)", "\xA1\xB2\x3C\x4D"sv, 0, {}, 0, kReassemble},
    Container{"a capture of packets (pcapng)", "\x0A\x0D\x0D\x0A"sv, 0, {}, 0, kReassemble},
    Container{"a capture of packets (rtpdump)", "#!rtpplay1.0"sv, 0, {}, 0, kReassemble},
};

const Container* find_container(ByteView beginning) {
  const std::string_view bytes(reinterpret_cast<const char*>(beginning.data()), beginning.size());
  const auto stands = [&](std::string_view mark, std::size_t at) {
    return at <= bytes.size() && bytes.substr(at).starts_with(mark);
  };
  const auto* const found = std::ranges::find_if(kContainers, [&](const Container& container) {
    return stands(container.bytes, container.at) && stands(container.more, container.more_at);
  });
  return found != kContainers.end() ? found : nullptr;
}

/// The first start code of `beginning`, if only zeros come before it.
std::optional<std::uint8_t> first_start_code(ByteView beginning) {
  const auto one = std::ranges::find_if(beginning, [](std::uint8_t byte) { return byte != 0; });
  const bool begins = one - beginning.begin() >= 2 && beginning.end() - one >= 2 && *one == 1;
  return begins ? std::optional(one[1]) : std::nullopt;
}

bool is_start_code(ByteView bytes, std::size_t at) {
  return at + kMpegStartCodeSize <= bytes.size() && bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 1;
}

/// Size of the header of a pack that `bytes` begin with (ISO/IEC 13818-1, 2.5.3.3); 0 for anything else.
std::size_t pack_header_size(ByteView bytes) {
  constexpr std::size_t kSize = 14;
  constexpr std::size_t kMpeg1Size = 12;
  if (bytes.size() <= kSize || bytes[3] != kPackStartCode) return 0;
  if (bytes[4] >> 6 == 1) return kSize + (bytes[kSize - 1] & 7U);
  return bytes[4] >> 4 == 2 ? kMpeg1Size : 0;
}

/// True if `bytes` begin with the header of a pack and another start code behind it.
bool is_pack(ByteView bytes) {
  const std::size_t size = pack_header_size(bytes);
  return size > 0 && is_start_code(bytes, size);
}

/// True if `bytes` begin with some packets that follow each other (ISO/IEC 13818-1, 2.4.3.6). Packs may be long.
bool are_packets(ByteView bytes) {
  constexpr int kEnough = 3;
  for (int packets = 0; packets < kEnough; ++packets) {
    const bool is_packet = bytes.size() > kPesPrefixSize && bytes[3] > kSystemHeaderStartCode;
    const std::size_t size = is_packet ? kPesPrefixSize + pes_packet_length(bytes) : 0;
    if (size <= kPesPrefixSize || !is_start_code(bytes, size)) return false;
    bytes = bytes.subspan(size);
    if (bytes[3] < kPackStartCode) return false;
  }
  return true;
}

/// Offset of the first pack or packets from `at` on; the size of `beginning` when there are none.
std::size_t find_packs(ByteView beginning, std::size_t at) {
  for (at = find_mpeg_start_code(beginning, at); at < beginning.size(); at = find_mpeg_start_code(beginning, at + 3)) {
    const ByteView rest = beginning.subspan(at);
    if (is_pack(rest) || are_packets(rest)) return at;
  }
  return beginning.size();
}

/// Size of the unit of a program stream that `bytes` begin with; 0 for anything else.
std::size_t program_unit_size(ByteView bytes) {
  constexpr std::uint8_t kProgramEndCode = 0xB9;
  if (bytes.size() <= kPesPrefixSize || !is_start_code(bytes, 0)) return 0;
  if (bytes[3] == kProgramEndCode) return kMpegStartCodeSize;
  if (bytes[3] == kPackStartCode) return pack_header_size(bytes);
  return bytes[3] > kPackStartCode ? kPesPrefixSize + pes_packet_length(bytes) : 0;
}

/// Places behind the first pack where no unit of a program stream follows another, or zeros behind it.
std::size_t count_breaks_in_packs(ByteView beginning) {
  std::size_t breaks = 0;
  for (std::size_t at = find_packs(beginning, 0); at + kPesPrefixSize < beginning.size();) {
    if (const std::size_t size = program_unit_size(beginning.subspan(at)); size > 0) {
      at += size;
      // The two last zeros may be those of a start code.
      while (at + 2 < beginning.size() && beginning[at] == 0 && beginning[at + 1] == 0 && beginning[at + 2] == 0) ++at;
    } else {
      ++breaks;
      at = find_packs(beginning, at + 1);
    }
  }
  return breaks;
}

/// Places behind the first packet where the next one does not begin where it has to.
std::size_t count_breaks_in_packets(ByteView beginning) {
  std::size_t breaks = 0;
  for (std::size_t at = 0; at < beginning.size();) {
    const auto layout = find_transport_layout(beginning.subspan(at));
    if (!layout) break;
    breaks += at > 0 ? 1 : 0;
    const auto is_packet = [&](std::size_t place) {
      return place + layout->prefix >= beginning.size() || beginning[place + layout->prefix] == kTransportSync;
    };
    at += layout->first;
    // One damaged byte is no break.
    while (at < beginning.size() && (is_packet(at) || is_packet(at + layout->stride))) at += layout->stride;
  }
  return breaks;
}

/// True if the first `size` bytes may be the rest of what stands behind a start code: no 23 zero bits come before the
/// last byte that is not zero, and none of the containers begins there.
bool may_be_in_video(ByteView beginning, std::size_t size) {
  constexpr std::array<std::uint8_t, 3> kZeros = {};
  ByteView bytes = beginning.first(size);
  // A start code that was cut in two may have left its last zeros.
  while (!bytes.empty() && bytes.back() == 0) bytes = bytes.first(bytes.size() - 1);
  if (std::search(bytes.begin(), bytes.end(), kZeros.begin(), kZeros.end()) != bytes.end()) return false;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::ranges::none_of(kContainers, [&](const Container& container) {
    constexpr std::size_t kUnmistakable = 4;
    return container.bytes.size() >= kUnmistakable && text.find(container.bytes) != std::string_view::npos;
  });
}

/// Counts the order of slices and other units.
struct SliceOrder {
  int right = 0;  ///< Slices that follow another, or the headers of a picture, as they have to.
  int wrong = 0;  ///< Slices in an order that video cannot have.
  int pictures = 0;
  int others = 0;  ///< Start codes that no video stream has.
};

SliceOrder slice_order(ByteView beginning) {
  SliceOrder order;
  std::uint8_t last_slice = 0;
  bool is_first = true;
  for_each_mpeg_unit(beginning, [&](std::uint8_t code, ByteView) {
    if (is_mpeg_slice(code)) {
      if (!is_first) ++(code >= last_slice && (last_slice > 0 || code == 1) ? order.right : order.wrong);
      last_slice = code;
      is_first = false;
      return;
    }
    const bool is_reserved = code == 0xB0 || code == 0xB1 || code == 0xB6;
    order.others += is_reserved || code >= kMpegSystemFirst ? 1 : 0;
    if (!begins_mpeg_picture(code)) return;
    ++order.pictures;
    last_slice = 0;
    is_first = false;
  });
  return order;
}

/// True if `beginning` is part of an elementary stream that was cut anywhere, as far as start codes tell.
bool is_cut_video(ByteView beginning) {
  constexpr int kEnough = 3;
  constexpr int kRightPerWrong = 8;
  if (!may_be_in_video(beginning, find_mpeg_start_code(beginning, 0))) return false;
  const SliceOrder order = slice_order(beginning);
  const int allowed = order.pictures > 0 ? order.right / kRightPerWrong : 0;
  return order.right >= kEnough && order.others == 0 && order.wrong <= allowed;
}

bool has_slices(ByteView beginning) { return slice_order(beginning).right >= 3; }

}  // namespace

Result<StreamKind> kind_of(ByteView beginning) {
  if (beginning.empty()) return Error{ErrorKind::kMalformed, "is empty"};
  // In more bytes than these, packets and packs would be found by chance.
  const ByteView first = beginning.first(std::min(beginning.size(), kBeginningSize));
  const auto layout = find_transport_layout(first);
  if (layout && layout->first == 0) return StreamKind::kTransport;
  if (const Container* const container = find_container(beginning)) {
    return Error{ErrorKind::kMalformed,
                 message("is no MPEG-1 or MPEG-2 video stream, but %1; %2", container->name, container->remedy)};
  }
  const auto code = first_start_code(beginning);
  if (code && (*code == kPackStartCode || *code == kSystemHeaderStartCode || is_video_stream(*code))) {
    return StreamKind::kProgram;
  }
  if (begins_with_picture(beginning)) return StreamKind::kElementary;
  // A recording of a multiplex may begin anywhere.
  if (layout) return StreamKind::kTransport;
  if (find_packs(first, 0) < first.size()) return StreamKind::kProgram;
  if (is_cut_video(beginning)) return StreamKind::kElementary;
  if (has_slices(beginning)) {
    return Error{ErrorKind::kMalformed,
                 "has other bytes in or before its MPEG-1 or MPEG-2 video; \"ffmpeg -i IN -map 0:v -c copy OUT.m2v\" "
                 "may know the kind of file"};
  }
  return Error{ErrorKind::kMalformed,
               "is no MPEG-1 or MPEG-2 video: neither an elementary stream nor a program or transport stream"};
}

Result<void> check_continuity(StreamKind kind, ByteView beginning) {
  constexpr std::size_t kBytesPerBreak = std::size_t{32} << 10;
  if (kind == StreamKind::kElementary) return {};
  const std::size_t breaks =
      kind == StreamKind::kTransport ? count_breaks_in_packets(beginning) : count_breaks_in_packs(beginning);
  if (breaks <= 2 + beginning.size() / kBytesPerBreak) return {};
  return Error{ErrorKind::kMalformed,
               "has other bytes between the packets of a program or transport stream, in a kind of file that is not "
               "known, or is damaged throughout; \"ffmpeg -i IN -map 0 -c copy OUT.ts\" may know it"};
}

bool begins_with_picture(ByteView beginning) {
  const auto code = first_start_code(beginning);
  return code && begins_mpeg_picture(*code);
}

}  // namespace counterpoint::mpeg
