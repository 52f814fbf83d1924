// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/sim_level.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/experiment/seed_of.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "app/files/clip_name.h"
#include "app/lab/levels/experiment_load.h"
#include "app/lab/levels/sim/sim_media_end.h"
#include "app/lab/levels/sim/sim_network.h"
#include "app/lab/levels/sim/tcp_ends.h"
#include "net/emulation/cross_traffic.h"

namespace counterpoint {
namespace {

/// Start of virtual time: any value will do, as long as it is always the same.
constexpr Timestamp kStart{1000s};

/// Events between two checks of the request to stop: a virtual second may have any number of events.
constexpr std::uint64_t kEventsBetweenLooks = 100;

/// Sends the datagrams of a CrossLoad; nobody receives them.
class CrossEnd final : public SimEnd {
 public:
  CrossEnd(const CrossLoad& load, const SimPlace& place, Timestamp start)
      : place_(place),
        traffic_({.rate = load.rate,
                  .packet_size = load.packet_size,
                  .on = load.on,
                  .off = load.off,
                  .exponential = load.exponential},
                 place.seed, start) {}

  void handle(PathArrival) override {}
  [[nodiscard]] Result<void> run(Timestamp now) override {
    while (const std::optional<DataSize> size = traffic_.poll(now)) place_.send({}, *size, now);
    return {};
  }
  [[nodiscard]] Timestamp next_deadline() override { return traffic_.next_deadline(); }

 private:
  SimPlace place_;
  CrossTraffic traffic_;
};

/// All flows of one run around one network, from event to event.
class Simulation {
 public:
  explicit Simulation(const RunRequest& request);
  [[nodiscard]] Result<void> run();
  [[nodiscard]] std::vector<PacketOutcome> take_outcomes() { return network_.take_outcomes(); }

 private:
  /// One end of a flow: not there yet, running, or over.
  struct Slot {
    LabFlow flow;  ///< The flow as the mode sends it.
    bool sender = true;
    SimPlace place;
    std::shared_ptr<SourcePictures> source;  ///< The same of both ends; null: pictures are not compared.
    Timestamp start{};
    Timestamp stop{};
    std::unique_ptr<SimEnd> end;
    Timestamp due{};  ///< kNever when it is over.
  };
  void deliver(Timestamp now);
  [[nodiscard]] Result<void> run_slot(Slot& slot, Timestamp now);
  [[nodiscard]] Result<std::unique_ptr<SimEnd>> make_end(const Slot& slot) const;
  [[nodiscard]] Timestamp next_event() const;

  const RunRequest& request_;
  SimNetwork network_;
  std::vector<Slot> slots_;  ///< Sender and receiver of each flow in turn.
};

Simulation::Simulation(const RunRequest& request)
    : request_(request), network_(request.header.experiment, request.header.seed, kStart) {
  const std::vector<LabFlow>& flows = request.header.experiment.flows;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const bool compared = request.header.real_encoder && !clip_named_by(request.camera);
    const auto source = compared ? std::make_shared<SourcePictures>() : nullptr;
    for (const bool sender : {true, false}) {
      slots_.push_back({.flow = flow_in_mode(flows[i], request.header.mode),
                        .sender = sender,
                        .place = {.network = &network_,
                                  .flow = static_cast<std::uint32_t>(i),
                                  .backward = flows[i].backward == sender,
                                  .seed = seed_of(request.header.seed, "flow " + flows[i].name)},
                        .source = source,
                        .start = kStart + flows[i].start,
                        .stop = kStart + flows[i].stop,
                        .end = nullptr,
                        .due = kStart + flows[i].start});
    }
  }
}

Result<std::unique_ptr<SimEnd>> Simulation::make_end(const Slot& slot) const {
  if (const auto* tcp = std::get_if<TcpLoad>(&slot.flow.load)) {
    if (slot.sender) return std::unique_ptr<SimEnd>(std::make_unique<TcpSendingEnd>(*tcp, slot.place, slot.start));
    return std::unique_ptr<SimEnd>(std::make_unique<TcpReceivingEnd>(slot.place));
  }
  if (const auto* cross = std::get_if<CrossLoad>(&slot.flow.load)) {
    if (!slot.sender) return std::unique_ptr<SimEnd>();
    return std::unique_ptr<SimEnd>(std::make_unique<CrossEnd>(*cross, slot.place, slot.start));
  }
  const RunHeader& header = request_.header;
  const MediaEnd::Config config{.flow = slot.flow,
                                .folder = request_.folder,
                                .program = header.program,
                                .mode = mode_of(slot.flow, header.mode),
                                .parameters = parameters_of(header.experiment, slot.flow, header.mode),
                                .real_encoder = header.real_encoder,
                                .camera = request_.camera,
                                .seed = slot.place.seed,
                                .source = slot.source};
  return SimMediaEnd::create(config, slot.sender ? MediaEnd::Role::kSender : MediaEnd::Role::kReceiver, slot.place,
                             slot.start);
}

Result<void> Simulation::run_slot(Slot& slot, Timestamp now) {
  if (!slot.end) {
    Result<std::unique_ptr<SimEnd>> end = make_end(slot);
    if (!end) return end.error();
    slot.end = std::move(*end);
  }
  if (slot.end) {
    if (Result<void> ran = slot.end->run(now); !ran) return ran;
  }
  if (slot.end && now < slot.stop) {
    slot.due = std::min(slot.end->next_deadline(), slot.stop);
    return {};
  }
  slot.due = kNever;
  const std::unique_ptr<SimEnd> over = std::move(slot.end);
  return over ? over->finish(now) : Result<void>();
}

void Simulation::deliver(Timestamp now) {
  while (std::optional<SimNetwork::Arrival> arrived = network_.receive(now)) {
    const std::size_t flow = arrived->arrival.packet.flow;
    const bool to_receiver = arrived->backward == slots_[2 * flow].flow.backward;
    Slot& slot = slots_[2 * flow + (to_receiver ? 1 : 0)];
    if (!slot.end) continue;
    slot.end->handle(std::move(arrived->arrival));
    slot.due = now;
  }
}

Timestamp Simulation::next_event() const {
  Timestamp next = network_.next_deadline();
  for (const Slot& slot : slots_) next = std::min(next, slot.due);
  return next;
}

Result<void> Simulation::run() {
  const Timestamp end = kStart + request_.header.experiment.duration;
  Timestamp next_progress = kStart + 1s;
  std::uint64_t events = 0;
  for (Timestamp now = kStart; now <= end; now = std::max(now, next_event())) {
    deliver(now);
    for (Slot& slot : slots_) {
      if (slot.due > now) continue;
      if (Result<void> ran = run_slot(slot, now); !ran) {
        return Error{ran.error().kind, "flow " + slot.flow.name + ": " + ran.error().message.text()};
      }
    }
    if (++events % kEventsBetweenLooks == 0 && request_.stop.stop_requested()) {
      return Error{ErrorKind::kUnavailable, kStopped};
    }
    if (now < next_progress) continue;
    next_progress = now + 1s;
    if (request_.progress) request_.progress(now - kStart);
  }
  deliver(end);
  return {};
}

}  // namespace

Result<void> check_sim_level(const RunHeader& header) { return check_load(header); }

Result<void> run_sim_level(const RunRequest& request) {
  if (Result<void> checked = check_sim_level(request.header); !checked) return checked;
  if (Result<void> begun = begin_run(request.folder, request.header); !begun) return begun;
  Simulation simulation(request);
  if (Result<void> ran = simulation.run(); !ran) return ran;
  return write_packets(request.folder, simulation.take_outcomes());
}

}  // namespace counterpoint
