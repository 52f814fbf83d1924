// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/pausing_source.h"

#include <gtest/gtest.h>

#include "media/capture/test_card.h"

namespace counterpoint {
namespace {

/// A camera of ten frames a second that knows no media time.
class LiveCamera final : public VideoSource {
 public:
  Result<std::optional<VideoFrame>> read() override {
    if (interrupted_ || number_ == 100) return std::optional<VideoFrame>();
    return std::optional(VideoFrame{.at = Timestamp(5000s) + 100ms * number_++});
  }
  void interrupt() override { interrupted_ = true; }
  [[nodiscard]] bool is_live() const override { return true; }
  [[nodiscard]] Message description() const override { return "camera"; }

 private:
  int number_ = 0;
  bool interrupted_ = false;
};

std::vector<Duration> times_of(VideoSource& source, std::size_t count, Timestamp first = {}) {
  std::vector<Duration> times;
  while (times.size() < count) {
    const auto frame = source.read();
    if (!frame || !*frame) break;
    times.push_back(source.is_live() ? (*frame)->at - first : (*frame)->media_time);
  }
  return times;
}

TEST(PausingSource, LeavesOutThePicturesOfThePausesAlone) {
  PausingSource source(std::make_unique<TestCard>(Resolution{.width = 16, .height = 16}, FrameRate::per_second(10)),
                       {{.from = 200ms, .to = 400ms}, {.from = 500ms, .to = 700ms}});
  EXPECT_EQ(times_of(source, 5), (std::vector<Duration>{0ms, 100ms, 400ms, 700ms, 800ms}));
}

TEST(PausingSource, ALiveSourceCountsFromItsFirstPicture) {
  PausingSource source(std::make_unique<LiveCamera>(), {{.from = 100ms, .to = 300ms}});
  EXPECT_TRUE(source.is_live());
  EXPECT_EQ(times_of(source, 3, Timestamp(5000s)), (std::vector<Duration>{0ms, 300ms, 400ms}));
}

TEST(PausingSource, APauseFromTheStartIsOneToo) {
  PausingSource source(std::make_unique<TestCard>(Resolution{.width = 16, .height = 16}, FrameRate::per_second(10)),
                       {{.from = 0s, .to = 60s}});
  EXPECT_EQ(times_of(source, 1), (std::vector<Duration>{60s}));
}

TEST(PausingSource, EndsAndIsInterruptedLikeItsSource) {
  PausingSource ends(std::make_unique<LiveCamera>(), {{.from = 1s, .to = 24h}});
  EXPECT_EQ(times_of(ends, 100).size(), 10U);
  PausingSource interrupted(std::make_unique<LiveCamera>(), {});
  interrupted.interrupt();
  EXPECT_TRUE(times_of(interrupted, 1).empty());
}

TEST(PausingSource, PausesAreReadInSeconds) {
  const auto pause = parse_video_pause("35-55.5");
  ASSERT_TRUE(pause) << pause.error().message;
  EXPECT_EQ(*pause, (VideoPause{.from = 35s, .to = 55500ms}));
  EXPECT_TRUE(parse_video_pause("0-1"));
  for (const char* wrong :
       {"", "35", "-", "35-", "-35", "55-35", "5-5", "a-b", "1-2-3", "1--2", "1-1e9", "0-99999999"}) {
    const auto parsed = parse_video_pause(wrong);
    ASSERT_FALSE(parsed) << wrong;
    EXPECT_EQ(parsed.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_NE(parsed.error().message.text().find("35-55"), std::string::npos);
  }
}

}  // namespace
}  // namespace counterpoint
