// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/ports/signalling_link.h"

namespace counterpoint {

/// Two ways to one peer, of which one carries the call. The first has a head start; the second is opened, and the first
/// given up, when that fails or has not shown who is there after kHeadStart.
///
/// Nothing is sent before the way is chosen, as nobody is known at its end, so the peer never hears of a call twice.
class StaggeredLink final : public SignallingLink {
 public:
  /// A TLS handshake takes three round trips, so that a host at 600 ms still answers in time.
  static constexpr Duration kHeadStart = 2s;

  using Open = std::function<std::unique_ptr<SignallingLink>()>;
  StaggeredLink(std::unique_ptr<SignallingLink> first, Open open_second, Timestamp now)
      : link_(std::move(first)), open_second_(std::move(open_second)), head_start_ends_at_(now + kHeadStart) {}

  void poll(Timestamp now) override;
  void send(const SignallingMessage& message) override { link_->send(message); }
  [[nodiscard]] std::optional<SignallingMessage> receive() override { return link_->receive(); }
  [[nodiscard]] std::optional<PeerId> peer_id() const override { return link_->peer_id(); }
  [[nodiscard]] const std::optional<Error>& error() const override { return link_->error(); }
  [[nodiscard]] bool closed_by_peer() const override { return link_->closed_by_peer(); }
  [[nodiscard]] bool proved() const override { return link_->proved(); }
  [[nodiscard]] int descriptor() const override { return link_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return link_->wants_write(); }
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] std::string local_address() const override { return link_->local_address(); }
  [[nodiscard]] std::string remote_address() const override { return link_->remote_address(); }
  [[nodiscard]] std::string remote_text() const override { return link_->remote_text(); }

 private:
  std::unique_ptr<SignallingLink> link_;
  Open open_second_;  ///< Empty once the way is chosen.
  Timestamp head_start_ends_at_;
};

}  // namespace counterpoint
