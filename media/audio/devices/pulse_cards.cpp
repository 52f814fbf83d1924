// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/pulse_cards.h"

#include <pulse/pulseaudio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "media/audio/devices/pulse_handles.h"

namespace counterpoint {
namespace {

constexpr std::chrono::seconds kPatience(1);

struct MainloopDeleter {
  void operator()(pa_mainloop* loop) const { pa_mainloop_free(loop); }
};

struct Answers {
  std::vector<SoundCard> cards;
  std::vector<std::string> monitors;  ///< Ids of sources that give what a sink plays.
  std::string default_source;
  std::string default_sink;
  int open = 0;  ///< Questions without an answer.
};

template <typename Info>
void take_card(const Info* info, int end, Answers& answers, AudioDirection direction) {
  if (end != 0) {
    --answers.open;
  } else {
    answers.cards.push_back({direction, info->name, info->description != nullptr ? info->description : info->name});
  }
}

void take_source(pa_context*, const pa_source_info* info, int end, void* answers) {
  Answers& all = *static_cast<Answers*>(answers);
  take_card(info, end, all, AudioDirection::kCapture);
  if (end == 0 && info->monitor_of_sink != PA_INVALID_INDEX) all.monitors.emplace_back(info->name);
}

void take_sink(pa_context*, const pa_sink_info* info, int end, void* answers) {
  take_card(info, end, *static_cast<Answers*>(answers), AudioDirection::kPlayback);
}

void take_server(pa_context*, const pa_server_info* info, void* data) {
  Answers& answers = *static_cast<Answers*>(data);
  --answers.open;
  if (info == nullptr) return;
  if (info->default_source_name != nullptr) answers.default_source = info->default_source_name;
  if (info->default_sink_name != nullptr) answers.default_sink = info->default_sink_name;
}

/// Runs the loop until `done` or the deadline; false at the deadline.
template <typename Done>
bool run_until(pa_mainloop& loop, std::chrono::steady_clock::time_point deadline, Done done) {
  while (!done()) {
    const auto left = std::chrono::ceil<std::chrono::microseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    if (pa_mainloop_prepare(&loop, static_cast<int>(left.count())) < 0 || pa_mainloop_poll(&loop) < 0 ||
        pa_mainloop_dispatch(&loop) < 0) {
      return false;
    }
  }
  return true;
}

/// Two cards of one name are told apart by their ids.
void make_names_unique(std::vector<SoundCard>& cards) {
  const std::vector<SoundCard> before = cards;
  for (SoundCard& card : cards) {
    const auto same = [&](const SoundCard& other) {
      return other.direction == card.direction && other.name == card.name;
    };
    if (std::ranges::count_if(before, same) > 1) card.name = card.id;
  }
}

/// The place of the server's socket, as far as it is a file; empty otherwise.
std::string socket_path() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  const std::string server = variable("PULSE_SERVER");
  if (server.starts_with("unix:")) return server.substr(5);
  if (!server.empty()) return server.starts_with('/') ? server : std::string();
  const std::string folder = variable("PULSE_RUNTIME_PATH");
  if (!folder.empty()) return folder + "/native";
  const std::string session = variable("XDG_RUNTIME_DIR");
  return session.empty() ? std::string() : session + "/pulse/native";
}

/// True if a server has its socket and does not take connections from it: as many wait as may.
bool server_hangs() {
  const std::string path = socket_path();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) return false;
  path.copy(address.sun_path, path.size());
  const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (probe < 0) return false;
  const bool hangs =
      ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) < 0 && errno == EAGAIN;
  ::close(probe);
  return hangs;
}

}  // namespace

Result<std::optional<std::vector<SoundCard>>> list_pulse_cards() {
  // A server that answered once comes back: a card that is opened past it meanwhile would be in its way.
  static std::atomic<bool> answered = false;
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  const Error no_answer{ErrorKind::kUnavailable,
                        message("The sound system does not answer; choose \"voice\" and \"none\" to go on without")};
  const std::unique_ptr<pa_mainloop, MainloopDeleter> loop(pa_mainloop_new());
  if (!loop) return no_answer;
  const PulseContext context = make_pulse_context(pa_mainloop_get_api(loop.get()));
  const auto none = [&]() -> Result<std::optional<std::vector<SoundCard>>> {
    if (answered || server_hangs()) return no_answer;
    return std::optional<std::vector<SoundCard>>();
  };
  // Starting a server is left to the desktop: here it could take any time.
  if (!context || pa_context_connect(context.get(), nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) < 0) return none();
  const auto state = [&] { return pa_context_get_state(context.get()); };
  const auto usable = [&] { return PA_CONTEXT_IS_GOOD(state()); };
  if (!run_until(*loop, deadline, [&] { return state() == PA_CONTEXT_READY || !usable(); })) return no_answer;
  if (!usable()) return none();
  Answers answers;
  const auto ask = [&](pa_operation* question) {
    if (question == nullptr) return;
    ++answers.open;
    pa_operation_unref(question);
  };
  ask(pa_context_get_server_info(context.get(), take_server, &answers));
  ask(pa_context_get_source_info_list(context.get(), take_source, &answers));
  ask(pa_context_get_sink_info_list(context.get(), take_sink, &answers));
  if (!run_until(*loop, deadline, [&] { return answers.open == 0 || !usable(); }) || !usable()) return no_answer;
  answered = true;
  for (SoundCard& card : answers.cards) {
    card.is_default =
        card.id == (card.direction == AudioDirection::kCapture ? answers.default_source : answers.default_sink);
    // A server without a microphone has a monitor as default; all that the computer plays is not sent without a choice.
    if (card.direction == AudioDirection::kCapture && std::ranges::count(answers.monitors, card.id) > 0) {
      card.is_default = false;
    }
  }
  make_names_unique(answers.cards);
  return std::optional(std::move(answers.cards));
}

}  // namespace counterpoint
