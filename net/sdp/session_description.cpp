// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/session_description.h"

#include <algorithm>
#include <utility>

#include "net/sdp/text_scanner.h"

namespace counterpoint {
namespace {

/// Reads one line after the other into a description. Each read function returns what is wrong, or nothing.
class SdpReader final {
 public:
  Result<SessionDescription> read(std::string_view text);

 private:
  using Complaint = std::string;

  [[nodiscard]] Error error(const Complaint& what) const {
    return {ErrorKind::kMalformed, "SDP line " + std::to_string(line_number_) + ": " + what};
  }
  Complaint read_line(std::string_view line);
  Complaint read_field(char type, std::string_view value);
  Complaint read_origin(std::string_view value);
  Complaint read_connection(std::string_view value);
  Complaint read_attribute(std::string_view value);
  Complaint read_media(std::string_view value);

  SessionDescription description_;
  std::size_t line_number_ = 0;
  bool has_origin_ = false;
  bool has_name_ = false;
};

Result<SessionDescription> SdpReader::read(std::string_view text) {
  if (text.size() > kMaxSdpSize) {
    return Error{ErrorKind::kMalformed, "SDP: longer than " + std::to_string(kMaxSdpSize) + " bytes"};
  }
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_number_;
    if (line_number_ > kMaxSdpLines) return error("more than " + std::to_string(kMaxSdpLines) + " lines");
    if (line.empty() && text.empty()) break;  // A last empty line does no harm.
    if (const Complaint complaint = read_line(line); !complaint.empty()) return error(complaint);
  }
  if (!has_name_) return error("the description ends before its \"s=\" line");
  return std::move(description_);
}

SdpReader::Complaint SdpReader::read_line(std::string_view line) {
  constexpr std::string_view kForbidden("\0\r", 2);
  if (line.size() < 2 || line[1] != '=') return "not of the form \"x=value\"";
  if (line.find_first_of(kForbidden) != std::string_view::npos) return "holds a NUL or a carriage return";
  const char type = line[0];
  const std::string_view value = line.substr(2);
  // RFC 8866 section 5: the first three lines are v=, o= and s=.
  if (line_number_ == 1) {
    if (type != 'v') return "the first line is not \"v=0\"";
    return value == "0" ? "" : "unknown version \"" + quote(value) + "\", only 0 is known";
  }
  if (!has_origin_ && type != 'o') return "\"o=\" expected after \"v=\"";
  if (has_origin_ && !has_name_ && type != 's') return "\"s=\" expected after \"o=\"";
  return read_field(type, value);
}

SdpReader::Complaint SdpReader::read_field(char type, std::string_view value) {
  switch (type) {
    case 'o':
      if (std::exchange(has_origin_, true)) return "a second \"o=\"";
      return read_origin(value);
    case 's':
      if (std::exchange(has_name_, true)) return "a second \"s=\"";
      description_.session_name = value;
      return "";
    case 'c':
      return read_connection(value);
    case 'a':
      return read_attribute(value);
    case 'm':
      return read_media(value);
    case 'v':
      return "a second \"v=\"";
    default:
      return type >= 'a' && type <= 'z' ? "" : "its type is not a lower-case letter";
  }
}

/// The address of "IN IP4 address" or "IN IP6 address", without the suffix that multicast has; empty when it is
/// neither.
std::string read_address(std::string_view value) {
  constexpr std::size_t kMaxAddressSize = 255;
  const std::string_view network = take_until(value, ' ');
  const std::string_view family = take_until(value, ' ');
  const std::string_view address = value.substr(0, value.find('/'));
  const bool allowed = std::ranges::all_of(address, [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == ':' || c == '-' || c == '%' || c == '_';
  });
  if (network != "IN" || !allowed || address.size() > kMaxAddressSize) return "";
  const bool family_known = (family == "IP4" && address.find(':') == std::string_view::npos) || family == "IP6";
  return family_known ? std::string(address) : "";
}

SdpReader::Complaint SdpReader::read_origin(std::string_view value) {
  const std::string_view user_name = take_until(value, ' ');
  const auto session_id = parse_number<std::uint64_t>(take_until(value, ' '));
  const auto session_version = parse_number<std::uint64_t>(take_until(value, ' '));
  if (user_name.empty() || !session_id || !session_version) {
    return "\"o=\" needs a user name, a numeric session id and version, and an address";
  }
  description_.origin_address = read_address(value);
  if (description_.origin_address.empty())
    return "the address is not of the form \"IN IP4 address\" or \"IN IP6 address\"";
  description_.user_name = user_name;
  description_.session_id = *session_id;
  description_.session_version = *session_version;
  return "";
}

SdpReader::Complaint SdpReader::read_connection(std::string_view value) {
  std::string address = read_address(value);
  if (address.empty()) return "the address is not of the form \"IN IP4 address\" or \"IN IP6 address\"";
  // RFC 8866 section 5.7: a medium may have several when it is layered over multicast; the first is enough.
  std::string& place =
      description_.media.empty() ? description_.connection_address : description_.media.back().connection_address;
  if (place.empty()) place = std::move(address);
  return "";
}

SdpReader::Complaint SdpReader::read_attribute(std::string_view value) {
  const std::string_view name = take_until(value, ':');
  if (!is_token(name)) return "an attribute without a proper name";
  auto& attributes = description_.media.empty() ? description_.attributes : description_.media.back().attributes;
  attributes.push_back({.name = std::string(name), .value = std::string(value)});
  return "";
}

SdpReader::Complaint SdpReader::read_media(std::string_view value) {
  if (description_.media.size() == kMaxSdpMedia) return "more than " + std::to_string(kMaxSdpMedia) + " media";
  MediaDescription media;
  media.kind = take_until(value, ' ');
  std::string_view ports = take_until(value, ' ');
  const auto port = parse_number<std::uint16_t>(take_until(ports, '/'));
  media.protocol = take_until(value, ' ');
  if (!is_token(media.kind)) return "\"m=\" needs a medium such as \"audio\"";
  if (!port) return "the port of \"" + quote(media.kind) + "\" is not a number from 0 to 65535";
  media.port = *port;
  if (media.protocol.empty()) return "\"m=\" needs a protocol such as \"UDP/TLS/RTP/SAVPF\"";
  while (!value.empty()) {
    const std::string_view format = take_until(value, ' ');
    if (format.empty()) continue;
    if (media.formats.size() == kMaxSdpFormats) return "more than " + std::to_string(kMaxSdpFormats) + " formats";
    media.formats.emplace_back(format);
  }
  if (media.formats.empty()) return "\"m=\" needs at least one format";
  description_.media.push_back(std::move(media));
  return "";
}

/// Appends a line; what would end it too early becomes a space.
void write_line(std::string& text, char type, std::string_view value) {
  text += {type, '='};
  const std::size_t begin = text.size();
  text += value;
  std::replace_if(
      text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(),
      [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
  text += "\r\n";
}

std::string address_field(std::string_view address) {
  const bool version_6 = address.find(':') != std::string_view::npos;
  return (version_6 ? "IN IP6 " : "IN IP4 ") + std::string(address);
}

void write_attributes(std::string& text, const std::vector<SdpAttribute>& attributes) {
  for (const SdpAttribute& attribute : attributes) {
    write_line(text, 'a', attribute.value.empty() ? attribute.name : attribute.name + ":" + attribute.value);
  }
}

void write_media(std::string& text, const MediaDescription& media) {
  std::string line = media.kind + " " + std::to_string(media.port) + " " + media.protocol;
  for (const std::string& format : media.formats) line += " " + format;
  write_line(text, 'm', line);
  if (!media.connection_address.empty()) write_line(text, 'c', address_field(media.connection_address));
  write_attributes(text, media.attributes);
}

}  // namespace

const std::string* find_attribute(const std::vector<SdpAttribute>& attributes, std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &SdpAttribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

std::string write_sdp(const SessionDescription& description) {
  std::string text = "v=0\r\n";
  write_line(text, 'o',
             description.user_name + " " + std::to_string(description.session_id) + " " +
                 std::to_string(description.session_version) + " " + address_field(description.origin_address));
  write_line(text, 's', description.session_name);
  if (!description.connection_address.empty()) write_line(text, 'c', address_field(description.connection_address));
  write_line(text, 't', "0 0");
  write_attributes(text, description.attributes);
  for (const MediaDescription& media : description.media) write_media(text, media);
  return text;
}

Result<SessionDescription> parse_sdp(std::string_view text) { return SdpReader().read(text); }

}  // namespace counterpoint
