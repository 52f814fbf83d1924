// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_file.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/common/same_file.h"
#include "app/commands/shape/shape_statistics.h"
#include "app/files/save_file.h"
#include "core/base/message.h"
#include "media/clip/clip_index.h"

namespace counterpoint {
namespace {

constexpr const char* kNoPicture =
    "has video, but no picture of MPEG-1 or MPEG-2; if it is of another kind, H.264 for instance, convert it with "
    "\"ffmpeg -i FILE -c:v mpeg2video -q:v 3 FILE.mpg\" first";

std::string quoted(const QString& path) { return '"' + path.toStdString() + '"'; }

Error unavailable(const QFileDevice& file, const char* what, const std::string& reason) {
  return {ErrorKind::kUnavailable, std::string(what) + ' ' + quoted(file.fileName()) + " failed: " + reason};
}

Error unavailable(const QFileDevice& file, const char* what) {
  return unavailable(file, what, file.errorString().toStdString());
}

Result<void> check_paths(const ShapeJob& job) {
  const QFileInfo input(job.input);
  const auto wrong = [](const Message& message) { return Error{ErrorKind::kInvalidArgument, message}; };
  if (!input.exists()) return wrong(quoted(job.input) + ": No such file");
  if (input.isDir()) return wrong(quoted(job.input) + " is a folder; give a file of MPEG video in it");
  if (!input.isFile()) return wrong(quoted(job.input) + " is not a file that is stored");
  if (QFileInfo(job.output).isDir()) return wrong(quoted(job.output) + " is a folder; give the name of a file in it");
  for (const QString& written : {job.output, job.statistics}) {
    const QFileInfo there(written);
    // An existing target is replaced: that must not be a device.
    if (there.exists() && !there.isFile() && !there.isDir()) return wrong(quoted(written) + " is a device, not a file");
  }
  if (!job.statistics.isEmpty() && is_same_file(job.statistics.toStdString(), job.output.toStdString())) {
    return wrong("--statistics " + job.statistics.toStdString() + " is OUT itself; give another name");
  }
  std::vector<std::pair<QString, std::string>> kept = {{job.input, "the input"}, {job.schedule_file, "the schedule"}};
  for (const auto& place : ClipIndex::places_for(job.input.toStdString())) {
    kept.emplace_back(QString::fromStdString(place.string()), "the index of the input");
  }
  for (const QString& written : {job.output, job.statistics}) {
    for (const auto& [path, what] : kept) {
      if (path.isEmpty() || written.isEmpty() || !is_same_file(written.toStdString(), path.toStdString())) continue;
      return wrong(quoted(written) + " is " + what + " itself, which is never written over; give another name");
    }
  }
  return {};
}

/// Tells video from other bytes that have its start codes in them, by how many pictures have slices that can be parsed.
class PictureTally {
 public:
  /// `picture` is that of a unit with a picture.
  void add(const mpeg::PictureStatistics& picture) {
    const bool is_damaged = picture.damaged_slices > 0 || (picture.understood && picture.slices == 0);
    damaged_ += is_damaged ? 1U : 0U;
    if (is_damaged) return;
    undamaged_ += picture.understood ? 1U : 0U;
    // D pictures and scalable ones come behind a sequence header, which tells their time.
    copied_ += !picture.understood && picture.seconds > 0 ? 1U : 0U;
  }
  [[nodiscard]] std::uint64_t damaged() const { return damaged_; }
  /// At least one picture is as the standard has it.
  [[nodiscard]] bool is_video() const { return undamaged_ + copied_ > 0; }
  [[nodiscard]] bool is_mostly_undamaged() const { return is_video() && undamaged_ + copied_ >= damaged_; }
  /// No picture was undamaged, of so many that none will be.
  [[nodiscard]] bool is_hopeless() const { return !is_video() && damaged_ >= kEnough; }

 private:
  static constexpr std::uint64_t kEnough = 1000;

