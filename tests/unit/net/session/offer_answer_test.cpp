// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/offer_answer.h"

#include <gmock/gmock.h>

#include <initializer_list>

#include "net/sdp/session_description.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MediaCapabilities caller() {
  return {.address = "192.0.2.1",
          .port = 5000,
          .audio_ssrc = 11,
          .video_ssrc = 12,
          .rtx_ssrc = 13,
          .fingerprint = {{0xC1}},
          .tls_id = "12345678901234567890",
          .cname = "caller",
          .session_id = 100};
}

MediaCapabilities callee() {
  return {.address = "2001:db8::2",
          .port = 6000,
          .audio_ssrc = 21,
          .video_ssrc = 22,
          .rtx_ssrc = 23,
          .fingerprint = {{0xC2}},
          .tls_id = "23456789012345678901",
          .cname = "callee",
          .session_id = 200};
}

/// `text` without the lines that start with one of `starts`.
std::string without_lines(std::string_view text, std::initializer_list<std::string_view> starts) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t end = text.find('\n') + 1;
    const std::string_view line = text.substr(0, end);
    const bool drop = std::ranges::any_of(starts, [&](std::string_view start) { return line.starts_with(start); });
    if (!drop) kept += line;
    text.remove_prefix(end);
  }
  return kept;
}

