// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "app/call/call_signalling.h"
#include "net/secure/identity_key.h"

namespace counterpoint {
namespace {

/// The way to a peer who says nothing.
struct SilentLink final : SignallingLink {
  void send(const SignallingMessage&) override {}
  std::optional<SignallingMessage> receive() override { return std::nullopt; }
  std::optional<PeerId> peer_id() const override { return peer; }
  const std::optional<Error>& error() const override { return none; }
  std::string remote_text() const override { return "nobody"; }

  PeerId peer = IdentityKey::generate()->id();
  std::optional<Error> none;
};

TEST(CallPatience, ACallerWaitsForTheFirstWordAsLongAsItWasTold) {
  constexpr Timestamp kStart{1h};
  for (const Duration patience : {CallConfig().response_timeout, Duration(30s)}) {
    const auto call = CallSignalling::dial(
        std::make_unique<SilentLink>(), IdentityKey::generate()->id(),
        [](const PeerId&) { return std::optional<Message>(); }, {}, kStart, patience);
    call->poll(kStart);
    EXPECT_EQ(call->next_deadline(), kStart + patience);
    call->poll(kStart + patience - 1ms);
    EXPECT_EQ(call->call().state(), Call::State::kCalling);
    call->poll(kStart + patience);
    EXPECT_EQ(call->call().end(), Call::End::kNoResponse);
  }
}

}  // namespace
}  // namespace counterpoint
