// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "app/host/virtual_call.h"
#include "app/lab/level.h"
#include "app/lab/sim/sim_end.h"

namespace counterpoint {

/// One end of a media flow: the program's own pipelines, with their session log in the run's folder.
class MediaEnd final : public SimEnd {
 public:
  struct Config {
    const RunRequest* request = nullptr;
    LabFlow flow;  ///< Its load is a MediaLoad.
    bool sender = true;
    SimPlace place;
    Timestamp start{};
  };
  /// Errors: of the pictures, the codecs and the log.
  [[nodiscard]] static Result<std::unique_ptr<SimEnd>> create(const Config& config);

  void handle(PathArrival arrival) override { transport_.inbox.push_back(std::move(arrival)); }
  [[nodiscard]] Result<void> run(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() override { return end_->next_deadline(); }
  void finish(Timestamp now) override;

 private:
  /// The call's way to the network.
  struct InboxTransport final : Transport {
    void send(ByteView datagram, Timestamp now) override;
    [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
    [[nodiscard]] Timestamp next_deadline() const override { return inbox.empty() ? kNever : inbox.front().arrived_at; }
    [[nodiscard]] int descriptor() const override { return -1; }

    SimPlace place;
    std::deque<PathArrival> inbox;
  };

  explicit MediaEnd(Timestamp start) : start_(start), next_write_at_(start) {}
  [[nodiscard]] Result<void> open(const Config& config);

  Timestamp start_;
  Timestamp next_write_at_;
  InboxTransport transport_;
  std::unique_ptr<VideoSource> camera_;
  std::unique_ptr<AudioDevice> audio_;
  std::unique_ptr<CallArchive> archive_;
  std::unique_ptr<VirtualEnd> end_;
};

}  // namespace counterpoint
