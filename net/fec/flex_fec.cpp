// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/fec/flex_fec.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

/// The bits of a packet's first two octets that are protected: the version is known.
constexpr std::uint16_t kProtectedBits = 0x3FFF;
/// R = 0 and F = 1 in their place in the FEC header: a fixed number of packets in a row.
constexpr std::uint16_t kFixedRow = 0x4000;
constexpr std::uint16_t kVersion2 = 0x8000;
/// D = 0: the L packets from the first on, and no other repair packets for them.
constexpr std::uint8_t kNoRows = 0;

/// The fields of a source packet that its repair packet combines (RFC 8627, 6.2).
struct Source {
  std::uint16_t first_octets = 0;
  std::uint16_t sequence = 0;
  std::uint32_t timestamp = 0;
  std::uint32_t ssrc = 0;
  ByteView rest;
};

Source read_source(ByteView packet) {
  ByteReader reader(packet);
  Source source;
  source.first_octets = reader.u16();
  source.sequence = reader.u16();
  source.timestamp = reader.u32();
  source.ssrc = reader.u32();
  source.rest = reader.rest();
  return source;
}

/// `parity` grows as far as needed: what is missing of the shorter one counts as zeros.
void combine(Bytes& parity, ByteView with) {
  if (parity.size() < with.size()) parity.resize(with.size());
  for (std::size_t i = 0; i < with.size(); ++i) parity[i] ^= with[i];
}

}  // namespace

void FlexFecEncoder::add(ByteView packet) {
  const Source source = read_source(packet);
  if (count_ == kMaxFlexFecGroup) *this = {};
  if (count_++ == 0) first_sequence_ = source.sequence;
  source_ssrc_ = source.ssrc;
  first_octets_ ^= source.first_octets;
  length_ ^= static_cast<std::uint16_t>(source.rest.size());
  timestamp_ ^= source.timestamp;
  combine(rest_, source.rest);
}

RtpPacket FlexFecEncoder::take(RtpPacket header) {
  ByteWriter writer(kFlexFecOverhead + rest_.size());
  writer.u16(static_cast<std::uint16_t>(kFixedRow | (first_octets_ & kProtectedBits)));
  writer.u16(length_);
  writer.u32(timestamp_);
  writer.u16(first_sequence_);
  writer.u8(static_cast<std::uint8_t>(count_));
  writer.u8(kNoRows);
  writer.view(rest_);
  header.csrcs = {source_ssrc_};
  header.payload = writer.take();
  *this = {};
  return header;
}

void FlexFecDecoder::add_source(ByteView packet, std::uint16_t sequence) {
  const std::int64_t number = sequences_.unwrap(sequence);
  // The stream has begun anew.
  if (!sources_.empty() && number + static_cast<std::int64_t>(kMaxSources) < sources_.rbegin()->first) {
    sources_.clear();
    repairs_.clear();
  }
  sources_.insert_or_assign(number, Bytes(packet.begin(), packet.end()));
  if (sources_.size() > kMaxSources) sources_.erase(sources_.begin());
}

void FlexFecDecoder::add_repair(const RtpPacket& packet, std::uint32_t source_ssrc) {
  ByteReader reader(packet.payload);
  Repair repair{.source_ssrc = source_ssrc};
  repair.first_octets = reader.u16();
  repair.length = reader.u16();
  repair.timestamp = reader.u32();
  repair.first = sequences_.peek(reader.u16());
  repair.count = reader.u8();
  const std::uint8_t rows = reader.u8();
  const ByteView rest = reader.rest();
  const bool ours = packet.csrcs.size() == 1 && packet.csrcs.front() == source_ssrc;
  const bool fixed_row = (repair.first_octets & static_cast<std::uint16_t>(~kProtectedBits)) == kFixedRow;
  if (!reader.ok() || !ours || !fixed_row || repair.count == 0 || repair.count > kMaxFlexFecGroup || rows != kNoRows)
    return;
  repair.rest.assign(rest.begin(), rest.end());
  repairs_.push_back(std::move(repair));
  if (repairs_.size() > kMaxRepairs) repairs_.pop_front();
}

std::optional<RtpPacket> FlexFecDecoder::take() {
  for (auto repair = repairs_.begin(); repair != repairs_.end();) {
    const std::optional<std::int64_t> missing = only_missing(*repair);
    if (!missing) {
      ++repair;
      continue;
    }
    const std::optional<Bytes> data = *missing < end_of(*repair) ? restore(*repair, *missing) : std::nullopt;
    repair = repairs_.erase(repair);
    if (!data) continue;
    Result<RtpPacket> packet = parse_rtp(*data);
    if (!packet) continue;
    ++restored_;
    add_source(*data, packet->sequence);
    return std::move(*packet);
  }
  return std::nullopt;
}

std::optional<std::int64_t> FlexFecDecoder::only_missing(const Repair& repair) const {
  std::int64_t expected = repair.first;
  std::optional<std::int64_t> missing;
  for (auto source = sources_.lower_bound(repair.first); expected < end_of(repair); ++expected) {
    if (source != sources_.end() && source->first == expected) {
      ++source;
      continue;
    }
    if (missing) return std::nullopt;
    missing = expected;
  }
  return missing.value_or(end_of(repair));
}

std::optional<Bytes> FlexFecDecoder::restore(const Repair& repair, std::int64_t missing) const {
  std::uint16_t first_octets = repair.first_octets;
  std::uint16_t length = repair.length;
  std::uint32_t timestamp = repair.timestamp;
  Bytes rest = repair.rest;
  for (auto at = sources_.lower_bound(repair.first); at != sources_.end() && at->first < end_of(repair); ++at) {
    const Source source = read_source(at->second);
    // Parity is as long as the longest packet.
    if (source.rest.size() > rest.size()) return std::nullopt;
    first_octets ^= source.first_octets;
    length ^= static_cast<std::uint16_t>(source.rest.size());
    timestamp ^= source.timestamp;
    combine(rest, source.rest);
  }
  if (length > rest.size()) return std::nullopt;
  rest.resize(length);
  ByteWriter writer(kRtpHeaderSize + rest.size());
  writer.u16(static_cast<std::uint16_t>(kVersion2 | (first_octets & kProtectedBits)));
  writer.u16(static_cast<std::uint16_t>(missing));
  writer.u32(timestamp);
  writer.u32(repair.source_ssrc);
  writer.view(rest);
  return writer.take();
}

}  // namespace counterpoint
