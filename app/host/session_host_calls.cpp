// SPDX-License-Identifier: GPL-3.0-or-later
// SessionHost: setting up outgoing and incoming calls, and the records of those that failed before they began.
#include <algorithm>
#include <utility>

#include "app/call/active_call.h"
#include "app/call/call_log.h"
#include "app/devices/audio_check.h"
#include "app/files/state_folder.h"
#include "app/files/version.h"
#include "app/host/fallback_link.h"
#include "app/host/host_rendezvous.h"
#include "app/host/server_probe.h"
#include "app/host/session_host.h"
#include "app/pipelines/session/call_archive.h"
#include "core/base/rng.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/signalling_connection.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

/// A call does not wait for longer until the name service has found the servers that may help it.
constexpr Duration kServerPatience = 2s;

bool is_loopback(const Endpoint& endpoint) {
  const auto address = IpAddress::parse(endpoint.address);
  return address && address->is_loopback();
}

/// "call.mkv" as "call-2.mkv".
std::filesystem::path numbered(const std::filesystem::path& path, std::uint64_t number) {
  std::filesystem::path result = path;
  result.replace_filename(path.stem().string() + "-" + std::to_string(number) + path.extension().string());
  return result;
}

}  // namespace

template <class Ask>
void SessionHost::look_up(Ask ask) {
  std::thread([this, lookups = lookups_, ask = std::move(ask)] {
    auto answer = ask();
    const std::lock_guard lock(lookups->mutex);
    if (lookups->wanted) post(std::move(answer));
  }).detach();
}

void SessionHost::carry_out(const CallSelf&, std::uint64_t call) {
  if (in_call()) return tell_end(call, Call::End::kLocalFailure, kSelfPeer, message("another call is going on"), {});
  begin_call(call, nullptr, false, session_now());
}

void SessionHost::take_callers(Due due, Timestamp now) {
  const auto take = [this, now](std::unique_ptr<CallSignalling> caller) { take_caller(std::move(caller), now); };
  if (due.callers || now >= pending_callers_.next_deadline()) {
    pending_callers_.poll([this] { return capabilities(); }, take, now);
  }
  if (rendezvous_) {
    if (due.rendezvous || now >= rendezvous_->next_deadline()) {
      rendezvous_->poll([this] { return capabilities(); }, take, now);
      if (rendezvous_->take_first_answer()) observer_.handle(NodesReached{});
    }
    for (const Presence::News& news : rendezvous_->take_presence()) {
      observer_.handle(ContactPresence{.contact = identity_->identify(news.contact), .here = news.here});
    }
    // A call's packets must not wait for the disk.
    if (!call_) {
      rendezvous_->remember_nodes();
      while (const auto missed = rendezvous_->take_missed_call()) take_missed_call(*missed);
    }
    for (const Message& problem : rendezvous_->take_problems()) observer_.handle(Notice{problem});
    const std::vector<std::string> nodes = rendezvous_->take_wanted_nodes(now);
    if (!nodes.empty()) look_up([nodes] { return find_nodes(nodes); });
  }
  if (now >= answer_at()) call_->accept(now);
}

Timestamp SessionHost::answer_at() const {
  const auto since = call_ && config_.answer_after ? call_->rings_since() : std::nullopt;
  return since ? *since + *config_.answer_after : kNever;
}

void SessionHost::take_missed_call(const MissedCall& missed) {
  const PeerIdentity who = identity_->identify(missed.caller);
  const bool expected = config_.from.empty() || std::ranges::find(config_.from, who.id) != config_.from.end();
  if (!expected) return;
  const std::string name = who.name.empty() ? short_text(who.id) : who.name;
  LogHeader head = call_log_head(config_.options, name);
  head.started = iso8601(missed.at);
  (void)record(head, Call::State::kIncoming, Call::End::kRemoteHungUp, message("this host could not be reached"),
               unnamed_files());
  observer_.handle(Notice{message("%1 called at %2, when you could not be reached", name, local_time_text(missed.at)),
                          Notice::Kind::kNews});
  observer_.handle(CallMissed{.caller = who, .at = missed.at});
}

void SessionHost::leave_missed_call() {
  const std::optional<PeerId> peer = call_->unreached_peer();
  if (rendezvous_ && peer) rendezvous_->leave_missed_call(*peer, session_now());
}

