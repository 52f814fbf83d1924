// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/ice_agent.h"

#include "net/ice/ice_session.h"

namespace counterpoint {

IceAgent::IceAgent(const Config& config) : session_(std::make_unique<Session>(config)) {}
IceAgent::IceAgent(IceAgent&&) noexcept = default;
IceAgent& IceAgent::operator=(IceAgent&&) noexcept = default;
IceAgent::~IceAgent() = default;

void IceAgent::add_local(IceSocketId socket, const IpEndpoint& base, IceInterface kind, Timestamp now) {
  session_->add_local(socket, base, kind, now);
}
void IceAgent::remove_local(IceSocketId socket, Timestamp now) { session_->remove_local(socket, now); }

void IceAgent::set_remote_credentials(const IceCredentials& remote, bool lite, Timestamp now) {
  session_->set_remote_credentials(remote, lite, now);
}
void IceAgent::add_remote(const IceCandidate& candidate, Timestamp now) { session_->add_remote(candidate, now); }
void IceAgent::end_of_remote_candidates(Timestamp now) { session_->end_of_remote_candidates(now); }
void IceAgent::restart(const IceCredentials& local, Timestamp now) { session_->restart(local, now); }

IceReceived IceAgent::handle_message(IceSocketId socket, const IpEndpoint& from, RelayTransport transport,
                                     ByteView message, Timestamp now) {
  return session_->handle_message(socket, from, transport, message, now);
}
void IceAgent::lose_relay(IceSocketId socket, const IpEndpoint& server, RelayTransport transport, const Message& why,
                          Timestamp now) {
  session_->lose_relay(socket, server, transport, why, now);
}
void IceAgent::poll(Timestamp now) { session_->poll(now); }
Timestamp IceAgent::next_deadline() const { return session_->next_deadline(); }
std::optional<IceTransmit> IceAgent::take_transmit() { return session_->take_transmit(); }
std::optional<IceEvent> IceAgent::take_event() { return session_->take_event(); }

std::optional<IceTransmit> IceAgent::wrap(ByteView media) const { return session_->wrap(media); }
std::optional<IcePair> IceAgent::selected() const { return session_->selected(); }
std::optional<Duration> IceAgent::round_trip() const { return session_->round_trip(); }
std::vector<IceCandidate> IceAgent::local_candidates() const { return session_->local_candidates(); }
void IceAgent::close(Timestamp now) { session_->close(now); }

}  // namespace counterpoint
