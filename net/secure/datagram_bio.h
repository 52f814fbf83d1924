// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>

#include "core/base/bytes.h"

// A source and sink of OpenSSL.
struct bio_st;

namespace counterpoint {

/// The datagrams between OpenSSL and who uses it.
struct DatagramQueue {
  ByteView incoming;  ///< Read at most once, as a whole; empty: there is none.
  std::deque<Bytes> outgoing;
};

/// A BIO that reads from and writes to `queue`, which outlives it, and keeps datagrams apart. It tells OpenSSL that
/// `max_datagram` bytes fit in one. Null when OpenSSL has no memory.
[[nodiscard]] bio_st* make_datagram_bio(DatagramQueue& queue, std::size_t max_datagram);

}  // namespace counterpoint
