// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/lab/levels/kernel/kernel_flow.h"
#include "core/base/rng.h"

namespace counterpoint {

/// A flow of the kernel's own TCP: a connection that always has more to send, or one connection a transfer.
class TcpTraffic final : public KernelFlow {
 public:
  /// `seed`: for sizes and pauses.
  TcpTraffic(FlowEnds ends, LabFlow flow, TcpLoad load, std::uint64_t seed);

  [[nodiscard]] Result<void> run(Duration now) override;
  [[nodiscard]] Duration next_deadline() const override;
  [[nodiscard]] std::vector<pollfd> descriptors() const override;
  [[nodiscard]] Result<void> finish(Timestamp) override { return {}; }

 private:
  [[nodiscard]] Result<void> connect();
  [[nodiscard]] Result<void> write_all();
  void read_all(Duration now);
  void plan_transfer(Duration now);
  void abort();
  [[nodiscard]] bool wants_write() const { return sender_.valid() && left_ != DataSize(); }
  [[nodiscard]] Error error(const char* what) const;

  FlowEnds ends_;
  LabFlow flow_;
  TcpLoad load_;
  Rng rng_;
  FileDescriptor listener_;
  FileDescriptor sender_;
  FileDescriptor receiver_;
  Duration next_at_{};  ///< Time of the next connection, while there is none.
  bool over_ = false;
  std::optional<DataSize> left_;  ///< Data of this transfer that is still to be written; nothing: without end.
};

/// The reason for which the kernel cannot do `variant`; nothing if it can.
[[nodiscard]] std::optional<std::string> why_no_tcp(TcpVariant variant);

}  // namespace counterpoint
