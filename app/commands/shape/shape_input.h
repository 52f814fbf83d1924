// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <functional>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

inline constexpr const char* kStandardStream = "-";
inline constexpr int kPatienceMilliseconds = 100;  ///< Longest wait for a FIFO before it is asked whether to go on.
/// True if `path` leads to a FIFO: a named one, or what a shell makes of <(COMMAND).
[[nodiscard]] bool is_fifo(const QString& path);

/// The file that is shaped: one that is stored, a FIFO, or standard input ("-").
///
/// 1. Only a stored file has a size and can be read twice; of a FIFO, spool() makes one.
/// 2. While it waits for a FIFO, it asks `carry_on` ten times a second; false gives kRefused.
/// 3. Other errors are kUnavailable, in one line with the file's name.
class ShapeInput {
 public:
  ShapeInput(QString path, std::function<bool()> carry_on);

  [[nodiscard]] Result<void> open();
  /// The next `size` bytes, fewer only at the end.
  [[nodiscard]] Result<QByteArray> read(std::int64_t size);
  /// Goes on with byte `offset` of a stored file.
  [[nodiscard]] Result<void> seek(std::int64_t offset);
  /// Reads a FIFO to its end and keeps its bytes in a temporary file, which is stored and has no name. The first bytes
  /// of it are `begun`, which read() gave. Nothing happens to a stored file.
  [[nodiscard]] Result<void> spool(const QByteArray& begun);

  [[nodiscard]] bool is_stored() const { return is_stored_; }
  /// The size in bytes of a stored file, else the number of bytes that were read.
  [[nodiscard]] std::int64_t size() const { return is_stored_ ? size_ : position_; }
  [[nodiscard]] std::int64_t position() const { return position_; }
  /// The file's name in quotes, or "standard input".
  [[nodiscard]] std::string name() const;

 private:
  void find_size();
  [[nodiscard]] Error failure(const char* action) const;

  QString path_;
  std::function<bool()> carry_on_;
  FileDescriptor descriptor_;  ///< A duplicate of standard input.
  bool is_stored_ = false;
  std::int64_t begin_ = 0;  ///< Position in the file at which standard input began.
  std::int64_t size_ = 0;
  std::int64_t position_ = 0;
};

}  // namespace counterpoint