std::string replace(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Both sides' view of one negotiation.
struct Pair {
  NegotiatedSession caller;
  NegotiatedSession callee;
};

Pair negotiate(const MediaCapabilities& offering, const MediaCapabilities& answering) {
  const auto answer = make_answer(answering, make_offer(offering));
  EXPECT_TRUE(answer.ok()) << answer.error().message;
  const auto accepted = accept_answer(offering, answer->sdp);
  EXPECT_TRUE(accepted.ok()) << accepted.error().message;
  return {.caller = *accepted, .callee = answer->session};
}

void expect_mirrored(const NegotiatedSession::Stream& ours, const NegotiatedSession::Stream& theirs) {
  EXPECT_EQ(ours.send, theirs.receive);
  EXPECT_EQ(ours.receive, theirs.send);
  EXPECT_EQ(ours.payload_type, theirs.payload_type);
  EXPECT_EQ(ours.rtx_payload_type, theirs.rtx_payload_type);
  EXPECT_EQ(ours.local_ssrc, theirs.remote_ssrc);
  EXPECT_EQ(ours.local_rtx_ssrc, theirs.remote_rtx_ssrc);
  EXPECT_EQ(ours.remote_ssrc, theirs.local_ssrc);
  EXPECT_EQ(ours.remote_rtx_ssrc, theirs.local_rtx_ssrc);
}

void expect_mirrored(const Pair& pair) {
  expect_mirrored(pair.caller.audio, pair.callee.audio);
  expect_mirrored(pair.caller.video, pair.callee.video);
  EXPECT_EQ(pair.caller.video_codec, pair.callee.video_codec);
  EXPECT_EQ(pair.caller.mid_extension_id, pair.callee.mid_extension_id);
  EXPECT_EQ(pair.caller.audio_mid, pair.callee.audio_mid);
  EXPECT_EQ(pair.caller.video_mid, pair.callee.video_mid);
  EXPECT_EQ(pair.caller.congestion_feedback, pair.callee.congestion_feedback);
  EXPECT_EQ(pair.caller.aggregation, pair.callee.aggregation);
  EXPECT_EQ(pair.caller.video_over_tcp, pair.callee.video_over_tcp);
  EXPECT_EQ(pair.caller.dtls_role, peer_of(pair.callee.dtls_role));
  EXPECT_EQ(pair.caller.nack, pair.callee.nack);
  EXPECT_EQ(pair.caller.rtx, pair.callee.rtx);
  EXPECT_EQ(pair.caller.pli, pair.callee.pli);
  EXPECT_EQ(pair.caller.reduced_size_rtcp, pair.callee.reduced_size_rtcp);
  EXPECT_EQ(pair.caller.local_cname, pair.callee.remote_cname);
  EXPECT_EQ(pair.caller.remote_cname, pair.callee.local_cname);
}

TEST(OfferAnswer, TheOfferSaysAllWeCanDo) {
  EXPECT_EQ(make_offer(caller()),
            "v=0\r\n"
            "o=- 100 1 IN IP4 192.0.2.1\r\n"
            "s=-\r\n"
            "c=IN IP4 192.0.2.1\r\n"
            "t=0 0\r\n"
            "a=group:BUNDLE 0 1\r\n"
            "a=counterpoint-state:1\r\na=counterpoint-messages:1\r\na=counterpoint-early-answer:1\r\n"
            "m=audio 5000 UDP/TLS/RTP/SAVPF 111\r\n"
            "a=mid:0\r\n"
            "a=sendrecv\r\n"
            "a=rtcp-mux\r\n"
            "a=rtcp-rsize\r\n"
            "a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid\r\n"
            "a=rtcp-fb:* ack ccfb\r\n"
            "a=counterpoint-aggregation:1\r\n"
            "a=fingerprint:sha-256 "
            "C1:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00\r\n"
            "a=setup:actpass\r\n"
            "a=tls-id:12345678901234567890\r\n"
            "a=rtpmap:111 opus/48000/2\r\n"
            "a=fmtp:111 minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1\r\na=ptime:20\r\na=maxptime:60\r\n"
            "a=ssrc:11 cname:caller\r\n"
            "m=video 0 UDP/TLS/RTP/SAVPF 96 97 98 99\r\n"
            "a=mid:1\r\n"
            "a=bundle-only\r\n"
            "a=sendrecv\r\n"
            "a=rtcp-mux\r\n"
            "a=rtcp-rsize\r\n"
            "a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid\r\n"
            "a=rtcp-fb:* ack ccfb\r\n"
            "a=counterpoint-aggregation:1\r\n"
            "a=rtpmap:96 VP8/90000\r\n"
            "a=rtcp-fb:96 nack\r\n"
            "a=rtcp-fb:96 nack pli\r\n"
            "a=rtpmap:97 rtx/90000\r\n"
            "a=fmtp:97 apt=96\r\n"
            "a=rtpmap:98 VP9/90000\r\n"
            "a=fmtp:98 profile-id=0\r\n"
            "a=rtcp-fb:98 nack\r\n"
            "a=rtcp-fb:98 nack pli\r\n"
            "a=rtpmap:99 rtx/90000\r\n"
            "a=fmtp:99 apt=98\r\n"
            "a=ssrc-group:FID 12 13\r\n"
            "a=ssrc:12 cname:caller\r\n"
            "a=ssrc:13 cname:caller\r\n");
}

TEST(OfferAnswer, TheAnswerSaysWhatWasChosen) {
  const auto answer = make_answer(callee(), make_offer(caller()));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->sdp,
            "v=0\r\n"
            "o=- 200 1 IN IP6 2001:db8::2\r\n"
            "s=-\r\n"
            "c=IN IP6 2001:db8::2\r\n"
            "t=0 0\r\n"
            "a=group:BUNDLE 0 1\r\n"
            "a=counterpoint-state:1\r\na=counterpoint-messages:1\r\n"
            "m=audio 6000 UDP/TLS/RTP/SAVPF 111\r\n"
            "a=mid:0\r\n"
            "a=sendrecv\r\n"
            "a=rtcp-mux\r\n"
            "a=rtcp-rsize\r\n"
            "a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid\r\n"
            "a=rtcp-fb:* ack ccfb\r\n"
            "a=counterpoint-aggregation:1\r\n"
            "a=fingerprint:sha-256 "
            "C2:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00\r\n"
            "a=setup:passive\r\n"
            "a=tls-id:23456789012345678901\r\n"
            "a=rtpmap:111 opus/48000/2\r\n"
            "a=fmtp:111 minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1\r\na=ptime:20\r\na=maxptime:60\r\n"
            "a=ssrc:21 cname:callee\r\n"
            "m=video 6000 UDP/TLS/RTP/SAVPF 96 97\r\n"
            "a=mid:1\r\n"
            "a=sendrecv\r\n"
            "a=rtcp-mux\r\n"
            "a=rtcp-rsize\r\n"
            "a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid\r\n"
            "a=rtcp-fb:* ack ccfb\r\n"
            "a=counterpoint-aggregation:1\r\n"
            "a=rtpmap:96 VP8/90000\r\n"
            "a=rtcp-fb:96 nack\r\n"
            "a=rtcp-fb:96 nack pli\r\n"
            "a=rtpmap:97 rtx/90000\r\n"
            "a=fmtp:97 apt=96\r\n"
            "a=ssrc-group:FID 22 23\r\n"
            "a=ssrc:22 cname:callee\r\n"
            "a=ssrc:23 cname:callee\r\n");
}

