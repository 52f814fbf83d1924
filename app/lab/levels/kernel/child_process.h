// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/levels/kernel/network_namespace.h"
#include "core/base/result.h"
#include "core/base/time.h"

namespace counterpoint {

/// A user of this computer.
struct SystemUser {
  uid_t id = 0;
  gid_t group = 0;
  std::string home;  ///< Absolute.
};
/// The user who has become root by sudo ($SUDO_UID); nothing for who is root without it.
[[nodiscard]] std::optional<SystemUser> user_behind_sudo();

/// A program that runs in a network namespace and never outlives its owner, nor the thread that started it, even when
/// that is killed. It cannot get more rights than it is given (PR_SET_NO_NEW_PRIVS).
class ChildProcess {
 public:
  struct Command {
    std::vector<std::string> words;  ///< Program (a path, see find_program()) and arguments.
    std::filesystem::path output;    ///< File of its standard output, replaced unless it is a link; empty for none.
    std::filesystem::path errors;    ///< File of its standard error, likewise.
    std::string input;               ///< Its standard input.
    int error_file = -1;             ///< An open file in place of `errors`.
    std::optional<SystemUser> user;  ///< It runs as this one; as this program does when there is none.
  };
  /// Errors: kUnavailable. A program that cannot be run shows as exit status 127.
  [[nodiscard]] static Result<ChildProcess> start(const NetworkNamespace& where, const Command& command);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  /// Its exit status once it has ended (128 + number for a signal), else nothing.
  [[nodiscard]] std::optional<int> exit_status();
  /// Waits for its end for at most `longest`.
  [[nodiscard]] std::optional<int> wait(Duration longest);
  /// Readable once it has ended.
  [[nodiscard]] int descriptor() const { return descriptor_.get(); }
  /// Asks it to end (SIGTERM).
  void terminate();

 private:
  ChildProcess(pid_t process, FileDescriptor descriptor) : process_(process), descriptor_(std::move(descriptor)) {}

  pid_t process_ = -1;
  FileDescriptor descriptor_;
  std::optional<int> status_;
};

/// The full path of a program in the folders of system programs, or else in $PATH; empty if there is none.
[[nodiscard]] std::string find_program(const std::string& name);

/// Runs a program to its end, for at most `longest`, with `input` as its standard input. Errors: kUnavailable with the
/// last line that it wrote to its standard error.
[[nodiscard]] Result<void> run_command(const NetworkNamespace& where, std::vector<std::string> words,
                                       const std::string& input, Duration longest);

/// The last line of a text file that is not empty; "" when there is none.
[[nodiscard]] std::string last_line(const std::filesystem::path& file);

}  // namespace counterpoint
