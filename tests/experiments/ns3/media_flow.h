// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ns3/application.h>
#include <ns3/socket.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "app/lab/levels/media_end.h"
#include "tests/experiments/ns3/ns3_network.h"

namespace counterpoint {

/// A UDP socket of ns-3's as the session's transport.
class Ns3Transport final : public Transport {
 public:
  static constexpr std::uint16_t kPort = 5004;

  /// `arrived` is called when there is something to receive.
  Ns3Transport(const ns3::Ptr<ns3::Node>& node, ns3::Ipv4Address peer, std::function<void()> arrived);
  ~Ns3Transport() override;

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  void take(ns3::Ptr<ns3::Socket> socket);

  std::function<void()> arrived_;
  ns3::Ptr<ns3::Socket> socket_;
  std::deque<ReceivedDatagram> received_;
};

/// One end of a media flow as an ns-3 application: the program's own session and pipelines, run by ns-3's events.
class MediaApplication final : public ns3::Application {
 public:
  /// `failed` gets the first error, if any; the run is over then.
  MediaApplication(MediaEnd::Config config, MediaEnd::Role role, ns3::Ipv4Address peer,
                   std::function<void(const Error&)> failed)
      : config_(std::move(config)), role_(role), peer_(peer), failed_(std::move(failed)) {}

 private:
  void StartApplication() override;
  void StopApplication() override;
  /// Does all that is due now, and plans for what comes next.
  void run();
  void run_soon();

  MediaEnd::Config config_;
  MediaEnd::Role role_;
  ns3::Ipv4Address peer_;
  std::function<void(const Error&)> failed_;
  std::unique_ptr<Ns3Transport> transport_;
  std::unique_ptr<MediaEnd> end_;
  ns3::EventId next_;
};

/// Both ends of a flow, from flow.start to flow.stop.
void add_media_flow(const MediaEnd::Config& config, const Ns3Network::Ends& ends,
                    const std::function<void(const Error&)>& failed);

}  // namespace counterpoint
