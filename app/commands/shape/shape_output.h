// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSaveFile>
#include <QString>
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// The new file: one that appears by commit(), a FIFO, or standard output ("-").
///
/// 1. A FIFO and standard output get their bytes at once, and after an error not all of them.
/// 2. While it waits for a FIFO, it asks `carry_on` ten times a second; false gives kRefused.
/// 3. Other errors are kUnavailable, in one line with the file's name.
class ShapeOutput {
 public:
  ShapeOutput(const QString& path, std::function<bool()> carry_on);

  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<void> write(ByteView bytes);
  /// A full disk shows here, before commit().
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> commit();
  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  [[nodiscard]] Result<void> open_fifo();
  [[nodiscard]] Result<void> write_to_descriptor(ByteView bytes);
  [[nodiscard]] Error failure(const std::string& reason) const;

  QString path_;
  std::function<bool()> carry_on_;
  QSaveFile file_;
  FileDescriptor descriptor_;  ///< A FIFO, or a duplicate of standard output; none for a file.
  std::int64_t size_ = 0;
};

}  // namespace counterpoint
