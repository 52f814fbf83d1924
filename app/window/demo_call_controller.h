// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

#include "app/call/call_options.h"
#include "app/window/call_statistics_text.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

class DemoCall;
class VideoSource;

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
  ~DemoCallController() override;

  void send(const CallCommand& command) override;

  /// Somebody calls us, if we are in no call.
  void receive_call();
  /// The peer hangs up, if we are in a call.
  void lose_peer();
  void pass(Duration time);

 private:
  void carry_out(const Dial& dial);
  void carry_out(const CallSelf&);
  void carry_out(const Accept&);
  void carry_out(const Decline&);
  void carry_out(const HangUp&);
  void carry_out(const SetSending& sending);
  void carry_out(const ApplySettings& apply);
  void carry_out(const ShareScreen& share);
  void carry_out(const ClipCommand& command);
  void carry_out(const SetClipLevels& levels);
  void carry_out(const SetPeerVolume& loudness);
  /// All others are for devices and the network, of which there are none.
  template <typename Other>
  void carry_out(const Other&) {}

  void follow_wall_clock();
  void plan(Duration in, std::function<void()> step);
  void connect_call(const QString& peer);
  void begin_call(const std::string& peer);
  void end_call(const QString& cause);
  void advance_call(Duration time);
  void show_clip();
  void fail(const Message& problem);
  void show_preview();

  CallOptions options_;
  QTimer timer_;
  QElapsedTimer wall_clock_;
  Duration now_{};              ///< Time since the controller began.
  Duration step_at_{};          ///< step_ is due then.
  std::function<void()> step_;  ///< The next step; empty: nothing happens by itself.
  std::unique_ptr<VideoSource> preview_;
  std::optional<VideoFrame> preview_frame_;
  Duration preview_began_at_{};
  std::unique_ptr<DemoCall> call_;
  CallStatisticsText figures_;
  Duration pictured_at_{};  ///< Time of the call at the last report of plane and level.
  Duration sampled_at_{};   ///< Time of the call at the last sample of the log.
  SetSending sending_;
};

}  // namespace counterpoint
