// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/rtp_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "app/stream/unprotected_packets.h"
#include "core/model/mpeg_picture.h"
#include "net/rtp/datagram_kind.h"
#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Duration kDelay = 20ms;

MediaCapabilities host(std::uint32_t number) {
  return {.port = 1,
          .audio_ssrc = number * 16 + 1,
          .video_ssrc = number * 16 + 2,
          .rtx_ssrc = number * 16 + 3,
          .cname = "host" + std::to_string(number),
          .session_id = number};
}

/// A frame of an MPEG clip, six slices of 500 bytes.
Bytes mpeg_frame(bool intra) {
  Bytes data;
  const auto append = [&data](const Bytes& bytes) { data.insert(data.end(), bytes.begin(), bytes.end()); };
  if (intra) append({0, 0, 1, kMpegSequenceHeader, 9, 9, 9, 9});
  append(write_mpeg_picture_header(
      {.type = intra ? MpegPictureType::kI : MpegPictureType::kP, .coding_extension = 3U << 10}));
  for (std::uint8_t row = 1; row <= 6; ++row) {
    Bytes slice(500, 0x5A);
    std::ranges::copy(Bytes{0, 0, 1, row}, slice.begin());
    append(slice);
  }
  return data;
}

/// Two sessions with 20 ms between them, and the datagrams that passed.
class RtpSessionTest : public testing::Test {
 protected:
  struct Passing {
    Timestamp at;
    Bytes data;
    bool to_b;
  };

