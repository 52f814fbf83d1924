// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/camera_thread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "media/capture/video_source_factory.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr auto kDeadline = std::chrono::seconds(60);

/// Cameras that the test plugs in and out. Thread-safe.
class Cameras {
 public:
  void plug(const std::string& name, bool in) {
    const std::lock_guard lock(mutex_);
    plugged_[name] = in;
  }
  bool is_plugged(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return plugged_[name];
  }
  Result<std::unique_ptr<VideoSource>> open(const std::string& name);
  void note(const std::string& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
  }
  /// Tells what was opened and closed since the last time.
  std::vector<std::string> take_events() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
  }

  std::atomic<int> decoded = 0;
  std::atomic<int> skipped = 0;
  std::atomic<int> opened = 0;  ///< Cameras alone, as the following.
  std::atomic<int> closed = 0;

 private:
  std::mutex mutex_;
  std::map<std::string, bool> plugged_;
  std::vector<std::string> events_;
};

class Camera final : public VideoSource {
 public:
  Camera(Cameras& cameras, std::string name) : cameras_(cameras), name_(std::move(name)) { ++cameras_.opened; }
  ~Camera() override {
    cameras_.note("close " + name_);
    ++cameras_.closed;
  }
  Result<std::optional<VideoFrame>> read() override {
    ++cameras_.decoded;
    return next(std::make_shared<FrameBuffer>(Resolution{16, 16}));
  }
  Result<std::optional<VideoFrame>> skip() override {
    ++cameras_.skipped;
    return next(nullptr);
  }
  void interrupt() override {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    interrupted_.notify_all();
  }
  bool is_live() const override { return true; }
  bool is_camera() const override { return true; }
  Message description() const override { return name_; }

 private:
  Result<std::optional<VideoFrame>> next(std::shared_ptr<const FrameBuffer> picture) {
    std::unique_lock lock(mutex_);
    interrupted_.wait_for(lock, std::chrono::milliseconds(5), [this] { return stop_; });
    if (stop_) return std::optional<VideoFrame>();
    if (!cameras_.is_plugged(name_)) return Error{ErrorKind::kUnavailable, name_ + " has gone away"};
    return std::optional(VideoFrame{.buffer = std::move(picture), .at = session_now()});
  }

  Cameras& cameras_;
  const std::string name_;
  std::mutex mutex_;
  std::condition_variable interrupted_;
  bool stop_ = false;
};

/// A stored source, with a frame an hour.
class Film final : public VideoSource {
 public:
  explicit Film(Cameras& cameras) : cameras_(cameras) {}
  Result<std::optional<VideoFrame>> read() override {
    ++cameras_.decoded;
    return std::optional(VideoFrame{.buffer = std::make_shared<FrameBuffer>(Resolution{16, 16}), .media_time = next()});
  }
  Result<std::optional<VideoFrame>> skip() override {
    ++cameras_.skipped;
    return std::optional(VideoFrame{.buffer = nullptr, .media_time = next()});
  }
  void interrupt() override {}
  bool is_live() const override { return false; }
  Message description() const override { return "film"; }

 private:
  Duration next() { return std::exchange(media_time_, media_time_ + 1h); }

  Cameras& cameras_;
  Duration media_time_{};
};

Result<std::unique_ptr<VideoSource>> Cameras::open(const std::string& name) {
  note("open " + name);
  if (name == "black") return open_video_source({.name = name, .size = {32, 24}}, session_now);
  if (name == "test-card") return open_video_source({.name = name, .size = {64, 48}}, session_now);
  if (name == "film") return std::unique_ptr<VideoSource>(std::make_unique<Film>(*this));
  if (!is_plugged(name)) return Error{ErrorKind::kUnavailable, "there is no " + name};
  return std::unique_ptr<VideoSource>(std::make_unique<Camera>(*this, name));
}

