// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ns3/ipv4-address.h>
#include <ns3/node.h>
#include <ns3/ptr.h>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "app/lab/experiment/experiment.h"
#include "tests/experiments/ns3/packet_queues.h"

namespace ns3 {
class SimpleChannel;
class SimpleNetDevice;
}  // namespace ns3

namespace counterpoint {

/// An experiment's links as ns-3 nodes: a router at each end of a link, and two hosts a flow.
///
/// 1. A link is two channels, one each way, since rate, delay and queue may differ. They are ns-3's SimpleNetDevices in
///    point-to-point mode: unlike PointToPointNetDevice they add no PPP header, so that a packet takes its own size.
/// 2. A new rate holds from the next packet on; the one being served keeps its time.
/// 3. Routers of a flow's neighbouring links are joined without limit and delay.
class Ns3Network {
 public:
  struct Host {
    ns3::Ptr<ns3::Node> node;
    ns3::Ipv4Address address;
  };
  struct Ends {
    Host source;  ///< Source of the flow's main direction.
    Host sink;
  };

  explicit Ns3Network(const std::vector<LabLink>& links);
  Ns3Network(const Ns3Network&) = delete;
  Ns3Network& operator=(const Ns3Network&) = delete;

  /// Two hosts for the flow that is at `index` in the experiment.
  [[nodiscard]] Ends add_flow(std::uint32_t index, const LabFlow& flow);
  /// From now on, the host sends and hears nothing.
  static void cut_off(const Host& host);

  [[nodiscard]] const OutcomeLog& outcomes() const { return outcomes_; }

 private:
  using NodePointer = ns3::Ptr<ns3::Node>;
  struct Routers {
    NodePointer left;
    NodePointer right;
  };

  [[nodiscard]] ns3::Ptr<ns3::SimpleNetDevice> add_device(const NodePointer& node,
                                                          const ns3::Ptr<ns3::SimpleChannel>& channel);
  void add_one_way(const NodePointer& from, const NodePointer& to, const PathConfig& path);
  /// Both ways, without limit; nothing when they are joined already.
  void add_wire(const NodePointer& a, const NodePointer& b, Duration delay);
  [[nodiscard]] Host make_host(const NodePointer& node, const NodePointer& next, const PacketRecord& note);
  /// The routes lead from the first node of `way` to the last one's address.
  void add_routes(std::span<const NodePointer> way, ns3::Ipv4Address destination);

  OutcomeLog outcomes_;
  std::vector<Routers> routers_;  // One for each link.
  /// Interface of one node towards another, by their identifiers.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> interfaces_;
  std::uint32_t addresses_ = 0;
  std::int64_t loss_streams_ = 0;
};

}  // namespace counterpoint
