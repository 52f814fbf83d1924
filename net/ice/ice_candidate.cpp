// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/ice_candidate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "net/sdp/ice_credentials.h"
#include "net/sdp/text_scanner.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxCandidateText = 512;
constexpr std::size_t kMaxFoundation = 32;
constexpr std::string_view kPrefix = "candidate:";
/// The only component: RTCP shares the port of RTP.
constexpr std::string_view kComponent = "1";

struct TypeRow {
  CandidateType type;
  std::string_view text;
  std::uint32_t preference;  ///< RFC 8445 section 5.1.2.2.
};
constexpr std::array<TypeRow, 4> kTypes = {{{CandidateType::kHost, "host", 126},
                                            {CandidateType::kServerReflexive, "srflx", 100},
                                            {CandidateType::kPeerReflexive, "prflx", 110},
                                            {CandidateType::kRelayed, "relay", 0}}};

const TypeRow& row_of(CandidateType type) { return *std::ranges::find(kTypes, type, &TypeRow::type); }

std::optional<IpEndpoint> parse_endpoint(std::string_view address_text, std::string_view port_text) {
  const auto address = IpAddress::parse(address_text);
  const auto port = parse_number<std::uint16_t>(port_text);
  if (!address || !port) return std::nullopt;
  return IpEndpoint{*address, *port};
}

/// The related address among the extensions, if there is one that is well formed.
std::optional<IpEndpoint> parse_related(std::string_view extensions) {
  std::string_view address;
  std::string_view port;
  while (!extensions.empty()) {
    const std::string_view name = take_until(extensions, ' ');
    const std::string_view value = take_until(extensions, ' ');
    if (name == "raddr") address = value;
    if (name == "rport") port = value;
  }
  return parse_endpoint(address, port);
}

}  // namespace

std::uint32_t candidate_priority(CandidateType type, std::uint16_t local_preference) {
  constexpr std::uint32_t kOfComponent1 = 255;
  return row_of(type).preference << 24 | static_cast<std::uint32_t>(local_preference) << 8 | kOfComponent1;
}

std::uint64_t pair_priority(std::uint32_t controlling, std::uint32_t controlled) {
  const std::uint64_t smaller = std::min(controlling, controlled);
  const std::uint64_t larger = std::max(controlling, controlled);
  return (smaller << 32) + 2 * larger + (controlling > controlled ? 1 : 0);
}

std::string_view to_string(CandidateType type) { return row_of(type).text; }

std::string to_sdp(const IceCandidate& candidate) {
  std::string text = candidate.foundation + " " + std::string(kComponent) + " udp " +
                     std::to_string(candidate.priority) + " " + to_string(candidate.address.address) + " " +
                     std::to_string(candidate.address.port) + " typ " + std::string(to_string(candidate.type));
  if (candidate.related) {
    text += " raddr " + to_string(candidate.related->address) + " rport " + std::to_string(candidate.related->port);
  }
  return text;
}

std::optional<IceCandidate> parse_candidate(std::string_view value) {
  if (value.size() > kMaxCandidateText) return std::nullopt;
  if (value.starts_with(kPrefix)) value.remove_prefix(kPrefix.size());
  IceCandidate candidate;
  candidate.foundation = take_until(value, ' ');
  const bool component_fits = take_until(value, ' ') == kComponent;
  const bool transport_fits = equals_ignoring_case(take_until(value, ' '), "udp");
  const auto priority = parse_number<std::uint32_t>(take_until(value, ' '));
  const std::string_view address = take_until(value, ' ');
  const auto endpoint = parse_endpoint(address, take_until(value, ' '));
  const bool type_follows = take_until(value, ' ') == "typ";
  const auto* const row = std::ranges::find(kTypes, take_until(value, ' '), &TypeRow::text);

  if (candidate.foundation.empty() || candidate.foundation.size() > kMaxFoundation ||
      !is_ice_chars(candidate.foundation) || !component_fits || !transport_fits) {
    return std::nullopt;
  }
  // RFC 8445 section 5.1.2: a priority is 1 to 2^31 - 1.
  if (!priority || *priority == 0 || *priority > 0x7FFFFFFF || !endpoint || endpoint->port == 0) return std::nullopt;
  if (!type_follows || row == kTypes.end()) return std::nullopt;
  candidate.priority = *priority;
  candidate.address = *endpoint;
  candidate.type = row->type;
  candidate.related = parse_related(value);
  return candidate;
}

}  // namespace counterpoint
