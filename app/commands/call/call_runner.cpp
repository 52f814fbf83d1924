// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/call_runner.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimer>
#include <csignal>
#include <cstdio>
#include <utility>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "core/call/authentication_words.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {

Result<RendezvousSettings> rendezvous_settings(RendezvousSettings stored, const QStringList& bootstrap) {
  if (!bootstrap.isEmpty()) stored.nodes.clear();
  for (const QString& name : bootstrap) {
    stored.nodes.push_back(name.toStdString());
    if (const Result<void> checked = check_address(stored.nodes.back()); !checked) {
      return Error{ErrorKind::kInvalidArgument, message("--bootstrap: %1", checked.error().message)};
    }
  }
  return stored;
}

CallRunner::CallRunner(Config config) : config_(std::move(config)) {}

CallRunner::~CallRunner() {
  host_.reset();
  if (signal_descriptor_ >= 0) close(signal_descriptor_);
}

int CallRunner::run() {
  // Before any thread is made, so that all of them leave the signals to this one.
  watch_signals();
  Result<std::unique_ptr<SessionHost>> host = SessionHost::create(config_.host, *this);
  if (!host) return report_wrong_use(config_.command, host.error().message);
  host_ = std::move(*host);
  if (host_->listening_port() != 0) {
    say("waiting for a call on port " + std::to_string(host_->listening_port()) +
        (config_.host.from.empty() ? "; whoever calls is answered (--from WHO takes nobody else)" : ""));
  }
  if (config_.commands) {
    connect(new CommandInput(STDIN_FILENO, this), &CommandInput::line_read, this, &CallRunner::take_command);
  }
  if (config_.begin) {
    exit_status_ = kExitCallFailed;  // It holds until the call has come about.
    host_->send(*config_.begin);
  }
  QCoreApplication::exec();
  host_.reset();
  return exit_status_;
}

void CallRunner::watch_signals() {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGINT);
  sigaddset(&stop, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &stop, nullptr);
  signal_descriptor_ = signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
  auto* notifier = new QSocketNotifier(signal_descriptor_, QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [this] {
    signalfd_siginfo info{};
    (void)!read(signal_descriptor_, &info, sizeof info);
    // Somebody who only waits for a call, or asks twice, wants to leave at once.
    if (!shown_state_) return QCoreApplication::quit();
    if (!std::exchange(hanging_up_, true)) return static_cast<void>(host_->send(HangUp{}));
    exit_status_ = kExitCallFailed;
    QCoreApplication::quit();
  });
}

QCommandLineOption CallRunner::commands_option() {
  return {"commands",
          "Take lines from standard input during the call: mode NAME [PARAMETER=NUMBER]..., play [FILE], pause, "
          "seek SECONDS, stop, mute, unmute, say TEXT, send FILE"};
}

QCommandLineOption CallRunner::files_option() {
  return {"receive-files", "Keep files that the peer sends in this folder; else they are refused.", "FOLDER"};
}

void CallRunner::take_command(const QString& line) {
  const Result<CallCommand> command = read_command(line);
  if (!command) return warn(command.error().message.text());
  host_->send(*command);
  if (const auto* mode = std::get_if<SetMode>(&*command)) say("mode: " + mode_name(mode->mode));
}

void CallRunner::handle(const CallEvent& event) {
  QMetaObject::invokeMethod(
      this, [this, event] { std::visit([this](const auto& e) { show(e); }, event); }, Qt::QueuedConnection);
}

void CallRunner::show(const CallStatus& status) {
  if (status.state == Call::State::kEnded) return finish(status);
  show_identity(status);
  if (status.reconnecting != std::exchange(reconnecting_shown_, status.reconnecting)) {
    say(status.reconnecting ? "reconnecting: nothing comes from the peer" : "connected again");
  }
  if (status.state == std::exchange(shown_state_, status.state)) return;
  say(std::string(to_string(status.state)) + (status.peer.empty() ? "" : ": " + status.peer));
  if (status.state != Call::State::kConnected) return;
  previous_ = SessionStats{};
  if (config_.duration) {
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(*config_.duration);
    QTimer::singleShot(milliseconds, Qt::PreciseTimer, this, [this] { host_->send(HangUp{}); });
  }
}

void CallRunner::show_identity(const CallStatus& status) {
  if (status.identity && !std::exchange(identity_shown_, true)) {
    const PeerIdentity& who = *status.identity;
    const std::string name = who.name.empty() ? "a stranger"
                             : who.verified   ? who.name + ", verified"
                                              : who.name + ", not verified";
    say("identity: " + to_string(who.id) + " (" + name + ")");
  }
  if (!status.sas || std::exchange(sas_shown_, true)) return;
  std::string pictures;
  for (const AuthenticationWord& word : authentication_words(*status.sas)) pictures += " " + emoji_text(word);
  say("compare by voice: " + authentication_text(*status.sas) + " " + pictures);
}

