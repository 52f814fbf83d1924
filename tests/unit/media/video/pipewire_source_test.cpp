// SPDX-License-Identifier: GPL-3.0-or-later
// PipeWire is a real daemon; a node of the test is the desktop.
#include "media/capture/pipewire_source.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "media/capture/marks.h"
#include "tests/support/pipewire_desktop.h"
#include "tests/support/timing.h"

namespace counterpoint {
namespace {

constexpr Resolution kDesktop{640, 360};
const FrameRate kRate = FrameRate::per_second(30);

class PipeWireScreen : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(daemon_.runs()) << "PipeWire does not start"; }

  /// The first read() or open() waits for the desktop to draw.
  std::unique_ptr<PipeWireSource> open(const ScreenNode& screen, Resolution limit = {1920, 1080}) {
    auto stream = PipeWireStream::open(daemon_.connect(), screen.id(), limit, kRate);
    EXPECT_TRUE(stream.ok()) << stream.error().message;
    if (!stream.ok()) return nullptr;
    return std::make_unique<PipeWireSource>(std::move(*stream), kRate, steady_now);
  }

  static std::optional<std::uint32_t> number_of(const VideoFrame& frame) { return read_frame_number(*frame.buffer); }

  /// Reads until the frame has `number`; false when that does not come.
  static bool arrives(PipeWireSource& source, std::uint32_t number) {
    for (int i = 0; i < 100; ++i) {
      const auto frame = source.read();
      if (!frame.ok() || !frame->has_value()) return false;
      if (number_of(**frame) == number) return true;
    }
    return false;
  }

  /// Reads on until there is an error.
  static Error failure_of(PipeWireSource& source) {
    for (int i = 0; i < 100; ++i) {
      const auto frame = source.read();
      if (!frame.ok()) return frame.error();
    }
    return {};
  }

  PipeWireDaemon daemon_;
};

TEST_F(PipeWireScreen, GivesThePicturesThatTheDesktopDraws) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen);
  ASSERT_TRUE(source);
  EXPECT_TRUE(source->is_live());
  Timestamp last{};
  for (const std::uint32_t number : {5U, 1234567U, 42U}) {
    screen.show(number);
    EXPECT_TRUE(arrives(*source, number)) << number;
    const auto again = source->read();
    ASSERT_TRUE(again.ok() && again->has_value()) << "a still frame is repeated";
    EXPECT_EQ((*again)->buffer->size(), kDesktop);
    EXPECT_GT((*again)->at, last);
    last = (*again)->at;
  }
}

TEST_F(PipeWireScreen, IsScaledDownToFit) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen, {320, 320});
  ASSERT_TRUE(source);
  screen.show(77);
  const auto frame = source->read();
  ASSERT_TRUE(frame.ok() && frame->has_value());
  EXPECT_EQ((*frame)->buffer->size(), (Resolution{320, 180}));
  EXPECT_EQ(number_of(**frame), 77U);
}

TEST_F(PipeWireScreen, AFrameInWhichNothingChangedIsLeftOut) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen);
  ASSERT_TRUE(source);
  screen.show(1);
  ASSERT_TRUE(arrives(*source, 1));
  screen.show(2, false);
  for (int i = 0; i < 5; ++i) {
    const auto frame = source->read();
    ASSERT_TRUE(frame.ok() && frame->has_value());
    EXPECT_EQ(number_of(**frame), 1U);
  }
  screen.show(3);
  EXPECT_TRUE(arrives(*source, 3));
}

TEST_F(PipeWireScreen, FollowsAWindowThatChangesItsSize) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen);
  ASSERT_TRUE(source);
  screen.show(1);
  ASSERT_TRUE(arrives(*source, 1));
  screen.resize({800, 600});
  Resolution size;
  for (int i = 0; i < 300 && size.width != 800; ++i) {
    const auto frame = source->read();
    ASSERT_TRUE(frame.ok() && frame->has_value());
    size = (*frame)->buffer->size();
  }
  EXPECT_EQ(size, (Resolution{800, 600}));
}

TEST_F(PipeWireScreen, SaysSoOnceWhenTheWindowIsClosed) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen);
  ASSERT_TRUE(source);
  screen.show(1);
  ASSERT_TRUE(arrives(*source, 1));
  screen.vanish();
  const Error error = failure_of(*source);
  EXPECT_EQ(error.kind, ErrorKind::kUnavailable);
  EXPECT_THAT(error.message.text(), testing::HasSubstr("share the screen again"));
}

TEST_F(PipeWireScreen, SaysSoWhenPipeWireEnds) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen);
  ASSERT_TRUE(source);
  screen.show(1);
  ASSERT_TRUE(arrives(*source, 1));
  daemon_.end();
  EXPECT_THAT(failure_of(*source).message.text(), testing::HasSubstr("share the screen again"));
}

TEST_F(PipeWireScreen, OfANodeThatIsNotThereIsAnErrorAndNoHang) {
  const Timestamp begun = steady_now();
  const auto stream = PipeWireStream::open(daemon_.connect(), 4711, kDesktop, kRate);
  ASSERT_FALSE(stream.ok());
  EXPECT_EQ(stream.error().kind, ErrorKind::kUnavailable);
  EXPECT_LT(to_seconds(steady_now() - begun), time_limit(7));
}

TEST_F(PipeWireScreen, OfAConnectionThatIsNoPipeWireIsAnErrorAndNoHang) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  ASSERT_EQ(write(ends[1], "HTTP/1.1 400 Bad Request\r\n\r\n", 28), 28);
  close(ends[1]);
  const auto stream = PipeWireStream::open(ends[0], 1, kDesktop, kRate);
  ASSERT_FALSE(stream.ok());
  EXPECT_EQ(stream.error().kind, ErrorKind::kUnavailable);
}

TEST_F(PipeWireScreen, StopsWhenInterrupted) {
  ScreenNode screen(kDesktop);
  const auto source = open(screen);
  ASSERT_TRUE(source);
  std::thread reader([&] {
    for (;;) {
      const auto frame = source->read();
      if (!frame.ok() || !frame->has_value()) return;
    }
  });
  const Timestamp interrupted_at = steady_now();
  source->interrupt();
  reader.join();
  EXPECT_LT(to_seconds(steady_now() - interrupted_at), time_limit(0.2));
}

}  // namespace
}  // namespace counterpoint