  [[nodiscard]] std::shared_ptr<PacketProtection> protection(DtlsRole role) const {
    if (!encrypted_) return std::make_shared<UnprotectedPackets>();
    auto protector = SrtpProtector::create(keys_from_seed(1, role));
    EXPECT_TRUE(protector);
    return std::move(*protector);
  }
  /// `change` alters what was agreed upon, for both.
  void connect(
      const std::function<void(NegotiatedSession&)>& change = [](NegotiatedSession&) {}, const char* mode = "fixed") {
    const auto answer = make_answer(host(2), make_offer(host(1)));
    ASSERT_TRUE(answer);
    NegotiatedSession of_a = *accept_answer(host(1), answer->sdp);
    NegotiatedSession of_b = answer->session;
    change(of_a);
    change(of_b);
    const RtpSession::Config config{
        .mode = {.mode = find_mode(mode), .parameters = {}},
        .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(800), FrameRate::per_second(25), {640, 360})};
    a_ = std::make_unique<RtpSession>(config, of_a, protection(DtlsRole::kServer), 1, now_);
    b_ = std::make_unique<RtpSession>(config, of_b, protection(DtlsRole::kClient), 2, now_);
  }

  /// a sends audio and frames for `duration`; `lose` says which datagrams get lost on the way to b.
  void run(
      Duration duration, const std::function<bool(const Bytes&)>& lose = [](const Bytes&) { return false; }) {
    for (const Timestamp end = now_ + duration; now_ < end; now_ += 1ms) {
      const auto elapsed = (now_ - kStart) / 1ms;
      if (sending_ && elapsed % 20 == 0) a_->send_audio({.data = Bytes(60, 0x78), .captured_at = now_ - 20ms}, now_);
      if (sending_ && elapsed % 40 == 0) send_frame();
      for (const bool to_b : {true, false}) {
        RtpSession& session = to_b ? *a_ : *b_;
        session.poll(now_);
        if (to_b) session.set_video_stream(video_stream_);
        while (auto datagram = session.poll_transmit(now_)) {
          if (to_b && lose(datagram->data)) continue;
          passing_.push_back({now_ + kDelay, std::move(datagram->data), to_b});
        }
        if (auto packet = session.poll_stream(now_)) {
          EXPECT_EQ(video_stream_, StreamReadiness::kReady);
          over_stream_.push_back(*packet);
          passing_.push_back({now_ + kDelay, std::move(*packet), to_b});
        }
      }
      deliver();
      while (auto frame = b_->next_video(now_)) frames_.push_back(*frame);
      collect_events(*a_, a_events_);
      collect_events(*b_, b_events_);
    }
  }
  void send_frame() {
    if (clip_) {
      a_->send_video({.data = mpeg_frame(key_frame_), .codec = VideoCodec::kMpeg, .captured_at = now_}, now_);
      key_frame_ = false;
      return;
    }
    a_->send_video({.data = Bytes(3000, static_cast<std::uint8_t>(key_frame_ ? 0 : 1)),
                    .codec = VideoCodec::kVp8,
                    .key_frame = key_frame_,
                    .size = {64, 64},
                    .captured_at = now_},
                   now_);
    key_frame_ = false;
  }
  void deliver() {
    while (!passing_.empty() && passing_.front().at <= now_) {
      const Passing passing = std::move(passing_.front());
      passing_.pop_front();
      (passing.to_b ? *b_ : *a_).handle_datagram({.data = passing.data, .arrived_at = now_}, now_);
      if (!passing.to_b && classify(passing.data) == DatagramKind::kRtcp) reports_of_b_.push_back(passing.data);
    }
  }
  void collect_events(RtpSession& session, std::vector<SessionEvent>& events) const {
    while (auto event = session.poll_event()) events.push_back(std::move(*event));
  }
  template <typename Event>
  static std::size_t count(const std::vector<SessionEvent>& events) {
    return static_cast<std::size_t>(
        std::ranges::count_if(events, [](const SessionEvent& e) { return std::holds_alternative<Event>(e); }));
  }
  [[nodiscard]] static SessionStats stats(const RtpSession& session) {
    SessionStats stats;
    session.fill_statistics(stats);
    return stats;
  }
  void give_a(const std::vector<RtcpPacket>& packets) {
    a_->handle_datagram({.data = serialize(packets), .arrived_at = now_}, now_);
    collect_events(*a_, a_events_);
  }

  Timestamp now_ = kStart;
  std::unique_ptr<RtpSession> a_;
  std::unique_ptr<RtpSession> b_;
  bool encrypted_ = false;  ///< False: the tests can look into reports.
  bool sending_ = true;
  bool key_frame_ = true;
  bool clip_ = false;                                      ///< a sends frames of a clip.
  StreamReadiness video_stream_ = StreamReadiness::kNone;  ///< State of a's stream of video.
  std::vector<Bytes> over_stream_;
  std::deque<Passing> passing_;
  std::vector<FrameToDecode> frames_;
  std::vector<Bytes> reports_of_b_;
  std::vector<SessionEvent> a_events_;
  std::vector<SessionEvent> b_events_;
};

/// Loses RTP packets of the stream `ssrc` by their place in it.
class Loser {
 public:
  Loser(std::uint32_t ssrc, std::function<bool(int)> which) : ssrc_(ssrc), which_(std::move(which)) {}
  bool operator()(const Bytes& datagram) {
    const auto packet = parse_rtp(datagram);
    return classify(datagram) == DatagramKind::kRtp && packet && packet->ssrc == ssrc_ && which_(place_++);
  }

 private:
  std::uint32_t ssrc_;
  std::function<bool(int)> which_;
  int place_ = 0;
};

constexpr std::uint32_t kVideoOfA = 18;

TEST_F(RtpSessionTest, CarriesAudioAndFrames) {
  connect();
  run(2s);
  EXPECT_GE(frames_.size(), 48U);
  for (const FrameToDecode& frame : frames_) EXPECT_EQ(frame.data.size(), 3000U);
  EXPECT_NEAR(to_seconds(frames_.back().capture_time), to_seconds(now_.time_since_epoch()), 0.1)
      << "the sender report has told when it was taken";
  const SessionStats at_a = stats(*a_);
  const SessionStats at_b = stats(*b_);
  EXPECT_EQ(at_a.audio_out.packets_sent, 100U);
  EXPECT_GE(at_b.audio_in.packets_received, 98U);
  EXPECT_EQ(at_b.audio_in.packet_duration, 0.02);
  EXPECT_EQ(at_b.video_in.packet_duration, 0);
  EXPECT_EQ(at_b.transport.malformed_packets, 0U);
  EXPECT_EQ(at_a.transport.malformed_packets, 0U);
}

