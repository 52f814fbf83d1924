// SPDX-License-Identifier: GPL-3.0-or-later
// The input is what reaches one end of a DTLS-SRTP association: see tests/fuzz/secure_stream.h.
#include <algorithm>

#include "core/base/byte_reader.h"
#include "net/rtp/datagram_kind.h"
#include "net/secure/dtls_endpoint.h"
#include "net/secure/srtp_protector.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/secure_stream.h"

namespace counterpoint {
namespace {

constexpr Timestamp kNow{1000s};

const Certificate& own_certificate() {
  static const Result<Certificate> kCertificate = Certificate::create();
  return *kCertificate;
}

void take_media(SrtpProtector& protector, ByteView datagram, bool rtcp) {
  Bytes packet(datagram.begin(), datagram.end());
  const bool taken = rtcp ? protector.unprotect_rtcp(packet) : protector.unprotect_rtp(packet);
  if (!taken) return;
  FUZZ_CHECK(packet.size() + (rtcp ? 20 : 16) == datagram.size());
  Bytes again(datagram.begin(), datagram.end());
  FUZZ_CHECK(!(rtcp ? protector.unprotect_rtcp(again) : protector.unprotect_rtp(again)));
}

void run(ByteView input) {
  ByteReader reader(input);
  const DtlsRole role = reader.u8() % 2 == 0 ? DtlsRole::kClient : DtlsRole::kServer;
  // Nobody has a certificate of this fingerprint, so no input can make an association.
  auto endpoint = DtlsEndpoint::create({.role = role, .certificate = own_certificate(), .peer = {}}, kNow);
  auto protector = SrtpProtector::create(keys_from_seed(kSecureSeed, DtlsRole::kClient));
  FUZZ_CHECK(endpoint && protector);
  for (int i = 0; i < 200 && reader.remaining() >= 2; ++i) {
    const ByteView datagram = reader.view(std::min<std::size_t>(reader.u16(), reader.remaining()));
    const DatagramKind kind = classify(datagram);
    if (kind == DatagramKind::kRtp || kind == DatagramKind::kRtcp) {
      take_media(**protector, datagram, kind == DatagramKind::kRtcp);
    } else {
      endpoint->handle_datagram(datagram, kNow);
    }
    int datagrams = 0;
    while (const auto answer = endpoint->take_datagram()) {
      FUZZ_CHECK(answer->size() <= DtlsEndpoint::kMaxDatagram && ++datagrams < 20);
    }
    FUZZ_CHECK(endpoint->state() != DtlsEndpoint::State::kEstablished);
  }
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::run({data, size});
  return 0;
}
