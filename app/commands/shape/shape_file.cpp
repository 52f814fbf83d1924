// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/common/same_file.h"
#include "app/commands/shape/file_size_forecast.h"
#include "app/commands/shape/shape_input.h"
#include "app/commands/shape/shape_output.h"
#include "app/commands/shape/shape_statistics.h"
#include "app/commands/shape/video_stage.h"
#include "media/clip/clip_index.h"
#include "media/mpeg_systems/video_streams.h"

namespace counterpoint {
namespace {

constexpr qint64 kChunk = 1 << 18;

std::string quoted(const QString& path) { return '"' + path.toStdString() + '"'; }

/// Standard output may be the input itself, by a redirection of the shell.
bool is_standard_output(const QString& input) {
  struct stat in = {};
  struct stat out = {};
  const bool has_input = input == kStandardStream ? ::fstat(STDIN_FILENO, &in) == 0
                                                  : ::stat(QFile::encodeName(input).constData(), &in) == 0;
  return has_input && S_ISREG(in.st_mode) && ::fstat(STDOUT_FILENO, &out) == 0 && in.st_dev == out.st_dev &&
         in.st_ino == out.st_ino;
}

Result<void> check_input(const QString& path) {
  const QFileInfo input(path);
  const auto wrong = [](const Message& message) { return Error{ErrorKind::kInvalidArgument, message}; };
  if (path == kStandardStream) return {};
  if (!input.exists()) return wrong(quoted(path) + ": No such file");
  if (input.isDir()) return wrong(quoted(path) + " is a folder; give a file of MPEG video in it");
  if (!input.isFile() && !is_fifo(path)) return wrong(quoted(path) + " is not a file that is stored, nor a pipe");
  return {};
}

Result<void> check_paths(const ShapeJob& job) {
  const auto wrong = [](const Message& message) { return Error{ErrorKind::kInvalidArgument, message}; };
  if (auto checked = check_input(job.input); !checked) return checked;
  if (job.output == kStandardStream && is_standard_output(job.input)) {
    return wrong("standard output is the input itself, which is never written over");
  }
  if (QFileInfo(job.output).isDir()) return wrong(quoted(job.output) + " is a folder; give the name of a file in it");
  for (const QString& written : {job.output, job.statistics}) {
    const QFileInfo there(written);
    const bool is_stream = written == job.output && (written == kStandardStream || is_fifo(written));
    // An existing target is replaced: that must not be a device.
    if (there.exists() && !there.isFile() && !there.isDir() && !is_stream)
      return wrong(quoted(written) + " is a device, not a file");
  }
  if (!job.statistics.isEmpty() && is_same_file(job.statistics.toStdString(), job.output.toStdString())) {
    return wrong("--statistics " + job.statistics.toStdString() + " is OUT itself; give another name");
  }
  const QString input = job.input == kStandardStream ? QString() : job.input;
  std::vector<std::pair<QString, std::string>> kept = {{input, "the input"}, {job.schedule_file, "the schedule"}};
  const auto places =
      input.isEmpty() ? std::vector<std::filesystem::path>() : ClipIndex::places_for(input.toStdString());
  for (const auto& place : places) {
    kept.emplace_back(QString::fromStdString(place.string()), "the index of the input");
  }
  for (const QString& written : {job.output, job.statistics}) {
    for (const auto& [path, what] : kept) {
      if (path.isEmpty() || written.isEmpty() || written == kStandardStream ||
          !is_same_file(written.toStdString(), path.toStdString()))
        continue;
      return wrong(quoted(written) + " is " + what + " itself, which is never written over; give another name");
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
        left_(left),
        progress_(progress),
        in_(job.input, [this] { return carry_on(); }),
        out_(job.output, [this] { return carry_on(); }),
        schedule_(job.schedule) {}

  [[nodiscard]] Result<void> open() {
    if (auto checked = check_paths(job_); !checked) return checked;
    if (auto opened = in_.open(); !opened) return opened;
    if (job_.keep_index && !may_have_index()) {
      return Error{ErrorKind::kInvalidArgument, "--keep-index: " + in_.name() + " is not a file that is stored"};
    }
    if (auto read = read_beginning(mpeg::kBeginningSize); !read) return read;
    const auto kind = mpeg::kind_of(view(beginning_));
    if (!kind) return about_input(kind.error());
    result_.kind = *kind;
    const auto videos = choose_videos();
    if (!videos) return videos.error();
    if (auto aimed = aim_at_size(*videos); !aimed) return aimed;
    for (const auto& video : *videos) add_stage(video, videos->size());
    if (!job_.statistics.isEmpty()) {
      if (auto opened = statistics_.open(job_.statistics); !opened) return opened;
    }
    return unless_stopped(out_.open());
  }

  [[nodiscard]] Result<void> run() {
    for (;;) {
      const auto chunk = next_chunk();
      if (!chunk) return unless_stopped(chunk.error());
      if (chunk->isEmpty()) break;
      if (auto shaped = shape(view(*chunk)); !shaped) return shaped;
      if (!carry_on()) return stopped();
    }
    if (auto finished = finish(); !finished) return finished;
    return carry_on() ? Result<void>() : stopped();
  }

  /// After an error of run(): the id of the video that gave it, if all can be done again without that one.
  [[nodiscard]] std::optional<std::uint16_t> failed() const {
    return may_have_index() && !writes_stream() ? failed_ : std::nullopt;
  }

  [[nodiscard]] Result<ShapeResult> commit() {
    result_.original_file = DataSize::bytes(in_.size());
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
  /// The videos to shape, each by a stage of its own. The one that is nothing is the first video and what replaces it.
  [[nodiscard]] Result<std::vector<std::optional<mpeg::VideoStream>>> choose_videos() {
    if (result_.kind != mpeg::StreamKind::kElementary) {
      if (auto read = read_beginning(mpeg::kVideoSearchSize); !read) return read.error();
    }
    streams_ = mpeg::find_video_streams(result_.kind, view(beginning_));
    std::vector<std::optional<mpeg::VideoStream>> chosen;
    bool needs_choice = job_.program.has_value();
    for (const mpeg::VideoStream& stream : streams_) {
      const bool is_asked_for = !job_.program || stream.program_number == job_.program;
      const bool is_left = std::ranges::count(left_, stream.id) > 0;
      if (stream.can_be_shaped() && is_asked_for && !is_left) chosen.emplace_back(stream);
      needs_choice |= is_left || stream.is_scrambled || (!stream.program_number && !stream.can_be_shaped());
    }
    if (job_.program && chosen.empty()) return no_program();
    if (chosen.size() > 1 || (needs_choice && !chosen.empty())) return chosen;
    return std::vector<std::optional<mpeg::VideoStream>>(1);
  }
  [[nodiscard]] Error no_program() const {
    const std::string wanted = "--program " + std::to_string(*job_.program) + ": ";
    const auto about = [&](const std::string& text) { return Error{ErrorKind::kInvalidArgument, wanted + text}; };
    if (result_.kind != mpeg::StreamKind::kTransport) {
      return about(in_.name() + " is no transport stream, and has no programs");
    }
    std::string there;
    for (const mpeg::VideoStream& stream : streams_) {
      const bool is_wanted = stream.program_number == job_.program;
      if (is_wanted && stream.is_scrambled) return about("its video is scrambled");
      if (is_wanted) return about("its video is " + stream.other_kind + ", not MPEG-1 or MPEG-2");
      const std::string number = std::to_string(stream.program_number.value_or(0));
      if (stream.can_be_shaped()) there += (there.empty() ? "" : ", ") + number;
    }
    if (there.empty()) there = "none";
    return about(in_.name() + " has no such program with video; those with MPEG-1/2 video are: " + there);
  }
  /// With a size of the file as target, reads it all to find the share of the videos' bits that it leaves.
  [[nodiscard]] Result<void> aim_at_size(const std::vector<std::optional<mpeg::VideoStream>>& videos) {
    if (!job_.file_size) return {};
    FileSizeForecast forecast(result_.kind, view(beginning_), videos);
    if (auto spooled = in_.spool(beginning_); !spooled) return unless_stopped(spooled);
    for (;;) {
      const auto chunk = next_chunk();
      if (!chunk) return unless_stopped(chunk.error());
      if (chunk->isEmpty()) break;
      if (auto pushed = forecast.push(view(*chunk)); !pushed) return about_input(pushed.error());
      if (!progress_(0, 0)) return stopped();
    }
    if (auto finished = forecast.finish(); !finished) return about_input(finished.error());
    const auto share = forecast.share_for(*job_.file_size);
    if (!share) return share.error();
    schedule_ = RateSchedule(mpeg::Target::share(*share));
    given_ = 0;
    return in_.seek(beginning_.size());
  }
  void add_stage(const std::optional<mpeg::VideoStream>& video, std::size_t stages) {
    ParallelShaperConfig config = stages_.empty() ? with_index() : job_.shaper;
    config.threads = std::max<std::size_t>(config.threads / stages, 1);
    config.carry_on = [this] { return carry_on(); };
    stages_.push_back(std::make_unique<VideoStage>(mpeg::make_rewriter(result_.kind, view(beginning_), video),
                                                   result_.kind, std::move(config), schedule_, statistics_,
                                                   stages_.size() + 1));
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
    result_.other_videos = streams_.size() - std::min(streams_.size(), result_.videos.size());
  }

  /// Reports the share of the file that was read and shaped.
  [[nodiscard]] bool carry_on() {
    double share =
        in_.is_stored() && in_.size() > 0 ? static_cast<double>(in_.position()) / static_cast<double>(in_.size()) : 0;
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
  /// The next part of the input, whose beginning was read before; nothing at its end.
  [[nodiscard]] Result<QByteArray> next_chunk() {
    if (given_ == beginning_.size()) return in_.read(kChunk);
    QByteArray chunk = beginning_.mid(given_, kChunk);
    given_ += chunk.size();
    return chunk;
  }
  [[nodiscard]] bool writes_stream() const { return job_.output == kStandardStream || is_fifo(job_.output); }
  [[nodiscard]] bool may_have_index() const { return in_.is_stored() && job_.input != kStandardStream; }
  [[nodiscard]] Result<void> read_beginning(std::size_t size) {
    const auto more = in_.read(static_cast<qint64>(size) - beginning_.size());
    if (!more) return unless_stopped(more.error());
    beginning_ += *more;
    return {};
  }

  /// The job's config with the index of its input, if there is one that serves, or the wish to make one. An index is of
  /// the first video.
  [[nodiscard]] ParallelShaperConfig with_index() {
    ParallelShaperConfig config = job_.shaper;
    if (!may_have_index()) return config;
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
  static ByteView view(const QByteArray& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
  }
  [[nodiscard]] Error about_input(const Error& error) const {
    if (error.kind == ErrorKind::kRefused) return stopped();
    const std::string text = error.message.text();
    return {error.kind, in_.name() + (text.starts_with("is ") || text.starts_with("has ") ? " " : ": ") + text};
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
  const std::vector<std::uint16_t>& left_;
  std::optional<std::uint16_t> failed_;
  const ShapeProgress& progress_;
  ShapeInput in_;
  ShapeOutput out_;
  RateSchedule schedule_;
  QByteArray beginning_;
  qsizetype given_ = 0;                     ///< Bytes of it that next_chunk() gave.
  std::vector<mpeg::VideoStream> streams_;  ///< All videos of a multiplex.
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
