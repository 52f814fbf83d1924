// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stream/clip_stream.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/call/call_endpoint.h"
#include "app/call/call_log.h"
#include "app/call/poll_interrupter.h"
#include "app/files/state_folder.h"
#include "app/stream/unprotected_packets.h"
#include "core/base/byte_reader.h"
#include "core/base/rng.h"
#include "core/call/call.h"
#include "media/audio/devices/audio_device_factory.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/udp/udp_transport.h"
#include "net/rtp/datagram_kind.h"

namespace counterpoint {
namespace {

constexpr std::uint8_t kVideoPayloadType = 32;  // RFC 3551: MPV.
constexpr std::uint8_t kAudioPayloadType = 111;
constexpr std::uint8_t kCameraPayloadType = 96;  // It is never sent.
constexpr std::uint16_t kFromVideoToAudioPort = 2;
constexpr std::size_t kSsrcInRtp = 8;
constexpr std::size_t kSsrcInRtcp = 4;

std::uint32_t read_ssrc(ByteView data, std::size_t at) { return ByteReader(data.subspan(at)).u32(); }

/// Those packets of a compound that `ssrc` sends.
Bytes reports_of(std::uint32_t ssrc, ByteView compound) {
  Bytes own;
  while (compound.size() >= kSsrcInRtcp + 4) {
    const std::size_t size = std::min<std::size_t>(4 * ((compound[2] << 8 | compound[3]) + 1), compound.size());
    if (read_ssrc(compound, kSsrcInRtcp) == ssrc)
      own.insert(own.end(), compound.begin(), compound.begin() + static_cast<std::ptrdiff_t>(size));
    compound = compound.subspan(size);
  }
  return own;
}

/// Two ports for each of two streams, without BUNDLE.
class TwoPorts final : public Transport {
 public:
  struct Side {
    std::unique_ptr<UdpTransport> socket;
    std::unique_ptr<UdpTransport> reports;  ///< To the next port (RFC 3550, section 11).
    std::uint32_t ssrc = 0;
  };
  TwoPorts(Side video, Side audio) : video_(std::move(video)), audio_(std::move(audio)) {}

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override {
    const DatagramKind kind = classify(datagram);
    for (const Side* side : {&video_, &audio_}) {
      if (kind == DatagramKind::kRtcp) {
        const Bytes own = reports_of(side->ssrc, datagram);
        if (!own.empty()) side->reports->send(own, now);
      } else if (kind == DatagramKind::kRtp && read_ssrc(datagram, kSsrcInRtp) == side->ssrc) {
        side->socket->send(datagram, now, ecn);
      }
    }
  }
  std::optional<ReceivedDatagram> receive(Timestamp) override { return std::nullopt; }
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  Side video_;
  Side audio_;
};

Result<std::unique_ptr<UdpTransport>> open_port(const Endpoint& to) {
  const bool ipv6 = to.address.find(':') != std::string::npos;
  auto socket = UdpTransport::bind(ipv6 ? "::" : "0.0.0.0", 0);
  if (!socket) return socket.error();
  if (Result<void> connected = (*socket)->connect_to(to.address, to.port); !connected) return connected.error();
  return socket;
}

Result<TwoPorts::Side> open_ports(const Endpoint& to, std::uint32_t ssrc) {
  auto socket = open_port(to);
  if (!socket) return socket.error();
  auto reports = open_port({.address = to.address, .port = static_cast<std::uint16_t>(to.port + 1)});
  if (!reports) return reports.error();
  return TwoPorts::Side{.socket = std::move(*socket), .reports = std::move(*reports), .ssrc = ssrc};
}

NegotiatedSession session_of(Rng& rng) {
  const auto ssrc = [&rng] { return static_cast<std::uint32_t>(rng.next() | 1); };
  NegotiatedSession session;
  session.audio = {.send = true, .payload_type = kAudioPayloadType, .local_ssrc = ssrc()};
  session.video = {.send = true, .payload_type = kCameraPayloadType, .local_ssrc = ssrc()};
  session.clip_payload_type = kVideoPayloadType;
  session.local_cname = std::to_string(rng.next());
  return session;
}

Endpoint audio_endpoint(const ClipStream& stream) {
  return {.address = stream.to.address, .port = static_cast<std::uint16_t>(stream.to.port + kFromVideoToAudioPort)};
}

LogHeader header(const ClipStream& stream) {
  LogHeader header = call_log_head(stream.options, to_string(stream.to));
  header.settings["clip"] = stream.file;
  return header;
}

/// From event to event, until the clip is over.
Result<void> play(CallEndpoint& end, CallArchive& archive, const ClipStream& stream) {
  constexpr Duration kMaxSleep = 100ms;
  PollInterrupter sleeper;
  while (!stream.cancelled()) {
    const Timestamp now = session_now();
    if (Result<void> ran = end.run(now); !ran) return ran;
    archive.write_pending();
    if (const auto event = end.media().take_clip_event()) {
      if (event->failed) return Error{ErrorKind::kUnavailable, event->text};
      if (event->damaged) stream.note(event->text.text());
      if (event->over) return {};
    }
    sleeper.wait({}, std::min(end.next_deadline() - session_now(), kMaxSleep));
  }
  return {};
}

}  // namespace

std::string clip_stream_sdp(const ClipStream& stream, bool has_audio) {
  const std::string kind = stream.to.address.find(':') != std::string::npos ? "IP6 " : "IP4 ";
  std::string sdp = "v=0\r\no=- 1 1 IN " + kind + stream.to.address + "\r\ns=-\r\nc=IN " + kind + stream.to.address +
                    "\r\nt=0 0\r\nm=video " + std::to_string(stream.to.port) +
                    " RTP/AVP 32\r\na=rtpmap:32 MPV/90000\r\na=recvonly\r\n";
  if (has_audio) {
    sdp += "m=audio " + std::to_string(audio_endpoint(stream).port) +
           " RTP/AVP 111\r\na=rtpmap:111 opus/48000/2\r\na=recvonly\r\n";
  }
  return sdp;
}

Result<SessionStats> run_clip_stream(const ClipStream& stream) {
  const Result<std::filesystem::path> path = session_log_path(stream.options.log);
  if (!path) return path.error();
  const auto archive = CallArchive::open(*path);
  if (!archive) return archive.error();
  const Timestamp start = session_now();
  (*archive)->log({Duration::zero(), header(stream)});
  Rng rng(stream.options.seed);
  const NegotiatedSession session = session_of(rng);
  auto video = open_ports(stream.to, session.video.local_ssrc);
  if (!video) return video.error();
  auto audio = open_ports(audio_endpoint(stream), session.audio.local_ssrc);
  if (!audio) return audio.error();
  TwoPorts transport(std::move(*video), std::move(*audio));
  const auto device = open_audio_device({.microphone = "none", .speaker = "none"}, session_now);
  if (!device) return device.error();
  RtpSession::Config config = session_config(stream.options);
  // Without reports of the receiver, it would see no path at all.
  config.circuit_breaker.enabled = false;
  const auto end =
      CallEndpoint::create({.negotiated = session,
                            .protection = std::make_shared<UnprotectedPackets>(),
                            .codecs = {.kind = CodecKind::kRealTime, .audio_rate = stream.options.audio_rate},
                            .session = config,
                            .seed = rng.next()},
                           {.transport = &transport, .audio = device->get(), .archive = archive->get()}, start);
  if (!end) return end.error();
  (*end)->media().clip().send(SetClipLoop{stream.options.loop_clip});
  (*end)->media().clip().send(PlayClip{stream.file});
  if (Result<void> played = play(**end, **archive, stream); !played) return played.error();
  (*end)->log_statistics(session_now());
  transport.send((*end)->media().make_goodbye(session_now()), session_now());
  (*archive)->log({session_now() - start, call_log_end(stream.options, Call::End::kHungUp)});
  (*archive)->close();
  while ((*archive)->write_next()) {
  }
  return (*end)->statistics();
}

}  // namespace counterpoint
