// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes of SDP by which two hosts look for a path for their media (ICE: RFC 8839, RFC 8840).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "net/sdp/ice_credentials.h"
#include "net/sdp/session_description.h"

namespace counterpoint {

/// More candidates of one description are ignored: who has more addresses than that names enough with these.
inline constexpr std::size_t kMaxIceCandidates = 32;

/// All that one side tells the other, at once or in pieces. Candidates are text: values of a=candidate.
struct IceDescription {
  IceCredentials credentials;           ///< Empty: the host does without ICE.
  bool lite = false;                    ///< It only answers checks (RFC 8445 section 2.5).
  bool trickle = false;                 ///< It understands candidates that come later (RFC 8838).
  bool renomination = false;            ///< It follows a second nomination (draft-thatcher-ice-renomination).
  std::vector<std::string> candidates;  ///< At most kMaxIceCandidates, each of one line.
  bool end_of_candidates = false;       ///< No more will come.
  bool operator==(const IceDescription&) const = default;
};

/// Adds all that `ice` says to the medium that has the port.
void add_ice(MediaDescription& media, const IceDescription& ice);

/// Reads that of `media`; what it lacks, candidates excepted, is that of `description`. Errors: kRefused when there are
/// no credentials, or none that ICE allows.
[[nodiscard]] Result<IceDescription> read_ice(const SessionDescription& description, const MediaDescription& media);

/// A description by itself, for what becomes known after offer and answer (application/trickle-ice-sdpfrag, RFC 8840
/// section 9). `mid` is that of the medium with the port.
[[nodiscard]] std::string write_ice_fragment(const IceDescription& ice, std::string_view mid);

/// Reads one. Errors: kMalformed when it has no credentials, or a line that is not of SDP.
[[nodiscard]] Result<IceDescription> parse_ice_fragment(std::string_view text);

}  // namespace counterpoint