TEST_F(RtpSessionTest, AllVideoGoesOverAStreamThatIsReadyAndNothingElse) {
  connect();
  video_stream_ = StreamReadiness::kReady;
  std::size_t datagrams_of_video = 0;
  const Loser video(kVideoOfA, [&](int) { return ++datagrams_of_video, false; });
  run(2s, video);
  EXPECT_EQ(datagrams_of_video, 0U);
  EXPECT_GE(frames_.size(), 48U);
  EXPECT_GE(over_stream_.size(), 3 * 48U);
  for (const Bytes& packet : over_stream_) {
    ASSERT_EQ(classify(packet), DatagramKind::kRtp);
    EXPECT_EQ(parse_rtp(packet)->ssrc, kVideoOfA);
  }
  EXPECT_EQ(stats(*a_).video_out.packets_sent, over_stream_.size());
  EXPECT_EQ(stats(*a_).audio_out.packets_sent, 100U);
  EXPECT_GT(count<FeedbackReport>(a_events_), 5U) << "the peer reports of what came over the stream too";
}

TEST_F(RtpSessionTest, VideoThatAStreamCannotTakeWaitsAndSoundDoesNot) {
  connect();
  video_stream_ = StreamReadiness::kBusy;
  run(400ms);
  EXPECT_TRUE(over_stream_.empty());
  EXPECT_EQ(stats(*a_).video_out.packets_sent, 0U);
  EXPECT_EQ(stats(*a_).audio_out.packets_sent, 20U);
  EXPECT_FALSE(a_->has_room_for_video(now_)) << "a frame more would come too late";
  video_stream_ = StreamReadiness::kReady;
  run(1s);
  EXPECT_TRUE(a_->has_room_for_video(now_));
  EXPECT_GE(frames_.size(), 30U);
}

TEST_F(RtpSessionTest, OnceTheStreamIsGoneVideoGoesAsDatagramsAndWhatWasLostIsRepaired) {
  connect();
  video_stream_ = StreamReadiness::kReady;
  run(1s);
  const std::size_t before = over_stream_.size();
  // Data under way in the connection is lost with it.
  std::erase_if(passing_, [](const Passing& passing) { return passing.to_b && passing.data.size() > 500; });
  video_stream_ = StreamReadiness::kNone;
  run(2s);
  EXPECT_EQ(over_stream_.size(), before);
  EXPECT_GE(frames_.size(), 72U);
  EXPECT_EQ(count<AskedForKeyFrame>(b_events_), 0U);
}

TEST_F(RtpSessionTest, MeasuresTheRoundTrip) {
  connect();
  run(3s);
  EXPECT_NEAR(stats(*a_).video_remote.round_trip_time, 0.040, 0.003);
  EXPECT_GT(count<FeedbackReport>(a_events_), 5U);
}

TEST_F(RtpSessionTest, MeasuresLoss) {
  connect([](NegotiatedSession& s) { s.nack = s.rtx = false; });
  run(6s, [n = 0](const Bytes& datagram) mutable {
    return classify(datagram) == DatagramKind::kRtp && datagram.size() < 200 && ++n % 5 == 0;
  });
  EXPECT_NEAR(stats(*a_).audio_remote.fraction_lost, 0.2, 0.05);
  EXPECT_NEAR(a_->audio_loss(), 0.2, 0.06);
}

