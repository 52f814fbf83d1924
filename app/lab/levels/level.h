// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/lab/record/run_record.h"
#include "core/base/result.h"

namespace counterpoint {

/// The error message of a run that was asked to stop.
inline constexpr const char* kStopped = "stopped";

/// A run that a level is to carry out.
struct RunRequest {
  RunHeader header;
  RunFolder folder;
  std::string camera = "test-card";        ///< Frames for the real encoder.
  std::function<void(Duration)> progress;  ///< Called now and then with the time that has been run; may be empty.
  std::stop_token stop;  ///< Once it asks, the run ends soon, cleans up and fails with the message kStopped.
};

/// A way to carry out experiments. Each of them fills the run's folder the same way.
struct Level {
  std::string_view name;
  std::string_view summary;
  /// Checks that this experiment can be run. Errors: kUnavailable on this machine (no root, a tool that is missing),
  /// kInvalidArgument at this level.
  Result<void> (*check)(const RunHeader& header);
  Result<void> (*run)(const RunRequest& request);
  bool in_real_time = false;  ///< Runs disturb each other: one after another. False: several at once, in threads.
};

}  // namespace counterpoint
