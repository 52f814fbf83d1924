// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_estimate.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/commands/shape/picture_tally.h"
#include "app/commands/shape/shape_source.h"
#include "app/commands/shape/shaping_loss.h"
#include "app/shape/video_bounds.h"
#include "media/mpeg/config/variants.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"

namespace counterpoint {
namespace {

constexpr std::size_t kSamples = 16;
/// Endless groups are taken in pieces of as many pictures.
constexpr std::size_t kMaxSample = 64;

/// A group of pictures that stands for those up to the next sample.
struct Sample {
  std::vector<mpeg::PictureUnit> units;
  std::size_t bytes = 0;              ///< Size of `units`.
  std::size_t represented_bytes = 0;  ///< Size of the video that it stands for.
  DataSize cut_floor;                 ///< Size of `units` with each block cut to its floor.
};

/// Tells how small pictures become when each block is cut to its floor.
class CutFloor {
 public:
  /// `unit` is what it was afterwards.
  [[nodiscard]] DataSize of(mpeg::PictureUnit& unit) {
    shaper_.push(std::move(unit));
    auto picture = shaper_.pop();
    unit = std::move(picture->original);
    return picture->statistics.smallest_size;
  }

 private:
  mpeg::Shaper shaper_{mpeg::find_variant("live")->config};
};

/// Splits a file into groups of pictures, and keeps some of them.
class Sampling {
 public:
  explicit Sampling(const RateSchedule& schedule) : schedule_(&schedule) {}

  /// The video of the file takes some `all_bytes`.
  void add(mpeg::PictureUnit unit, double all_bytes) {
    const double place = static_cast<double>(estimate_.original_video.bytes()) / std::max(all_bytes, 1.0);
    const bool begins = unit.has_picture && (unit.starts_group || pictures_in_group_ == kMaxSample);
    if (begins || groups_ == 0) start_group(place);
    const mpeg::PictureStatistics statistics = mpeg::statistics_of(unit);
    estimate_.original_video += statistics.original_size;
    bounds_.add({.bytes = {}, .has_picture = unit.has_picture, .statistics = statistics},
                schedule_->at(estimate_.seconds));
    estimate_.seconds += statistics.seconds;
    estimate_.pictures += unit.has_picture ? 1U : 0U;
    pictures_in_group_ += unit.has_picture ? 1U : 0U;
    const DataSize floor = cut_floor_.of(unit);
    estimate_.smallest_video += floor;
    if (groups_ <= kSamples) first_groups_.back().cut_floor += floor;
    if (in_sample_) samples_.back().cut_floor += floor;
    if (groups_ <= kSamples) add_to(first_groups_.back(), unit);
    samples_.back().represented_bytes += unit.size;
    if (groups_ <= kSamples) first_groups_.back().represented_bytes += unit.size;
    if (in_sample_) add_to(samples_.back(), std::move(unit));
  }

  /// Its smallest size is that of cutting.
  [[nodiscard]] ShapeEstimate estimate() const {
    ShapeEstimate estimate = estimate_;
    estimate.target_video = bounds_.sum().target;
    return estimate;
  }
  /// The groups that were kept: all, if they are no more than the samples that are wanted.
  [[nodiscard]] std::vector<Sample> take_samples() {
    return groups_ <= kSamples ? std::move(first_groups_) : std::move(samples_);
  }

 private:
  static void add_to(Sample& sample, mpeg::PictureUnit unit) {
    sample.bytes += unit.size;
    sample.units.push_back(std::move(unit));
  }
  void start_group(double place) {
    ++groups_;
    pictures_in_group_ = 0;
    groups_ <= kSamples ? static_cast<void>(first_groups_.emplace_back()) : first_groups_.clear();
    in_sample_ = samples_.empty() || place * kSamples >= next_sample_;
    if (!in_sample_) return;
    next_sample_ = std::floor(place * kSamples) + 1;
    samples_.emplace_back();
  }

  const RateSchedule* schedule_;
  ShapeEstimate estimate_;
  CutFloor cut_floor_;
  VideoBoundsSum bounds_;
  std::size_t groups_ = 0;
  double next_sample_ = 0;
  std::size_t pictures_in_group_ = 0;
  bool in_sample_ = false;
  std::vector<Sample> first_groups_;
  std::vector<Sample> samples_;
};

/// One video of the file, taken out of it and sampled.
struct SampledVideo {
  std::unique_ptr<mpeg::StreamRewriter> rewriter;
  Sampling sampling;
  mpeg::PictureSplitter splitter = {};
  std::size_t bytes = 0;
  Result<void> state = {};  ///< The first error stays.

