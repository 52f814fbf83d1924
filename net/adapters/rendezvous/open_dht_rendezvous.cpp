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

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// The types of values by their numbers in OpenDHT: one that its default time holds for, and that of "trust requests",
/// which each node keeps for 7 days.
constexpr dht::ValueType::Id kUsualType = 0;
constexpr dht::ValueType::Id kLastingType = 4;

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

/// The engine's socket, which is a queue.
class DatagramQueue final : public dht::net::DatagramSocket {
 public:
  explicit DatagramQueue(std::deque<OpenDhtRendezvous::Datagram>& outgoing) : outgoing_(outgoing) {}

  int sendTo(const dht::SockAddr& to, const std::uint8_t* data, std::size_t size, bool) override {
    if (outgoing_.size() < kMaxDatagrams) outgoing_.push_back({from_engine_address(to), Bytes(data, data + size)});
    return 0;
  }
  [[nodiscard]] bool hasIPv4() const override { return true; }
  [[nodiscard]] bool hasIPv6() const override { return true; }
  [[nodiscard]] const dht::SockAddr& getBoundRef(sa_family_t) const override { return bound_; }
  /// Names are looked up elsewhere, since that may take seconds.
  std::vector<dht::SockAddr> resolve(const std::string&, const std::string&) override { return {}; }
  void stop() override {}

 private:
  std::deque<OpenDhtRendezvous::Datagram>& outgoing_;
  dht::SockAddr bound_;
};

dht::Config engine_config(const std::optional<std::array<std::uint8_t, 20>>& id) {
  dht::Config config;
  config.node_id = id ? to_hash(*id) : dht::InfoHash::getRandom();
  config.network = OpenDhtRendezvous::kNetwork;
  config.maintain_storage = true;
  config.max_store_size = OpenDhtRendezvous::kMaxStore;
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
  };

  void put(const Put& put) {
    const std::uint64_t number = ++last_put;
    puts.emplace(number, put);
    const auto done = [this, number](bool, const std::vector<std::shared_ptr<dht::Node>>&) { puts.erase(number); };
    const std::uint64_t failures_before = failures;
    run([&] { dht.put(to_hash(put.inbox.bytes), put.value, done); });
    if (failures != failures_before) puts.erase(number);
  }

  bool receive(const InboxKey& inbox, const std::vector<std::shared_ptr<dht::Value>>& values) {
    for (const auto& value : values) {
      const std::size_t size = value->data.size();
      if (waiting.size() >= kMaxWaitingValues || waiting_bytes + size > kMaxWaitingBytes) continue;
      waiting_bytes += size;
      waiting.push_back({.inbox = inbox, .data = value->data});
    }
    return true;
  }

  std::deque<Datagram> outgoing;
  std::deque<InboxValue> waiting;
  std::size_t waiting_bytes = 0;
  Timestamp deadline{};
  std::uint64_t failures = 0;
  std::map<std::uint64_t, Put> puts;  ///< Those that are still looking for the nodes that keep them, in their order.
  std::uint64_t last_put = 0;
  std::vector<Put> puts_again;  ///< Those of the node before it began again, until a node answers.
  std::size_t looks_underway = 0;
  dht::Dht dht;  ///< Ends first: it uses the queues.
};

OpenDhtRendezvous::OpenDhtRendezvous(const std::optional<std::array<std::uint8_t, 20>>& id)
    : engine_(std::make_unique<Engine>(id)) {}

OpenDhtRendezvous::~OpenDhtRendezvous() = default;

std::array<std::uint8_t, 20> OpenDhtRendezvous::id() const { return to_bytes(engine_->dht.getNodeId()); }

void OpenDhtRendezvous::ping(const Endpoint& endpoint) {
  if (auto address = to_engine_address(endpoint)) {
    engine_->run([&] { engine_->dht.pingNode(std::move(*address)); });
  }
}

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
    for (const Engine::Put& put : std::exchange(engine_->puts_again, {})) engine_->put(put);
    return;
  }
  if (now < asks_at_) return;
  for (const Endpoint& node : former_nodes_) ping(node);
  asks_at_ = now + kAskFormerNodes;
}

void OpenDhtRendezvous::handle_datagram(const Endpoint& from, ByteView datagram, Timestamp now) {
  const auto address = to_engine_address(from);
  if (!address || datagram.empty()) return;
  engine_->run([&] { engine_->dht.periodic(datagram.data(), datagram.size(), *address, to_engine_time(now)); });
}

std::optional<OpenDhtRendezvous::Datagram> OpenDhtRendezvous::take_datagram() {
  if (engine_->outgoing.empty()) return std::nullopt;
  Datagram datagram = std::move(engine_->outgoing.front());
  engine_->outgoing.pop_front();
  return datagram;
}

void OpenDhtRendezvous::put(const InboxKey& inbox, Bytes data, Keep keep) {
  const auto value = std::make_shared<dht::Value>(keep == Keep::kDays ? kLastingType : kUsualType, std::move(data));
  value->id = value_id(value->data);
  engine_->put({inbox, value});
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
  ask_former_nodes(now);
  if (now < engine_->deadline) return;
  Timestamp next = kNever;
  engine_->run([&] {
    next = from_engine_time(engine_->dht.periodic(nullptr, 0, dht::SockAddr(), to_engine_time(now)));
    (void)engine_->dht.updateStatus(AF_INET);
    (void)engine_->dht.updateStatus(AF_INET6);
  });
  // A job that is due already is one of the next turn: an engine that is always busy must not keep the thread.
  constexpr Duration kMinWait = 1ms;
  constexpr Duration kMaxWait = 1s;
  engine_->deadline = std::clamp(next, now + kMinWait, now + kMaxWait);
}

Timestamp OpenDhtRendezvous::next_deadline() const { return engine_->deadline; }

}  // namespace counterpoint
