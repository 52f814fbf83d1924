// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_preview.h"

#include <gmock/gmock.h>

#include <vector>

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Timestamp kStart{1000s};

/// Gives a picture for whatever it gets, or none for what has no bytes.
class FakeDecoder final : public VideoDecoder {
 public:
  Result<VideoFrame> decode(const EncodedVideoFrame& frame) override {
    if (frame.data.empty()) return Error{ErrorKind::kMalformed, "no bytes"};
    return VideoFrame{.buffer = std::make_shared<FrameBuffer>(Resolution{16, 16}), .at = frame.captured_at};
  }
};

/// Remembers for when pictures were due, since kStart.
class Screen final : public FrameSink {
 public:
  void show(const VideoFrame& frame) override { shown.push_back((frame.at - kStart) / 1ms); }
  std::vector<std::int64_t> shown;
};

class ClipPreviewTest : public testing::Test {
 protected:
  void add(Duration due, Timestamp now, bool key_frame = false, std::size_t bytes = 100) {
    preview_.add(
        {.data = Bytes(bytes), .codec = VideoCodec::kMpeg, .key_frame = key_frame, .captured_at = kStart + due}, now);
  }
  void pass_until(Timestamp end) {
    while (preview_.next_deadline() <= end) preview_.present(preview_.next_deadline());
  }
  Screen screen_;
  ClipPreview preview_{std::make_unique<FakeDecoder>(), screen_};
};

TEST_F(ClipPreviewTest, ShowsPicturesInTheOrderOfTheirTimesWhenTheyAreDue) {
  add(500ms, kStart, true);
  add(620ms, kStart + 10ms);
  add(540ms, kStart + 20ms);
  add(580ms, kStart + 30ms);
  pass_until(kStart + 499ms);
  EXPECT_THAT(screen_.shown, IsEmpty());
  pass_until(kStart + 1s);
  EXPECT_THAT(screen_.shown, ElementsAre(500, 540, 580, 620));
}

TEST_F(ClipPreviewTest, LeavesPicturesOutUntilTheNextKeyFrameOnAHostThatIsBusy) {
  add(500ms, kStart, true);
  add(540ms, kStart + 300ms);
  add(580ms, kStart + 90ms);
  add(620ms, kStart + 120ms, true);
  add(660ms, kStart + 160ms);
  pass_until(kStart + 1s);
  EXPECT_THAT(screen_.shown, ElementsAre(500, 620, 660));
}

TEST_F(ClipPreviewTest, BeginsWithAKeyFrameAndBearsWhatCannotBeDecoded) {
  add(500ms, kStart);
  add(540ms, kStart, true);
  add(580ms, kStart, false, 0);
  add(620ms, kStart);
  pass_until(kStart + 1s);
  EXPECT_THAT(screen_.shown, ElementsAre(540, 620));
}

TEST_F(ClipPreviewTest, ForgetsWhatWaitsWhenTheClipIsAtAnotherPlace) {
  add(500ms, kStart, true);
  preview_.clear();
  EXPECT_EQ(preview_.next_deadline(), kNever);
  add(540ms, kStart);
  EXPECT_EQ(preview_.next_deadline(), kNever) << "only a key frame begins anew";
}

}  // namespace
}  // namespace counterpoint
