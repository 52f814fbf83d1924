// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/program_rewriter.h"

#include <algorithm>
#include <utility>

#include "media/mpeg_systems/program_map.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::uint8_t kEndCode = 0xB9;
constexpr std::uint8_t kProgramStreamMap = 0xBC;
constexpr std::uint8_t kPaddingStream = 0xBE;
constexpr std::size_t kStartCodeSize = 4;
constexpr std::size_t kPackHeaderSize = 14;
constexpr std::size_t kMpeg1PackHeaderSize = 12;

bool is_start_code(ByteView bytes) {
  return bytes.size() >= kStartCodeSize && bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 1 && bytes[3] >= kEndCode;
}

bool is_mpeg2_pack(ByteView pack) { return pack[4] >> 6 == 1; }
bool is_mpeg1_pack(ByteView pack) { return pack[4] >> 4 == 2; }

}  // namespace

Result<void> ProgramRewriter::push(ByteView bytes) {
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  auto parsed = parse();
  release();
  return parsed;
}

Result<void> ProgramRewriter::finish() {
  finished_ = true;
  auto parsed = parse();
  release();
  if (!parsed || video_id_) return parsed;
  if (other_videos_.empty()) return Error{ErrorKind::kMalformed, "is a program stream without video"};
  return Error{ErrorKind::kMalformed, "has " + other_videos_.begin()->second + " video, not MPEG-1 or MPEG-2"};
}

std::optional<VideoStream> ProgramRewriter::video() const {
  return video_id_ ? std::optional(VideoStream{.program_number = {}, .id = *video_id_}) : std::nullopt;
}

Result<void> ProgramRewriter::parse() {
  std::size_t at = 0;
  Result<void> taken;
  while (taken && at < buffer_.size()) {
    const auto size = size_at(at);
    if (!size) break;
    taken = take_piece(ByteView(buffer_).subspan(at, *size));
    at += *size;
  }
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at));
  return taken;
}

std::optional<std::size_t> ProgramRewriter::size_at(std::size_t at) const {
  const ByteView rest = ByteView(buffer_).subspan(at);
  std::size_t size = rest.size() + 1;
  if (rest.size() >= kStartCodeSize && !is_start_code(rest)) {
    size = damage_at(at);
  } else if (rest.size() >= kStartCodeSize && rest[3] == kEndCode) {
    size = kStartCodeSize;
  } else if (rest.size() >= kPackHeaderSize && rest[3] == kPackStartCode) {
    size = kStartCodeSize;
    if (is_mpeg2_pack(rest)) size = kPackHeaderSize + (rest[kPackHeaderSize - 1] & 7U);
    if (is_mpeg1_pack(rest)) size = kMpeg1PackHeaderSize;
  } else if (rest.size() >= kPesPrefixSize && rest[3] > kPackStartCode) {
    size = packet_end(at) - at;
  }
  if (size <= rest.size()) return size;
  return finished_ ? std::optional(rest.size()) : std::nullopt;
}

/// Number of bytes from `at` on that certainly do not belong to a program stream.
std::size_t ProgramRewriter::damage_at(std::size_t at) const {
  std::size_t next = at + 1;
  while (next + kStartCodeSize <= buffer_.size() && !is_start_code(ByteView(buffer_).subspan(next))) ++next;
  return next - at;
}

/// End of the packet at `at`. A packet is followed by a start code or zeros; otherwise its length is damaged, or bytes
/// are missing, and it ends where the next pack begins.
std::size_t ProgramRewriter::packet_end(std::size_t at) const {
  const std::size_t said = at + kPesPrefixSize + pes_packet_length(ByteView(buffer_).subspan(at));
  if (said + 3 > buffer_.size()) {
    return finished_ || said > buffer_.size() ? said : buffer_.size() + 1;
  }
  if (buffer_[said] == 0 && buffer_[said + 1] == 0 && buffer_[said + 2] <= 1) return said;
  for (std::size_t next = at + kPesPrefixSize; next < said; ++next) {
    const ByteView rest = ByteView(buffer_).subspan(next);
    const bool is_pack = is_start_code(rest) && rest[3] == kPackStartCode && rest.size() > kStartCodeSize &&
                         (is_mpeg2_pack(rest) || is_mpeg1_pack(rest));
    if (is_pack) return next;
  }
  return said;
}

