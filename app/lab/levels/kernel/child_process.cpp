// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr int kCannotRun = 127;

/// A file that exists in memory alone, with `text` in it, at its beginning.
FileDescriptor memory_file(const std::string& text) {
  FileDescriptor file(memfd_create("counterpoint", MFD_CLOEXEC));
  if (!file.valid()) return file;
  const bool written = write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (!written || lseek(file.get(), 0, SEEK_SET) != 0) file.reset();
  return file;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The environment for `user`, whose settings are not those of root.
std::vector<std::string> environment_of(const SystemUser& user) {
  std::vector<std::string> variables = {"HOME=" + user.home};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("HOME=") && !text.starts_with("XDG_")) variables.emplace_back(text);
  }
  return variables;
}

/// The system calls themselves: the functions of the C library would wait for threads that the child does not have.
bool become_user(const SystemUser& user) {
  return syscall(SYS_setgroups, 0, nullptr) == 0 && syscall(SYS_setresgid, user.group, user.group, user.group) == 0 &&
         syscall(SYS_setresuid, user.id, user.id, user.id) == 0;
}

struct Start {
  char* const* words;
  char* const* environment;
  int input;
  const char* output;
  const char* errors;
  int error_file;
  const SystemUser* user;  ///< Null: the same one.
};

/// Runs in the child, where only async-signal-safe calls are allowed: the parent may have had other threads.
[[noreturn]] void become(const NetworkNamespace& where, const Start& start, pid_t parent) {
  const auto redirect = [](const char* path, int descriptor) {
    const int opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    return opened >= 0 && dup2(opened, descriptor) >= 0;
  };
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // A group of its own: Ctrl+C is for the laboratory, which ends its children in order.
  setpgid(0, 0);
  const bool files =
      where.enter() && dup2(start.input, STDIN_FILENO) >= 0 && redirect(start.output, STDOUT_FILENO) &&
      (start.error_file >= 0 ? dup2(start.error_file, STDERR_FILENO) >= 0 : redirect(start.errors, STDERR_FILENO));
  const bool ready =
      files && (start.user == nullptr || become_user(*start.user)) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);           // Another user would have reset it.
  const bool orphaned = getppid() != parent;  // The parent may have ended before PR_SET_PDEATHSIG.
  if (ready && !orphaned) execve(start.words[0], start.words, start.environment);
  _exit(kCannotRun);
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const NetworkNamespace& where, const Command& command) {
  constexpr const char* kNowhere = "/dev/null";
  std::vector<std::string> words = command.words;
  std::vector<std::string> variables = command.user ? environment_of(*command.user) : std::vector<std::string>();
  const std::vector<char*> word_pointers = pointers_to(words);
  const std::vector<char*> variable_pointers = pointers_to(variables);
  const FileDescriptor input = memory_file(command.input);
  const pid_t parent = getpid();
  const pid_t process = input.valid() ? fork() : -1;
  if (process < 0) {
    return Error{ErrorKind::kUnavailable, command.words[0] + " cannot be started: " + system_message(errno).text()};
  }
  if (process == 0) {
    become(where,
           {.words = word_pointers.data(),
            .environment = command.user ? variable_pointers.data() : environ,
            .input = input.get(),
            .output = command.output.empty() ? kNowhere : command.output.c_str(),
            .errors = command.errors.empty() ? kNowhere : command.errors.c_str(),
            .error_file = command.error_file,
            .user = command.user ? &*command.user : nullptr},
           parent);
  }
  return ChildProcess(process, FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0))));
}

std::optional<SystemUser> user_behind_sudo() {
  const auto number_in = [](const char* name) -> std::optional<std::uint32_t> {
    const char* const text = std::getenv(name);
    if (text == nullptr) return std::nullopt;
    const std::string_view digits = text;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number;
  };
  const auto id = number_in("SUDO_UID");
  const auto group = number_in("SUDO_GID");
  if (!id || !group || *id == 0) return std::nullopt;
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  const bool known = getpwuid_r(*id, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr;
  return SystemUser{.id = *id, .group = *group, .home = known ? entry.pw_dir : "/"};
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), descriptor_(std::move(other.descriptor_)), status_(other.status_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(status_, other.status_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (process_ < 0 || exit_status()) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::optional<int> ChildProcess::exit_status() {
  int status = 0;
  if (!status_ && waitpid(process_, &status, WNOHANG) == process_) {
    status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  return status_;
}

std::optional<int> ChildProcess::wait(Duration longest) {
  pollfd ended{.fd = descriptor_.get(), .events = POLLIN, .revents = 0};
  if (!exit_status()) poll(&ended, 1, static_cast<int>(longest / 1ms));
  return exit_status();
}

void ChildProcess::terminate() {
  if (!exit_status()) kill(process_, SIGTERM);
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  // Root must not run what somebody has put into a folder of $PATH under the name of a system program.
  std::istringstream folders("/usr/sbin:/usr/bin:/sbin:/bin:" + std::string(path != nullptr ? path : ""));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = std::filesystem::path(folder) / name;
    if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

Result<void> run_command(const NetworkNamespace& where, std::vector<std::string> words, const std::string& input,
                         Duration longest) {
  const std::string name = words[0];
  const FileDescriptor said = memory_file({});
  const std::filesystem::path said_path = "/proc/self/fd/" + std::to_string(said.get());
  Result<ChildProcess> child = ChildProcess::start(
      where, {.words = std::move(words), .output = {}, .errors = {}, .input = input, .error_file = said.get()});
  if (!child) return child.error();
  const std::optional<int> status = child->wait(longest);
  if (status == 0) return {};
  const std::string why = status ? last_line(said_path) : "it did not end in time";
  return Error{ErrorKind::kUnavailable, name + " failed: " + why};
}

std::string last_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string last;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace counterpoint
