// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/lab/metrics/metrics.h"
#include "app/lab/metrics/metrics_functions.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/metrics/metrics_timeline.h"

namespace counterpoint {

double jains_index(std::span<const double> shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  const double squares = std::inner_product(shares.begin(), shares.end(), shares.begin(), 0.0);
  return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1;
}

namespace metric {
namespace {

bool is_bulk(const LabFlow& flow) {
  const auto* tcp = std::get_if<TcpLoad>(&flow.load);
  return tcp != nullptr && !tcp->transfers;
}

/// Flows that are active in a span, and the part of it in which all of them are.
struct Group {
  std::vector<std::size_t> flows;
  LabSpan span;
};

template <typename Belongs>
Group find_group(const RunRecord& run, const LabSpan& span, Belongs belongs) {
  Group group{.flows = {}, .span = active_span(run, kWholeRun, span)};
  for (std::size_t flow = 0; flow < run.header.experiment.flows.size(); ++flow) {
    const LabSpan active = active_span(run, flow, span);
    if (is_empty(active) || !belongs(run.header.experiment.flows[flow])) continue;
    group.flows.push_back(flow);
    group.span = intersection(group.span, active);
  }
  return group;
}

bool pauses_in(const LabFlow& flow, const LabSpan& span) {
  const auto* media = std::get_if<MediaLoad>(&flow.load);
  return media != nullptr && std::any_of(media->pauses.begin(), media->pauses.end(),
                                         [&](const LabSpan& pause) { return !is_empty(intersection(pause, span)); });
}

/// The flows that are to share evenly: media flows, or, if there is none, bulk transfers.
Group competitors(const RunRecord& run, const LabSpan& span) {
  Group group = find_group(run, span, [](const LabFlow& flow) { return flow.is_media(); });
  if (group.flows.empty()) group = find_group(run, span, is_bulk);
  std::erase_if(group.flows,
                [&](std::size_t flow) { return pauses_in(run.header.experiment.flows[flow], group.span); });
  return group;
}

std::vector<double> shares_of(const RunRecord& run, const Group& group) {
  std::vector<double> shares;
  if (is_empty(group.span)) return shares;
  shares.reserve(group.flows.size());
  for (const std::size_t flow : group.flows) shares.push_back(carried_bits(run, flow, group.span));
  return shares;
}

}  // namespace

Value jain(const RunRecord& run, std::size_t /*flow*/, const LabSpan& span) {
  const std::vector<double> shares = shares_of(run, competitors(run, span));
  if (shares.size() < 2 || *std::max_element(shares.begin(), shares.end()) <= 0) return std::nullopt;
  return jains_index(shares);
}

Value max_min_ratio(const RunRecord& run, std::size_t /*flow*/, const LabSpan& span) {
  const std::vector<double> shares = shares_of(run, competitors(run, span));
  if (shares.size() < 2) return std::nullopt;
  const auto [min, max] = std::minmax_element(shares.begin(), shares.end());
  return *min > 0 ? std::optional(*max / *min) : std::nullopt;
}

Value tcp_ratio(const RunRecord& run, std::size_t /*flow*/, const LabSpan& span) {
  Group media = find_group(run, span, [](const LabFlow& flow) { return flow.is_media(); });
  Group bulk = find_group(run, span, is_bulk);
  media.span = bulk.span = intersection(media.span, bulk.span);
  const Value media_rate = mean(shares_of(run, media));
  const Value tcp_rate = mean(shares_of(run, bulk));
  if (!media_rate || !tcp_rate || !(*tcp_rate > 0)) return std::nullopt;
  return *media_rate / *tcp_rate;
}

Value fair_share_use(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabFlow& of = run.header.experiment.flows[flow];
  const LabSpan active = active_span(run, flow, span);
  const StepFunction share = share_of_links(run.header, of);
  const StepFunction demand = demand_of(run.header, of);
  double fair = 0;
  for (Duration at = active.from; at < active.to; at += 1s) {
    const LabSpan second{.from = at, .to = std::min(at + 1s, active.to)};
    fair += std::min(share.integral(second), demand.integral(second));
  }
  if (!(fair > 0) || !std::isfinite(fair)) return std::nullopt;
  return 100 * carried_bits(run, flow, active) / fair;
}

Value tcp_share(const RunRecord& run, std::size_t /*flow*/, const LabSpan& span) {
  const Group bulk = find_group(run, span, is_bulk);
  if (is_empty(bulk.span)) return std::nullopt;
  std::vector<double> shares;
  for (const std::size_t flow : bulk.flows) {
    const double fair = fair_share(run.header, run.header.experiment.flows[flow]).integral(bulk.span);
    if (!(fair > 0) || !std::isfinite(fair)) return std::nullopt;
    shares.push_back(carried_bits(run, flow, bulk.span) / fair);
  }
  return mean(shares);
}

}  // namespace metric
}  // namespace counterpoint
