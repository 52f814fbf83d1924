// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/metrics/metrics.h"

#include <algorithm>

#include "app/lab/experiment/nearest_name.h"
#include "app/lab/metrics/metrics_functions.h"

namespace counterpoint {
namespace {

using Scope = Metric::Scope;

constexpr Metric kMetrics[] = {
    {"utilisation", "%",
     "Bits carried over the link of the least capacity, in the main direction, of what its schedule offered.",
     Scope::kRun, metric::utilisation},
    {"usable_utilisation", "%",
     "The same of what the sources could use: the lesser, at each time, of capacity and highest rates with headers.",
     Scope::kRun, metric::usable_utilisation},
    {"throughput", "kbit/s", "Bits of whole IP packets carried, a second.", Scope::kRunAndFlow, metric::throughput},
    {"packet_rate", "packets/s", "Packets carried, a second.", Scope::kRunAndFlow, metric::packet_rate},
    {"queueing_delay_p50", "ms", "Median (nearest rank) of what each packet carried waited in queues.",
     Scope::kRunAndFlow, metric::queueing_delay_p50},
    {"queueing_delay_p95", "ms", "95th percentile (nearest rank) of what each packet carried waited in queues.",
     Scope::kRunAndFlow, metric::queueing_delay_p95},
    {"queueing_delay_p99", "ms", "99th percentile (nearest rank) of what each packet carried waited in queues.",
     Scope::kRunAndFlow, metric::queueing_delay_p99},
    {"loss", "%", "Packets dropped by queues or lost on lines, of all.", Scope::kRunAndFlow, metric::loss},
    {"delayed_packets", "%",
     "Packets of video (larger than twice one of sound) carried over 100 ms after the one before, of all "
     "(Papadimitriou and Tsaoussidis).",
     Scope::kMedia, metric::delayed_packets},
    {"rate_variation", "",
     "Standard deviation over mean of the carried rate's samples (RFC 8867: 200 ms), the coefficient of variation.",
     Scope::kFlow, metric::rate_variation},
    {"convergence_time", "s",
     "After start, a change of capacity, or another flow's start, stop or pause, until the rate sent, over 1 s, stays "
     "within 15 % of its mean from there to the next change, for 5 s; the longest of all changes 10 s apart.",
     Scope::kMedia, metric::convergence_time},
    {"time_to_85", "s",
     "After start or a rise of capacity, until the rate carried, over 1 s, is 85 % of what is usable, and stays so for "
     "5 s or until the next change: its highest rate, or an equal share of what cross traffic leaves; the longest.",
     Scope::kFlow, metric::time_to_85},
    {"drain_time", "s",
     "After a drop of capacity, until for 5 s no packet waits over 100 ms more than the median of the 5 s before the "
     "drop; the longest of all drops followed by 10 s without a change.",
     Scope::kMedia, metric::drain_time},
    {"loss_after_drop", "%", "Packets dropped or lost in the 5 s after a drop of capacity, of all; the most.",
     Scope::kMedia, metric::loss_after_drop},
    {"jain", "",
     "Jain's fairness index (sum x)^2 / (n sum x^2) of the throughputs of media flows (of bulk TCP where there are "
     "none) while all of them are active; flows that pause then are left out.",
     Scope::kRun, metric::jain},
    {"max_min_ratio", "", "The largest of those throughputs over the smallest.", Scope::kRun, metric::max_min_ratio},
    {"tcp_ratio", "",
     "Friendliness: mean throughput of media flows over that of bulk TCP flows, while all of them are active "
     "(Wakamiya et al.; RFC 8867).",
     Scope::kRun, metric::tcp_ratio},
    {"tcp_share", "",
     "Normalised throughput of bulk TCP: carried of an equal share of the links among all media and bulk flows; the "
     "mean (Papadimitriou and Tsaoussidis).",
     Scope::kRun, metric::tcp_share},
    {"fair_share_use", "%",
     "Bits carried of the flow, of what it could have had: second by second the lesser of its highest rate and an "
     "equal "
     "share, among media and bulk flows, of the mean capacity that cross traffic leaves.",
     Scope::kMedia, metric::fair_share_use},
    {"audio_loss", "%",
     "Sound that was concealed, of the time, or whose packets were lost or late and not repaired, of all packets: the "
     "larger of the two.",
     Scope::kMedia, metric::audio_loss},
    {"audio_delay", "ms",
     "Propagation, mean wait in queues and mean target wait in the receiver's jitter buffer; without codec and "
     "devices; nothing when no sound came.",
     Scope::kMedia, metric::audio_delay},
    {"speech_quality", "",
     "MOS of audio_delay and audio_loss, 1 to 4.41: 1 + 0.035 R + 7e-6 R (R - 60) (100 - R), R = 93.2 - Id - Ie,eff "
     "(ITU-T G.107), with Id of Cole and Rosenbluth 2001 and, for Opus, Ie = 0 and Bpl = 25.1 (G.113's for G.711 with "
     "concealment, narrowband; Opus has none of its own); Opus's packet and 6.5 ms of look-ahead count as delay.",
     Scope::kMedia, metric::speech_quality},
    {"frames_per_second", "frames/s", "Frames shown by the receiver, a second.", Scope::kMedia,
     metric::frames_per_second},
    {"freezes", "", "Times that the picture stood still (webrtc-stats: freezeCount); nothing when no frame was shown.",
     Scope::kMedia, metric::freezes},
    {"frame_delay_p50", "ms", "Median (nearest rank) of each picture's time from its capture until it is shown.",
     Scope::kMedia, metric::frame_delay_p50},
    {"frame_delay_p95", "ms", "95th percentile (nearest rank) of the same.", Scope::kMedia, metric::frame_delay_p95},
    {"frame_delay_p99", "ms", "99th percentile (nearest rank) of the same.", Scope::kMedia, metric::frame_delay_p99},
    {"frozen_share", "%",
     "Time before the first picture, and between two pictures at least max(3 d, d + 150 ms) apart, d being the mean of "
     "about the last 30 such times that were none (webrtc-stats: totalFreezesDuration), of all.",
     Scope::kMedia, metric::frozen_share},
    {"picture_quality", "",
     "SSIM of the screen against the source at the call's size, at each time: with the real encoder measured, else by "
     "a "
     "model of a talking head coded as VP8 (decision 14) of bits a pixel, size, and age since a picture came on the "
     "screen; 0 before the first one.",
     Scope::kMedia, metric::picture_quality},
    {"goodput", "kbit/s", "RTP payload of video that arrived the first time that it was sent, a second.", Scope::kMedia,
     metric::goodput},
    {"feedback_overhead", "%",
     "Bytes that go back, reports or acknowledgements, of the bytes of media carried; with media both ways, RFC 8888 "
     "reports of media datagrams.",
     Scope::kMedia, metric::feedback_overhead},
    {"frames_skipped", "", "Frames that the sender did not encode: too much waited to be sent, or it was too slow.",
     Scope::kMedia, metric::frames_skipped},
    {"send_delay", "ms", "Mean time that packets of video waited in the sender.", Scope::kMedia, metric::send_delay},
    {"operating_rate", "kbit/s", "Mean video rate of the sender's operating point.", Scope::kMedia,
     metric::operating_rate},
    {"least_operating_rate", "kbit/s", "The least of it, second by second.", Scope::kMedia, metric::min_operating_rate},
    {"operating_frame_rate", "frames/s", "Mean frame rate of the sender's operating point.", Scope::kMedia,
     metric::operating_frame_rate},
    {"coded_snr", "dB",
     "Mean SNR at the sender of MPEG-2 video of the operating point's rate, second by second, each with the finest "
     "quantiser scale that fits, by a map of Foreman (Wakamiya et al.).",
     Scope::kMedia, metric::coded_snr},
    {"coded_snr_deviation", "dB", "Standard deviation of the same.", Scope::kMedia, metric::coded_snr_deviation},
};

Error wrong(const Experiment& experiment, const std::string& what) {
  return {ErrorKind::kInvalidArgument, experiment.full_name() + ": " + what};
}

Error unknown_metric(const Experiment& experiment, const std::string& name) {
  std::vector<std::string> names;
  for (const Metric& metric : kMetrics) names.emplace_back(metric.name);
  const std::optional<std::string> meant = nearest_name(name, names);
  return wrong(experiment, "there is no metric \"" + name + "\"" +
                               (meant ? "; did you mean \"" + *meant + "\"?" : ";") + " 'lab metrics' lists them");
}

/// The flows that an expectation is about; kWholeRun for the run.
std::vector<std::size_t> subjects(const Experiment& experiment, const Expectation& expectation, const Metric& metric) {
  if (expectation.flow.empty() && metric.is_of_run()) return {kWholeRun};
  std::vector<std::size_t> flows;
  for (std::size_t flow = 0; flow < experiment.flows.size(); ++flow) {
    const bool meant = expectation.flow.empty() || expectation.flow == experiment.flows[flow].name;
    if (meant && metric.is_of(experiment.flows[flow])) flows.push_back(flow);
  }
  return flows;
}

bool holds(const Expectation& expectation, const std::optional<double>& value) {
  return value && (!expectation.at_least || *value >= *expectation.at_least) &&
         (!expectation.at_most || *value <= *expectation.at_most);
}

}  // namespace

std::span<const Metric> metrics() { return kMetrics; }

const Metric* find_metric(std::string_view name) {
  const auto* found = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                   [name](const Metric& metric) { return metric.name == name; });
  return found == std::end(kMetrics) ? nullptr : found;
}