MediaCapabilities over_tcp(MediaCapabilities capabilities, std::uint16_t port) {
  capabilities.video_tcp_port = port;
  return capabilities;
}

TEST(OfferAnswer, VideoGoesOverTcpToThePortThatTheCalleeNames) {
  const std::string offer = make_offer(over_tcp(caller(), 9));
  EXPECT_THAT(offer, HasSubstr("a=counterpoint-video-transport:tcp\r\n"));
  EXPECT_LT(offer.find("m=video"), offer.find("a=counterpoint-video-transport"));
  const Pair pair = negotiate(over_tcp(caller(), 9), over_tcp(callee(), 7000));
  expect_mirrored(pair);
  EXPECT_TRUE(pair.caller.video_over_tcp);
  EXPECT_EQ(pair.caller.remote_video_port, 7000);
  EXPECT_EQ(pair.caller.remote_port, 6000) << "everything else stays where it was";
  EXPECT_EQ(pair.callee.remote_video_port, 0) << "the caller connects";
}

TEST(OfferAnswer, VideoGoesOverTcpOnlyIfBothWantIt) {
  for (const Pair& pair : {negotiate(over_tcp(caller(), 9), callee()), negotiate(caller(), over_tcp(callee(), 7000))}) {
    EXPECT_FALSE(pair.caller.video_over_tcp);
    EXPECT_FALSE(pair.callee.video_over_tcp);
    EXPECT_TRUE(pair.caller.video.send) << "it goes as datagrams";
  }
  EXPECT_THAT(make_offer(caller()), Not(HasSubstr("video-transport")));
}

TEST(OfferAnswer, ATransportOfVideoThatMakesNoSenseIsNotUsed) {
  const std::string offer = make_offer(over_tcp(caller(), 9));
  const std::string answer = make_answer(over_tcp(callee(), 7000), offer)->sdp;
  for (const char* value : {"tcp", "tcp 0", "tcp 65536", "tcp 70 00", "tcp -1", "udp 7000", "TCP/TLS 7000", " 7000"}) {
    const auto session = accept_answer(over_tcp(caller(), 9), replace(answer, "tcp 7000", value));
    ASSERT_TRUE(session) << value;
    EXPECT_FALSE(session->video_over_tcp) << value;
    EXPECT_TRUE(session->video.send) << value;
  }
  const auto answered = make_answer(over_tcp(callee(), 7000), replace(offer, "transport:tcp", "transport:quic"));
  EXPECT_FALSE(answered->session.video_over_tcp);
  EXPECT_THAT(answered->sdp, Not(HasSubstr("video-transport")));
}

