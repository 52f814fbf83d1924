// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/rendezvous_store.h"

#include <QByteArray>
#include <algorithm>
#include <functional>
#include <utility>

#include "app/files/load_file.h"
#include "app/identity/folder_lock.h"
#include "app/json/json_fields.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {
namespace {

constexpr std::uint64_t kVersion = 1;
/// The longest that the bounds of a RendezvousMemory allow is less than half of it.
constexpr std::size_t kMaxFile = 200'000;

std::filesystem::path memory_file(const std::filesystem::path& folder) { return folder / "rendezvous.json"; }

FieldKind<SealedMessage::Id> message_id_field() {
  constexpr std::size_t kDigits = 2 * std::tuple_size_v<SealedMessage::Id>;
  return {message("%1 hexadecimal digits", kDigits), [](const OrderedJson& json) -> std::optional<SealedMessage::Id> {
            const auto* text = json.get_ptr<const std::string*>();
            const QByteArray bytes = text != nullptr ? QByteArray::fromHex(text->c_str()) : QByteArray();
            SealedMessage::Id id{};
            if (text == nullptr || text->size() != kDigits || bytes.size() != static_cast<qsizetype>(id.size())) {
              return std::nullopt;
            }
            std::ranges::copy(bytes, id.begin());
            return id;
          }};
}

std::string hex_text(const SealedMessage::Id& id) {
  return QByteArray(reinterpret_cast<const char*>(id.data()), static_cast<qsizetype>(id.size())).toHex().toStdString();
}

}  // namespace

bool RendezvousMemory::admit(const SealedMessage::Id& id, const MissedCall& call, UnixTime now) {
  std::erase_if(missed_calls, [now](const auto& one) { return one.second.until < now; });
  if (const auto known = missed_calls.find(id); known != missed_calls.end()) {
    if (!known->second.caller) known->second.caller = call.caller;
    return false;
  }
  const auto count = [this](const auto& is_counted) {
    return static_cast<std::size_t>(
        std::ranges::count_if(missed_calls, [&](const auto& one) { return is_counted(one.second); }));
  };
  if (missed_calls.size() >= kMaxMissedCalls) return false;
  if (call.stranger && count(std::mem_fn(&MissedCall::stranger)) >= kMaxOfStrangers) return false;
  const auto of_caller = [&call](const MissedCall& one) { return one.caller == call.caller; };
  if (call.caller && count(of_caller) >= kMaxOfOne) return false;
  return missed_calls.emplace(id, call).second;
}

Result<RendezvousMemory> read_rendezvous_memory(std::string_view text) {
  const Result<VersionedJson> read = parse_versioned_json(text, kVersion);
  if (!read) return read.error();
  JsonProblem problem;
  JsonFields root(read->document, {}, problem);
  RendezvousMemory memory;
  root.for_each("nodes", RendezvousMemory::kMaxNodes, [&](const OrderedJson& json, const std::string& pointer) {
    const auto* node = json.get_ptr<const std::string*>();
    if (node == nullptr || !is_numeric_address(*node)) {
      return problem.report_unexpected(pointer, quoted_json(json), message("a numeric address and a port"));
    }
    memory.nodes.push_back(*node);
  });
  root.for_each("missed_calls", RendezvousMemory::kMaxMissedCalls,
                [&](const OrderedJson& json, const std::string& pointer) {
                  JsonFields fields(json, pointer, problem);
                  const auto id = fields.need("id", message_id_field());
                  const auto until = fields.need("until", whole_number_field(0, INT64_MAX));
                  const bool stranger = fields.get("stranger", flag_field(), false);
                  memory.missed_calls[id] = {.until = UnixTime(std::chrono::milliseconds(until)),
                                             .stranger = stranger,
                                             .caller = fields.find("caller", peer_id_field())};
                });
  if (problem.found()) return problem.error();
  return memory;
}

std::string rendezvous_memory_text(const RendezvousMemory& memory) {
  OrderedJson document{{"version", kVersion}, {"nodes", memory.nodes}};
  OrderedJson& missed = document["missed_calls"] = OrderedJson::array();
  for (const auto& [id, call] : memory.missed_calls) {
    OrderedJson entry{
        {"id", hex_text(id)}, {"until", call.until.time_since_epoch().count()}, {"stranger", call.stranger}};
    if (call.caller) entry["caller"] = to_string(*call.caller);
    missed.push_back(std::move(entry));
  }
  return json_file_text(document);
}

Result<RendezvousMemory> load_rendezvous_memory(const std::filesystem::path& folder) {
  const std::filesystem::path path = memory_file(folder);
  if (!is_there(path)) return RendezvousMemory();
  const auto unusable = [&](ErrorKind kind, const Message& why) {
    return Error{kind, message("%1 is replaced by a new file: %2", path.string(), why)};
  };
  const Result<std::string> text = load_file(path, kMaxFile);
  if (!text) return unusable(text.error().kind, text.error().message);
  Result<RendezvousMemory> memory = read_rendezvous_memory(*text);
  if (!memory) return unusable(ErrorKind::kMalformed, memory.error().message);
  return memory;
}

Result<void> change_rendezvous_memory(const std::filesystem::path& folder,
                                      const std::function<void(RendezvousMemory&)>& change) {
  return change_file(memory_file(folder), message("what is known of other nodes"), [&]() -> Result<std::string> {
    Result<RendezvousMemory> memory = load_rendezvous_memory(folder);
    if (!memory) memory = RendezvousMemory();
    change(*memory);
    return rendezvous_memory_text(*memory);
  });
}

}  // namespace counterpoint
