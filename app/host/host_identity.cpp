// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/host_identity.h"

#include <utility>

#include "app/identity/identity_store.h"
#include "core/call/call_link.h"

namespace counterpoint {

Result<std::unique_ptr<HostIdentity>> HostIdentity::open(const std::filesystem::path& folder) {
  Result<IdentityKey> key = load_identity(folder);
  if (!key) return key.error();
  Result<std::unique_ptr<const TlsContext>> tls = TlsContext::create(*key);
  if (!tls) return tls.error();
  Result<StoredContacts> contacts = load_contacts(folder);
  if (!contacts) return contacts.error();
  return std::unique_ptr<HostIdentity>(
      new HostIdentity(folder, std::move(*key), std::move(*tls), std::move(*contacts)));
}

void HostIdentity::refresh() {
  // Whoever calls again and again must not have the file read each time.
  const auto changed_at = contacts_changed_at(folder_);
  if (changed_at == contacts_changed_at_) return;
  contacts_changed_at_ = changed_at;
  // A file that cannot be read any more leaves what was known: the safe side.
  if (Result<StoredContacts> contacts = load_contacts(folder_)) book_ = std::move(contacts->book);
}

Result<DialledPeer> HostIdentity::find(const Dial& dial) {
  refresh();
  if (const Contact* contact = book_.find_name(dial.address)) {
    return DialledPeer{.address = contact->address,
                       .contact = contact->name,
                       .expected = contact->id,
                       .accept_new_identity = dial.accept_new_identity};
  }
  const Result<CallTarget> target = read_call_target(dial.address);
  if (!target) return target.error();
  if (target->id) return DialledPeer{.address = target->address, .expected = target->id, .by_link = true};
  return DialledPeer{.address = target->address,
                     .expected = book_.find_address(target->address),
                     .accept_new_identity = dial.accept_new_identity};
}

std::optional<Message> HostIdentity::check(const DialledPeer& peer, const PeerId& id) {
  if (!peer.expected || *peer.expected == id) return std::nullopt;
  if (peer.accept_new_identity && peer.contact.empty()) return std::nullopt;
  if (peer.accept_new_identity) {
    const auto replace = [&](ContactBook& book) { return book.set_id(peer.contact, id); };
    const Result<void> replaced = change_contacts(folder_, replace);
    return replaced ? std::nullopt : std::optional(replaced.error().message);
  }
  if (peer.by_link) {
    return message("ALARM: %1 has another identity than the link says: the link is old, or somebody sits between you",
                   peer.address);
  }
  return message(
      {.terminal = "ALARM: %1 has another identity than before: a new one, or somebody sits between you; ask "
                   "by another way, then call with --accept-new-identity",
       .window = "ALARM: %1 has another identity than before: a new one, or somebody sits between you"},
      peer.contact.empty() ? peer.address : peer.contact);
}

Result<void> HostIdentity::record_call(const std::string& address, const PeerId& id) {
  const Contact* contact = book_.find_id(id);
  const bool contact_is_there = contact == nullptr || contact->address == address;
  if (contact_is_there && book_.find_address(address) == id) return {};
  return change_contacts(folder_, [&](ContactBook& book) -> Result<void> {
    book.record_call(address, id);
    return {};
  });
}

PeerIdentity HostIdentity::identify(const PeerId& id) {
  refresh();
  const Contact* contact = book_.find_id(id);
  if (contact == nullptr) return {.id = id};
  return {.id = id, .name = contact->name, .verified = contact->verified};
}

std::vector<PeerId> HostIdentity::contacts() {
  refresh();
  std::vector<PeerId> ids;
  for (const Contact& contact : book_.contacts()) ids.push_back(contact.id);
  return ids;
}

}  // namespace counterpoint
