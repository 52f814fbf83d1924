// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the first corpora of the fuzz targets rtp, rtcp, sdp, secure and session. Files that fuzzing found are not
// made here.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/stream/unprotected_packets.h"
#include "net/payload/video_payload.h"
#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"
#include "net/rtp/rtx.h"
#include "net/sdp/offer_answer.h"
#include "net/secure/dtls_endpoint.h"
#include "net/secure/srtp_protector.h"
#include "net/session/rtp_session.h"
#include "tests/fuzz/secure_stream.h"
#include "tests/fuzz/session_stream.h"

namespace counterpoint {
namespace {

/// Writes files into one folder.
class Folder final {
 public:
  explicit Folder(std::filesystem::path path) : path_(std::move(path)) { std::filesystem::create_directories(path_); }
  void write(std::string_view name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  void write(std::string_view name, const Bytes& bytes) const { write(name, std::string(bytes.begin(), bytes.end())); }
  void write(std::string_view name, const RtcpPacket& packet) const { write(name, serialize(std::span(&packet, 1))); }

 private:
  std::filesystem::path path_;
};

RtpPacket rtp_packet(Bytes payload) {
  return {.marker = true,
          .payload_type = 96,
          .sequence = 0x1234,
          .timestamp = 90'000,
          .ssrc = 12,
          .csrcs = {},
          .extensions = {{.id = 1, .data = {'1'}}},
          .payload = std::move(payload)};
}

void write_video(const Folder& folder, VideoCodec codec, bool key_frame, std::string_view name) {
  const EncodedVideoFrame frame{
      .data = Bytes(100, key_frame ? 0x10 : 0x11), .codec = codec, .key_frame = key_frame, .size = {640, 360}};
  const auto payloads = packetize_video(frame, {.picture_id = 0x1234}, DataSize::bytes(64));
  folder.write(std::string(name) + "-first", serialize(rtp_packet(payloads.front())));
  folder.write(std::string(name) + "-last", serialize(rtp_packet(payloads.back())));
}

void write_rtp(const Folder& folder) {
  RtpPacket packet = rtp_packet({1, 2, 3});
  folder.write("one-byte-extension", serialize(packet));
  folder.write("retransmission", serialize(make_rtx(packet, 97, 13, 7)));
  packet.extensions = {{.id = 1, .data = {}}, {.id = 200, .data = Bytes(20, 5)}};
  folder.write("two-byte-extensions", serialize(packet));
  packet.extensions.clear();
  folder.write("plain", serialize(packet));
  packet.csrcs = {1, 2, 3};
  folder.write("contributing-sources", serialize(packet));
  packet.csrcs.clear();
  packet.payload = Bytes(80, 0x78);
  folder.write("opus", serialize(packet));
  packet.payload.clear();
  folder.write("empty", serialize(packet));
  write_video(folder, VideoCodec::kVp8, true, "vp8-key");
  write_video(folder, VideoCodec::kVp8, false, "vp8-inter");
  write_video(folder, VideoCodec::kVp9, true, "vp9-key");
  write_video(folder, VideoCodec::kVp9, false, "vp9-inter");
  folder.write("vp8-all-fields", serialize(rtp_packet({0x90, 0xF0, 0x81, 0x02, 0x33, 0x44, 0x01, 9})));
  folder.write("vp9-layers", serialize(rtp_packet({0xA8, 0x81, 0x02, 0x20, 5, 9, 9})));
  folder.write("vp9-flexible", serialize(rtp_packet({0xD8, 0x81, 0x02, 0x03, 0x05, 0x04, 9, 9})));
  folder.write("vp9-scalability", serialize(rtp_packet({0x0A, 0x38, 1, 2, 3, 4, 5, 6, 7, 8, 2, 4, 1, 8, 1, 2, 9})));
  Bytes padded = serialize(rtp_packet({9, 0, 0, 3}));
  padded[0] |= 0x20;
  folder.write("padding", padded);
  padded.back() = 200;
  folder.write("padding-too-long", padded);
  folder.write("header-cut", Bytes(padded.begin(), padded.begin() + 9));
  Bytes stun(20);
  stun[1] = 1;
  folder.write("stun", stun);
  folder.write("dtls", Bytes(13, 22));
}

CongestionFeedback congestion_feedback() {
  using Metric = CongestionFeedback::Metric;
  const Metric arrived{.received = true, .ecn = Ecn::kEct0, .arrival_offset = 77};
  return {.sender_ssrc = 1,
          .streams = {{.ssrc = 11, .begin_sequence = 0xFFFE, .metrics = {arrived, Metric{}, arrived}},
                      {.ssrc = 12, .begin_sequence = 9, .metrics = {arrived, arrived}}},
          .report_timestamp = 0xAABBCCDD};
}

void write_rtcp(const Folder& folder) {
  const ReportBlock block = {.ssrc = 12, .fraction_lost = 9, .cumulative_lost = -1, .highest_sequence = 0x1FFFF};
  const std::vector<RtcpPacket> compound = {SenderReport{.ssrc = 11, .ntp = 5, .reports = {block}},
                                            SourceDescription{.ssrc = 11, .cname = "someone"}, congestion_feedback()};
  folder.write("compound", serialize(compound));
  folder.write("sender-report", compound[0]);
  folder.write("receiver-report", ReceiverReport{.ssrc = 11, .reports = {block, block}});
  folder.write("source-description", compound[1]);
  folder.write("source-description-of-three",
               Bytes{0x83, 202, 0, 8, 0,   0, 0, 1, 2, 2, 'x', 'y', 1,   1, 'a', 0, 0, 0,
                     0,    2,   2, 1, 'z', 0, 0, 0, 0, 3, 1,   1,   'c', 0, 0,   0, 0, 0});
  folder.write("goodbye", Goodbye{.ssrcs = {11, 12}, .reason = "hung up"});
  folder.write("nack", Nack{.sender_ssrc = 11, .media_ssrc = 22, .sequences = {0xFFFF, 0, 1, 40}});
  folder.write("picture-loss", PictureLossIndication{.sender_ssrc = 11, .media_ssrc = 22});
  folder.write("congestion-feedback", compound[2]);
  folder.write("congestion-feedback-empty", CongestionFeedback{.sender_ssrc = 1});
  folder.write("congestion-feedback-count",
               Bytes{0x8B, 205, 0, 5, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 9});
  folder.write("unknown-type", Bytes{0x80, 207, 0, 1, 0, 0, 0, 1});
  folder.write("padded", Bytes{0xA1, 203, 0, 2, 0, 0, 0, 7, 0, 0, 0, 4});
  folder.write("report-count-too-large", Bytes{0x9F, 201, 0, 1, 1, 2, 3, 4});
  folder.write("length-too-large", Bytes{0x81, 201, 0xFF, 0xFF, 1, 2, 3, 4});
}

constexpr std::string_view kBrowserLikeOffer =
    "v=0\r\no=mozilla 4611731400430051336 2 IN IP6 ::1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE a data v\r\n"
    "m=audio 9000 UDP/TLS/RTP/SAVPF 111 9 0\r\nc=IN IP6 2001:db8::5\r\na=mid:a\r\na=rtcp-mux\r\na=setup:actpass\r\n"
    "a=fingerprint:sha-256 "
    "b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5\r\n"
    "a=extmap:4/sendrecv urn:ietf:params:rtp-hdrext:sdes:mid\r\na=rtpmap:111 opus/48000/2\r\n"
    "a=rtcp-fb:111 transport-cc\r\na=ssrc:3001 cname:browser\r\na=candidate:1 1 udp 21 192.0.2.5 9000 typ host\r\n"
    "m=application 9000 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:data\r\n"
    "m=video 9000 UDP/TLS/RTP/SAVPF 45 100 102 103\r\nc=IN IP6 2001:db8::5\r\na=mid:v\r\na=recvonly\r\na=rtcp-mux\r\n"
    "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid\r\na=rtpmap:45 AV1/90000\r\na=rtpmap:100 vp9/90000\r\n"
    "a=fmtp:100 profile-id=2\r\na=rtpmap:102 vp9/90000\r\na=rtcp-fb:102 nack\r\na=rtcp-fb:102 nack pli\r\n"
    "a=fmtp:102 max-fs=12288; profile-id=0\r\na=rtpmap:103 rtx/90000\r\na=fmtp:103 apt=102;rtx-time=3000\r\n"
    "a=ssrc-group:FID 3002 3003\r\na=ssrc:3002 cname:browser\r\n";

void write_sdp_files(const Folder& folder) {
  MediaCapabilities caller = {.address = "192.0.2.7",
                              .port = 7000,
                              .audio_ssrc = 21,
                              .video_ssrc = 22,
                              .rtx_ssrc = 23,
                              .cname = "peer",
                              .session_id = 9};
  const std::string offer = make_offer(caller);
  folder.write("offer", offer);
  if (const auto answer = make_answer(caller, offer)) folder.write("answer", answer->sdp);
  if (const auto answer = make_answer(caller, kBrowserLikeOffer)) folder.write("answer-to-browser-like", answer->sdp);
  folder.write("browser-like-offer", kBrowserLikeOffer);
  folder.write("cut", std::string_view(offer).substr(0, offer.size() / 2));
  std::string line_feeds = offer;
  std::erase(line_feeds, '\r');
  folder.write("line-feeds", line_feeds);
  caller.video_codecs.clear();
  folder.write("audio-offer", make_offer(caller));
  const std::string head = "v=0\no=- 1 1 IN IP4 192.0.2.9\ns=-\n";
  folder.write("video-only",
               head +
                   "c=IN IP4 192.0.2.9/127\nm=video 7000/2 UDP/TLS/RTP/SAVP 120\na=rtcp-mux\na=rtpmap:120 VP8/90000\n"
                   "a=setup:active\na=fingerprint:sha-256 "
                   "b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5\n");
  folder.write("no-media", head);
  folder.write("bad-port", head + "m=audio 99999 RTP/AVP 0\n");
  folder.write("bad-address", head + "c=IN IP4 ::1\n");
  folder.write("skipped-lines", head + "i=about\nu=x\ne=x\np=1\nb=AS:1\nt=0 0\nr=1 1 0\nz=0 0\nk=clear:x\na=flag\n");
  folder.write("empty", std::string_view());
}

/// All datagrams of a handshake, as one of its ends got them.
Bytes handshake_stream(DtlsRole role) {
  const auto own = Certificate::create();
  const auto other = Certificate::create();
  const Timestamp now{1000s};
  auto end = DtlsEndpoint::create({.role = role, .certificate = *own, .peer = other->fingerprint()}, now);
  auto peer = DtlsEndpoint::create({.role = peer_of(role), .certificate = *other, .peer = own->fingerprint()}, now);
  Bytes stream = {static_cast<std::uint8_t>(role)};
  for (int flight = 0; flight < 4; ++flight) {
    while (const auto datagram = end->take_datagram()) peer->handle_datagram(*datagram, now);
    while (const auto datagram = peer->take_datagram()) {
      append_secure_datagram(stream, *datagram);
      end->handle_datagram(*datagram, now);
    }
  }
  return stream;
}

void write_secure(const Folder& folder) {
  folder.write("handshake-of-client", handshake_stream(DtlsRole::kServer));
  folder.write("handshake-of-server", handshake_stream(DtlsRole::kClient));
  auto peer = SrtpProtector::create(keys_from_seed(kSecureSeed, DtlsRole::kServer));
  Bytes media = {static_cast<std::uint8_t>(DtlsRole::kClient)};
  for (std::uint16_t sequence = 1; sequence <= 4; ++sequence) {
    RtpPacket packet = rtp_packet(Bytes(60, 0x78));
    packet.sequence = sequence;
    Bytes rtp = serialize(packet);
    const RtcpPacket report = ReceiverReport{.ssrc = 11};
    Bytes rtcp = serialize(std::span(&report, 1));
    if (!(*peer)->protect_rtp(rtp) || !(*peer)->protect_rtcp(rtcp)) std::abort();
    append_secure_datagram(media, rtp);
    append_secure_datagram(media, rtcp);
  }
  folder.write("media", media);
}

/// Datagrams that a peer of the target sends in a third of a second; each `lose`th is missing.
Bytes session_stream(std::uint8_t features, std::size_t lose) {
  const NegotiatedSession negotiated = fuzzed_session(features);
  Timestamp now{1000s};
  const RtpSession::Config config{
      .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(600), FrameRate::per_second(50), {640, 360})};
  RtpSession peer(config, negotiated, std::make_shared<UnprotectedPackets>(), 3, now);
  Bytes stream = {features};
  std::size_t sent = 0;
  for (int i = 0; i < 16; ++i, now += 20ms) {
    peer.send_audio({.data = Bytes(60, 0x78), .captured_at = now}, now);
    const bool key_frame = i == 0 || i == 12;
    const auto first = static_cast<std::uint8_t>(key_frame ? 0 : 1);
    peer.send_video({.data = Bytes(1800, first),
                     .codec = negotiated.video_codec,
                     .key_frame = key_frame,
                     .size = {640, 360},
                     .captured_at = now},
                    now);
    if (i == 6) peer.handle_decode_error(now);
    for (Timestamp at = now; at < now + 20ms; at += 2ms) {
      peer.poll(at);
      while (const auto datagram = peer.poll_transmit(at)) {
        if (++sent % lose != 0) append_datagram(stream, datagram->data, 2);
      }
    }
  }
  append_datagram(stream, peer.make_goodbye(now), 1);
  return stream;
}

void write_session(const Folder& folder) {
  for (const std::size_t lose : {1000U, 7U, 2U}) {
    for (const std::uint8_t features : std::initializer_list<std::uint8_t>{0x00, 0x1F, 0x3F}) {
      folder.write("lose-" + std::to_string(lose) + "-features-" + std::to_string(features),
                   session_stream(features, lose));
    }
  }
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  if (argc != 2) {
    std::printf("usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  const std::filesystem::path root = argv[1];
  counterpoint::write_rtp(counterpoint::Folder(root / "rtp"));
  counterpoint::write_rtcp(counterpoint::Folder(root / "rtcp"));
  counterpoint::write_sdp_files(counterpoint::Folder(root / "sdp"));
  counterpoint::write_secure(counterpoint::Folder(root / "secure"));
  counterpoint::write_session(counterpoint::Folder(root / "session"));
  return EXIT_SUCCESS;
}
