// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/contact_store.h"

#include <system_error>
#include <utility>

#include "app/files/load_file.h"
#include "app/identity/folder_lock.h"
#include "app/json/json_fields.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

/// The longest file that the bounds of a ContactBook allow is about half of it.
constexpr std::size_t kMaxContactsFile = 2'000'000;

fs::path contacts_file(const fs::path& folder) { return folder / "contacts.json"; }

/// One line, or nothing.
FieldKind<std::string> address_field() {
  return {message("an address"), [](const OrderedJson& json) -> std::optional<std::string> {
            const auto* text = json.get_ptr<const std::string*>();
            if (text == nullptr || text->size() > ContactBook::kMaxAddress) return std::nullopt;
            return *text;
          }};
}

Contact read_contact(const OrderedJson& json, const std::string& pointer, JsonProblem& problem) {
  JsonFields fields(json, pointer, problem);
  Contact contact;
  contact.name = fields.need("name", line_field(ContactBook::kMaxName));
  contact.id = fields.need("id", peer_id_field());
  contact.colour =
      static_cast<int>(fields.get("colour", whole_number_field(0, Contact::kColours - 1), std::uint64_t{0}));
  contact.verified = fields.get("verified", flag_field(), false);
  contact.address = fields.get("address", address_field(), std::string());
  return contact;
}

}  // namespace

Result<StoredContacts> read_contacts(std::string_view text) {
  const Result<OrderedJson> document = parse_json_of_version(text, kContactsVersion);
  if (!document) return document.error();
  JsonProblem problem;
  JsonProblem unread;
  JsonFields root(*document, {}, problem);
  StoredContacts stored;
  const auto take_contact = [&](const OrderedJson& json, const std::string& pointer) {
    JsonProblem mistake;
    Contact contact = read_contact(json, pointer, mistake);
    const Result<void> added = mistake.found() ? mistake.error() : stored.book.add(std::move(contact));
    if (added) return;
    unread.report(mistake.found() ? added.error().message : message("%1: %2", pointer, added.error().message));
    stored.unread.push_back(json.dump());
  };
  root.for_each("contacts", ContactBook::kMaxContacts, take_contact);
  root.for_each("addresses", ContactBook::kMaxAddresses, [&](const OrderedJson& json, const std::string& pointer) {
    JsonFields fields(json, pointer, problem);
    const std::string address = fields.need("address", line_field(ContactBook::kMaxAddress));
    const PeerId id = fields.need("id", peer_id_field());
    if (!problem.found()) stored.book.remember(address, id);
  });
  if (problem.found()) return problem.error();
  if (unread.found()) stored.problem = unread.all().message;
  return stored;
}

std::string contacts_text(const StoredContacts& stored) {
  OrderedJson document{{"version", kContactsVersion}};
  OrderedJson& contacts = document["contacts"] = OrderedJson::array();
  for (const Contact& contact : stored.book.contacts()) {
    contacts.push_back({{"name", contact.name},
                        {"id", to_string(contact.id)},
                        {"colour", contact.colour},
                        {"verified", contact.verified},
                        {"address", contact.address}});
  }
  for (const std::string& entry : stored.unread) contacts.push_back(OrderedJson::parse(entry));
  OrderedJson& addresses = document["addresses"] = OrderedJson::array();
  for (const KnownAddress& known : stored.book.addresses()) {
    addresses.push_back({{"address", known.address}, {"id", to_string(known.id)}});
  }
  return json_file_text(document);
}

Result<StoredContacts> load_contacts(const fs::path& folder) {
  const fs::path path = contacts_file(folder);
  if (!is_there(path)) return StoredContacts();
  const auto unusable = [&path](ErrorKind kind, const Message& why) {
    return Error{kind,
                 message("your contacts %1 cannot be used: %2; mend the file, or move it away", path.string(), why)};
  };
  const Result<std::string> text = load_file(path, kMaxContactsFile);
  if (!text) return unusable(text.error().kind, text.error().message);
  Result<StoredContacts> stored = read_contacts(*text);
  if (!stored) return unusable(ErrorKind::kMalformed, stored.error().message);
  if (stored->problem) {
    stored->problem =
        message("not all of your contacts %1 can be read: %2; the others are used", path.string(), *stored->problem);
  }
  return stored;
}

fs::file_time_type contacts_changed_at(const fs::path& folder) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(contacts_file(folder), error);
  return error ? fs::file_time_type::min() : time;
}

Result<void> change_contacts(const fs::path& folder, const std::function<Result<void>(ContactBook&)>& change) {
  return change_file(contacts_file(folder), message("your contacts"), [&]() -> Result<std::string> {
    Result<StoredContacts> stored = load_contacts(folder);
    if (!stored) return stored.error();
    if (const Result<void> changed = change(stored->book); !changed) return changed.error();
    std::string text = contacts_text(*stored);
    // Whatever is written must be read again.
    const bool fits = stored->book.contacts().size() + stored->unread.size() <= ContactBook::kMaxContacts;
    if (fits && text.size() <= kMaxContactsFile) return text;
    return Error{ErrorKind::kInvalidArgument,
                 message("there are too many contacts, with those that cannot be read: remove some")};
  });
}

}  // namespace counterpoint