TEST(OfferAnswer, BothSidesSeeTheSameCall) {
  const Pair pair = negotiate(caller(), callee());
  expect_mirrored(pair);
  EXPECT_EQ(pair.caller.remote_address, "2001:db8::2");
  EXPECT_EQ(pair.caller.remote_port, 6000);
  EXPECT_EQ(pair.callee.remote_address, "192.0.2.1");
  EXPECT_EQ(pair.callee.remote_port, 5000);
  const NegotiatedSession::Stream audio = {
      .send = true, .receive = true, .payload_type = 111, .local_ssrc = 11, .remote_ssrc = 21};
  const NegotiatedSession::Stream video = {.send = true,
                                           .receive = true,
                                           .payload_type = 96,
                                           .rtx_payload_type = 97,
                                           .local_ssrc = 12,
                                           .local_rtx_ssrc = 13,
                                           .remote_ssrc = 22,
                                           .remote_rtx_ssrc = 23};
  EXPECT_EQ(pair.caller.audio, audio);
  EXPECT_EQ(pair.caller.video, video);
  EXPECT_EQ(pair.caller.video_codec, VideoCodec::kVp8);
  EXPECT_EQ(pair.caller.mid_extension_id, 1);
  EXPECT_EQ(pair.caller.audio_mid, "0");
  EXPECT_EQ(pair.caller.video_mid, "1");
  EXPECT_TRUE(pair.caller.congestion_feedback);
  EXPECT_TRUE(pair.caller.nack);
  EXPECT_TRUE(pair.caller.rtx);
  EXPECT_TRUE(pair.caller.pli);
  EXPECT_TRUE(pair.caller.reduced_size_rtcp);
  EXPECT_EQ(pair.caller.remote_cname, "callee");
}

TEST(OfferAnswer, ClipsShareTheVideoStreamIfBothTakeThem) {
  MediaCapabilities offering = caller();
  MediaCapabilities answering = callee();
  offering.clips = true;
  EXPECT_EQ(negotiate(offering, answering).caller.clip_payload_type, 0);
  EXPECT_EQ(negotiate(offering, answering).callee.clip_payload_type, 0);
  answering.clips = true;
  const Pair pair = negotiate(offering, answering);
  expect_mirrored(pair);
  for (const NegotiatedSession& session : {pair.caller, pair.callee}) {
    EXPECT_EQ(session.video_codec, VideoCodec::kVp8);
    EXPECT_EQ(session.clip_payload_type, 32);
    EXPECT_EQ(session.clip_rtx_payload_type, 100);
  }
  EXPECT_THAT(make_offer(offering), HasSubstr("a=rtpmap:32 MPV/90000\r\n"));
  offering.retransmission = false;
  EXPECT_EQ(negotiate(offering, answering).caller.clip_payload_type, 32);
  EXPECT_EQ(negotiate(offering, answering).caller.clip_rtx_payload_type, 0);
}

TEST(OfferAnswer, TheCallersPreferredCodecThatBothHaveIsChosen) {
  MediaCapabilities offering = caller();
  offering.video_codecs = {VideoCodec::kVp9, VideoCodec::kVp8};
  EXPECT_EQ(negotiate(offering, callee()).callee.video_codec, VideoCodec::kVp9);
  EXPECT_EQ(negotiate(offering, callee()).caller.video.payload_type, 98);
  EXPECT_EQ(negotiate(offering, callee()).caller.video.rtx_payload_type, 99);

  MediaCapabilities answering = callee();
  answering.video_codecs = {VideoCodec::kVp8};
  const Pair pair = negotiate(offering, answering);
  expect_mirrored(pair);
  EXPECT_EQ(pair.caller.video_codec, VideoCodec::kVp8);
}

TEST(OfferAnswer, DirectionsMeet) {
  MediaCapabilities offering = caller();
  offering.send_video = false;
  MediaCapabilities answering = callee();
  answering.receive_audio = false;
  const Pair pair = negotiate(offering, answering);
  expect_mirrored(pair);
  EXPECT_FALSE(pair.caller.video.send);
  EXPECT_TRUE(pair.caller.video.receive);
  EXPECT_FALSE(pair.caller.audio.send);
  EXPECT_TRUE(pair.caller.audio.receive);
}

