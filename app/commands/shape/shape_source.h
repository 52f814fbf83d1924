// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/shape/shape_file.h"
#include "app/commands/shape/shape_input.h"
#include "app/shape/rate_schedule.h"
#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint {

/// The input of a job, and the videos in it that are to be shaped.
///
/// 1. open() comes first, then find_videos(); after it next_chunk() gives the whole file.
/// 2. Errors are those of shape_file(), in one line with the file's name; kRefused when `carry_on` says false.
class ShapeSource {
 public:
  /// Videos with an id of `left` stay as they are. Both references must outlive the source.
  ShapeSource(const ShapeJob& job, const std::vector<std::uint16_t>& left, std::function<bool()> carry_on);

  [[nodiscard]] Result<void> open();
  /// Reads the beginning, and with a size of the file as target the whole file, a FIFO into a temporary one.
  [[nodiscard]] Result<void> find_videos();

  /// The videos to shape, by a rewriter each. The one that is nothing is the first video and what replaces it.
  [[nodiscard]] const std::vector<std::optional<mpeg::VideoStream>>& videos() const { return videos_; }
  /// Number of videos of a multiplex, with those that are not shaped.
  [[nodiscard]] std::size_t all_videos() const { return streams_.size(); }
  [[nodiscard]] mpeg::StreamKind kind() const { return kind_; }
  /// The target of each video: that of the job, or the one that its size of the file leaves.
  [[nodiscard]] const RateSchedule& schedule() const { return schedule_; }
  [[nodiscard]] std::unique_ptr<mpeg::StreamRewriter> make_rewriter(
      const std::optional<mpeg::VideoStream>& video) const;

  /// The next part of the file; nothing at its end.
  [[nodiscard]] Result<QByteArray> next_chunk();
  [[nodiscard]] const ShapeInput& file() const { return in_; }
  /// True if it is a file with a name, that can be read again.
  [[nodiscard]] bool is_named_file() const { return in_.is_stored() && job_.input != kStandardStream; }
  /// `error` of the file's content, with the file's name.
  [[nodiscard]] Error about(const Error& error) const;

  static ByteView view(const QByteArray& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
  }

 private:
  [[nodiscard]] Result<void> read_beginning(std::size_t size);
  [[nodiscard]] Result<void> check_cut();
  [[nodiscard]] Result<void> choose_videos();
  [[nodiscard]] Error no_program() const;
  [[nodiscard]] Result<void> aim_at_size();

  const ShapeJob& job_;
  const std::vector<std::uint16_t>& left_;
  std::function<bool()> carry_on_;
  ShapeInput in_;
  mpeg::StreamKind kind_ = mpeg::StreamKind::kElementary;
  RateSchedule schedule_;
  QByteArray beginning_;
  qsizetype given_ = 0;                     ///< Bytes of it that next_chunk() gave.
  std::vector<mpeg::VideoStream> streams_;  ///< All videos of a multiplex.
  std::vector<std::optional<mpeg::VideoStream>> videos_;
};

/// kInvalidArgument when no file or pipe is at `path`.
[[nodiscard]] Result<void> check_input(const QString& path);

}  // namespace counterpoint
