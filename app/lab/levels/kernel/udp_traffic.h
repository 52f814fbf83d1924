// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "app/lab/levels/kernel/kernel_flow.h"
#include "net/emulation/cross_traffic.h"

namespace counterpoint {

/// A flow of datagrams without congestion control, which nobody reads.
class UdpTraffic final : public KernelFlow {
 public:
  /// Errors: kUnavailable.
  [[nodiscard]] static Result<std::unique_ptr<UdpTraffic>> create(const FlowEnds& ends, const LabFlow& flow,
                                                                  const CrossLoad& load, std::uint64_t seed);

  [[nodiscard]] Result<void> run(Duration now) override;
  [[nodiscard]] Duration next_deadline() const override;
  [[nodiscard]] std::vector<pollfd> descriptors() const override { return {}; }
  [[nodiscard]] Result<void> finish(Timestamp) override { return {}; }

 private:
  UdpTraffic(FileDescriptor sender, FileDescriptor receiver, const LabFlow& flow, const CrossTraffic& traffic)
      : sender_(std::move(sender)), receiver_(std::move(receiver)), stop_(flow.stop), traffic_(traffic) {}

  FileDescriptor sender_;
  FileDescriptor receiver_;
  Duration stop_;
  CrossTraffic traffic_;  ///< Its time begins with the run.
};

}  // namespace counterpoint