  /// `place` is the share of the file that comes up to the end of `chunk`; an empty one ends it.
  void push(ByteView chunk, double place) {
    const bool ends = chunk.empty();
    if (state) state = ends ? rewriter->finish() : rewriter->push(chunk);
    const Bytes video = rewriter->take_video();
    bytes += video.size();
    if (state) state = splitter.push(video);
    if (state && ends) state = splitter.finish();
    if (rewriter->video_pauses()) splitter.flush();
    const double all_bytes = static_cast<double>(bytes) / std::max(place, 1e-9);
    while (auto unit = splitter.pop()) sampling.add(std::move(*unit), all_bytes);
    rewriter->replace(video.size(), {});
    if (rewriter->video_pauses()) rewriter->stop_waiting();
    static_cast<void>(rewriter->take_output());
  }
};

Error estimate_stopped() { return {ErrorKind::kRefused, "stopped; nothing was written"}; }

Result<std::vector<SampledVideo>> sample_file(ShapeSource& source, const ShapeProgress& progress) {
  std::vector<SampledVideo> videos;
  for (const auto& video : source.videos()) {
    videos.push_back({.rewriter = source.make_rewriter(video), .sampling = Sampling(source.schedule())});
  }
  for (bool more = true; more;) {
    const auto chunk = source.next_chunk();
    if (!chunk) return chunk.error();
    more = !chunk->isEmpty();
    const ShapeInput& file = source.file();
    const double place =
        static_cast<double>(file.position()) / static_cast<double>(std::max<std::int64_t>(file.size(), 1));
    for (SampledVideo& video : videos) {
      video.push(ShapeSource::view(*chunk), place);
      const bool is_only = videos.size() == 1 || video.state.ok() || video.state.error().kind != ErrorKind::kMalformed;
      if (!video.state && is_only) return source.about(video.state.error());
    }
    if (!progress(place / 2, 0)) return estimate_stopped();
  }
  return videos;
}

struct Trial {
  std::uint64_t pictures = 0;
  DataSize smallest;   ///< The smallest size of the samples.
  DataSize cut_floor;  ///< The same by cutting alone.
  LuminanceError error;
  double seconds = 0;
};

/// Shapes `samples` as the file will be.
Result<Trial> shape_samples(const ShapeJob& job, const ShapeSource& source, const ShapeProgress& progress,
                            const std::vector<Sample>& samples) {
  ParallelShaperConfig config = job.shaper;
  config.make_index = false;
  // All threads have something to do, as they have with the whole file.
  config.groups = std::clamp<std::size_t>(kSamples / config.threads, 1, config.groups);
  config.carry_on = [&] { return progress(0.75, 0); };
  ParallelShaper shaper(config, source.schedule());
  const auto start = std::chrono::steady_clock::now();
  for (const Sample& sample : samples) {
    for (const mpeg::PictureUnit& unit : sample.units) {
      if (auto pushed = shaper.push(unit.view()); !pushed) return pushed.error();
    }
  }
  if (auto finished = shaper.finish(); !finished) return finished.error();
  Trial trial{.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  PictureTally tally;
  ShapingLoss loss;
  for (const Sample& sample : samples) {
    const double weight = static_cast<double>(sample.represented_bytes) / static_cast<double>(sample.bytes);
    trial.cut_floor += sample.cut_floor;
    for (const mpeg::PictureUnit& unit : sample.units) {
      const auto picture = shaper.pop();
      if (!picture) break;
      trial.smallest += picture->statistics.smallest_size;
      if (!picture->has_picture) continue;
      ++trial.pictures;
      tally.add(picture->statistics);
      const bool is_same = picture->statistics.original_size == DataSize::bytes(std::ssize(unit.view()));
      if (is_same) trial.error.add(loss.compare(unit.view(), picture->bytes), weight);
      if (!progress(0.75, 0)) return estimate_stopped();
    }
  }
  if (auto checked = tally.check(source.kind()); !checked) return checked.error();
  return trial;
}

/// The other groups can be made smaller than cutting does by the same factor as the samples.
ShapeEstimate estimate_of(ShapeEstimate sampled, const Trial& trial) {
  sampled.shaped_pictures = trial.pictures;
  sampled.error = trial.error;
  const double factor = trial.cut_floor > DataSize() ? trial.smallest / trial.cut_floor : 1;
  sampled.smallest_video = scaled(sampled.smallest_video, factor);
  const auto pictures = static_cast<double>(std::max<std::uint64_t>(trial.pictures, 1));
  sampled.shaping_seconds = trial.seconds * static_cast<double>(sampled.pictures) / pictures;
  return sampled;
}

}  // namespace

void ShapeEstimate::add(const ShapeEstimate& other) {
  pictures += other.pictures;
  shaped_pictures += other.shaped_pictures;
  seconds = std::max(seconds, other.seconds);
  original_video += other.original_video;
  target_video += other.target_video;
  smallest_video += other.smallest_video;
  shaping_seconds += other.shaping_seconds;
  error.add(other.error);
}

Result<ShapeEstimate> estimate_shaping(const ShapeJob& job, const ShapeProgress& progress) {
  const std::vector<std::uint16_t> left;
  ShapeSource source(job, left, [&] { return progress(0, 0); });
  if (auto checked = check_input(job.input); !checked) return checked.error();
  if (auto opened = source.open(); !opened) return opened.error();
  if (!source.file().is_stored()) {
    return Error{ErrorKind::kInvalidArgument, "--dry-run: " + source.file().name() + " is not a file that is stored"};
  }
  if (auto found = source.find_videos(); !found) {
    return found.error().kind == ErrorKind::kRefused ? estimate_stopped() : found.error();
  }
  auto videos = sample_file(source, progress);
  if (!videos) return videos.error().kind == ErrorKind::kRefused ? estimate_stopped() : videos.error();
  ShapeEstimate estimate;
  Result<void> missing;
  for (SampledVideo& video : *videos) {
    const auto trial = video.state ? shape_samples(job, source, progress, video.sampling.take_samples())
                                   : Result<Trial>(video.state.error());
    if (!trial && trial.error().kind == ErrorKind::kRefused) return estimate_stopped();
    // One of several videos that cannot be shaped is left as it is.
    if (!trial) missing = source.about(trial.error());
    if (trial) estimate.add(estimate_of(video.sampling.estimate(), *trial));
  }
  return estimate.pictures > 0 || missing ? Result<ShapeEstimate>(estimate) : missing.error();
}

void print_estimate(const ShapeJob& job, const ShapeEstimate& estimate, bool json) {
  const auto rate = [&](DataSize size) { return rate_of(size, estimate.seconds); };
  const VideoBounds bounds{.target = estimate.target_video, .smallest = estimate.smallest_video};
  const bool reachable = !bounds.is_below(estimate.smallest_video);
  const std::optional<double> psnr = estimate.error.psnr();
  if (json) {
    const QJsonObject object{
        {"input", job.input},
        {"pictures", static_cast<double>(estimate.pictures)},
        {"triedPictures", static_cast<double>(estimate.shaped_pictures)},
        {"seconds", estimate.seconds},
        {"originalVideoOctets", static_cast<double>(estimate.original_video.bytes())},
        {"originalVideoRate", rate(estimate.original_video)},
        {"targetVideoOctets", static_cast<double>(estimate.target_video.bytes())},
        {"targetVideoRate", rate(estimate.target_video)},
        {"targetReachable", reachable},
        {"smallestVideoOctets", static_cast<double>(estimate.smallest_video.bytes())},
        {"smallestVideoRate", rate(estimate.smallest_video)},
        {"smallestRatio", estimate.smallest_video / estimate.original_video},
        {"expectedPsnr", psnr ? QJsonValue(*psnr) : QJsonValue()},
        {"shapingSeconds", estimate.shaping_seconds},
    };
    std::fputs(QJsonDocument(object).toJson().constData(), stdout);
    return;
  }
  const auto line = [&](const char* name, DataSize size) {
    std::printf("  %s %.0f kbit/s (%.1f %%)", name, rate(size) / 1e3, 100 * (size / estimate.original_video));
  };
  std::printf("%s: %llu pictures, %.2f s, %.0f kbit/s; %llu pictures were tried, nothing was written\n",
              qPrintable(job.input), static_cast<unsigned long long>(estimate.pictures), estimate.seconds,
              rate(estimate.original_video) / 1e3, static_cast<unsigned long long>(estimate.shaped_pictures));
  line("target  ", estimate.target_video);
  std::puts(reachable ? "" : ": cannot be reached");
  line("smallest", estimate.smallest_video);
  std::puts("");
  if (psnr) std::printf("  expected luminance PSNR against what it is now: %.1f dB\n", *psnr);
  std::printf("  shaping takes about %.1f s\n", estimate.shaping_seconds);
}

}  // namespace counterpoint