TEST(OfferAnswer, AHostThatDoesNotWantVideoDoesNotOfferIt) {
  MediaCapabilities offering = caller();
  offering.send_video = offering.receive_video = false;
  EXPECT_THAT(make_offer(offering), Not(HasSubstr("m=video")));
  const Pair pair = negotiate(offering, callee());
  expect_mirrored(pair);
  EXPECT_TRUE(pair.caller.audio.send);
  EXPECT_EQ(pair.caller.video, NegotiatedSession::Stream{});
}

TEST(OfferAnswer, AHostWithoutVideoRefusesItAndTalks) {
  MediaCapabilities answering = callee();
  answering.video_codecs.clear();
  const auto answer = make_answer(answering, make_offer(caller()));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_THAT(answer->sdp, HasSubstr("m=video 0 UDP/TLS/RTP/SAVPF 96\r\n"));
  EXPECT_THAT(answer->sdp, HasSubstr("a=group:BUNDLE 0\r\n"));
  const Pair pair = negotiate(caller(), answering);
  expect_mirrored(pair);
  EXPECT_TRUE(pair.caller.audio.send);
  EXPECT_EQ(pair.caller.video, NegotiatedSession::Stream{});
  EXPECT_TRUE(pair.caller.congestion_feedback);
}

TEST(OfferAnswer, WhatOneSideDoesNotWantIsLeftOut) {
  MediaCapabilities plain = callee();
  plain.congestion_feedback = false;
  plain.retransmission = false;
  for (const Pair& pair : {negotiate(caller(), plain), negotiate(plain, caller())}) {
    expect_mirrored(pair);
    EXPECT_FALSE(pair.caller.congestion_feedback);
    EXPECT_FALSE(pair.caller.nack);
    EXPECT_FALSE(pair.caller.rtx);
    EXPECT_TRUE(pair.caller.pli);
    EXPECT_EQ(pair.caller.video.rtx_payload_type, 0);
    EXPECT_TRUE(pair.caller.video.send);
  }
}

TEST(OfferAnswer, APeerWithoutOurExtrasGetsAPlainCall) {
  const std::string offer =
      without_lines(make_offer(caller()), {"a=rtcp-fb", "a=rtcp-rsize", "a=extmap", "a=ssrc", "a=fmtp"});
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  const NegotiatedSession& session = answer->session;
  EXPECT_TRUE(session.audio.send && session.audio.receive && session.video.send && session.video.receive);
  EXPECT_FALSE(session.congestion_feedback || session.nack || session.rtx || session.pli || session.reduced_size_rtcp);
  EXPECT_EQ(session.video.rtx_payload_type, 0);
  EXPECT_EQ(session.mid_extension_id, 0);
  EXPECT_EQ(session.audio.remote_ssrc, 0U);
  EXPECT_EQ(session.remote_cname, "");
  for (const char* extra : {"rtcp-fb", "rsize", "extmap", "rtx", "FID"}) {
    EXPECT_THAT(answer->sdp, Not(HasSubstr(extra)));
  }
  EXPECT_TRUE(accept_answer(caller(), answer->sdp).ok());
}

TEST(OfferAnswer, CongestionFeedbackNeedsBothMedia) {
  const std::string offer = replace(make_offer(caller()), "a=rtcp-fb:* ack ccfb\r\n", "");
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer.ok());
  EXPECT_FALSE(answer->session.congestion_feedback);
  EXPECT_THAT(answer->sdp, Not(HasSubstr("ccfb")));
}

