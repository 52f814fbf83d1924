// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/media_attributes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "net/sdp/text_scanner.h"

namespace counterpoint {
namespace {

constexpr std::array<std::pair<std::string_view, Direction>, 4> kDirections = {{
    {"sendrecv", {.send = true, .receive = true}},
    {"sendonly", {.send = true, .receive = false}},
    {"recvonly", {.send = false, .receive = true}},
    {"inactive", {.send = false, .receive = false}},
}};

std::optional<std::uint8_t> read_payload_type(std::string_view text) {
  const auto number = parse_number<std::uint8_t>(text);
  return number && *number < 128 && (*number < 64 || *number > 95) ? number : std::nullopt;
}

/// Rest of the first attribute `name` that starts with "`payload_type` "; empty for none.
std::string_view find_for_payload_type(const MediaDescription& media, std::string_view name,
                                       std::uint8_t payload_type) {
  for (const SdpAttribute& attribute : media.attributes) {
    if (attribute.name != name) continue;
    std::string_view value = attribute.value;
    if (read_payload_type(take_until(value, ' ')) == payload_type) return value;
  }
  return {};
}

std::optional<Direction> find_direction(const std::vector<SdpAttribute>& attributes) {
  for (const auto& [name, direction] : kDirections) {
    if (find_attribute(attributes, name) != nullptr) return direction;
  }
  return std::nullopt;
}

}  // namespace

std::vector<PayloadFormat> read_payload_formats(const MediaDescription& media) {
  std::vector<PayloadFormat> formats;
  for (const std::string& text : media.formats) {
    const auto payload_type = read_payload_type(text);
    if (!payload_type) continue;
    std::string_view map = find_for_payload_type(media, "rtpmap", *payload_type);
    const std::string_view encoding = take_until(map, '/');
    const auto clock_rate = parse_number<std::uint32_t>(take_until(map, '/'));
    if (encoding.empty() || !clock_rate) continue;
    formats.push_back({.payload_type = *payload_type,
                       .encoding = encoding,
                       .clock_rate = *clock_rate,
                       .parameters = find_for_payload_type(media, "fmtp", *payload_type)});
  }
  return formats;
}

std::optional<std::string_view> find_parameter(std::string_view parameters, std::string_view name) {
  while (!parameters.empty()) {
    std::string_view value = take_until(parameters, ';');
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    if (equals_ignoring_case(take_until(value, '='), name)) return value;
  }
  return std::nullopt;
}

bool has_feedback(const MediaDescription& media, std::optional<std::uint8_t> payload_type, std::string_view value) {
  return std::ranges::any_of(media.attributes, [&](const SdpAttribute& attribute) {
    if (attribute.name != "rtcp-fb") return false;
    std::string_view rest = attribute.value;
    const std::string_view target = take_until(rest, ' ');
    const bool meant = target == "*" || (payload_type && read_payload_type(target) == payload_type);
    return meant && rest == value;
  });
}

Direction read_direction(const SessionDescription& description, const MediaDescription& media) {
  return find_direction(media.attributes).value_or(find_direction(description.attributes).value_or(Direction{}));
}

std::string_view direction_name(Direction direction) {
  if (direction.send) return direction.receive ? "sendrecv" : "sendonly";
  return direction.receive ? "recvonly" : "inactive";
}

MediaSources read_sources(const MediaDescription& media) {
  MediaSources sources;
  for (const SdpAttribute& attribute : media.attributes) {
    if (attribute.name != "ssrc-group") continue;
    std::string_view value = attribute.value;
    const std::string_view semantics = take_until(value, ' ');
    const bool fec = semantics == "FEC-FR";
    if (!fec && semantics != "FID") continue;
    const auto ssrc = parse_number<std::uint32_t>(take_until(value, ' '));
    const auto other = parse_number<std::uint32_t>(take_until(value, ' '));
    std::uint32_t& place = fec ? sources.fec_ssrc : sources.rtx_ssrc;
    // The first group of each kind counts, and both are of one stream.
    if (!ssrc || !other || place != 0 || (sources.ssrc != 0 && *ssrc != sources.ssrc)) continue;
    sources.ssrc = *ssrc;
    place = *other;
  }
  for (const SdpAttribute& attribute : media.attributes) {
    if (attribute.name != "ssrc") continue;
    std::string_view value = attribute.value;
    const auto ssrc = parse_number<std::uint32_t>(take_until(value, ' '));
    if (!ssrc) continue;
    if (sources.ssrc == 0) sources.ssrc = *ssrc;
    if (*ssrc != sources.ssrc || !sources.cname.empty()) continue;
    // RTCP has room for 255 bytes.
    if (take_until(value, ':') == "cname" && value.size() <= 255) sources.cname = value;
  }
  return sources;
}

std::uint8_t read_extension_id(const MediaDescription& media, std::string_view uri) {
  for (const SdpAttribute& attribute : media.attributes) {
    if (attribute.name != "extmap") continue;
    std::string_view value = attribute.value;
    std::string_view number = take_until(value, ' ');
    const auto id = parse_number<std::uint8_t>(take_until(number, '/'));
    const bool both_ways = number.empty() || number == "sendrecv";
    if (take_until(value, ' ') == uri && both_ways && id && *id >= 1 && *id <= 14) return *id;
  }
  return 0;
}

bool is_bundled(const SessionDescription& description, std::string_view mid, std::string_view other_mid) {
  return std::ranges::any_of(description.attributes, [&](const SdpAttribute& attribute) {
    if (attribute.name != "group") return false;
    std::string_view rest = attribute.value;
    if (take_until(rest, ' ') != "BUNDLE") return false;
    bool found = false;
    bool other_found = false;
    while (!rest.empty()) {
      const std::string_view member = take_until(rest, ' ');
      found = found || member == mid;
      other_found = other_found || member == other_mid;
    }
    return found && other_found;
  });
}

}  // namespace counterpoint
