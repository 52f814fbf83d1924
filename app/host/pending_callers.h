// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/call/call_signalling.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/signalling_listener.h"

namespace counterpoint {

/// Takes a caller who has made an offer.
using TakeCaller = std::function<void(std::unique_ptr<CallSignalling>)>;

/// Hears `caller`, and hands it over through `take` when it has made an offer. It is null when it was taken or is over.
void hear_caller(std::unique_ptr<CallSignalling>& caller, const TakeCaller& take, Timestamp now);

/// The listening port, and those who have connected to it but have not yet said what they want.
///
/// So that strangers cannot hold a call up, there are few places, fewer for one network, and fewer still for one
/// address: who floods from one does not keep its neighbours out. A newcomer who finds none takes that of somebody who
/// has not proved an identity: of its own address or network if that has all of its places, else of the network that
/// has most, there of the address that has most, and of these the one who has waited longest. It belongs to one thread.
class PendingCallers {
 public:
  /// Some kB each, and a descriptor.
  static constexpr std::size_t kPlaces = 64;
  /// The same for one network_of(),
  static constexpr std::size_t kPlacesOfOneNetwork = 16;
  /// and for one address: callers behind one router share it.
  static constexpr std::size_t kPlacesOfOneAddress = 4;
  /// In one poll(), so that a flood leaves time for the packets of a call.
  static constexpr int kMaxAccepts = 16;
  /// Without descriptors or memory, nobody is let in for so long; trying at once would be a busy loop.
  static constexpr Duration kPause = 1s;

  /// Waits at `at` from now on; gives the port. If that fails, the old port stays. `tls` outlives this. Errors name the
  /// port.
  [[nodiscard]] Result<std::uint16_t> open(const Endpoint& at, const TlsContext& tls);

  /// Accepts new connections and reads from all. A caller that has made an offer is handed over by `take`.
  void poll(const std::function<MediaCapabilities()>& capabilities, const TakeCaller& take, Timestamp now);

  void add_descriptors(std::vector<pollfd>& descriptors) const;
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::size_t size() const { return callers_.size(); }

 private:
  struct Caller {
    std::string address;
    std::string network;
    std::unique_ptr<CallSignalling> signalling;
  };

  void admit(const std::function<MediaCapabilities()>& capabilities, Timestamp now);
  [[nodiscard]] bool make_place_for(const std::string& address, const std::string& network);

  std::unique_ptr<SignallingListener> listener_;
  PeerId own_id_;
  std::vector<Caller> callers_;  ///< In the order in which they came.
  std::optional<Timestamp> pause_ends_at_;
};

}  // namespace counterpoint