/// In the shape in which browsers offer, but for connectivity checks.
constexpr std::string_view kBrowserLikeOffer =
    "v=0\r\n"
    "o=mozilla 4611731400430051336 2 IN IP6 ::1\r\n"
    "s=-\r\n"
    "t=0 0\r\n"
    "a=group:BUNDLE audio0 data v1\r\n"
    "a=extmap-allow-mixed\r\n"
    "a=msid-semantic: WMS stream\r\n"
    "m=audio 9000 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126\r\n"
    "c=IN IP6 2001:db8::5\r\n"
    "a=rtcp:9 IN IP4 0.0.0.0\r\n"
    "a=candidate:1 1 udp 2122260223 192.0.2.5 9000 typ host generation 0\r\n"
    "a=ice-ufrag:x\r\n"
    "a=fingerprint:sha-1 B5:B5\r\n"
    "a=fingerprint:SHA-256 "
    "b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5:b5\r\n"
    "a=setup:actpass\r\n"
    "a=mid:audio0\r\n"
    "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n"
    "a=extmap:4/sendrecv urn:ietf:params:rtp-hdrext:sdes:mid\r\n"
    "a=sendrecv\r\n"
    "a=msid:stream track\r\n"
    "a=rtcp-mux\r\n"
    "a=rtpmap:111 opus/48000/2\r\n"
    "a=rtcp-fb:111 transport-cc\r\n"
    "a=fmtp:111 minptime=10;useinbandfec=1\r\n"
    "a=rtpmap:63 red/48000/2\r\n"
    "a=rtpmap:9 G722/8000\r\n"
    "a=ssrc:3001 cname:browser\r\n"
    "a=ssrc:3001 msid:stream track\r\n"
    "m=application 9000 UDP/DTLS/SCTP webrtc-datachannel\r\n"
    "c=IN IP6 2001:db8::5\r\n"
    "a=mid:data\r\n"
    "a=sctp-port:5000\r\n"
    "m=video 9000 UDP/TLS/RTP/SAVPF 45 46 100 101 102 103 104 105\r\n"
    "c=IN IP6 2001:db8::5\r\n"
    "a=mid:v1\r\n"
    "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid\r\n"
    "a=extmap:3 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time\r\n"
    "a=recvonly\r\n"
    "a=rtcp-mux\r\n"
    "a=rtcp-rsize\r\n"
    "a=rtpmap:45 AV1/90000\r\n"
    "a=rtpmap:46 rtx/90000\r\n"
    "a=fmtp:46 apt=45\r\n"
    "a=rtpmap:100 vp9/90000\r\n"
    "a=fmtp:100 profile-id=2\r\n"
    "a=rtpmap:101 rtx/90000\r\n"
    "a=fmtp:101 apt=100\r\n"
    "a=rtpmap:102 vp9/90000\r\n"
    "a=rtcp-fb:102 goog-remb\r\n"
    "a=rtcp-fb:102 transport-cc\r\n"
    "a=rtcp-fb:102 ccm fir\r\n"
    "a=rtcp-fb:102 nack\r\n"
    "a=rtcp-fb:102 nack pli\r\n"
    "a=fmtp:102 max-fs=12288; profile-id=0\r\n"
    "a=rtpmap:103 rtx/90000\r\n"
    "a=fmtp:103 apt=102;rtx-time=3000\r\n"
    "a=rtpmap:104 VP8/90000\r\n"
    "a=rtpmap:105 ulpfec/90000\r\n"
    "a=ssrc-group:FID 3002 3003\r\n"
    "a=ssrc:3002 cname:browser\r\n"
    "a=ssrc:3003 cname:browser\r\n";

