// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/devices/camera_thread.h"
#include "app/host/server_lookup.h"
#include "core/base/result.h"
#include "core/control/call_command.h"
#include "core/control/call_event.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {

struct UserCommand {
  CallCommand command;
  std::uint64_t call = 0;  ///< Number of the call that it begins; 0 for all other commands.
};
/// The name service has answered.
struct NameResolved {
  std::uint64_t call = 0;
  std::string address;
  Result<std::vector<Endpoint>> endpoints;
};
/// The name service has answered, for the servers of `named`.
struct ServersLookedUp {
  ServerSettings named;
  ServersFound found;
};
/// The name service has answered: these are asked whether they are there.
struct ServersToTry {
  std::vector<ServerToTry> servers;
};
/// The screen can be shared from now on.
struct ScreenOpened {
  std::shared_ptr<CameraThread> screen;
};
/// The screen cannot be read any more.
struct ScreenLost {
  Message why;
};

/// All that reaches the network thread of a host from other threads. A CallEvent comes from a device's thread and is
/// passed on to the observer.
using HostMessage = std::variant<UserCommand, CallEvent, NameResolved, ServersLookedUp, ServersToTry, NodesFound,
                                 ScreenOpened, ScreenLost>;

[[nodiscard]] inline std::optional<Slider> slider_of(const HostMessage& message) {
  const auto* user = std::get_if<UserCommand>(&message);
  return user != nullptr ? slider_of(user->command) : std::nullopt;
}

}  // namespace counterpoint
