// SPDX-License-Identifier: GPL-3.0-or-later
// The functions behind the table of metrics.cpp, where each is described. All have the form of Metric::compute.
#pragma once

#include <cstddef>
#include <optional>

#include "app/lab/record/run_record.h"

namespace counterpoint::metric {

using Value = std::optional<double>;

// Metrics of the network.
[[nodiscard]] Value utilisation(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value usable_utilisation(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value throughput(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value packet_rate(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value queueing_delay_p50(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value queueing_delay_p95(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value queueing_delay_p99(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value loss(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value delayed_packets(const RunRecord& run, std::size_t flow, const LabSpan& span);

// Metrics of the adaptation to changes.
[[nodiscard]] Value rate_variation(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value convergence_time(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value time_to_85(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value drain_time(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value loss_after_drop(const RunRecord& run, std::size_t flow, const LabSpan& span);

// Metrics of fairness between flows.
[[nodiscard]] Value jain(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value max_min_ratio(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value tcp_ratio(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value fair_share_use(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value tcp_share(const RunRecord& run, std::size_t flow, const LabSpan& span);

// Metrics of audio and video as people perceive them.
[[nodiscard]] Value audio_loss(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value audio_delay(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value speech_quality(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value frames_per_second(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value goodput(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value freezes(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value feedback_overhead(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value frames_skipped(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value send_delay(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value operating_rate(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value min_operating_rate(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value operating_frame_rate(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value coded_snr(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value coded_snr_deviation(const RunRecord& run, std::size_t flow, const LabSpan& span);

// Metrics of pictures as they were shown.
[[nodiscard]] Value frame_delay_p50(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value frame_delay_p95(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value frame_delay_p99(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value frozen_share(const RunRecord& run, std::size_t flow, const LabSpan& span);
[[nodiscard]] Value picture_quality(const RunRecord& run, std::size_t flow, const LabSpan& span);

}  // namespace counterpoint::metric
