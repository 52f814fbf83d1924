// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineOption>
#include <QObject>
#include <memory>
#include <optional>

#include "app/commands/call/command_input.h"
#include "app/commands/common/call_summary.h"
#include "app/host/session_host.h"
#include "core/control/call_event.h"

namespace counterpoint {

/// Runs one call of a session host for the command line: shows its state and a live line of figures, ends it after its
/// time or at Ctrl+C, prints the result and gives the exit status.
class CallRunner final : public QObject, public CallObserver {
  Q_OBJECT

 public:
  struct Config {
    QString command;  ///< Messages name it.
    SessionHost::Config host;
    std::optional<Duration> duration;  ///< Time from the connection on.
    bool json = false;
    bool commands = false;               ///< Are taken from standard input.
    std::string files_folder{};          ///< Files that the peer sends are kept there; empty: they are refused.
    std::optional<CallCommand> begin{};  ///< Makes the call; nothing: somebody else calls.
  };
  explicit CallRunner(Config config);
  /// The option that asks for Config::commands.
  [[nodiscard]] static QCommandLineOption commands_option();
  /// The option that names Config::files_folder.
  [[nodiscard]] static QCommandLineOption files_option();

  ~CallRunner() override;

  /// Returns when the call is over.
  [[nodiscard]] int run();

  void handle(const CallEvent& event) override;

 private:
  void show(const CallStatus& status);
  void show_identity(const CallStatus& status);
  void show(const CallStatistics& statistics);
  void show(const NodesReached&);
  void show(const ContactPresence& presence);
  void show(const Notice& notice) { warn(notice.text.text()); }
  void show(const ClipNews& news) { say("clip: " + news.text.text()); }
  void show(const PeerState& peer);
  void show(const MessageEvent& event);
  void show_text(const TextNews& text);
  void show_file(const FileNews& file);
  /// All else is for windows.
  template <typename Other>
  void show(const Other&) {}
  void say(const std::string& line);
  void warn(const std::string& line);
  void watch_signals();
  void take_command(const QString& line);
  void finish(const CallStatus& status);

  Config config_;
  CallSummary summary_;
  std::optional<SessionStats> previous_;
  Duration previous_elapsed_{};
  bool identity_shown_ = false;
  bool sas_shown_ = false;
  bool reconnecting_shown_ = false;
  std::optional<Call::State> shown_state_;  ///< Nothing before there is a call.
  bool hanging_up_ = false;
  bool line_open_ = false;  ///< The live line is being overwritten.
  int exit_status_ = 0;
  int signal_descriptor_ = -1;
  std::unique_ptr<SessionHost> host_;
};

/// `stored`, with the nodes of `bootstrap` instead if it names any. Errors: kInvalidArgument for one that is no
/// address.
[[nodiscard]] Result<RendezvousSettings> rendezvous_settings(RendezvousSettings stored, const QStringList& bootstrap);

}  // namespace counterpoint
