// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/ice_attributes.h"

#include <algorithm>
#include <utility>

#include "net/sdp/text_scanner.h"

namespace counterpoint {
namespace {

/// The longest that RFC 8839 section 5.1 lets us write has some 150 characters; extensions make it longer.
constexpr std::size_t kMaxCandidateSize = 512;

void read_options(std::string_view value, IceDescription& ice) {
  while (!value.empty()) {
    const std::string_view option = take_until(value, ' ');
    ice.trickle = ice.trickle || option == "trickle";
    ice.renomination = ice.renomination || option == "renomination";
  }
}

void read_candidate(const std::string& value, IceDescription& ice) {
  if (value.size() <= kMaxCandidateSize && ice.candidates.size() < kMaxIceCandidates) ice.candidates.push_back(value);
}

void read_attribute(const SdpAttribute& attribute, IceDescription& ice) {
  if (attribute.name == "ice-ufrag" && ice.credentials.ufrag.empty()) ice.credentials.ufrag = attribute.value;
  if (attribute.name == "ice-pwd" && ice.credentials.password.empty()) ice.credentials.password = attribute.value;
  if (attribute.name == "ice-lite") ice.lite = true;
  if (attribute.name == "ice-options") read_options(attribute.value, ice);
  if (attribute.name == "candidate") read_candidate(attribute.value, ice);
  if (attribute.name == "end-of-candidates") ice.end_of_candidates = true;
}

void add(std::vector<SdpAttribute>& attributes, std::string_view name, std::string value = {}) {
  attributes.push_back({.name = std::string(name), .value = std::move(value)});
}

std::vector<SdpAttribute> description_of(const IceDescription& ice) {
  std::vector<SdpAttribute> attributes;
  add(attributes, "ice-ufrag", ice.credentials.ufrag);
  add(attributes, "ice-pwd", ice.credentials.password);
  if (ice.lite) add(attributes, "ice-lite");
  std::string options = ice.trickle ? "trickle" : "";
  if (ice.renomination) options += options.empty() ? "renomination" : " renomination";
  if (!options.empty()) add(attributes, "ice-options", options);
  return attributes;
}

void add_candidates(std::vector<SdpAttribute>& attributes, const IceDescription& ice) {
  for (const std::string& candidate : ice.candidates) add(attributes, "candidate", candidate);
  if (ice.end_of_candidates) add(attributes, "end-of-candidates");
}

}  // namespace

void add_ice(MediaDescription& media, const IceDescription& ice) {
  std::ranges::move(description_of(ice), std::back_inserter(media.attributes));
  add_candidates(media.attributes, ice);
}

Result<IceDescription> read_ice(const SessionDescription& description, const MediaDescription& media) {
  IceDescription ice;
  for (const SdpAttribute& attribute : media.attributes) read_attribute(attribute, ice);
  for (const SdpAttribute& attribute : description.attributes) {
    if (attribute.name != "candidate") read_attribute(attribute, ice);
  }
  if (ice.credentials.valid()) return ice;
  return Error{ErrorKind::kRefused,
               message("the peer does not look for a path for its media (a=ice-ufrag, a=ice-pwd)")};
}

std::string write_ice_fragment(const IceDescription& ice, std::string_view mid) {
  std::vector<SdpAttribute> attributes = description_of(ice);
  std::string text;
  const auto write = [&text](const std::vector<SdpAttribute>& lines) {
    for (const SdpAttribute& line : lines) {
      text += "a=" + line.name + (line.value.empty() ? "" : ":" + line.value) + "\r\n";
    }
  };
  write(attributes);
  text += "m=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:" + std::string(mid) + "\r\n";
  attributes.clear();
  add_candidates(attributes, ice);
  write(attributes);
  return text;
}

Result<IceDescription> parse_ice_fragment(std::string_view text) {
  IceDescription ice;
  std::size_t lines = 0;
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() < 2 || line[1] != '=' || ++lines > kMaxSdpLines) {
      return Error{ErrorKind::kMalformed, message("the peer's candidates are broken: line %1", lines)};
    }
    if (line[0] != 'a') continue;
    line.remove_prefix(2);
    const std::string_view name = take_until(line, ':');
    read_attribute({.name = std::string(name), .value = std::string(line)}, ice);
  }
  if (ice.credentials.valid()) return ice;
  return Error{ErrorKind::kMalformed, message("the peer's candidates are broken: they name no credentials")};
}

}  // namespace counterpoint
