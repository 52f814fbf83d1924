// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/contacts/recent_calls.h"
#include "core/control/call_event.h"

namespace counterpoint {

/// Follows the calls of a host, one at a time, and tells what is to be remembered of each.
class RecentCallTracker {
 public:
  /// The call that has ended with `status`; nothing while it goes on, and of calls with oneself.
  [[nodiscard]] std::optional<RecentCall> follow(const CallStatus& status, UnixTime now);
  /// Takes what the user dialled: a contact's name, a link or an address. The next outgoing call is to it.
  void set_dialled(std::string target) { dialled_ = std::move(target); }
  /// The name that the peer of the present call gives itself.
  void set_announced_name(std::string name) { announced_name_ = std::move(name); }

 private:
  std::uint64_t call_ = 0;
  bool incoming_ = false;
  UnixTime began_{};
  std::optional<UnixTime> answered_;
  std::string dialled_;
  std::string address_;  ///< A caller's.
  std::optional<PeerIdentity> identity_;
  std::string announced_name_;
};

/// Returns what is to be remembered of somebody who could not reach this host.
[[nodiscard]] RecentCall recent_call(const CallMissed& missed);

}  // namespace counterpoint
