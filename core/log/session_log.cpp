// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/session_log.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "core/log/session_log_reader.h"

namespace counterpoint {
namespace {

using Json = nlohmann::ordered_json;

// Each fields() names a record's fields once, for the writer and the reader alike.

template <typename Point, typename Visit>
requires std::is_same_v<std::remove_const_t<Point>, OperatingPoint>
void fields(Point& p, Visit visit) {
  visit("frameSize", p.frame_size);
  visit("framesPerSecond", p.frame_rate);
  visit("frameWidth", p.resolution.width);
  visit("frameHeight", p.resolution.height);
  visit("aggregationDelay", p.aggregation_delay);
  visit("audioPacketTime", p.audio_packet_time);
}

template <typename Stats, typename Visit>
requires std::is_same_v<std::remove_const_t<Stats>, OutboundStats>
void fields(Stats& s, Visit visit) {
  visit("packetsSent", s.packets_sent);
  visit("bytesSent", s.bytes_sent);
  visit("retransmittedPacketsSent", s.retransmitted_packets_sent);
  visit("nackCount", s.nack_count);
  visit("pliCount", s.pli_count);
  visit("framesEncoded", s.frames_encoded);
  visit("keyFramesEncoded", s.key_frames_encoded);
  visit("totalEncodedBytes", s.total_encoded_bytes);
  visit("totalEncodedBytesTarget", s.total_encoded_bytes_target);
  visit("framesDropped", s.frames_dropped);
  visit("totalEncodeTime", s.total_encode_time);
  visit("totalPacketSendDelay", s.total_packet_send_delay);
  visit("targetBitrate", s.target_bitrate);
  visit("frameWidth", s.frame_width);
  visit("frameHeight", s.frame_height);
}

template <typename Stats, typename Visit>
requires std::is_same_v<std::remove_const_t<Stats>, RemoteInboundStats>
void fields(Stats& s, Visit visit) {
  visit("packetsLost", s.packets_lost);
  visit("fractionLost", s.fraction_lost);
  visit("jitter", s.jitter);
  visit("roundTripTime", s.round_trip_time);
}

template <typename Stats, typename Visit>
requires std::is_same_v<std::remove_const_t<Stats>, InboundStats>
void fields(Stats& s, Visit visit) {
  visit("packetsReceived", s.packets_received);
  visit("bytesReceived", s.bytes_received);
  visit("packetsLost", s.packets_lost);
  visit("packetsDiscarded", s.packets_discarded);
  visit("jitter", s.jitter);
  visit("jitterBufferDelay", s.jitter_buffer_delay);
  visit("jitterBufferEmittedCount", s.jitter_buffer_emitted_count);
  visit("jitterBufferTargetDelay", s.jitter_buffer_target_delay);
  visit("nackCount", s.nack_count);
  visit("pliCount", s.pli_count);
  visit("framesReceived", s.frames_received);
  visit("framesDecoded", s.frames_decoded);
  visit("keyFramesDecoded", s.key_frames_decoded);
  visit("framesDropped", s.frames_dropped);
  visit("framesRendered", s.frames_rendered);
  visit("totalDecodeTime", s.total_decode_time);
  visit("freezeCount", s.freeze_count);
  visit("totalFreezesDuration", s.total_freezes_duration);
  visit("packetDuration", s.packet_duration);
  visit("concealedSamples", s.concealed_samples);
  visit("concealmentEvents", s.concealment_events);
  visit("fecPacketsReceived", s.fec_packets_received);
  visit("insertedSamplesForDeceleration", s.inserted_samples_for_deceleration);
  visit("removedSamplesForAcceleration", s.removed_samples_for_acceleration);
  visit("audioLevel", s.audio_level);
  visit("frameWidth", s.frame_width);
  visit("frameHeight", s.frame_height);
}

template <typename Stats, typename Visit>
requires std::is_same_v<std::remove_const_t<Stats>, TransportStats>
void fields(Stats& s, Visit visit) {
  visit("packetsSent", s.packets_sent);
  visit("packetsReceived", s.packets_received);
  visit("bytesSent", s.bytes_sent);
  visit("bytesReceived", s.bytes_received);
  visit("malformedPackets", s.malformed_packets);
  visit("feedbackBytesSent", s.feedback_bytes_sent);
  visit("queueOverflows", s.queue_overflows);
  visit("audioUnderruns", s.audio_underruns);
  visit("totalStallTime", s.total_stall_time);
  visit("aggregatedPackets", s.aggregated_packets);
  visit("totalAggregationDelay", s.total_aggregation_delay);
  visit("maxAggregationDelay", s.max_aggregation_delay);
  visit("audioVideoSkew", s.audio_video_skew);
}

template <typename Stats, typename Visit>
requires std::is_same_v<std::remove_const_t<Stats>, SessionStats>
void fields(Stats& s, Visit visit) {
  visit("audioOutbound", s.audio_out);
  visit("videoOutbound", s.video_out);
  visit("audioRemoteInbound", s.audio_remote);
  visit("videoRemoteInbound", s.video_remote);
  visit("audioInbound", s.audio_in);
  visit("videoInbound", s.video_in);
  visit("transport", s.transport);
  visit("operatingPoint", s.operating_point);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogHeader>
void fields(Record& r, Visit visit) {
  visit("version", r.version);
  visit("application", r.application);
  visit("started", r.started);
  visit("settings", r.settings);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogState>
void fields(Record& r, Visit visit) {
  visit("state", r.state);
  visit("cause", r.cause);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogDecision>
void fields(Record& r, Visit visit) {
  visit("from", r.from);
  visit("to", r.to);
  visit("cause", r.cause);
  visit("evidence", r.evidence);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogEvent>
void fields(Record& r, Visit visit) {
  visit("name", r.name);
  visit("detail", r.detail);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogStats>
void fields(Record& r, Visit visit) { fields(r.stats, visit); }

template <typename Position, typename Visit>
requires std::is_same_v<std::remove_const_t<Position>, PlanePosition>
void fields(Position& p, Visit visit) {
  visit("bitRate", p.bit_rate);
  visit("packetRate", p.packet_rate);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogMode>
void fields(Record& r, Visit visit) {
  visit("name", r.name);
  visit("points", r.points);
  visit("outline", r.outline);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogSample>
void fields(Record& r, Visit visit) {
  visit("packetsSent", r.packets_sent);
  visit("packetsReceived", r.packets_received);
  visit("bytesSent", r.bytes_sent);
  visit("bytesReceived", r.bytes_received);
  visit("framesEncoded", r.frames_encoded);
  visit("framesRendered", r.frames_rendered);
  visit("packetsReported", r.packets_reported);
  visit("packetsReportedLost", r.packets_reported_lost);
  visit("mediaPacketsReceived", r.media_packets_received);
  visit("packetsLost", r.packets_lost);
  visit("pictureBufferDelay", r.picture_buffer_delay);
  visit("pictureBufferCount", r.picture_buffer_count);
  visit("soundBufferDelay", r.audio_buffer_delay);
  visit("queueingDelay", r.queueing_delay);
  visit("roundTripTime", r.round_trip_time);
  visit("chosen", r.chosen);
  visit("framesPerSecond", r.frame_rate);
  visit("sent", r.sent);
  visit("received", r.received);
  visit("rateLimit", r.rate_limit);
  visit("packetLimit", r.packet_limit);
}

template <typename Record, typename Visit>
requires std::is_same_v<std::remove_const_t<Record>, LogEnd>
void fields(Record& r, Visit visit) {
  visit("cause", r.cause);
  visit("modes", r.modes);
}

constexpr const char* type_name(const LogHeader*) { return "header"; }
constexpr const char* type_name(const LogState*) { return "state"; }
constexpr const char* type_name(const LogDecision*) { return "decision"; }
constexpr const char* type_name(const LogEvent*) { return "event"; }
constexpr const char* type_name(const LogStats*) { return "stats"; }
constexpr const char* type_name(const LogMode*) { return "mode"; }
constexpr const char* type_name(const LogSample*) { return "sample"; }
constexpr const char* type_name(const LogEnd*) { return "end"; }

/// Seconds and rates are kept to the microunit: enough for every use, and short lines.
double rounded(double x) { return std::round(x * 1e6) / 1e6; }

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

struct Writer {
  Json& json;

  template <typename T>
  void operator()(const char* name, const T& value) const {
    if constexpr (std::is_same_v<T, double>) {
      json[name] = rounded(value);
    } else if constexpr (std::is_same_v<T, Duration>) {
      if (value != Duration::zero()) json[name] = rounded(to_seconds(value));
    } else if constexpr (std::is_same_v<T, DataSize>) {
      json[name] = value.bytes();
    } else if constexpr (std::is_same_v<T, FrameRate>) {
      json[name] = rounded(value.per_second());
    } else if constexpr (std::is_same_v<T, DataRate>) {
      json[name] = value.bits_per_second();
    } else if constexpr (std::is_same_v<T, Message>) {
      json[name] = value.text();
    } else if constexpr (kIsOptional<T>) {
      if (value) (*this)(name, *value);
    } else if constexpr (std::is_same_v<T, std::vector<PlanePosition>>) {
      // Pairs without names: there are hundreds.
      Json pairs = Json::array();
      for (const PlanePosition& p : value) {
        pairs.push_back({p.bit_rate.bits_per_second(), rounded(p.packet_rate.per_second())});
      }
      json[name] = std::move(pairs);
    } else if constexpr (requires(T & t) { fields(t, *this); }) {
      Json child = Json::object();
      fields(value, Writer{child});
      json[name] = std::move(child);
    } else {
      json[name] = value;
    }
  }
};

using Value = simdjson::dom::element;

constexpr const char* kNoText = translatable("%1 is not a text");
constexpr const char* kNoNumber = translatable("%1 is not a number");
constexpr const char* kNoObject = translatable("%1 is not an object");
constexpr const char* kNoArray = translatable("%1 is not an array");
constexpr const char* kNoPairs = translatable("%1 is not an array of pairs");

/// Thrown by what reads a field, and caught by parse_log_line().
struct BadField {
  Message what;
};

template <typename T>
T get(const char* name, const Value& value, const char* pattern) {
  T result;
  if (value.get(result) == simdjson::SUCCESS) return result;
  throw BadField{message(pattern, name)};
}

template <std::integral T>
T get_integer(const char* name, const Value& value) {
  if (value.is_uint64()) {
    const std::uint64_t number = value.get_uint64().value();
    if (std::in_range<T>(number)) return static_cast<T>(number);
  } else if (value.is_int64()) {
    const std::int64_t number = value.get_int64().value();
    if (std::in_range<T>(number)) return static_cast<T>(number);
  }
  throw BadField{message("%1 is not an integer of its range", name)};
}

std::string get_text(const char* name, const Value& value) {
  return std::string(get<std::string_view>(name, value, kNoText));
}

double get_number(const char* name, const Value& value) { return get<double>(name, value, kNoNumber); }

PlanePosition get_pair(const char* name, const Value& value) {
  const auto pair = get<simdjson::dom::array>(name, value, kNoPairs);
  if (pair.size() != 2) throw BadField{message(kNoPairs, name)};
  return {DataRate::bits_per_second(get_integer<std::int64_t>(name, pair.at(0).value())),
          PacketRate::per_second(get_number(name, pair.at(1).value()))};
}

/// Value of a field that each record has.
Value get_field(const char* name, const simdjson::dom::object& json) {
  Value found;
  if (json.at_key(name).get(found) == simdjson::SUCCESS) return found;
  throw BadField{message("%1 is missing", name)};
}

/// Fields that are not there keep their defaults, so that older logs stay readable; a field of the wrong type throws.
struct Reader {
  const simdjson::dom::object& json;

  template <typename T>
  void operator()(const char* name, T& value) const {
    Value found;
    if (json.at_key(name).get(found) != simdjson::SUCCESS) return;
    if constexpr (kIsOptional<T>) {
      (*this)(name, value.emplace());
    } else if constexpr (std::is_same_v<T, Duration>) {
      constexpr double kMax = 1;  ///< Seconds; a broken log may have anything.
      value = from_seconds(std::clamp(get_number(name, found), 0.0, kMax));
    } else if constexpr (std::is_same_v<T, DataSize>) {
      value = DataSize::bytes(get_integer<std::int64_t>(name, found));
    } else if constexpr (std::is_same_v<T, DataRate>) {
      value = DataRate::bits_per_second(get_integer<std::int64_t>(name, found));
    } else if constexpr (std::is_same_v<T, FrameRate>) {
      value = FrameRate::per_second(get_number(name, found));
    } else if constexpr (std::is_same_v<T, double>) {
      value = get_number(name, found);
    } else if constexpr (std::is_integral_v<T>) {
      value = get_integer<T>(name, found);
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, Message>) {
      value = get_text(name, found);
    } else if constexpr (std::is_same_v<T, std::vector<PlanePosition>>) {
      for (const Value pair : get<simdjson::dom::array>(name, found, kNoArray)) value.push_back(get_pair(name, pair));
    } else if constexpr (std::is_same_v<T, std::map<std::string, std::string>>) {
      const auto pairs = get<simdjson::dom::object>(name, found, kNoObject);
      if (pairs.size() > kMaxLogSettings) throw BadField{message("%1 has more than %2 fields", name, kMaxLogSettings)};
      for (const auto [key, text] : pairs) {
        value.emplace(key, get_text(name, text));
      }
    } else {
      fields(value, Reader{get<simdjson::dom::object>(name, found, kNoObject)});
    }
  }
};

template <typename Body>
bool read_body(const simdjson::dom::object& json, std::string_view type, LogRecord& record) {
  if (type != type_name(static_cast<const Body*>(nullptr))) return false;
  fields(record.body.emplace<Body>(), Reader{json});
  return true;
}

Error malformed(Message what) { return {ErrorKind::kMalformed, std::move(what)}; }

/// Error for a line that simdjson rejects without a position.
Error invalid_json(std::string_view line) {
  try {
    // Nothing is kept of it: an object of many fields would take a time of their square.
    const Json nothing = Json::parse(line, [](int, Json::parse_event_t, Json&) { return false; });
    return malformed(message("too deep, or with a number that is out of range"));
  } catch (const Json::parse_error& e) {
    return malformed(message("not valid JSON at column %1", e.byte));
  } catch (const Json::out_of_range&) {
    return malformed(message("too deep, or with a number that is out of range"));
  }
}

}  // namespace

std::optional<std::string> LogHeader::setting(const std::string& name) const {
  const auto found = settings.find(name);
  return found == settings.end() ? std::nullopt : std::optional(found->second);
}

std::string to_json_line(const LogRecord& record) {
  Json json;
  json["time"] = rounded(to_seconds(record.time));
  std::visit(
      [&json](const auto& body) {
        json["type"] = type_name(&body);
        fields(body, Writer{json});
      },
      record.body);
  // Invalid UTF-8 (in a file name or a device's name) is replaced, since the default would throw.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<LogRecord> parse_log_line(std::string_view line) {
  try {
    simdjson::dom::parser parser;
    Value value;
    if (parser.parse(line.data(), line.size()).get(value) != simdjson::SUCCESS) return invalid_json(line);
    if (!value.is_object()) return malformed(message("not a JSON object"));
    const simdjson::dom::object json = value.get_object();
    LogRecord record;
    const double time = get_number("time", get_field("time", json));
    if (!(time >= 0 && time < 1e9)) return malformed(message("\"time\" is not between 0 and 1e9 s"));
    record.time = Duration(static_cast<Duration::rep>(std::llround(time * 1e6) * 1000));
    const auto type = get<std::string_view>("type", get_field("type", json), kNoText);
    const bool known = read_body<LogHeader>(json, type, record) || read_body<LogState>(json, type, record) ||
                       read_body<LogDecision>(json, type, record) || read_body<LogEvent>(json, type, record) ||
                       read_body<LogStats>(json, type, record) || read_body<LogMode>(json, type, record) ||
                       read_body<LogSample>(json, type, record) || read_body<LogEnd>(json, type, record);
    if (!known) return Error{ErrorKind::kUnavailable, message("unknown type \"%1\"", type)};
    return record;
  } catch (const BadField& bad) {
    return malformed(bad.what);
  }
}

Result<SessionLog> parse_session_log(std::string_view text) {
  SessionLog log;
  SessionLogReader reader([&log](LogRecord&& record) { log.records.push_back(std::move(record)); });
  Result<void> read = reader.feed(text);
  if (read) read = reader.finish();
  if (!read) return read.error();
  log.skipped_lines = reader.skipped_lines();
  log.problem = reader.problem();
  return log;
}

}  // namespace counterpoint
