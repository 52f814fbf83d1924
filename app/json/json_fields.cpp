// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/json_fields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "core/base/plain_text.h"
#include "core/base/quantity_text.h"

namespace counterpoint {
namespace {

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::optional<std::string_view> text_of(const OrderedJson& json) {
  const auto* text = json.get_ptr<const std::string*>();
  return text != nullptr ? std::optional<std::string_view>(*text) : std::nullopt;
}

/// A field whose values are texts with a unit between two limits.
template <typename T>
FieldKind<T> quantity_field(Message allowed, T min, T max,
                            const std::function<std::optional<T>(std::string_view)>& parse) {
  return {std::move(allowed), [min, max, parse](const OrderedJson& json) -> std::optional<T> {
            const std::optional<std::string_view> text = text_of(json);
            const std::optional<T> value = text ? parse(*text) : std::nullopt;
            return value && *value >= min && *value <= max ? value : std::nullopt;
          }};
}

}  // namespace

std::string quoted_json(const OrderedJson& value) {
  constexpr std::size_t kMax = 60;
  const std::string text = value.dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
  return text.size() <= kMax ? text : text.substr(0, kMax) + "...";
}

std::string pointer_step(std::string_view name) {
  std::string step;
  for (const char c : name) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  // A name may hold anything; the message stays one printable line.
  const std::string quoted = quoted_json(step);
  return quoted.substr(1, quoted.size() - (quoted.ends_with('"') ? 2 : 1));
}

Result<OrderedJson> parse_json_text(std::string_view text) {
  constexpr int kDeepest = 64;      // Writing JSON out recurses as deep on the stack.
  constexpr int kMostNames = 1000;  // A name is looked for among all others of its object.
  bool too_deep = false;
  bool too_many = false;
  std::array<int, kDeepest + 2> names{};
  try {
    OrderedJson json = OrderedJson::parse(text, [&](int depth, OrderedJson::parse_event_t event, OrderedJson&) {
      too_deep = too_deep || depth > kDeepest;
      if (too_deep || too_many) return false;
      if (event == OrderedJson::parse_event_t::object_start) names[depth + 1] = 0;
      if (event == OrderedJson::parse_event_t::key) too_many = ++names[depth] > kMostNames;
      return !too_many;
    });
    if (too_many) {
      return Error{ErrorKind::kInvalidArgument,
                   message("too many names: expected at most %1 in an object", kMostNames)};
    }
    if (too_deep) return Error{ErrorKind::kInvalidArgument, message("nested too deeply: expected at most 64 levels")};
    return json;
  } catch (const OrderedJson::exception& e) {
    // "[json.exception.parse_error.101] parse error at line 3, column 5: ..."
    const std::string_view what = e.what();
    const std::size_t after_id = what.find("] ");
    const std::string_view told = after_id == std::string_view::npos ? what : what.substr(after_id + 2);
    const std::string line = OrderedJson(told).dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
    const std::string words = line.substr(1, line.size() - 2);
    int row = 0;
    int column = 0;
    int rest = 0;
    if (std::sscanf(words.c_str(), "parse error at line %d, column %d: %n", &row, &column, &rest) == 2 && rest > 0) {
      return Error{ErrorKind::kInvalidArgument, message("not JSON: parse error at line %1, column %2: %3", row, column,
                                                        words.substr(static_cast<std::size_t>(rest)))};
    }
    return Error{ErrorKind::kInvalidArgument, "not JSON: " + words};
  }
}

Result<VersionedJson> parse_versioned_json(std::string_view text, std::uint64_t newest) {
  Result<OrderedJson> document = parse_json_text(text);
  if (!document) return document.error();
  if (!document->is_object()) return Error{ErrorKind::kInvalidArgument, message("it is no JSON object")};
  JsonProblem problem;
  const std::uint64_t version = JsonFields(*document, {}, problem).need("version", whole_number_field(1, newest));
  if (problem.found()) return problem.error();
  return VersionedJson{.document = std::move(*document), .version = version};
}

Result<OrderedJson> parse_json_of_version(std::string_view text, std::uint64_t newest) {
  Result<VersionedJson> json = parse_versioned_json(text);
  if (!json) return json.error();
  if (json->version > newest) {
    return Error{ErrorKind::kInvalidArgument, message("a later version of Counterpoint wrote it: update this one")};
  }
  return std::move(json->document);
}

std::string json_file_text(const OrderedJson& document) {
  return document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

void JsonProblem::report(const std::string& pointer, const std::string& problem) {
  report(Message((pointer.empty() ? "the whole" : pointer) + " " + problem));
}

void JsonProblem::report_unexpected(const std::string& pointer, const std::string& found, const Message& allowed) {
  report(message("%1: expected %2", (pointer.empty() ? "the whole" : pointer) + " " + found, allowed));
}

Error JsonProblem::all() const {
  constexpr std::size_t kMax = 3;
  Message text = problems_.front();
  for (std::size_t i = 1; i < std::min(problems_.size(), kMax); ++i) {
    text = message("%1; also %2", text, problems_[i]);
  }
  if (problems_.size() > kMax) text = message("%1; and %2 more", text, problems_.size() - kMax);
  return {ErrorKind::kInvalidArgument, text};
}

FieldKind<Duration> time_field(Duration min, Duration max) {
  return quantity_field<Duration>(message("a time, as in %1, from %2 to %3", "\"50ms\"", to_text(min), to_text(max)),
                                  min, max, [max](std::string_view text) { return parse_time(text, max); });
}

FieldKind<Duration> time_choice_field(std::span<const Duration> times) {
  std::string names;
  for (const Duration time : times) names += (names.empty() ? "\"" : " \"") + to_text(time) + "\"";
  return {message("one of %1", names), [times](const OrderedJson& json) -> std::optional<Duration> {
            const auto found = std::ranges::find_if(times, [&](Duration time) { return json == to_text(time); });
            return found != times.end() ? std::optional(*found) : std::nullopt;
          }};
}

FieldKind<DataRate> rate_field(DataRate min, DataRate max) {
  return quantity_field<DataRate>(message("a rate, as in %1, from %2 to %3", "\"1.5M\"", to_text(min), to_text(max)),
                                  min, max, parse_rate);
}

FieldKind<DataSize> size_field(DataSize min, DataSize max) {
  return quantity_field<DataSize>(message("a size, as in %1, from %2 to %3", "\"1000B\"", to_text(min), to_text(max)),
                                  min, max, [max](std::string_view text) { return parse_size(text, max); });
}

FieldKind<double> number_field(double min, double max) {
  return {message("a number from %1 to %2", figure(OrderedJson(min).dump()), figure(OrderedJson(max).dump())),
          [min, max](const OrderedJson& json) -> std::optional<double> {
            if (!json.is_number()) return std::nullopt;
            const auto value = json.get<double>();
            return value >= min && value <= max ? std::optional(value) : std::nullopt;
          }};
}

FieldKind<std::uint64_t> whole_number_field(std::uint64_t min, std::uint64_t max) {
  return {message("a whole number from %1 to %2", min, max),
          [min, max](const OrderedJson& json) -> std::optional<std::uint64_t> {
            if (!json.is_number_unsigned()) return std::nullopt;
            const auto value = json.get<std::uint64_t>();
            return value >= min && value <= max ? std::optional(value) : std::nullopt;
          }};
}

FieldKind<bool> flag_field() {
  return {message("true or false"),
          [](const OrderedJson& json) { return json.is_boolean() ? std::optional(json.get<bool>()) : std::nullopt; }};
}

FieldKind<std::string> line_field(std::size_t longest) {
  return {message("a line of 1 to %1 bytes", longest),
          [longest](const OrderedJson& json) -> std::optional<std::string> {
            const std::optional<std::string_view> text = text_of(json);
            const bool fits = text && !text->empty() && text->size() <= longest &&
                              std::ranges::none_of(*text, [](unsigned char c) { return std::iscntrl(c) != 0; });
            return fits ? std::optional(std::string(*text)) : std::nullopt;
          }};
}

FieldKind<std::string> plain_text_field(std::size_t longest, Message allowed) {
  return {std::move(allowed), [longest](const OrderedJson& json) -> std::optional<std::string> {
            const std::optional<std::string_view> text = text_of(json);
            const bool fits = text && !text->empty() && text->size() <= longest && is_plain_text(*text);
            return fits ? std::optional(std::string(*text)) : std::nullopt;
          }};
}

FieldKind<PeerId> peer_id_field() {
  return {message("an ID of %1 characters", kPeerIdLength), [](const OrderedJson& json) -> std::optional<PeerId> {
            const std::optional<std::string_view> text = text_of(json);
            return text ? read_peer_id(*text) : std::nullopt;
          }};
}

FieldKind<std::string> name_field(std::string_view also) {
  constexpr std::size_t kMax = 40;
  std::string allowed = "a name of at most 40 letters, digits and \"-\"";
  for (const char c : also) allowed += std::string(" \"") + c + "\"";
  return {allowed, [also](const OrderedJson& json) -> std::optional<std::string> {
            const std::optional<std::string_view> text = text_of(json);
            const bool fits = text && !text->empty() && text->size() <= kMax && is_letter_or_digit(text->front()) &&
                              std::ranges::all_of(*text, [also](char c) {
                                return is_letter_or_digit(c) || c == '-' || also.find(c) != std::string_view::npos;
                              });
            return fits ? std::optional(std::string(*text)) : std::nullopt;
          }};
}

JsonFields::JsonFields(const OrderedJson& json, std::string pointer, JsonProblem& problem)
    : json_(json), pointer_(std::move(pointer)), problem_(problem) {
  if (!json_.is_object()) problem_.report_unexpected(pointer_, quoted_json(json_), message("an object { ... }"));
}

const OrderedJson* JsonFields::find(const std::string& name) {
  known_.insert(name);
  if (!json_.is_object()) return nullptr;
  const auto found = json_.find(name);
  return found == json_.end() ? nullptr : &*found;
}

void JsonFields::for_each(const std::string& name, std::size_t max,
                          const std::function<void(const OrderedJson&, const std::string&)>& read) {
  const OrderedJson* value = find(name);
  if (value == nullptr) return;
  if (!value->is_array())
    return problem_.report_unexpected(pointer(name), quoted_json(*value), message("an array [ ... ]"));
  if (value->size() > max) return problem_.report(message("%1 has more than %2 elements", pointer(name), max));
  for (std::size_t i = 0; i < value->size(); ++i) read((*value)[i], pointer(name) + "/" + std::to_string(i));
}

void JsonFields::finish() {
  if (!json_.is_object()) return;
  for (const auto& [name, value] : json_.items()) {
    if (known_.contains(name)) continue;
    std::string allowed;
    for (const std::string& known : known_) allowed += (allowed.empty() ? "" : ", ") + known;
    problem_.report(pointer(name), "is not known: there are " + allowed);
  }
}

}  // namespace counterpoint
