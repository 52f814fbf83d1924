// SPDX-License-Identifier: GPL-3.0-or-later
#define MSGPACK_NO_BOOST  // OpenDHT's serialisation can do without.
#include "net/adapters/rendezvous/open_dht_rendezvous.h"

#include <opendht/default_types.h>
#include <opendht/dht.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <utility>

#include "net/adapters/rendezvous/engine_clock.h"
#include "net/adapters/rendezvous/nat_keepalive.h"
#include "net/adapters/socket_address.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

/// The types of values by their numbers in OpenDHT: one that its default time holds for, and that of "trust requests",
/// which each node keeps for 7 days.
constexpr dht::ValueType::Id kUsualType = 0;
constexpr dht::ValueType::Id kLastingType = 4;

/// The engine notices after minutes only that a node does not answer which is to tell of new values. But whenever it
/// puts a value it asks who is there, and then those that answer to tell of new ones. This value is put for that.
constexpr std::uint8_t kProbe = 0;

/// More datagrams wait for nobody: a socket that takes none loses them.
constexpr std::size_t kMaxDatagrams = 4096;

dht::time_point to_engine_time(Timestamp time) { return dht::time_point(time.time_since_epoch()); }

Timestamp from_engine_time(dht::time_point time) {
  return time == dht::time_point::max() ? kNever : Timestamp(time.time_since_epoch());
}

dht::InfoHash to_hash(const std::array<std::uint8_t, 20>& bytes) { return {bytes.data(), bytes.size()}; }

std::array<std::uint8_t, 20> to_bytes(const dht::InfoHash& hash) {
  std::array<std::uint8_t, 20> bytes{};
  std::copy_n(hash.data(), bytes.size(), bytes.begin());
  return bytes;
}

/// Data that are put again are the same value, which nodes then keep once.
dht::Value::Id value_id(const Bytes& data) {
  const dht::InfoHash hash = dht::InfoHash::get(data);
  dht::Value::Id id = dht::Value::INVALID_ID;
  std::copy_n(hash.data(), sizeof id, reinterpret_cast<std::uint8_t*>(&id));
  return id;
}

std::optional<dht::SockAddr> to_engine_address(const Endpoint& endpoint) {
  const auto address = SocketAddress::from(endpoint.address, endpoint.port);
  if (!address) return std::nullopt;
  return dht::SockAddr(address->get(), address->size());
}

Endpoint from_engine_address(const dht::SockAddr& address) {
  SocketAddress result;
  if (address.getLength() == 0 || address.getLength() > SocketAddress::kCapacity) return {};
  std::copy_n(reinterpret_cast<const char*>(address.get()), address.getLength(), reinterpret_cast<char*>(result.get()));
  return result.endpoint();
}

/// Datagrams that wait to be sent, and who of those that they are for has to be kept in reach.
struct Outgoing {
  std::deque<OpenDhtRendezvous::Datagram> datagrams{};
  NatKeepalive keepalive{};
  EngineClock clock{};
  Timestamp now{};    ///< The time that the last call was told.
  bool timed = true;  ///< It is the time now.

  void add(const Endpoint& to, ByteView data) {
    keepalive.handle_sent(to, data, now);
    if (timed) clock.handle_sent(to, data, now);
    if (datagrams.size() < kMaxDatagrams) datagrams.push_back({to, Bytes(data.begin(), data.end())});
  }
};

/// The engine's socket, which is a queue.
class DatagramQueue final : public dht::net::DatagramSocket {
 public:
  explicit DatagramQueue(Outgoing& outgoing) : outgoing_(outgoing) {}

  int sendTo(const dht::SockAddr& to, const std::uint8_t* data, std::size_t size, bool) override {
    outgoing_.add(from_engine_address(to), {data, size});
    return 0;
  }
  [[nodiscard]] bool hasIPv4() const override { return true; }
  [[nodiscard]] bool hasIPv6() const override { return true; }
  [[nodiscard]] const dht::SockAddr& getBoundRef(sa_family_t) const override { return bound_; }
  /// Names are looked up elsewhere, since that may take seconds.
  std::vector<dht::SockAddr> resolve(const std::string&, const std::string&) override { return {}; }
  void stop() override {}

 private:
  Outgoing& outgoing_;
  dht::SockAddr bound_;
};

dht::Config engine_config(const std::optional<std::array<std::uint8_t, 20>>& id) {
  dht::Config config;
  config.node_id = id ? to_hash(*id) : dht::InfoHash::getRandom();
  config.network = OpenDhtRendezvous::kNetwork;
  config.maintain_storage = true;
  config.max_store_size = OpenDhtRendezvous::kMaxStore;
  // Nodes are asked to tell of new values each 290 s then, and not each 20 s: most of what an idle node would send.
  // NatKeepalive and begin_again() do for other hosts what those requests did.
  config.public_stable = true;
  return config;
}

}  // namespace

