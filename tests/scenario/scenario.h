// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario is a plan: conditions and media, then run, then what a user would notice. All of it in virtual time, all
// of it repeatable from its seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/call/call_endpoint.h"
#include "net/adapters/emulated_transport.h"
#include "net/secure/srtp_keys.h"
#include "tests/scenario/witness.h"

namespace counterpoint {

/// Equipment and behaviour of one host of a scenario.
struct HostPlan {
  enum class Audio { kTone, kVoice, kMarks, kNone };
  bool camera = true;
  Audio audio = Audio::kTone;           ///< The sound at the microphone.
  double audio_clock_error_ppm = 0;     ///< Error of the clocks of microphone and earphone.
  MediaCapabilities can = {.port = 1};  ///< SSRCs and names are filled in.
  /// Datagrams that reach the host besides its peer's: asked each millisecond, given the peer's latest datagrams.
  std::function<std::vector<Bytes>(Duration since_start, const std::vector<Bytes>& seen)> attack;
};

/// Conditions and media of a call.
struct Plan {
  std::string a_to_b;  ///< The path, as parse_path_config() reads it.
  std::string b_to_a;
  CodecKind codecs = CodecKind::kSynthetic;
  VideoCodec codec = VideoCodec::kVp8;
  std::string mode = "fixed";  ///< Each host's; one that adapts begins at `rate`.
  DataRate rate = DataRate::kilobits_per_second(1000);
  FrameRate frame_rate = FrameRate::per_second(30);
  Resolution resolution = {.width = 320, .height = 180};  ///< Resolution of real frames; synthetic ones have none.
  /// Lines of SDP that hold one of these texts get lost: the hosts then know nothing of that feature.
  std::vector<std::string> unknown_features;
  HostPlan a;
  HostPlan b;
  bool self_call = false;  ///< Host a talks to itself over `a_to_b`.
  std::uint64_t seed = 1;
};

/// Carries out one plan, and holds what came of it.
///
/// When the test has failed by the time the scenario ends, its logs stay in the test's folder for temporary files, and
/// the seed, the logs and how to repeat it are printed. COUNTERPOINT_SEED in the environment replaces the seed of every
/// plan.
class Scenario {
 public:
  /// One end of the call, with its witnesses.
  class Host {
   public:
    /// The frames and the audio that a person there saw and heard.
    [[nodiscard]] const Screen& screen() const { return *screen_; }
    [[nodiscard]] const Headset& headset() const { return *headset_; }
    /// At the end of the call.
    [[nodiscard]] const SessionStats& stats() const { return end_->statistics(); }
    [[nodiscard]] LatencyReport latencies() const { return end_->media().latencies(); }
    /// Mouth to ear: at each whole second from the first on.
    [[nodiscard]] const std::vector<Duration>& audio_delays() const { return audio_delays_; }
    [[nodiscard]] const std::vector<SessionStats>& each_second() const { return each_second_; }
    /// The whole session log.
    [[nodiscard]] std::string log() const;

   private:
    friend class Scenario;
    std::unique_ptr<Transport> transport_;
    std::unique_ptr<StreamTransport> stream_;  // For video, if that was agreed upon.
    std::unique_ptr<VideoSource> camera_;
    std::unique_ptr<Headset> headset_;
    std::unique_ptr<Screen> screen_;
    std::unique_ptr<CallArchive> archive_;
    std::unique_ptr<CallEndpoint> end_;
    std::vector<Duration> audio_delays_;
    std::vector<SessionStats> each_second_;
  };

  explicit Scenario(Plan plan);
  Scenario(const Scenario&) = delete;
  Scenario& operator=(const Scenario&) = delete;
  ~Scenario();

  /// It may be called once. A plan that cannot be carried out fails the test.
  void run(Duration duration);

  [[nodiscard]] const Host& a() const { return a_; }
  [[nodiscard]] const Host& b() const { return b_; }
  /// The negotiated session, seen from a.
  [[nodiscard]] const NegotiatedSession& agreed() const { return agreed_[0]; }
  [[nodiscard]] const PathCounters& path_a_to_b() const { return a_to_b_->counters(); }
  /// Time that run() took in the real world.
  [[nodiscard]] Duration wall_time() const { return wall_time_; }
  [[nodiscard]] std::uint64_t seed() const { return plan_.seed; }

 private:
  [[nodiscard]] std::unique_ptr<EmulatedPath> open_path(const std::string& path, std::uint64_t seed) const;
  void negotiate();
  [[nodiscard]] SrtpKeys keys(DtlsRole role) const;
  void set_up(Host& host, const HostPlan& plan, const NegotiatedSession& session, std::unique_ptr<PathEnd> path,
              const std::string& name);
  void record_second();
  [[nodiscard]] std::string description() const;
  [[nodiscard]] std::vector<Host*> hosts();

  Plan plan_;
  std::filesystem::path folder_;
  std::unique_ptr<EmulatedPath> a_to_b_;
  std::unique_ptr<EmulatedPath> b_to_a_;
  NegotiatedSession agreed_[2];
  Host a_;
  Host b_;
  Duration wall_time_{};
};

}  // namespace counterpoint
