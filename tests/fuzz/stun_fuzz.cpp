// SPDX-License-Identifier: GPL-3.0-or-later
// The input is what reaches an agent of ICE whose peer and relay are hostile. Its first byte has flags: the datagrams
// come from the relay, and get a right integrity of the peer. Each has its length in front, in 16 bits.
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "net/ice/ice_agent.h"
#include "net/ice/stun_message.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

constexpr std::size_t kHeader = 20;
constexpr std::size_t kIntegrity = 24;
const IpEndpoint kOwn{*IpAddress::parse("192.0.2.1"), 5000};
const IpEndpoint kPeer{*IpAddress::parse("192.0.2.2"), 6000};
const IpEndpoint kRelay{*IpAddress::parse("192.0.2.3"), 3478};
const IceCredentials kLocal{.ufrag = "local", .password = "localpasswordlocalpass"};
const IceCredentials kRemote{.ufrag = "remote", .password = "remotepasswordremotepa"};

/// `datagram` with an integrity under `password` behind its attributes, as its true author would have made it.
Bytes with_integrity(ByteView datagram, std::string_view password) {
  if (datagram.size() < kHeader) return {datagram.begin(), datagram.end()};
  ByteWriter writer;
  writer.view(datagram.first(datagram.size() / 4 * 4));
  writer.patch_u16(2, static_cast<std::uint16_t>(writer.size() - kHeader + kIntegrity));
  Bytes digest(EVP_MAX_MD_SIZE);
  unsigned int size = 0;
  (void)HMAC(EVP_sha1(), password.data(), static_cast<int>(password.size()), writer.written().data(), writer.size(),
             digest.data(), &size);
  digest.resize(size);
  writer.u16(static_cast<std::uint16_t>(StunAttribute::kMessageIntegrity));
  writer.u16(static_cast<std::uint16_t>(size));
  writer.view(digest);
  return writer.take();
}

void read_all_of(ByteView datagram) {
  const auto message = StunMessage::parse(datagram);
  if (!message) return;
  FUZZ_CHECK(StunMessage::looks_like(datagram));
  for (const StunAttribute attribute : {StunAttribute::kUsername, StunAttribute::kRealm, StunAttribute::kNonce,
                                        StunAttribute::kXorPeerAddress, StunAttribute::kData}) {
    FUZZ_CHECK(message->text(attribute).size() <= datagram.size());
    if (const auto address = message->xor_address(attribute)) FUZZ_CHECK(!to_string(*address).empty());
  }
  FUZZ_CHECK(message->error_code() >= 0 && message->error_code() < 700);
  FUZZ_CHECK(message->unknown_attributes().size() <= datagram.size() / 4);
}

void run(ByteView input) {
  ByteReader reader(input);
  const unsigned flags = reader.u8();
  const bool by_relay = (flags & 1) != 0;
  const bool authentic = (flags & 2) != 0;
  Timestamp now{1000s};
  IceAgent agent({.role = (flags & 4) != 0 ? IceRole::kControlling : IceRole::kControlled,
                  .local = kLocal,
                  .turn_servers = {{kRelay, "user", "secret"}},
                  .seed = 1});
  agent.add_local(1, kOwn, IceInterface::kWired, now);
  agent.set_remote_credentials(kRemote, (flags & 8) != 0, now);
  agent.add_remote({.address = kPeer, .priority = 100, .foundation = "1", .related = {}}, now);
  std::size_t sent = 0;
  std::size_t bytes = 0;
  for (int i = 0; i < 200 && reader.remaining() >= 2; ++i) {
    const ByteView given = reader.view(std::min<std::size_t>(reader.u16(), reader.remaining()));
    const Bytes datagram = authentic ? with_integrity(given, kLocal.password) : Bytes(given.begin(), given.end());
    bytes += datagram.size();
    read_all_of(datagram);
    const IceReceived received = agent.handle_datagram(1, by_relay ? kRelay : kPeer, datagram, now);
    FUZZ_CHECK(received.media.size() <= datagram.size());
    now += 10ms;
    agent.poll(now);
    while (const auto transmit = agent.take_transmit()) {
      ++sent;
      FUZZ_CHECK(transmit->bytes.size() <= 2000);
    }
    while (agent.take_event()) {
    }
  }
  // An answer to each, and the checks of 200 turns: whoever sends nothing gets little.
  FUZZ_CHECK(sent <= 2 * (bytes / kHeader) + 300);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::run({data, size});
  return 0;
}