Result<void> check_expectations(const Experiment& experiment) {
  for (const Expectation& expectation : experiment.expectations) {
    const Metric* metric = find_metric(expectation.metric);
    if (metric == nullptr) {
      return unknown_metric(experiment, expectation.metric);
    }
    if (subjects(experiment, expectation, *metric).empty()) {
      const std::string flow = expectation.flow.empty() ? "any flow" : "flow \"" + expectation.flow + "\"";
      return wrong(experiment, "there is no metric \"" + expectation.metric + "\" of " + flow);
    }
  }
  return {};
}

std::vector<Verdict> judge(const RunRecord& run) {
  std::vector<Verdict> verdicts;
  const Experiment& experiment = run.header.experiment;
  for (const Expectation& expectation : experiment.expectations) {
    const bool in_this_mode = expectation.modes.empty() || std::find(expectation.modes.begin(), expectation.modes.end(),
                                                                     run.header.mode) != expectation.modes.end();
    if (!in_this_mode) continue;
    const Metric* metric = find_metric(expectation.metric);
    const std::vector<std::size_t> flows =
        metric != nullptr ? subjects(experiment, expectation, *metric) : std::vector<std::size_t>();
    if (flows.empty()) verdicts.push_back({.expectation = expectation, .value = std::nullopt});
    for (const std::size_t flow : flows) {
      Verdict verdict{.expectation = expectation, .value = metric->compute(run, flow, expectation.span)};
      if (flow != kWholeRun) verdict.expectation.flow = experiment.flows[flow].name;
      verdict.passed = holds(expectation, verdict.value);
      verdicts.push_back(std::move(verdict));
    }
  }
  return verdicts;
}

}  // namespace counterpoint
