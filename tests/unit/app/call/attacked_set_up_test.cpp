// SPDX-License-Identifier: GPL-3.0-or-later
// A thousand set-ups of calls that somebody attacks: eight kinds, 125 of each, with other choices each time. Every one
// is refused, or shown by words that differ. docs/verification.md has the list.
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <QTemporaryDir>
#include <array>
#include <string_view>

#include "app/host/host_identity.h"
#include "core/base/rng.h"
#include "core/call/call_link.h"
#include "net/adapters/signalling_connection.h"
#include "net/ice/ice_agent.h"
#include "net/rendezvous/memory_rendezvous.h"
#include "net/sealed/hpke.h"
#include "net/sealed/sealed_post.h"
#include "tests/unit/app/call/attacked_call.h"

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;
using testing::HasSubstr;

constexpr int kSetUps = 125;

const IdentityKey& person(const std::string& name) {
  static std::map<std::string, IdentityKey> keys;
  const auto found = keys.find(name);
  return found != keys.end() ? found->second : keys.emplace(name, *IdentityKey::generate()).first->second;
}
PeerId ada() { return person("Ada").id(); }
PeerId bob() { return person("Bob").id(); }
PeerId eve() { return person("Eve").id(); }

ByteView view(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

Certificate make_certificate() { return *Certificate::create(); }

std::string fingerprint_line(const Fingerprint& fingerprint) {
  return "a=fingerprint:sha-256 " + to_string(fingerprint);
}

/// Puts `line` in the place of the line of `sdp` that begins with `start`.
void replace_line(std::string& sdp, std::string_view start, const std::string& line) {
  const std::size_t at = sdp.find(start);
  ASSERT_NE(at, std::string::npos);
  sdp.replace(at, sdp.find("\r\n", at) - at, line);
}

/// Each set-up has choices of its own.
template <typename Attack>
void attack(std::uint64_t kind, Attack&& once) {
  for (int number = 0; number < kSetUps; ++number) {
    SCOPED_TRACE("set-up " + std::to_string(number));
    Rng rng(1000 * kind + static_cast<std::uint64_t>(number));
    once(rng);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// 1. Somebody on the way of the media shows a certificate of his own to one side or both.
TEST(AttackedSetUp, ASwappedCertificateIsRefused) {
  attack(1, [](Rng& rng) {
    AttackedCall call({.caller = ada(), .callee = bob()});
    call.set_up();
    ASSERT_TRUE(call.agreed() && call.same_words());
    const Certificate own = make_certificate();
    const std::array<CallSignalling*, 2> victims = {&call.caller(), &call.callee()};
    const std::uint64_t which = 1 + rng.below(3);
    for (std::size_t i = 0; i < victims.size(); ++i) {
      if ((which >> i & 1) == 0) continue;
      DtlsEndpoint::Config config = victims[i]->dtls();
      DtlsEndpoint victim = make_endpoint(config);
      // He knows whom he deceives, and takes any certificate of theirs.
      config.role = peer_of(config.role);
      config.peer = std::exchange(config.certificate, own).fingerprint();
      DtlsEndpoint swapped = make_endpoint(config);
      shake_hands(victim, swapped);
      EXPECT_FALSE(has_keys(victim) || has_keys(swapped));
      EXPECT_THAT(victim.error().message.text(), HasSubstr("not the one that it named"));
    }
  });
}

/// One of the ways to take a fingerprint out of an SDP, or to make it useless.
void strip_fingerprint(std::string& sdp, Rng& rng) {
  constexpr std::string_view kStart = "a=fingerprint:";
  const std::size_t at = sdp.find(kStart);
  ASSERT_NE(at, std::string::npos);
  const std::string line = sdp.substr(at, sdp.find("\r\n", at) - at);
  const std::string digest = line.substr(line.find(' ') + 1);
  const std::size_t cut = rng.below(digest.size());
  const std::array<std::string, 8> others = {"a=x:1",
                                             "a=fingerprint:sha-1 " + digest.substr(0, 59),
                                             "a=fingerprint:sha-512 " + digest + ":" + digest,
                                             "a=fingerprint:sha-256 " + digest.substr(0, cut),
                                             "a=fingerprint:sha-256",
                                             "a=fingerprint:sha-256 " + digest + ":00",
                                             "a=fingerprint:sha-256 " + std::string(digest.size(), 'G'),
                                             "a=Fingerprint:sha-256 " + digest};
  replace_line(sdp, kStart, others[rng.below(others.size())]);
}

// 2. A description comes without the fingerprint of a certificate, or with one that says nothing.
TEST(AttackedSetUp, AStrippedFingerprintIsRefused) {
  attack(2, [](Rng& rng) {
    AttackedCall call({.caller = ada(), .callee = bob()});
    const bool offer = rng.chance(0.5);
    (offer ? call.to_callee : call.to_caller).change = [&](SignallingMessage& message) {
      if (message.kind == (offer ? Kind::kOffer : Kind::kAnswer)) strip_fingerprint(message.body, rng);
    };
    call.set_up();
    CallSignalling& deceived = offer ? call.callee() : call.caller();
    EXPECT_FALSE(deceived.agreed());
    EXPECT_EQ(deceived.call().end(), Call::End::kIncompatible) << deceived.call().detail().text();
    EXPECT_EQ(call.caller().call().state(), Call::State::kEnded) << "the peer is told";
    EXPECT_EQ(call.callee().call().state(), Call::State::kEnded);
  });
}

/// Bytes of a caller that were recorded come again.
void replay_tls(Rng& rng) {
  const auto caller_context = std::move(*TlsContext::create(person("Ada")));
  const auto callee_context = std::move(*TlsContext::create(person("Bob")));
  TlsChannel caller(*caller_context, TlsChannel::Role::kClient);
  TlsChannel callee(*callee_context, TlsChannel::Role::kServer);
  caller.send(view("offer"));
  std::vector<Bytes> recorded;
  for (int flight = 0; flight < 4; ++flight) {
    recorded.push_back(caller.take_outgoing());
    callee.receive(recorded.back());
    caller.receive(callee.take_outgoing());
  }
  ASSERT_EQ(callee.take_received().size(), 5U);
  TlsChannel again(*callee_context, TlsChannel::Role::kServer);
  const std::size_t flights = 1 + rng.below(recorded.size());
  for (std::size_t i = 0; i < flights; ++i) again.receive(recorded[i]);
  EXPECT_FALSE(again.established());
  EXPECT_TRUE(again.take_received().empty());
}

/// A node gives a sealed message again, also to others, and in another inbox.
void replay_sealed(Rng& rng) {
  MemoryInboxes inboxes({});
  Timestamp now = kSetUpTime;
  MemoryRendezvous of_bob(inboxes, now);
  MemoryRendezvous of_eve(inboxes, now);
  const UnixTime wall{std::chrono::milliseconds(1'800'000'000'123)};
  const SealedPost::Config config{.is_contact = [](const PeerId&) { return false; },
                                  .wall_clock = [&] { return wall; }};
  SealedPost post(person("Bob"), of_bob, config);
  SealedPost other(person("Eve"), of_eve, config);
  const SealedMessage message = post.make(SealedMessage::Kind::kCall, Bytes(1 + rng.below(3000), 0x5A));
  const Bytes sealed = *seal(message, person("Ada"), bob());
  const std::array<InboxKey, 4> places = {public_inbox(bob()), post.private_inbox(), public_inbox(eve()),
                                          other.private_inbox()};
  of_eve.put(places[0], sealed, Keep::kMinutes);
  for (std::uint64_t copies = 1 + rng.below(8); copies > 0; --copies) {
    of_eve.put(places[rng.below(places.size())], sealed, Keep::kMinutes);
  }
  int heard = 0;
  for (int turn = 0; turn < 10; ++turn, now += 1s) {
    for (auto [rendezvous, box] : {std::pair{&of_bob, &post}, std::pair{&of_eve, &other}}) {
      rendezvous->poll(now);
      box->poll(now);
    }
    while (post.take()) ++heard;
    EXPECT_FALSE(other.take());
  }
  EXPECT_EQ(heard, 1);
}

/// Datagrams of an earlier call between the same people come again: its handshake, and its media.
void replay_media(Rng& rng) {
  AttackedCall before({.caller = ada(), .callee = bob()});
  AttackedCall after({.caller = ada(), .callee = bob()});
  before.set_up();
  after.set_up();
  std::vector<Bytes> handshake;
  const auto record = [&](const Bytes& datagram) {
    handshake.push_back(datagram);
    return true;
  };
  DtlsEndpoint caller = make_endpoint(before.caller().dtls());
  DtlsEndpoint callee = make_endpoint(before.callee().dtls());
  shake_hands(caller, callee, record);
  ASSERT_TRUE(has_keys(caller) && has_keys(callee));
  DtlsEndpoint deceived = make_endpoint(after.callee().dtls());
  for (const Bytes& datagram : handshake) deceived.handle_datagram(datagram, kSetUpTime);
  EXPECT_FALSE(has_keys(deceived));

  DtlsEndpoint caller_after = make_endpoint(after.caller().dtls());
  DtlsEndpoint callee_after = make_endpoint(after.callee().dtls());
  shake_hands(caller_after, callee_after);
  const auto sender = make_protector(caller);
  const auto receiver = make_protector(callee);
  const auto receiver_after = make_protector(callee_after);
  int taken = 0;
  for (std::uint16_t number = 1; number <= 20; ++number) {
    Bytes packet = media_packet(number);
    ASSERT_TRUE(sender->protect_rtp(packet));
    for (std::uint64_t copies = 1 + rng.below(4); copies > 0; --copies) {
      Bytes copy = packet;
      if (receiver->unprotect_rtp(copy)) ++taken;
    }
    EXPECT_FALSE(receiver_after->unprotect_rtp(packet));
  }
  EXPECT_EQ(taken, 20);
}

// 3. Somebody sends again what he has recorded.
TEST(AttackedSetUp, AReplayIsRefused) {
  attack(3, [](Rng& rng) {
    constexpr std::array kReplays = {replay_tls, replay_sealed, replay_media};
    kReplays[rng.below(kReplays.size())](rng);
  });
}

/// An offer of media that nothing protects, or whose keys stand in the SDP (RFC 4568).
void offer_without_dtls(Rng& rng) {
  AttackedCall call({.caller = ada(), .callee = bob()});
  constexpr std::array kProtocols = {"RTP/AVP", "RTP/AVPF", "RTP/SAVP", "RTP/SAVPF"};
  const std::string protocol = kProtocols[rng.below(kProtocols.size())];
  call.to_callee.change = [&](SignallingMessage& message) {
    const std::string secure = "UDP/TLS/RTP/SAVPF";
    for (std::size_t at = 0; (at = message.body.find(secure)) != std::string::npos;) {
      message.body.replace(at, secure.size(), protocol);
    }
    const std::string keys = "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz";
    if (message.kind == Kind::kOffer && rng.chance(0.5)) replace_line(message.body, "a=setup:", keys);
  };
  call.set_up();
  EXPECT_FALSE(call.callee().agreed() || call.caller().agreed());
  EXPECT_EQ(call.callee().call().end(), Call::End::kIncompatible);
}

/// Somebody on the way changes what the ClientHello offers: version, ciphers, SRTP profiles, any byte.
void change_client_hello(Rng& rng) {
  AttackedCall call({.caller = ada(), .callee = bob()});
  call.set_up();
  DtlsEndpoint caller = make_endpoint(call.caller().dtls());
  DtlsEndpoint callee = make_endpoint(call.callee().dtls());
  bool changed = false;
  const auto change = [&](Bytes& datagram) {
    constexpr std::size_t kVersion = 25;  // Behind the headers of record and handshake (RFC 6347 sections 4.1 and 4.2).
    if (datagram.size() <= kVersion + 2 || datagram[0] != 22 || datagram[13] != 1) return true;
    changed = true;
    switch (rng.below(3)) {
      case 0:
        datagram[kVersion + 1] = 0xFF;  // DTLS 1.0.
        break;
      case 1: {
        const Bytes both = {0, 14, 0, 7, 0, 4, 0, 7, 0, 1};  // The extension use_srtp (RFC 5764 section 4.1.1).
        const auto at = std::search(datagram.begin(), datagram.end(), both.begin(), both.end());
        EXPECT_NE(at, datagram.end());
        if (at != datagram.end()) at[7] = 1;  // In place of AES-GCM.
        break;
      }
      default:
        datagram[kVersion + rng.below(datagram.size() - kVersion)] ^= static_cast<std::uint8_t>(1 + rng.below(255));
    }
    return true;
  };
  const bool by_caller = call.caller().dtls().role == DtlsRole::kClient;
  shake_hands(caller, callee, by_caller ? AttackedCall::Change(change) : nullptr,
              by_caller ? nullptr : AttackedCall::Change(change));
  EXPECT_TRUE(changed);
  EXPECT_FALSE(has_keys(caller) && has_keys(callee));
}

/// A caller of TLS 1.2, with an identity and all else that is right.
void offer_older_tls(Rng& rng) {
  const SslContextHandle context(SSL_CTX_new(TLS_client_method()));
  constexpr std::array kVersions = {TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION};
  SSL_CTX_set_max_proto_version(context.get(), kVersions[rng.below(kVersions.size())]);
  SSL_CTX_set_security_level(context.get(), 0);
  SSL_CTX_use_certificate(context.get(), person("Eve").certificate());
  SSL_CTX_use_PrivateKey(context.get(), person("Eve").key());
  TlsPipe client(context.get(), TlsPipe::Role::kClient);
  const auto callee_context = std::move(*TlsContext::create(person("Bob")));
  TlsChannel callee(*callee_context, TlsChannel::Role::kServer);
  for (int flight = 0; flight < 4; ++flight) {
    (void)client.handshake();
    callee.receive(client.take_outgoing());
    (void)client.feed(callee.take_outgoing());
  }
  EXPECT_TRUE(callee.error());
  EXPECT_FALSE(callee.established());
}

// 4. Something weaker is asked for.
TEST(AttackedSetUp, ADowngradeIsRefused) {
  attack(4, [](Rng& rng) {
    constexpr std::array kDowngrades = {offer_without_dtls, change_client_hello, offer_older_tls};
    kDowngrades[rng.below(kDowngrades.size())](rng);
  });
}

/// A side gets its own messages back, all or those of one kind.
void reflect_messages(Rng& rng) {
  AttackedCall call({.caller = ada(), .callee = bob()});
  const bool of_caller = rng.chance(0.5);
  (of_caller ? call.to_callee : call.to_caller).change = [&](SignallingMessage& message) {
    (of_caller ? call.to_caller : call.to_callee).waiting.push_back(message);
  };
  call.set_up();
  const CallSignalling& deceived = of_caller ? call.caller() : call.callee();
  EXPECT_EQ(deceived.call().end(), Call::End::kProtocolError);
  EXPECT_FALSE(call.same_words());
}

/// Datagrams of the handshake, then of the media, come back to who sent them.
void reflect_datagrams(Rng& rng) {
  AttackedCall call({.caller = ada(), .callee = bob()});
  call.set_up();
  const bool of_caller = rng.chance(0.5);
  DtlsEndpoint reflected = make_endpoint((of_caller ? call.caller() : call.callee()).dtls());
  for (int round = 0; round < 10; ++round) {
    if (const auto datagram = reflected.take_datagram()) reflected.handle_datagram(*datagram, kSetUpTime);
  }
  EXPECT_FALSE(has_keys(reflected));
  DtlsEndpoint caller = make_endpoint(call.caller().dtls());
  DtlsEndpoint callee = make_endpoint(call.callee().dtls());
  shake_hands(caller, callee);
  const auto protector = make_protector(of_caller ? caller : callee);
  Bytes packet = media_packet(static_cast<std::uint16_t>(rng.next()));
  ASSERT_TRUE(protector->protect_rtp(packet));
  EXPECT_FALSE(protector->unprotect_rtp(packet));
}

void reflect_tls(Rng&) {
  const auto context = std::move(*TlsContext::create(person("Ada")));
  TlsChannel caller(*context, TlsChannel::Role::kClient);
  for (int round = 0; round < 4; ++round) caller.receive(caller.take_outgoing());
  EXPECT_FALSE(caller.established());
}

/// The checks of ICE come back from the address that they go to.
void reflect_checks(Rng& rng) {
  const auto credentials = [&rng] {
    std::array<std::uint8_t, 24> bytes{};
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
    return IceCredentials::from_random(bytes);
  };
  IceAgent agent({.role = rng.chance(0.5) ? IceRole::kControlling : IceRole::kControlled,
                  .local = credentials(),
                  .seed = rng.next()});
  const IpEndpoint there{*IpAddress::parse("192.0.2.2"), 5000};
  Timestamp now = kSetUpTime;
  agent.add_local(1, {*IpAddress::parse("192.0.2.1"), 4000}, IceInterface::kWired, now);
  agent.set_remote_credentials(credentials(), false, now);
  agent.add_remote({.address = there, .priority = 100, .foundation = "1", .related = {}}, now);
  for (int round = 0; round < 100 && now < kSetUpTime + 15s; ++round) {
    while (const auto check = agent.take_transmit()) (void)agent.handle_datagram(1, there, check->bytes, now);
    now = std::max(now, std::min(agent.next_deadline(), now + 1s));
    agent.poll(now);
  }
  EXPECT_FALSE(agent.selected());
}

// 5. A side hears itself.
TEST(AttackedSetUp, AReflectionIsRefused) {
  attack(5, [](Rng& rng) {
    constexpr std::array kReflections = {reflect_messages, reflect_datagrams, reflect_tls, reflect_checks};
    kReflections[rng.below(kReflections.size())](rng);
  });
}

/// Eve between both, with an identity of her own on either side, who makes words alike. She tries nonces until the
/// first bits are the same for both, once she knows all that enters them: with a caller that is not committed she
/// succeeds.
void grind_words(Rng& rng) {
  constexpr int kBits = 8;
  AttackedCall call({.caller = ada(), .callee = bob(), .seen_as_caller = eve(), .seen_as_callee = eve()});
  SasExchange to_bob(SasExchange::Role::kCaller);
  const SasExchange to_ada(SasExchange::Role::kCallee);
  const bool keeps_word = rng.chance(0.5);
  std::string offer;
  std::string nonce_of_bob;
  call.to_callee.change = [&](SignallingMessage& message) {
    if (message.kind == Kind::kOffer) {
      offer = message.body;
      message.verification = to_bob.commitment();
    }
    if (message.kind != Kind::kReveal) return;
    const auto answered = std::ranges::find(call.to_caller.all, Kind::kAnswer, &SignallingMessage::kind);
    const std::uint64_t of_ada = *call.caller().sas() >> (42 - kBits);
    SasExchange found = to_bob;
    for (bool alike = false; !alike;) {
      found = SasExchange(SasExchange::Role::kCaller);
      SasExchange heard = found;
      ASSERT_TRUE(heard.handle_nonce(nonce_of_bob));
      const auto of_bob = heard.value({.caller = eve(), .callee = bob(), .offer = offer, .answer = answered->body});
      alike = *of_bob >> (42 - kBits) == of_ada;
    }
    message.verification = keeps_word ? to_bob.nonce() : found.nonce();
  };
  call.to_caller.change = [&](SignallingMessage& message) {
    if (message.kind != Kind::kRinging) return;
    nonce_of_bob = std::exchange(message.verification, to_ada.nonce());
  };
  call.set_up();
  EXPECT_FALSE(call.same_words());
  if (!keeps_word) {
    EXPECT_EQ(call.callee().call().end(), Call::End::kWrongIdentity);
  }
}

/// Points that are on no curve, the point at infinity, and those of small order of X25519.
void bad_points(Rng& rng) {
  PeerId id = eve();
  do {
    for (std::size_t i = 1; i < id.point.size(); ++i) id.point[i] = static_cast<std::uint8_t>(rng.next());
  } while (is_on_curve(id));
  EXPECT_FALSE(seal({.content = Bytes(10)}, person("Ada"), id));
  const SealedMessage message{.id = make_message_id(), .made_at = {}, .lifetime = {}, .content = Bytes(10)};
  Bytes sealed = *seal(message, person("Ada"), bob());
  switch (rng.below(3)) {
    case 0:
      std::fill_n(sealed.begin(), kHpkeKeySize, 0);  // Infinity.
      break;
    case 1:
      std::fill_n(sealed.begin() + 1, kHpkeKeySize - 1, 0);  // (0, 0)
      break;
    default:
      sealed[1 + rng.below(kHpkeKeySize - 1)] ^= 1;  // The point is on another curve, where its order may be small.
  }
  EXPECT_FALSE(open_envelope(sealed, person("Bob")));
}

/// A key share of X25519 with which every secret would be zero.
void small_order(Rng& rng) {
  const auto caller_context = std::move(*TlsContext::create(person("Ada")));
  const auto callee_context = std::move(*TlsContext::create(person("Bob")));
  TlsChannel caller(*caller_context, TlsChannel::Role::kClient);
  TlsChannel callee(*callee_context, TlsChannel::Role::kServer);
  Bytes hello = caller.take_outgoing();
  const Bytes share = {0, 29, 0, 32};  // RFC 8446 section 4.2.8: the group and the length of its key.
  const auto at = std::search(hello.begin(), hello.end(), share.begin(), share.end());
  ASSERT_NE(at, hello.end());
  std::fill_n(at + 4, 32, 0);
  at[4] = static_cast<std::uint8_t>(rng.below(2));
  callee.receive(hello);
  EXPECT_TRUE(callee.error());
}

// 6. Keys and words that an attacker has made for the purpose.
TEST(AttackedSetUp, AGroundKeyIsRefusedOrShown) {
  attack(6, [](Rng& rng) {
    constexpr std::array kGrinders = {grind_words, bad_points, small_order};
    kGrinders[rng.below(kGrinders.size())](rng);
  });
}

// 7. A peer of an older protocol, or of none, speaks to a callee.
TEST(AttackedSetUp, AnOldProtocolIsRefused) {
  const auto context = std::move(*TlsContext::create(person("Bob")));
  attack(7, [&](Rng& rng) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    const FileDescriptor peer(ends[0]);
    SignallingConnection callee(FileDescriptor(ends[1]), *context);
    const std::string body(rng.below(2000), 'x');
    std::string noise(1 + rng.below(500), 0);
    for (char& c : noise) c = static_cast<char>(rng.next());
    if (noise[0] == 22) noise[0] = 0;
    const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    const std::array<std::string, 5> words = {
        "COUNTERPOINT/1 OFFER\r\n" + length,
        "COUNTERPOINT/2 OFFER\r\nVerification: " + std::string(64, '0') + "\r\n" + length,
        "POST /call HTTP/1.1\r\n" + length, noise, std::string("\x16\x03\x01\x00\x05", 5) + "hello" + body};
    const std::string& said = words[rng.below(words.size())];
    ASSERT_EQ(::send(peer.get(), said.data(), said.size(), 0), static_cast<ssize_t>(said.size()));
    callee.poll(kSetUpTime);
    EXPECT_FALSE(callee.receive());
    EXPECT_FALSE(callee.peer_id());
    std::array<char, 200> heard{};
    const ssize_t size = ::recv(peer.get(), heard.data(), heard.size(), 0);
    if (said.starts_with('C')) {  // Every message of version 1 begins so.
      EXPECT_THAT(std::string(heard.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size))),
                  testing::StartsWith("COUNTERPOINT/1 DECLINE"));
    } else {
      EXPECT_TRUE(callee.error());
    }
  });
}