class OpenDhtRendezvous::Engine {
 public:
  explicit Engine(const std::optional<std::array<std::uint8_t, 20>>& id)
      : dht(std::make_unique<DatagramQueue>(outgoing), engine_config(id), dht::Sp<dht::Logger>()) {
    for (const dht::ValueType& type : dht::DEFAULT_TYPES) dht.registerType(type);
  }

  /// Runs what the engine may throw. An exception means that it could not do it, as for a datagram that is lost.
  template <typename Action>
  void run(Action&& action) {
    try {
      action();
    } catch (const std::exception&) {
      ++failures;
    }
    deadline = Timestamp();  // It may have something to do at once.
  }

  struct Put {
    InboxKey inbox;
    std::shared_ptr<dht::Value> value;
    Keep keep;
    Duration put_at;  ///< The reading of OpenDhtRendezvous::clock_.
  };

  /// Nodes keep it for as long as if they had taken it `age` ago.
  void put(const Put& put, Duration age) {
    const std::uint64_t number = ++last_put;
    puts.emplace(number, put);
    const auto done = [this, number](bool, const std::vector<std::shared_ptr<dht::Node>>&) { puts.erase(number); };
    const dht::time_point created =
        age > Duration::zero() ? to_engine_time(outgoing.now - age) : dht::time_point::max();
    const std::uint64_t failures_before = failures;
    run([&] { dht.put(to_hash(put.inbox.bytes), put.value, done, created); });
    if (failures != failures_before) puts.erase(number);
  }

  /// Gives what it keeps to another engine, the inboxes with least first.
  [[nodiscard]] std::vector<dht::ValuesExport> kept_values() const {
    std::vector<dht::ValuesExport> values = dht.exportValues();
    std::ranges::sort(values, {}, [](const dht::ValuesExport& one) { return one.second.size(); });
    std::size_t size = 0;
    const auto end = std::ranges::find_if(values, [&size](const dht::ValuesExport& one) {
      size += one.second.size();
      return size > kMaxTakenAlong;
    });
    values.erase(end, values.end());
    return values;
  }

  bool receive(const InboxKey& inbox, const std::vector<std::shared_ptr<dht::Value>>& values) {
    for (const auto& value : values) {
      const std::size_t size = value->data.size();
      if (size <= 1) continue;  // A probe.
      if (waiting.size() >= kMaxWaitingValues || waiting_bytes + size > kMaxWaitingBytes) continue;
      waiting_bytes += size;
      waiting.push_back({.inbox = inbox, .data = value->data});
    }
    return true;
  }

  /// Looks for the nodes that are nearest to `id`.
  void search(const dht::InfoHash& id) {
    const auto nothing = [](const std::vector<std::shared_ptr<dht::Value>>&) { return false; };
    const auto done = [](bool, const std::vector<std::shared_ptr<dht::Node>>&) {};
    run([&] { dht.get(id, dht::GetCallback(nothing), dht::DoneCallback(done)); });
  }

  /// Somebody waits for what is being put or looked for.
  [[nodiscard]] Timestamp time() { return outgoing.clock.advance(outgoing.now, !puts.empty() || looks_underway > 0); }

  void keep_within_reach() {
    const NatKeepalive::Turn turn = outgoing.keepalive.poll(outgoing.now);
    for (const Endpoint& node : turn.to_keep) outgoing.add(node, std::array{NatKeepalive::kByte});
    // Among all there may be one that is gone, which would have all asked again at the next answer.
    const bool tells = turn.to_ask.size() == 1;
    for (const Endpoint& node : turn.to_ask) {
      ping(node, [this, tells](bool answered) {
        if (tells) outgoing.keepalive.handle_asked(answered);
      });
    }
  }

  void ping(const Endpoint& endpoint, dht::DoneCallbackSimple&& done) {
    auto address = to_engine_address(endpoint);
    outgoing.timed = false;
    if (address) run([&] { dht.pingNode(std::move(*address), std::move(done)); });
    outgoing.timed = true;
  }

  Outgoing outgoing;
  std::deque<InboxValue> waiting;
  std::size_t waiting_bytes = 0;
  Timestamp deadline{};
  std::uint64_t failures = 0;
  std::map<std::uint64_t, Put> puts;  ///< Those that are still looking for the nodes that keep them, in their order.
  std::uint64_t last_put = 0;
  std::vector<Put> puts_again;  ///< Those of the node before it began again, until a node answers.
  std::size_t looks_underway = 0;
  std::optional<Duration> asleep;  ///< The value of OpenDhtRendezvous::asleep() at its first turn.
  int far_looks = 0;
  std::optional<Timestamp> far_look_at{};
  Timestamp probe_at{};  ///< No probe is put earlier.
  bool was_connected = false;
  bool cut_off = false;  ///< It has known nodes, and none of them answers any more.
  dht::Dht dht;          ///< Ends first: it uses the queues.
};

