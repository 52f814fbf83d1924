// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/base/unix_time.h"
#include "core/call/peer_id.h"
#include "core/ports/rendezvous.h"
#include "net/sealed/sealed_message.h"

namespace counterpoint {

/// The content of a sealed message of presence.
struct PresenceNote {
  enum class Kind : std::uint8_t {
    kAway = 0,     ///< The sender cannot be called any more.
    kHere = 1,     ///< It can.
    kHereAsk = 2,  ///< It can, and asks whether the recipient can.
  };
  Kind kind = Kind::kHere;
  InboxKey inbox{};  ///< One of the sender's that strangers do not know.

  friend bool operator==(const PresenceNote&, const PresenceNote&) = default;
};

[[nodiscard]] Bytes serialize(const PresenceNote& note);
/// Nothing when it is none.
[[nodiscard]] std::optional<PresenceNote> read_presence_note(ByteView content);

/// Tells the contacts of one host that it can be called, and knows which of them can. Sans-IO.
///
/// 1. Each contact is told alone. All are asked at the beginning, and once more if nothing is heard of them. Those who
///    are here are then told again at an interval that grows with their number, since each note costs the same; the
///    others ask when they come.
/// 2. A contact is away once it says so, its last note has run out, a call does not reach it, or it does not answer
///    when the user looks.
/// 3. A note counts once, not after a newer one of its sender, and only of a contact.
/// 4. A host that does not tell does not hear either.
/// 5. After a sleep of the computer, or a time without nodes, it begins anew.
class Presence {
 public:
  /// A node sends so much to put one note where it is looked for. Others send as much again to answer and to hand it
  /// on.
  static constexpr DataSize kNoteCost = DataSize::bytes(6000);
  /// The rate of all notes, however many contacts: a node with as busy ones around it stays below 500 bit/s.
  static constexpr DataRate kMaxRate = DataRate::bits_per_second(100);
  static constexpr Duration kMinInterval = 10min;
  /// Then notes that count for twice as long and a little more reach SealedMessage's limit. It does for 600 contacts.
  static constexpr Duration kMaxInterval = 83h;
  /// Contacts who are away are asked no more often: they tell when they come.
  static constexpr Duration kMinAwayInterval = 11h;
  /// A node that has just begun knows few others, and what it says may be put where nobody looks.
  static constexpr Duration kSecondAsk = 2min;
  /// Without a turn for so long, the nodes were out of reach.
  static constexpr Duration kGap = 2min;
  /// A contact gets no more answers, however often it asks.
  static constexpr Duration kAnswerInterval = 1min;
  /// Nodes give notes to those who come later for so long.
  static constexpr Duration kKept = 10min;
  /// A contact that was heard of more lately is not asked when the user looks: that would cost as much as a note.
  static constexpr Duration kFresh = kMinInterval;
  /// A contact that is asked then answers within a second; it is asked twice before it is taken to be away.
  static constexpr Duration kAskAgain = 8s;
  static constexpr Duration kDoubt = 20s;
  /// Notes sent in a turn: hundreds of contacts are told bit by bit.
  static constexpr std::size_t kPerTurn = 4;

  /// A note that is to be sent now, and for how long it counts.
  struct Outgoing {
    PeerId to{};
    PresenceNote::Kind kind = PresenceNote::Kind::kHere;
    std::chrono::seconds lifetime{};
  };
  struct News {
    PeerId contact{};
    bool here = false;
    friend bool operator==(const News&, const News&) = default;
  };

  /// Only these are told and heard, from now on.
  void set_contacts(const std::vector<PeerId>& contacts);
  [[nodiscard]] bool knows(const PeerId& contact) const { return contacts_.contains(contact); }
  /// True: contacts are told, and heard, as at first. False: leave() has what there is to say, and then nothing is.
  void set_told(bool told) { told_ = told; }
  /// The notes of this turn. Call it about once a second while there is a node to ask.
  [[nodiscard]] std::vector<Outgoing> poll(Timestamp now, UnixTime wall_time);
  /// A farewell to all who may believe that this host is here. They are told anew if it goes on.
  [[nodiscard]] std::vector<Outgoing> leave(Timestamp now);
  /// The user looks who is here: asks those of whom nothing was heard for long.
  void verify(Timestamp now);
  /// Takes a message of the kind kPresence that counts.
  void handle(const PeerId& from, const SealedMessage& message, Timestamp now, UnixTime wall_time);
  /// A call has not reached `contact`.
  void handle_unreached(const PeerId& contact);
  /// Those who have come or gone since the last time; nothing of who did both.
  [[nodiscard]] std::vector<News> take_news(Timestamp now);
  /// An inbox of `contact` that strangers do not know; nothing while it is away.
  [[nodiscard]] std::optional<InboxKey> inbox_of(const PeerId& contact, Timestamp now) const;
  /// The time from one note to the next for one of so many contacts that are here, while `away` others are not.
  [[nodiscard]] static Duration interval(std::size_t here, std::size_t away = 0);
  /// The same for one of those that are away, of `all` contacts.
  [[nodiscard]] static Duration away_interval(std::size_t all);

 private:
  struct Contact {
    std::optional<Timestamp> told_at{};  ///< Nothing: not yet.
    Duration again_after{};              ///< The interval, as it was then.
    bool asked_twice = false;
    bool asks = false;  ///< It waits for an answer.
    std::optional<Timestamp> heard_at{};
    int doubts = -1;         ///< The times that it was asked since the user looked; -1: nobody doubts that it is here.
    Timestamp doubted_at{};  ///< The first of them.
    std::optional<UnixTime> said_at{};      ///< When its last note was made, by its own clock.
    std::optional<Timestamp> here_until{};  ///< Nothing: it is away.
    InboxKey inbox{};
    bool news_here = false;  ///< The state that take_news() gave last.

    [[nodiscard]] bool here(Timestamp now) const { return here_until && now <= *here_until; }
  };

  void give_up_silent(Timestamp now);
  void notice_gap(Timestamp now, UnixTime wall_time);
  [[nodiscard]] std::optional<PresenceNote::Kind> due(const Contact& contact, Timestamp now) const;

  std::map<PeerId, Contact> contacts_;
  std::vector<News> removed_;  ///< Contacts no longer, who were here.
  bool told_ = true;
  std::optional<std::pair<Timestamp, UnixTime>> polled_at_;
};

}  // namespace counterpoint
