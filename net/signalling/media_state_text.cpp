// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/signalling/media_state_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/plain_text.h"
#include "net/signalling/message_fields.h"

namespace counterpoint {
namespace {

constexpr std::string_view kMicrophone = "Microphone";
constexpr std::string_view kVideo = "Video";
constexpr std::string_view kClip = "Clip";
constexpr std::string_view kName = "Name";

constexpr std::array<std::pair<std::string_view, bool>, 2> kSwitches = {{{"on", true}, {"off", false}}};
constexpr std::array<std::pair<std::string_view, MediaState::Video>, 5> kVideos = {
    {{"camera", MediaState::Video::kCamera},
     {"off", MediaState::Video::kOff},
     {"screen", MediaState::Video::kScreen},
     {"clip", MediaState::Video::kClip},
     {"paused-clip", MediaState::Video::kPausedClip}}};

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

/// The field `name`: empty when it is not there, nothing when it cannot be shown.
std::optional<std::string> plain_field(const MessageFields& fields, std::string_view name) {
  const auto field = fields.find(name);
  if (field == fields.end()) return std::string();
  const std::string_view value = field->second;
  if (value.empty() || value.size() > MediaState::kMaxText || !is_plain_text(value)) return std::nullopt;
  return std::string(value);
}

}  // namespace

std::string write_media_state(const MediaState& state) {
  std::string text;
  const auto add = [&text](std::string_view name, std::string_view value) { text += write_field(name, value); };
  add(kMicrophone, name_in(kSwitches, state.microphone));
  add(kVideo, name_in(kVideos, state.video));
  if (state.plays_clip()) add(kClip, make_plain_text(state.clip.empty() ? "?" : state.clip, MediaState::kMaxText));
  const std::string name = make_plain_text(state.name, MediaState::kMaxText);
  if (is_shown_name(name, MediaState::kMaxText)) add(kName, name);
  return text;
}

Result<MediaState> parse_media_state(std::string_view text) {
  if (text.size() > kMaxMediaStateText) {
    return broken_signalling(message("its state is over %1 bytes", kMaxMediaStateText));
  }
  const Result<MessageFields> fields = split_fields(text);
  if (!fields) return fields.error();
  const auto refuse = [](std::string_view field) {
    return broken_signalling(message("the field %1 of its state makes no sense", field));
  };
  const std::optional<bool> microphone = value_in(kSwitches, value_of(*fields, kMicrophone));
  if (!microphone) return refuse(kMicrophone);
  const auto video = value_in(kVideos, value_of(*fields, kVideo));
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
