// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/lab/metrics/metrics_functions.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/metrics/picture_quality.h"

namespace counterpoint::metric {
namespace {

/// Encoders save the bits of a key frame over about this time, in which the quality settles.
constexpr Duration kSettling = 500ms;
/// Size of a key frame over that of other pictures of the same quality.
constexpr double kKeyFrameFactor = 4;

/// The pictures that the receiver showed of a flow; null where they were not recorded.
const std::vector<ShownPicture>* pictures_of(const RunRecord& run, std::size_t flow) {
  return flow < run.pictures.size() && run.pictures[flow] ? &*run.pictures[flow] : nullptr;
}

double pauses_within(const MediaLoad& media, const LabSpan& span) {
  double seconds = 0;
  for (const LabSpan& pause : media.pauses) seconds += seconds_of(intersection(pause, span));
  return seconds;
}

/// The times without a new picture that are freezes: before the first one, and as webrtc-stats defines freezeCount.
std::vector<LabSpan> frozen_spans(const std::vector<ShownPicture>& pictures, const LabSpan& active) {
  constexpr double kWeight = 1.0 / 30;  // The usual interval is of about the last 30 pictures.
  constexpr double kMin = 0.150;        // s
  std::vector<LabSpan> frozen;
  double usual = 0;
  Duration last = active.from;
  bool first = true;
  const auto end_at = [&](Duration at) {
    const double interval = to_seconds(at - last);
    if (first || (usual > 0 && interval >= std::max(3 * usual, usual + kMin))) {
      frozen.push_back({.from = last, .to = at});
    } else {
      usual = usual > 0 ? usual + kWeight * (interval - usual) : interval;
    }
    last = at;
    first = false;
  };
  for (const ShownPicture& picture : pictures) end_at(picture.shown);
  end_at(active.to);
  return frozen;
}

std::vector<double> frame_delays(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<double> delays;
  const auto* pictures = pictures_of(run, flow);
  if (pictures == nullptr) return delays;
  for (const ShownPicture& picture : *pictures) {
    if (picture.shown < span.from || picture.shown >= span.to) continue;
    delays.push_back(to_milliseconds(picture.shown - picture.captured));
  }
  return delays;
}

/// Judges what is on the screen, from picture to picture.
class Screen {
 public:
  Screen(const MediaLoad& media, const LabSpan& span) : media_(media), span_(span) {}

  /// `picture` is on the screen until `until`.
  void show(const ShownPicture& picture, Duration until) {
    settle(picture);
    const Duration step = media_.frame_rate.interval();
    for (Duration at = picture.shown; at < until; at += step) {
      const LabSpan instant = intersection({.from = at, .to = std::min(at + step, until)}, span_);
      if (is_empty(instant)) continue;
      const double seconds = seconds_of(instant) - pauses_within(media_, instant);
      sum_ += seconds * modelled_similarity(coded_, media_.resolution, at - picture.shown);
    }
  }
  [[nodiscard]] double sum() const { return sum_; }

 private:
  void settle(const ShownPicture& picture) {
    const double bits = static_cast<double>(picture.size.bits()) / (picture.key_frame ? kKeyFrameFactor : 1);
    const Duration usual = media_.frame_rate.interval();
    coded_.interval = std::max(picture.captured - reference_, usual);
    const Duration since_last = std::max(picture.captured - captured_, usual);
    const double weight = 1 - std::exp(-to_seconds(since_last) / to_seconds(kSettling));
    const bool first = coded_.bits <= 0;
    coded_.bits = first ? bits : coded_.bits + (picture.key_frame ? 0 : weight * (bits - coded_.bits));
    if (first) coded_.interval = usual;
    coded_.resolution = picture.resolution;
    captured_ = picture.captured;
    if (!picture.non_reference) reference_ = picture.captured;
  }

  const MediaLoad& media_;
  LabSpan span_;
  CodedPicture coded_;
  Duration captured_{};
  Duration reference_{};  ///< Capture of the last picture that others refer to.
  double sum_ = 0;
};

/// The mean of what was measured of the screen within `span`; nothing if nothing was.
Value measured_quality(const RunRecord& run, std::size_t flow, const MediaLoad& media, const LabSpan& span) {
  if (flow >= run.looks.size() || !run.looks[flow]) return std::nullopt;
  std::vector<double> similarities;
  for (const ScreenLook& look : *run.looks[flow]) {
    if (look.at < span.from || look.at >= span.to) continue;
    if (pauses_within(media, {.from = look.at, .to = look.at + 1ns}) <= 0) similarities.push_back(look.similarity);
  }
  return mean(similarities);
}

}  // namespace

Value frame_delay_p50(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return percentile(frame_delays(run, flow, active_span(run, flow, span)), 50);
}

Value frame_delay_p95(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return percentile(frame_delays(run, flow, active_span(run, flow, span)), 95);
}

Value frame_delay_p99(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return percentile(frame_delays(run, flow, active_span(run, flow, span)), 99);
}

Value frozen_share(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto* pictures = pictures_of(run, flow);
  const auto* media = std::get_if<MediaLoad>(&run.header.experiment.flows[flow].load);
  const LabSpan active = active_span(run, flow, span);
  if (pictures == nullptr || media == nullptr) return std::nullopt;
  const double wanted = seconds_of(active) - pauses_within(*media, active);
  if (wanted <= 0) return std::nullopt;
  double frozen = 0;
  const LabSpan whole = active_span(run, flow, {.from = {}, .to = run.header.experiment.duration});
  for (const LabSpan& one : frozen_spans(*pictures, whole)) {
    const LabSpan within = intersection(one, active);
    frozen += seconds_of(within) - pauses_within(*media, within);
  }
  return 100 * frozen / wanted;
}

Value picture_quality(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const auto* pictures = pictures_of(run, flow);
  const auto* media = std::get_if<MediaLoad>(&run.header.experiment.flows[flow].load);
  const LabSpan active = active_span(run, flow, span);
  if (pictures == nullptr || media == nullptr) return std::nullopt;
  const double wanted = seconds_of(active) - pauses_within(*media, active);
  if (wanted <= 0) return std::nullopt;
  if (const Value measured = measured_quality(run, flow, *media, active)) return measured;
  Screen screen(*media, active);
  for (std::size_t i = 0; i < pictures->size(); ++i) {
    const bool last = i + 1 == pictures->size();
    screen.show((*pictures)[i], last ? active.to : std::min((*pictures)[i + 1].shown, active.to));
  }
  return screen.sum() / wanted;
}

}  // namespace counterpoint::metric
