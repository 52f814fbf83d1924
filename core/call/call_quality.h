// SPDX-License-Identifier: GPL-3.0-or-later
// The quality of a running call and its limiting factor.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/session_stats.h"

namespace counterpoint {

/// Rating of a call.
enum class CallQuality { kUnknown, kGood, kFair, kPoor };

/// Main cause of bad quality, in the order in which causes are named when several are equally bad.
enum class QualityCause {
  kNone,
  kPeerSilent,    ///< Nothing at all comes from the peer. Amount: seconds since when.
  kStalled,       ///< This computer had no time for the call when it needed it. Amount: part of the time, 0 to 1.
  kAudioLost,     ///< Audio that was lost on the way and made up. Amount: part of the audio, 0 to 1.
  kAudioLate,     ///< Audio that came too late and was made up: the path's doing, or the peer's. Amount as before.
  kSentLost,      ///< Packets of ours that the peer missed. Amount: share of the packets.
  kReceivedLost,  ///< Packets of the peer that we missed. Amount: share of the packets.
  kDelay,         ///< Delay from mouth to ear. Amount: seconds.
  kNoVideo,       ///< The path carries audio alone. No amount.
  kPathRate,      ///< The path carries little. Amount: bit/s.
  kFrozen,        ///< The peer's frame stands still. Amount: part of the time.
  kCoding,        ///< Coding frames takes all of this computer. Amount: part of the time.
};

/// The rating shown to the user.
struct QualityVerdict {
  CallQuality quality = CallQuality::kUnknown;
  QualityCause cause = QualityCause::kNone;  ///< Cause of the lost quality.
  double amount = 0;                         ///< In the unit of the cause.
  bool operator==(const QualityVerdict&) const = default;
};

/// Loss of media packets, audio and video together, in both directions over QualityConfig::window: the one figure that
/// all of the program shows of it.
struct CallLoss {
  double to_peer = 0;    ///< Part of our packets that the peer did not get, 0 to 1.
  double from_peer = 0;  ///< Part of the peer's packets that we did not get, 0 to 1.
  bool operator==(const CallLoss&) const = default;
};

/// Measurements of both ends over some seconds.
struct QualityEvidence {
  double stalled = 0;     ///< Part of the time that the call waited for this computer, 0 and more.
  double audio_lost = 0;  ///< Made up for want of packets that were lost, 0 to 1.
  double audio_late = 0;  ///< Made up although most of its packets came, 0 to 1.
  CallLoss loss;
  Duration delay{};  ///< Delay from mouth to ear; zero: not known.
  bool video_stopped = false;
  std::optional<DataRate> path_rate;  ///< Nothing where it is not the path that limits.
  double frozen = 0;                  ///< Part of the time, 0 to 1.
  double coding = 0;                  ///< Part of the time that the busier of encoder and decoder takes, 0 and more.
};

/// Limits between good and fair (`fair`) and between fair and poor (`poor`). Those of audio stand where the rating of
/// the E-model (ITU-T G.107) falls below 80, "some users dissatisfied", and below 70, "many users dissatisfied" (ITU-T
/// G.109).
struct QualityConfig {
  /// Part of the time, above 0: at most as much of the audio is missing, so that these are above what loss may be.
  double fair_stalled = 0.05;
  double poor_stalled = 0.15;
  /// Part of the audio, 0 to 1. G.711 with concealment (Ie 0, Bpl 25.1 of ITU-T G.113, random loss) is rated 80 at 4 %
  /// and 70 at 8 %. Packets that the peer missed count in full, since we do not know which ones it restored.
  double fair_loss = 0.04;
  double poor_loss = 0.08;
  /// From mouth to ear, above 0. Idd of G.107 rates 285 ms at 80; 400 ms, which ITU-T G.114 bids networks to keep
  /// below, at 69.
  Duration fair_delay = 285ms;
  Duration poor_delay = 400ms;
  /// Audio and video, above 0. Below the first, faces of 320x180 lose their detail; below the second, audio leaves less
  /// than 64 kbit/s, and frames barely move.
  DataRate fair_rate = DataRate::kilobits_per_second(250);
  DataRate poor_rate = DataRate::kilobits_per_second(100);
  /// Part of the time, 0 to 1: half a second and two seconds of ten.
  double fair_frozen = 0.05;
  double poor_frozen = 0.2;
  /// Part of the time, above 0. From the first on, a busier moment costs frames; at the second each one does.
  double fair_coding = 0.85;
  double poor_coding = 0.98;
  /// 1-9 s. A peer that was heard and from whom then nothing came for as long is silent.
  Duration silence = 2s;
  /// 1-30 s. Measurements are averaged over this window, so that a single lost packet does not show.
  Duration window = 5s;
  /// 0-60 s. A better word is said after it has been true for as long, else it would flicker.
  Duration calm = 4s;
  /// Above 0, at most 1. To be better, all has to be below this part of where the worse word began.
  double release = 0.85;
  /// 1-30 s, at most the window. A better word need not wait for the mean once each report of as long shows it by
  /// itself, with all below `clear_release` of where the worse word began. Three reports, though they come unevenly.
  Duration clear = 2500ms;
  /// Above 0, at most `release`. At half of a threshold, chance hardly ever leaves three seconds in a row below.
  double clear_release = 0.5;
};

/// Share of the peer's packets that were lost on the way to us between two reports, 0 to 1.
[[nodiscard]] double lost_part(const SessionStats& before, const SessionStats& now);

/// The worst that `evidence` shows, of things equally bad the one that QualityCause has first. Each threshold is taken
/// as `strictness` times itself, which is above 0.
[[nodiscard]] QualityVerdict judge_quality(const QualityEvidence& evidence, const QualityConfig& config = {},
                                           double strictness = 1);

/// Follows one call.
///
/// 1. add() what the call reports, about each second; times and totals never go back.
/// 2. A worse word is said at once, a better one after a while, and sooner where what was bad is over. Meanwhile the
///    cause has the amount of now, and is left out once there is nothing of it.
/// 3. While nothing comes from a peer that was heard, that is all there is to say; afterwards it is measured anew.
class QualityMeter {
 public:
  explicit QualityMeter(const QualityConfig& config = {}) : config_(config) {}

  /// `path_rate` and `video_stopped` as QualityEvidence has them.
  void add(const SessionStats& stats, Duration at, std::optional<DataRate> path_rate, bool video_stopped);
  /// kUnknown before two reports.
  [[nodiscard]] const QualityVerdict& verdict() const { return verdict_; }
  [[nodiscard]] const CallLoss& loss() const { return loss_; }

 private:
  struct Report {
    SessionStats stats;
    Duration at{};
  };

  [[nodiscard]] bool peer_is_silent(const SessionStats& stats, Duration at);
  /// Evidence from the reports from `first` on; needs at least two.
  [[nodiscard]] QualityEvidence evidence(std::size_t first) const;
  [[nodiscard]] double sent_loss(std::size_t first) const;
  void conclude(const QualityEvidence& evidence, Duration now);

  QualityConfig config_;
  std::deque<Report> reports_;  ///< Reports in the window, oldest first.
  QualityVerdict verdict_;
  CallLoss loss_;
  std::optional<Duration> better_since_;
  std::optional<Duration> clear_since_;  ///< Each report since was clearly better than the word.
  std::uint64_t packets_heard_ = 0;      ///< Packets received from the peer, of any kind;
  std::uint64_t media_heard_ = 0;        ///< and those of audio and video.
  bool media_flows_ = false;             ///< Audio or video was flowing when the peer was last heard.
  Duration heard_at_{};
};

}  // namespace counterpoint
