// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the signalling messages TEXT and FILE: fields, an empty line, and what they are about.
//   Action: say\r\nNumber: 1\r\n\r\nHello
//   Action: piece\r\nNumber: 1\r\nOffset: 4096\r\n\r\n<bytes>
#pragma once

#include "core/base/result.h"
#include "core/model/peer_message.h"
#include "core/model/signalling_message.h"

namespace counterpoint {

/// `message` as it is sent; its text and name are as PeerMessage has them.
[[nodiscard]] SignallingMessage write_peer_message(const PeerMessage& message);

/// Reads a message of the kinds kText and kFile; fields of unknown names are ignored. Errors: kMalformed, naming the
/// field.
[[nodiscard]] Result<PeerMessage> parse_peer_message(const SignallingMessage& message);

}  // namespace counterpoint
