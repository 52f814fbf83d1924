// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/base/latency_histogram.h"
#include "core/call/call.h"
#include "core/call/peer_id.h"

namespace counterpoint {

/// The time that frames spend in each stage of a call, on one host.
struct LatencyReport {
  LatencyHistogram queueing;  ///< Captured to encoder.
  LatencyHistogram encoding;
  LatencyHistogram decoding;
  LatencyHistogram holding;     ///< Decoded to due: the jitter buffer and lip-sync.
  LatencyHistogram presenting;  ///< Due to shown.
  LatencyHistogram end_to_end;  ///< Captured to shown; means something only in a call with oneself.
};

/// The identity that a peer has proved.
struct PeerIdentity {
  PeerId id{};
  std::string name{};     ///< The contact of that ID; empty for a stranger.
  bool verified = false;  ///< The contact's identity has been compared.
};

/// The state of one call of this host.
struct CallStatus {
  std::uint64_t call = 0;  ///< Number of the call in this host, from 1 on.
  Call::State state = Call::State::kCalling;
  bool reconnecting = false;  ///< Connected, but nothing comes from the peer: a way to it is looked for.
  std::string peer{};         ///< The caller, or address and port of who is called; kSelfPeer in a self-call.
  std::string address{};      ///< A caller's, numeric and without a port; or empty.
  std::optional<PeerIdentity> identity{};  ///< It is set once the peer has proved it.
  std::optional<std::uint64_t> sas{};      ///< The short authentication string, once both sides can have it.
  bool identity_changed = false;           ///< Ended since somebody else is where the contact or address was.
  /// The reason, once the state is kEnded.
  Call::End end = Call::End::kHungUp;
  Message detail{};
  std::shared_ptr<const LatencyReport> latencies{};  ///< Null before the end, and of a call without media.
  std::filesystem::path log_path{};
};

}  // namespace counterpoint