TEST_F(RtpSessionTest, RepairsLossesByRetransmission) {
  connect();
  run(3s, Loser(kVideoOfA, [](int place) { return place % 10 == 5; }));
  EXPECT_GE(frames_.size(), 70U);
  EXPECT_EQ(count<AskedForKeyFrame>(b_events_), 0U);
  EXPECT_GT(stats(*a_).video_out.retransmitted_packets_sent, 15U);
  EXPECT_GE(stats(*a_).video_out.nack_count, stats(*a_).video_out.retransmitted_packets_sent);
}

TEST_F(RtpSessionTest, AProbeRepeatsPacketsAndThePeerShowsEachFrameOnce) {
  connect([](NegotiatedSession&) {}, "gcc");
  std::size_t repeated = 0;
  run(2s, [&](const Bytes& datagram) {
    const auto packet = parse_rtp(datagram);
    if (packet && packet->ssrc == host(1).rtx_ssrc) ++repeated;
    return false;
  });
  EXPECT_GE(repeated, 5U);
  EXPECT_GE(frames_.size(), 48U);
  const auto not_later = [](const FrameToDecode& a, const FrameToDecode& b) { return b.timestamp <= a.timestamp; };
  EXPECT_EQ(std::ranges::adjacent_find(frames_, not_later), frames_.end());
  EXPECT_EQ(stats(*a_).video_out.nack_count, 0U);
}

TEST_F(RtpSessionTest, AClipTakesTheCamerasPlaceInTheSameStream) {
  connect([](NegotiatedSession& s) {
    s.clip_payload_type = 32;
    s.clip_rtx_payload_type = 100;
  });
  run(1s);
  clip_ = true;
  key_frame_ = true;
  run(2s, Loser(kVideoOfA, [](int place) { return place % 10 == 5; }));
  clip_ = false;
  key_frame_ = true;
  run(1s);
  const auto of_clip = [](const FrameToDecode& frame) { return frame.codec == VideoCodec::kMpeg; };
  EXPECT_NEAR(static_cast<double>(std::ranges::count_if(frames_, of_clip)), 50, 2);
  EXPECT_GE(frames_.size(), 97U);
  const auto first = std::ranges::find_if(frames_, of_clip);
  ASSERT_NE(first, frames_.end());
  EXPECT_TRUE(first->key_frame);
  for (const FrameToDecode& frame : frames_) {
    EXPECT_TRUE(!of_clip(frame) || frame.data == mpeg_frame(frame.key_frame));
  }
  EXPECT_GT(stats(*a_).video_out.retransmitted_packets_sent, 10U);
  EXPECT_EQ(count<AskedForKeyFrame>(b_events_), 0U);
}

TEST_F(RtpSessionTest, PicturesOfAClipComeDamagedRatherThanNotAtAll) {
  connect([](NegotiatedSession& s) {
    s.clip_payload_type = 32;
    s.nack = s.rtx = false;
  });
  clip_ = true;
  run(1s);
  const std::size_t whole = frames_.size();
  run(2s, Loser(kVideoOfA, [](int place) { return place % 7 == 3; }));
  run(500ms);
  EXPECT_GE(frames_.size(), 80U) << "of 87; none waits for a key frame";
  EXPECT_EQ(count<AskedForKeyFrame>(b_events_), 0U);
  std::size_t damaged = 0;
  std::int64_t last = 0;
  for (const FrameToDecode& frame : frames_) {
    EXPECT_GT(frame.last_sequence, last) << "in the order of decoding, and none twice";
    last = frame.last_sequence;
    EXPECT_EQ(frame.damaged, frame.data != mpeg_frame(frame.key_frame));
    EXPECT_TRUE(read_mpeg_picture_header(frame.data)) << "made anew where it was lost";
    damaged += frame.damaged ? 1 : 0;
  }
  EXPECT_GT(damaged, 15U);
  EXPECT_TRUE(std::none_of(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(whole),
                           [](const FrameToDecode& frame) { return frame.damaged; }));
  for (const SessionEvent& event : a_events_) EXPECT_FALSE(std::holds_alternative<PeerWantsKeyFrame>(event));
}

