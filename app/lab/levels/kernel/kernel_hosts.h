// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/lab/levels/kernel/network_namespace.h"
#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// One of the two hosts: a namespace whose only way out is a TUN device.
struct KernelHost {
  NetworkNamespace network;
  FileDescriptor device;  ///< Non-blocking; each read gives and each write takes one whole IP packet.

  /// Packets that the kernel dropped at the device since neither side kept up: lost, but not by the emulation.
  [[nodiscard]] std::uint64_t dropped() const;
};

/// Two hosts, left and right, that reach each other only through the reader and writer of their TUN devices.
///
/// 1. Each flow has an address at either host, and packets to one come from the other of the same flow, unless the
///    sender chooses, as programs with ICE do: they have to be told the address. So packets show their flow.
/// 2. MTU 1500, no offloads: a packet in the device is a packet on the wire. IPv6 is off.
/// 3. TCP begins anew for each connection (no metrics cache), and no buffer limits it.
/// 4. The forward direction is from left to right.
class KernelHosts {
 public:
  static constexpr std::size_t kMaxFlows = 10'000;

  /// Errors: kUnavailable: no root, no TUN devices, no program `ip`.
  [[nodiscard]] static Result<KernelHosts> create(std::size_t flows);

  [[nodiscard]] const KernelHost& left() const { return left_; }
  [[nodiscard]] const KernelHost& right() const { return right_; }
  /// "198.18.0.1" (RFC 2544 has these networks for tests); `flow` from 0 on.
  [[nodiscard]] static std::string left_address(std::size_t flow);
  [[nodiscard]] static std::string right_address(std::size_t flow);
  /// The flow of an IPv4 packet that goes forward, or backward; nothing for any other packet.
  [[nodiscard]] static std::optional<std::size_t> flow_of(std::span<const std::uint8_t> packet, bool backward);

 private:
  KernelHosts(KernelHost left, KernelHost right) : left_(std::move(left)), right_(std::move(right)) {}

  KernelHost left_;
  KernelHost right_;
};

}  // namespace counterpoint
