// SPDX-License-Identifier: GPL-3.0-or-later
// Offer and answer (RFC 3264) for one audio and one video stream on one port: BUNDLE (RFC 9143), rtcp-mux (RFC 5761),
// DTLS-SRTP (RFC 5763), ICE (RFC 8839).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/audio_format.h"
#include "core/model/encoded_frame.h"
#include "net/sdp/ice_attributes.h"
#include "net/secure/fingerprint.h"
#include "net/secure/srtp_keys.h"

namespace counterpoint {

/// Capabilities and wishes of this host for a call.
struct MediaCapabilities {
  std::string address = "0.0.0.0";  ///< Media address of this host, IPv4 or IPv6.
  std::uint16_t port = 0;           ///< Its UDP port, not 0.
  /// In order of preference, each at most once; without any there is no video at all.
  std::vector<VideoCodec> video_codecs{VideoCodec::kVp8, VideoCodec::kVp9};
  /// Offer stored clips (MPEG-1/2, RFC 2250) in the video stream, in place of the camera: to send and to show them.
  bool clips = false;
  bool send_video = true;
  bool receive_video = true;
  bool send_audio = true;
  bool receive_audio = true;
  /// One of kAudioPacketDurations: the audio in a packet that this host asks for, and sends as far as the peer takes
  /// it. The usual 20 ms leave the choice to the peer.
  Duration audio_packet_time = kAudioPacketDuration;
  bool stereo = true;               ///< Offer to play stereo, and say that this host may send it (RFC 7587).
  bool congestion_feedback = true;  ///< Offer reports of each packet's arrival (RFC 8888).
  bool aggregation = true;          ///< Offer several packets in one datagram.
  /// Offer to send video over TCP: the port at which this host, when called, waits for the caller's connection. For a
  /// caller, any number but 0 means the same. 0: not offered.
  std::uint16_t video_tcp_port = 0;
  bool media_state = true;   ///< Offer to say what is sent (STATE), and to hear it.
  bool messages = true;      ///< Offer to take texts and files (TEXT, FILE).
  bool early_answer = true;  ///< Offer to take an answer while it rings.
  /// Offer to tell by inboxes where this host is when both have moved: it has a node.
  bool candidate_exchange = false;
  bool retransmission = true;    ///< Offer NACK (RFC 4585) and RTX (RFC 4588) for video.
  std::uint32_t audio_ssrc = 0;  ///< The four are random and differ from each other; only the last may be 0.
  std::uint32_t video_ssrc = 0;
  std::uint32_t rtx_ssrc = 0;
  std::uint32_t fec_ssrc = 0;  ///< Offer repair packets of video (RFC 8627); 0: not offered.
  /// This host's ways to itself, as far as they are known. With credentials the peer needs some too; without, ICE is
  /// not spoken of.
  IceDescription ice;
  Fingerprint fingerprint;       ///< Names the certificate of the DTLS handshake.
  std::string tls_id;            ///< Random, 20 to 255 letters and digits (RFC 8842); empty: not told.
  std::string tool;              ///< This program and its version (RFC 8866 section 6.4); empty: not told.
  std::string cname;             ///< Random, printable, without spaces, 1 to 255 bytes (RFC 7022).
  std::uint64_t session_id = 0;  ///< Random, below 2^63.
};

/// The result of offer and answer, seen from one host. The rest of the program knows nothing else of SDP.
struct NegotiatedSession {
  /// One direction may be off; with both off the medium was refused or is inactive.
  struct Stream {
    bool send = false;
    bool receive = false;
    std::uint8_t payload_type = 0;
    std::uint8_t rtx_payload_type = 0;  ///< 0: no retransmission stream.
    std::uint32_t local_ssrc = 0;
    std::uint32_t local_rtx_ssrc = 0;
    std::uint32_t remote_ssrc = 0;      ///< 0: not told; it is that of the first packet with the payload type.
    std::uint32_t remote_rtx_ssrc = 0;  ///< 0: not told, see remote_ssrc.
    std::uint8_t fec_payload_type = 0;  ///< 0: no repair packets.
    std::uint32_t local_fec_ssrc = 0;
    std::uint32_t remote_fec_ssrc = 0;  ///< 0: not told, see remote_ssrc.
    bool operator==(const Stream&) const = default;
  };

  /// Address and port in the peer's description, which count without ICE.
  std::string remote_address;
  std::uint16_t remote_port = 0;
  IceDescription remote_ice;               ///< Empty without ICE.
  DtlsRole dtls_role = DtlsRole::kClient;  ///< Our role in the handshake.
  Fingerprint remote_fingerprint;          ///< The only certificate that the peer may show in it.
  Stream audio;
  Duration audio_packet_time =
      kAudioPacketDuration;  ///< One of kAudioPacketDurations: the audio in a packet that this host sends.
  /// One of kAudioPacketDurations, audio_packet_time at least: the most that the peer says to take.
  Duration max_audio_packet_time = kAudioPacketDurations.back();
  bool send_stereo = false;     ///< The peer would like stereo where this host has it.
  bool receive_stereo = false;  ///< The peer may send stereo.
  Stream video;
  VideoCodec video_codec = VideoCodec::kVp8;
  /// Stored clips in the video stream, in place of the camera's frames; 0: the peer takes none.
  std::uint8_t clip_payload_type = 0;
  std::uint8_t clip_rtx_payload_type = 0;  ///< 0: no retransmission stream; only with rtx.
  std::uint8_t mid_extension_id = 0;       ///< 1 to 14, or 0: do not send the header extension.
  std::string audio_mid;                   ///< Empty when there is none.
  std::string video_mid;
  bool congestion_feedback = false;     ///< RFC 8888, both ways.
  bool nack = false;                    ///< Video only.
  bool rtx = false;                     ///< Video only, and only with nack.
  bool pli = false;                     ///< Video only.
  bool reduced_size_rtcp = false;       ///< RFC 5506.
  bool aggregation = false;             ///< Several packets in one datagram, both ways.
  bool media_state = false;             ///< Each side may say what it sends (STATE).
  bool messages = false;                ///< Each side may send texts and files (TEXT, FILE).
  bool early_answer = false;            ///< The caller takes an answer while it rings.
  bool candidate_exchange = false;      ///< Both find each other by inboxes when both have moved.
  bool video_over_tcp = false;          ///< Video packets go over a TCP connection, both ways, as long as it stands.
  std::uint16_t remote_video_port = 0;  ///< A caller makes it to this port of the peer; 0 for who was called.
  std::string remote_tool;              ///< The peer's program and its version, as it says; empty when not told.
  std::string local_cname;
  std::string remote_cname;  ///< Empty when not told.
  bool operator==(const NegotiatedSession&) const = default;
};

struct Answer {
  std::string sdp;
  NegotiatedSession session;
};

/// An SDP offer of all that `local` can do.
[[nodiscard]] std::string make_offer(const MediaCapabilities& local);

/// Answers a peer's offer with what both can do: the first video codec in the offer that `local` has too. Features
/// unknown to the peer are left out. Errors: kMalformed with the line; kRefused when no medium is left, RTP and RTCP
/// cannot share a port, or the peer does not encrypt its media, or does without ICE when this host does not.
Result<Answer> make_answer(const MediaCapabilities& local, std::string_view offer);

/// Reads the peer's answer to make_offer(local). Errors: as make_answer().
Result<NegotiatedSession> accept_answer(const MediaCapabilities& local, std::string_view answer);

/// A call with oneself: what this host sends to its own address and port comes back as the peer's.
[[nodiscard]] NegotiatedSession loop_session(const MediaCapabilities& local);

}  // namespace counterpoint