TEST_F(RtpSessionTest, AClipGoesOnAfterAnOutage) {
  connect([](NegotiatedSession& s) { s.clip_payload_type = 32; });
  clip_ = true;
  run(1s);
  run(1s, Loser(kVideoOfA, [](int) { return true; }));
  frames_.clear();
  run(1s);
  EXPECT_GE(frames_.size(), 15U);
}

TEST_F(RtpSessionTest, NoClipIsSentToWhoTakesNone) {
  connect();
  clip_ = true;
  run(500ms);
  EXPECT_EQ(stats(*a_).video_out.packets_sent, 0U);
  EXPECT_TRUE(frames_.empty());
}

TEST_F(RtpSessionTest, RepairsLossesForAPeerWithoutRtx) {
  connect([](NegotiatedSession& s) { s.rtx = false; });
  run(3s, Loser(kVideoOfA, [](int place) { return place % 10 == 5; }));
  EXPECT_GE(frames_.size(), 68U);
  EXPECT_EQ(count<AskedForKeyFrame>(b_events_), 0U);
}

TEST_F(RtpSessionTest, AsksForAKeyFrameWhenARepairIsImpossible) {
  connect([](NegotiatedSession& s) { s.nack = s.rtx = false; });
  run(3s, Loser(kVideoOfA, [](int place) { return place == 30; }));
  EXPECT_GE(count<AskedForKeyFrame>(b_events_), 1U);
  EXPECT_GE(count<PeerWantsKeyFrame>(a_events_), 1U);
  const std::size_t before = frames_.size();
  EXPECT_LT(before, 20U) << "nothing decodable comes after the gap";
  key_frame_ = true;
  run(1s);
  EXPECT_GE(frames_.size(), before + 20);
}

TEST_F(RtpSessionTest, WithoutPliIsContentAfterALossThatNothingRepairs) {
  connect([](NegotiatedSession& s) { s.nack = s.rtx = s.pli = false; });
  run(2s, Loser(kVideoOfA, [](int place) { return place == 30; }));
  sending_ = false;
  run(500ms);
  b_->poll(now_);
  while (b_->poll_transmit(now_)) {
  }
  EXPECT_GT(b_->next_deadline(), now_) << "a deadline that has passed for good keeps a thread busy for ever";
  EXPECT_EQ(stats(*b_).video_in.pli_count, 0U);
}

TEST_F(RtpSessionTest, SendsCompoundReportsToAPeerThatWantsThem) {
  connect([](NegotiatedSession& s) { s.reduced_size_rtcp = false; });
  run(2s, Loser(kVideoOfA, [](int place) { return place % 10 == 5; }));
  ASSERT_GT(reports_of_b_.size(), 10U);
  for (const Bytes& datagram : reports_of_b_) {
    const auto packets = parse_rtcp(datagram);
    ASSERT_TRUE(packets);
    ASSERT_GE(packets->size(), 2U);
    EXPECT_TRUE(std::holds_alternative<ReceiverReport>(packets->front()) ||
                std::holds_alternative<SenderReport>(packets->front()));
    EXPECT_TRUE(std::holds_alternative<SourceDescription>((*packets)[1]));
  }
}

TEST_F(RtpSessionTest, SendsReportsOfArrivalOnlyIfAgreedUpon) {
  connect([](NegotiatedSession& s) { s.congestion_feedback = false; });
  run(2s);
  EXPECT_EQ(count<FeedbackReport>(a_events_), 0U);
  for (const Bytes& datagram : reports_of_b_) {
    const auto packets = parse_rtcp(datagram);
    ASSERT_TRUE(packets);
    for (const RtcpPacket& packet : *packets) {
      EXPECT_FALSE(std::holds_alternative<CongestionFeedback>(packet));
    }
  }
}

