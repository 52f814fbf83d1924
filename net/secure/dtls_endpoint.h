// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "net/secure/certificate.h"
#include "net/secure/fingerprint.h"
#include "net/secure/peer_binding.h"
#include "net/secure/srtp_keys.h"

namespace counterpoint {

/// One end of a DTLS 1.2 handshake (RFC 6347) that agrees on the keys of SRTP (RFC 5764) and proves that the peer has
/// the key of the certificate whose fingerprint it named (RFC 8122). OpenSSL does it, without sockets.
///
/// 1. Give it the peer's datagrams, call poll() at next_deadline(), and send what take_datagram() gives after either.
/// 2. Go on after the handshake: a peer that missed the last flight asks for it again.
/// 3. Datagrams of any content can do no more than end the handshake.
/// 4. A peer without the extended master secret (RFC 7627) is refused: without it, two handshakes could be made to have
///    one secret, and what is exported would not belong to one pair of certificates.
/// 5. OpenSSL times its retransmissions by the clock of the host. So this is not for virtual time.
class DtlsEndpoint {
 public:
  struct Config {
    DtlsRole role = DtlsRole::kClient;
    Certificate certificate;
    Fingerprint peer;                        ///< Any other certificate is refused.
    Duration round_trip_time = kUnknownRtt;  ///< > 0; the first retransmission comes after 1.5 of it, 50 ms at least.
    /// A peer that says another one is refused; programs of others say none.
    std::optional<PeerBinding> binding{};
  };
  enum class State { kHandshake, kEstablished, kFailed };

  /// Errors: kInternal when OpenSSL fails.
  [[nodiscard]] static Result<DtlsEndpoint> create(const Config& config, Timestamp now);
  DtlsEndpoint(DtlsEndpoint&&) noexcept;
  DtlsEndpoint& operator=(DtlsEndpoint&&) noexcept;
  ~DtlsEndpoint();

  /// > 0: a better one than that of the start, for what is sent from now on.
  void set_round_trip_time(Duration round_trip_time);
  void handle_datagram(ByteView datagram, Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  /// At most kMaxDatagram bytes.
  [[nodiscard]] std::optional<Bytes> take_datagram();

  [[nodiscard]] State state() const;
  /// The reason why it is kFailed: kRefused.
  [[nodiscard]] const Error& error() const;
  /// There are keys, and media may be sent: once established. A client whose peer has said the right binding does not
  /// wait for its Finished, as with False Start (RFC 7918): the certificate is the right one, and no version, cipher or
  /// SRTP profile that we take is weak.
  [[nodiscard]] bool may_send() const;
  /// It may be called once may_send() is true.
  [[nodiscard]] const SrtpKeys& keys() const;
  /// Once established: `size` bytes that only the two ends know, another secret for each label (RFC 5705, without a
  /// context). Errors: kInternal when OpenSSL fails.
  [[nodiscard]] Result<Bytes> export_keying_material(std::string_view label, std::size_t size) const;
  /// Once established: version, cipher of the handshake and of the media, in words for the user.
  [[nodiscard]] std::string description() const;

  static constexpr std::size_t kMaxDatagram = 1200;  ///< Fits every path seen today.
  static constexpr Duration kUnknownRtt = 100ms;

 private:
  struct Connection;
  explicit DtlsEndpoint(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
};

}  // namespace counterpoint