OpenDhtRendezvous::OpenDhtRendezvous(const std::optional<std::array<std::uint8_t, 20>>& id,
                                     std::function<Duration()> clock)
    : clock_(std::move(clock)), engine_(std::make_unique<Engine>(id)) {}

OpenDhtRendezvous::~OpenDhtRendezvous() = default;

std::array<std::uint8_t, 20> OpenDhtRendezvous::id() const { return to_bytes(engine_->dht.getNodeId()); }

void OpenDhtRendezvous::ping(const Endpoint& endpoint) { engine_->ping(endpoint, {}); }

std::vector<Endpoint> OpenDhtRendezvous::known_nodes() const {
  std::vector<Endpoint> nodes;
  for (const dht::NodeExport& node : engine_->dht.exportNodes()) {
    nodes.push_back(from_engine_address(dht::SockAddr(node.ss, node.sslen)));
  }
  return nodes;
}

std::size_t OpenDhtRendezvous::good_nodes() const {
  return engine_->dht.getNodesStats(AF_INET).good_nodes + engine_->dht.getNodesStats(AF_INET6).good_nodes;
}

std::size_t OpenDhtRendezvous::puts_underway() const { return engine_->puts.size() + engine_->puts_again.size(); }

void OpenDhtRendezvous::begin_again(Timestamp now) {
  std::vector<Endpoint> nodes = known_nodes();
  if (!nodes.empty()) former_nodes_ = std::move(nodes);
  if (former_nodes_.size() > kMaxFormerNodes) former_nodes_.resize(kMaxFormerNodes);
  auto next = std::make_unique<Engine>(std::nullopt);
  next->waiting = std::move(engine_->waiting);
  next->waiting_bytes = engine_->waiting_bytes;
  next->puts_again = std::move(engine_->puts_again);
  for (auto& [number, put] : engine_->puts) next->puts_again.push_back(std::move(put));
  next->outgoing.now = now;
  // The engine does not know that it slept, and would keep for long what others have forgotten.
  const bool slept = engine_->asleep && asleep(now) - *engine_->asleep >= kMinutes;
  if (!slept) next->run([&] { next->dht.importValues(engine_->kept_values()); });
  engine_ = std::move(next);
  for (const InboxKey& inbox : std::exchange(watched_, {})) watch(inbox);
  asks_at_ = now;
  ask_former_nodes(now);
}

void OpenDhtRendezvous::ask_former_nodes(Timestamp now) {
  if (former_nodes_.empty() && engine_->puts_again.empty()) return;
  if (connected()) {
    former_nodes_.clear();
    // Without a node that answers, the engine would give these up at once.
    for (const Engine::Put& put : std::exchange(engine_->puts_again, {})) {
      const Duration age = clock_() - put.put_at;
      if (age < (put.keep == Keep::kDays ? kDays : kMinutes)) engine_->put(put, age);
    }
    return;
  }
  if (now < asks_at_) return;
  for (const Endpoint& node : former_nodes_) ping(node);
  asks_at_ = now + kAskFormerNodes;
}

void OpenDhtRendezvous::notice_reunion(Timestamp now) {
  const bool connected_now = connected();
  if (connected_now && engine_->cut_off) return begin_again(now);
  engine_->cut_off = engine_->was_connected && !connected_now;
  engine_->was_connected = engine_->was_connected || connected_now;
}

void OpenDhtRendezvous::look_far(Timestamp now) {
  if (!connected() || engine_->far_looks >= kFarLooks) return;
  if (!engine_->far_look_at) engine_->far_look_at = now + kFarLookInterval;
  if (now < *engine_->far_look_at) return;
  ++engine_->far_looks;
  engine_->far_look_at = now + kFarLookInterval;
  for (int part = 0; part < kFarParts; ++part) {
    // The leading bits are those of our ID, but for the last.
    const auto kept = static_cast<std::uint8_t>(0xFF00U >> part);
    const auto other = static_cast<std::uint8_t>(0x80U >> part);
    std::array<std::uint8_t, 20> far = random_bytes<20>();
    far[0] = static_cast<std::uint8_t>((id()[0] & kept) | (~id()[0] & other) | (far[0] & ~(kept | other)));
    engine_->search(to_hash(far));
  }
}

