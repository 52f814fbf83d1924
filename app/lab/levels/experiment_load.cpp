// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/experiment_load.h"
#include "app/lab/experiment/lab_modes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "app/lab/levels/level.h"
#include "net/emulation/capacity_trace.h"

namespace counterpoint {
namespace {

/// Frames do not fill their last packets.
constexpr double kPartlyFilled = 1.2;
constexpr DataSize kTcpHeaders = DataSize::bytes(52);
constexpr double kAudioPacketsPerSecond = 50;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// The best treatment that packets of one size get in one direction of a link.
struct Best {
  double packets_per_second = 0;
  double time = kNoLimit;  ///< Service time and delay of one packet, s.
};

/// Its opportunities count as their fastest while they last.
DataRate first_rate(const PathConfig& path) {
  if (path.opportunities.empty()) return path.rate;
  const CapacityTrace means = mean_rates(path.opportunities);
  return std::ranges::max_element(means.steps, {}, &CapacityTrace::Step::rate)->rate;
}

Best best_of(const PathConfig& path, DataSize size, Duration duration) {
  Best best;
  PathStep now{.at = 0s, .rate = first_rate(path), .packet_rate = path.packet_rate, .delay = path.delay};
  const auto lasts_until = [&](Duration end) {
    if (end <= now.at) return;
    const double rate = now.rate->is_unlimited() ? kNoLimit : static_cast<double>(now.rate->bits_per_second());
    const double packet_rate = now.packet_rate->per_second() > 0 ? now.packet_rate->per_second() : kNoLimit;
    const double packets_per_second = std::min(rate / static_cast<double>(size.bits()), packet_rate);
    best.packets_per_second = std::max(best.packets_per_second, packets_per_second);
    best.time = std::min(best.time, to_seconds(*now.delay) + 1 / packets_per_second);
  };
  for (const PathStep& step : path.steps) {
    if (step.at >= duration) break;
    lasts_until(step.at);
    now.at = step.at;
    if (step.rate) now.rate = step.rate;
    if (step.packet_rate) now.packet_rate = step.packet_rate;
    if (step.delay) now.delay = step.delay;
  }
  lasts_until(duration);
  return best;
}

/// Number of packets that a flow sends in the mode of `header`.
class PacketEstimate {
 public:
  explicit PacketEstimate(const RunHeader& header) : header_(header) {}

  /// Infinity for TCP whose packets and acknowledgements take no time at all.
  [[nodiscard]] double packets(const LabFlow& flow) const {
    return std::visit([&](const auto& load) { return packets_of(flow, load); }, flow_in_mode(flow, header_.mode).load);
  }

 private:
  [[nodiscard]] double packets_of(const LabFlow& flow, const TcpLoad& load) const;
  [[nodiscard]] double packets_of(const LabFlow& flow, const CrossLoad& load) const;
  [[nodiscard]] double packets_of(const LabFlow& flow, const MediaLoad& load) const;
  [[nodiscard]] double tcp_flows(std::size_t link, bool backward) const;

  const RunHeader& header_;
};

double PacketEstimate::tcp_flows(std::size_t link, bool backward) const {
  return static_cast<double>(std::ranges::count_if(header_.experiment.flows, [&](const LabFlow& flow) {
    return flow.backward == backward && flow_in_mode(flow, header_.mode).is_tcp() &&
           std::ranges::count(flow.links, link) > 0;
  }));
}

double PacketEstimate::packets_of(const LabFlow& flow, const TcpLoad& load) const {
  const Experiment& experiment = header_.experiment;
  double share = kNoLimit;
  double round_trip = 2 * to_seconds(flow.access_delay);
  for (const std::size_t index : flow.links) {
    const LabLink& link = experiment.links[index];
    const Best there =
        best_of(flow.backward ? link.backward : link.forward, load.segment_size + kTcpHeaders, experiment.duration);
    const Best back = best_of(flow.backward ? link.forward : link.backward, kTcpHeaders, experiment.duration);
    share = std::min(share, there.packets_per_second / tcp_flows(index, flow.backward));
    round_trip += there.time + back.time;
  }
  if (round_trip <= 0) return kNoLimit;
  const double window = std::max(load.receive_window / load.segment_size, 1.0);
  const double packets = std::min(share, window / round_trip) * to_seconds(flow.stop - flow.start);
  if (!load.transfers) return packets;
  const double transfers = 1 + to_seconds(flow.stop - flow.start) / to_seconds(load.transfers->mean_idle);
  return std::min(packets, transfers * std::ceil(load.transfers->max_size / load.segment_size));
}

double PacketEstimate::packets_of(const LabFlow& flow, const CrossLoad& load) const {
  const double on = load.on > 0s ? to_seconds(load.on) / to_seconds(load.on + load.off) : 1;
  return static_cast<double>(load.rate.bits_per_second()) / static_cast<double>(load.packet_size.bits()) * on *
         to_seconds(flow.stop - flow.start);
}

double PacketEstimate::packets_of(const LabFlow& flow, const MediaLoad& load) const {
  const DataRate rate = mode_of(flow, header_.mode) == "fixed" ? load.fixed_rate : load.max_rate;
  const double video =
      static_cast<double>(rate.bits_per_second()) / static_cast<double>(load.packet_size.bits()) * kPartlyFilled;
  const double ways = load.both_ways ? 2 : 1;
  return (video + kAudioPacketsPerSecond) * ways * to_seconds(flow.stop - flow.start);
}

Error refused(const std::string& flow, const std::string& why) {
  return {ErrorKind::kInvalidArgument, "flow " + flow + ": " + why};
}

}  // namespace

Result<void> check_load(const RunHeader& header) {
  const PacketEstimate estimate(header);
  double all = 0;
  double max = 0;
  std::string flow_of_most;
  for (const LabFlow& flow : header.experiment.flows) {
    const double packets = estimate.packets(flow);
    if (std::isinf(packets)) {
      return refused(flow.name,
                     "TCP over links without any rate or delay sends without end in no time; give one of them a rate");
    }
    all += packets;
    if (packets <= max) continue;
    max = packets;
    flow_of_most = flow.name;
  }
  if (all <= kMaxRunPackets) return {};
  std::ostringstream why;
  why << "sends most of some " << std::round(all / 1e6) << " million packets, and a run may have "
      << kMaxRunPackets / 1e6 << " million; lower the rate (of TCP: of its links), or shorten the experiment";
  return refused(flow_of_most, why.str());
}

}  // namespace counterpoint