/// Somebody else answers where a link, a contact, or an address that was called before leads.
void answer_for_another(HostIdentity& host, Rng& rng) {
  constexpr const char* kAddress = "bob.example.org";
  const std::array<Dial, 3> ways = {Dial{make_call_link({.id = bob(), .address = kAddress})}, Dial{"Bob"},
                                    Dial{kAddress}};
  const auto dialled = host.find(ways[rng.below(ways.size())]);
  ASSERT_TRUE(dialled);
  AttackedCall call({.caller = ada(), .callee = eve()}, [&](const PeerId& who) { return host.check(*dialled, who); });
  call.set_up();
  EXPECT_EQ(call.caller().call().end(), Call::End::kWrongIdentity);
  EXPECT_TRUE(std::ranges::none_of(call.to_callee.all, [](const auto& each) { return each.kind == Kind::kOffer; }))
      << "she learns nothing of the call";
}

/// Eve between both in a first call to a bare address. She hands on what each says under her own identity, and hears
/// all media (her own certificates), or lets both connect to each other, who then believe to speak with her.
void sit_between(Rng& rng) {
  AttackedCall call({.caller = ada(), .callee = bob(), .seen_as_caller = eve(), .seen_as_callee = eve()});
  SasExchange to_bob(SasExchange::Role::kCaller);
  SasExchange to_ada(SasExchange::Role::kCallee);
  const Certificate own = make_certificate();
  const bool hears = rng.chance(0.5);
  const auto change = [&](SignallingMessage& message) {
    if (message.kind == Kind::kOffer) message.verification = to_bob.commitment();
    if (message.kind == Kind::kRinging) message.verification = to_ada.nonce();
    if (message.kind == Kind::kReveal) message.verification = to_bob.nonce();
    const bool sdp = message.kind == Kind::kOffer || message.kind == Kind::kAnswer;
    if (hears && sdp) replace_line(message.body, "a=fingerprint:", fingerprint_line(own.fingerprint()));
  };
  call.to_callee.change = change;
  call.to_caller.change = change;
  call.set_up();
  ASSERT_TRUE(call.agreed() && call.caller().sas() && call.callee().sas());
  EXPECT_FALSE(call.same_words());
  if (hears) return;
  DtlsEndpoint caller = make_endpoint(call.caller().dtls());
  DtlsEndpoint callee = make_endpoint(call.callee().dtls());
  shake_hands(caller, callee);
  EXPECT_FALSE(has_keys(caller) || has_keys(callee)) << "both would believe to speak with Eve";
}

