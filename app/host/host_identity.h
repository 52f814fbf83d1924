// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/identity/contact_store.h"
#include "core/base/result.h"
#include "core/contacts/contact_book.h"
#include "core/control/call_command.h"
#include "core/control/call_status.h"
#include "net/secure/tls/tls_channel.h"

namespace counterpoint {

/// Whom a command wants to call, with what is known of them.
struct DialledPeer {
  std::string address{};             ///< HOST, HOST:PORT or [IPv6]:PORT, to be looked up; empty: only the ID is known.
  std::string contact{};             ///< Name of the contact that was called; or empty.
  std::optional<PeerId> expected{};  ///< The only one who may answer; nothing: anybody.
  bool by_link = false;              ///< A link says so.
  bool accept_new_identity = false;  ///< Somebody else may be there after all.
};

/// The identity of a host and whom its user knows, from one folder.
///
/// 1. Contacts are read anew when their file has changed: other programs of the user change it too.
/// 2. It belongs to one thread.
class HostIdentity {
 public:
  /// Makes an identity when there is none. Errors: those of load_identity() and load_contacts().
  [[nodiscard]] static Result<std::unique_ptr<HostIdentity>> open(const std::filesystem::path& folder);

  [[nodiscard]] const TlsContext& tls() const { return *tls_; }
  [[nodiscard]] const IdentityKey& key() const { return key_; }
  /// The reason why some contacts could not be read at the start; nothing when all could.
  [[nodiscard]] const std::optional<Message>& unread_contacts() const { return unread_contacts_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Errors: kInvalidArgument for a broken link; those of load_contacts().
  [[nodiscard]] Result<DialledPeer> find(const Dial& dial);
  /// The reason why `id` is not who was to be called; nothing when it is. With DialledPeer::accept_new_identity, the
  /// contact has that identity from now on.
  [[nodiscard]] std::optional<Message> check(const DialledPeer& peer, const PeerId& id);
  /// `id` is at `address`, which is written down unless it is known. Errors: those of change_contacts().
  [[nodiscard]] Result<void> record_call(const std::string& address, const PeerId& id);
  [[nodiscard]] PeerIdentity identify(const PeerId& id);
  /// The IDs of all contacts.
  [[nodiscard]] std::vector<PeerId> contacts();

 private:
  HostIdentity(std::filesystem::path folder, IdentityKey key, std::unique_ptr<const TlsContext> tls,
               StoredContacts contacts)
      : folder_(std::move(folder)),
        key_(std::move(key)),
        tls_(std::move(tls)),
        book_(std::move(contacts.book)),
        unread_contacts_(std::move(contacts.problem)) {}
  void refresh();

  std::filesystem::path folder_;
  std::filesystem::file_time_type contacts_changed_at_ = std::filesystem::file_time_type::max();
  IdentityKey key_;
  std::unique_ptr<const TlsContext> tls_;
  ContactBook book_;
  std::optional<Message> unread_contacts_;
};

}  // namespace counterpoint