void SessionHost::take_caller(std::unique_ptr<CallSignalling> caller, Timestamp now) {
  const PeerIdentity who = identity_->identify(*caller->peer_id());
  const auto& from = config_.from;
  const bool expected = from.empty() || std::ranges::find(from, who.id) != from.end();
  const bool stranger = from.empty() && who.name.empty();
  const std::string network = stranger_network(caller->peer_address());
  const bool admitted =
      stranger ? caller_screen_.admit_stranger(network, now) : caller_screen_.admit_contact(to_string(who.id), now);
  if (!expected || !admitted) {
    count_unrecorded(now);
    return caller->decline(in_call() ? kBusy : expected ? "too many calls" : "this host takes no calls of strangers");
  }
  if (!in_call() && do_not_disturb()) return miss_caller(*caller, who);
  if (!in_call()) return begin_call(++last_call_, std::move(caller), false, now);
  // Once, however often they try.
  const std::string peer = caller_text(who, caller->peer());
  const bool is_new = std::exchange(declined_.last, peer) != peer;
  if (is_new) {
    observer_.handle(Notice{message("%1 called, and was told that you are in a call", peer), Notice::Kind::kNews});
    constexpr std::size_t kMax = 100;
    if (declined_.heads.size() < kMax) declined_.heads.push_back(call_log_head(config_.options, peer));
  }
  caller->decline(kBusy);
}

void SessionHost::miss_caller(CallSignalling& caller, const PeerIdentity& who) {
  constexpr Call::End kEnd = Call::End::kNoAnswer;
  caller.decline(std::string(to_string(kEnd)));
  (void)record(call_log_head(config_.options, caller_text(who, caller.peer())), Call::State::kIncoming, kEnd,
               message("the user did not want to be disturbed"), unnamed_files());
  const auto at = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  observer_.handle(CallMissed{.caller = who, .at = at});
}

void SessionHost::count_unrecorded(Timestamp now) {
  if (!caller_screen_.count_unrecorded(now)) return;
  observer_.handle(Notice{message("somebody calls who is not let through; when it ends, one record tells how often"),
                          Notice::Kind::kNews});
}

void SessionHost::record_turned_away(Timestamp now, bool at_once) {
  const auto count = caller_screen_.take_summary(now, at_once);
  if (!count) return;
  record(call_log_head(config_.options, kSeveralCallers), Call::State::kIncoming, Call::End::kDeclined,
         message("%1 calls that were not let through, or given up within a second", *count), unnamed_files());
}

void SessionHost::carry_out(const Dial& dial, std::uint64_t call) {
  const auto refuse_now = [&](Message why) {
    tell_end(call, Call::End::kLocalFailure, dial.address, std::move(why), {});
  };
  if (in_call()) return refuse_now(message("another call is going on"));
  if (!identity_) return refuse_now(identity_problem_);
  Result<DialledPeer> peer = identity_->find(dial);
  if (!peer) return refuse_now(peer.error().message);
  looking_up_ = call;
  dialled_ = std::move(*peer);
  if (dialled_.address.empty()) return dial_by_id(std::exchange(looking_up_, 0));
  const std::string address = dialled_.address;
  observer_.handle(CallStatus{.call = call, .state = Call::State::kCalling, .peer = address});
  look_up([call, address] { return NameResolved{call, address, resolve(address, kDefaultPort)}; });
}

void SessionHost::dial_by_id(std::uint64_t call) {
  const PeerId id = *dialled_.expected;
  if (!rendezvous_) {
    return refuse(call, Call::End::kUnreachable, to_string(id),
                  message("no address of it is known, and no nodes to ask: name one (--bootstrap), or call by a link "
                          "with an address"));
  }
  observer_.handle(CallStatus{.call = call, .state = Call::State::kCalling, .peer = to_string(id)});
  const auto check = [this, peer = dialled_](const PeerId& found) { return identity_->check(peer, found); };
  const Timestamp now = session_now();
  begin_call(call,
             CallSignalling::dial(rendezvous_->call(id, now), identity_->tls().id(), check, capabilities(), now,
                                  Conversation::kPatience),
             false, now);
}

void SessionHost::handle(const NameResolved& resolved) {
  if (looking_up_ != resolved.call) return;  // Hung up meanwhile.
  if (!resolved.endpoints) {
    looking_up_ = 0;
    if (can_find(dialled_)) return dial_by_id(resolved.call);
    return refuse(resolved.call, Call::End::kUnreachable, resolved.address, resolved.endpoints.error().message);
  }
  const Timestamp now = session_now();
  if (!servers_.awaited) return dial_resolved(resolved, now);
  servers_.dial = resolved;
  servers_.dial_at = now + kServerPatience;
}

void SessionHost::look_up_servers() {
  const ServerSettings named = config_.options.servers;
  if (are_numeric(named)) return take_servers(find_servers(named));
  servers_.awaited = true;
  look_up([named] { return ServersLookedUp{named, find_servers(named)}; });
}

void SessionHost::carry_out(const TryServers& servers) {
  look_up([named = servers.servers] { return ServersToTry{find_each_server(named)}; });
}

