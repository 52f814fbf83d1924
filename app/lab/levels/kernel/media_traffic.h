// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "app/lab/levels/kernel/child_process.h"
#include "app/lab/levels/kernel/kernel_flow.h"
#include "app/lab/record/run_record.h"

namespace counterpoint {

/// A call between two processes of counterpoint-cli: the receiver listens, the sender calls it.
class MediaTraffic final : public KernelFlow {
 public:
  struct Config {
    std::string program;  ///< The path of counterpoint-cli.
    FlowEnds ends;
    LabFlow flow;
    MediaLoad load;
    RunFolder folder;
    std::string mode;  ///< The value of --mode.
    ParameterValues parameters;
    std::string camera;  ///< The sender's camera, for the real encoder.
    bool real_encoder = false;
    std::uint64_t seed = 1;
  };
  /// Starts the receiver. Errors: kUnavailable.
  [[nodiscard]] static Result<std::unique_ptr<MediaTraffic>> create(Config config);

  /// Waits until the receiver can be called. Errors: kUnavailable, with the receiver's message if it has ended.
  [[nodiscard]] Result<void> wait_until_ready();

  [[nodiscard]] Result<void> run(Duration now) override;
  [[nodiscard]] Duration next_deadline() const override;
  [[nodiscard]] std::vector<pollfd> descriptors() const override;
  /// Waits until both have ended, and completes their logs.
  [[nodiscard]] Result<void> finish(Timestamp start) override;

 private:
  MediaTraffic(Config config, ChildProcess receiver) : config_(std::move(config)), receiver_(std::move(receiver)) {}
  [[nodiscard]] Result<void> call();
  [[nodiscard]] Error error(const std::string& what, const std::filesystem::path& said) const;

  Config config_;
  ChildProcess receiver_;
  std::optional<ChildProcess> sender_;
  bool stopped_ = false;
};

}  // namespace counterpoint