TEST_F(RtpSessionTest, SaysGoodbye) {
  connect();
  run(500ms);
  b_->handle_datagram({.data = a_->make_goodbye(now_), .arrived_at = now_}, now_);
  collect_events(*b_, b_events_);
  EXPECT_EQ(count<PeerLeft>(b_events_), 1U);
}

TEST_F(RtpSessionTest, BelievesNoGoodbyeOfAStranger) {
  connect();
  run(500ms);
  give_a({ReceiverReport{.ssrc = 9}, Goodbye{.ssrcs = {0, 9, 17, 18}, .reason = "says who?"}});
  EXPECT_EQ(count<PeerLeft>(a_events_), 0U) << "not the peer, though it names our own streams";
}

TEST_F(RtpSessionTest, GivesNoKeyFrameForAnotherStream) {
  connect();
  run(200ms);
  give_a({PictureLossIndication{.sender_ssrc = 33, .media_ssrc = 17}});
  EXPECT_EQ(count<PeerWantsKeyFrame>(a_events_), 0U);
  give_a({PictureLossIndication{.sender_ssrc = 33, .media_ssrc = kVideoOfA}});
  EXPECT_EQ(count<PeerWantsKeyFrame>(a_events_), 1U);
}

TEST_F(RtpSessionTest, SpendsNoMoreOnRetransmissionThanItsShare) {
  connect();
  Nack nack{.sender_ssrc = 34, .media_ssrc = kVideoOfA, .sequences = {}};
  nack.sequences.resize(100);
  const auto ask_for_all = [&](const Bytes& datagram) {
    if (const auto packet = parse_rtp(datagram); packet && packet->ssrc == kVideoOfA) {
      for (std::size_t i = 0; i < nack.sequences.size(); ++i) {
        nack.sequences[i] = static_cast<std::uint16_t>(packet->sequence - i);
      }
    }
    return false;
  };
  for (int i = 0; i < 500; ++i) {
    run(10ms, ask_for_all);
    a_->handle_datagram({.data = serialize(std::vector<RtcpPacket>{nack}), .arrived_at = now_}, now_);
  }
  const SessionStats sent = stats(*a_);
  EXPECT_LT(sent.video_out.retransmitted_packets_sent, sent.video_out.packets_sent);
  EXPECT_GE(frames_.size(), 110U) << "and the pictures themselves still go out";
}

