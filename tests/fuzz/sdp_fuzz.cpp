// SPDX-License-Identifier: GPL-3.0-or-later
// A peer's description: read, taken as an offer, and taken as an answer to ours, with ICE and without. The same text as
// a fragment of one.
#include <algorithm>
#include <string>
#include <string_view>

#include "net/sdp/ice_attributes.h"
#include "net/sdp/offer_answer.h"
#include "net/sdp/session_description.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

MediaCapabilities local_capabilities() {
  return {.address = "192.0.2.1",
          .port = 5000,
          .audio_ssrc = 11,
          .video_ssrc = 12,
          .rtx_ssrc = 13,
          .cname = "local",
          .session_id = 1};
}

void check_session(const NegotiatedSession& session) {
  FUZZ_CHECK(session.remote_port != 0 && !session.remote_address.empty());
  FUZZ_CHECK(session.audio.local_ssrc == 11 || session.video.local_ssrc == 12);
  FUZZ_CHECK(session.audio.payload_type < 128 && session.video.payload_type < 128);
  FUZZ_CHECK(session.rtx == (session.video.rtx_payload_type != 0) && (session.nack || !session.rtx));
  FUZZ_CHECK(session.mid_extension_id <= 14 && session.remote_cname.size() <= 255);
  if (session.audio.local_ssrc != 0 && session.video.local_ssrc != 0) {
    FUZZ_CHECK(session.audio.payload_type != session.video.payload_type);
    FUZZ_CHECK(session.audio.payload_type != session.video.rtx_payload_type);
    FUZZ_CHECK(session.audio_mid != session.video_mid);
  }
}

void check_ice(const IceDescription& ice) {
  FUZZ_CHECK(ice.credentials.ufrag.size() >= 4 && ice.credentials.ufrag.size() <= 256);
  FUZZ_CHECK(ice.credentials.password.size() >= 22 && ice.credentials.password.size() <= 256);
  FUZZ_CHECK(ice.candidates.size() <= kMaxIceCandidates);
  const auto again = parse_ice_fragment(write_ice_fragment(ice, "0"));
  FUZZ_CHECK(again.ok() && *again == ice);
}

void check_with_ice(std::string_view text) {
  MediaCapabilities local = local_capabilities();
  local.ice = {.credentials = {.ufrag = "abcd", .password = std::string(22, 'p')}};
  const auto session = accept_answer(local, text);
  if (session) check_ice(session->remote_ice);
  const auto answer = make_answer(local, text);
  if (!answer) return;
  check_ice(answer->session.remote_ice);
  FUZZ_CHECK(answer->sdp.find("a=ice-ufrag:abcd\r\n") != std::string::npos);
}

void check(std::string_view text) {
  if (const auto fragment = parse_ice_fragment(text)) check_ice(*fragment);
  check_with_ice(text);
  const auto description = parse_sdp(text);
  const auto session = accept_answer(local_capabilities(), text);
  const auto answer = make_answer(local_capabilities(), text);
  if (!description) {
    FUZZ_CHECK(!session.ok() && !answer.ok());
    FUZZ_CHECK(!description.error().message.empty());
    return;
  }
  // Writing adds a line and carriage returns, so the largest do not fit again.
  if (text.size() < kMaxSdpSize / 2 && std::ranges::count(text, '\n') < static_cast<std::ptrdiff_t>(kMaxSdpLines / 2)) {
    const auto again = parse_sdp(write_sdp(*description));
    FUZZ_CHECK(again.ok() && *again == *description);
  }
  if (session) check_session(*session);
  if (!answer) return;
  check_session(answer->session);
  const auto written = parse_sdp(answer->sdp);
  FUZZ_CHECK(written.ok() && written->media.size() == description->media.size());
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
