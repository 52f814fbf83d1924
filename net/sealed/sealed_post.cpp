// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/sealed_post.h"

#include <openssl/evp.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "net/secure/random_bytes.h"

namespace counterpoint {
InboxKey public_inbox(const PeerId& id) {
  constexpr std::string_view kPurpose = "counterpoint/2 inbox";
  Bytes named(kPurpose.begin(), kPurpose.end());
  named.insert(named.end(), id.point.begin(), id.point.end());
  std::array<std::uint8_t, 32> digest{};
  // It fails only without memory, and nobody looks into an inbox of zeros.
  (void)EVP_Digest(named.data(), named.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  InboxKey key;
  std::copy_n(digest.begin(), key.bytes.size(), key.bytes.begin());
  return key;
}

bool DuplicateFilter::admit(const PeerId& sender, const SealedMessage::Id& id, UnixTime until, UnixTime now) {
  if (heard_.contains(id)) return false;
  if (!has_room_for(sender)) std::erase_if(heard_, [now](const auto& one) { return one.second.until < now; });
  if (!has_room_for(sender)) return false;
  heard_.emplace(id, Heard{sender, until});
  return true;
}

bool DuplicateFilter::has_room_for(const PeerId& sender) const {
  if (heard_.size() >= capacity_) return false;
  const auto of_sender = std::ranges::count_if(heard_, [&](const auto& one) { return one.second.sender == sender; });
  return static_cast<std::size_t>(of_sender) < of_one_;
}

SealedPost::SealedPost(const IdentityKey& key, Rendezvous& rendezvous, Config config)
    : key_(key),
      rendezvous_(rendezvous),
      config_(std::move(config)),
      public_inbox_(public_inbox(key.id())),
      private_inbox_{random_bytes<InboxKey::kSize>()} {
  rendezvous_.watch(private_inbox_);
  rendezvous_.watch(public_inbox_);
}

SealedMessage SealedPost::make(SealedMessage::Kind kind, Bytes content) const {
  return {.kind = kind,
          .id = make_message_id(),
          .made_at = config_.wall_clock(),
          .lifetime = max_age(kind),
          .content = std::move(content)};
}

Result<void> SealedPost::send(const PeerId& to, const SealedMessage& message, Keep keep,
                              const std::optional<InboxKey>& extra) {
  Result<Bytes> sealed = seal(message, key_, to);
  if (!sealed) return sealed.error();
  if (extra) rendezvous_.put(*extra, *sealed, keep);
  rendezvous_.put(public_inbox(to), std::move(*sealed), keep);
  return {};
}

void SealedPost::poll(Timestamp now) {
  polled_at_ = now;
  while (auto value = rendezvous_.take()) {
    if (value->inbox != private_inbox_ && value->inbox != public_inbox_) {
      if (config_.others) config_.others(*value);
      continue;
    }
    Unopened& queue = value->inbox == private_inbox_ ? private_unopened_ : public_unopened_;
    const std::size_t size = value->data.size();
    if (size > kMaxSealedMessage || queue.bytes + size > kMaxUnopened) {
      ++dropped_;
      continue;
    }
    queue.bytes += size;
    queue.values.push_back(std::move(value->data));
  }
  for (int i = 0; i < kMaxOpened; ++i) {
    Unopened& queue = private_unopened_.values.empty() ? public_unopened_ : private_unopened_;
    if (queue.values.empty() || untaken_.size() >= kMaxUntaken || !envelopes_.take(now)) return;
    const Bytes sealed = std::move(queue.values.front());
    queue.values.pop_front();
    queue.bytes -= sealed.size();
    open(sealed, queue.contact_letters, now);
  }
}

void SealedPost::open(ByteView sealed, TokenBucket& contact_letters, Timestamp now) {
  const auto letter = open_envelope(sealed, key_);
  if (!letter || letter->claimed_sender == key_.id()) return;
  const bool contact = config_.is_contact(letter->claimed_sender);
  if (!(contact ? contact_letters : stranger_letters_).take(now)) {
    ++dropped_;
    return;
  }
  auto message = open_letter(*letter, key_);
  const UnixTime time = config_.wall_clock();
  if (!message || !is_current(*message, time)) return;
  const UnixTime until = message->made_at + max_age(message->kind);
  const bool presence = message->kind == SealedMessage::Kind::kPresence;
  DuplicateFilter& ids = ids_of(message->kind, contact);
  if (presence ? !contact : !ids.admit(letter->claimed_sender, message->id, until, time)) return;
  untaken_.push_back({.sender = letter->claimed_sender, .message = std::move(*message), .contact = contact});
}

DuplicateFilter& SealedPost::ids_of(SealedMessage::Kind kind, bool contact) {
  if (kind == SealedMessage::Kind::kMissedCall) return contact ? lasting_contact_ids_ : lasting_ids_;
  return contact ? contact_ids_ : stranger_ids_;
}

std::optional<SealedPost::Received> SealedPost::take() {
  if (untaken_.empty()) return std::nullopt;
  Received received = std::move(untaken_.front());
  untaken_.pop_front();
  return received;
}

Timestamp SealedPost::next_deadline() const {
  constexpr Duration kNextTurn = 1ms;
  return private_unopened_.values.empty() && public_unopened_.values.empty() ? kNever : polled_at_ + kNextTurn;
}

}  // namespace counterpoint
