// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/batch.h"

namespace counterpoint {

/// Shows how far a batch is: one line that is overwritten on a terminal, else a line a run that is over. Beside JSON it
/// keeps to standard error, and to terminals.
class LabProgress {
 public:
  explicit LabProgress(bool beside_json);
  /// Leaves the line that was overwritten empty.
  ~LabProgress();
  LabProgress(const LabProgress&) = delete;
  LabProgress& operator=(const LabProgress&) = delete;

  void show(const Batch& batch, const Batch::State& state);

 private:
  std::FILE* where_;
  bool terminal_;
  bool silent_;
  std::size_t told_ = 0;
};

}  // namespace counterpoint
