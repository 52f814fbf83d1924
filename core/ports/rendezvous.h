// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"

namespace counterpoint {

/// The name of an inbox: a hash that says nothing by itself.
struct InboxKey {
  static constexpr std::size_t kSize = 20;
  std::array<std::uint8_t, kSize> bytes{};

  friend auto operator<=>(const InboxKey&, const InboxKey&) = default;
};

/// The time for which a rendezvous keeps a value for those who come later.
enum class Keep {
  kMinutes,  ///< Some 10 minutes.
  kDays,     ///< 7 days.
};

struct InboxValue {
  InboxKey inbox{};
  Bytes data{};
};

/// A place that others keep up, where hosts leave values for each other in inboxes. Anybody can read and fill any
/// inbox, so values are sealed.
///
/// 1. A value may come late, twice, out of order or never.
/// 2. Call poll() at next_deadline() and when one of descriptors() is readable, then take() until it gives nothing.
/// 3. Memory is bounded: of an inbox that is flooded the newest values are dropped.
class Rendezvous {
 public:
  virtual ~Rendezvous() = default;

  virtual void put(const InboxKey& inbox, Bytes data, Keep keep) = 0;
  /// From now on, take() gives what is in `inbox` and what comes.
  virtual void watch(const InboxKey& inbox) = 0;
  /// take() gives once more what is in `inbox` by now, whether or not it is watched: this host asks, so the answer
  /// comes even if nobody knows yet where the host is. Watching does as much for as long as it stays where it is.
  virtual void look_into(const InboxKey& inbox) { watch(inbox); }
  [[nodiscard]] virtual std::optional<InboxValue> take() = 0;
  virtual void poll(Timestamp now) = 0;
  [[nodiscard]] virtual Timestamp next_deadline() const = 0;

  /// Others take part, so that values may come and go.
  [[nodiscard]] virtual bool connected() const { return true; }
  /// Those to wait on, until they can be read.
  [[nodiscard]] virtual std::vector<int> descriptors() const { return {}; }
};

}  // namespace counterpoint
