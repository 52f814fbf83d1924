// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "app/lab/levels/media_end.h"
#include "app/lab/levels/sim/sim_end.h"
#include "net/adapters/emulated_stream.h"

namespace counterpoint {

/// One end of a media flow on the emulated network, with a model of TCP for video if the flow wants it.
class SimMediaEnd final : public SimEnd {
 public:
  /// Errors: as MediaEnd::create().
  [[nodiscard]] static Result<std::unique_ptr<SimEnd>> create(const MediaEnd::Config& config, MediaEnd::Role role,
                                                              const SimPlace& place, Timestamp now);

  void handle(PathArrival arrival) override { transport_.inbox.push_back(std::move(arrival)); }
  [[nodiscard]] Result<void> run(Timestamp now) override { return end_->run(now); }
  [[nodiscard]] Timestamp next_deadline() override { return end_->next_deadline(); }
  [[nodiscard]] Result<void> finish(Timestamp now) override { return end_->finish(now); }

 private:
  struct InboxTransport final : Transport {
    void send(ByteView datagram, Timestamp now) override;
    [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
    [[nodiscard]] Timestamp next_deadline() const override { return inbox.empty() ? kNever : inbox.front().arrived_at; }
    [[nodiscard]] int descriptor() const override { return -1; }

    SimPlace place;
    std::deque<PathArrival> inbox;
    std::optional<EmulatedStream> stream;
  };

  InboxTransport transport_;
  std::unique_ptr<MediaEnd> end_;
};

}  // namespace counterpoint
