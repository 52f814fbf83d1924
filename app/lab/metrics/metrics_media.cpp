// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "app/lab/metrics/metrics_functions.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/metrics/metrics_timeline.h"
#include "app/lab/metrics/quantiser_map.h"
#include "core/model/audio_format.h"

namespace counterpoint::metric {
namespace {

/// Growth of a counter from the first to the last second.
template <typename Counter>
double growth(const StatisticsPair& pair, Counter counter) {
  return static_cast<double>(counter(pair.last.stats)) - static_cast<double>(counter(pair.first.stats));
}

double propagation_ms(const RunRecord& run, const LabFlow& flow, const LabSpan& span) {
  double seconds = to_seconds(flow.access_delay);
  for (const std::size_t link : flow.links) {
    const StepFunction delay = delay_of(main_path(run.header.experiment.links[link], flow));
    seconds += delay.integral(span) / seconds_of(span);
  }
  return 1000 * seconds;
}

bool sends_both_ways(const LabFlow& flow) {
  const auto* media = std::get_if<MediaLoad>(&flow.load);
  return media != nullptr && media->both_ways;
}

Value percent(double part, double whole) { return whole > 0 ? std::optional(100 * part / whole) : std::nullopt; }

/// kbit/s of video, second by second.
std::vector<double> operating_rates(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<double> rates;
  for (const EndStatistics::Second& second : seconds_within(run.senders, flow, active_span(run, flow, span))) {
    rates.push_back(second.stats.operating_point.video_rate().kilobits_per_second());
  }
  return rates;
}

/// dB of what these rates allow for.
std::vector<double> coded_snrs(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<double> snrs = operating_rates(run, flow, span);
  std::ranges::transform(snrs, snrs.begin(), [](double rate) { return quantiser_for(rate).snr; });
  return snrs;
}

}  // namespace

Value audio_loss(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto pair = statistics_within(run.receivers, flow, active_span(run, flow, span));
  if (!pair) return std::nullopt;
  const double received = growth(*pair, [](const SessionStats& s) { return s.audio_in.packets_received; });
  const double lost = growth(*pair, [](const SessionStats& s) { return s.audio_in.packets_lost; });
  const double late = growth(*pair, [](const SessionStats& s) { return s.audio_in.packets_discarded; });
  const double repaired = growth(*pair, [](const SessionStats& s) { return s.audio_in.fec_packets_received; });
  const double concealed = growth(*pair, [](const SessionStats& s) { return s.audio_in.concealed_samples; });
  if (received + lost <= 0) return 100.0;
  const double undecoded = std::max(0.0, lost + late - repaired) / (received + lost);
  return std::min(100.0, 100 * std::max(undecoded, concealed / (kAudioSampleRate * pair->seconds())));
}

Value audio_delay(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabSpan active = active_span(run, flow, span);
  const auto pair = statistics_within(run.receivers, flow, active);
  const auto received = [](const SessionStats& s) { return s.audio_in.packets_received; };
  if (!pair || growth(*pair, received) <= 0) return std::nullopt;
  std::vector<double> waits;
  for (const EndStatistics::Second& second : seconds_within(run.receivers, flow, active)) {
    waits.push_back(1000 * second.stats.audio_in.jitter_buffer_target_delay);
  }
  const Value wait = mean(waits);
  const Value queued = mean(queueing_delays(run, flow, active));
  if (!wait || !queued) return std::nullopt;
  return propagation_ms(run, run.header.experiment.flows[flow], active) + *queued + *wait;
}

Value speech_quality(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  constexpr double kBestR = 93.2;
  constexpr double kRobustness = 25.1;  // Bpl
  constexpr double kLookAhead = 6.5;    // ms, of Opus
  constexpr double kNoticed = 177.3;    // ms
  constexpr double kWorstMos = 1;
  const Value loss = audio_loss(run, flow, span);
  if (!loss) return std::nullopt;
  const Value network = audio_delay(run, flow, span);
  if (!network) return kWorstMos;
  const double delay =
      *network + kLookAhead + mean(audio_packet_times(run, flow, active_span(run, flow, span))).value_or(0);
  const double delay_impairment = 0.024 * delay + 0.11 * std::max(0.0, delay - kNoticed);
  const double loss_impairment = 95 * *loss / (*loss + kRobustness);
  const double r = std::clamp(kBestR - delay_impairment - loss_impairment, 0.0, 100.0);
  return std::max(kWorstMos, 1 + 0.035 * r + 7e-6 * r * (r - 60) * (100 - r));
}

Value frames_per_second(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto pair = statistics_within(run.receivers, flow, active_span(run, flow, span));
  if (!pair) return std::nullopt;
  return growth(*pair, [](const SessionStats& s) { return s.video_in.frames_rendered; }) / pair->seconds();
}

Value goodput(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto pair = statistics_within(run.receivers, flow, active_span(run, flow, span));
  if (!pair) return std::nullopt;
  return 0.008 * growth(*pair, [](const SessionStats& s) { return s.video_in.bytes_received; }) / pair->seconds();
}

Value freezes(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto pair = statistics_within(run.receivers, flow, active_span(run, flow, span));
  // An end that shows nothing has nothing that could freeze, or is frozen throughout.
  if (!pair || growth(*pair, [](const SessionStats& s) { return s.video_in.frames_rendered; }) <= 0) {
    return std::nullopt;
  }
  return growth(*pair, [](const SessionStats& s) { return s.video_in.freeze_count; });
}

Value feedback_overhead(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabFlow& of = run.header.experiment.flows[flow];
  const LabSpan active = active_span(run, flow, span);
  if (sends_both_ways(of)) {
    const auto reports = statistics_within(run.receivers, flow, active);
    const auto media = statistics_within(run.senders, flow, active);
    if (!reports || !media) return std::nullopt;
    return percent(growth(*reports, [](const SessionStats& s) { return s.transport.feedback_bytes_sent; }),
                   growth(*media, [](const SessionStats& s) { return s.transport.bytes_sent; }));
  }
  double forward = 0;
  double back = 0;
  for (const PacketOutcome& packet : packets_within(run, active)) {
    if (packet.flow != flow || packet.fate != PathRecord::Fate::kCarried) continue;
    (packet.backward == of.backward ? forward : back) += static_cast<double>(packet.wire_size.bytes());
  }
  return percent(back, forward);
}

Value frames_skipped(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto pair = statistics_within(run.senders, flow, active_span(run, flow, span));
  if (!pair) return std::nullopt;
  return growth(*pair, [](const SessionStats& s) { return s.video_out.frames_dropped; });
}

Value send_delay(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto pair = statistics_within(run.senders, flow, active_span(run, flow, span));
  if (!pair) return std::nullopt;
  const double packets = growth(*pair, [](const SessionStats& s) { return s.video_out.packets_sent; });
  const double waited = growth(*pair, [](const SessionStats& s) { return s.video_out.total_packet_send_delay; });
  return packets > 0 ? std::optional(1000 * waited / packets) : std::nullopt;
}

Value operating_rate(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return mean(operating_rates(run, flow, span));
}

Value min_operating_rate(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const std::vector<double> rates = operating_rates(run, flow, span);
  return rates.empty() ? std::nullopt : std::optional(*std::ranges::min_element(rates));
}

Value operating_frame_rate(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<double> rates;
  for (const EndStatistics::Second& second : seconds_within(run.senders, flow, active_span(run, flow, span))) {
    rates.push_back(second.stats.operating_point.frame_rate.per_second());
  }
  return mean(rates);
}

Value coded_snr(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return mean(coded_snrs(run, flow, span));
}

Value coded_snr_deviation(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const std::vector<double> snrs = coded_snrs(run, flow, span);
  return snrs.size() > 1 ? std::optional(standard_deviation(snrs)) : std::nullopt;
}

}  // namespace counterpoint::metric
