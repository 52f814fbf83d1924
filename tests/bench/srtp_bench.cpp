// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of protecting media: SRTP for each packet, and the handshake of a call, both ends of it.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "net/rtp/rtp_packet.h"
#include "net/secure/dtls_endpoint.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

SrtpKeys make_keys(SrtpProfile profile, DtlsRole role) {
  return split_keying_material(profile, Bytes(keying_material_size(profile), 7), role);
}

Bytes make_packet(std::uint16_t sequence, std::size_t payload) {
  return serialize(RtpPacket{.payload_type = 96, .sequence = sequence, .ssrc = 7, .payload = Bytes(payload, 1)});
}

/// One packet from the sender's plain one to the receiver's; argument 0 is the profile, argument 1 the payload.
void srtp_protect_unprotect(benchmark::State& state) {
  const auto profile = static_cast<SrtpProfile>(state.range(0));
  const auto payload = static_cast<std::size_t>(state.range(1));
  auto sender = SrtpProtector::create(make_keys(profile, DtlsRole::kClient));
  auto receiver = SrtpProtector::create(make_keys(profile, DtlsRole::kServer));
  std::uint16_t sequence = 0;
  for (auto _ : state) {
    Bytes packet = make_packet(++sequence, payload);
    if (!(*sender)->protect_rtp(packet) || !(*receiver)->unprotect_rtp(packet)) std::abort();
  }
  state.SetLabel(std::string(to_string(profile)));
}
BENCHMARK(srtp_protect_unprotect)->ArgsProduct({{0, 1}, {80, 1146}});

/// One host in a second of a call of 1.5 Mbit/s each way: 50 packets of audio and 156 full ones of video are
/// protected, and as many are opened.
void second_of_a_call(benchmark::State& state) {
  constexpr int kAudioPackets = 50;
  constexpr int kVideoPackets = 156;
  const auto profile = static_cast<SrtpProfile>(state.range(0));
  auto sender = SrtpProtector::create(make_keys(profile, DtlsRole::kClient));
  auto receiver = SrtpProtector::create(make_keys(profile, DtlsRole::kServer));
  std::uint16_t sequence = 0;
  for (auto _ : state) {
    for (int i = 0; i < kAudioPackets + kVideoPackets; ++i) {
      Bytes packet = make_packet(++sequence, i < kAudioPackets ? 80 : 1146);
      if (!(*sender)->protect_rtp(packet) || !(*receiver)->unprotect_rtp(packet)) std::abort();
    }
  }
  state.SetLabel(std::string(to_string(profile)));
  state.counters["percent_of_a_core"] = benchmark::Counter(static_cast<double>(state.iterations()) / 100,
                                                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(second_of_a_call)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

/// The same without protection: what to take away from the above.
void packet_alone(benchmark::State& state) {
  std::uint16_t sequence = 0;
  for (auto _ : state) benchmark::DoNotOptimize(make_packet(++sequence, static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(packet_alone)->Arg(80)->Arg(1146);

void dtls_handshake(benchmark::State& state) {
  const Timestamp now{1000s};
  for (auto _ : state) {
    const auto own = Certificate::create();
    const auto other = Certificate::create();
    auto client = DtlsEndpoint::create({.certificate = *own, .peer = other->fingerprint()}, now);
    auto server =
        DtlsEndpoint::create({.role = DtlsRole::kServer, .certificate = *other, .peer = own->fingerprint()}, now);
    while (client->state() == DtlsEndpoint::State::kHandshake) {
      while (const auto datagram = client->take_datagram()) server->handle_datagram(*datagram, now);
      while (const auto datagram = server->take_datagram()) client->handle_datagram(*datagram, now);
    }
    if (client->state() != DtlsEndpoint::State::kEstablished) std::abort();
  }
}
BENCHMARK(dtls_handshake)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace counterpoint
