// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/router.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/lab/levels/kernel/ip_header.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxPacket = 65'535;

}  // namespace

Router::Router(const KernelHosts& hosts, EmulatedNetwork forward, EmulatedNetwork backward, std::size_t flows)
    : flows_(flows),
      forward_{.from = hosts.left().device.get(),
               .to = hosts.right().device.get(),
               .backward = false,
               .network = std::move(forward),
               .records = {}},
      backward_{.from = hosts.right().device.get(),
                .to = hosts.left().device.get(),
                .backward = true,
                .network = std::move(backward),
                .records = {}},
      buffer_(kMaxPacket) {}

void Router::start() {
  forward_.network.start_recording();
  backward_.network.start_recording();
  const Timestamp now = session_now();
  for (Direction* direction : {&forward_, &backward_}) (void)direction->network.receive(now);
  awake_.emplace();
  thread_ = std::thread([this] { run(); });
}

RouterReport Router::stop() {
  halt();
  report_.forward = std::move(forward_.records);
  report_.backward = std::move(backward_.records);
  if (!lateness_.empty()) {
    std::ranges::sort(lateness_);
    report_.lateness_p99 = lateness_[(lateness_.size() - 1) * 99 / 100];
    report_.lateness_max = lateness_.back();
  }
  return std::move(report_);
}

void Router::halt() {
  stop_ = true;
  poll_interrupter_.wake();
  if (thread_.joinable()) thread_.join();
  awake_.reset();
}

void Router::run() {
  request_real_time_priority();
  std::array<pollfd, 2> devices = {
      {{.fd = forward_.from, .events = POLLIN, .revents = 0}, {.fd = backward_.from, .events = POLLIN, .revents = 0}}};
  while (!stop_) {
    bool more = false;
    for (Direction* direction : {&forward_, &backward_}) {
      more |= read_batch(*direction);
      write_due(*direction);
    }
    if (more) continue;
    const Timestamp deadline = std::min(forward_.network.next_deadline(), backward_.network.next_deadline());
    constexpr Duration kMaxSleep = 1s;
    poll_interrupter_.wait(devices, deadline == kNever ? kMaxSleep : std::min(deadline - session_now(), kMaxSleep));
  }
}

bool Router::read_batch(Direction& direction) {
  for (int i = 0; i < kBatch; ++i) {
    const ssize_t size = read(direction.from, buffer_.data(), buffer_.size());
    if (size <= 0) return false;
    const Timestamp now = session_now();
    ++report_.packets;
    const std::span packet(buffer_.data(), static_cast<std::size_t>(size));
    const std::optional<std::size_t> flow = KernelHosts::flow_of(packet, direction.backward);
    if (!flow || *flow >= flows_) {
      ++report_.foreign;
      continue;
    }
    direction.network.send({.data = Bytes(packet.begin(), packet.end()),
                            .wire_size = DataSize::bytes(size),
                            .flow = static_cast<FlowNumber>(*flow),
                            .ecn = ecn_of(packet)},
                           now);
  }
  return true;
}

void Router::write_due(Direction& direction) {
  while (std::optional<PathArrival> arrival = direction.network.receive(session_now())) {
    Bytes& data = arrival->packet.data;
    if (arrival->packet.ecn != ecn_of(data)) set_ecn(data, arrival->packet.ecn);
    const ssize_t written = write(direction.to, data.data(), data.size());
    if (written != static_cast<ssize_t>(data.size())) ++report_.unsent;
    lateness_.push_back(session_now() - arrival->arrived_at);
  }
  std::ranges::move(direction.network.take_records(), std::back_inserter(direction.records));
}

}  // namespace counterpoint
