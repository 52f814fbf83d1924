// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON that people write: each mistake is named by its JSON pointer (RFC 6901), its value and the allowed
// values.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/call/peer_id.h"

namespace counterpoint {

using OrderedJson = nlohmann::ordered_json;

/// The text as JSON; a value as one line of at most 60 characters; both for messages. A text's quotes are left out.
[[nodiscard]] std::string quoted_json(const OrderedJson& value);
/// `name` as one step of a JSON pointer.
[[nodiscard]] std::string pointer_step(std::string_view name);

/// Reads JSON text. Errors: kInvalidArgument with line and column.
[[nodiscard]] Result<OrderedJson> parse_json_text(std::string_view text);

/// A JSON object whose field "version" says how the others are meant.
struct VersionedJson {
  OrderedJson document;
  std::uint64_t version = 0;
};
/// Reads the text of one, of a version from 1 to `newest`. Errors: kInvalidArgument when it is none.
[[nodiscard]] Result<VersionedJson> parse_versioned_json(std::string_view text, std::uint64_t newest = UINT64_MAX);
/// Reads the same; the error of a newer one says that this program is too old for it.
[[nodiscard]] Result<OrderedJson> parse_json_of_version(std::string_view text, std::uint64_t newest);

/// `document` as the text of a file.
[[nodiscard]] std::string json_file_text(const OrderedJson& document);

/// The mistakes that were found.
class JsonProblem {
 public:
  void report(Message problem) { problems_.push_back(std::move(problem)); }
  void report(const std::string& pointer, const std::string& problem);
  /// `found` stands at `pointer`, and `allowed` should.
  void report_unexpected(const std::string& pointer, const std::string& found, const Message& allowed);
  [[nodiscard]] bool found() const { return !problems_.empty(); }
  /// The first one. It may be called only when found().
  [[nodiscard]] Error error() const { return {ErrorKind::kInvalidArgument, problems_.front()}; }
  /// The first three, and how many more there are: "/a 1: ...; also /b 2: ...; and 4 more". It may be called only when
  /// found().
  [[nodiscard]] Error all() const;

 private:
  std::vector<Message> problems_;
};

/// The values that a field may have: in words, and a function that reads one (nothing: it is invalid).
template <typename T>
struct FieldKind {
  Message allowed;
  std::function<std::optional<T>(const OrderedJson&)> read;
};

[[nodiscard]] FieldKind<Duration> time_field(Duration min, Duration max);
/// One of `times`, as to_text() has them.
[[nodiscard]] FieldKind<Duration> time_choice_field(std::span<const Duration> times);
[[nodiscard]] FieldKind<DataRate> rate_field(DataRate min, DataRate max);
[[nodiscard]] FieldKind<DataSize> size_field(DataSize min, DataSize max);
[[nodiscard]] FieldKind<double> number_field(double min, double max);
[[nodiscard]] FieldKind<std::uint64_t> whole_number_field(std::uint64_t min, std::uint64_t max);
[[nodiscard]] FieldKind<bool> flag_field();
/// One line of 1 to `longest` bytes.
[[nodiscard]] FieldKind<std::string> line_field(std::size_t longest);
/// A text of 1 to `longest` bytes that can be shown to others (is_plain_text()); `allowed` says so.
[[nodiscard]] FieldKind<std::string> plain_text_field(std::size_t longest, Message allowed);
[[nodiscard]] FieldKind<PeerId> peer_id_field();
/// A name of at most 40 letters, digits, "-" and characters of `also`.
[[nodiscard]] FieldKind<std::string> name_field(std::string_view also = "");

/// One of the names in `table`, whose entries are pairs of name and value.
template <typename T, std::size_t kSize>
[[nodiscard]] FieldKind<T> choice_field(const std::pair<std::string_view, T> (&table)[kSize]) {
  std::string names;
  for (const auto& [name, value] : table) names += (names.empty() ? "\"" : " \"") + std::string(name) + "\"";
  return {message("one of %1", names), [&table](const OrderedJson& json) -> std::optional<T> {
            for (const auto& [name, value] : table) {
              if (json == name) return value;
            }
            return std::nullopt;
          }};
}

/// The fields of one JSON object.
///
/// 1. get() and need() give the value of a field, or, after a mistake, one that is safe to go on with.
/// 2. finish() reports the fields that nobody asked for.
class JsonFields {
 public:
  /// `pointer` is the object's own; `problem` and `json` outlive this.
  JsonFields(const OrderedJson& json, std::string pointer, JsonProblem& problem);

  template <typename T>
  [[nodiscard]] T get(const std::string& name, const FieldKind<T>& kind, T fallback) {
    const OrderedJson* value = find(name);
    if (value == nullptr) return fallback;
    std::optional<T> read = kind.read(*value);
    if (!read) problem_.report_unexpected(pointer(name), quoted_json(*value), kind.allowed);
    return read ? std::move(*read) : std::move(fallback);
  }
  template <typename T>
  [[nodiscard]] T need(const std::string& name, const FieldKind<T>& kind) {
    if (find(name) == nullptr)
      problem_.report(message("%1: expected %2", message("%1 is missing", pointer(name)), kind.allowed));
    return get(name, kind, T{});
  }
  template <typename T>
  [[nodiscard]] std::optional<T> find(const std::string& name, const FieldKind<T>& kind) {
    if (find(name) == nullptr) return std::nullopt;
    return get(name, kind, T{});
  }
  /// Calls `read(element, pointer)` for each element; a field that is not there is an empty array.
  void for_each(const std::string& name, std::size_t max,
                const std::function<void(const OrderedJson&, const std::string&)>& read);
  /// The field itself, or null.
  [[nodiscard]] const OrderedJson* find(const std::string& name);
  void report(const std::string& name, const std::string& problem) { problem_.report(pointer(name), problem); }
  void finish();
  [[nodiscard]] std::string pointer(std::string_view name) const { return pointer_ + "/" + pointer_step(name); }

 private:
  const OrderedJson& json_;
  std::string pointer_;
  JsonProblem& problem_;
  std::set<std::string> known_;
};

}  // namespace counterpoint