void CallRunner::show(const NodesReached&) {
  if (!config_.begin) say("a node has answered: others reach this host by its ID now");
}

void CallRunner::show(const ContactPresence& presence) {
  const std::string& name = presence.contact.name;
  if (!config_.begin && !name.empty()) say(name + (presence.here ? " is here" : " is away"));
}

void CallRunner::show(const PeerState& peer) {
  const MediaState& state = peer.state;
  std::string words = state.microphone ? "microphone on" : "microphone off";
  switch (state.video) {
    case MediaState::Video::kCamera:
      words += ", camera on";
      break;
    case MediaState::Video::kOff:
      words += ", camera off";
      break;
    case MediaState::Video::kScreen:
      words += ", shares the screen";
      break;
    case MediaState::Video::kClip:
      words += ", plays " + state.clip;
      break;
    case MediaState::Video::kPausedClip:
      words += ", has paused " + state.clip;
      break;
  }
  say("the peer" + (state.name.empty() ? "" : ", " + state.name) + ": " + words);
}

void CallRunner::show(const MessageEvent& event) {
  if (const auto* text = std::get_if<TextNews>(&event)) show_text(*text);
  if (const auto* file = std::get_if<FileNews>(&event)) show_file(*file);
}

void CallRunner::show_text(const TextNews& text) {
  std::string shown = text.text;
  // No line of a text looks like one of this program.
  for (std::size_t at = 0; (at = shown.find('\n', at)) != std::string::npos; at += 3) shown.replace(at, 1, "\n  ");
  if (!text.own) return say("text: " + shown);
  if (text.state == TextNews::State::kLost) warn("the peer did not get the text: " + shown);
  if (text.state == TextNews::State::kHeard) say("text delivered: " + shown);
}

void CallRunner::show_file(const FileNews& file) {
  const std::string what = (file.own ? "file sent: " : "file from the peer: ") + file.name;
  switch (file.phase) {
    case FileNews::Phase::kOffered:
      say(what + ", " + std::to_string(file.size) + " bytes, offered");
      if (file.own) return;
      if (config_.files_folder.empty()) {
        say(what + ": refused; --receive-files FOLDER keeps files");
        host_->send(StopFile{.number = file.number});
      } else {
        host_->send(AcceptFile{.number = file.number, .folder = config_.files_folder});
      }
      return;
    case FileNews::Phase::kMoving:
      return;
    case FileNews::Phase::kDone:
      return say(what + (file.own ? ": the peer has it" : ": kept as " + file.path));
    case FileNews::Phase::kRefused:
      return file.own ? warn(what + ": the peer does not take it") : void();
    case FileNews::Phase::kWithdrawn:
      return say(what + ": withdrawn");
    case FileNews::Phase::kFailed:
      return warn(what + ": " + file.problem.text());
  }
}

void CallRunner::show(const CallStatistics& statistics) {
  const auto& [stats, elapsed] = statistics;
  // The last statistics come with the end of the call, whenever that is: too short a time for rates.
  if (!config_.json && elapsed - previous_elapsed_ > 500ms) {
    const std::string line = live_line(previous_.value_or(SessionStats{}), stats, elapsed - previous_elapsed_, elapsed);
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    std::printf(terminal ? "\r\x1b[K%s" : "%s\n", line.c_str());
    std::fflush(stdout);
    line_open_ = terminal;
  }
  previous_ = stats;
  previous_elapsed_ = elapsed;
  summary_.stats = stats;
  summary_.elapsed = elapsed;
}

void CallRunner::say(const std::string& line) {
  if (std::exchange(line_open_, false)) std::fputc('\n', stdout);
  // With --json, the result alone goes to standard output.
  std::fprintf(config_.json ? stderr : stdout, "%s\n", line.c_str());
  std::fflush(stdout);
}

void CallRunner::warn(const std::string& line) {
  if (std::exchange(line_open_, false)) std::fputc('\n', stdout);
  std::fflush(stdout);
  std::fprintf(stderr, "counterpoint-cli %s: %s\n", qPrintable(config_.command), line.c_str());
}

void CallRunner::finish(const CallStatus& status) {
  summary_.status = status;
  summary_.used = resource_use();
  const bool orderly = is_orderly(status.end) && previous_;
  exit_status_ = orderly ? kExitFine : kExitCallFailed;
  const std::string why =
      std::string(to_string(status.end)) + (status.detail.empty() ? "" : ": " + status.detail.text());
  if (orderly) {
    say("ended: " + why);
  } else {
    warn("the call failed: " + why);
  }
  if (config_.json) {
    std::fputs(to_json(summary_).c_str(), stdout);
  } else if (previous_) {
    std::fputs(to_text(summary_).c_str(), stdout);
  }
  if (!status.log_path.empty()) say("session log: " + status.log_path.string());
  QCoreApplication::quit();
}

}  // namespace counterpoint
