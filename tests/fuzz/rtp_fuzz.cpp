// SPDX-License-Identifier: GPL-3.0-or-later
// A datagram as it comes from the network: classified, read, taken for a retransmission and for video.
#include "core/base/bytes.h"
#include "net/payload/video_payload.h"
#include "net/rtp/datagram_kind.h"
#include "net/rtp/rtp_packet.h"
#include "net/rtp/rtx.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check_video(VideoCodec codec, const Bytes& payload) {
  const auto video = depacketize_video(codec, payload);
  if (!video) return;
  FUZZ_CHECK(!video->data.empty());
  FUZZ_CHECK(video->data.data() > payload.data());
  FUZZ_CHECK(video->data.data() + video->data.size() == payload.data() + payload.size());
  FUZZ_CHECK(video->picture_id.value_or(0) < 0x8000);
  FUZZ_CHECK(video->frame_start || !video->key_frame);

  const EncodedVideoFrame frame{.data = Bytes(video->data.begin(), video->data.end()),
                                .codec = codec,
                                .key_frame = video->key_frame,
                                .non_reference = video->temporal_layer && video->temporal_layer->non_reference,
                                .size = {.width = 320, .height = 180}};
  const auto pieces =
      packetize_video(frame, {.picture_id = video->picture_id.value_or(0), .base_index = 200}, DataSize::bytes(64));
  Bytes joined;
  for (const Bytes& piece : pieces) {
    const auto again = depacketize_video(codec, piece);
    FUZZ_CHECK(again.ok() && again->frame_start == joined.empty());
    FUZZ_CHECK(again->temporal_layer.has_value() == (codec == VideoCodec::kVp8));
    if (again->temporal_layer) FUZZ_CHECK(again->temporal_layer->base_index == 200);
    if (again->temporal_layer) FUZZ_CHECK(again->temporal_layer->non_reference == frame.non_reference);
    joined.insert(joined.end(), again->data.begin(), again->data.end());
  }
  FUZZ_CHECK(joined == frame.data);
}

void check_retransmission(const RtpPacket& packet) {
  const auto restored = restore_from_rtx(packet, packet.payload_type, packet.ssrc);
  FUZZ_CHECK(restored.ok() == (packet.payload.size() >= 2));
  if (restored) FUZZ_CHECK(make_rtx(*restored, packet.payload_type, packet.ssrc, packet.sequence) == packet);
  const auto round_trip = restore_from_rtx(make_rtx(packet, 97, 1, 2), packet.payload_type, packet.ssrc);
  FUZZ_CHECK(round_trip.ok() && *round_trip == packet);
}

void check(ByteView datagram) {
  const auto packet = parse_rtp(datagram);
  if (classify(datagram) == DatagramKind::kRtcp) return;
  if (!packet) return;
  FUZZ_CHECK(classify(datagram) == DatagramKind::kRtp);
  const auto again = parse_rtp(serialize(*packet));
  FUZZ_CHECK(again.ok() && *again == *packet);
  check_retransmission(*packet);
  check_video(VideoCodec::kVp8, packet->payload);
  check_video(VideoCodec::kVp9, packet->payload);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({data, size});
  return 0;
}
