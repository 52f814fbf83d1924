// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/transport_rewriter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "media/mpeg_systems/pes_header.h"
#include "media/mpeg_systems/transport_packet.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::size_t kMaxPesHeader = 9 + 255;
/// So many in a row make a transport stream.
constexpr std::size_t kPacketsToBelieve = 4;

std::uint8_t counter_of(ByteView packet) { return packet[3] & 0x0F; }

/// True if the adaptation field holds anything but stuffing.
bool adaptation_matters(ByteView packet) {
  return has_adaptation(packet) && packet[kTransportHeaderSize] > 0 && packet[kTransportHeaderSize + 1] != 0;
}

/// Makes the payload of `packet` (with its adaptation field in front) `payload`, which is no longer than it was, by
/// stuffing in the adaptation field.
void set_payload(std::span<std::uint8_t> packet, ByteView payload) {
  std::size_t field_end = payload_offset(packet);
  const std::size_t new_end = kTransportPacketSize - payload.size();
  if (field_end < new_end) {
    if (!has_adaptation(packet)) packet[field_end++] = 0;
    packet[3] |= kAdaptationFlag;
    packet[kTransportHeaderSize] = static_cast<std::uint8_t>(new_end - kTransportHeaderSize - 1);
    if (field_end == kTransportHeaderSize + 1 && field_end < new_end) packet[field_end++] = 0;
    std::fill(packet.begin() + static_cast<std::ptrdiff_t>(field_end),
              packet.begin() + static_cast<std::ptrdiff_t>(new_end), std::uint8_t{0xFF});
  }
  std::ranges::copy(payload, packet.begin() + static_cast<std::ptrdiff_t>(new_end));
  if (payload.empty()) packet[3] &= static_cast<std::uint8_t>(~kPayloadFlag);
}

bool has_packets(ByteView bytes, std::size_t first, TransportLayout layout) {
  for (std::size_t i = 0; i < kPacketsToBelieve; ++i) {
    const std::size_t at = first + i * layout.stride + layout.prefix;
    if (at >= bytes.size() || bytes[at] != kTransportSync) return false;
  }
  return true;
}

}  // namespace

std::optional<TransportLayout> find_transport_layout(ByteView beginning) {
  constexpr std::array<TransportLayout, 3> kLayouts{
      {{.stride = 188}, {.stride = 192, .prefix = 4}, {.stride = 204, .parity = 16}}};
  for (std::size_t first = 0; first < beginning.size(); ++first) {
    for (TransportLayout layout : kLayouts) {
      layout.first = first;
      if (has_packets(beginning, first, layout)) return layout;
    }
  }
  return std::nullopt;
}

Result<void> TransportRewriter::push(ByteView bytes) {
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  auto parsed = parse();
  release();
  return parsed;
}

Result<void> TransportRewriter::finish() {
  finished_ = true;
  auto parsed = parse();
  stop_waiting();
  if (!parsed || map_.video_pid()) return parsed;
  if (!map_.has_program()) return Error{ErrorKind::kMalformed, "is a transport stream without a program in it"};
  if (map_.other_video().empty()) return Error{ErrorKind::kMalformed, "is a transport stream without video"};
  return Error{ErrorKind::kMalformed, "has " + map_.other_video() + " video, not MPEG-1 or MPEG-2"};
}

/// A PES packet that breaks off does not keep the packets behind its beginning.
void TransportRewriter::stop_waiting() {
  for (Packet& packet : packets_) {
    packet.in_header = false;
    packet.known_by = std::min(packet.known_by, video_size_);
    packet.pes_end = std::min(packet.pes_end, video_size_);
  }
  release();
}

/// Packets that are not video are put together, since each alone takes three times its size.
void TransportRewriter::hold(Packet packet) {
  constexpr std::size_t kMaxTogether = std::size_t{64} << 10;
  if (!packet.is_video) count_other(packet.bytes.size());
  const bool joins = !packets_.empty() && !packets_.back().is_video && !packet.is_video &&
                     packets_.back().known_by == packet.known_by && packets_.back().bytes.size() < kMaxTogether;
  if (!joins) return packets_.push_back(std::move(packet));
  Bytes& bytes = packets_.back().bytes;
  bytes.insert(bytes.end(), packet.bytes.begin(), packet.bytes.end());
}

