// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "app/host/session_host.h"
#include "app/window/call_statistics_text.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// The window's controller on a real session host: translates between the host's network thread and the window's.
class HostCallController final : public CallController, private CallObserver {
  Q_OBJECT

 public:
  /// Opens the host; what cannot be had (a port in use, a camera that is gone) is replaced and told in host().
  /// `options` are what `settings` ask for, and what holds for this run alone.
  HostCallController(const CallOptions& options, const Settings& settings, QObject* parent = nullptr);
  ~HostCallController() override;

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

  /// As SessionHost has it.
  void check_audio(AudioCheck::Task task);
  void stop_audio_check();

 signals:
  void audio_check_changed(counterpoint::AudioCheck::Task task);

 private:
  void open_host(const CallOptions& options, std::uint16_t port);
  /// Tells what the microphone and the loudspeaker are now.
  void show_audio_devices();

  // From the network thread.
  void handle_status(const CallStatus& status) override;
  void handle_statistics(const SessionStats& stats, Duration elapsed) override;
  void handle_adaptation(const AdaptationStatus& status, Duration elapsed) override;
  void handle_record(const LogRecord& record) override;
  void handle_level(double level) override;
  void handle_audio_check(AudioCheck::Task task) override;
  void handle_camera(const std::string& description) override;
  void handle_listening(std::uint16_t port, const std::string& problem) override;
  void handle_notice(const std::string& notice) override;
  void handle_screen(bool shared) override;
  void handle_clip_status(const ClipStatus& status) override;

  void show_status(const CallStatus& status);
  void show_statistics(const SessionStats& stats, Duration elapsed);
  void show_adaptation(const AdaptationStatus& status, Duration elapsed);

  Settings settings_;
  std::unique_ptr<SessionHost> host_;
  std::uint64_t shown_call_ = 0;  ///< The call that the window shows; 0 once its user has left it.
  CallStatisticsText figures_;
};

}  // namespace counterpoint
