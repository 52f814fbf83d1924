// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/media_traffic.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "app/call/active_call.h"
#include "app/files/clip_name.h"
#include "core/log/session_log.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr const char* kPort = "47000";

std::filesystem::path sender_words(const MediaTraffic::Config& config) {
  return config.folder.path / (config.flow.name + ".sender.txt");
}

std::filesystem::path receiver_words(const MediaTraffic::Config& config) {
  return config.folder.path / (config.flow.name + ".receiver.txt");
}

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string bits(DataRate rate) { return std::to_string(rate.bits_per_second()); }

/// Arguments that both ends get.
std::vector<std::string> common_words(const MediaTraffic::Config& config, bool sends,
                                      const std::filesystem::path& log) {
  const MediaLoad& load = config.load;
  // A clip brings its own audio.
  const char* const microphone = clip_named_by(config.camera) ? "silence" : "voice";
  std::vector<std::string> words = {
      "--log",
      log.string(),
      "--camera",
      sends ? config.camera : "none",
      "--microphone",
      sends ? microphone : "none",
      "--speaker",
      "none",
      "--mode",
      config.mode,
      "--rate",
      bits(config.mode == "fixed" ? load.fixed_rate : load.start_rate),
      "--min-rate",
      bits(load.min_rate),
      "--max-rate",
      bits(load.max_rate),
      "--audio-rate",
      std::to_string(load.audio_rate.bits_per_second()),
      "--audio-packet-time",
      std::to_string(load.audio_packet_time / 1ms),
      "--size",
      std::to_string(load.resolution.width) + "x" + std::to_string(load.resolution.height),
      "--frame-rate",
      number(load.frame_rate.per_second()),
      "--max-datagram",
      std::to_string(load.max_datagram().bytes()),
      "--json"};
  if (!config.real_encoder) words.emplace_back("--synthetic");
  if (load.video_over_tcp) words.insert(words.end(), {"--video-transport", "tcp"});
  for (const auto& [name, value] : config.parameters) {
    words.emplace_back("--parameter");
    words.push_back(name + "=" + number(value));
  }
  if (!sends) return words;
  for (const LabSpan& pause : load.pauses) {
    const double from = to_seconds(std::max(pause.from - config.flow.start, Duration::zero()));
    const double to = to_seconds(pause.to - config.flow.start);
    if (to <= 0) continue;
    words.emplace_back("--video-pause");
    words.push_back(number(from) + "-" + number(to));
  }
  return words;
}

/// The folder that belongs to the user who runs the calls of this run: the program, which is root, does not write
/// there.
std::filesystem::path calls_folder(const MediaTraffic::Config& config) { return config.folder.path / "calls"; }

/// The log that the call itself writes of what is to be at `path`.
std::filesystem::path log_of_call(const MediaTraffic::Config& config, const std::filesystem::path& path) {
  return calls_folder(config) / path.filename();
}

/// Makes the folder for the calls, which run as `user`.
Result<void> make_calls_folder(const MediaTraffic::Config& config, const std::optional<SystemUser>& user) {
  const std::filesystem::path folder = calls_folder(config);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const bool given = !error && (!user || lchown(folder.c_str(), user->id, user->group) == 0);
  if (given) return {};
  return Error{ErrorKind::kUnavailable, "cannot make the folder " + folder.string()};
}

/// Writes the log of a call to `path`, with the setting "lab_start_s" in its header.
Result<void> complete_log(const std::filesystem::path& log, const std::filesystem::path& path, Timestamp start) {
  const Error broken{ErrorKind::kUnavailable, "the log " + log.string() + " of a call is missing or broken"};
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(log))) return broken;
  std::ifstream file(log, std::ios::binary);
  std::string first;
  if (!std::getline(file, first)) return broken;
  Result<LogRecord> record = parse_log_line(first);
  auto* header = record ? std::get_if<LogHeader>(&record->body) : nullptr;
  if (header == nullptr || !header->settings.contains(kLogMonotonicStart)) return broken;
  std::ostringstream rest;
  rest << file.rdbuf();
  file.close();
  const double began = std::stod(header->settings[kLogMonotonicStart]) - to_seconds(start.time_since_epoch());
  header->settings[kLabStartSetting] = std::to_string(began);
  std::ofstream completed(path, std::ios::binary | std::ios::trunc);
  completed << to_json_line(*record) << '\n' << rest.str();
  completed.close();
  if (!completed) return Error{ErrorKind::kUnavailable, "the log " + path.string() + " cannot be written"};
  std::error_code ignored;
  std::filesystem::remove(log, ignored);
  return {};
}

