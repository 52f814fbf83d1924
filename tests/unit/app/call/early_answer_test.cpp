// SPDX-License-Identifier: GPL-3.0-or-later
// A callee whose program answers while it rings: to contacts alone, and without media before it is accepted.
#include <gmock/gmock.h>
#include <poll.h>

#include <algorithm>
#include <atomic>

#include "app/call/active_call.h"
#include "app/call/call_signalling.h"
#include "app/devices/camera_thread.h"
#include "app/pipelines/session/call_archive.h"
#include "net/adapters/session_clock.h"
#include "net/sealed/candidate_exchange.h"
#include "net/secure/identity_key.h"
#include "tests/support/idle_device.h"
#include "tests/unit/app/call/memory_link.h"

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;
using testing::HasSubstr;

/// Reached only when something is wrong.
constexpr Duration kPatience = 60s;

class Observer final : public CallObserver {
 public:
  void handle(const CallEvent& event) override {
    if (const auto* now = std::get_if<CallStatus>(&event)) status = *now;
    const auto* record = std::get_if<LogRecord>(&event);
    const auto* logged = record != nullptr ? std::get_if<LogEvent>(&record->body) : nullptr;
    if (logged != nullptr && logged->name == "encryption") has_keys = true;
  }
  CallStatus status;
  std::atomic<bool> has_keys = false;
};

struct Side {
  CallResources resources(const std::string& peer_name) {
    CallOptions options;
    options.synthetic = true;
    return {.call = 1,
            .options = options,
            .audio = &device,
            .observer = &observer,
            .wake = [] {},
            .identify = [peer_name](const PeerId& peer) { return PeerIdentity{.id = peer, .name = peer_name}; },
            .exchange_candidates =
                [this](const CandidateInboxes& inboxes) {
                  has_inboxes = true;
                  return std::make_shared<CandidateExchange>(inboxes, time_with_sleep);
                }};
  }
  void run() { call->run(session_now()); }
  MediaCapabilities capabilities(std::uint32_t ssrc) const {
    MediaCapabilities all = counterpoint::capabilities(ssrc);
    all.candidate_exchange = has_node;
    return all;
  }

  bool has_node = false;
  bool has_inboxes = false;
  PeerId id = IdentityKey::generate()->id();
  IdleDevice device;
  Observer observer;
  Way out;
  std::unique_ptr<ActiveCall> call;
};

class EarlyAnswerTest : public testing::Test {
 protected:
  void dial() {
    auto signalling = CallSignalling::dial(
        std::make_unique<MemoryLink>(callee_.id, callee_.out, caller_.out), caller_.id,
        [](const PeerId&) { return std::optional<Message>(); }, caller_.capabilities(11), session_now());
    caller_.call = std::make_unique<ActiveCall>(caller_.resources("callee"), *CallArchive::open({}),
                                                caller_.capabilities(11), std::move(signalling), session_now());
    caller_.run();
  }
  /// The caller is a contact of that name, or a stranger.
  void ring(const std::string& name, bool early = true) {
    auto signalling = CallSignalling::take(std::make_unique<MemoryLink>(caller_.id, caller_.out, callee_.out),
                                           callee_.id, callee_.capabilities(21), session_now());
    signalling->poll(session_now());
    CallResources resources = callee_.resources(name);
    resources.answer_early = early;
    callee_.call = std::make_unique<ActiveCall>(std::move(resources), *CallArchive::open({}), callee_.capabilities(21),
                                                std::move(signalling), session_now());
    callee_.run();
  }
  template <typename Done>
  bool run_until(Done&& done) {
    for (const Timestamp end = session_now() + kPatience; session_now() < end;) {
      caller_.run();
      callee_.run();
      if (done()) return true;
      std::vector<pollfd> descriptors = caller_.call->descriptors();
      std::ranges::copy(callee_.call->descriptors(), std::back_inserter(descriptors));
      (void)::poll(descriptors.data(), descriptors.size(), 5);
    }
    return false;
  }
  bool both_have_keys() const { return caller_.observer.has_keys && callee_.observer.has_keys; }

  Side caller_;
  Side callee_;
};