std::optional<VideoStream> TransportRewriter::video() const {
  if (!map_.video_pid()) return std::nullopt;
  return VideoStream{.program_number = map_.program_number(), .id = *map_.video_pid()};
}

Result<void> TransportRewriter::parse() {
  std::size_t at = 0;
  Result<void> taken;
  while (taken && at + (has_begun_ ? 0 : layout_.first) + layout_.stride <= buffer_.size()) {
    const std::size_t damage = damage_at(at);
    has_begun_ = true;
    const std::size_t size = damage > 0 ? damage : layout_.stride;
    const ByteView bytes = ByteView(buffer_).subspan(at, size);
    if (damage > 0) {
      hold({.bytes = Bytes(bytes.begin(), bytes.end()), .known_by = video_size_});
    } else {
      taken = take_packet(bytes.first(size - layout_.parity));
    }
    at += size;
  }
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at));
  if (finished_ && taken && !buffer_.empty()) {
    hold({.bytes = std::exchange(buffer_, {}), .known_by = video_size_});
  }
  return taken;
}

/// Number of bytes from `at` on that belong to no packet; 0 if one begins there.
std::size_t TransportRewriter::damage_at(std::size_t at) const {
  std::size_t next = at + (has_begun_ ? 0 : layout_.first);
  while (next + layout_.prefix < buffer_.size() && buffer_[next + layout_.prefix] != kTransportSync) ++next;
  return std::min(next, buffer_.size()) - at;
}

Result<void> TransportRewriter::take_packet(ByteView bytes) {
  const ByteView own = bytes.subspan(layout_.prefix);
  Packet packet;
  packet.bytes.assign(bytes.begin(), bytes.end());
  const std::uint16_t pid = pid_of(own);
  const ByteView payload = has_payload(own) ? own.subspan(payload_offset(own)) : ByteView();
  Result<void> taken;
  if (pid != map_.video_pid()) {
    if (!has_error(own)) map_.take(pid, payload, starts_unit(own));
  } else if (scrambled_packets_.add(is_scrambled(own))) {
    return Error{ErrorKind::kMalformed, kScrambled};
  } else if (!has_error(own) && !is_scrambled(own)) {
    if (pid != std::exchange(pid_, pid)) {
      last_video_packet_.clear();
      give_up_header();
    }
    if (repeats_last(own)) return {};
    packet.is_video = true;
    packet.pid = pid;
    taken = take_video_packet(packet, payload, starts_unit(own));
  }
  packet.known_by = std::max(packet.known_by, video_size_);
  hold(std::move(packet));
  return taken;
}

/// A packet may be sent twice, and is video once (2.4.3.3).
bool TransportRewriter::repeats_last(ByteView packet) {
  const auto is_same = [&](std::size_t i) { return last_video_packet_[i] == packet[i]; };
  const std::size_t offset = payload_offset(packet);
  bool repeats = last_video_packet_.size() == packet.size() && has_payload(packet) &&
                 counter_of(packet) == counter_of(last_video_packet_) && payload_offset(last_video_packet_) == offset;
  for (std::size_t i = offset; repeats && i < packet.size(); ++i) repeats = is_same(i);
  if (has_payload(packet)) last_video_packet_.assign(packet.begin(), packet.end());
  return repeats;
}

Result<void> TransportRewriter::take_video_packet(Packet& packet, ByteView payload, bool starts) {
  if (starts) {
    give_up_header();
    in_pes_header_ = true;
  }
  const bool has_header = in_pes_header_;
  const std::size_t header_before = pes_header_.size();
  if (has_header) {
    auto header_size = take_pes_header(payload);
    if (!header_size) return header_size.error();
    packet.header_size = *header_size;
  }
  packet.video_size = payload.size() - packet.header_size;
  const std::size_t first = add_video(payload.subspan(packet.header_size));
  if (in_pes_header_) {
    packet.in_header = starts;
  } else if (has_header) {
    Packet* const beginning = starts ? &packet : beginning_of_header();
    if (beginning != nullptr) take_pes_length(*beginning, first, header_before + packet.header_size);
  }
  return {};
}