  std::uint64_t undamaged_ = 0;
  std::uint64_t damaged_ = 0;
  std::uint64_t copied_ = 0;
};

/// Shapes one file: reads, shapes and writes it.
class Shaping {
 public:
  Shaping(const ShapeJob& job, const ShapeProgress& progress)
      : job_(job), progress_(progress), in_(job.input), out_(job.output), shaper_(config_of(job), job.schedule) {}

  [[nodiscard]] Result<void> open() {
    if (auto checked = check_paths(job_); !checked) return checked;
    if (!in_.open(QIODevice::ReadOnly)) return unavailable(in_, "opening");
    beginning_ = in_.read(mpeg::kBeginningSize);
    const auto kind = mpeg::kind_of(view(beginning_));
    if (!kind) return about_input(kind.error());
    result_.kind = *kind;
    rewriter_ = mpeg::make_rewriter(*kind, view(beginning_));
    if (!job_.statistics.isEmpty()) {
      if (auto opened = statistics_.open(job_.statistics); !opened) return opened;
    }
    return out_.open(QIODevice::WriteOnly) ? Result<void>() : unavailable(out_, "writing");
  }

  [[nodiscard]] Result<void> run() {
    constexpr qint64 kChunk = 1 << 18;
    for (QByteArray chunk = std::move(beginning_); !chunk.isEmpty(); chunk = in_.read(kChunk)) {
      if (auto shaped = shape(view(chunk)); !shaped) return shaped;
      if (!carry_on()) return stopped();
    }
    if (in_.error() != QFileDevice::NoError) return unavailable(in_, "reading");
    if (auto finished = finish(); !finished) return finished;
    return carry_on() ? Result<void>() : stopped();
  }

  [[nodiscard]] Result<ShapeResult> commit() {
    result_.original_file = DataSize::bytes(in_.size());
    result_.file = DataSize::bytes(out_.pos());
    // A full disk shows before either file is there.
    if (auto flushed = flush(out_); !flushed) return unavailable(out_, "writing", flushed.error().message.text());
    if (auto finished = statistics_.finish(); !finished) return finished.error();
    if (!out_.commit()) return unavailable(out_, "writing");
    if (auto committed = statistics_.commit(); !committed) return committed.error();
    if (makes_index_) store_index();
    return result_;
  }

 private:
  /// Reports the share of the file that was read and shaped.
  [[nodiscard]] bool carry_on() {
    const double read = static_cast<double>(in_.pos()) / static_cast<double>(std::max<qint64>(in_.size(), 1));
    return progress_(std::min(read * shaper_.shaped_share(), 1.0));
  }
  static Error stopped() { return {ErrorKind::kRefused, "stopped; nothing was written"}; }

  /// The job's config with the index of its input, if there is one that serves, or the wish to make one.
  [[nodiscard]] ParallelShaperConfig config_of(const ShapeJob& job) {
    ParallelShaperConfig config = job.shaper;
    config.carry_on = [this] { return carry_on(); };
    const auto index = ClipIndex::open(job.input.toStdString());
    if (index && *index != nullptr && (*index)->pictures().is_for(config.shaper)) {
      config.index = {*index, &(*index)->pictures()};
      return config;
    }
    makes_index_ = config.make_index = job.keep_index;
    if (index && *index == nullptr) return config;
    result_.index_note =
        index ? "the index of " + quoted(job.input) + " is for another --variant" : index.error().message.text();
    result_.index_note += job.keep_index ? "; it was made again" : "; it was not used, and --keep-index makes it again";
    return config;
  }
  void store_index() {
    const auto stored = ClipIndex::store(job_.input.toStdString(), shaper_.take_index());
    if (!stored) result_.index_note = stored.error().message.text();
  }
  static ByteView view(const QByteArray& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
  }
  [[nodiscard]] Error about_input(const Error& error) const {
    if (error.kind == ErrorKind::kRefused) return stopped();
    const std::string text = error.message.text();
    return {error.kind, quoted(job_.input) + (text.starts_with("is ") || text.starts_with("has ") ? " " : ": ") + text};
  }

