// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/scenario/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "media/audio/beep.h"
#include "media/audio/generated_input.h"
#include "media/audio/test_voice.h"
#include "media/capture/test_card.h"
#include "net/adapters/session_clock.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

/// Start of virtual time.
constexpr Timestamp kStart{1000s};
/// Synthetic video looks at no frame.
constexpr Resolution kNoFrame = {.width = 16, .height = 16};

/// Stands between a host and its path: tells what time it is there, and lets an attacker in.
class Tap final : public Transport {
 public:
  using Attack = decltype(HostPlan::attack);
  Tap(std::unique_ptr<Transport> path, Attack attack) : path_(std::move(path)), attack_(std::move(attack)) {}

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override { path_->send(datagram, now, ecn); }
  std::optional<ReceivedDatagram> receive(Timestamp now) override {
    now_ = now;
    if (attack_ && now >= next_attack_) {
      next_attack_ = now + 1ms;
      for (Bytes& datagram : attack_(now - kStart, seen_)) injected_.push_back(std::move(datagram));
    }
    if (!injected_.empty()) {
      ReceivedDatagram datagram{.data = std::move(injected_.back()), .arrived_at = now};
      injected_.pop_back();
      return datagram;
    }
    std::optional<ReceivedDatagram> datagram = path_->receive(now);
    if (datagram && attack_) {
      if (seen_.size() == kSeen) seen_.erase(seen_.begin());
      seen_.push_back(datagram->data);
    }
    return datagram;
  }
  [[nodiscard]] Timestamp next_deadline() const override {
    return attack_ ? std::min(next_attack_, path_->next_deadline()) : path_->next_deadline();
  }
  [[nodiscard]] int descriptor() const override { return -1; }
  [[nodiscard]] Timestamp now() const { return now_; }

 private:
  static constexpr std::size_t kSeen = 300;

  std::unique_ptr<Transport> path_;
  Attack attack_;
  Timestamp now_ = kStart;
  Timestamp next_attack_ = kStart;
  std::vector<Bytes> injected_;
  std::vector<Bytes> seen_;
};

std::unique_ptr<AudioInput> microphone(HostPlan::Audio audio, std::uint64_t seed) {
  switch (audio) {
    case HostPlan::Audio::kTone:
      return std::make_unique<ToneInput>(440);
    case HostPlan::Audio::kVoice:
      return std::make_unique<TestVoice>(seed);
    case HostPlan::Audio::kMarks:
      return std::make_unique<BeepInput>();
    case HostPlan::Audio::kNone:
      return std::make_unique<SilenceInput>();
  }
  return nullptr;
}

void give_identity(MediaCapabilities& can, std::uint32_t number) {
  can.audio_ssrc = number * 16 + 1;
  can.video_ssrc = number * 16 + 2;
  can.rtx_ssrc = number * 16 + 3;
  can.cname = "host-" + std::to_string(number);
  can.session_id = number;
}

std::string without_features(const std::string& sdp, const std::vector<std::string>& unknown) {
  std::istringstream lines(sdp);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool lost =
        std::ranges::any_of(unknown, [&](const std::string& text) { return line.find(text) != std::string::npos; });
    if (!lost) kept += line + '\n';
  }
  return kept;
}

std::string test_name() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  return std::string(test.test_suite_name()) + "." + test.name();
}

}  // namespace

std::string Scenario::Host::log() const {
  std::ostringstream text;
  text << std::ifstream(archive_->log_path(), std::ios::binary).rdbuf();
  return text.str();
}

Scenario::Scenario(Plan plan) : plan_(std::move(plan)) {
  if (const char* seed = std::getenv("COUNTERPOINT_SEED")) plan_.seed = std::strtoull(seed, nullptr, 10);
  static int number = 0;
  std::string name = test_name() + "-" + std::to_string(++number);
  std::ranges::replace(name, '/', '-');
  folder_ = std::filesystem::path(testing::TempDir()) / ("counterpoint-scenario-" + name);
  std::filesystem::create_directories(folder_);
}

Scenario::~Scenario() {
  if (!testing::Test::HasFailure()) {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    return;
  }
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  std::printf("the scenario that failed: %s\nits logs: %s\nto repeat it: COUNTERPOINT_SEED=%llu %s --gtest_filter=%s\n",
              description().c_str(), folder_.c_str(), static_cast<unsigned long long>(plan_.seed), program.c_str(),
              test_name().c_str());
}

std::string Scenario::description() const {
  return "seed " + std::to_string(plan_.seed) + ", a to b \"" + plan_.a_to_b + "\", b to a \"" + plan_.b_to_a + "\", " +
         (plan_.codecs == CodecKind::kSynthetic ? "synthetic video" : std::string(to_string(plan_.codec)));
}

std::unique_ptr<EmulatedPath> Scenario::open_path(const std::string& path, std::uint64_t seed) const {
  Result<PathConfig> config = parse_path_config(path);
  if (!config) {
    ADD_FAILURE() << config.error().message;
    config = PathConfig{};
  }
  config->seed = seed;
  return std::make_unique<EmulatedPath>(*config);
}

