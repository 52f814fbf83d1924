// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineOption>
#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "app/call/call_status.h"
#include "app/commands/call/command_input.h"
#include "app/commands/common/call_summary.h"
#include "app/host/session_host.h"

namespace counterpoint {

/// Runs one call of a session host for the command line: shows its state and a live line of figures, ends it after its
/// time or at Ctrl+C, prints the result and gives the exit status.
class CallRunner final : public QObject, public CallObserver {
  Q_OBJECT

 public:
  struct Config {
    QString command;  ///< For messages.
    SessionHost::Config host;
    std::optional<Duration> duration;  ///< From the connection on.
    bool json = false;
    bool commands = false;                    ///< Are taken from standard input.
    std::function<void(SessionHost&)> begin;  ///< What makes the call: dial, call oneself, or nothing.
  };
  explicit CallRunner(Config config);
  /// The option that asks for Config::commands.
  [[nodiscard]] static QCommandLineOption commands_option();
  ~CallRunner() override;

  /// Returns when the call is over.
  [[nodiscard]] int run();

  void handle_status(const CallStatus& status) override;
  void handle_statistics(const SessionStats& stats, Duration elapsed) override;
  void handle_level(double) override {}
  void handle_notice(const std::string& notice) override;
  void handle_clip(const std::string& what) override;

 private:
  void show_status(const CallStatus& status);
  void show_statistics(const SessionStats& stats, Duration elapsed);
  void say(const std::string& line);
  void warn(const std::string& line);
  void watch_signals();
  void take_command(const QString& line);
  void carry_out(const ModeChoice& mode);
  void carry_out(const PlayClip& play) { host_->play_clip(play.path); }
  void carry_out(const ResumeClip&) { host_->resume_clip(); }
  void carry_out(const PauseClip&) { host_->pause_clip(); }
  void carry_out(const SeekClip& seek) { host_->seek_clip(seek.to); }
  void carry_out(const StopClip&) { host_->stop_clip(); }
  void finish(const CallStatus& status);

  Config config_;
  CallSummary summary_;
  std::optional<SessionStats> previous_;
  Duration previous_elapsed_{};
  std::optional<Call::State> shown_state_;  ///< Nothing before there is a call.
  bool hanging_up_ = false;
  bool line_open_ = false;  ///< The live line is being overwritten.
  int exit_status_ = 0;
  int signal_descriptor_ = -1;
  std::unique_ptr<SessionHost> host_;
};

}  // namespace counterpoint
