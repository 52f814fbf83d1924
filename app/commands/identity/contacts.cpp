// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/identity/contact_store.h"
#include "app/identity/identity_store.h"
#include "core/call/call_link.h"
#include "net/secure/identity_key.h"

namespace counterpoint {
namespace {

void complain(const Message& problem) {
  std::fprintf(stderr, "counterpoint-cli contacts: %s\n", problem.text().c_str());
}

int report(const Result<void>& done) {
  if (done) return kExitFine;
  complain(done.error().message);
  return kExitWrongUse;
}

int list_contacts(const ContactBook& book, bool json) {
  QJsonArray array;
  for (const Contact& contact : book.contacts()) {
    if (json) {
      array.append(QJsonObject{{"name", QString::fromStdString(contact.name)},
                               {"id", QString::fromStdString(to_string(contact.id))},
                               {"colour", contact.colour},
                               {"verified", contact.verified},
                               {"address", QString::fromStdString(contact.address)}});
    } else {
      std::printf("%-20s %s %-12s %s\n", contact.name.c_str(), to_string(contact.id).c_str(),
                  contact.verified ? "verified" : "not verified", contact.address.c_str());
    }
  }
  if (json) std::fputs(QJsonDocument(array).toJson().constData(), stdout);
  return kExitFine;
}

/// A contact of that name by the link or the ID `who`.
Result<Contact> read_new_contact(const std::string& name, const std::string& who, const QString& colour) {
  bool is_number = true;
  Contact contact{.name = name, .colour = colour.isEmpty() ? 0 : colour.toInt(&is_number)};
  if (!is_number) contact.colour = -1;
  std::optional<PeerId> id = read_peer_id(who);
  if (is_call_link(who)) {
    const Result<CallTarget> target = read_call_link(who);
    if (!target) return target.error();
    contact.address = target->address;
    id = target->id;
  }
  if (!id || !is_on_curve(*id)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("\"%1\" is neither an ID nor a link with one: counterpoint:ID@HOST[:PORT]", who)};
  }
  contact.id = *id;
  return contact;
}

}  // namespace

int contacts_command(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Whom you know, and by which identity.");
  parser.addHelpOption();
  parser.addPositionalArgument("ACTION", "list, add NAME LINK-OR-ID, remove NAME, or verify NAME",
                               "[list|add NAME LINK-OR-ID|remove NAME|verify NAME]");
  parser.addOptions({{"json", "List as a JSON array."},
                     {"colour", "Of a contact that is added: the colour of its mark, 0 to 7.", "N"},
                     {"revoke", "With verify: the contact is not verified any more."}});
  if (!parser.parse(arguments)) return report_wrong_use("contacts", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  const QStringList given = parser.positionalArguments();
  const QString action = given.value(0, "list");
  const std::string name = given.value(1).toStdString();
  const Result<std::filesystem::path> folder = identity_folder();
  if (!folder) return report(folder.error());
  if (action == "list" && given.size() <= 1) {
    const Result<StoredContacts> contacts = load_contacts(*folder);
    if (!contacts) return report(contacts.error());
    if (contacts->problem) complain(*contacts->problem);
    return list_contacts(contacts->book, parser.isSet("json"));
  }
  if (action == "add" && given.size() == 3) {
    Result<Contact> contact = read_new_contact(name, given[2].toStdString(), parser.value("colour"));
    if (!contact) return report(contact.error());
    return report(change_contacts(*folder, [&](ContactBook& book) { return book.add(std::move(*contact)); }));
  }
  if (action == "remove" && given.size() == 2) {
    return report(change_contacts(*folder, [&](ContactBook& book) { return book.remove(name); }));
  }
  if (action == "verify" && given.size() == 2) {
    const bool verified = !parser.isSet("revoke");
    return report(change_contacts(*folder, [&](ContactBook& book) { return book.set_verified(name, verified); }));
  }
  return report_wrong_use("contacts", "expected list, add NAME LINK-OR-ID, remove NAME, or verify NAME");
}

}  // namespace counterpoint
