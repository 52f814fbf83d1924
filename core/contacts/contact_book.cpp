// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contacts/contact_book.h"

#include <algorithm>
#include <utility>

#include "core/base/plain_text.h"
#include "core/call/call_link.h"

namespace counterpoint {
namespace {

/// One text for all ways to write an address: lower case, and without the usual port.
std::string normal_address(std::string_view address) {
  constexpr std::string_view kUsualPort = ":47000";
  std::string text(address);
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  // Without brackets, an IPv6 address may end so itself.
  const bool has_port = text.ends_with(kUsualPort) && (text.starts_with('[') || std::ranges::count(text, ':') == 1);
  if (has_port) text.resize(text.size() - kUsualPort.size());
  return text;
}

Error no_contact(std::string_view name) {
  return {ErrorKind::kInvalidArgument, message("there is no contact \"%1\"", name)};
}

}  // namespace

bool is_contact_name(std::string_view name) {
  return is_shown_name(name, ContactBook::kMaxName) && !is_call_link(name);
}

const Contact* ContactBook::find_name(std::string_view name) const {
  const auto found = std::ranges::find(contacts_, name, &Contact::name);
  return found == contacts_.end() ? nullptr : &*found;
}

const Contact* ContactBook::find_id(const PeerId& id) const {
  const auto found = std::ranges::find(contacts_, id, &Contact::id);
  return found == contacts_.end() ? nullptr : &*found;
}

std::optional<PeerId> ContactBook::find_address(std::string_view address) const {
  const std::string wanted = normal_address(address);
  const auto known = std::ranges::find(addresses_, wanted, &KnownAddress::address);
  if (known != addresses_.end()) return known->id;
  const auto contact = std::ranges::find_if(contacts_, [&wanted](const Contact& one) {
    return !one.address.empty() && normal_address(one.address) == wanted;
  });
  if (contact == contacts_.end()) return std::nullopt;
  return contact->id;
}

Result<void> ContactBook::add(Contact contact) {
  const auto refuse = [](const Message& why) { return Error{ErrorKind::kInvalidArgument, why}; };
  if (const Result<void> named = check_new_name(contact.name); !named) return named;
  if (contact.colour < 0 || contact.colour >= Contact::kColours) {
    return refuse(message("a contact's colour is 0 to %1", Contact::kColours - 1));
  }
  if (contact.address.size() > kMaxAddress) return refuse(message("the address is too long"));
  if (const Contact* same = find_id(contact.id)) return refuse(message("\"%1\" has that ID already", same->name));
  if (contacts_.size() >= kMaxContacts) return refuse(message("there are %1 contacts already", kMaxContacts));
  contacts_.push_back(std::move(contact));
  return {};
}

Result<Contact*> ContactBook::named(std::string_view name) {
  const auto found = std::ranges::find(contacts_, name, &Contact::name);
  if (found == contacts_.end()) return no_contact(name);
  return &*found;
}

Result<void> ContactBook::remove(std::string_view name) {
  const Result<Contact*> contact = named(name);
  if (!contact) return contact.error();
  contacts_.erase(contacts_.begin() + (*contact - contacts_.data()));
  return {};
}

Result<void> ContactBook::rename(std::string_view name, std::string_view new_name) {
  const Result<Contact*> contact = named(name);
  if (!contact) return contact.error();
  if (name == new_name) return {};
  if (const Result<void> possible = check_new_name(new_name); !possible) return possible;
  (*contact)->name = new_name;
  return {};
}

Result<void> ContactBook::check_new_name(std::string_view name) const {
  if (!is_contact_name(name)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("a contact's name has 1 to %1 bytes, no control characters, and is no link", kMaxName)};
  }
  if (find_name(name) == nullptr) return {};
  return Error{ErrorKind::kInvalidArgument, message("there is a contact \"%1\" already", name)};
}

Result<void> ContactBook::set_verified(std::string_view name, bool verified) {
  const Result<Contact*> contact = named(name);
  if (!contact) return contact.error();
  (*contact)->verified = verified;
  return {};
}

Result<void> ContactBook::set_id(std::string_view name, const PeerId& id) {
  const Result<Contact*> contact = named(name);
  if (!contact) return contact.error();
  const Contact* same = find_id(id);
  if (same == *contact) return {};
  if (same != nullptr) {
    return Error{ErrorKind::kInvalidArgument, message("\"%1\" has that ID already", same->name)};
  }
  (*contact)->id = id;
  (*contact)->verified = false;
  return {};
}

void ContactBook::remember(std::string_view address, const PeerId& id) {
  if (address.empty() || address.size() > kMaxAddress) return;
  const std::string normal = normal_address(address);
  std::erase_if(addresses_, [&normal](const KnownAddress& one) { return one.address == normal; });
  if (addresses_.size() >= kMaxAddresses) addresses_.erase(addresses_.begin());
  addresses_.push_back({normal, id});
}

void ContactBook::record_call(std::string_view address, const PeerId& id) {
  remember(address, id);
  const auto contact = std::ranges::find(contacts_, id, &Contact::id);
  if (contact != contacts_.end() && address.size() <= kMaxAddress) contact->address = address;
}

}  // namespace counterpoint
