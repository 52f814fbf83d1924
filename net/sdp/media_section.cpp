// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/media_section.h"

#include <algorithm>

namespace counterpoint {
namespace {

void add(MediaDescription& media, std::string_view name, std::string_view value = {}) {
  media.attributes.push_back({.name = std::string(name), .value = std::string(value)});
}

}  // namespace

VideoFormat offered_format(VideoCodec codec) { return *std::ranges::find(kVideoFormats, codec, &VideoFormat::codec); }

MediaDescription begin_section(const MediaSection& section) {
  MediaDescription media{.kind = std::string(section.kind),
                         .port = section.port,
                         .protocol = std::string(section.protocol),
                         .formats = {},
                         .connection_address = {},
                         .attributes = {}};
  if (!section.mid.empty()) add(media, "mid", section.mid);
  if (section.port == 0) add(media, "bundle-only");
  add(media, direction_name(section.direction));
  add(media, "rtcp-mux");
  if (section.reduced_size_rtcp) add(media, "rtcp-rsize");
  if (section.mid_extension_id != 0) {
    add(media, "extmap", std::to_string(section.mid_extension_id) + " " + std::string(kMidExtensionUri));
  }
  if (section.congestion_feedback) add(media, "rtcp-fb", "* ack ccfb");
  if (section.aggregation) add(media, kAggregationAttribute, kAggregationVersion);
  if (!section.video_transport.empty()) add(media, kVideoTransportAttribute, section.video_transport);
  return media;
}

void add_opus(MediaDescription& media, std::uint8_t payload_type, Duration packet_time, bool stereo) {
  const std::string number = std::to_string(payload_type);
  media.formats.push_back(number);
  add(media, "rtpmap", number + " opus/48000/2");
  // Longer packets make a lost one heard (RFC 7587 section 6.1).
  add(media, "fmtp", number + " minptime=10;useinbandfec=1" + (stereo ? ";stereo=1;sprop-stereo=1" : ""));
  add(media, "ptime", std::to_string(packet_time / 1ms));
  add(media, "maxptime", "60");
}

void add_video(MediaDescription& media, const VideoFormat& format, bool nack, bool pli) {
  const std::string number = std::to_string(format.payload_type);
  media.formats.push_back(number);
  add(media, "rtpmap", number + " " + std::string(to_string(format.codec)) + "/90000");
  if (format.codec == VideoCodec::kVp9) add(media, "fmtp", number + " profile-id=0");
  if (nack) add(media, "rtcp-fb", number + " nack");
  if (pli) add(media, "rtcp-fb", number + " nack pli");
  if (format.rtx_payload_type == 0) return;
  const std::string rtx_number = std::to_string(format.rtx_payload_type);
  media.formats.push_back(rtx_number);
  add(media, "rtpmap", rtx_number + " rtx/90000");
  add(media, "fmtp", rtx_number + " apt=" + number);
}

void add_flex_fec(MediaDescription& media, std::uint8_t payload_type) {
  const std::string number = std::to_string(payload_type);
  media.formats.push_back(number);
  add(media, "rtpmap", number + " flexfec/90000");
  // In microseconds: packets further apart are of no use to each other.
  add(media, "fmtp", number + " repair-window=200000");
}

void add_sources(MediaDescription& media, const MediaSources& sources) {
  const std::string ssrc = std::to_string(sources.ssrc);
  const auto add_group = [&](std::string_view semantics, std::uint32_t other) {
    if (other != 0) add(media, "ssrc-group", std::string(semantics) + " " + ssrc + " " + std::to_string(other));
  };
  add_group("FID", sources.rtx_ssrc);
  add_group("FEC-FR", sources.fec_ssrc);
  for (const std::uint32_t source : {sources.ssrc, sources.rtx_ssrc, sources.fec_ssrc}) {
    if (source != 0) add(media, "ssrc", std::to_string(source) + " cname:" + sources.cname);
  }
}

}  // namespace counterpoint