void Scenario::negotiate() {
  give_identity(plan_.a.can, 1);
  give_identity(plan_.b.can, 2);
  if (plan_.self_call) {
    agreed_[0] = loop_session(plan_.a.can);
    return;
  }
  const std::string offer = without_features(make_offer(plan_.a.can), plan_.unknown_features);
  const Result<Answer> answer = make_answer(plan_.b.can, offer);
  ASSERT_TRUE(answer) << answer.error().message;
  const std::string answered = without_features(answer->sdp, plan_.unknown_features);
  const Result<NegotiatedSession> session = accept_answer(plan_.a.can, answered);
  ASSERT_TRUE(session) << session.error().message;
  agreed_[0] = *session;
  agreed_[1] = answer->session;
}

SrtpKeys Scenario::keys(DtlsRole role) const {
  return plan_.self_call ? loop_keys_from_seed(plan_.seed) : keys_from_seed(plan_.seed, role);
}

void Scenario::set_up(Host& host, const HostPlan& plan, const NegotiatedSession& session, std::unique_ptr<PathEnd> path,
                      const std::string& name) {
  if (session.video_over_tcp) host.stream_ = path->open_stream();
  auto tap = std::make_unique<Tap>(std::move(path), plan.attack);
  const bool synthetic = plan_.codecs == CodecKind::kSynthetic;
  if (plan.camera) {
    host.camera_ = std::make_unique<TestCard>(synthetic ? kNoFrame : plan_.resolution, plan_.frame_rate);
  }
  host.headset_ = std::make_unique<Headset>(microphone(plan.audio, plan_.seed), plan.audio_clock_error_ppm);
  host.screen_ = std::make_unique<Screen>(
      kStart, [tap = tap.get()] { return tap->now(); },
      [&host] { return host.end_->media().audio().bridge().playout_delay(); });
  host.transport_ = std::move(tap);
  auto archive = CallArchive::open(folder_ / (name + ".jsonl"));
  ASSERT_TRUE(archive) << archive.error().message;
  host.archive_ = std::move(*archive);
  host.archive_->log({Duration::zero(), LogHeader{.application = "scenario " + test_name(),
                                                  .settings = {{"host", name}, {"plan", description()}}}});
  auto protection = SrtpProtector::create(keys(name == "a" ? DtlsRole::kServer : DtlsRole::kClient));
  ASSERT_TRUE(protection) << protection.error().message;
  const CallEndpoint::Config config{
      .negotiated = session,
      .protection = std::move(*protection),
      .codecs = {.kind = plan_.codecs, .video = session.video_codec, .seed = plan_.seed},
      .session = {.mode = {.mode = find_mode(plan_.mode), .parameters = {}},
                  .point = OperatingPoint::from_rate(plan_.rate, plan_.frame_rate, plan_.resolution),
                  .limits = {.max_frame_rate = plan_.frame_rate, .max_resolution = plan_.resolution}},
      .seed = plan_.seed * 2 + (name == "b" ? 1 : 0)};
  auto end = CallEndpoint::create(config,
                                  {.transport = host.transport_.get(),
                                   .stream = host.stream_.get(),
                                   .camera = host.camera_.get(),
                                   .audio = host.headset_.get(),
                                   .sink = host.screen_.get(),
                                   .archive = host.archive_.get()},
                                  kStart);
  ASSERT_TRUE(end) << end.error().message;
  host.end_ = std::move(*end);
}

std::vector<Scenario::Host*> Scenario::hosts() {
  return plan_.self_call ? std::vector<Host*>{&a_} : std::vector<Host*>{&a_, &b_};
}

void Scenario::record_second() {
  for (Host* host : hosts()) {
    host->archive_->write_pending();
    host->each_second_.push_back(host->stats());
    host->audio_delays_.push_back(host->end_->media().audio().bridge().playout_delay().value_or(Duration::max()));
  }
}

void Scenario::run(Duration duration) {
  const Timestamp begin = session_now();
  negotiate();
  if (testing::Test::HasFatalFailure()) return;
  a_to_b_ = open_path(plan_.a_to_b, plan_.seed * 2);
  b_to_a_ = open_path(plan_.b_to_a, plan_.seed * 2 + 1);
  EmulatedPath& back = plan_.self_call ? *a_to_b_ : *b_to_a_;
  set_up(a_, plan_.a, agreed_[0], std::make_unique<PathEnd>(*a_to_b_, back), "a");
  if (!plan_.self_call) set_up(b_, plan_.b, agreed_[1], std::make_unique<PathEnd>(*b_to_a_, *a_to_b_), "b");
  if (testing::Test::HasFatalFailure()) return;
  std::vector<CallEndpoint*> ends;
  for (Host* host : hosts()) ends.push_back(host->end_.get());
  const Result<void> ran = run_virtual_call(ends, kStart, duration, [this](Duration) { record_second(); });
  EXPECT_TRUE(ran) << ran.error().message;
  for (Host* host : hosts()) {
    host->end_->log_statistics(kStart + duration);
    host->archive_->log({duration, LogEnd{"the scenario is over"}});
    host->archive_->write_pending();
    host->headset_->stop();
  }
  wall_time_ = session_now() - begin;
}

}  // namespace counterpoint
