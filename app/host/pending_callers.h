// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "app/call/call_signalling.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/signalling_listener.h"

namespace counterpoint {

/// The listening port, and those who have connected to it but have not yet said what they want.
///
/// So that strangers cannot hold a call up, there are few places, and fewer for one address: a caller who finds none
/// is turned away at once. It belongs to one thread.
class PendingCallers {
 public:
  /// Waits at `at` from now on; gives the port. If that fails, the old port stays. Errors name the port.
  [[nodiscard]] Result<std::uint16_t> open(const Endpoint& at);

  /// Lets in who has connected and hears all. Whoever has made an offer leaves the room through `take`.
  void poll(const std::function<MediaCapabilities()>& capabilities,
            const std::function<void(std::unique_ptr<CallSignalling>)>& take, Timestamp now);

  void add_descriptors(std::vector<pollfd>& descriptors) const;
  [[nodiscard]] Timestamp next_deadline() const;

 private:
  [[nodiscard]] bool has_place_for(const SignallingConnection& caller) const;

  std::unique_ptr<SignallingListener> listener_;
  std::vector<std::unique_ptr<CallSignalling>> callers_;
};

}  // namespace counterpoint
