// SPDX-License-Identifier: GPL-3.0-or-later
// The network of this host, as the servers of the settings see it.
#pragma once

#include <string>

#include "core/base/message.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// Asks each of these servers once; ServerTried follows for each.
struct TryServers {
  ServerSettings servers{};
};

/// One server has answered or not.
struct ServerTried {
  bool relay = false;     ///< False: a STUN server.
  std::string server{};   ///< Its name in the settings.
  std::string address{};  ///< The one that the server sees this host at, or that a relay lends.
  Message problem{};      ///< Empty if it answered.
};

/// The network of this host, seen from outside as far as the STUN servers can tell. Nothing else can: no server calls
/// back.
struct Reachability {
  enum class Kind {
    kUnknown,    ///< No server is named, or it is being asked.
    kSilent,     ///< No server answers.
    kDirect,     ///< No router changes the address.
    kMapped,     ///< A router does, the same for all peers as far as is known.
    kDependent,  ///< A router gives each peer another address.
  };
  Kind kind = Kind::kUnknown;
  std::string address{};  ///< It has no port, and is empty when it is not known.
  bool relay = false;     ///< A relay is named.
  bool operator==(const Reachability&) const = default;
};

}  // namespace counterpoint
