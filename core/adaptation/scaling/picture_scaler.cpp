// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/picture_scaler.h"

#include <algorithm>
#include <cmath>

#include "core/adaptation/plane/plane.h"
#include "core/adaptation/scaling/audio_packing.h"
#include "core/adaptation/scaling/picture_choice.h"
#include "core/adaptation/scaling/rate_spending.h"
#include "core/adaptation/scaling/video_pause.h"

namespace counterpoint {
namespace {

/// 1 to 10 s: the time constant of the rate that the size follows. Queues drain in a fraction of it.
constexpr Duration kSustained = 4s;
/// A new size costs a key frame in VP8, and is seen: there are no two within this.
constexpr Duration kBetweenSizes = 10s;
/// At the start the rate grows so fast that the first frames say nothing.
constexpr Duration kBeforeFirstSize = 2s;
/// A queue drains in less; a low rate that lasts for longer is a loss of capacity.
constexpr Duration kLongerThanADrain = 2s;
/// 5 to 30 s: a path that is full at all times was so within this.
constexpr Duration kFullOfLate = 10s;
/// A rate below this share of the usual one for kFallen changes the size at once.
constexpr double kMuchLess = 0.5;
constexpr Duration kFallen = 1s;
/// 0.5 to 2 s, and 5 to 30 s: the time constants of the rate now, estimates swing within less, and of the usual one.
constexpr Duration kRecent = 1s;
constexpr Duration kUsual = 10s;
/// The rate has to exceed what a larger picture needs so many times,
constexpr double kRoomForLargerSize = 1.3;
/// and what more frames need, which cost nothing to try.
constexpr double kRoomForMore = 1.15;
/// With less, there is no video: 10 pictures of 240x136 a second need 20, and key frames some more. A user who wants
/// still less gets it.
constexpr DataRate kMinVideo = DataRate::kilobits_per_second(30);
/// Video begins again at so many times of what that needs.
constexpr double kRoomForVideo = 1.1;

class PictureScaler final : public Scaler {
 public:
  PictureScaler(const AdaptationContext& start, const ParameterValues&)
      : start_(start),
        least_(wire_rate(std::min(kMinVideo, start.limits.min_video_rate),
                         std::min(kFewFrames, start.limits.max_frame_rate), start.wire)),
        point_(start.point),
        usual_(start.point.video_rate()),
        sustained_(usual_),
        recent_(usual_) {}

  [[nodiscard]] OperatingPoint update(const PathEstimate& estimate, Timestamp now) override {
    if (!estimate.rate) return point_;
    pause_.update(supply(estimate), now);
    OperatingPoint point = point_;
    if (estimate.verdict == PathEstimate::Verdict::kCongestion) congested_at_ = now;
    const Duration packet_time = audio_packets(estimate, now);
    point.audio_packet_time = packet_time > start_.wire.audio_packet_time ? packet_time : Duration::zero();
    point = spend_estimate(estimate, start_, point);
    choose_resolution(point, now);
    if (!estimate.packet_rate) choose_frame_rate(*estimate.rate, point);
    if (is_worth_a_decision(point_, point)) point_ = point;
    return point_;
  }

  [[nodiscard]] bool pauses_video() const override { return pause_.active(); }

 private:
  [[nodiscard]] VideoPause::Supply supply(const PathEstimate& estimate) const {
    if (estimate.verdict == PathEstimate::Verdict::kUnknown) return VideoPause::Supply::kUnknown;
    if (*estimate.rate < least_) return VideoPause::Supply::kShort;
    return *estimate.rate < least_ * kRoomForVideo ? VideoPause::Supply::kEnough : VideoPause::Supply::kAmple;
  }

  /// The duration of packets of audio. The rate has been low for long because of the path, and not because little is
  /// sent or wanted, where the path has been full of late; nobody knows it at the start.
  Duration audio_packets(const PathEstimate& estimate, Timestamp now) {
    const bool full = congested_at_ && now - *congested_at_ < kFullOfLate && now >= start_.now + kBeforeFirstSize;
    const std::optional<DataRate> carried = full ? std::optional(sustained_ + audio_rate(start_.wire)) : std::nullopt;
    const Duration time = packing_.update(carried, estimate.packet_rate, now);
    // While video pauses, sound has the bytes for itself, and its packets have to tell when there is room again.
    if (pause_.active() && !estimate.packet_rate) return start_.wire.audio_packet_time;
    return std::min(time, start_.wire.max_audio_packet_time);
  }

  /// Takes `rate` into the means; true when it has long been less than half of what it was.
  bool follow(DataRate rate, Timestamp now) {
    const Duration step = std::clamp<Duration>(now - updated_at_, Duration::zero(), kBetweenSizes);
    updated_at_ = now;
    const auto approach = [rate, step](DataRate& mean, Duration time) {
      mean = mean + (rate - mean) * (1 - std::exp(-to_seconds(step) / to_seconds(time)));
    };
    approach(usual_, kUsual);
    approach(sustained_, kSustained);
    approach(recent_, kRecent);
    if (recent_ >= usual_ * kMuchLess) enough_at_ = now;
    if (now - enough_at_ < kFallen) return false;
    usual_ = sustained_ = recent_;
    enough_at_ = now;
    return true;
  }

  /// Lets the size follow the sustained rate, seldom.
  void choose_resolution(OperatingPoint& point, Timestamp now) {
    const DataRate rate = point.video_rate();
    const bool fell = follow(rate, now);
    const auto size_for = [this](DataRate video) {
      return picture_size_for(video, start_.limits.max_frame_rate, start_.limits.max_resolution);
    };
    const Resolution before = point.resolution;
    const Resolution fitting = size_for(sustained_);
    if (fitting.area() >= before.area()) fits_at_ = now;
    if (now < next_size_at_ && !fell) return;
    // A rate that has just begun to fall has no room.
    const Resolution roomy = size_for(std::min(rate, sustained_) * (1 / kRoomForLargerSize));
    if (roomy.area() > before.area()) point.resolution = roomy;
    if (fitting.area() < before.area() && (fell || now - fits_at_ >= kLongerThanADrain)) point.resolution = fitting;
    if (point.resolution != before) next_size_at_ = now + kBetweenSizes;
  }

  /// Sets the most frames that have bits enough for pictures of the resolution.
  void choose_frame_rate(DataRate rate, OperatingPoint& point) const {
    for (int index = 0; index < kFrameRateChoices; ++index) {
      point.frame_rate = frame_rate_choice(index, start_.limits.max_frame_rate);
      spend(rate, start_, point);
      const double room = point.frame_rate > point_.frame_rate ? kRoomForMore : 1;
      if (needed_rate(point.resolution, point.frame_rate) * room <= point.video_rate()) return;
    }
  }

  AdaptationContext start_;
  DataRate least_;  ///< The least video, with sound and headers.
  OperatingPoint point_;
  AudioPacking packing_;
  VideoPause pause_;
  DataRate usual_;  ///< Means of video's rate.
  DataRate sustained_;
  DataRate recent_;
  std::optional<Timestamp> congested_at_;
  Timestamp updated_at_ = start_.now;
  Timestamp enough_at_ = start_.now;  ///< When the recent rate was last more than half of the usual,
  Timestamp fits_at_ = start_.now;    ///< and when the mean was last enough for the size.
  Timestamp next_size_at_ = start_.now + kBeforeFirstSize;
};

}  // namespace

const ScalerKind kPicture = {
    .name = "picture",
    .summary = "spends the estimate's rate: on pictures large enough to be seen, and on as many as have bits enough",
    .parameters = {},
    .make = make_scaler<PictureScaler>};

}  // namespace counterpoint
