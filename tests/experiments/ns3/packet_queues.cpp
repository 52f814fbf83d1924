// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/experiments/ns3/packet_queues.h"

#include <ns3/simulator.h>

#include <algorithm>

#include "net/emulation/emulated_path.h"
#include "tests/experiments/ns3/ns3_time.h"

namespace counterpoint {
namespace {

DataSize size_of(const ns3::Packet& packet) { return DataSize::bytes(packet.GetSize()); }

ns3::QueueSize in_bytes(DataSize size) {
  const DataSize bounded = std::clamp(size, DataSize::bytes(1), EmulatedPath::kMaxHeldSize);
  return {ns3::QueueSizeUnit::BYTES, static_cast<std::uint32_t>(bounded.bytes())};
}

ns3::QueueSize in_packets(std::int64_t packets) {
  const std::int64_t bounded = std::clamp<std::int64_t>(packets, 1, EmulatedPath::kMaxHeldPackets);
  return {ns3::QueueSizeUnit::PACKETS, static_cast<std::uint32_t>(bounded)};
}

ns3::QueueSize queue_size(const QueueLimit& limit, DataRate rate) {
  if (const auto* size = std::get_if<DataSize>(&limit)) return in_bytes(*size);
  if (const auto* count = std::get_if<PacketCount>(&limit)) return in_packets(count->packets);
  if (const auto* time = std::get_if<Duration>(&limit); time != nullptr && !rate.is_unlimited()) {
    return in_bytes(rate * *time);
  }
  return in_bytes(EmulatedPath::kMaxHeldSize);
}

}  // namespace

ns3::TypeId PacketRecord::GetTypeId() {
  static const ns3::TypeId id = ns3::TypeId("counterpoint::PacketNote").SetParent<ns3::Tag>();
  return id;
}

void PacketRecord::Serialize(ns3::TagBuffer buffer) const {
  buffer.WriteU32(flow);
  buffer.WriteU8(backward ? 1 : 0);
  for (const Duration time : {queued, entered_at, served_at}) buffer.WriteU64(static_cast<std::uint64_t>(time.count()));
}

void PacketRecord::Deserialize(ns3::TagBuffer buffer) {
  flow = buffer.ReadU32();
  backward = buffer.ReadU8() != 0;
  for (Duration* time : {&queued, &entered_at, &served_at}) {
    *time = Duration(static_cast<Duration::rep>(buffer.ReadU64()));
  }
}

void PacketRecord::Print(std::ostream& text) const { text << "flow " << flow << (backward ? ", backward" : ""); }

void OutcomeLog::add(Duration at, const PacketRecord& note, DataSize size, PathRecord::Fate fate) {
  outcomes_.push_back(
      {.at = at, .flow = note.flow, .backward = note.backward, .wire_size = size, .queued = note.queued, .fate = fate});
}

std::vector<PacketOutcome> OutcomeLog::until(Duration end) const {
  std::vector<PacketOutcome> sorted;
  std::ranges::copy_if(outcomes_, std::back_inserter(sorted), [end](const auto& outcome) { return outcome.at <= end; });
  std::ranges::stable_sort(sorted, {}, &PacketOutcome::at);
  return sorted;
}

void HostQueue::NotifyConstructionCompleted() {
  DropTailQueue::NotifyConstructionCompleted();
  SetMaxSize(in_packets(EmulatedPath::kMaxHeldPackets));
}

bool HostQueue::Enqueue(ns3::Ptr<ns3::Packet> packet) {
  note_.served_at = ns3_now();
  packet->ReplacePacketTag(note_);
  return DropTailQueue::Enqueue(packet);
}

LinkQueue::LinkQueue(const QueueLimit& limit, DataRate rate, OutcomeLog& log) : limit_(limit), rate_(rate), log_(log) {}

void LinkQueue::apply_limit(DataSize coming) {
  const ns3::QueueSize wanted = queue_size(limit_, rate_);
  std::uint32_t least = GetNPackets();
  if (wanted.GetUnit() == ns3::QueueSizeUnit::BYTES) {
    least = least == 0 ? static_cast<std::uint32_t>(coming.bytes()) : GetNBytes();
  }
  // ns-3 ends the program when a limit is set below what waits.
  SetMaxSize({wanted.GetUnit(), std::max(wanted.GetValue(), least)});
}

bool LinkQueue::Enqueue(ns3::Ptr<ns3::Packet> packet) {
  PacketRecord note;
  packet->PeekPacketTag(note);
  note.entered_at = ns3_now();
  packet->ReplacePacketTag(note);
  apply_limit(size_of(*packet));
  if (DropTailQueue::Enqueue(packet)) return true;
  log_.add(note.entered_at, note, size_of(*packet), PathRecord::Fate::kDropped);
  return false;
}

ns3::Ptr<ns3::Packet> LinkQueue::Dequeue() {
  const ns3::Ptr<ns3::Packet> packet = DropTailQueue::Dequeue();
  PacketRecord note;
  packet->PeekPacketTag(note);
  const Duration now = ns3_now();
  note.queued += now - note.entered_at;
  note.served_at = now + size_of(*packet) / rate_;
  packet->ReplacePacketTag(note);
  return packet;
}

}  // namespace counterpoint
