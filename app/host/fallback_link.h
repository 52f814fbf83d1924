// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/ports/signalling_link.h"

namespace counterpoint {

/// Two ways to one peer, of which one carries the call: the second is opened when the first cannot be.
///
/// 1. A way whose peer has shown who it is, or has refused the call, stays: only a way that leads nowhere is left.
/// 2. Nothing is sent before the way is chosen, as nobody is known at its end, so the peer never hears of a call twice.
class FallbackLink final : public SignallingLink {
 public:
  using Open = std::function<std::unique_ptr<SignallingLink>()>;
  FallbackLink(std::unique_ptr<SignallingLink> first, Open open_second)
      : link_(std::move(first)), open_second_(std::move(open_second)) {}

  void poll(Timestamp now) override;
  void send(const SignallingMessage& message) override { link_->send(message); }
  [[nodiscard]] std::optional<SignallingMessage> receive() override { return link_->receive(); }
  [[nodiscard]] std::optional<PeerId> peer_id() const override { return link_->peer_id(); }
  [[nodiscard]] const std::optional<Error>& error() const override { return link_->error(); }
  [[nodiscard]] bool closed_by_peer() const override { return link_->closed_by_peer(); }
  [[nodiscard]] bool proved() const override { return link_->proved(); }
  [[nodiscard]] int descriptor() const override { return link_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return link_->wants_write(); }
  [[nodiscard]] Timestamp next_deadline() const override { return link_->next_deadline(); }
  [[nodiscard]] std::optional<std::size_t> unsent() const override { return link_->unsent(); }
  [[nodiscard]] std::string local_address() const override { return link_->local_address(); }
  [[nodiscard]] std::string remote_address() const override { return link_->remote_address(); }
  [[nodiscard]] std::string remote_text() const override { return link_->remote_text(); }

 private:
  std::unique_ptr<SignallingLink> link_;
  Open open_second_;  ///< Empty once the way is chosen.
};

}  // namespace counterpoint
