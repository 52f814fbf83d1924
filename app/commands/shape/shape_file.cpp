// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_file.h"

#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/commands/common/same_file.h"
#include "app/commands/shape/shape_input.h"
#include "app/commands/shape/shape_output.h"
#include "app/commands/shape/shape_source.h"
#include "app/commands/shape/shape_statistics.h"
#include "app/commands/shape/video_stage.h"
#include "media/clip/clip_index.h"

namespace counterpoint {
namespace {

std::string quoted(const QString& path) { return '"' + path.toStdString() + '"'; }

/// The file at `path`; for a standard stream the one that a redirection of the shell leads it to, empty if that is
/// none.
std::filesystem::path file_of(const QString& path, const char* standard_stream) {
  if (path != kStandardStream) return path.toStdString();
  std::error_code ignored;
  return std::filesystem::is_regular_file(standard_stream, ignored) ? standard_stream : "";
}

Result<void> check_paths(const ShapeJob& job) {
  const auto wrong = [](const Message& message) { return Error{ErrorKind::kInvalidArgument, message}; };
  if (auto checked = check_input(job.input); !checked) return checked;
  if (QFileInfo(job.output).isDir()) return wrong(quoted(job.output) + " is a folder; give the name of a file in it");
  for (const QString& written : {job.output, job.statistics}) {
    const QFileInfo there(written);
    const bool is_stream = written == job.output && (written == kStandardStream || is_fifo(written));
    // An existing target is replaced: that must not be a device.
    if (there.exists() && !there.isFile() && !there.isDir() && !is_stream)
      return wrong(quoted(written) + " is a device, not a file");
  }
  const auto in = file_of(job.input, "/dev/stdin");
  const auto out = file_of(job.output, "/dev/stdout");
  const std::filesystem::path statistics = job.statistics.toStdString();
  const bool has_both = !statistics.empty() && !out.empty();
  if ((has_both && is_same_file(statistics, out)) || (!statistics.empty() && job.statistics == job.output)) {
    return wrong("--statistics " + job.statistics.toStdString() + " is OUT itself; give another name");
  }
  std::vector<std::pair<std::filesystem::path, std::string>> kept = {{in, "the input"},
                                                                     {job.schedule_file.toStdString(), "the schedule"}};
  if (job.input != kStandardStream) {
    for (const auto& place : ClipIndex::places_for(in.string())) kept.emplace_back(place, "the index of the input");
  }
  const std::string out_name = job.output == kStandardStream ? "standard output" : quoted(job.output);
  for (const auto& [written, name] : {std::pair(out, out_name), std::pair(statistics, quoted(job.statistics))}) {
    for (const auto& [path, what] : kept) {
      if (path.empty() || written.empty() || !is_same_file(written, path)) continue;
      auto error = name;
      error.append(" is ").append(what).append(" itself, which is never written over; give another name");
      return wrong(error);
    }
  }
  return {};
}

/// Shapes one file: reads, shapes and writes it.
class Shaping {
 public:
  /// Videos with an id of `left` stay as they are.
  Shaping(const ShapeJob& job, const ShapeProgress& progress, const std::vector<std::uint16_t>& left)
      : job_(job),
        progress_(progress),
        in_(job, left, [this] { return carry_on(); }),
        out_(job.output, [this] { return carry_on(); }) {}

  [[nodiscard]] Result<void> open() {
    if (auto checked = check_paths(job_); !checked) return checked;
    if (auto opened = in_.open(); !opened) return opened;
    if (job_.keep_index && !in_.is_named_file()) {
      return Error{ErrorKind::kInvalidArgument, "--keep-index: " + in_.file().name() + " is not a file that is stored"};
    }
    if (auto found = in_.find_videos(); !found) return unless_stopped(found);
    result_.kind = in_.kind();
    for (const auto& video : in_.videos()) add_stage(video);
    if (!job_.statistics.isEmpty()) {
      if (auto opened = statistics_.open(job_.statistics); !opened) return opened;
    }
    return unless_stopped(out_.open());
  }

