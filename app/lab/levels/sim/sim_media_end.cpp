// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/sim_media_end.h"

#include <utility>

#include "core/model/datagram.h"

namespace counterpoint {

void SimMediaEnd::InboxTransport::send(ByteView datagram, Timestamp now, Ecn ecn) {
  const DataSize size = DataSize::bytes(static_cast<std::int64_t>(datagram.size()));
  place.send({datagram.begin(), datagram.end()}, size + kIpUdpHeader, clock.time_of(now), ecn);
}

std::optional<ReceivedDatagram> SimMediaEnd::InboxTransport::receive(Timestamp) {
  while (!inbox.empty()) {
    PathArrival& first = inbox.front();
    ReceivedDatagram datagram{
        .data = std::move(first.packet.data), .arrived_at = first.arrived_at, .ecn = first.packet.ecn};
    inbox.pop_front();
    if (!stream || !stream->handle_packet(datagram.data, datagram.arrived_at)) return datagram;
  }
  return std::nullopt;
}

void SimMediaEnd::handle(PathArrival arrival) {
  arrival.arrived_at = transport_.clock.local(arrival.arrived_at);
  transport_.inbox.push_back(std::move(arrival));
}

Result<std::unique_ptr<SimEnd>> SimMediaEnd::create(const MediaEnd::Config& config, MediaEnd::Role role,
                                                    const SimPlace& place, Timestamp now) {
  const auto& load = std::get<MediaLoad>(config.flow.load);
  const SkewedClock clock(now, role == MediaEnd::Role::kReceiver ? load.receiver_skew : 0);
  auto made = std::make_unique<SimMediaEnd>(place, clock);
  std::optional<EmulatedStream>& stream = made->transport_.stream;
  if (load.video_over_tcp) {
    stream.emplace([place, clock](TcpPacket packet, Timestamp at) {
      place.send(std::move(packet.data), packet.wire_size, clock.time_of(at));
    });
  }
  auto end = MediaEnd::create(config, role, made->transport_, now, stream ? &*stream : nullptr);
  if (!end) return end.error();
  made->end_ = std::move(*end);
  return std::unique_ptr<SimEnd>(std::move(made));
}

}  // namespace counterpoint
