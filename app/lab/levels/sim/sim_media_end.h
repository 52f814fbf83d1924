// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "app/lab/levels/media_end.h"
#include "app/lab/levels/sim/sim_end.h"
#include "app/lab/levels/sim/skewed_clock.h"
#include "net/adapters/emulated_stream.h"

namespace counterpoint {

/// One end of a media flow on the emulated network, with a clock of its own, and with a model of TCP for video if the
/// flow wants it.
class SimMediaEnd final : public SimEnd {
 public:
  /// Errors: as MediaEnd::create().
  [[nodiscard]] static Result<std::unique_ptr<SimEnd>> create(const MediaEnd::Config& config, MediaEnd::Role role,
                                                              const SimPlace& place, Timestamp now);

  SimMediaEnd(const SimPlace& place, const SkewedClock& clock) : transport_(place, clock) {}

  void handle(PathArrival arrival) override;
  [[nodiscard]] Result<void> run(Timestamp now) override { return end_->run(transport_.clock.local(now)); }
  [[nodiscard]] Timestamp next_deadline() override { return transport_.clock.time_of(end_->next_deadline()); }
  [[nodiscard]] Result<void> finish(Timestamp now) override { return end_->finish(transport_.clock.local(now)); }

 private:
  /// All times of its interface are the clock's, those of the place are virtual time.
  struct InboxTransport final : Transport {
    InboxTransport(const SimPlace& sim_place, const SkewedClock& host_clock) : place(sim_place), clock(host_clock) {}
    void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
    [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
    [[nodiscard]] Timestamp next_deadline() const override { return inbox.empty() ? kNever : inbox.front().arrived_at; }
    [[nodiscard]] int descriptor() const override { return -1; }

    SimPlace place;
    SkewedClock clock;
    std::deque<PathArrival> inbox;
    std::optional<EmulatedStream> stream;
  };

  InboxTransport transport_;
  std::unique_ptr<MediaEnd> end_;
};

}  // namespace counterpoint
