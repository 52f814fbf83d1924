// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of mode `2d` on paths that are narrow, or get narrow: docs/modes/2d.md, "The scaler".
#include <gmock/gmock.h>

#include <set>

#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "net/payload/video_payload.h"
#include "net/receive/frame_assembler.h"
#include "tests/scenario/scenario.h"
#include "tests/support/moving_frame.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Resolution k360p{.width = 640, .height = 360};

/// A sends real pictures to b in mode 2d.
Plan one_way(const std::string& path, VideoCodec codec) {
  Plan plan{.a_to_b = path,
            .b_to_a = "delay=30ms",
            .codecs = CodecKind::kDeterministic,
            .codec = codec,
            .mode = "2d",
            .rate = DataRate::kilobits_per_second(300),
            .resolution = k360p};
  plan.a.can.video_codecs = {codec};
  plan.b.camera = false;
  return plan;
}

/// The widths of coded pictures at each second from `from` on.
std::set<std::int64_t> widths(const Scenario& call, std::size_t from) {
  std::set<std::int64_t> found;
  const auto& seconds = call.a().each_second();
  for (std::size_t i = from; i < seconds.size(); ++i) found.insert(seconds[i].video_out.frame_width);
  return found;
}

TEST(NarrowPath, PicturesAreNotTinyAndMove) {
  for (const VideoCodec codec : {VideoCodec::kVp8, VideoCodec::kVp9}) {
    SCOPED_TRACE(to_string(codec));
    Scenario call(one_way("rate=600k,delay=30ms,queue=300ms,at=8s:rate=150k", codec));
    call.run(25s);
    EXPECT_GE(*widths(call, 1).begin(), 320);
    EXPECT_GE(call.b().screen().frames_per_second({13s, 24s}), 9);
    EXPECT_THAT(call.a().log(), Not(HasSubstr("video stopped")));
  }
}

/// Frames that go in packets from an encoder to a decoder.
class Chain {
 public:
  /// The next frame as it is coded; one that the decoder does not show with the coded size fails the test.
  EncodedVideoFrame run(const OperatingPoint& point) {
    auto encoded = encoder_->encode({.buffer = scene_.at(number_)}, point, false).value();
    const std::vector<Bytes> payloads =
        packetize_video(encoded, {.picture_id = static_cast<std::uint16_t>(number_)}, DataSize::bytes(1150));
    for (std::size_t i = 0; i < payloads.size(); ++i) {
      const VideoPayload payload = depacketize_video(encoded.codec, payloads[i]).value();
      assembler_.insert({.sequence = sequence_++,
                         .timestamp = std::int64_t{3000} * number_,
                         .marker = i + 1 == payloads.size(),
                         .frame_start = payload.frame_start,
                         .key_frame = payload.key_frame,
                         .picture_id = payload.picture_id,
                         .data = {payload.data.begin(), payload.data.end()}});
    }
    ++number_;
    const auto assembled = assembler_.pop();
    EXPECT_TRUE(assembled && assembled->data == encoded.data);
    const auto shown =
        decoder_->decode({.data = assembled ? assembled->data : Bytes(), .codec = encoded.codec, .captured_at = {}});
    EXPECT_TRUE(shown && shown->buffer && shown->buffer->size() == encoded.size);
    return encoded;
  }

 private:
  MovingFrame scene_{k360p};
  std::unique_ptr<VideoEncoder> encoder_ = make_vpx_encoder({.codec = VideoCodec::kVp9, .deterministic = true}).value();
  std::unique_ptr<VideoDecoder> decoder_ = make_vpx_decoder({.codec = VideoCodec::kVp9}).value();
  FrameAssembler assembler_;
  std::int64_t sequence_ = 0;
  int number_ = 0;
};

TEST(NarrowPath, Vp9ChangesSizesWithoutAKeyFrameAndTheReceiverFollows) {
  Chain chain;
  int key_frames = 0;
  for (const int sixteenths : {16, 12, 8, 4, 8, 16}) {
    const Resolution size{.width = k360p.width * sixteenths / 16, .height = k360p.height * sixteenths / 16 / 2 * 2};
    for (int i = 0; i < 10; ++i) {
      const EncodedVideoFrame frame =
          chain.run(OperatingPoint::from_rate(DataRate::kilobits_per_second(400), FrameRate::per_second(30), size));
      EXPECT_EQ(frame.size, size);
      key_frames += frame.key_frame ? 1 : 0;
    }
  }
  EXPECT_EQ(key_frames, 1);
}

TEST(NarrowPath, VideoPausesWhereOnlySoundFitsAndComesBack) {
  Plan plan = one_way("rate=600k,delay=30ms,queue=300ms,at=15s:rate=75k,at=40s:rate=600k", VideoCodec::kVp8);
  plan.codecs = CodecKind::kSynthetic;
  Scenario call(plan);
  call.run(75s);
  EXPECT_THAT(call.a().log(), HasSubstr("video stopped: the path is too narrow for it"));
  EXPECT_THAT(call.a().log(), HasSubstr("video is tried again"));
  EXPECT_LT(call.b().screen().frames_per_second({25s, 40s}), 5);
  EXPECT_GT(call.b().screen().frames_per_second({65s, 74s}), 25);
}

}  // namespace
}  // namespace counterpoint
