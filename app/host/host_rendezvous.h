// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/host/pending_callers.h"
#include "core/base/result.h"
#include "net/adapters/rendezvous/rendezvous_node.h"
#include "net/sealed/sealed_calls.h"
#include "net/sealed/sealed_post.h"

namespace counterpoint {

/// The nodes by which a host finds others by their IDs alone.
struct RendezvousSettings {
  std::vector<std::string> bootstrap{};  ///< HOST or HOST:PORT of nodes to join.
  bool discover = true;                  ///< Nodes of the local network are joined too.
};

/// The part of a host that calls, and is called, by way of inboxes that other nodes keep. It belongs to one thread.
class HostRendezvous {
 public:
  /// Strangers and contacts who have sealed something but whose offer is not understood yet.
  static constexpr std::size_t kMaxPending = 16;

  /// Opens a node; looks names up, which may take seconds. `key` outlives this. Errors: those of resolve() and of
  /// RendezvousNode::open().
  [[nodiscard]] static Result<std::unique_ptr<HostRendezvous>> open(const RendezvousSettings& settings,
                                                                    const IdentityKey& key,
                                                                    std::function<bool(const PeerId&)> is_contact,
                                                                    Timestamp now);

  /// The way to `peer`, who may not be there.
  [[nodiscard]] std::unique_ptr<SignallingLink> call(const PeerId& peer);
  /// Hears who calls. Whoever has made an offer leaves through `take`.
  void poll(const std::function<MediaCapabilities()>& capabilities, const TakeCaller& take, Timestamp now);
  /// Sends what calls have to say.
  void send(Timestamp now) { calls_.poll(now); }
  /// Waits until peers have heard the last words, at most for `patience`.
  void finish(Duration patience);
  void add_descriptors(std::vector<pollfd>& descriptors) const;
  [[nodiscard]] Timestamp next_deadline() const;

 private:
  HostRendezvous(std::unique_ptr<RendezvousNode> node, const IdentityKey& key,
                 std::function<bool(const PeerId&)> is_contact);
  void hear(Timestamp now);

  PeerId own_id_;
  std::function<bool(const PeerId&)> is_contact_;
  std::unique_ptr<RendezvousNode> node_;
  SealedPost post_;
  SealedCalls calls_;
  std::vector<std::unique_ptr<CallSignalling>> pending_;
};

}  // namespace counterpoint