Result<void> ProgramRewriter::take_piece(ByteView bytes) {
  const bool has_code = is_start_code(bytes);
  const std::uint8_t code = has_code ? bytes[3] : 0;
  if (packs_.empty() || code == kPackStartCode || code == kEndCode) {
    packs_.emplace_back().video_end = video_size_;
  }
  Pack& pack = packs_.back();
  Piece piece;
  std::optional<PesHeader> header;
  if (code == kProgramStreamMap) take_map(bytes);
  const bool is_chosen = choice_ ? code == choice_->id : code == video_id_.value_or(code);
  if (is_video_stream(code) && is_chosen && !other_videos_.contains(code)) {
    header = read_pes_header(bytes);
  }
  if (header) {
    if (scrambled_.add(header->is_scrambled)) return Error{ErrorKind::kMalformed, kScrambled};
    video_id_ = code;
    piece.is_video = pack.has_video = true;
    piece.video_size = bytes.size() - header->size;
    add_video(bytes.subspan(header->size));
    bytes = bytes.first(header->size);
  } else {
    count_other(bytes.size());
  }
  piece.is_padding = code == kPaddingStream || (!has_code && std::ranges::count(bytes, 0) == std::ssize(bytes));
  piece.bytes.assign(bytes.begin(), bytes.end());
  pack.pieces.push_back(std::move(piece));
  pack.video_end = video_size_;
  return {};
}

/// Learns which streams hold video of other kinds (2.5.4).
void ProgramRewriter::take_map(ByteView packet) {
  constexpr std::size_t kInfoLength = 8;
  constexpr std::size_t kStreamPart = 4;
  constexpr std::size_t kCrcSize = 4;
  const auto behind = [&](std::size_t at) {  // End of the part whose length stands at `at`.
    return at + 2 + (at + 2 <= packet.size() ? static_cast<std::size_t>(packet[at]) << 8 | packet[at + 1] : 0);
  };
  // The length of the list itself says no more than where the packet ends.
  std::size_t at = behind(kInfoLength) + 2;
  for (; at + kStreamPart + kCrcSize <= packet.size(); at = behind(at + 2)) {
    const std::string other = name_of_other_video(packet[at]);
    if (!other.empty() && is_video_stream(packet[at + 1])) other_videos_[packet[at + 1]] = other;
  }
}

void ProgramRewriter::release() {
  while (!packs_.empty() && packs_.front().video_end <= replacement_.known()) {
    // More of the last pack may come.
    if (packs_.size() == 1 && !(finished_ && buffer_.empty())) return;
    write_pack(packs_.front());
    packs_.pop_front();
  }
}

void ProgramRewriter::write_pack(const Pack& pack) {
  Bytes bytes;
  bool is_needed = !pack.has_video;
  for (const Piece& piece : pack.pieces) {
    const std::size_t start = bytes.size();
    const bool is_pack_header = is_start_code(piece.bytes) && piece.bytes[3] == kPackStartCode;
    Bytes video;
    if (piece.is_video) video = replacement_.take(piece.video_size);
    if (piece.is_video && video.empty() && piece.video_size > 0) continue;
    bytes.insert(bytes.end(), piece.bytes.begin(), piece.bytes.end());
    bytes.insert(bytes.end(), video.begin(), video.end());
    is_needed |= !piece.is_padding && !is_pack_header;
    if (!piece.is_video) continue;
    const std::size_t length = bytes.size() - start - kPesPrefixSize;
    bytes[start + 4] = static_cast<std::uint8_t>(length >> 8);
    bytes[start + 5] = static_cast<std::uint8_t>(length);
  }
  if (is_needed) write(bytes);
}

}  // namespace counterpoint::mpeg
