// SPDX-License-Identifier: GPL-3.0-or-later
// The camera is the screen of a real X server: it is opened and closed by libavdevice, as a camera is.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "app/devices/camera_thread.h"
#include "media/capture/video_source_factory.h"
#include "net/adapters/session_clock.h"
#include "tests/support/timing.h"
#include "tests/support/xvfb.h"

namespace counterpoint {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);
constexpr Duration kMaxUntilClosed = 200ms;
constexpr int kMinWhite = 200;
constexpr int kMaxBlack = 20;

/// Tells when a source is closed.
class TellingSource final : public VideoSource {
 public:
  TellingSource(std::unique_ptr<VideoSource> source, std::function<void()> on_close)
      : source_(std::move(source)), on_close_(std::move(on_close)) {}
  ~TellingSource() override {
    source_.reset();
    on_close_();
  }
  Result<std::optional<VideoFrame>> read() override { return source_->read(); }
  Result<std::optional<VideoFrame>> skip() override { return source_->skip(); }
  void interrupt() override { source_->interrupt(); }
  bool is_live() const override { return source_->is_live(); }
  Message description() const override { return source_->description(); }

 private:
  std::unique_ptr<VideoSource> source_;
  std::function<void()> on_close_;
};

/// Shows what a device gives, and knows when that was closed last.
class CameraOff : public testing::Test, public FrameSink {
 protected:
  void SetUp() override {
    ASSERT_NE(screen_.display(), "") << "Xvfb does not start";
    auto camera = CameraThread::open({.name = "screen:" + screen_.display(),
                                      .open = [this](const std::string& name) { return open(name); },
                                      .local_view = this,
                                      .notice = [](const Notice&) {}});
    ASSERT_TRUE(camera) << camera.error().message;
    camera_ = std::move(*camera);
    camera_->start(session_now());
  }
  void TearDown() override { camera_.reset(); }

  Result<std::unique_ptr<VideoSource>> open(const std::string& name) {
    auto source = open_video_source({.name = name}, session_now);
    if (!source || !(*source)->is_live()) return source;
    return std::unique_ptr<VideoSource>(std::make_unique<TellingSource>(std::move(*source), [this] {
      const std::lock_guard lock(mutex_);
      closed_at_ = session_now();
      ++closed_;
      happened_.notify_all();
    }));
  }
  void show(const VideoFrame& frame) override {
    const std::lock_guard lock(mutex_);
    luma_ = frame.buffer->row(0, 0)[0];
    happened_.notify_all();
  }
  template <typename Condition>
  bool wait_for(Condition condition) {
    std::unique_lock lock(mutex_);
    return happened_.wait_for(lock, kPatience, condition);
  }

  Xvfb screen_{"-wr"};
  std::mutex mutex_;
  std::condition_variable happened_;
  int luma_ = -1;  ///< The newest frame has it.
  int closed_ = 0;
  Timestamp closed_at_{};
  std::unique_ptr<CameraThread> camera_;
};

TEST_F(CameraOff, TheDeviceIsClosedWithin200MsAndOpenedAgain) {
  for (int time = 1; time <= 5; ++time) {
    ASSERT_TRUE(wait_for([this] { return luma_ >= kMinWhite; })) << "it is seen";
    const Timestamp off_at = session_now();
    camera_->set_on(false);
    EXPECT_LT(to_seconds(session_now() - off_at), time_limit(0.02)) << "whoever switches it does not wait";
    ASSERT_TRUE(wait_for([this, time] { return closed_ == time; }));
    EXPECT_LT(to_seconds(closed_at_ - off_at), time_limit(to_seconds(kMaxUntilClosed)));
    ASSERT_TRUE(wait_for([this] { return luma_ <= kMaxBlack; })) << "black frames stand in";
    const Timestamp on_at = session_now();
    camera_->set_on(true);
    EXPECT_LT(to_seconds(session_now() - on_at), time_limit(0.02));
  }
}

}  // namespace
}  // namespace counterpoint
