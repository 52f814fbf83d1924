// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// A file that is being received: under another name until it is whole, and gone if it never is. Its owner alone can
/// read it.
class PartFile {
 public:
  /// It goes to a free name in a folder, made of `name`, or to `path`, whose file it replaces.
  struct Target {
    std::filesystem::path folder{};
    std::string name{};
    std::filesystem::path path{};  ///< Empty: `folder` and `name` count.
  };
  /// Errors: kUnavailable, "cannot write FOLDER: WHY; choose another place".
  [[nodiscard]] static Result<std::shared_ptr<PartFile>> create(Target target);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  [[nodiscard]] Result<void> write(std::string_view bytes);
  /// Gives it its name, which is returned.
  [[nodiscard]] Result<std::filesystem::path> finish();

 private:
  PartFile(Target target, std::filesystem::path part, FileDescriptor file)
      : target_(std::move(target)), part_(std::move(part)), file_(std::move(file)) {}
  [[nodiscard]] Error cannot_write(int code) const;

  Target target_;
  std::filesystem::path part_;  ///< Empty once it has its name.
  FileDescriptor file_;
};

}  // namespace counterpoint