/// Eve calls Bob in Ada's place and keeps back what would show Bob the words.
void keep_words_back(Rng& rng) {
  AttackedCall call({.caller = ada(), .callee = bob(), .seen_as_caller = eve(), .seen_as_callee = eve()});
  call.to_callee.change = [](SignallingMessage& message) {
    if (message.kind == Kind::kReveal)
      message = {.kind = Kind::kState, .body = "Microphone: on\r\nVideo: off\r\n", .verification = {}};
  };
  call.set_up();
  const Duration patience = 30s;
  call.callee().media_arrived(kSetUpTime);
  call.callee().poll(kSetUpTime + scaled(patience, 0.99 * rng.uniform()));
  EXPECT_EQ(call.callee().call().state(), Call::State::kConnected);
  EXPECT_FALSE(call.callee().sas());
  EXPECT_LE(call.callee().next_deadline(), kSetUpTime + patience);
  call.callee().poll(kSetUpTime + patience);
  EXPECT_EQ(call.callee().call().end(), Call::End::kWrongIdentity);
}

// 8. A third party with an identity of its own.
TEST(AttackedSetUp, AThirdPartyIsRefusedOrShown) {
  const QTemporaryDir folder;
  auto host = HostIdentity::open(folder.filePath("data").toStdString());
  ASSERT_TRUE(host);
  ASSERT_TRUE(change_contacts(folder.filePath("data").toStdString(), [](ContactBook& book) {
    return book.add({.name = "Bob", .id = bob(), .verified = true, .address = "bob.example.org"});
  }));
  ASSERT_TRUE((*host)->record_call("bob.example.org", bob()));
  attack(8, [&](Rng& rng) {
    switch (rng.below(3)) {
      case 0:
        return answer_for_another(**host, rng);
      case 1:
        return sit_between(rng);
      default:
        return keep_words_back(rng);
    }
  });
}

}  // namespace
}  // namespace counterpoint
