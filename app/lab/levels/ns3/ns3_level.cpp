// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/ns3/ns3_level.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "app/lab/levels/experiment_load.h"

namespace counterpoint {
namespace {

constexpr DataSize kOnePacket = DataSize::bytes(1500);
constexpr int kExitWrongUse = 2;

Error cannot(const std::string& where, const std::string& what) {
  return {ErrorKind::kInvalidArgument, where + ": ns-3's models have no " + what + "; use level sim or kernel"};
}

/// The name of the first setting for which ns-3 has no model.
std::optional<std::string> unknown_setting(const PathConfig& path) {
  if (path.packet_rate.per_second() > 0) return "packet_rate";
  if (!path.opportunities.empty()) return "opportunities";
  if (path.aqm != Aqm::kDropTail) return "aqm";
  if (path.policer) return "policer";
  if (path.jitter > Duration::zero()) return "jitter";
  if (path.loss_burst > 0) return "burst";
  if (path.reordering > 0) return "reorder";
  if (path.duplication > 0) return "duplicate";
  return std::nullopt;
}

std::optional<std::string> unknown_setting(const PathStep& step) {
  if (step.packet_rate && step.packet_rate->per_second() > 0) return "packet_rate";
  if (step.jitter && *step.jitter > Duration::zero()) return "jitter";
  return std::nullopt;
}

/// A packet keeps the rate at which its service began: during each rate one must at least be able to end.
Result<void> check_rate(const std::string& where, DataRate rate, Duration lasting) {
  if (rate > DataRate{} && kOnePacket / rate <= lasting) return {};
  return cannot(where, "outage, nor a rate so low that no packet of 1500 bytes is served while it lasts");
}

Result<void> check_path(const std::string& where, const PathConfig& path, Duration duration) {
  if (const auto unknown = unknown_setting(path)) return cannot(where, *unknown);
  DataRate rate = path.rate;
  Duration since{};
  Duration delay = path.delay;
  for (const PathStep& step : path.steps) {
    if (step.at >= duration) break;
    if (const auto unknown = unknown_setting(step)) return cannot(where, *unknown);
    if (step.delay && *step.delay < delay) return cannot(where, "delay that falls without packets passing each other");
    delay = step.delay.value_or(delay);
    if (!step.rate) continue;
    if (Result<void> fine = check_rate(where, rate, step.at - since); step.at > since && !fine) return fine;
    rate = *step.rate;
    since = step.at;
  }
  return check_rate(where, rate, duration - since);
}

std::filesystem::path program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / kNs3Program;
}

std::optional<std::string> read_line(std::FILE* file) {
  std::array<char, 4096> line{};
  if (std::fgets(line.data(), line.size(), file) == nullptr) return std::nullopt;
  std::string text = line.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A running program whose standard output can be read; its standard error goes to `errors`.
struct Running {
  pid_t process = -1;
  File output;
};

Result<Running> start(std::array<std::string, 3> words, const File& errors) {
  int ends[2];
  const auto failed = [&words](int reason) {
    return Error{ErrorKind::kUnavailable, words[0] + " could not be run: " + std::generic_category().message(reason)};
  };
  if (pipe2(ends, O_CLOEXEC) != 0) return failed(errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), STDERR_FILENO);
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  Running running;
  const int reason = posix_spawn(&running.process, arguments[0], &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  running.output.reset(fdopen(ends[0], "r"));
  if (reason != 0) return failed(reason);
  return running;
}

}  // namespace

Result<void> check_ns3_models(const RunHeader& header) {
  const Experiment& experiment = header.experiment;
  for (const LabLink& link : experiment.links) {
    for (const auto& [way, path] : {std::pair("forward", &link.forward), std::pair("backward", &link.backward)}) {
      const std::string where = "link " + link.name + ", " + way;
      if (Result<void> fine = check_path(where, *path, experiment.duration); !fine) return fine;
    }
  }
  for (const LabFlow& flow : experiment.flows) {
    const auto* media = std::get_if<MediaLoad>(&flow.load);
    if (media != nullptr && media->video_over_tcp && header.mode != "tcp") {
      return cannot("flow " + flow.name, "TCP that carries our video");
    }
    if (media != nullptr && media->receiver_skew != 0 && header.mode != "tcp") {
      return cannot("flow " + flow.name, "clock that gains or loses");
    }
    if (std::set(flow.links.begin(), flow.links.end()).size() != flow.links.size()) {
      return cannot("flow " + flow.name, "route that passes a link twice");
    }
  }
  return check_load(header);
}

Result<void> check_ns3_level(const RunHeader& header) {
  if (Result<void> possible = check_ns3_models(header); !possible) return possible;
  if (access(program().c_str(), X_OK) == 0) return {};
  return Error{ErrorKind::kUnavailable,
               "the program " + std::string(kNs3Program) + " is not beside this one: build it (it needs libns3-dev)"};
}

Result<void> run_ns3_level(const RunRequest& request) {
  if (Result<void> possible = check_ns3_level(request.header); !possible) return possible;
  if (Result<void> begun = begin_run(request.folder, request.header); !begun) return begun;
  const File errors(std::tmpfile());
  if (!errors) return Error{ErrorKind::kUnavailable, "no temporary file can be made for what ns-3 has to say"};
  Result<Running> running = start({program().string(), request.folder.path.string(), request.camera}, errors);
  if (!running) return running.error();
  {
    // The program's end is the end of its output. The callback is removed before the process id may be used again.
    const std::stop_callback on_stop(request.stop, [process = running->process] { kill(process, SIGTERM); });
    while (const std::optional<std::string> line = read_line(running->output.get())) {
      if (request.progress) request.progress(from_seconds(std::strtod(line->c_str(), nullptr)));
    }
  }
  int status = 0;
  while (waitpid(running->process, &status, 0) < 0 && errno == EINTR) {
  }
  if (request.stop.stop_requested()) return Error{ErrorKind::kUnavailable, kStopped};
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return {};
  std::rewind(errors.get());
  const std::string fallback = std::string(kNs3Program) + " ended unexpectedly (status " + std::to_string(status) + ")";
  std::string message = read_line(errors.get()).value_or(fallback);
  const bool wrong_use = WIFEXITED(status) && WEXITSTATUS(status) == kExitWrongUse;
  return Error{wrong_use ? ErrorKind::kInvalidArgument : ErrorKind::kInternal, std::move(message)};
}

}  // namespace counterpoint
