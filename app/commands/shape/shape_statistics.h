// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSaveFile>
#include <QString>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "media/mpeg/shaper.h"

namespace counterpoint {

/// The file that --statistics names: a line of CSV, or an object of a JSON array, for each picture in the order of the
/// stream. There is no file at all before commit().
class ShapeStatistics {
 public:
  /// The end of the name, ".json" or ".csv", chooses the format. Errors: kInvalidArgument for another name;
  /// kUnavailable when the file cannot be written.
  [[nodiscard]] Result<void> open(const QString& path);
  /// `video` counts the videos of a multiplex from 1; `time` is the decoding time in seconds since its first picture.
  void add(std::size_t video, double time, const mpeg::PictureStatistics& picture);
  /// Writes all, but not yet in its place. Errors: kUnavailable when the disk fails.
  [[nodiscard]] Result<void> finish();
  /// After finish(), which leaves little that can fail: kUnavailable.
  [[nodiscard]] Result<void> commit();

 private:
  void write(std::string_view text);
  [[nodiscard]] Error unavailable(const std::string& reason) const;

  QSaveFile file_;
  Result<void> written_;  ///< The first failure stays.
  bool is_json_ = false;
  std::size_t pictures_ = 0;
};

}  // namespace counterpoint