TEST_F(RtpSessionTest, AFloodOfRequestsDropsNoOtherEvent) {
  connect();
  run(500ms);
  a_events_.clear();
  a_->handle_datagram({.data = b_->make_goodbye(now_), .arrived_at = now_}, now_);
  const std::vector<RtcpPacket> request = {PictureLossIndication{.sender_ssrc = 34, .media_ssrc = kVideoOfA}};
  for (int i = 0; i < 10'000; ++i) a_->handle_datagram({.data = serialize(request), .arrived_at = now_}, now_);
  collect_events(*a_, a_events_);
  EXPECT_EQ(count<PeerLeft>(a_events_), 1U);
  EXPECT_EQ(count<PeerWantsKeyFrame>(a_events_), 1U);
  EXPECT_LE(a_events_.size(), 256U);
}

TEST_F(RtpSessionTest, CountsWhatItDoesNotUnderstand) {
  connect();
  run(100ms);
  const std::uint64_t before = stats(*a_).transport.malformed_packets;
  for (const Bytes& datagram :
       {Bytes{}, Bytes{0x80}, Bytes(12, 0x80), Bytes(40, 0xFF), Bytes(20, 0), Bytes{0x80, 200}}) {
    a_->handle_datagram({.data = datagram, .arrived_at = now_}, now_);
  }
  EXPECT_EQ(stats(*a_).transport.malformed_packets - before, 6U);
}

TEST_F(RtpSessionTest, EncryptedMediaAreRepairedWithAndWithoutRtx) {
  encrypted_ = true;
  for (const bool rtx : {true, false}) {
    frames_.clear();
    passing_.clear();
    key_frame_ = true;
    connect([rtx](NegotiatedSession& s) { s.rtx = rtx; });
    run(3s, Loser(kVideoOfA, [](int place) { return place % 10 == 9; }));
    EXPECT_GE(frames_.size(), 70U) << "with RTX: " << rtx;
    EXPECT_GT(stats(*a_).video_out.retransmitted_packets_sent, 10U);
    EXPECT_EQ(stats(*a_).video_out.pli_count, 0U);
  }
}

TEST_F(RtpSessionTest, TagsOfEncryptionAreInAllSizes) {
  encrypted_ = true;
  connect();
  std::uint64_t sent = 0;
  std::size_t largest = 0;
  run(2s, [&](const Bytes& datagram) {
    sent += datagram.size();
    largest = std::max(largest, datagram.size());
    return false;
  });
  EXPECT_EQ(stats(*a_).transport.bytes_sent, sent);
  EXPECT_LE(stats(*b_).transport.bytes_received, sent);
  EXPECT_LE(largest, 1200U);
  EXPECT_EQ(a_->adaptation().wire().packet_overhead, WireFormat{}.packet_overhead + DataSize::bytes(16));
  EXPECT_EQ(a_->adaptation().wire().max_payload, DataSize::bytes(1200 - 38 - 16));
}

TEST_F(RtpSessionTest, OnlyAuthenticPacketsShowThatThePeerIsThere) {
  encrypted_ = true;
  connect();
  Bytes last;
  run(200ms, [&](const Bytes& datagram) {
    last = datagram;
    return true;
  });
  ASSERT_FALSE(last.empty());
  const std::uint64_t before = stats(*b_).transport.malformed_packets;
  const Bytes plain = serialize(RtpPacket{.payload_type = 111, .sequence = 9, .ssrc = 17, .payload = Bytes(60, 0x78)});
  Bytes changed = last;
  changed.back() ^= 1;
  EXPECT_FALSE(b_->handle_datagram({.data = plain, .arrived_at = now_}, now_));
  EXPECT_FALSE(b_->handle_datagram({.data = changed, .arrived_at = now_}, now_));
  EXPECT_TRUE(b_->handle_datagram({.data = last, .arrived_at = now_}, now_));
  EXPECT_FALSE(b_->handle_datagram({.data = last, .arrived_at = now_}, now_)) << "a replay";
  EXPECT_EQ(stats(*b_).transport.malformed_packets - before, 3U);
}

TEST_F(RtpSessionTest, SendsNothingOfWhatThePeerDoesNotWant) {
  connect([](NegotiatedSession& s) { s.video.send = s.video.receive = false; });
  run(1s);
  EXPECT_EQ(stats(*a_).video_out.packets_sent, 0U);
  EXPECT_GT(stats(*a_).audio_out.packets_sent, 40U);
  EXPECT_TRUE(frames_.empty());
}

TEST_F(RtpSessionTest, AdaptationKnowsWhetherAudioIsSent) {
  const auto first_rate = [this] {
    a_->set_mode({.mode = find_mode("tcp-cwnd")}, a_->adaptation().point(), now_);
    return *a_->adaptation().estimate().rate;
  };
  connect();
  const DataRate with_audio = first_rate();
  connect([](NegotiatedSession& s) { s.audio.send = false; });
  EXPECT_EQ(with_audio - first_rate(), audio_rate(WireFormat{}));
}

TEST_F(RtpSessionTest, IsTheSameForTheSameSeed) {
  connect();
  run(1s);
  const SessionStats first = stats(*b_);
  now_ = kStart;
  passing_.clear();
  key_frame_ = true;
  connect();
  run(1s);
  EXPECT_EQ(stats(*b_), first);
}

TEST_F(RtpSessionTest, FitsEveryDatagramIntoThePath) {
  connect();
  run(2s, [](const Bytes& datagram) {
    EXPECT_LE(datagram.size(), 1200U);
    return false;
  });
}

}  // namespace
}  // namespace counterpoint
