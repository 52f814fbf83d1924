// SPDX-License-Identifier: GPL-3.0-or-later
// ns-3's drop-tail queues, which note what becomes of the packets in them.
#pragma once

#include <ns3/drop-tail-queue.h>
#include <ns3/packet.h>
#include <ns3/tag.h>

#include <cstdint>
#include <vector>

#include "app/lab/record/run_record.h"
#include "net/emulation/path_config.h"

namespace counterpoint {

/// Data that a packet takes along through the network.
class PacketRecord final : public ns3::Tag {
 public:
  std::uint32_t flow = 0;
  bool backward = false;
  Duration queued{};      ///< In all queues so far.
  Duration entered_at{};  ///< The queue in which it is.
  Duration served_at{};   ///< Time at which the latest link had served it.

  static ns3::TypeId GetTypeId();
  ns3::TypeId GetInstanceTypeId() const override { return GetTypeId(); }
  std::uint32_t GetSerializedSize() const override { return 29; }
  void Serialize(ns3::TagBuffer buffer) const override;
  void Deserialize(ns3::TagBuffer buffer) override;
  void Print(std::ostream& text) const override;
};

/// The fates of all packets.
class OutcomeLog {
 public:
  void add(Duration at, const PacketRecord& note, DataSize size, PathRecord::Fate fate);
  /// Those until `end`, in order of time.
  [[nodiscard]] std::vector<PacketOutcome> until(Duration end) const;

 private:
  std::vector<PacketOutcome> outcomes_;
};

/// In front of a host's line, which has no limit: writes the flow on each packet.
class HostQueue final : public ns3::DropTailQueue<ns3::Packet> {
 public:
  explicit HostQueue(const PacketRecord& note) : note_(note) {}
  bool Enqueue(ns3::Ptr<ns3::Packet> packet) override;

 protected:
  void NotifyConstructionCompleted() override;

 private:
  PacketRecord note_;
};

/// In front of one direction of a link: measures how long packets wait, and logs those that it drops.
///
/// 1. The packet being served does not count. Whatever the limit, one packet may wait.
/// 2. A limit in time is one in bytes, at the rate of the moment. A limit that falls below what waits lets nothing in
///    until enough has left, and drops nothing that is in.
class LinkQueue final : public ns3::DropTailQueue<ns3::Packet> {
 public:
  LinkQueue(const QueueLimit& limit, DataRate rate, OutcomeLog& log);
  /// The link's: what it serves at, and what a limit in time counts by.
  void set_rate(DataRate rate) { rate_ = rate; }
  bool Enqueue(ns3::Ptr<ns3::Packet> packet) override;
  ns3::Ptr<ns3::Packet> Dequeue() override;

 private:
  /// Makes room for the packet that is `coming`.
  void apply_limit(DataSize coming);

  QueueLimit limit_;
  DataRate rate_;
  OutcomeLog& log_;
};

}  // namespace counterpoint