void SessionHost::handle(const ServersToTry& found) {
  const Timestamp now = session_now();
  auto probe = ServerProbe::start(found.servers, now);
  if (!probe) return observer_.handle(Notice{probe.error().message});
  servers_.probe = std::move(*probe);
}

void SessionHost::follow_probe(Timestamp now) {
  if (!servers_.probe) return;
  servers_.probe->poll(now);
  if (!servers_.probe->done()) return;
  for (const ServerTried& tried : servers_.probe->results()) observer_.handle(tried);
  observer_.handle(servers_.probe->reachability());
  servers_.probe.reset();
}

bool SessionHost::can_find(const DialledPeer& peer) const {
  return rendezvous_ && rendezvous_->connected() && peer.expected && !peer.accept_new_identity;
}

void SessionHost::carry_out(const WatchCamera& watch) {
  const Attention before = camera_->set_attention(watch.attention);
  // The own picture is seen beside the list of contacts.
  const bool came = before == Attention::kNone && watch.attention != Attention::kNone;
  if (came && rendezvous_) rendezvous_->verify_presence(session_now());
}

void SessionHost::handle(const NodesFound& found) { rendezvous_->join(found, session_now()); }

void SessionHost::handle(const ServersLookedUp& looked_up) {
  if (looked_up.named == config_.options.servers) take_servers(looked_up.found);
}

void SessionHost::take_servers(const ServersFound& found) {
  servers_.found = found.servers;
  servers_.awaited = false;
  servers_.dial_at = Timestamp{};
  for (const Message& problem : found.problems) observer_.handle(Notice{problem});
}

void SessionHost::dial_resolved(const NameResolved& resolved, Timestamp now) {
  if (looking_up_ != resolved.call) return;
  looking_up_ = 0;
  // Somebody who was found by the ID has said nothing about the address.
  const auto by_address = std::make_shared<bool>(true);
  const auto check = [this, peer = dialled_, by_address](const PeerId& id) {
    const std::optional<Message> problem = identity_->check(peer, id);
    const bool here = !problem && *by_address;
    const Result<void> recorded = here ? identity_->record_call(peer.address, id) : Result<void>();
    if (!recorded) observer_.handle(Notice{recorded.error().message});
    return problem;
  };
  const bool may_fall_back = can_find(dialled_) && !is_loopback(resolved.endpoints->front());
  // The other way needs some of the time that a caller waits.
  constexpr Duration kHeadStart = 4s;
  const SignallingConnection::Config config =
      may_fall_back ? SignallingConnection::Config{.connect_timeout = kHeadStart} : SignallingConnection::Config{};
  std::unique_ptr<SignallingLink> link =
      SignallingConnection::connect(*resolved.endpoints, identity_->tls(), now, config);
  if (may_fall_back) {
    const auto by_id = [this, id = *dialled_.expected, by_address] {
      *by_address = false;
      return rendezvous_->call(id, session_now());
    };
    link = std::make_unique<FallbackLink>(std::move(link), by_id);
  }
  begin_call(resolved.call, CallSignalling::dial(std::move(link), identity_->tls().id(), check, capabilities(), now),
             !dialled_.by_link, now);
}

void SessionHost::begin_call(std::uint64_t call, std::unique_ptr<CallSignalling> signalling, bool may_change_identity,
                             Timestamp now) {
  audio_check_.reset();
  declined_.last.clear();
  const std::string peer = signalling ? signalling->peer() : kSelfPeer;
  CallOptions options = next_options();
  // A stranger who hangs up at once leaves no file, however often.
  const bool log_later =
      signalling && signalling->incoming() && identity_->identify(*signalling->peer_id()).name.empty();
  auto archive = log_later ? CallArchive::open({}) : open_archive(options);
  if (!archive) return tell_end(call, Call::End::kLocalFailure, peer, archive.error().message, {});
  if (options.seed == 0) options.seed = random_seed();
  CallResources resources{.call = call,
                          .options = std::move(options),
                          .servers = servers_.found,
                          .camera = sends_frames() ? camera_.get() : nullptr,
                          .audio = audio_.get(),
                          .remote_view = config_.remote_view,
                          .clip_view = config_.clip_view,
                          .observer = &observer_,
                          .wake = [this] { poll_interrupter_.wake(); },
                          .send_audio = sends_audio(),
                          .ring = config_.rings && config_.options.ring,
                          .sending = sending_,
                          .identify = [this](const PeerId& id) { return identity_->identify(id); },
                          .contact = signalling && !signalling->incoming() ? dialled_.contact : std::string(),
                          .may_change_identity = may_change_identity};
  if (exchanges_candidates()) {
    resources.exchange_candidates = [this](const CandidateInboxes& inboxes) {
      return rendezvous_->exchange_candidates(inboxes);
    };
  }
  const bool answers_at_once = config_.answer_after == Duration::zero();
  resources.answer_early = resources.options.connect_while_ringing && !answers_at_once;
  if (signalling && !signalling->incoming() && !dialled_.accept_new_identity) resources.called = dialled_.expected;
  if (log_later) {
    resources.log_path = [wanted = resources.options.log, folder = resources.options.log_folder] {
      return session_log_path(wanted, folder);
    };
  }
  call_ = std::make_unique<ActiveCall>(std::move(resources), std::move(*archive), capabilities(), std::move(signalling),
                                       now);
}

