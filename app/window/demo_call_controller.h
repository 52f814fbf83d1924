// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

#include "app/window/call_statistics_text.h"
#include "app/window/demo_call.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// The window's controller without network and devices: a peer who is not there answers, and what follows is a whole
/// call in virtual time (DemoCall), at the pace of the wall clock or by hand.
class DemoCallController : public CallController {
  Q_OBJECT

 public:
  enum class Pace {
    kWallClock,
    kByHand,  ///< Only pass() lets time pass: for tests and screenshots.
  };
  /// Whoever calls this address learns what a failure looks like; at all others somebody answers.
  static constexpr auto kNobody = "nobody";

  DemoCallController(const CallOptions& options, Pace pace, QObject* parent = nullptr);

  void call(const QString& address) override;
  void call_self() override;
  void answer(bool accept) override;
  void hang_up() override;
  void set_sending(bool microphone, bool camera) override;
  void share_screen(bool shared) override;
  void play_clip(const QString& file) override;
  void pause_clip(bool paused) override;
  void seek_clip(Duration position) override;
  void stop_clip() override;
  void set_clip_loop(bool loop) override;
  void set_clip_audio(const ClipAudioChoice& audio) override;
  void apply(const Settings& settings) override;

  /// Somebody calls us, if we are in no call.
  void receive_call();
  /// The peer hangs up, if we are in a call.
  void lose_peer();
  void pass(Duration time);

 private:
  void follow_wall_clock();
  void plan(Duration in, std::function<void()> step);
  void connect_call(const QString& peer);
  void begin_call(const QString& peer);
  void advance_call(Duration time);
  void show_clip();
  void fail(const std::string& problem);
  void show_preview();

  CallOptions options_;
  QTimer timer_;
  QElapsedTimer wall_clock_;
  Duration now_{};              ///< Since the controller began.
  Duration step_at_{};          ///< When step_ is due.
  std::function<void()> step_;  ///< What happens next; empty: nothing by itself.
  std::unique_ptr<VideoSource> preview_;
  std::optional<VideoFrame> preview_frame_;
  Duration preview_began_at_{};
  std::unique_ptr<DemoCall> call_;
  CallStatisticsText figures_;
  Duration pictured_at_{};  ///< Of the call, when plane and level were told last.
  Duration sampled_at_{};   ///< And when the log was.
  bool microphone_ = true;
  bool camera_ = true;
};

}  // namespace counterpoint