TEST(OfferAnswer, UnderstandsABrowserLikeOffer) {
  const auto answer = make_answer(callee(), kBrowserLikeOffer);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  const NegotiatedSession& session = answer->session;
  EXPECT_EQ(session.remote_address, "2001:db8::5");
  EXPECT_EQ(session.remote_port, 9000);
  EXPECT_THAT(to_string(session.remote_fingerprint), testing::StartsWith("B5:B5"));
  EXPECT_EQ(session.dtls_role, DtlsRole::kClient);
  const NegotiatedSession::Stream audio = {
      .send = true, .receive = true, .payload_type = 111, .local_ssrc = 21, .remote_ssrc = 3001};
  const NegotiatedSession::Stream video = {.send = true,
                                           .receive = false,
                                           .payload_type = 102,
                                           .rtx_payload_type = 103,
                                           .local_ssrc = 22,
                                           .local_rtx_ssrc = 23,
                                           .remote_ssrc = 3002,
                                           .remote_rtx_ssrc = 3003};
  EXPECT_EQ(session.audio, audio);
  EXPECT_EQ(session.video, video);
  EXPECT_EQ(session.video_codec, VideoCodec::kVp9);
  EXPECT_EQ(session.mid_extension_id, 4);
  EXPECT_EQ(session.audio_mid, "audio0");
  EXPECT_EQ(session.video_mid, "v1");
  EXPECT_EQ(session.remote_cname, "browser");
  EXPECT_TRUE(session.nack && session.rtx && session.pli);
  EXPECT_FALSE(session.congestion_feedback);
  EXPECT_FALSE(session.reduced_size_rtcp);

  const auto parsed = parse_sdp(answer->sdp);
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  ASSERT_EQ(parsed->media.size(), 3U);
  EXPECT_EQ(parsed->media[0].port, 6000);
  EXPECT_EQ(parsed->media[1].kind, "application");
  EXPECT_EQ(parsed->media[1].port, 0);
  EXPECT_EQ(parsed->media[2].port, 6000);
  EXPECT_EQ(*find_attribute(parsed->attributes, "group"), "BUNDLE audio0 v1");
  EXPECT_THAT(answer->sdp, HasSubstr("a=sendonly"));
}

TEST(OfferAnswer, WithoutBundleThereIsAudioOnly) {
  const std::string offer =
      replace(without_lines(make_offer(caller()), {"a=group", "a=bundle-only"}), "m=video 0", "m=video 5002");
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_TRUE(answer->session.audio.send);
  EXPECT_EQ(answer->session.video, NegotiatedSession::Stream{});
  EXPECT_EQ(answer->session.remote_port, 5000);
  EXPECT_THAT(answer->sdp, HasSubstr("m=video 0 "));
  EXPECT_THAT(answer->sdp, Not(HasSubstr("BUNDLE")));
}

TEST(OfferAnswer, VideoAloneNeedsNoBundle) {
  const std::string offer =
      "v=0\no=- 1 1 IN IP4 192.0.2.9\ns=-\nc=IN IP4 192.0.2.9\nt=0 0\n"
      "m=video 7000 UDP/TLS/RTP/SAVP 120\na=rtcp-mux\na=rtpmap:120 VP8/90000\na=sendonly\na=setup:actpass\n"
      "a=fingerprint:sha-256 " +
      to_string(Fingerprint{}) + "\n";
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_TRUE(answer->session.video.receive);
  EXPECT_FALSE(answer->session.video.send);
  EXPECT_EQ(answer->session.video.payload_type, 120);
  EXPECT_EQ(answer->session.remote_port, 7000);
  EXPECT_THAT(answer->sdp, HasSubstr("m=video 6000 UDP/TLS/RTP/SAVP 120\r\na=recvonly"));
}

TEST(OfferAnswer, BundledVideoTakesThePortOfARefusedMedium) {
  const std::string offer = replace(make_offer(caller()), "opus/48000/2", "PCMU/8000");
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_FALSE(answer->session.audio.send);
  EXPECT_TRUE(answer->session.video.send);
  EXPECT_EQ(answer->session.remote_port, 5000);
}

TEST(OfferAnswer, RefusesWhatLeavesNoMedium) {
  const auto reason = [](const std::string& offer) {
    const auto answer = make_answer(callee(), offer);
    EXPECT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::kRefused);
    return answer.error().message.text();
  };
  EXPECT_THAT(reason(without_lines(make_offer(caller()), {"a=rtcp-mux"})), HasSubstr("a=rtcp-mux"));
  EXPECT_THAT(reason(without_lines(make_offer(caller()), {"a=rtpmap"})), HasSubstr("audio: no Opus; video: no common"));
  EXPECT_THAT(reason(replace(make_offer(caller()), "m=audio 5000", "m=audio 0").substr(0, 200)), HasSubstr("refused"));
  EXPECT_THAT(reason("v=0\no=- 1 1 IN IP4 192.0.2.9\ns=-\n"), HasSubstr("neither audio nor video"));
}

