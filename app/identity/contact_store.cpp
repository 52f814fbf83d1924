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

Result<ContactBook> read_contacts(std::string_view text) {
  const Result<OrderedJson> document = parse_json_of_version(text, kContactsVersion);
  if (!document) return document.error();
  JsonProblem problem;
  JsonFields root(*document, {}, problem);
  ContactBook book;
  const auto take_contact = [&](const OrderedJson& json, const std::string& pointer) {
    Contact contact = read_contact(json, pointer, problem);
    if (problem.found()) return;
    if (const Result<void> added = book.add(std::move(contact)); !added) {
      problem.report(message("%1: %2", pointer, added.error().message));
    }
  };
  root.for_each("contacts", ContactBook::kMaxContacts, take_contact);
  root.for_each("addresses", ContactBook::kMaxAddresses, [&](const OrderedJson& json, const std::string& pointer) {
    JsonFields fields(json, pointer, problem);
    const std::string address = fields.need("address", line_field(ContactBook::kMaxAddress));
    const PeerId id = fields.need("id", peer_id_field());
    if (!problem.found()) book.remember(address, id);
  });
  if (problem.found()) return problem.error();
  return book;
}

std::string contacts_text(const ContactBook& book) {
  OrderedJson document{{"version", kContactsVersion}};
  OrderedJson& contacts = document["contacts"] = OrderedJson::array();
  for (const Contact& contact : book.contacts()) {
    contacts.push_back({{"name", contact.name},
                        {"id", to_string(contact.id)},
                        {"colour", contact.colour},
                        {"verified", contact.verified},
                        {"address", contact.address}});
  }
  OrderedJson& addresses = document["addresses"] = OrderedJson::array();
  for (const KnownAddress& known : book.addresses()) {
    addresses.push_back({{"address", known.address}, {"id", to_string(known.id)}});
  }
  return json_file_text(document);
}

Result<ContactBook> load_contacts(const fs::path& folder) {
  const fs::path path = contacts_file(folder);
  if (!is_there(path)) return ContactBook();
  const auto unusable = [&path](ErrorKind kind, const Message& why) {
    return Error{kind,
                 message("your contacts %1 cannot be used: %2; mend the file, or move it away", path.string(), why)};
  };
  const Result<std::string> text = load_file(path, kMaxContactsFile);
  if (!text) return unusable(text.error().kind, text.error().message);
  Result<ContactBook> book = read_contacts(*text);
  if (!book) return unusable(ErrorKind::kMalformed, book.error().message);
  return book;
}

fs::file_time_type contacts_changed_at(const fs::path& folder) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(contacts_file(folder), error);
  return error ? fs::file_time_type::min() : time;
}

Result<void> change_contacts(const fs::path& folder, const std::function<Result<void>(ContactBook&)>& change) {
  return change_file(contacts_file(folder), message("your contacts"), [&]() -> Result<std::string> {
    Result<ContactBook> book = load_contacts(folder);
    if (!book) return book.error();
    if (const Result<void> changed = change(*book); !changed) return changed.error();
    return contacts_text(*book);
  });
}

}  // namespace counterpoint
