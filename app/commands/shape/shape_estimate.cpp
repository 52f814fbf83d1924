// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_estimate.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "app/shape/video_bounds.h"
#include "media/mpeg/picture_splitter.h"

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
};

/// Splits a file into groups of pictures, and keeps some of them.
class Sampling {
 public:
  explicit Sampling(const RateSchedule& schedule) : schedule_(schedule) {}

  /// The video of the file takes some `all_bytes`.
  void add(mpeg::PictureUnit unit, double all_bytes) {
    const double place = static_cast<double>(estimate_.original_video.bytes()) / std::max(all_bytes, 1.0);
    const bool begins = unit.has_picture && (unit.starts_group || pictures_in_group_ == kMaxSample);
    if (begins || groups_ == 0) start_group(place);
    const mpeg::PictureStatistics statistics = mpeg::statistics_of(unit);
    estimate_.original_video += statistics.original_size;
    bounds_.add({.bytes = {}, .has_picture = unit.has_picture, .statistics = statistics},
                schedule_.at(estimate_.seconds));
    estimate_.seconds += statistics.seconds;
    estimate_.pictures += unit.has_picture ? 1U : 0U;
    pictures_in_group_ += unit.has_picture ? 1U : 0U;
    if (groups_ <= kSamples) add_to(first_groups_.back(), unit);
    samples_.back().represented_bytes += unit.size;
    if (groups_ <= kSamples) first_groups_.back().represented_bytes += unit.size;
    if (in_sample_) add_to(samples_.back(), std::move(unit));
  }

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

  const RateSchedule& schedule_;
  ShapeEstimate estimate_;
  VideoBoundsSum bounds_;
  std::size_t groups_ = 0;
  double next_sample_ = 0;
  std::size_t pictures_in_group_ = 0;
  bool in_sample_ = false;
  std::vector<Sample> first_groups_;
  std::vector<Sample> samples_;
};

Error about(const ShapeJob& job, const Error& error) {
  if (error.kind == ErrorKind::kRefused) return error;
  const std::string text = error.message.text();
  const bool is_predicate = text.starts_with("is ") || text.starts_with("has ");
  return {error.kind, '"' + job.input.toStdString() + '"' + (is_predicate ? " " : ": ") + text};
}

Result<Sampling> sample_file(const ShapeJob& job, const ShapeProgress& progress) {
  constexpr qint64 kChunk = 1 << 18;
  const auto view = [](const QByteArray& bytes) {
    return ByteView(reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size()));
  };
  QFile in(job.input);
  if (!in.open(QIODevice::ReadOnly)) return Error{ErrorKind::kUnavailable, in.errorString().toStdString()};
  QByteArray chunk = in.read(mpeg::kBeginningSize);
  const auto kind = mpeg::kind_of(view(chunk));
  if (!kind) return kind.error();
  const auto rewriter = mpeg::make_rewriter(*kind, view(chunk));
  Sampling sampling(job.schedule);
  mpeg::PictureSplitter splitter;
  std::size_t video_bytes = 0;
  for (bool more = true; more; chunk = in.read(kChunk)) {
    more = !chunk.isEmpty();
    if (auto pushed = more ? rewriter->push(view(chunk)) : rewriter->finish(); !pushed) return pushed.error();
    const Bytes video = rewriter->take_video();
    if (auto pushed = splitter.push(video); !pushed) return pushed.error();
    if (auto finished = more ? Result<void>() : splitter.finish(); !finished) return finished.error();
    const double place = static_cast<double>(in.pos()) / static_cast<double>(std::max<qint64>(in.size(), 1));
    video_bytes += video.size();
    const double all_bytes = static_cast<double>(video_bytes) / std::max(place, 1e-9);
    while (auto unit = splitter.pop()) sampling.add(std::move(*unit), all_bytes);
    rewriter->replace(video.size(), {});
    static_cast<void>(rewriter->take_output());
    if (!progress(place / 2)) return Error{ErrorKind::kRefused, "stopped; nothing was written"};
  }
  if (in.error() != QFileDevice::NoError) return Error{ErrorKind::kUnavailable, in.errorString().toStdString()};
  return sampling;
}

struct Trial {
  std::uint64_t pictures = 0;
  DataSize smallest;  ///< The smallest size of all that the samples stand for.
  double seconds = 0;
};

/// Shapes `samples` as the file will be.
Result<Trial> shape_samples(const ShapeJob& job, const ShapeProgress& progress, const std::vector<Sample>& samples) {
  ParallelShaperConfig config = job.shaper;
  config.make_index = false;
  // All threads have something to do, as they have with the whole file.
  config.groups = std::clamp<std::size_t>(kSamples / config.threads, 1, config.groups);
  config.carry_on = [&] { return progress(0.75); };
  ParallelShaper shaper(config, job.schedule);
  const auto start = std::chrono::steady_clock::now();
  for (const Sample& sample : samples) {
    for (const mpeg::PictureUnit& unit : sample.units) {
      if (auto pushed = shaper.push(unit.view()); !pushed) return pushed.error();
    }
  }
  if (auto finished = shaper.finish(); !finished) return finished.error();
  Trial trial{.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  double smallest = 0;
  for (const Sample& sample : samples) {
    const double weight = static_cast<double>(sample.represented_bytes) / static_cast<double>(sample.bytes);
    for (std::size_t bytes = 0; bytes < sample.bytes;) {
      const auto picture = shaper.pop();
      if (!picture) break;
      trial.pictures += picture->has_picture ? 1U : 0U;
      bytes += static_cast<std::size_t>(picture->statistics.original_size.bytes());
      smallest += weight * static_cast<double>(picture->statistics.smallest_size.bytes());
    }
  }
  trial.smallest = DataSize::bytes(std::llround(smallest));
  return trial;
}

}  // namespace

Result<ShapeEstimate> estimate_shaping(const ShapeJob& job, const ShapeProgress& progress) {
  auto sampling = sample_file(job, progress);
  if (!sampling) return about(job, sampling.error());
  const auto trial = shape_samples(job, progress, sampling->take_samples());
  if (!trial) return about(job, trial.error());
  ShapeEstimate estimate = sampling->estimate();
  estimate.shaped_pictures = trial->pictures;
  estimate.smallest_video = trial->smallest;
  const auto pictures = static_cast<double>(std::max<std::uint64_t>(trial->pictures, 1));
  estimate.shaping_seconds = trial->seconds * static_cast<double>(estimate.pictures) / pictures;
  return estimate;
}

void print_estimate(const ShapeJob& job, const ShapeEstimate& estimate, bool json) {
  const auto rate = [&](DataSize size) {
    return estimate.seconds > 0 ? static_cast<double>(size.bits()) / estimate.seconds : 0;
  };
  const VideoBounds bounds{.target = estimate.target_video, .smallest = estimate.smallest_video};
  const bool reachable = !bounds.is_below(estimate.smallest_video);
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
  std::printf("\n  shaping takes about %.1f s\n", estimate.shaping_seconds);
}

}  // namespace counterpoint