/// Video and notices for a user.
class CameraThreadTest : public testing::Test, public FrameSink {
 protected:
  void open(const std::string& name, std::optional<CameraThread::Preview> preview = {}) {
    auto camera = CameraThread::open({.name = name,
                                      .open = [this](const std::string& wanted) { return cameras_.open(wanted); },
                                      .local_view = this,
                                      .preview = preview,
                                      .on_source =
                                          [this](const VideoSource& source) {
                                            const std::lock_guard lock(mutex_);
                                            source_ = source.description().text();
                                            is_camera_ = source.is_camera();
                                            happened_.notify_all();
                                          },
                                      .notice =
                                          [this](const Notice& notice) {
                                            const std::lock_guard lock(mutex_);
                                            notices_.push_back(notice.text.text());
                                            kinds_.push_back(notice.kind);
                                            happened_.notify_all();
                                          }});
    ASSERT_TRUE(camera) << camera.error().message;
    camera_ = std::move(*camera);
    camera_->start(session_now());
  }
  void show(const VideoFrame& frame) override {
    const std::lock_guard lock(mutex_);
    size_ = frame.buffer ? frame.buffer->size() : Resolution{};
    ++pictures_;
    if (pictures_ > 1) nearest_ = std::min(nearest_, frame.at - last_at_);
    last_at_ = frame.at;
    happened_.notify_all();
  }
  bool skips(int more) { return reaches(cameras_.skipped, cameras_.skipped + more); }
  static bool reaches(const std::atomic<int>& count, int goal) {
    const auto deadline = std::chrono::steady_clock::now() + kDeadline;
    while (count < goal) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::yield();
    }
    return true;
  }
  template <typename Condition>
  bool wait_for(Condition condition) {
    std::unique_lock lock(mutex_);
    return happened_.wait_for(lock, kDeadline, condition);
  }
  bool waits_for_frame(Resolution size) {
    return wait_for([this, size] { return size_ == size; });
  }
  bool waits_for_notice(const std::string& part) {
    return wait_for([&] { return !notices_.empty() && notices_.back().find(part) != std::string::npos; });
  }

  int pictures_so_far() {
    const std::lock_guard lock(mutex_);
    return pictures_;
  }

  Cameras cameras_;
  std::mutex mutex_;
  std::condition_variable happened_;
  Resolution size_{};
  int pictures_ = 0;
  Timestamp last_at_{};
  Duration nearest_ = 1h;  ///< Shortest time between two frames.
  std::string source_;
  bool is_camera_ = false;
  std::vector<std::string> notices_;
  std::vector<Notice::Kind> kinds_;  ///< The kind of each of them.
  std::unique_ptr<CameraThread> camera_;
};

constexpr Resolution kOfCamera{16, 16};
constexpr Resolution kOfCard{64, 48};
constexpr Resolution kOfBlack{32, 24};
constexpr CameraThread::Preview kEach{.alone = 1ms, .beside = 1ms, .idle = 1ms};

TEST_F(CameraThreadTest, ALostCameraIsReplacedByTheTestCardUntilItIsBack) {
  cameras_.plug("a", true);
  open("a");
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  cameras_.plug("a", false);
  ASSERT_TRUE(waits_for_notice("a has gone away; the test card stands in"));
  ASSERT_TRUE(waits_for_frame(kOfCard));
  cameras_.plug("a", true);
  ASSERT_TRUE(waits_for_notice("pictures are back: a"));
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  EXPECT_EQ(notices_.size(), 2U) << "each is told once";
  EXPECT_THAT(kinds_, testing::ElementsAre(Notice::Kind::kProblem, Notice::Kind::kNews));
}

TEST_F(CameraThreadTest, AnotherSourceMayBeChosenWhileItRuns) {
  cameras_.plug("a", true);
  open("a");
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  camera_->choose("test-card");
  ASSERT_TRUE(waits_for_frame(kOfCard));
  camera_->choose("none");
  ASSERT_TRUE(waits_for_frame({})) << "no picture";
  camera_->choose("a");
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  EXPECT_TRUE(notices_.empty());
}

TEST_F(CameraThreadTest, OneThatIsNotThereIsToldAndTakenAsSoonAsItIs) {
  open("none");
  camera_->choose("b");
  ASSERT_TRUE(waits_for_notice("there is no b"));
  ASSERT_TRUE(waits_for_frame(kOfCard));
  cameras_.plug("b", true);
  ASSERT_TRUE(waits_for_frame(kOfCamera));
}

