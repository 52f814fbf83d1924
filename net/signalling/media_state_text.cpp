// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/media_state_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "core/base/plain_text.h"

namespace counterpoint {
namespace {

using Fields = std::map<std::string_view, std::string_view>;

constexpr std::string_view kMicrophone = "Microphone";
constexpr std::string_view kVideo = "Video";
constexpr std::string_view kClip = "Clip";
constexpr std::string_view kName = "Name";
constexpr std::string_view kSeparator = ": ";
constexpr std::string_view kStateLineEnd = "\r\n";

constexpr std::array<std::pair<std::string_view, bool>, 2> kSwitches = {{{"on", true}, {"off", false}}};
constexpr std::array<std::pair<std::string_view, MediaState::Video>, 5> kVideos = {
    {{"camera", MediaState::Video::kCamera},
     {"off", MediaState::Video::kOff},
     {"screen", MediaState::Video::kScreen},
     {"clip", MediaState::Video::kClip},
     {"paused-clip", MediaState::Video::kPausedClip}}};

Error broken_state(const Message& what) {
  return {.kind = ErrorKind::kMalformed, .message = message("the peer's signalling is broken: %1", what)};
}

template <typename Table, typename Value>
std::string_view name_in(const Table& table, Value value) {
  return std::ranges::find(table, value, [](const auto& entry) { return entry.second; })->first;
}

template <typename Value, std::size_t kSize>
std::optional<Value> value_in(const std::array<std::pair<std::string_view, Value>, kSize>& table,
                              std::string_view name) {
  const auto* const found = std::ranges::find(table, name, [](const auto& entry) { return entry.first; });
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

Result<Fields> split(std::string_view text) {
  Fields fields;
  while (!text.empty()) {
    const std::size_t end = text.find(kStateLineEnd);
    if (end == std::string_view::npos) return broken_state(message("a line of its state has no end"));
    const std::string_view line = text.substr(0, end);
    const std::size_t separator = line.find(kSeparator);
    if (separator == std::string_view::npos) return broken_state(message("a line of its state is no field"));
    const std::string_view name = line.substr(0, separator);
    if (!fields.emplace(name, line.substr(separator + kSeparator.size())).second) {
      return broken_state(message("its state has a field twice"));
    }
    text.remove_prefix(end + kStateLineEnd.size());
  }
  return fields;
}

/// The field `name`: empty when it is not there, nothing when it cannot be shown.
std::optional<std::string> plain_field(const Fields& fields, std::string_view name) {
  const auto field = fields.find(name);
  if (field == fields.end()) return std::string();
  const std::string_view value = field->second;
  if (value.empty() || value.size() > MediaState::kMaxText || !is_plain_text(value)) return std::nullopt;
  return std::string(value);
}

}  // namespace

std::string write_media_state(const MediaState& state) {
  std::string text;
  const auto add = [&text](std::string_view name, std::string_view value) {
    text += std::string(name) + std::string(kSeparator) + std::string(value) + std::string(kStateLineEnd);
  };
  add(kMicrophone, name_in(kSwitches, state.microphone));
  add(kVideo, name_in(kVideos, state.video));
  if (state.plays_clip()) add(kClip, make_plain_text(state.clip.empty() ? "?" : state.clip, MediaState::kMaxText));
  const std::string name = make_plain_text(state.name, MediaState::kMaxText);
  if (is_shown_name(name, MediaState::kMaxText)) add(kName, name);
  return text;
}

Result<MediaState> parse_media_state(std::string_view text) {
  if (text.size() > kMaxMediaStateText) {
    return broken_state(message("its state is over %1 bytes", kMaxMediaStateText));
  }
  const Result<Fields> fields = split(text);
  if (!fields) return fields.error();
  const auto value_of = [&fields](std::string_view name) {
    const auto field = fields->find(name);
    return field == fields->end() ? std::string_view() : field->second;
  };
  const auto refuse = [](std::string_view field) {
    return broken_state(message("the field %1 of its state makes no sense", field));
  };
  const std::optional<bool> microphone = value_in(kSwitches, value_of(kMicrophone));
  if (!microphone) return refuse(kMicrophone);
  const auto video = value_in(kVideos, value_of(kVideo));
  if (!video) return refuse(kVideo);
  std::optional<std::string> clip = plain_field(*fields, kClip);
  std::optional<std::string> name = plain_field(*fields, kName);
  if (!name || (!name->empty() && !is_shown_name(*name, MediaState::kMaxText))) return refuse(kName);
  MediaState state{.microphone = *microphone, .video = *video, .clip = {}, .name = std::move(*name)};
  if (!clip || clip->empty() == state.plays_clip()) return refuse(kClip);
  state.clip = std::move(*clip);
  return state;
}

}  // namespace counterpoint
