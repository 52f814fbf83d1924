// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/call/call_path.h"
#include "core/base/message.h"
#include "core/control/reachability.h"
#include "core/settings/settings.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {

/// The addresses of the servers that the user has named.
struct ServersFound {
  IceServers servers;
  std::vector<Message> problems;  ///< One for each that was not found.
};

/// Looks them up: blocks for as long as the name service takes, unless all are numbers.
[[nodiscard]] ServersFound find_servers(const ServerSettings& named);

/// One server of the settings.
struct ServerToTry {
  ServerTried server;  ///< Its kind and name.
  ServersFound found;
};

/// Looks up each server by itself, as find_servers() does.
[[nodiscard]] std::vector<ServerToTry> find_each_server(const ServerSettings& named);

/// The addresses of the nodes by which others are found.
struct NodesFound {
  std::vector<Endpoint> nodes;
  std::vector<Message> problems;  ///< One for each that was not found.
};

/// Looks them up, as find_servers() does.
[[nodiscard]] NodesFound find_nodes(const std::vector<std::string>& named);

/// True if nobody has to be asked.
[[nodiscard]] bool are_numeric(const ServerSettings& named);

}  // namespace counterpoint
