// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace counterpoint {

/// A message between two hosts that sets up or ends a call.
struct SignallingMessage {
  enum class Kind {
    kOffer,       ///< Caller: an SDP offer.
    kRinging,     ///< Callee: the offer is understood, a person is being asked.
    kAnswer,      ///< Callee: accepted, with an SDP answer.
    kReveal,      ///< Caller: what it was committed to, as soon as it has the answer.
    kCandidates,  ///< Either, after its SDP: more ways to it, or other credentials for them (RFC 8840).
    kState,       ///< Either, once it is connected: what it sends, and its user's name (MediaState).
    kText,        ///< Either, once it is connected: a text of its user, or that one was heard (PeerMessage).
    kFile,        ///< Either, once it is connected: a file, a piece of it, or what becomes of it (PeerMessage).
    kDecline,     ///< Callee: refused; `body` says why in words ("busy", "declined").
    kBye,         ///< Either: the call is over.
  };
  Kind kind = Kind::kBye;
  std::string body;          ///< SDP, a fragment of it, or the reason in words.
  std::string verification;  ///< An offer, a ringing and a reveal have one: see SasExchange. In others, it is empty.
};

}  // namespace counterpoint
