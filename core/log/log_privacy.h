// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/log/session_log.h"

namespace counterpoint {

/// Takes out of the records of a log all that says who called whom, where and with what: names and addresses of peers
/// and hosts, names of devices and files. Give it all records of one log in their order, the header first.
///
/// 1. Of the settings mode and codec stay; of events their name; of an end its kind.
/// 2. What a decision says is the program's own words, but whatever the header named is taken out of them too.
class AddressRemover {
 public:
  [[nodiscard]] LogRecord clean(LogRecord record);

 private:
  void record_secret(const std::string& setting);
  [[nodiscard]] std::string without_secrets(std::string text) const;

  std::vector<std::string> secrets_;  ///< The longest first.
};

}  // namespace counterpoint
