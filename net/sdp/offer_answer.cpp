// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/offer_answer.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "core/base/plain_text.h"
#include "net/sdp/dtls_attributes.h"
#include "net/sdp/media_attributes.h"
#include "net/sdp/media_section.h"
#include "net/sdp/session_description.h"
#include "net/sdp/text_scanner.h"

namespace counterpoint {
namespace {

constexpr std::uint32_t kOpusClockRate = 48'000;
constexpr std::uint32_t kVideoClockRate = 90'000;
constexpr std::size_t kMaxMidSize = 16;  // Limit of the one-byte form of header extensions.

enum class Role { kOffer, kAnswer };

/// A medium of the peer's description that we can take part in.
struct Medium {
  const MediaDescription* media = nullptr;
  std::uint8_t payload_type = 0;
  VideoFormat video;                  ///< For video only, as is the next.
  VideoFormat clip;                   ///< Payload type 0: none.
  std::uint8_t fec_payload_type = 0;  ///< 0: none.
  std::string mid;                    ///< Empty: none.
};

/// Result of reading the peer's description.
struct Agreement {
  std::optional<Medium> audio;
  std::optional<Medium> video;
  Message refusals;  ///< In words, why media were not taken.
  NegotiatedSession session;
};

void refuse(Agreement& agreement, const std::string& kind, const Message& reason) {
  const Message refusal = message("%1: %2", kind, reason);
  agreement.refusals = agreement.refusals.empty() ? refusal : message("%1; %2", agreement.refusals, refusal);
}

bool wants_video(const MediaCapabilities& local) {
  return !local.video_codecs.empty() && (local.send_video || local.receive_video);
}

/// The reason why the medium is of no use whatever its formats are; empty when it is.
std::string transport_problem(const MediaDescription& media) {
  const bool bundle_only = find_attribute(media.attributes, "bundle-only") != nullptr;
  if (media.port == 0 && !bundle_only) return translatable("refused by the peer");
  if (media.protocol != kSecureProtocol && media.protocol != kSecureProtocolWithoutFeedback) {
    return "the peer wants the protocol " + quote(media.protocol) + ", " + std::string(kSecureProtocol) + " is needed";
  }
  if (find_attribute(media.attributes, "rtcp-mux") == nullptr) {
    return "the peer does not take RTP and RTCP on one port (a=rtcp-mux)";
  }
  return "";
}

std::string read_mid(const MediaDescription& media) {
  const std::string* mid = find_attribute(media.attributes, "mid");
  return mid != nullptr && is_token(*mid) ? *mid : "";
}

std::optional<Medium> choose_audio(const MediaDescription& media, Role role) {
  for (const PayloadFormat& format : read_payload_formats(media)) {
    if (!equals_ignoring_case(format.encoding, "opus") || format.clock_rate != kOpusClockRate) continue;
    if (role == Role::kAnswer && format.payload_type != kOpusPayloadType) continue;
    return Medium{
        .media = &media, .payload_type = format.payload_type, .video = {}, .clip = {}, .mid = read_mid(media)};
  }
  return std::nullopt;
}

/// The one of `codecs` that the format is.
std::optional<VideoCodec> find_codec(const PayloadFormat& format, const std::vector<VideoCodec>& codecs) {
  if (format.clock_rate != kVideoClockRate) return std::nullopt;
  for (const VideoCodec codec : codecs) {
    if (!equals_ignoring_case(format.encoding, to_string(codec))) continue;
    // RFC 9628 section 6.1: profiles above 0 have other sample formats.
    if (codec == VideoCodec::kVp9 && find_parameter(format.parameters, "profile-id").value_or("0") != "0") continue;
    return codec;
  }
  return std::nullopt;
}

/// The payload type of the retransmission stream that belongs to `payload_type`; 0 for none.
std::uint8_t find_rtx(const std::vector<PayloadFormat>& formats, std::uint8_t payload_type) {
  for (const PayloadFormat& format : formats) {
    if (!equals_ignoring_case(format.encoding, "rtx") || format.clock_rate != kVideoClockRate) continue;
    const auto associated = parse_number<std::uint8_t>(find_parameter(format.parameters, "apt").value_or(""));
    if (associated == payload_type && format.payload_type != payload_type) return format.payload_type;
  }
  return 0;
}

/// The payload type of repair packets; 0 for none.
std::uint8_t find_flex_fec(const std::vector<PayloadFormat>& formats, Role role) {
  for (const PayloadFormat& format : formats) {
    if (!equals_ignoring_case(format.encoding, "flexfec") || format.clock_rate != kVideoClockRate) continue;
    if (role == Role::kOffer || format.payload_type == kFlexFecPayloadType) return format.payload_type;
  }
  return 0;
}

/// The first of `formats` that is one of `codecs`.
std::optional<VideoFormat> choose_format(const std::vector<PayloadFormat>& formats,
                                         const std::vector<VideoCodec>& codecs, Role role) {
  for (const PayloadFormat& format : formats) {
    const auto codec = find_codec(format, codecs);
    if (!codec) continue;
    const VideoFormat ours = offered_format(*codec);
    if (role == Role::kAnswer && format.payload_type != ours.payload_type) continue;
    std::uint8_t rtx = find_rtx(formats, format.payload_type);
    if (role == Role::kAnswer && rtx != ours.rtx_payload_type) rtx = 0;
    return VideoFormat{.codec = *codec, .payload_type = format.payload_type, .rtx_payload_type = rtx};
  }
  return std::nullopt;
}

std::optional<Medium> choose_video(const MediaCapabilities& local, const MediaDescription& media, Role role) {
  if (!wants_video(local)) return std::nullopt;
  const std::vector<PayloadFormat> formats = read_payload_formats(media);
  const auto video = choose_format(formats, local.video_codecs, role);
  if (!video) return std::nullopt;
  std::optional<VideoFormat> clip;
  if (local.clips) clip = choose_format(formats, {VideoCodec::kMpeg}, role);
  return Medium{.media = &media,
                .payload_type = video->payload_type,
                .video = *video,
                .clip = clip.value_or(VideoFormat{}),
                .fec_payload_type = find_flex_fec(formats, role),
                .mid = read_mid(media)};
}

/// Takes `media` in, unless there is one of its kind or it does not fit.
void consider(const MediaCapabilities& local, const MediaDescription& media, Role role, Agreement& agreement) {
  const bool is_audio = media.kind == "audio";
  if (!is_audio && media.kind != "video") return;
  std::optional<Medium>& place = is_audio ? agreement.audio : agreement.video;
  if (place) return;
  if (const std::string problem = transport_problem(media); !problem.empty()) {
    return refuse(agreement, media.kind, problem);
  }
  place = is_audio ? choose_audio(media, role) : choose_video(local, media, role);
  if (!place) refuse(agreement, media.kind, is_audio ? message("no Opus") : message("no common codec"));
}

/// There is one port: two media need a BUNDLE group, in which payload types tell them apart.
void drop_video_unless_bundled(const SessionDescription& remote, Agreement& agreement) {
  if (!agreement.audio || !agreement.video) return;
  const Medium& audio = *agreement.audio;
  Medium& video = *agreement.video;
  const bool distinct = !audio.mid.empty() && audio.mid != video.mid && audio.payload_type != video.payload_type;
  if (distinct && is_bundled(remote, audio.mid, video.mid)) {
    if (video.video.rtx_payload_type == audio.payload_type) video.video.rtx_payload_type = 0;
    if (video.clip.payload_type == audio.payload_type) video.clip = {};
    if (video.clip.rtx_payload_type == audio.payload_type) video.clip.rtx_payload_type = 0;
    if (video.fec_payload_type == audio.payload_type) video.fec_payload_type = 0;
    return;
  }
  agreement.video.reset();
  refuse(agreement, "video", "not on the audio's port (a=group:BUNDLE)");
}

/// `all` of the media that were taken.
template <typename Predicate>
bool all_media(const Agreement& agreement, Predicate all) {
  return (!agreement.audio || all(*agreement.audio)) && (!agreement.video || all(*agreement.video));
}

/// The id that all media agree upon, else 0.
std::uint8_t common_mid_extension(const Agreement& agreement) {
  const Medium& first = agreement.audio ? *agreement.audio : *agreement.video;
  const std::uint8_t id = read_extension_id(*first.media, kMidExtensionUri);
  const bool common = all_media(agreement, [id](const Medium& medium) {
    const bool sendable = !medium.mid.empty() && medium.mid.size() <= kMaxMidSize;
    return sendable && read_extension_id(*medium.media, kMidExtensionUri) == id;
  });
  return common ? id : 0;
}

/// The medium whose port and address count: the first we take that has a port, else one it is bundled with.
const MediaDescription* find_transport(const SessionDescription& remote, const Agreement& agreement) {
  if (agreement.audio && agreement.audio->media->port != 0) return agreement.audio->media;
  if (agreement.video && agreement.video->media->port != 0) return agreement.video->media;
  const std::string& mid = agreement.audio ? agreement.audio->mid : agreement.video->mid;
  for (const MediaDescription& media : remote.media) {
    const std::string other_mid = read_mid(media);
    if (media.port != 0 && !other_mid.empty() && is_bundled(remote, mid, other_mid)) return &media;
  }
  return nullptr;
}

NegotiatedSession::Stream agree_stream(const SessionDescription& remote, const Medium& medium, Direction local) {
  const Direction peer = read_direction(remote, *medium.media);
  return {.send = local.send && peer.receive,
          .receive = local.receive && peer.send,
          .payload_type = medium.payload_type,
          .remote_ssrc = read_sources(*medium.media).ssrc};
}

/// The durations that the peer takes, and which one it likes best (RFC 8866 section 6.4, RFC 7587 section 6.1).
struct PacketTimes {
  Duration shortest{};
  std::optional<Duration> longest;
  std::optional<Duration> wanted;
};

/// The value of a parameter of the peer's Opus; empty for none.
std::string_view opus_parameter(const Medium& audio, std::string_view name) {
  for (const PayloadFormat& format : read_payload_formats(*audio.media)) {
    if (format.payload_type == audio.payload_type) return find_parameter(format.parameters, name).value_or("");
  }
  return {};
}

PacketTimes read_packet_times(const Medium& audio) {
  const auto milliseconds = [](std::string_view text) -> std::optional<Duration> {
    const auto number = parse_number<std::uint16_t>(text);
    return number ? std::optional<Duration>(*number * 1ms) : std::nullopt;
  };
  const auto attribute = [&](const char* name) -> std::optional<Duration> {
    const std::string* value = find_attribute(audio.media->attributes, name);
    return value != nullptr ? milliseconds(*value) : std::nullopt;
  };
  PacketTimes times{.wanted = attribute("ptime")};
  times.longest = attribute("maxptime");
  times.shortest = milliseconds(opus_parameter(audio, "minptime")).value_or(times.shortest);
  return times;
}

/// Our wish, unless it is the usual one and the peer has another, or else what is nearest to it of what the peer takes.
Duration choose_packet_time(const MediaCapabilities& local, const PacketTimes& peer) {
  Duration wish = local.audio_packet_time;
  const bool usual = wish == kAudioPacketDuration;
  if (usual && peer.wanted && std::ranges::find(kAudioPacketDurations, *peer.wanted) != kAudioPacketDurations.end())
    wish = *peer.wanted;
  Duration best = kAudioPacketDuration;
  Duration distance = Duration::max();
  for (const Duration time : kAudioPacketDurations) {
    if (time < peer.shortest || time > peer.longest.value_or(time) || std::chrono::abs(time - wish) >= distance)
      continue;
    distance = std::chrono::abs(time - wish);
    best = time;
  }
  return best;
}

/// The longest packets that a mode may send: `agreed`, unless the peer says that it takes longer ones. Some decoders
/// that say nothing end at a packet whose duration has changed.
Duration max_packet_time(Duration agreed, const PacketTimes& peer) {
  Duration longest = agreed;
  for (const Duration time : kAudioPacketDurations) {
    if (peer.longest && time <= *peer.longest) longest = std::max(longest, time);
  }
  return longest;
}

void agree_audio(const MediaCapabilities& local, const SessionDescription& remote, Agreement& agreement) {
  if (!agreement.audio) return;
  NegotiatedSession& session = agreement.session;
  session.audio = agree_stream(remote, *agreement.audio, {.send = local.send_audio, .receive = local.receive_audio});
  session.audio.local_ssrc = local.audio_ssrc;
  const PacketTimes times = read_packet_times(*agreement.audio);
  session.audio_packet_time = choose_packet_time(local, times);
  session.max_audio_packet_time = max_packet_time(session.audio_packet_time, times);
  session.send_stereo = local.stereo && opus_parameter(*agreement.audio, "stereo") == "1";
  session.receive_stereo = local.stereo && opus_parameter(*agreement.audio, "sprop-stereo") == "1";
  session.audio_mid = agreement.audio->mid;
  session.remote_cname = read_sources(*agreement.audio->media).cname;
}

/// Only who answers says a port.
void agree_video_transport(const MediaCapabilities& local, const MediaDescription& video, Role role,
                           NegotiatedSession& session) {
  const std::string* value = find_attribute(video.attributes, kVideoTransportAttribute);
  if (local.video_tcp_port == 0 || value == nullptr) return;
  std::string_view rest = *value;
  const bool tcp = take_until(rest, ' ') == "tcp";
  if (role == Role::kAnswer) session.remote_video_port = tcp ? parse_number<std::uint16_t>(rest).value_or(0) : 0;
  session.video_over_tcp = role == Role::kOffer ? tcp : session.remote_video_port != 0;
}

void agree_video(const MediaCapabilities& local, const SessionDescription& remote, Role role, Agreement& agreement) {
  if (!agreement.video) return;
  NegotiatedSession& session = agreement.session;
  const Medium& medium = *agreement.video;
  agree_video_transport(local, *medium.media, role, session);
  session.video_codec = medium.video.codec;
  session.video_mid = medium.mid;
  session.nack = local.retransmission && has_feedback(*medium.media, medium.payload_type, "nack");
  session.pli = has_feedback(*medium.media, medium.payload_type, "nack pli");
  session.rtx = session.nack && medium.video.rtx_payload_type != 0;
  session.video = agree_stream(remote, medium, {.send = local.send_video, .receive = local.receive_video});
  session.video.local_ssrc = local.video_ssrc;
  const MediaSources sources = read_sources(*medium.media);
  if (session.remote_cname.empty()) session.remote_cname = sources.cname;
  session.clip_payload_type = medium.clip.payload_type;
  if (local.fec_ssrc != 0 && medium.fec_payload_type != 0) {
    session.video.fec_payload_type = medium.fec_payload_type;
    session.video.local_fec_ssrc = local.fec_ssrc;
    session.video.remote_fec_ssrc = sources.fec_ssrc;
  }
  if (!session.rtx) return;
  session.clip_rtx_payload_type = medium.clip.rtx_payload_type;
  session.video.rtx_payload_type = medium.video.rtx_payload_type;
  session.video.local_rtx_ssrc = local.rtx_ssrc;
  session.video.remote_rtx_ssrc = sources.rtx_ssrc;
}

/// A host of before encryption, or one that would rather go without.
bool is_without_encryption(const SessionDescription& remote) {
  return !remote.media.empty() && std::ranges::all_of(remote.media, is_plain_rtp);
}

Result<void> agree_dtls(const SessionDescription& remote, const MediaDescription& transport, Role role,
                        NegotiatedSession& session) {
  const Result<DtlsAttributes> peer = read_dtls(remote, transport);
  if (!peer) return peer.error();
  if (role == Role::kAnswer && peer->setup == DtlsSetup::kActPass) {
    return Error{ErrorKind::kMalformed, "SDP: an answer decides who begins DTLS (a=setup:active or passive)"};
  }
  // A caller that takes early answers sends its ClientHello beside its first checks: behind routers these are the first
  // to come through, while ours still wait for the answer to reach it.
  const bool peer_begins =
      peer->setup == DtlsSetup::kActive || (peer->setup == DtlsSetup::kActPass && session.early_answer);
  session.dtls_role = peer_begins ? DtlsRole::kServer : DtlsRole::kClient;
  session.remote_fingerprint = peer->fingerprint;
  return {};
}

Result<void> agree_ice(const MediaCapabilities& local, const SessionDescription& remote,
                       const MediaDescription& transport, NegotiatedSession& session) {
  if (local.ice.credentials.ufrag.empty()) return {};
  Result<IceDescription> peer = read_ice(remote, transport);
  if (!peer) return peer.error();
  session.remote_ice = std::move(*peer);
  return {};
}

bool has_version(const SessionDescription& remote, std::string_view attribute, std::string_view version) {
  const std::string* value = find_attribute(remote.attributes, attribute);
  return value != nullptr && *value == version;
}

/// Takes what it can of the media in `remote`.
Result<Agreement> agree(const MediaCapabilities& local, const SessionDescription& remote, Role role) {
  if (is_without_encryption(remote)) {
    return Error{ErrorKind::kRefused,
                 message("media without encryption are refused; one of the two programs needs a newer version")};
  }
  Agreement agreement;
  for (const MediaDescription& media : remote.media) consider(local, media, role, agreement);
  drop_video_unless_bundled(remote, agreement);
  if (!agreement.audio && !agreement.video) {
    const Message why = agreement.refusals.empty() ? message("it has neither audio nor video") : agreement.refusals;
    return Error{ErrorKind::kRefused, message("No medium of the peer's SDP can be used: %1", why)};
  }
  const MediaDescription* transport = find_transport(remote, agreement);
  if (transport == nullptr) return Error{ErrorKind::kMalformed, "SDP: none of the media has a port"};
  NegotiatedSession& session = agreement.session;
  session.remote_port = transport->port;
  session.remote_address =
      transport->connection_address.empty() ? remote.connection_address : transport->connection_address;
  if (session.remote_address.empty()) return Error{ErrorKind::kMalformed, "SDP: no \"c=\" line gives an address"};
  session.early_answer = role == Role::kOffer && has_version(remote, kEarlyAnswerAttribute, kEarlyAnswerVersion);
  if (const Result<void> dtls = agree_dtls(remote, *transport, role, session); !dtls) return dtls.error();
  if (const Result<void> ice = agree_ice(local, remote, *transport, session); !ice) return ice.error();
  if (const std::string* tool = find_attribute(remote.attributes, kToolAttribute)) {
    session.remote_tool = make_plain_text(*tool, kMaxToolSize);
  }
  session.local_cname = local.cname;
  session.mid_extension_id = common_mid_extension(agreement);
  session.congestion_feedback = local.congestion_feedback && all_media(agreement, [](const Medium& medium) {
                                  return has_feedback(*medium.media, std::nullopt, "ack ccfb");
                                });
  session.reduced_size_rtcp = all_media(agreement, [](const Medium& medium) {
    return find_attribute(medium.media->attributes, "rtcp-rsize") != nullptr;
  });
  session.aggregation = local.aggregation && all_media(agreement, [](const Medium& medium) {
                          const std::string* version = find_attribute(medium.media->attributes, kAggregationAttribute);
                          return version != nullptr && *version == kAggregationVersion;
                        });
  session.media_state = local.media_state && has_version(remote, kMediaStateAttribute, kMediaStateVersion);
  session.messages = local.messages && has_version(remote, kMessagesAttribute, kMessagesVersion);
  session.candidate_exchange =
      local.candidate_exchange && has_version(remote, kCandidateExchangeAttribute, kCandidateExchangeVersion);
  agree_audio(local, remote, agreement);
  agree_video(local, remote, role, agreement);
  return agreement;
}

SessionDescription begin_description(const MediaCapabilities& local) {
  assert(local.port != 0 && !local.cname.empty());
  SessionDescription description{.session_id = local.session_id,
                                 .session_version = 1,
                                 .origin_address = local.address,
                                 .connection_address = local.address,
                                 .attributes = {},
                                 .media = {}};
  if (!local.tool.empty()) {
    description.attributes.push_back({.name = std::string(kToolAttribute), .value = local.tool});
  }
  return description;
}

void add_version(SessionDescription& description, std::string_view attribute, std::string_view version) {
  description.attributes.push_back({.name = std::string(attribute), .value = std::string(version)});
}

DtlsSetup setup_of(DtlsRole role) { return role == DtlsRole::kClient ? DtlsSetup::kActive : DtlsSetup::kPassive; }

/// Attributes of the port stand in its first medium alone (RFC 9143 section 7.3).
MediaDescription answer_medium(const MediaCapabilities& local, const Medium& medium, const NegotiatedSession& session,
                               bool first) {
  const bool is_audio = medium.media->kind == "audio";
  const NegotiatedSession::Stream& stream = is_audio ? session.audio : session.video;
  const bool over_tcp = !is_audio && session.video_over_tcp;
  const std::string video_transport = over_tcp ? "tcp " + std::to_string(local.video_tcp_port) : "";
  MediaDescription media = begin_section({.kind = medium.media->kind,
                                          .protocol = medium.media->protocol,
                                          .port = local.port,
                                          .mid = medium.mid,
                                          .direction = {.send = stream.send, .receive = stream.receive},
                                          .mid_extension_id = session.mid_extension_id,
                                          .congestion_feedback = session.congestion_feedback,
                                          .reduced_size_rtcp = session.reduced_size_rtcp,
                                          .aggregation = session.aggregation,
                                          .video_transport = video_transport});
  if (first) {
    if (!local.ice.credentials.ufrag.empty()) add_ice(media, local.ice);
    add_dtls(media, {setup_of(session.dtls_role), local.fingerprint}, local.tls_id);
  }
  if (is_audio) {
    add_opus(media, stream.payload_type, local.audio_packet_time, local.stereo);
  } else {
    VideoFormat format = medium.video;
    format.rtx_payload_type = stream.rtx_payload_type;
    add_video(media, format, session.nack, session.pli);
    const VideoFormat clip{.codec = VideoCodec::kMpeg,
                           .payload_type = session.clip_payload_type,
                           .rtx_payload_type = session.clip_rtx_payload_type};
    if (clip.payload_type != 0) add_video(media, clip, session.nack, session.pli);
    if (stream.fec_payload_type != 0) add_flex_fec(media, stream.fec_payload_type);
  }
  add_sources(media, {.ssrc = stream.local_ssrc,
                      .rtx_ssrc = stream.local_rtx_ssrc,
                      .fec_ssrc = stream.local_fec_ssrc,
                      .cname = local.cname});
  return media;
}

/// RFC 3264 section 6: a refused medium keeps its place with port 0.
MediaDescription refuse_medium(const MediaDescription& media) {
  return {.kind = media.kind,
          .port = 0,
          .protocol = media.protocol,
          .formats = {media.formats.front()},
          .connection_address = {},
          .attributes = {}};
}

std::string write_answer(const MediaCapabilities& local, const SessionDescription& remote, const Agreement& agreement) {
  SessionDescription description = begin_description(local);
  std::string group = "BUNDLE";
  bool first = true;
  for (const MediaDescription& media : remote.media) {
    const Medium* taken = nullptr;
    if (agreement.audio && agreement.audio->media == &media) taken = &*agreement.audio;
    if (agreement.video && agreement.video->media == &media) taken = &*agreement.video;
    if (taken == nullptr) {
      description.media.push_back(refuse_medium(media));
      continue;
    }
    description.media.push_back(answer_medium(local, *taken, agreement.session, std::exchange(first, false)));
    if (!taken->mid.empty() && is_bundled(remote, taken->mid, taken->mid)) {
      group += " " + taken->mid;
    }
  }
  if (group != "BUNDLE") description.attributes.push_back({.name = "group", .value = group});
  if (agreement.session.media_state) add_version(description, kMediaStateAttribute, kMediaStateVersion);
  if (agreement.session.messages) add_version(description, kMessagesAttribute, kMessagesVersion);
  if (agreement.session.candidate_exchange) {
    add_version(description, kCandidateExchangeAttribute, kCandidateExchangeVersion);
  }
  return write_sdp(description);
}

/// RFC 3264 section 6: the answer has the offer's media in the offer's order. Fewer are taken as refused.
Result<void> check_media_order(const MediaCapabilities& local, const SessionDescription& answer) {
  const std::size_t offered = wants_video(local) ? 2 : 1;
  if (answer.media.size() > offered) {
    return Error{ErrorKind::kMalformed, "SDP: the answer has more media than the offer"};
  }
  for (std::size_t i = 0; i < answer.media.size(); ++i) {
    const std::string_view expected = i == 0 ? "audio" : "video";
    if (answer.media[i].kind == expected) continue;
    return Error{ErrorKind::kMalformed, "SDP: medium " + std::to_string(i + 1) + " of the answer is not " +
                                            std::string(expected) + " as in the offer"};
  }
  return {};
}

}  // namespace

std::string make_offer(const MediaCapabilities& local) {
  SessionDescription description = begin_description(local);
  MediaSection section = {.kind = "audio",
                          .port = local.port,
                          .mid = kAudioMid,
                          .direction = {.send = local.send_audio, .receive = local.receive_audio},
                          .mid_extension_id = kMidExtensionId,
                          .congestion_feedback = local.congestion_feedback,
                          .reduced_size_rtcp = true,
                          .aggregation = local.aggregation};
  MediaDescription& audio = description.media.emplace_back(begin_section(section));
  if (!local.ice.credentials.ufrag.empty()) add_ice(audio, local.ice);
  add_dtls(audio, {.setup = DtlsSetup::kActPass, .fingerprint = local.fingerprint}, local.tls_id);
  add_opus(audio, kOpusPayloadType, local.audio_packet_time, local.stereo);
  add_sources(audio, {.ssrc = local.audio_ssrc, .cname = local.cname});
  std::string group = "BUNDLE " + std::string(kAudioMid);
  if (wants_video(local)) {
    section.kind = "video";
    section.port = 0;
    section.mid = kVideoMid;
    section.direction = {.send = local.send_video, .receive = local.receive_video};
    if (local.video_tcp_port != 0) section.video_transport = "tcp";
    MediaDescription& video = description.media.emplace_back(begin_section(section));
    std::vector<VideoCodec> codecs = local.video_codecs;
    if (local.clips) codecs.push_back(VideoCodec::kMpeg);
    for (const VideoCodec codec : codecs) {
      VideoFormat format = offered_format(codec);
      if (!local.retransmission) format.rtx_payload_type = 0;
      add_video(video, format, local.retransmission, true);
    }
    if (local.fec_ssrc != 0) add_flex_fec(video, kFlexFecPayloadType);
    add_sources(video, {.ssrc = local.video_ssrc,
                        .rtx_ssrc = local.retransmission ? local.rtx_ssrc : 0,
                        .fec_ssrc = local.fec_ssrc,
                        .cname = local.cname});
    group += " " + std::string(kVideoMid);
  }
  description.attributes.push_back({.name = "group", .value = group});
  if (local.media_state) add_version(description, kMediaStateAttribute, kMediaStateVersion);
  if (local.messages) add_version(description, kMessagesAttribute, kMessagesVersion);
  if (local.early_answer) add_version(description, kEarlyAnswerAttribute, kEarlyAnswerVersion);
  if (local.candidate_exchange) add_version(description, kCandidateExchangeAttribute, kCandidateExchangeVersion);
  return write_sdp(description);
}

Result<Answer> make_answer(const MediaCapabilities& local, std::string_view offer) {
  const auto remote = parse_sdp(offer);
  if (!remote) return remote.error();
  auto agreement = agree(local, *remote, Role::kOffer);
  if (!agreement) return agreement.error();
  return Answer{.sdp = write_answer(local, *remote, *agreement), .session = std::move(agreement->session)};
}

Result<NegotiatedSession> accept_answer(const MediaCapabilities& local, std::string_view answer) {
  const auto remote = parse_sdp(answer);
  if (!remote) return remote.error();
  if (const auto ordered = check_media_order(local, *remote); !ordered) return ordered.error();
  auto agreement = agree(local, *remote, Role::kAnswer);
  if (!agreement) return agreement.error();
  return std::move(agreement->session);
}

NegotiatedSession loop_session(const MediaCapabilities& local) {
  MediaCapabilities peer = local;
  std::swap(peer.send_audio, peer.receive_audio);
  std::swap(peer.send_video, peer.receive_video);
  auto answer = make_answer(local, make_offer(peer));
  assert(answer.ok());
  return answer.ok() ? answer->session : NegotiatedSession{};
}

}  // namespace counterpoint