  [[nodiscard]] Result<void> run() {
    for (;;) {
      const auto chunk = in_.next_chunk();
      if (!chunk) return unless_stopped(chunk.error());
      if (chunk->isEmpty()) break;
      if (auto shaped = shape(ShapeSource::view(*chunk)); !shaped) return shaped;
      if (!carry_on()) return stopped();
    }
    if (auto finished = finish(); !finished) return finished;
    return carry_on() ? Result<void>() : stopped();
  }

  /// After an error of run(): the id of the video that gave it, if all can be done again without that one.
  [[nodiscard]] std::optional<std::uint16_t> failed() const {
    return in_.is_named_file() && !writes_stream() ? failed_ : std::nullopt;
  }

  [[nodiscard]] Result<ShapeResult> commit() {
    result_.original_file = DataSize::bytes(in_.file().size());
    result_.file = DataSize::bytes(out_.size());
    add_videos();
    // A full disk shows before either file is there.
    if (auto flushed = out_.flush(); !flushed) return flushed.error();
    if (auto finished = statistics_.finish(); !finished) return finished.error();
    if (auto committed = out_.commit(); !committed) return committed.error();
    if (auto committed = statistics_.commit(); !committed) return committed.error();
    if (makes_index_) store_index();
    return result_;
  }

 private:
  void add_stage(const std::optional<mpeg::VideoStream>& video) {
    ParallelShaperConfig config = stages_.empty() ? with_index() : job_.shaper;
    config.threads = std::max<std::size_t>(config.threads / in_.videos().size(), 1);
    config.carry_on = [this] { return carry_on(); };
    stages_.push_back(std::make_unique<VideoStage>(in_.make_rewriter(video), in_.kind(), std::move(config),
                                                   in_.schedule(), statistics_, stages_.size() + 1));
  }
  void add_videos() {
    for (const auto& stage : stages_) {
      if (!stage->is_shaped()) continue;
      const ShapeResult& result = stage->result();
      result_.add(result);
      result_.videos.push_back({.stream = stage->video(),
                                .pictures = result.pictures,
                                .seconds = result.seconds,
                                .original_size = result.original_video,
                                .size = result.video});
    }
    result_.other_videos = in_.all_videos() - std::min(in_.all_videos(), result_.videos.size());
  }

  /// Reports the share of the file that was read and shaped.
  [[nodiscard]] bool carry_on() {
    const ShapeInput& file = in_.file();
    if (stages_.empty()) return progress_(0, 0);
    double share = file.is_stored() && file.size() > 0
                       ? static_cast<double>(file.position()) / static_cast<double>(file.size())
                       : 0;
    std::uint64_t pictures = 0;
    for (const auto& stage : stages_) {
      share *= stage->shaped_share();
      pictures += stage->shaped_pictures();
    }
    return progress_(std::min(share, 1.0), pictures);
  }
  [[nodiscard]] Error stopped() const {
    return {ErrorKind::kRefused, writes_stream() && out_.size() > 0 ? "stopped; what was written is not complete"
                                                                    : "stopped; nothing was written"};
  }
  [[nodiscard]] Result<void> unless_stopped(Result<void> result) const {
    return !result && result.error().kind == ErrorKind::kRefused ? stopped() : std::move(result);
  }
  [[nodiscard]] bool writes_stream() const { return job_.output == kStandardStream || is_fifo(job_.output); }