  /// The splitter's errors are about an elementary stream.
  [[nodiscard]] Error about_video(const Error& error) const {
    const bool is_multiplex = result_.kind != mpeg::StreamKind::kElementary;
    if (!is_multiplex || error.kind != ErrorKind::kMalformed || shaper_.has_seen_picture()) return about_input(error);
    return about_input({error.kind, kNoPicture});
  }

  [[nodiscard]] Error about_pictures() const {
    if (tally_.damaged() == 0) return about_input({ErrorKind::kMalformed, kNoPicture});
    return about_input({ErrorKind::kMalformed,
                        message("has damaged slices in %1 of its %2 pictures: it is damaged throughout, or a kind of "
                                "file that is not known, of which \"ffmpeg -i IN -map 0:v -c copy OUT.m2v\" may make "
                                "an elementary stream",
                                std::to_string(tally_.damaged()), std::to_string(result_.pictures))});
  }

  [[nodiscard]] Result<void> shape(ByteView bytes) {
    if (auto pushed = rewriter_->push(bytes); !pushed) return about_input(pushed.error());
    if (auto pushed = shaper_.push(rewriter_->take_video()); !pushed) return about_video(pushed.error());
    return write_shaped();
  }

  [[nodiscard]] Result<void> finish() {
    if (auto finished = rewriter_->finish(); !finished) return about_input(finished.error());
    if (auto pushed = shaper_.push(rewriter_->take_video()); !pushed) return about_video(pushed.error());
    if (auto finished = shaper_.finish(); !finished) return about_video(finished.error());
    if (auto written = write_shaped(); !written) return written;
    const bool is_video =
        result_.kind == mpeg::StreamKind::kElementary ? tally_.is_mostly_undamaged() : tally_.is_video();
    return is_video ? Result<void>() : about_pictures();
  }

  [[nodiscard]] Result<void> write_shaped() {
    while (auto picture = shaper_.pop()) {
      const mpeg::PictureStatistics& statistics = picture->statistics;
      if (picture->has_picture) {
        statistics_.add(result_.seconds, statistics);
        ++result_.pictures;
        result_.copied_pictures += statistics.understood ? 0U : 1U;
        result_.assumed_rate_pictures += statistics.seconds_assumed ? 1U : 0U;
        result_.indexed_pictures += statistics.indexed ? 1U : 0U;
        tally_.add(statistics);
        result_.pictures_above_target += statistics.understood && !statistics.target_reached ? 1U : 0U;
      }
      if (statistics.damaged_slices > 0 && !result_.first_damage) {
        result_.first_damage = {result_.seconds, result_.original_video};
      }
      result_.seconds += statistics.seconds;
      result_.damaged_slices += statistics.damaged_slices;
      result_.original_video += statistics.original_size;
      result_.video += statistics.size;
      const auto old_size = static_cast<std::size_t>(statistics.original_size.bytes());
      if (picture->bytes.size() > old_size) {
        return Error{ErrorKind::kInternal, "shaping made picture " + std::to_string(result_.pictures) + " larger"};
      }
      rewriter_->replace(old_size, std::move(picture->bytes));
    }
    if (tally_.is_hopeless()) return about_pictures();
    const Bytes output = rewriter_->take_output();
    const auto written = write_all(out_, {reinterpret_cast<const char*>(output.data()), output.size()});
    return written ? written : unavailable(out_, "writing", written.error().message.text());
  }

  const ShapeJob& job_;
  const ShapeProgress& progress_;
  QFile in_;
  QSaveFile out_;
  QByteArray beginning_;
  std::unique_ptr<mpeg::StreamRewriter> rewriter_;
  ShapeResult result_;
  PictureTally tally_;
  bool makes_index_ = false;
  ParallelShaper shaper_;
  ShapeStatistics statistics_;
};

}  // namespace

Result<ShapeResult> shape_file(const ShapeJob& job, const ShapeProgress& progress) {
  Shaping shaping(job, progress);
  if (const auto opened = shaping.open(); !opened) return opened.error();
  if (const auto run = shaping.run(); !run) return run.error();
  return shaping.commit();
}

}  // namespace counterpoint
