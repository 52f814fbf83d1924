// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/test_folder.h"

namespace counterpoint {

/// A sound server that never answers, for as long as this object lives.
class MuteServer {
 public:
  /// So many more connections than one may wait; they do until end_connection().
  explicit MuteServer(int backlog = SOMAXCONN) {
    const sockaddr_un address = address_of(path_);
    const bool listens = ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
                         ::listen(socket_, backlog) == 0;
    EXPECT_TRUE(listens);
    if (const char* before = std::getenv("PULSE_SERVER"); before != nullptr) before_ = before;
    setenv("PULSE_SERVER", ("unix:" + path_).c_str(), 1);
  }
  ~MuteServer() {
    unsetenv("PULSE_SERVER");
    if (before_) setenv("PULSE_SERVER", before_->c_str(), 1);
    for (const int socket : waiting_) ::close(socket);
    ::close(socket_);
  }
  /// Makes as many connections as it lets wait.
  void fill_backlog() {
    const sockaddr_un address = address_of(path_);
    for (int result = 0; result == 0;) {
      const int socket = waiting_.emplace_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
      result = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    }
  }
  /// Ends a connection that waits; false if none does.
  [[nodiscard]] bool end_connection() const {
    const int connection = ::accept(socket_, nullptr, nullptr);
    if (connection < 0) return false;
    ::close(connection);
    return true;
  }
  MuteServer(const MuteServer&) = delete;
  MuteServer& operator=(const MuteServer&) = delete;

 private:
  static sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    return address;
  }

  TestFolder folder_;
  std::string path_ = folder_.path() / "native";
  std::optional<std::string> before_;
  std::vector<int> waiting_;
  int socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
};

}  // namespace counterpoint
