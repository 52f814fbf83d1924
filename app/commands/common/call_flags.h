// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/call/call_options.h"
#include "core/base/result.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// The command line of everything that makes a call: the options that listen, call and self-call share.
class CallFlags {
 public:
  /// The one positional argument, if there is any.
  struct Argument {
    QString name;
    QString meaning;
    bool required = true;
  };
  /// `summary` is for --help, which lists the shared options named in `told`, or all of them when it is empty.
  explicit CallFlags(const QString& summary, const std::optional<Argument>& argument = std::nullopt,
                     const QStringList& told = {});

  /// The parser, for options of one command alone.
  [[nodiscard]] QCommandLineParser& parser() { return parser_; }

  /// Adds the option --address: the address of this host that media use over UDP. `meaning` is for --help.
  void add_address_option(const QString& meaning);
  /// Reads `arguments`; prints help and errors itself. Nothing when the program is to go on, else its exit status.
  [[nodiscard]] std::optional<int> parse(const QStringList& arguments);
  /// Adds --duration and --json: the length of a run, and the format of its result.
  void add_run_options();
  /// Adds the option --port: the port at which callers reach this host.
  void add_port_option();
  /// `stored`, overridden by the options given. Errors name the option, the value and the allowed values.
  [[nodiscard]] Result<Settings> settings(Settings stored) const;
  /// The same with the settings of --config, or the defaults.
  [[nodiscard]] Result<Settings> settings() const;
  /// The call that `settings` and the other options ask for.
  [[nodiscard]] Result<CallOptions> options(const Settings& settings) const;
  [[nodiscard]] Result<CallOptions> options() const;
  /// A call with another host: settings, options, and how long it lasts at most. Errors name the options that do not go
  /// together, too.
  struct PeerCall {
    Settings settings;
    CallOptions options;
    std::optional<Duration> duration;
  };
  [[nodiscard]] Result<PeerCall> peer_call() const;
  /// The file of --config; empty when it is not given.
  [[nodiscard]] QString settings_file() const { return parser_.value("config"); }
  /// Duration of the call; nothing for a call that lasts until it is hung up, as it is without add_run_options().
  [[nodiscard]] Result<std::optional<Duration>> duration() const;
  /// True if --json was given; to be called after add_run_options().
  [[nodiscard]] bool json() const { return parser_.isSet("json"); }
  [[nodiscard]] QString argument() const { return parser_.positionalArguments().value(0); }
  /// Checks that writing to the file which `option` names leaves `clip` alone. Errors: kInvalidArgument.
  [[nodiscard]] Result<void> check_written(const char* option, const std::string& clip) const;
  /// Prints `message` as one line with a hint at --help, and gives the exit status.
  [[nodiscard]] int report_wrong_use(const Message& message) const;

 private:
  /// Index in `allowed` of an option's value.
  [[nodiscard]] Result<int> choice(const char* option, const QStringList& allowed) const;
  [[nodiscard]] Result<int> whole_number(const char* option, int min, int max) const;
  [[nodiscard]] Result<DataRate> video_rate(const char* option) const;
  [[nodiscard]] Result<std::string> user_name() const;
  [[nodiscard]] Result<ScalingLimits> limits(const Settings& stored) const;
  [[nodiscard]] Result<DataRate> audio_rate() const;
  [[nodiscard]] Result<std::optional<PathConfig>> emulated_path() const;
  [[nodiscard]] Result<std::vector<VideoPause>> video_pauses() const;
  [[nodiscard]] Result<std::uint64_t> seed() const;
  /// The one of --address; nothing for all.
  [[nodiscard]] Result<std::optional<IpAddress>> address() const;
  [[nodiscard]] Result<ModeChoice> mode(const std::string& stored) const;

  void add_shared(const QList<QCommandLineOption>& options);

  QCommandLineParser parser_;
  std::optional<Argument> argument_;
  QStringList told_;  ///< Options that --help lists; empty for all.
  bool has_port_ = false;
  bool has_address_ = false;
  bool has_run_options_ = false;
  QString command_;  ///< Empty for a program without commands.
};

/// Checks that options can be combined in a call with another host. Errors name them.
[[nodiscard]] Result<void> check_peer_options(const CallOptions& options);

/// "--OPTION VALUE: expected ALLOWED".
[[nodiscard]] Error wrong_value(const QString& option, const QString& value, const QString& allowed);

/// Prints `message` about `command` (empty for none) as one line with a hint at --help, and gives the exit status.
int report_wrong_use(const QString& command, const Message& message);

}  // namespace counterpoint
