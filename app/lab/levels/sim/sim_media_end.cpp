// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/sim_media_end.h"

#include <utility>

#include "core/model/datagram.h"

namespace counterpoint {
void SimMediaEnd::InboxTransport::send(ByteView datagram, Timestamp now) {
  const DataSize size = DataSize::bytes(static_cast<std::int64_t>(datagram.size()));
  place.send({datagram.begin(), datagram.end()}, size + kIpUdpHeader, now);
}

std::optional<ReceivedDatagram> SimMediaEnd::InboxTransport::receive(Timestamp) {
  while (!inbox.empty()) {
    ReceivedDatagram datagram{.data = std::move(inbox.front().packet.data), .arrived_at = inbox.front().arrived_at};
    inbox.pop_front();
    if (!stream || !stream->handle_packet(datagram.data, datagram.arrived_at)) return datagram;
  }
  return std::nullopt;
}

Result<std::unique_ptr<SimEnd>> SimMediaEnd::create(const MediaEnd::Config& config, MediaEnd::Role role,
                                                    const SimPlace& place, Timestamp now) {
  auto made = std::make_unique<SimMediaEnd>();
  made->transport_.place = place;
  std::optional<EmulatedStream>& stream = made->transport_.stream;
  if (std::get<MediaLoad>(config.flow.load).video_over_tcp) {
    stream.emplace(
        [place](TcpPacket packet, Timestamp at) { place.send(std::move(packet.data), packet.wire_size, at); });
  }
  auto end = MediaEnd::create(config, role, made->transport_, now, stream ? &*stream : nullptr);
  if (!end) return end.error();
  made->end_ = std::move(*end);
  return std::unique_ptr<SimEnd>(std::move(made));
}

}  // namespace counterpoint
