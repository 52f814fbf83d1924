// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QStringList>
#include <optional>

#include "app/host/call_options.h"
#include "core/base/result.h"

namespace counterpoint {

/// The command line of everything that makes a call: the options that listen, call and self-call share.
class CallFlags {
 public:
  /// `summary` and, if not empty, the one positional argument's name and meaning are for --help.
  CallFlags(const QString& summary, const QString& argument = {}, const QString& argument_meaning = {});

  /// The parser, for options of one command alone.
  [[nodiscard]] QCommandLineParser& parser() { return parser_; }

  /// Reads `arguments`; prints help and errors itself. Nothing when the program is to go on, else its exit status.
  [[nodiscard]] std::optional<int> parse(const QStringList& arguments);
  /// Errors name the option, the value and what is allowed.
  [[nodiscard]] Result<CallOptions> options() const;
  /// How long the call is to last; nothing for "until it is hung up".
  [[nodiscard]] Result<std::optional<Duration>> duration() const;
  [[nodiscard]] bool json() const { return parser_.isSet("json"); }
  [[nodiscard]] QString argument() const { return parser_.positionalArguments().value(0); }

 private:
  QCommandLineParser parser_;
  bool has_argument_;
};

/// Prints `error` as one line with a hint at --help, and gives the exit status.
int report_wrong_use(const QString& command, const std::string& message);

}  // namespace counterpoint
