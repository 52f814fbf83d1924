// SPDX-License-Identifier: GPL-3.0-or-later
// The input as a payload from the network, and as a picture of a file.
#include "core/model/mpeg_picture.h"
#include "net/payload/mpeg_video_payload.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check_payload(ByteView payload) {
  const auto read = depacketize_mpeg_video(payload);
  if (!read) return;
  FUZZ_CHECK(!read->data.empty());
  FUZZ_CHECK(read->data.data() > payload.data());
  FUZZ_CHECK(read->data.data() + read->data.size() == payload.data() + payload.size());
  const auto header = read_mpeg_picture_header(write_mpeg_picture_header(read->picture));
  FUZZ_CHECK(header && header->temporal_reference == read->picture.temporal_reference);
  FUZZ_CHECK(header->type == read->picture.type && header->coding_extension == read->picture.coding_extension);
}

void check_picture(ByteView picture) {
  const bool has_picture = read_mpeg_picture_header(picture).has_value();
  for (const std::int64_t max_payload : {261, 1160}) {
    Bytes joined;
    for (const Bytes& payload : packetize_mpeg_video(picture, DataSize::bytes(max_payload))) {
      FUZZ_CHECK(payload.size() <= static_cast<std::size_t>(max_payload));
      const auto piece = depacketize_mpeg_video(payload);
      FUZZ_CHECK(piece.ok());
      joined.insert(joined.end(), piece->data.begin(), piece->data.end());
    }
    const ByteView expected = picture.subspan(find_mpeg_start_code(picture, 0));
    FUZZ_CHECK(has_picture ? joined == Bytes(expected.begin(), expected.end()) : joined.empty());
  }
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check_payload({data, size});
  counterpoint::check_picture({data, size});
  return 0;
}