Result<std::unique_ptr<CallArchive>> SessionHost::open_archive(const CallOptions& options) {
  const Result<std::filesystem::path> path = session_log_path(options.log, options.log_folder);
  auto archive = path ? CallArchive::open(*path) : path.error();
  if (archive || !config_.tolerant) return archive;
  observer_.handle(Notice{message("this call is not recorded: %1", archive.error().message)});
  return CallArchive::open({});
}

CallOptions SessionHost::next_options() {
  CallOptions options = config_.options;
  // The files that a user named are of the first call; what follows must not overwrite it.
  if (++calls_archived_ > 1) {
    if (options.log) options.log = numbered(*options.log, calls_archived_);
    if (options.recording) options.recording = numbered(*options.recording, calls_archived_);
  }
  return options;
}

CallOptions SessionHost::unnamed_files() const {
  CallOptions options = config_.options;
  options.log.reset();
  options.recording.reset();
  return options;
}

void SessionHost::refuse(std::uint64_t call, Call::End end, const std::string& peer, Message detail) {
  const auto log = record(call_log_head(config_.options, peer), Call::State::kCalling, end, detail, next_options());
  tell_end(call, end, peer, std::move(detail), log);
}

void SessionHost::record_declined() {
  for (const LogHeader& head : std::exchange(declined_.heads, {})) {
    record(head, Call::State::kIncoming, Call::End::kDeclined, kBusy, unnamed_files());
  }
}

std::filesystem::path SessionHost::record(const LogHeader& head, Call::State began, Call::End end,
                                          const Message& detail, const CallOptions& options) {
  const auto archive = open_archive(options);
  if (!archive) return {};
  (*archive)->log({Duration::zero(), head});
  (*archive)->log({Duration::zero(), LogState{std::string(to_string(began)), {}}});
  (*archive)->log(
      {Duration::zero(), LogState{std::string(to_string(Call::State::kEnded)), std::string(to_string(end))}});
  (*archive)->log({Duration::zero(), call_log_end(options, end, detail)});
  (*archive)->write_pending();
  return (*archive)->log_path();
}

void SessionHost::tell_end(std::uint64_t call, Call::End end, const std::string& peer, Message detail,
                           const std::filesystem::path& log) {
  observer_.handle(CallStatus{.call = call,
                              .state = Call::State::kEnded,
                              .peer = peer,
                              .end = end,
                              .detail = std::move(detail),
                              .log_path = log});
}

bool SessionHost::exchanges_candidates() const {
  // Whoever knows the inboxes, as the peer does, sees from where they are asked for.
  return rendezvous_ && !config_.options.servers.relay_only;
}

MediaCapabilities SessionHost::capabilities() const {
  const CallOptions& options = config_.options;
  Rng rng(options.seed != 0 ? options.seed : random_seed());
  const auto ssrc = [&rng] { return static_cast<std::uint32_t>(rng.next() | 1); };
  const VideoCodec other = options.codec == VideoCodec::kVp8 ? VideoCodec::kVp9 : VideoCodec::kVp8;
  // The port is not known yet: a real call fills it in, a call with oneself uses none.
  constexpr std::uint16_t kNoPort = 9;  // Discard (RFC 863).
  MediaCapabilities capabilities{.port = kNoPort,
                                 .video_codecs = {options.codec, other},
                                 .clips = true,
                                 .send_video = sends_frames() || options.clip,
                                 .send_audio = sends_audio(),
                                 .audio_packet_time = options.audio_packet_time,
                                 .video_tcp_port = options.video_over_tcp ? kNoPort : std::uint16_t{0},
                                 .candidate_exchange = exchanges_candidates(),
                                 .audio_ssrc = ssrc(),
                                 .video_ssrc = ssrc(),
                                 .rtx_ssrc = ssrc(),
                                 .fec_ssrc = ssrc(),
                                 .session_id = rng.next() >> 1};
  capabilities.tool = kProgram;
  capabilities.cname = std::to_string(rng.next());
  constexpr std::uint64_t kTopBit = std::uint64_t{1} << 63;  // Makes 19 digits or more of each.
  capabilities.tls_id = std::to_string(rng.next() | kTopBit) + std::to_string(rng.next() | kTopBit);
  return capabilities;
}

}  // namespace counterpoint
