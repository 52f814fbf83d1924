// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/base/unix_time.h"
#include "core/call/token_bucket.h"
#include "core/ports/rendezvous.h"
#include "net/sealed/sealed_message.h"

namespace counterpoint {

/// The inbox of `id` that everybody can find who has the ID.
[[nodiscard]] InboxKey public_inbox(const PeerId& id);

/// Remembers the messages that were heard until they do not count any more, since a rendezvous may give a value again.
class DuplicateFilter {
 public:
  /// `of_one`: of the places, those that one sender can take.
  DuplicateFilter(std::size_t capacity, std::size_t of_one) : capacity_(capacity), of_one_(of_one) {}

  /// True the first time; false for a copy, and while there is no room for `sender`.
  bool admit(const PeerId& sender, const SealedMessage::Id& id, UnixTime until, UnixTime now);
  [[nodiscard]] std::size_t size() const { return heard_.size(); }

 private:
  struct Heard {
    PeerId sender{};
    UnixTime until{};
  };
  [[nodiscard]] bool has_room_for(const PeerId& sender) const;

  std::size_t capacity_;
  std::size_t of_one_;
  std::map<SealedMessage::Id, Heard> heard_;
};

/// Sends and hears sealed messages of one identity by way of a rendezvous.
///
/// 1. Anybody can fill the public inbox. So each host has a private one too, of a random key, which its contacts
///    are told in sealed messages; it is looked at first. Messages of contacts are opened before those of strangers,
///    and of strangers only so many in a second.
/// 2. Each message is given once, and only while it counts. Presence is given of contacts alone, and as often as it
///    comes: Presence tells copies by their times, so a day's do not take the room of other messages.
class SealedPost {
 public:
  /// Envelopes opened, each some 0.1 ms of a processor: in one poll(), at once, and in a second.
  static constexpr int kMaxOpened = 32;
  static constexpr TokenBucket::Limit kEnvelopes{.burst = 300, .per_second = 1200};
  /// Strangers' letters: more callers in a second are no people.
  static constexpr TokenBucket::Limit kStrangerLetters{.burst = 16, .per_second = 8};
  /// Those of contacts, of each inbox, so that a stranger in their name cannot take all the time there is, nor keep
  /// them out of the private one.
  static constexpr TokenBucket::Limit kContactLetters{.burst = 200, .per_second = 200};
  /// Bytes, of each inbox.
  static constexpr std::size_t kMaxUnopened = 500'000;
  static constexpr std::size_t kMaxUntaken = 64;
  /// In the filter of copies.
  static constexpr std::size_t kMaxContactIds = 4096;
  static constexpr std::size_t kMaxIdsOfOneContact = 1024;
  static constexpr std::size_t kMaxStrangerIds = 1024;
  /// Those of messages that count for days, so that these leave room for others: of strangers,
  static constexpr std::size_t kMaxLastingIds = 64;
  /// of contacts, and of one of them: the user is told of each.
  static constexpr std::size_t kMaxLastingContactIds = 128;
  static constexpr std::size_t kMaxLastingIdsOfOneContact = 16;

  struct Received {
    PeerId sender{};
    SealedMessage message{};
    bool contact = false;
  };
  struct Config {
    std::function<bool(const PeerId&)> is_contact;
    std::function<UnixTime()> wall_clock;
    /// Gets what comes from inboxes that are not of this post; empty: nobody does.
    std::function<void(const InboxValue&)> others{};
  };

  /// `key` and `rendezvous` outlive this. Both inboxes are watched from now on.
  SealedPost(const IdentityKey& key, Rendezvous& rendezvous, Config config);

  [[nodiscard]] const InboxKey& private_inbox() const { return private_inbox_; }
  /// A message to the public inbox of `to`, and to `extra` if there is one. Errors: those of seal().
  [[nodiscard]] Result<void> send(const PeerId& to, const SealedMessage& message, Keep keep,
                                  const std::optional<InboxKey>& extra = {});
  /// Makes a message of `kind` that counts from now on for as long as its kind may.
  [[nodiscard]] SealedMessage make(SealedMessage::Kind kind, Bytes content) const;

  /// Takes from the rendezvous, which its owner polls, and opens.
  void poll(Timestamp now);
  [[nodiscard]] std::optional<Received> take();
  [[nodiscard]] Timestamp next_deadline() const;
  /// Those that were not opened, or not let through, since there were too many.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  /// Values of one inbox, which wait to be opened.
  struct Unopened {
    std::deque<Bytes> values{};
    std::size_t bytes = 0;
    TokenBucket contact_letters{kContactLetters};
  };

  void open(ByteView sealed, TokenBucket& contact_letters, Timestamp now);
  [[nodiscard]] DuplicateFilter& ids_of(SealedMessage::Kind kind, bool contact);

  const IdentityKey& key_;
  Rendezvous& rendezvous_;
  Config config_;
  InboxKey public_inbox_;
  InboxKey private_inbox_;
  Unopened private_unopened_;
  Unopened public_unopened_;
  std::deque<Received> untaken_;
  DuplicateFilter contact_ids_{kMaxContactIds, kMaxIdsOfOneContact};
  DuplicateFilter stranger_ids_{kMaxStrangerIds, kMaxStrangerIds};
  DuplicateFilter lasting_ids_{kMaxLastingIds, kMaxLastingIds};
  DuplicateFilter lasting_contact_ids_{kMaxLastingContactIds, kMaxLastingIdsOfOneContact};
  TokenBucket envelopes_{kEnvelopes};
  TokenBucket stranger_letters_{kStrangerLetters};
  Timestamp polled_at_{};
  std::uint64_t dropped_ = 0;
};

}  // namespace counterpoint
