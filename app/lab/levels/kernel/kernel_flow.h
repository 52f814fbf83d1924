// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>

#include <memory>
#include <string>
#include <vector>

#include "app/lab/experiment/experiment.h"
#include "app/lab/levels/kernel/kernel_hosts.h"

namespace counterpoint {

/// Both ends of a flow's main direction. The hosts outlive it.
struct FlowEnds {
  const KernelHost* sender = nullptr;
  const KernelHost* receiver = nullptr;
  std::string sender_address;
  std::string receiver_address;
};

/// The real traffic of one flow. Times count from the start of the run.
///
/// 1. Call run() whenever next_deadline() has come or a descriptor has an event; it does all that is due.
/// 2. finish() comes once, after the end of the experiment, with the router still at work.
/// 3. Its destructor ends everything that it has started.
class KernelFlow {
 public:
  KernelFlow() = default;
  virtual ~KernelFlow() = default;
  KernelFlow(const KernelFlow&) = delete;
  KernelFlow& operator=(const KernelFlow&) = delete;

  /// Errors: kUnavailable, naming the flow, which is over then.
  [[nodiscard]] virtual Result<void> run(Duration now) = 0;
  [[nodiscard]] virtual Duration next_deadline() const = 0;
  [[nodiscard]] virtual std::vector<pollfd> descriptors() const = 0;
  /// `start`: start of the run by session_now().
  [[nodiscard]] virtual Result<void> finish(Timestamp start) = 0;
};

}  // namespace counterpoint
