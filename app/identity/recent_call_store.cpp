// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/recent_call_store.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/files/load_file.h"
#include "app/identity/folder_lock.h"
#include "app/json/json_fields.h"

namespace counterpoint {
namespace {

/// The longest file that the bounds of RecentCalls allow is about a third of it.
constexpr std::size_t kMaxRecentFile = 300'000;
constexpr std::uint64_t kLastMillisecond = 253'402'300'799'000;  ///< The end of the year 9999.
constexpr Duration kMaxCall = std::chrono::hours(24 * 366);

constexpr std::pair<std::string_view, RecentCall::Kind> kKinds[] = {{"outgoing", RecentCall::Kind::kOutgoing},
                                                                    {"unanswered", RecentCall::Kind::kUnanswered},
                                                                    {"incoming", RecentCall::Kind::kIncoming},
                                                                    {"missed", RecentCall::Kind::kMissed},
                                                                    {"declined", RecentCall::Kind::kDeclined}};

std::filesystem::path recent_file(const std::filesystem::path& folder) { return folder / "recent-calls.json"; }

FieldKind<std::string> shown_text_field() {
  return plain_text_field(RecentCall::kMaxText, message("a line of 1 to %1 bytes", RecentCall::kMaxText));
}

RecentCall read_recent_call(const OrderedJson& json, const std::string& pointer, JsonProblem& problem) {
  JsonFields fields(json, pointer, problem);
  RecentCall call;
  call.kind = fields.need("kind", choice_field(kKinds));
  call.name = fields.need("name", shown_text_field());
  call.target = fields.find("target", shown_text_field()).value_or(std::string());
  call.id = fields.find("id", peer_id_field());
  call.began = UnixTime(std::chrono::milliseconds(fields.need("began", whole_number_field(0, kLastMillisecond))));
  call.duration = from_seconds(fields.get("duration", number_field(0, to_seconds(kMaxCall)), 0.0));
  return call;
}

}  // namespace

Result<RecentCalls> read_recent_calls(std::string_view text) {
  const Result<OrderedJson> document = parse_json_of_version(text, kRecentCallsVersion);
  if (!document) return document.error();
  JsonProblem problem;
  JsonFields root(*document, {}, problem);
  std::vector<RecentCall> calls;
  root.for_each("calls", RecentCalls::kMax, [&](const OrderedJson& json, const std::string& pointer) {
    RecentCall call = read_recent_call(json, pointer, problem);
    if (!problem.found()) calls.push_back(std::move(call));
  });
  if (problem.found()) return problem.error();
  RecentCalls recent;
  std::ranges::reverse(calls);
  for (RecentCall& call : calls) recent.add(std::move(call));
  return recent;
}

std::string recent_calls_text(const RecentCalls& recent) {
  OrderedJson document{{"version", kRecentCallsVersion}};
  OrderedJson& calls = document["calls"] = OrderedJson::array();
  for (const RecentCall& call : recent.calls()) {
    const auto* const kind = std::ranges::find(kKinds, call.kind, [](const auto& entry) { return entry.second; });
    OrderedJson entry{{"kind", kind->first}, {"name", call.name}};
    if (!call.target.empty()) entry["target"] = call.target;
    if (call.id) entry["id"] = to_string(*call.id);
    entry["began"] = call.began.time_since_epoch().count();
    if (call.duration > Duration::zero()) entry["duration"] = to_seconds(call.duration);
    calls.push_back(std::move(entry));
  }
  return json_file_text(document);
}

Result<RecentCalls> load_recent_calls(const std::filesystem::path& folder) {
  const std::filesystem::path path = recent_file(folder);
  if (!is_there(path)) return RecentCalls();
  const auto unusable = [&path](ErrorKind kind, const Message& why) {
    return Error{kind, message("the list of recent calls %1 cannot be used: %2", path.string(), why)};
  };
  const Result<std::string> text = load_file(path, kMaxRecentFile);
  // A folder in its place is not moved aside.
  if (!text) return unusable(ErrorKind::kUnavailable, text.error().message);
  Result<RecentCalls> recent = read_recent_calls(*text);
  if (!recent) return unusable(ErrorKind::kMalformed, recent.error().message);
  return recent;
}

Result<void> change_recent_calls(const std::filesystem::path& folder, const std::function<void(RecentCalls&)>& change) {
  const std::filesystem::path file = recent_file(folder);
  return change_file(file, message("the list of recent calls"), [&]() -> Result<std::string> {
    Result<RecentCalls> recent = load_recent_calls(folder);
    if (!recent && recent.error().kind != ErrorKind::kMalformed) return recent.error();
    if (!recent) {
      std::error_code error;
      std::filesystem::rename(file, file.string() + ".broken", error);
      recent = RecentCalls();
    }
    change(*recent);
    return recent_calls_text(*recent);
  });
}

}  // namespace counterpoint
