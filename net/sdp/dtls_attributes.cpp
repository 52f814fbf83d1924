// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/dtls_attributes.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "net/sdp/text_scanner.h"

namespace counterpoint {
namespace {

constexpr std::array<std::pair<std::string_view, DtlsSetup>, 3> kSetups = {
    {{"active", DtlsSetup::kActive}, {"passive", DtlsSetup::kPassive}, {"actpass", DtlsSetup::kActPass}}};

std::string_view to_text(DtlsSetup setup) {
  for (const auto& [text, meant] : kSetups) {
    if (meant == setup) return text;
  }
  return {};
}

std::optional<Fingerprint> find_fingerprint(const std::vector<SdpAttribute>& attributes) {
  for (const SdpAttribute& attribute : attributes) {
    if (attribute.name != "fingerprint") continue;
    std::string_view digest = attribute.value;
    if (!equals_ignoring_case(take_until(digest, ' '), "sha-256")) continue;
    if (const auto fingerprint = parse_fingerprint(digest)) return fingerprint;
  }
  return std::nullopt;
}

std::optional<DtlsSetup> find_setup(const std::vector<SdpAttribute>& attributes) {
  const std::string* const value = find_attribute(attributes, "setup");
  for (const auto& [text, meant] : kSetups) {
    if (value != nullptr && *value == text) return meant;
  }
  return std::nullopt;
}

}  // namespace

bool is_plain_rtp(const MediaDescription& media) { return media.protocol == "RTP/AVPF" || media.protocol == "RTP/AVP"; }

void add_dtls(MediaDescription& media, const DtlsAttributes& dtls, const std::string& tls_id) {
  media.attributes.push_back({.name = "fingerprint", .value = "sha-256 " + to_string(dtls.fingerprint)});
  media.attributes.push_back({.name = "setup", .value = std::string(to_text(dtls.setup))});
  if (!tls_id.empty()) media.attributes.push_back({.name = "tls-id", .value = tls_id});
}

Result<DtlsAttributes> read_dtls(const SessionDescription& description, const MediaDescription& media) {
  auto fingerprint = find_fingerprint(media.attributes);
  if (!fingerprint) fingerprint = find_fingerprint(description.attributes);
  auto setup = find_setup(media.attributes);
  if (!setup) setup = find_setup(description.attributes);
  if (!fingerprint) {
    return Error{ErrorKind::kRefused, message("the peer names no certificate for its media (a=fingerprint:sha-256)")};
  }
  if (!setup) return Error{ErrorKind::kRefused, message("the peer does not say who begins DTLS (a=setup)")};
  return DtlsAttributes{.setup = *setup, .fingerprint = *fingerprint};
}

}  // namespace counterpoint
