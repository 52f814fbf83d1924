// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/peer_binding.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <string>

#include "core/base/bytes.h"

namespace counterpoint {

PeerBinding make_peer_binding(const CallParties& parties) {
  // A password has no line feed, so no two pairs of them make the same key.
  const std::string key = std::string(parties.caller_password) + "\n" + std::string(parties.callee_password);
  const std::string_view label = "counterpoint/2 peers";
  Bytes said(label.begin(), label.end());
  for (const PeerId& id : {parties.caller, parties.callee}) said.insert(said.end(), id.point.begin(), id.point.end());
  PeerBinding binding{};
  // It fails only without memory, and zeros fit no peer.
  (void)HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), said.data(), said.size(), binding.data(), nullptr);
  return binding;
}

}  // namespace counterpoint