TEST_F(CameraThreadTest, APreviewIsOpenedWhenSomebodyLooksAndGoesNoFasterThanItNeeds) {
  cameras_.plug("a", true);  // A frame each 5 ms.
  open("a", CameraThread::Preview{.alone = 60ms, .beside = 1ms, .idle = 1ms});
  EXPECT_EQ(camera_->description(), "none") << "nobody looks yet";
  camera_->set_attention(Attention::kActive);
  ASSERT_TRUE(wait_for([this] { return pictures_ >= 5; }));
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(source_, "a");
  EXPECT_TRUE(is_camera_);
  EXPECT_GE(nearest_, 40ms) << "two thirds of what is wanted";
}

TEST_F(CameraThreadTest, SomebodyIdleSeesFewerFramesThanSomebodyWhoLooks) {
  cameras_.plug("a", true);
  open("a", CameraThread::Preview{.alone = 10min, .beside = 10min, .idle = 60ms});
  camera_->set_attention(Attention::kIdle);
  ASSERT_TRUE(wait_for([this] { return pictures_ >= 5; }));
  {
    const std::lock_guard lock(mutex_);
    EXPECT_GE(nearest_, 40ms) << "two thirds of what is wanted";
  }
  camera_->set_attention(Attention::kActive);
  const int seen = pictures_so_far();
  ASSERT_TRUE(skips(20)) << "it is read on";
  EXPECT_LE(pictures_so_far(), seen + 1) << "one may have been under way";
}

TEST_F(CameraThreadTest, TheTestCardThatStandsInIsNoCamera) {
  cameras_.plug("a", true);
  open("a");
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  cameras_.plug("a", false);
  ASSERT_TRUE(waits_for_frame(kOfCard));
  const std::lock_guard lock(mutex_);
  EXPECT_FALSE(is_camera_);
}

TEST_F(CameraThreadTest, InACallThePreviewHasItsOwnPace) {
  cameras_.plug("a", true);
  open("a", CameraThread::Preview{.alone = 10min, .beside = 1ms, .idle = 10min});
  camera_->set_attention(Attention::kActive);
  camera_->attach(std::make_shared<Mailbox<CapturedFrame>>());
  EXPECT_TRUE(wait_for([this] { return pictures_ >= 5; }));
}