void OpenDhtRendezvous::replace_lost_nodes(Timestamp now) {
  if (now < engine_->probe_at || !engine_->outgoing.keepalive.take_lost()) return;
  engine_->probe_at = now + kProbeInterval;
  // The engine puts a value six times, in two minutes of its own, before a node is gone.
  engine_->outgoing.clock.trust_network(now + kProbeInterval);
  for (const InboxKey& inbox : watched_) put(inbox, {kProbe}, Keep::kMinutes);
}

void OpenDhtRendezvous::handle_datagram(const Endpoint& from, ByteView datagram, Timestamp now) {
  engine_->outgoing.now = now;
  const auto address = to_engine_address(from);
  if (!address || datagram.empty()) return;
  engine_->outgoing.keepalive.handle_received(from, now);
  engine_->outgoing.clock.handle_received(from, datagram, now);
  const dht::time_point time = to_engine_time(engine_->time());
  engine_->run([&] { engine_->dht.periodic(datagram.data(), datagram.size(), *address, time); });
}

std::optional<OpenDhtRendezvous::Datagram> OpenDhtRendezvous::take_datagram() {
  std::deque<Datagram>& outgoing = engine_->outgoing.datagrams;
  if (outgoing.empty()) return std::nullopt;
  Datagram datagram = std::move(outgoing.front());
  outgoing.pop_front();
  return datagram;
}

void OpenDhtRendezvous::put(const InboxKey& inbox, Bytes data, Keep keep) {
  const auto value = std::make_shared<dht::Value>(keep == Keep::kDays ? kLastingType : kUsualType, std::move(data));
  value->id = value_id(value->data);
  engine_->put({.inbox = inbox, .value = value, .keep = keep, .put_at = clock_()}, Duration::zero());
}

void OpenDhtRendezvous::watch(const InboxKey& inbox) {
  watched_.push_back(inbox);
  const auto receive = [engine = engine_.get(), inbox](const std::vector<std::shared_ptr<dht::Value>>& values,
                                                       bool expired) {
    return expired || engine->receive(inbox, values);
  };
  engine_->run([&] { engine_->dht.listen(to_hash(inbox.bytes), dht::ValueCallback(receive)); });
}

void OpenDhtRendezvous::look_into(const InboxKey& inbox) {
  if (engine_->looks_underway >= kMaxLooks) return;
  ++engine_->looks_underway;
  // A node near the inbox may fill it with what it likes; others' values need room, too.
  const auto receive = [engine = engine_.get(), inbox, left = std::make_shared<std::size_t>(kMaxLookedValues)](
                           const std::vector<std::shared_ptr<dht::Value>>& values) {
    for (const auto& value : values) {
      if (value->data.size() > kMaxLookedSize) continue;
      if (*left == 0) return false;
      --*left;
      engine->receive(inbox, {value});
    }
    return true;
  };
  const auto done = [engine = engine_.get()](bool, const std::vector<std::shared_ptr<dht::Node>>&) {
    if (engine->looks_underway > 0) --engine->looks_underway;
  };
  const std::uint64_t failures = engine_->failures;
  engine_->run([&] { engine_->dht.get(to_hash(inbox.bytes), dht::GetCallback(receive), dht::DoneCallback(done)); });
  if (engine_->failures != failures) done(false, {});
}

std::optional<InboxValue> OpenDhtRendezvous::take() {
  if (engine_->waiting.empty()) return std::nullopt;
  InboxValue value = std::move(engine_->waiting.front());
  engine_->waiting.pop_front();
  engine_->waiting_bytes -= value.data.size();
  return value;
}

void OpenDhtRendezvous::poll(Timestamp now) {
  engine_->outgoing.now = now;
  if (!engine_->asleep) engine_->asleep = asleep(now);
  notice_reunion(now);
  ask_former_nodes(now);
  look_far(now);
  engine_->keep_within_reach();
  replace_lost_nodes(now);
  if (now < engine_->deadline) return;
  Timestamp next = kNever;
  engine_->run([&] {
    next = from_engine_time(engine_->dht.periodic(nullptr, 0, dht::SockAddr(), to_engine_time(engine_->time())));
    (void)engine_->dht.updateStatus(AF_INET);
    (void)engine_->dht.updateStatus(AF_INET6);
  });
  // A job that is due already is one of the next turn: an engine that is always busy must not keep the thread.
  constexpr Duration kMinWait = 1ms;
  constexpr Duration kMaxWait = 1s;
  engine_->deadline = std::clamp(engine_->outgoing.clock.when(next), now + kMinWait, now + kMaxWait);
}

Timestamp OpenDhtRendezvous::next_deadline() const { return engine_->deadline; }

}  // namespace counterpoint
