// SPDX-License-Identifier: GPL-3.0-or-later
// Tools for tests of files and devices: a temporary folder, commands, and a child that lives as long as its owner.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "media/clip/frame_splitter.h"

namespace counterpoint {

/// A folder that is gone, with all in it, when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "counterpoint_test.XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Runs the ffmpeg program; false when it fails.
inline bool ffmpeg(const std::string& arguments) {
  return std::system(("ffmpeg -nostdin -v error -y " + arguments).c_str()) == 0;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

inline Timestamp steady_now() { return Timestamp(std::chrono::steady_clock::now().time_since_epoch()); }

/// A program that runs until its owner is gone. Its file descriptor 3 is a pipe to read lines from.
class ChildProcess {
 public:
  explicit ChildProcess(std::vector<std::string> command) {
    std::array<int, 2> output{};
    std::array<int, 2> input{};
    if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(input.data(), O_CLOEXEC) != 0) return;
    std::vector<char*> arguments;
    for (std::string& argument : command) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      dup2(input[0], 0);
      // A descriptor that already is number 3 would keep its close-on-exec flag.
      if (output[1] == 3) fcntl(3, F_SETFD, 0);
      if (output[1] != 3) dup2(output[1], 3);
      execvp(arguments[0], arguments.data());
      _exit(127);
    }
    close(output[1]);
    close(input[0]);
    output_ = output[0];
    input_ = input[1];
  }
  ~ChildProcess() {
    close(input_);  // Those that read their standard input end by that, in order.
    if (!ends_with_input_) kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
    close(output_);
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void set_ends_with_input() { ends_with_input_ = true; }

  /// The next line from descriptor 3; empty when none comes within `patience` or the program has ended.
  [[nodiscard]] std::string read_line(Duration patience = 60s) {
    const Timestamp deadline = steady_now() + patience;
    std::string line;
    for (;;) {
      pollfd waiting{.fd = output_, .events = POLLIN, .revents = 0};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now()).count();
      char c = 0;
      if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) <= 0 || ::read(output_, &c, 1) != 1) return {};
      if (c == '\n') return line;
      line += c;
    }
  }

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  int input_ = -1;
  bool ends_with_input_ = false;
};

inline Bytes bytes_of(const CodedPicture& picture) { return {picture.unit.view().begin(), picture.unit.view().end()}; }

}  // namespace counterpoint