TEST_F(CameraThreadTest, OfAStoredSourceAPreviewWaitsForNoPictureThatItDoesNotShow) {
  open("film", CameraThread::Preview{.alone = 100'000h, .beside = 1ms, .idle = 1ms});
  camera_->set_attention(Attention::kActive);
  EXPECT_TRUE(skips(50));
}

TEST_F(CameraThreadTest, ACallGetsAllPicturesWhetherSomebodyLooksOrNot) {
  cameras_.plug("a", true);
  open("a", CameraThread::Preview{.alone = 10min, .beside = 10min, .idle = 10min});
  const auto mailbox = std::make_shared<Mailbox<CapturedFrame>>();
  camera_->attach(mailbox);
  std::vector<Timestamp> times;
  while (times.size() < 20) {
    const auto seen = mailbox->pop();
    ASSERT_TRUE(seen && seen->frame.buffer);
    times.push_back(seen->frame.at);
  }
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(pictures_, 0) << "nobody looks";
  EXPECT_LT(times.back() - times.front(), 10min);
}

TEST_F(CameraThreadTest, APreviewThatCannotBeOpenedIsToldAndTheTestCardStandsIn) {
  open("a", kEach);
  camera_->set_attention(Attention::kActive);
  ASSERT_TRUE(waits_for_notice("there is no a; the test card stands in"));
  ASSERT_TRUE(waits_for_frame(kOfCard));
}

TEST_F(CameraThreadTest, WhatNobodyLooksAtIsNotDecoded) {
  cameras_.plug("a", true);
  open("a", kEach);
  camera_->set_attention(Attention::kActive);
  ASSERT_TRUE(wait_for([this] { return pictures_ >= 2; }));
  camera_->set_attention(Attention::kNone);
  ASSERT_TRUE(skips(1)) << "it is read on";
  const int decoded = cameras_.decoded;
  ASSERT_TRUE(skips(5));
  EXPECT_EQ(cameras_.decoded, decoded);
}

TEST_F(CameraThreadTest, ACameraThatNobodyWantsIsClosedUntilSomebodyDoes) {
  cameras_.plug("a", true);
  open("a", CameraThread::Preview{.alone = 1ms, .beside = 1ms, .idle = 1ms, .linger = 1ms});
  camera_->set_attention(Attention::kActive);
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  camera_->set_attention(Attention::kNone);
  ASSERT_TRUE(reaches(cameras_.closed, 1));
  camera_->attach(std::make_shared<Mailbox<CapturedFrame>>());
  ASSERT_TRUE(reaches(cameras_.opened, 2)) << "a call gets its pictures";
  camera_->hold(true);
  camera_->attach(nullptr);
  ASSERT_TRUE(skips(50)) << "the next call is under way";
  EXPECT_EQ(cameras_.closed, 1);
  camera_->hold(false);
  ASSERT_TRUE(reaches(cameras_.closed, 2));
  camera_->set_attention(Attention::kActive);
  ASSERT_TRUE(reaches(cameras_.opened, 3));
  EXPECT_TRUE(notices_.empty());
}

TEST_F(CameraThreadTest, OffItIsClosedBeforeBlackFramesComeAndOpenedAgainAfterThem) {
  cameras_.plug("a", true);
  open("a");
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  camera_->set_on(false);
  ASSERT_TRUE(waits_for_frame(kOfBlack));
  EXPECT_EQ(cameras_.take_events(), (std::vector<std::string>{"open a", "close a", "open black"}));
  camera_->set_on(true);
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  EXPECT_EQ(cameras_.take_events(), std::vector<std::string>{"open a"});
  EXPECT_TRUE(notices_.empty());
}

TEST_F(CameraThreadTest, WhileItIsOffNoCameraIsOpened) {
  cameras_.plug("b", true);
  open("none", kEach);
  camera_->set_on(false);
  camera_->set_attention(Attention::kActive);
  camera_->choose("b");
  ASSERT_TRUE(waits_for_frame(kOfBlack));
  camera_->choose("c");
  camera_->reopen();
  const int seen = pictures_so_far();
  ASSERT_TRUE(wait_for([&] { return pictures_ > seen + 3; }));
  for (const std::string& event : cameras_.take_events()) EXPECT_EQ(event, "open black");
  camera_->choose("b");
  camera_->set_on(true);
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  EXPECT_TRUE(notices_.empty());
}

TEST_F(CameraThreadTest, OneThatIsLostIsLookedForOnceItIsOnAgain) {
  cameras_.plug("a", true);
  open("a");
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  cameras_.plug("a", false);
  ASSERT_TRUE(waits_for_frame(kOfCard));
  camera_->set_on(false);
  ASSERT_TRUE(waits_for_frame(kOfBlack));
  camera_->set_on(true);
  ASSERT_TRUE(waits_for_frame(kOfCard)) << "it is still not there";
  cameras_.plug("a", true);
  ASSERT_TRUE(waits_for_notice("pictures are back: a"));
}

TEST_F(CameraThreadTest, OneThatIsNotThereAtFirstIsAnError) {
  const auto camera = CameraThread::open({.name = "a",
                                          .open = [this](const std::string& name) { return cameras_.open(name); },
                                          .local_view = nullptr,
                                          .notice = [](const Notice&) {}});
  ASSERT_FALSE(camera);
  EXPECT_EQ(camera.error().message, "there is no a");
}

TEST_F(CameraThreadTest, NothingStandsInForWhatHasAnEndOfItsOwn) {
  cameras_.plug("a", true);
  std::vector<std::string> ends;
  auto camera = CameraThread::open({.name = "a",
                                    .open = [this](const std::string& name) { return cameras_.open(name); },
                                    .local_view = this,
                                    .notice = {},
                                    .on_end =
                                        [this, &ends](const Message& why) {
                                          const std::lock_guard lock(mutex_);
                                          ends.push_back(why.text());
                                          happened_.notify_all();
                                        }});
  ASSERT_TRUE(camera);
  (*camera)->start(session_now());
  ASSERT_TRUE(waits_for_frame(kOfCamera));
  cameras_.plug("a", false);
  ASSERT_TRUE(wait_for([&ends] { return !ends.empty(); }));
  EXPECT_EQ((*camera)->description(), "none") << "no test card";
  camera->reset();
  EXPECT_EQ(ends, std::vector<std::string>{"a has gone away"});
  EXPECT_EQ(size_, kOfCamera);
}

}  // namespace
}  // namespace counterpoint
