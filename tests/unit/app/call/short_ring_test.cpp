// SPDX-License-Identifier: GPL-3.0-or-later
// A stranger's call that ends within a second: one that its caller gives up leaves no log, one that the user ends does.
#include <gtest/gtest.h>

#include "app/call/active_call.h"
#include "app/call/call_signalling.h"
#include "app/devices/camera_thread.h"
#include "app/pipelines/session/call_archive.h"
#include "net/adapters/session_clock.h"
#include "net/sealed/candidate_exchange.h"
#include "net/secure/identity_key.h"
#include "tests/support/idle_device.h"
#include "tests/support/test_folder.h"
#include "tests/unit/app/call/memory_link.h"

namespace counterpoint {
namespace {

class Observer final : public CallObserver {
 public:
  void handle(const CallEvent& event) override {
    if (const auto* now = std::get_if<CallStatus>(&event)) status = *now;
  }
  CallStatus status;
};

class ShortRingTest : public testing::Test {
 protected:
  void SetUp() override {
    caller_ = CallSignalling::dial(
        std::make_unique<MemoryLink>(callee_id_, to_caller_, to_callee_), caller_id_,
        [](const PeerId&) { return std::optional<Message>(); }, capabilities(11), now_);
    caller_->open_media({}, {}, now_);
    caller_->poll(now_);
    auto signalling = CallSignalling::take(std::make_unique<MemoryLink>(caller_id_, to_callee_, to_caller_), callee_id_,
                                           capabilities(21), now_);
    signalling->poll(now_);
    CallResources resources{.call = 1,
                            .audio = &device_,
                            .observer = &observer_,
                            .wake = [] {},
                            .identify = [](const PeerId& peer) { return PeerIdentity{.id = peer}; }};
    resources.log_path = [this] { return log_; };
    callee_ = std::make_unique<ActiveCall>(std::move(resources), *CallArchive::open({}), capabilities(21),
                                           std::move(signalling), now_);
    callee_->run(now_);
    ASSERT_EQ(observer_.status.state, Call::State::kIncoming);
  }

  const Timestamp now_ = session_now();
  const TestFolder folder_;
  const std::filesystem::path log_ = folder_.path() / "call.jsonl";
  const PeerId caller_id_ = IdentityKey::generate()->id();
  const PeerId callee_id_ = IdentityKey::generate()->id();
  Way to_caller_;
  Way to_callee_;
  IdleDevice device_;
  Observer observer_;
  std::unique_ptr<CallSignalling> caller_;
  std::unique_ptr<ActiveCall> callee_;
};

TEST_F(ShortRingTest, ACallerWhoGivesUpLeavesNoLog) {
  caller_->hang_up();
  callee_->run(now_);
  EXPECT_EQ(observer_.status.end, Call::End::kRemoteHungUp);
  EXPECT_TRUE(callee_->left_no_log());
  EXPECT_FALSE(std::filesystem::exists(log_));
}

TEST_F(ShortRingTest, ACallThatTheUserDeclinesHasItsLog) {
  callee_->decline(now_);
  EXPECT_EQ(observer_.status.end, Call::End::kHungUp);
  EXPECT_FALSE(callee_->left_no_log());
  EXPECT_TRUE(std::filesystem::exists(log_));
  caller_->poll(now_);
  EXPECT_EQ(caller_->call().end(), Call::End::kDeclined);
}

TEST_F(ShortRingTest, SoHasOneThatTheUserHangsUpOn) {
  callee_->hang_up(now_);
  EXPECT_EQ(observer_.status.end, Call::End::kHungUp);
  EXPECT_FALSE(callee_->left_no_log()) << "or it would count as given up";
  EXPECT_TRUE(std::filesystem::exists(log_));
}

}  // namespace
}  // namespace counterpoint