/// One for both ends and this run alone: what a user knows of addresses says nothing about those of an experiment.
std::string identity_of_run(const MediaTraffic::Config& config) { return (calls_folder(config) / "identity").string(); }

}  // namespace

Result<std::unique_ptr<MediaTraffic>> MediaTraffic::create(Config config) {
  const std::optional<SystemUser> user = user_behind_sudo();
  if (Result<void> made = make_calls_folder(config, user); !made) return made.error();
  std::vector<std::string> words = {config.program, "listen",
                                    "--address",    config.ends.receiver_address,
                                    "--port",       kPort,
                                    "--seed",       std::to_string(config.seed + 1),
                                    "--identity",   identity_of_run(config)};
  std::ranges::move(
      common_words(config, config.load.both_ways, log_of_call(config, config.folder.receiver_log(config.flow))),
      std::back_inserter(words));
  Result<ChildProcess> receiver = ChildProcess::start(
      config.ends.receiver->network,
      {.words = std::move(words), .output = {}, .errors = receiver_words(config), .input = {}, .user = user});
  if (!receiver) return receiver.error();
  return std::unique_ptr<MediaTraffic>(new MediaTraffic(std::move(config), std::move(*receiver)));
}

Result<void> MediaTraffic::wait_until_ready() {
  constexpr Duration kMax = 30s;
  constexpr Duration kStep = 10ms;
  const Timestamp end = session_now() + kMax;
  while (!last_line(receiver_words(config_)).starts_with("waiting for a call")) {
    if (receiver_.wait(kStep)) return error("'counterpoint-cli listen' has ended", receiver_words(config_));
    if (session_now() > end) return error("'counterpoint-cli listen' does not listen", receiver_words(config_));
  }
  return {};
}

Result<void> MediaTraffic::run(Duration now) {
  if (stopped_ || now < config_.flow.start) return {};
  if (now >= config_.flow.stop) {
    stopped_ = true;
    if (sender_) sender_->terminate();
    return {};
  }
  if (!sender_) return call();
  if (sender_->exit_status()) return error("the call has ended before its time", sender_words(config_));
  if (receiver_.exit_status()) return error("the call has ended before its time", receiver_words(config_));
  return {};
}

Result<void> MediaTraffic::call() {
  std::vector<std::string> words = {config_.program,
                                    "call",
                                    config_.ends.receiver_address + ":" + kPort,
                                    "--seed",
                                    std::to_string(config_.seed),
                                    "--address",
                                    config_.ends.sender_address,
                                    "--identity",
                                    identity_of_run(config_)};
  std::ranges::move(common_words(config_, true, log_of_call(config_, config_.folder.sender_log(config_.flow))),
                    std::back_inserter(words));
  Result<ChildProcess> sender = ChildProcess::start(config_.ends.sender->network, {.words = std::move(words),
                                                                                   .output = {},
                                                                                   .errors = sender_words(config_),
                                                                                   .input = {},
                                                                                   .user = user_behind_sudo()});
  if (!sender) return sender.error();
  sender_ = std::move(*sender);
  return {};
}

Duration MediaTraffic::next_deadline() const {
  if (stopped_) return Duration::max();
  return sender_ ? config_.flow.stop : config_.flow.start;
}

std::vector<pollfd> MediaTraffic::descriptors() const {
  if (stopped_ || !sender_) return {};
  return {{.fd = sender_->descriptor(), .events = POLLIN, .revents = 0},
          {.fd = receiver_.descriptor(), .events = POLLIN, .revents = 0}};
}

Result<void> MediaTraffic::finish(Timestamp start) {
  // The goodbye takes a round trip, and many at once some time to compute.
  constexpr Duration kMax = 10s;
  if (!sender_) return {};
  sender_->terminate();
  if (!sender_->wait(kMax)) return error("the call does not end", sender_words(config_));
  if (!receiver_.wait(kMax)) return error("the call does not end", receiver_words(config_));
  for (const std::filesystem::path& log :
       {config_.folder.sender_log(config_.flow), config_.folder.receiver_log(config_.flow)}) {
    const Result<void> completed = complete_log(log_of_call(config_, log), log, start);
    if (!completed) return completed;
  }
  return {};
}

Error MediaTraffic::error(const std::string& what, const std::filesystem::path& said) const {
  return {ErrorKind::kUnavailable, "flow " + config_.flow.name + ": " + what + ": " + last_line(said)};
}

}  // namespace counterpoint
