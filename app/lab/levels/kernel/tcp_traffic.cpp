// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/tcp_traffic.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr std::array<std::uint8_t, 65'536> kZeros{};

const char* kernel_name(TcpVariant variant) {
  switch (variant) {
    case TcpVariant::kReno:
      return "reno";
    case TcpVariant::kCubic:
      return "cubic";
    case TcpVariant::kBbr:
      return "bbr";
  }
  return "";
}

bool set_option(int socket, int level, int name, int value) {
  return setsockopt(socket, level, name, &value, sizeof value) == 0;
}

bool set_congestion_control(int socket, TcpVariant variant) {
  const std::string_view name = kernel_name(variant);
  return setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), static_cast<socklen_t>(name.size())) == 0;
}

bool set_segment_size(int socket, DataSize payload) {
  // The option counts the 12 bytes of time stamps (RFC 7323), which Linux sends with each segment; MTU 1500 allows
  // 1460.
  constexpr std::int64_t kTimestamps = 12;
  constexpr std::int64_t kMax = 1460;
  return set_option(socket, IPPROTO_TCP, TCP_MAXSEG, static_cast<int>(std::min(payload.bytes() + kTimestamps, kMax)));
}

bool set_receive_window(int socket, DataSize window) {
  // The kernel doubles the buffer and gives about half of it to the window: the clamp is the limit.
  const int bytes = static_cast<int>(window.bytes());
  return set_option(socket, SOL_SOCKET, SO_RCVBUFFORCE, 2 * bytes) &&
         set_option(socket, IPPROTO_TCP, TCP_WINDOW_CLAMP, bytes);
}

}  // namespace

TcpTraffic::TcpTraffic(FlowEnds ends, LabFlow flow, TcpLoad load, std::uint64_t seed)
    : ends_(std::move(ends)), flow_(std::move(flow)), load_(load), rng_(seed) {
  plan_transfer(flow_.start);
}

Result<void> TcpTraffic::run(Duration now) {
  if (now >= flow_.stop) abort();
  if (over_) return {};
  if (!sender_.valid() && now >= next_at_) {
    if (Result<void> connected = connect(); !connected) return connected;
  }
  if (sender_.valid() && !receiver_.valid()) {
    receiver_ = FileDescriptor(accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  }
  if (wants_write()) {
    if (Result<void> written = write_all(); !written) return written;
  }
  read_all(now);
  return {};
}

Duration TcpTraffic::next_deadline() const {
  if (over_) return Duration::max();
  return sender_.valid() ? flow_.stop : std::min(next_at_, flow_.stop);
}

std::vector<pollfd> TcpTraffic::descriptors() const {
  std::vector<pollfd> result;
  if (wants_write()) result.push_back({.fd = sender_.get(), .events = POLLOUT, .revents = 0});
  if (receiver_.valid()) {
    result.push_back({.fd = receiver_.get(), .events = POLLIN, .revents = 0});
  } else if (sender_.valid()) {
    result.push_back({.fd = listener_.get(), .events = POLLIN, .revents = 0});
  }
  return result;
}

Result<void> TcpTraffic::connect() {
  Result<FileDescriptor> listener =
      ends_.receiver->network.inside([this] { return bound_socket(SOCK_STREAM, ends_.receiver_address, 0, false); });
  if (!listener) return listener.error();
  listener_ = std::move(*listener);
  sender_ = ends_.sender->network.inside(
      [] { return FileDescriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)); });
  const bool prepared = sender_.valid() && set_segment_size(listener_.get(), load_.segment_size) &&
                        set_receive_window(listener_.get(), load_.receive_window) &&
                        set_segment_size(sender_.get(), load_.segment_size) &&
                        set_congestion_control(sender_.get(), load_.variant);
  if (!prepared) return error("the sockets cannot be prepared");
  const SocketAddress target = SocketAddress::local_of(listener_.get());
  if (::connect(sender_.get(), target.get(), target.size()) != 0 && errno != EINPROGRESS) {
    return error("no connection");
  }
  return {};
}

Result<void> TcpTraffic::write_all() {
  while (wants_write()) {
    const auto max = static_cast<std::int64_t>(kZeros.size());
    const std::int64_t size = left_ ? std::min(left_->bytes(), max) : max;
    const ssize_t sent = send(sender_.get(), kZeros.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL);
    // A socket that is still connecting also gives EAGAIN.
    if (sent < 0) return errno == EAGAIN || errno == EINTR ? Result<void>() : error("the connection has failed");
    if (left_) *left_ -= DataSize::bytes(sent);
  }
  shutdown(sender_.get(), SHUT_WR);
  return {};
}

void TcpTraffic::read_all(Duration now) {
  if (!receiver_.valid()) return;
  ssize_t received = 1;
  std::array<std::uint8_t, 65'536> ignored{};
  while (received > 0) received = recv(receiver_.get(), ignored.data(), ignored.size(), MSG_DONTWAIT);
  if (received < 0) return;
  sender_.reset();
  receiver_.reset();
  plan_transfer(now);
}

void TcpTraffic::plan_transfer(Duration now) {
  next_at_ = now;
  if (!load_.transfers) return;
  const TcpLoad::Transfers& transfers = *load_.transfers;
  next_at_ += from_seconds(-std::log(1.0 - rng_.uniform()) * to_seconds(transfers.mean_idle));
  const auto choices = static_cast<std::uint64_t>((transfers.max_size - transfers.min_size).bytes() + 1);
  left_ = transfers.min_size + DataSize::bytes(static_cast<std::int64_t>(rng_.below(choices)));
}

void TcpTraffic::abort() {
  // Data that is still queued must not be sent after the end: reset, do not linger.
  constexpr linger kReset{.l_onoff = 1, .l_linger = 0};
  if (sender_.valid()) setsockopt(sender_.get(), SOL_SOCKET, SO_LINGER, &kReset, sizeof kReset);
  sender_.reset();
  receiver_.reset();
  listener_.reset();
  over_ = true;
}

Error TcpTraffic::error(const char* what) const {
  return {ErrorKind::kUnavailable, "flow " + flow_.name + ": " + what + " (" + system_message(errno).text() + ")"};
}

std::optional<std::string> why_no_tcp(TcpVariant variant) {
  const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (set_congestion_control(socket.get(), variant)) return std::nullopt;
  const std::string name = kernel_name(variant);
  return "this kernel has no TCP " + name + ": load the module tcp_" + name;
}

}  // namespace counterpoint