void TransportRewriter::take_pes_length(Packet& beginning, std::size_t first, std::size_t header_size) const {
  beginning.in_header = false;
  // A length that stands in two packets stays as it is.
  const bool has_length = beginning.header_size >= kPesPrefixSize && pes_header_.size() > kPesPrefixSize;
  const std::size_t length = has_length ? pes_packet_length(pes_header_) : 0;
  if (length + kPesPrefixSize <= header_size || length == 0) return;
  beginning.pes_first = first;
  beginning.pes_end = beginning.known_by = first + length + kPesPrefixSize - header_size;
}

TransportRewriter::Packet* TransportRewriter::beginning_of_header() {
  const auto packet = std::ranges::find(packets_, true, &Packet::in_header);
  return packet != packets_.end() ? &*packet : nullptr;
}

/// The rest of the PES header will not come.
void TransportRewriter::give_up_header() {
  if (Packet* const beginning = in_pes_header_ ? beginning_of_header() : nullptr) beginning->in_header = false;
  in_pes_header_ = false;
  pes_header_.clear();
}

Result<std::size_t> TransportRewriter::take_pes_header(ByteView payload) {
  const std::size_t before = pes_header_.size();
  const std::size_t wanted = std::min(payload.size(), kMaxPesHeader - before);
  pes_header_.insert(pes_header_.end(), payload.begin(), payload.begin() + static_cast<std::ptrdiff_t>(wanted));
  const auto header = read_pes_header(pes_header_);
  if (!header && pes_header_.size() < kMaxPesHeader) return payload.size();
  in_pes_header_ = false;
  if (!header) pes_header_.clear();
  if (header && scrambled_pes_.add(header->is_scrambled)) return Error{ErrorKind::kMalformed, kScrambled};
  return header ? header->size - before : payload.size();
}

void TransportRewriter::release() {
  const auto is_known = [this](const Packet& packet) {
    return !packet.in_header && packet.known_by <= replacement_.known();
  };
  while (!packets_.empty() && is_known(packets_.front())) {
    write_packet(packets_.front());
    packets_.pop_front();
  }
}

void TransportRewriter::write_packet(Packet& packet) {
  if (!packet.is_video) return write(packet.bytes);
  if (packet.pid != std::exchange(written_pid_, packet.pid)) {
    last_counter_ = last_written_counter_ = std::nullopt;
    lost_ = 0;
  }
  const std::span<std::uint8_t> own = std::span(packet.bytes).subspan(layout_.prefix);
  const bool had_payload = has_payload(own);
  if (had_payload) {
    const std::size_t offset = payload_offset(own);
    if (packet.pes_end > 0) {
      const std::size_t gone =
          packet.pes_end - packet.pes_first - replacement_.size_of(packet.pes_first, packet.pes_end);
      const std::size_t length = pes_packet_length(own.subspan(offset)) - gone;
      own[offset + 4] = static_cast<std::uint8_t>(length >> 8);
      own[offset + 5] = static_cast<std::uint8_t>(length);
    }
    Bytes payload(own.begin() + static_cast<std::ptrdiff_t>(offset),
                  own.begin() + static_cast<std::ptrdiff_t>(offset + packet.header_size));
    const Bytes video = replacement_.take(packet.video_size);
    payload.insert(payload.end(), video.begin(), video.end());
    set_payload(own, payload);
  }
  set_continuity(packet.bytes, had_payload);
  if (!had_payload || has_payload(own) || adaptation_matters(own)) write(packet.bytes);
}

/// Counts the packets that have a payload now. Packets missing in the input leave the same gap in the output.
void TransportRewriter::set_continuity(Bytes& bytes, bool had_payload) {
  std::uint8_t& field = bytes[layout_.prefix + 3];
  const std::uint8_t came = field & 0x0F;
  if (had_payload && last_counter_) lost_ = (lost_ + came - *last_counter_ - 1) & 0x0F;
  if (had_payload) last_counter_ = came;
  const std::uint8_t last = last_written_counter_.value_or(had_payload ? (came - 1) & 0x0F : came);
  std::uint8_t counter = last;
  if ((field & kPayloadFlag) != 0) {
    counter = (last + 1 + lost_) & 0x0F;
    lost_ = 0;
    last_written_counter_ = counter;
  }
  field = static_cast<std::uint8_t>((field & 0xF0) | counter);
}

}  // namespace counterpoint::mpeg
