// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/call/peer_id.h"

namespace counterpoint {

/// Somebody whom the user knows.
struct Contact {
  static constexpr int kColours = 8;

  std::string name{};
  PeerId id{};
  int colour = 0;         ///< 0 to kColours - 1: that of its mark.
  bool verified = false;  ///< The user has compared short authentication strings, or the ID itself.
  std::string address{};  ///< The place where it was reached last; may be empty.

  friend bool operator==(const Contact&, const Contact&) = default;
};

/// An address that was called, and who was there: trust on first use.
struct KnownAddress {
  std::string address{};
  PeerId id{};

  friend bool operator==(const KnownAddress&, const KnownAddress&) = default;
};

/// Whom the user knows, by name, by ID and by address.
///
/// 1. No two contacts have one name, and none has the ID of another.
/// 2. Both lists are bounded: the address that was learnt first is forgotten first.
class ContactBook {
 public:
  static constexpr std::size_t kMaxContacts = 1000;
  static constexpr std::size_t kMaxAddresses = 1000;
  /// In bytes.
  static constexpr std::size_t kMaxName = 60;
  static constexpr std::size_t kMaxAddress = 300;

  [[nodiscard]] const std::vector<Contact>& contacts() const { return contacts_; }
  /// In the order in which they were learnt.
  [[nodiscard]] const std::vector<KnownAddress>& addresses() const { return addresses_; }

  /// Null when there is none.
  [[nodiscard]] const Contact* find_name(std::string_view name) const;
  [[nodiscard]] const Contact* find_id(const PeerId& id) const;
  /// The peer that was at `address`, however that is written; else the contact that was reached there last.
  [[nodiscard]] std::optional<PeerId> find_address(std::string_view address) const;

  /// Errors: kInvalidArgument for a name, colour or address that cannot be, or a name or ID that is there already.
  [[nodiscard]] Result<void> add(Contact contact);
  /// Errors: kInvalidArgument when there is no contact of that name.
  [[nodiscard]] Result<void> remove(std::string_view name);
  /// Errors: those of remove(), and of add() for `new_name`.
  [[nodiscard]] Result<void> rename(std::string_view name, std::string_view new_name);
  [[nodiscard]] Result<void> set_verified(std::string_view name, bool verified);
  /// The contact has another identity from now on, which nobody has verified yet. Errors: as set_verified(), and
  /// kInvalidArgument when somebody else has that identity.
  [[nodiscard]] Result<void> set_id(std::string_view name, const PeerId& id);
  /// `id` is at `address`: replaces what was known of that. An address of more than kMaxAddress bytes is left out.
  void remember(std::string_view address, const PeerId& id);
  /// The same, and a contact of that ID was reached there last.
  void record_call(std::string_view address, const PeerId& id);

 private:
  [[nodiscard]] Result<Contact*> named(std::string_view name);
  [[nodiscard]] Result<void> check_new_name(std::string_view name) const;

  std::vector<Contact> contacts_;
  std::vector<KnownAddress> addresses_;
};

/// True if `name` can be a contact's: one of 1 to ContactBook::kMaxName bytes that is seen as what it is
/// (is_shown_name()), and nothing that could be a link.
[[nodiscard]] bool is_contact_name(std::string_view name);

}  // namespace counterpoint