  /// The job's config with the index of its input, if there is one that serves, or the wish to make one. An index is of
  /// the first video.
  [[nodiscard]] ParallelShaperConfig with_index() {
    ParallelShaperConfig config = job_.shaper;
    if (!in_.is_named_file()) return config;
    const auto index = ClipIndex::open(job_.input.toStdString());
    if (index && *index != nullptr && (*index)->pictures().is_for(config.shaper)) {
      config.index = {*index, &(*index)->pictures()};
      return config;
    }
    makes_index_ = config.make_index = job_.keep_index;
    if (index && *index == nullptr) return config;
    result_.index_note =
        index ? "the index of " + quoted(job_.input) + " is for another --variant" : index.error().message.text();
    result_.index_note +=
        job_.keep_index ? "; it was made again" : "; it was not used, and --keep-index makes it again";
    return config;
  }
  void store_index() {
    const auto stored = ClipIndex::store(job_.input.toStdString(), stages_.front()->take_index());
    if (!stored) result_.index_note = stored.error().message.text();
  }
  [[nodiscard]] Error about_input(const Error& error) const {
    return error.kind == ErrorKind::kRefused ? stopped() : in_.about(error);
  }

  /// One of several videos that cannot be shaped, since it is scrambled for instance, may be left.
  [[nodiscard]] Error about_stage(const VideoStage& stage, const Error& error) {
    const auto video = stage.video();
    if (stages_.size() == 1 || error.kind != ErrorKind::kMalformed || !video) return about_input(error);
    failed_ = video->id;
    return about_input({error.kind, "video " + std::to_string(video->id) + ' ' + error.message.text()});
  }

  [[nodiscard]] Result<void> shape(ByteView bytes) {
    Bytes passed;
    for (const auto& stage : stages_) {
      if (auto pushed = stage->push(bytes); !pushed) return about_stage(*stage, pushed.error());
      passed = stage->take_output();
      bytes = passed;
    }
    return write(bytes);
  }

  [[nodiscard]] Result<void> finish() {
    Bytes passed;
    Result<void> missing;
    bool has_video = false;
    for (const auto& stage : stages_) {
      if (auto pushed = stage->push(passed); !pushed) return about_stage(*stage, pushed.error());
      const auto finished = stage->finish();
      // A program may be listed and not come, or be damaged throughout.
      const bool is_left = !finished && stages_.size() > 1 && finished.error().kind == ErrorKind::kMalformed;
      if (!finished && !is_left) return about_input(finished.error());
      if (is_left) missing = about_input(finished.error());
      has_video |= !is_left;
      passed = stage->take_output();
    }
    return has_video ? write(passed) : missing;
  }

  [[nodiscard]] Result<void> write(ByteView output) { return unless_stopped(out_.write(output)); }

  const ShapeJob& job_;
  std::optional<std::uint16_t> failed_;
  const ShapeProgress& progress_;
  ShapeSource in_;
  ShapeOutput out_;
  ShapeResult result_;
  bool makes_index_ = false;
  ShapeStatistics statistics_;
  std::vector<std::unique_ptr<VideoStage>> stages_;  ///< They use what stands above.
};

}  // namespace

void ShapeResult::add(const ShapeResult& other) {
  pictures += other.pictures;
  seconds = std::max(seconds, other.seconds);
  original_video += other.original_video;
  video += other.video;
  damaged_slices += other.damaged_slices;
  if (!first_damage) first_damage = other.first_damage;
  copied_pictures += other.copied_pictures;
  assumed_rate_pictures += other.assumed_rate_pictures;
  indexed_pictures += other.indexed_pictures;
  pictures_above_target += other.pictures_above_target;
  for (std::size_t i = 0; i < copied_for.size(); ++i) copied_for[i] += other.copied_for[i];
  bounds.target += other.bounds.target;
  bounds.smallest += other.bounds.smallest;
}

Result<ShapeResult> shape_file(const ShapeJob& job, const ShapeProgress& progress) {
  std::vector<std::uint16_t> left;
  for (;;) {
    Shaping shaping(job, progress, left);
    if (const auto opened = shaping.open(); !opened) return opened.error();
    const auto run = shaping.run();
    if (run) return shaping.commit();
    const auto failed = shaping.failed();
    if (!failed) return run.error();
    left.push_back(*failed);
  }
}

}  // namespace counterpoint
