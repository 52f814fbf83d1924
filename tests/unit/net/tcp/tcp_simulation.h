// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "net/emulation/emulated_network.h"
#include "net/emulation/tcp/tcp_receiver.h"
#include "net/emulation/tcp/tcp_sender.h"

namespace counterpoint {

/// TCP connections over one bottleneck each way, in virtual time.
class TcpSimulation {
 public:
  static constexpr Timestamp kStart = Timestamp(1000s);

  struct Connection {
    explicit Connection(const TcpSender::Config& config) : sender(config) {}
    TcpSender sender;
    TcpReceiver receiver;
    Timestamp start = kStart;
  };

  TcpSimulation(std::string_view forward, std::string_view backward)
      : forward_({parse_path_config(forward).value()}), backward_({parse_path_config(backward).value()}) {
    forward_.start_recording();
  }

  Connection& add(const TcpSender::Config& config, Duration start = {}, Duration access_delay = {}) {
    connections_.emplace_back(config).start = kStart + start;
    forward_.add_flow({.links = {0}, .access_delay = access_delay});
    backward_.add_flow({.links = {0}, .access_delay = access_delay});
    return connections_.back();
  }

  /// `each_event` is called after everything that happened at one time.
  void run_until(Duration end, const std::function<void(Duration)>& each_event = {}) {
    while (now_ <= kStart + end) {
      step();
      if (each_event) each_event(now_ - kStart);
      now_ = std::max(now_, next_deadline());
      if (now_ == kNever) return;
    }
  }

  [[nodiscard]] std::vector<PathRecord> take_records() { return forward_.take_records(); }
  [[nodiscard]] Timestamp now() const { return now_; }

 private:
  void step() {
    while (const auto arrival = forward_.receive(now_)) {
      Connection& connection = connections_[arrival->packet.flow];
      connection.receiver.handle_segment(arrival->packet.data, now_);
      acknowledge(arrival->packet.flow);
    }
    while (const auto arrival = backward_.receive(now_)) {
      connections_[arrival->packet.flow].sender.handle_ack(arrival->packet.data, now_);
      send(arrival->packet.flow);
    }
    for (FlowNumber flow = 0; flow < connections_.size(); ++flow) {
      acknowledge(flow);
      send(flow);
    }
  }
  void acknowledge(FlowNumber flow) {
    while (auto packet = connections_[flow].receiver.poll(now_)) {
      backward_.send({.data = std::move(packet->data), .wire_size = packet->wire_size, .flow = flow}, now_);
    }
  }
  void send(FlowNumber flow) {
    if (now_ < connections_[flow].start) return;
    while (auto packet = connections_[flow].sender.poll(now_)) {
      forward_.send({.data = std::move(packet->data), .wire_size = packet->wire_size, .flow = flow}, now_);
    }
  }
  [[nodiscard]] Timestamp next_deadline() const {
    Timestamp next = std::min(forward_.next_deadline(), backward_.next_deadline());
    for (const Connection& connection : connections_) {
      if (now_ < connection.start) next = std::min(next, connection.start);
      next = std::min({next, connection.sender.next_deadline(), connection.receiver.next_deadline()});
    }
    return next;
  }

  EmulatedNetwork forward_;
  EmulatedNetwork backward_;
  std::deque<Connection> connections_;
  Timestamp now_ = kStart;
};

}  // namespace counterpoint
