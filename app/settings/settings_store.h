// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "app/settings/settings_json.h"
#include "core/base/result.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// Reads a settings file that has to exist and to be valid, as commands of the terminal demand. Errors name the file,
/// the mistake and its place.
[[nodiscard]] Result<ReadSettings> load_settings(const std::filesystem::path& file);

/// The settings of a user in a file, which is always complete: a new file replaces the old one.
///
/// 1. Settings that cannot be read are moved aside, as FILE.broken-DATE, before anything is written; unknown fields are
///    kept; a file of a later version, or one that is no settings file at all, is not written to.
/// 2. Without a file, or when one cannot be written, settings last as long as this object.
class SettingsStore {
 public:
  /// Reads `file`; an empty path: nothing is kept. notice() tells of all errors. Without `keeps`, the file is never
  /// written to.
  explicit SettingsStore(std::filesystem::path file, bool keeps = true);

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// The file existed.
  [[nodiscard]] bool existed() const { return existed_; }
  /// A notice for the user about the file: one sentence with advice, or empty.
  [[nodiscard]] const Message& notice() const { return notice_; }

  /// Takes over changes that another program or a person has made to the file meanwhile. Errors in it are treated and
  /// reported as at the start; of a file that cannot be read nothing is taken over.
  void refresh();
  /// Replaces the settings from now on. The outcome of writing them is in notice().
  void set(const Settings& settings);

 private:
  void read();
  void leave_alone(const Message& why);
  void put_aside(const Message& why);

  std::filesystem::path file_;
  OrderedJson document_;
  Settings settings_;
  Message notice_;
  Message lasting_notice_;  ///< Notice about the content of the file; holds until the program ends.
  bool existed_ = false;
  bool keeps_ = true;
};

}  // namespace counterpoint
