// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/common/server_flags.h"

#include <QFile>
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "net/adapters/endpoint.h"

namespace counterpoint {
namespace {

constexpr const char* kPasswordVariable = "COUNTERPOINT_TURN_PASSWORD";

Error wrong_server(const char* option, const std::string& value, const std::string& expected) {
  return {ErrorKind::kInvalidArgument, "--" + std::string(option) + ' ' + value + ": expected " + expected};
}

Result<std::string> read_password(const QCommandLineParser& parser) {
  if (!parser.isSet("turn-password-file")) return qEnvironmentVariable(kPasswordVariable).toStdString();
  const QString path = parser.value("turn-password-file");
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    return wrong_server("turn-password-file", path.toStdString(), "a file that can be read");
  }
  const QByteArray line = file.readLine(static_cast<qint64>(Settings::kMaxName) + 1);
  return line.trimmed().toStdString();
}

/// The forms of a relay's address, after those of RFC 7065.
struct RelayForm {
  std::string_view scheme;
  std::string_view query;
  std::optional<RelayTransport> transport;
};
constexpr std::array<RelayForm, 5> kRelayForms = {{{"turn:", "?transport=udp", RelayTransport::kUdp},
                                                   {"turn:", "?transport=tcp", RelayTransport::kTcp},
                                                   {"turns:", "?transport=tcp", RelayTransport::kTls},
                                                   {"turns:", "", RelayTransport::kTls},
                                                   {"turn:", "", std::nullopt}}};

Result<RelaySettings> read_relay(const std::string& text, const std::string& password) {
  const Error wrong = wrong_server(
      "turn", text, "turn:USER@HOST[:PORT][?transport=udp or ?transport=tcp], or turns:USER@HOST[:PORT] for TLS");
  std::string_view rest = text;
  const auto* const form = std::ranges::find_if(
      kRelayForms, [&](const RelayForm& each) { return rest.starts_with(each.scheme) && rest.ends_with(each.query); });
  if (form == kRelayForms.end()) return wrong;
  rest.remove_prefix(form->scheme.size());
  rest.remove_suffix(form->query.size());
  const std::size_t at = rest.rfind('@');
  if (at == std::string_view::npos || at == 0 || rest.find('?', at) != std::string_view::npos) return wrong;
  RelaySettings relay{.server = std::string(rest.substr(at + 1)),
                      .user = std::string(rest.substr(0, at)),
                      .password = password,
                      .transport = form->transport};
  if (const Result<void> checked = check_address(relay.server); !checked || text.size() > Settings::kMaxName) {
    return wrong;
  }
  if (relay.user.find(':') != std::string::npos) {
    return wrong_server(
        "turn", "turn:...",
        "no password in it; put that into " + std::string(kPasswordVariable) + " or the file of --turn-password-file");
  }
  if (password.empty()) {
    return wrong_server(
        "turn", text, "its password in " + std::string(kPasswordVariable) + " or in the file of --turn-password-file");
  }
  return relay;
}

}  // namespace

Result<ServerSettings> read_server_flags(const QCommandLineParser& parser, ServerSettings stored) {
  ServerSettings servers = std::move(stored);
  const QStringList stun = parser.values("stun");
  const QStringList turn = parser.values("turn");
  for (const auto& [option, given] : {std::pair("stun", stun), std::pair("turn", turn)}) {
    if (static_cast<std::size_t>(given.size()) > ServerSettings::kMax) {
      return wrong_server(option, given.last().toStdString(), std::to_string(ServerSettings::kMax) + " at most");
    }
  }
  if (!stun.isEmpty()) servers.stun.clear();
  for (const QString& server : stun) {
    if (!check_address(server.toStdString())) return wrong_server("stun", server.toStdString(), "HOST[:PORT]");
    servers.stun.push_back(server.toStdString());
  }
  if (!turn.isEmpty()) servers.relays.clear();
  for (const QString& server : turn) {
    const Result<std::string> password = read_password(parser);
    const Result<RelaySettings> relay = password ? read_relay(server.toStdString(), *password) : password.error();
    if (!relay) return relay.error();
    servers.relays.push_back(*relay);
  }
  servers.relay_only = servers.relay_only || parser.isSet("relay-only");
  if (parser.isSet("relay-only") && servers.relays.empty()) {
    return Error{ErrorKind::kInvalidArgument, "--relay-only: expected a TURN server too (--turn)"};
  }
  return servers;
}

}  // namespace counterpoint