TEST_F(EarlyAnswerTest, AContactsCallNeedsNoMoreRoundTripWhenItIsAccepted) {
  dial();
  ring("Ada");
  ASSERT_TRUE(run_until([this] { return both_have_keys(); }));
  EXPECT_EQ(callee_.observer.status.state, Call::State::kIncoming);
  EXPECT_EQ(caller_.observer.status.state, Call::State::kRinging);
  EXPECT_FALSE(callee_.device.started() || caller_.device.started()) << "nobody is heard before the call is accepted";
  EXPECT_FALSE(caller_.observer.status.sas);
  callee_.call->accept(session_now());
  callee_.run();
  EXPECT_EQ(callee_.observer.status.state, Call::State::kConnected) << "at once";
  caller_.run();
  EXPECT_EQ(caller_.observer.status.state, Call::State::kConnected) << "with the answer";
  EXPECT_TRUE(callee_.device.started() && caller_.device.started());
  ASSERT_TRUE(run_until([this] { return caller_.observer.status.sas && callee_.observer.status.sas; }));
  EXPECT_EQ(caller_.observer.status.sas, callee_.observer.status.sas);
}

TEST_F(EarlyAnswerTest, InboxesForThePeerAreOpenedWhereBothHaveANode) {
  for (const bool caller : {false, true}) {
    for (const bool callee : {false, true}) {
      caller_.has_node = caller;
      callee_.has_node = callee;
      caller_.has_inboxes = callee_.has_inboxes = false;
      caller_.out = callee_.out = {};
      caller_.observer.has_keys = callee_.observer.has_keys = false;
      dial();
      ring("Ada");
      ASSERT_TRUE(run_until([this] { return both_have_keys(); }));
      EXPECT_EQ(caller_.has_inboxes, caller && callee);
      EXPECT_EQ(callee_.has_inboxes, caller && callee);
    }
  }
}

TEST_F(EarlyAnswerTest, AStrangerLearnsNoAddressBeforeTheCallIsAccepted) {
  dial();
  ring("");
  for (int i = 0; i < 20; ++i) {
    caller_.run();
    callee_.run();
  }
  ASSERT_EQ(callee_.out.all.size(), 1U);
  EXPECT_EQ(callee_.out.all[0].kind, Kind::kRinging);
  EXPECT_EQ(callee_.out.all[0].body, "");
  callee_.call->accept(session_now());
  EXPECT_TRUE(run_until([this] { return caller_.observer.status.state == Call::State::kConnected; }));
}

TEST_F(EarlyAnswerTest, NorDoesAContactOfAUserWhoDoesNotWantThat) {
  dial();
  ring("Ada", false);
  caller_.run();
  callee_.run();
  for (const SignallingMessage& message : callee_.out.all) EXPECT_EQ(message.body, "");
}

TEST_F(EarlyAnswerTest, AnOlderCallerIsAnsweredWhenTheCallIsAccepted) {
  caller_.out.change = [](SignallingMessage& message) {
    const std::string attribute = "a=counterpoint-early-answer:1\r\n";
    const std::size_t at = message.body.find(attribute);
    if (at != std::string::npos) message.body.erase(at, attribute.size());
  };
  dial();
  ring("Ada");
  caller_.run();
  callee_.run();
  for (const SignallingMessage& message : callee_.out.all) EXPECT_EQ(message.body, "");
  callee_.call->accept(session_now());
  EXPECT_TRUE(run_until([this] { return caller_.observer.status.state == Call::State::kConnected; }));
}

TEST_F(EarlyAnswerTest, AnotherAnswerThanTheEarlyOneEndsTheCall) {
  callee_.out.change = [](SignallingMessage& message) {
    if (message.kind == Kind::kAnswer) message.body += "a=other\r\n";
  };
  dial();
  ring("Ada");
  ASSERT_TRUE(run_until([this] { return both_have_keys(); }));
  callee_.call->accept(session_now());
  caller_.run();
  EXPECT_EQ(caller_.observer.status.end, Call::End::kProtocolError);
  EXPECT_THAT(caller_.observer.status.detail.text(), HasSubstr("not the one that it gave while it rang"));
  EXPECT_FALSE(caller_.device.started());
}

TEST_F(EarlyAnswerTest, WhoDeclinesHasSentNoMedia) {
  dial();
  ring("Ada");
  ASSERT_TRUE(run_until([this] { return both_have_keys(); }));
  callee_.call->decline(session_now());
  caller_.run();
  EXPECT_EQ(caller_.observer.status.end, Call::End::kDeclined);
  EXPECT_FALSE(callee_.device.started() || caller_.device.started());
}

}  // namespace
}  // namespace counterpoint
