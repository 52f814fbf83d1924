// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_source.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "app/commands/shape/file_size_forecast.h"
#include "app/commands/shape/picture_tally.h"
#include "media/mpeg_systems/video_streams.h"

namespace counterpoint {
namespace {

constexpr qint64 kChunk = 1 << 18;

}  // namespace

Result<void> check_input(const QString& path) {
  const std::string name = '"' + path.toStdString() + '"';
  const QFileInfo input(path);
  const auto wrong = [](const Message& message) { return Error{ErrorKind::kInvalidArgument, message}; };
  if (path == kStandardStream) return {};
  if (!input.exists()) return wrong(name + ": No such file");
  if (input.isDir()) return wrong(name + " is a folder; give a file of MPEG video in it");
  if (!input.isFile() && !is_fifo(path)) return wrong(name + " is not a file that is stored, nor a pipe");
  return {};
}

ShapeSource::ShapeSource(const ShapeJob& job, const std::vector<std::uint16_t>& left, std::function<bool()> carry_on)
    : job_(job), left_(left), carry_on_(std::move(carry_on)), in_(job.input, carry_on_), schedule_(job.schedule) {}

Result<void> ShapeSource::open() { return in_.open(); }

Result<void> ShapeSource::find_videos() {
  if (auto read = read_beginning(mpeg::kBeginningSize); !read) return read;
  auto kind = mpeg::kind_of(view(beginning_));
  if (!kind) {
    if (auto read = read_beginning(mpeg::kMaxBeginningSize); !read) return read;
    kind = mpeg::kind_of(view(beginning_));
  }
  if (!kind) return about(kind.error());
  kind_ = *kind;
  if (auto checked = check_cut(); !checked) return checked;
  if (auto chosen = choose_videos(); !chosen) return chosen;
  return aim_at_size();
}

std::unique_ptr<mpeg::StreamRewriter> ShapeSource::make_rewriter(const std::optional<mpeg::VideoStream>& video) const {
  return mpeg::make_rewriter(kind_, view(beginning_), video);
}

Result<QByteArray> ShapeSource::next_chunk() {
  if (given_ == beginning_.size()) return in_.read(kChunk);
  QByteArray chunk = beginning_.mid(given_, kChunk);
  given_ += chunk.size();
  return chunk;
}

Error ShapeSource::about(const Error& error) const {
  if (error.kind == ErrorKind::kRefused) return error;
  const std::string text = error.message.text();
  return {error.kind, in_.name() + (text.starts_with("is ") || text.starts_with("has ") ? " " : ": ") + text};
}

Result<void> ShapeSource::read_beginning(std::size_t size) {
  const auto more = in_.read(static_cast<qint64>(size) - beginning_.size());
  if (!more) return more.error();
  beginning_ += *more;
  return {};
}

/// An elementary stream that begins inside a picture has to prove that it is one before anything is written.
Result<void> ShapeSource::check_cut() {
  if (kind_ != mpeg::StreamKind::kElementary || mpeg::begins_with_picture(view(beginning_))) return {};
  for (std::size_t size = kCutCheckSize; size <= kMaxCutCheckSize; size *= 2) {
    if (auto read = read_beginning(size); !read) return read;
    const auto checked = check_cut_video(view(beginning_));
    if (!checked) return about(checked.error());
    if (*checked || beginning_.size() < static_cast<qint64>(size)) return {};
  }
  return {};
}

/// Each is shaped by a stage of its own.
Result<void> ShapeSource::choose_videos() {
  if (kind_ != mpeg::StreamKind::kElementary) {
    if (auto read = read_beginning(mpeg::kVideoSearchSize); !read) return read;
    if (auto checked = mpeg::check_continuity(kind_, view(beginning_)); !checked) return about(checked.error());
  }
  streams_ = mpeg::find_video_streams(kind_, view(beginning_));
  bool needs_choice = job_.program.has_value();
  for (const mpeg::VideoStream& stream : streams_) {
    const bool is_asked_for = !job_.program || stream.program_number == job_.program;
    const bool is_left = std::ranges::count(left_, stream.id) > 0;
    if (stream.can_be_shaped() && is_asked_for && !is_left) videos_.emplace_back(stream);
    needs_choice |= is_left || stream.is_scrambled || (!stream.program_number && !stream.can_be_shaped());
  }
  if (job_.program && videos_.empty()) return no_program();
  const bool has_choice = videos_.size() > 1 || (needs_choice && !videos_.empty());
  if (!has_choice) videos_.assign(1, std::nullopt);
  return {};
}

Error ShapeSource::no_program() const {
  const std::string wanted = "--program " + std::to_string(*job_.program) + ": ";
  const auto wrong = [&](const std::string& text) { return Error{ErrorKind::kInvalidArgument, wanted + text}; };
  if (kind_ != mpeg::StreamKind::kTransport) {
    return wrong(in_.name() + " is no transport stream, and has no programs");
  }
  std::string there;
  for (const mpeg::VideoStream& stream : streams_) {
    const bool is_wanted = stream.program_number == job_.program;
    if (is_wanted && stream.is_scrambled) return wrong("its video is scrambled");
    if (is_wanted) return wrong("its video is " + stream.other_kind + ", not MPEG-1 or MPEG-2");
    const std::string number = std::to_string(stream.program_number.value_or(0));
    if (stream.can_be_shaped()) there += (there.empty() ? "" : ", ") + number;
  }
  if (there.empty()) there = "none";
  return wrong(in_.name() + " has no such program with video; those with MPEG-1/2 video are: " + there);
}

/// With a size of the file as target, reads it all to find the share of the videos' bits that it leaves.
Result<void> ShapeSource::aim_at_size() {
  if (!job_.file_size) return {};
  FileSizeForecast forecast(kind_, view(beginning_), videos_);
  if (auto spooled = in_.spool(beginning_); !spooled) return spooled;
  for (;;) {
    const auto chunk = next_chunk();
    if (!chunk) return chunk.error();
    if (chunk->isEmpty()) break;
    if (auto pushed = forecast.push(view(*chunk)); !pushed) return about(pushed.error());
    if (!carry_on_()) return Error{ErrorKind::kRefused, "stopped"};
  }
  if (auto finished = forecast.finish(); !finished) return about(finished.error());
  const auto share = forecast.share_for(*job_.file_size);
  if (!share) return share.error();
  schedule_ = RateSchedule(mpeg::Target::share(*share));
  given_ = 0;
  return in_.seek(beginning_.size());
}

}  // namespace counterpoint
