// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/log/session_log.h"

namespace counterpoint {

/// Takes out of the records of a log all that says who called whom, where and with what: names and addresses of peers
/// and hosts, names of devices and files. Give it all records of one log in their order, the header first.
///
/// 1. Settings keep mode, codec, limits and parameters, events their name, ends their kind.
/// 2. Texts of decisions are the program's own, but names that the header mentions are removed there too.
class AddressRemover {
 public:
  [[nodiscard]] LogRecord clean(LogRecord record);

 private:
  void record_secret(const std::string& setting);
  [[nodiscard]] std::string without_secrets(std::string text) const;

  std::vector<std::string> secrets_;  ///< The longest first.
};

}  // namespace counterpoint
