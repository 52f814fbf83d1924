// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/host/pending_callers.h"
#include "app/host/rendezvous_store.h"
#include "app/host/server_lookup.h"
#include "core/base/result.h"
#include "net/adapters/rendezvous/rendezvous_node.h"
#include "net/sealed/candidate_exchange.h"
#include "net/sealed/presence.h"
#include "net/sealed/sealed_calls.h"
#include "net/sealed/sealed_post.h"

namespace counterpoint {

/// Somebody called while this host could not be reached.
struct MissedCall {
  PeerId caller{};
  UnixTime at{};  ///< The caller's clock said so.
};

/// The part of a host that calls, and is called, by way of inboxes that other nodes keep. It belongs to one thread.
class HostRendezvous {
 public:
  /// Strangers and contacts who have sealed something but whose offer is not understood yet.
  static constexpr std::size_t kMaxPending = 16;
  static constexpr std::size_t kMaxPendingMissedCalls = 128;
  static constexpr Duration kNextWord = 10min;

  struct Config {
    bool discover = true;            ///< Nodes of the local network are found too.
    std::vector<std::string> nodes;  ///< HOST or HOST:PORT of nodes to join.
    std::filesystem::path folder;    ///< It keeps what is remembered from one start to the next.
    std::function<bool(const PeerId&)> is_contact;
    /// Those who are told that this host can be called, and of whom it hears the same.
    std::function<std::vector<PeerId>()> contacts;
    bool presence = true;  ///< They are told.
  };
  /// Opens a node, which joins those that an earlier one knew. `key` outlives this. Errors: those of
  /// RendezvousNode::open().
  [[nodiscard]] static Result<std::unique_ptr<HostRendezvous>> open(Config config, const IdentityKey& key,
                                                                    Timestamp now);
  /// Names of nodes that are to be looked up now, and given to join(). None while the name service is being asked.
  [[nodiscard]] std::vector<std::string> take_wanted_nodes(Timestamp now);
  /// Joins others by way of these. Those that were not found are wanted again after a while, since a computer may start
  /// before its network does.
  void join(const NodesFound& found, Timestamp now);

  /// There is a node to ask.
  [[nodiscard]] bool connected() const { return node_->connected(); }
  /// True once: a node has answered.
  [[nodiscard]] bool take_first_answer();
  /// The way to `peer`, who may not be there.
  [[nodiscard]] std::unique_ptr<SignallingLink> call(const PeerId& peer, Timestamp now);
  /// Lets a call and its peer find each other again by these inboxes, for as long as the result is held.
  [[nodiscard]] std::shared_ptr<CandidateExchange> exchange_candidates(const CandidateInboxes& inboxes);
  /// Hears who calls. Whoever has made an offer leaves through `take`.
  void poll(const std::function<MediaCapabilities()>& capabilities, const TakeCaller& take, Timestamp now);
  /// Contacts are told that this host can be called, or from now on that it cannot.
  void set_presence(bool told, Timestamp now);
  /// The user looks which contacts are here.
  void verify_presence(Timestamp now) { presence_.verify(now); }
  /// Contacts who have come or gone.
  [[nodiscard]] std::vector<Presence::News> take_presence() { return std::exchange(presence_news_, {}); }
  /// Leaves word for `peer`, who could not be reached, that it was called: it will hear of it within 7 days. One who is
  /// called again and again hears of it once in kNextWord.
  void leave_missed_call(const PeerId& peer, Timestamp now);
  /// One that this host has heard of, and its user not yet. Each is given once, also after another start. Writes to the
  /// disk, for which the packets of a call would have to wait.
  [[nodiscard]] std::optional<MissedCall> take_missed_call();
  /// Writes down the nodes that are known, as soon as there is one. Writes to the disk, too.
  void remember_nodes();
  /// News of what does not work, for the user.
  [[nodiscard]] std::vector<Message> take_problems() { return std::exchange(problems_, {}); }
  /// Sends what calls have to say, and what contacts are to know.
  void send(Timestamp now);
  /// Says farewell, and waits until peers have heard the last words, at most for `patience`.
  void finish(Duration patience);
  void add_descriptors(std::vector<pollfd>& descriptors) const;
  [[nodiscard]] Timestamp next_deadline() const;

 private:
  HostRendezvous(Config config, std::unique_ptr<RendezvousNode> node, const IdentityKey& key);
  void hear(Timestamp now);
  void say(const std::vector<Presence::Outgoing>& notes);
  void save_nodes();

  Config config_;
  PeerId own_id_;
  std::vector<Message> problems_;
  bool nodes_saved_ = false;
  bool first_answer_taken_ = false;
  bool node_problems_told_ = false;
  Timestamp nodes_wanted_at_{};
  std::deque<SealedPost::Received> missed_calls_;  ///< Not yet looked at, at most kMaxPendingMissedCalls.
  struct {
    std::optional<PeerId> peer;
    UnixTime at{};
  } last_rung_;  ///< The call that was handed over last.
  struct {
    std::optional<PeerId> peer;
    Timestamp at{};
  } last_word_;  ///< The missed call that was left last.
  std::unique_ptr<RendezvousNode> node_;
  SealedPost post_;
  SealedCalls calls_;
  std::vector<std::shared_ptr<CandidateExchange>> exchanges_;
  Presence presence_;
  Timestamp presence_at_{};
  std::vector<Presence::News> presence_news_;
  std::vector<std::unique_ptr<CallSignalling>> pending_;
};

}  // namespace counterpoint