TEST(OfferAnswer, MalformedTextIsRefusedWithItsLine) {
  const auto answer = make_answer(callee(), replace(make_offer(caller()), "m=audio 5000", "m=audio fivethousand"));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().kind, ErrorKind::kMalformed);
  EXPECT_THAT(answer.error().message.text(), HasSubstr("line 10"));
  EXPECT_FALSE(accept_answer(caller(), "hello").ok());
}

TEST(OfferAnswer, AnAddressIsNeeded) {
  const auto answer = make_answer(callee(), without_lines(make_offer(caller()), {"c="}));
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.error().message.text(), HasSubstr("c="));
}

TEST(OfferAnswer, TheAnswerMustKeepToTheOffer) {
  const std::string answer = make_answer(callee(), make_offer(caller()))->sdp;
  EXPECT_FALSE(accept_answer(caller(), answer + "m=audio 1 UDP/TLS/RTP/SAVPF 111\r\n").ok());
  EXPECT_FALSE(accept_answer(caller(), replace(answer, "m=audio", "m=video")).ok());

  // Payload types that were not offered are not understood as ours.
  const auto other_video =
      accept_answer(caller(), replace(replace(answer, "AVPF 96 97", "AVPF 100 97"), "map:96", "map:100"));
  ASSERT_TRUE(other_video.ok()) << other_video.error().message;
  EXPECT_EQ(other_video->video, NegotiatedSession::Stream{});
  const auto other_rtx = accept_answer(caller(), replace(answer, "apt=96", "apt=98"));
  ASSERT_TRUE(other_rtx.ok());
  EXPECT_FALSE(other_rtx->rtx);
  EXPECT_TRUE(other_rtx->nack);
}

TEST(OfferAnswer, AnAnswerThatEndsAfterTheAudioIsAnAudioCall) {
  const std::string answer = make_answer(callee(), make_offer(caller()))->sdp;
  const auto session = accept_answer(caller(), std::string_view(answer).substr(0, answer.find("m=video")));
  ASSERT_TRUE(session.ok()) << session.error().message;
  EXPECT_TRUE(session->audio.receive);
  EXPECT_EQ(session->video, NegotiatedSession::Stream{});
}

TEST(OfferAnswer, PayloadTypesThatLookLikeRtcpAreNotUsed) {
  const std::string offer = replace(replace(make_offer(caller()), "AVPF 111", "AVPF 72"), "map:111", "map:72");
  const auto answer = make_answer(callee(), offer);
  ASSERT_TRUE(answer.ok());
  EXPECT_FALSE(answer->session.audio.send);
}

TEST(OfferAnswer, ALoopHearsItself) {
  const NegotiatedSession session = loop_session(caller());
  EXPECT_EQ(session.remote_address, "192.0.2.1");
  EXPECT_EQ(session.remote_port, 5000);
  EXPECT_EQ(session.audio.local_ssrc, session.audio.remote_ssrc);
  EXPECT_EQ(session.video.local_ssrc, 12U);
  EXPECT_EQ(session.video.local_ssrc, session.video.remote_ssrc);
  EXPECT_EQ(session.video.local_rtx_ssrc, session.video.remote_rtx_ssrc);
  EXPECT_TRUE(session.audio.send && session.audio.receive && session.video.send && session.video.receive);
  EXPECT_TRUE(session.congestion_feedback && session.nack && session.rtx && session.pli);
  EXPECT_EQ(session.local_cname, session.remote_cname);

  MediaCapabilities deaf = caller();
  deaf.receive_video = false;
  deaf.video_codecs = {VideoCodec::kVp9};
  EXPECT_TRUE(loop_session(deaf).video.send);
  EXPECT_FALSE(loop_session(deaf).video.receive);
  EXPECT_EQ(loop_session(deaf).video_codec, VideoCodec::kVp9);
}

}  // namespace
}  // namespace counterpoint
