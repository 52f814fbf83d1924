// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_statistics.h"

#include <string>

#include "app/files/save_file.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr const char* kCsvHead =
    "picture,time,type,structure,temporalReference,startsGroup,originalOctets,octets,smallestOctets,slices,"
    "damagedSlices,targetReached,video\n";
constexpr const char* kCsvRow = "%zu,%.6f,%c,%s,%d,%s,%lld,%lld,%lld,%u,%u,%s,%zu\n";
constexpr const char* kJsonObject =
    "{\"picture\": %zu, \"time\": %.6f, \"type\": \"%c\", \"structure\": \"%s\", \"temporalReference\": %d, "
    "\"startsGroup\": %s, \"originalOctets\": %lld, \"octets\": %lld, \"smallestOctets\": %lld, \"slices\": %u, "
    "\"damagedSlices\": %u, \"targetReached\": %s, \"video\": %zu}";

char letter_of(MpegPictureType type) {
  switch (type) {
    case MpegPictureType::kI:
      return 'I';
    case MpegPictureType::kP:
      return 'P';
    case MpegPictureType::kB:
      return 'B';
    case MpegPictureType::kD:
      return 'D';
  }
  return '?';
}

const char* name_of(mpeg::PictureStructure structure) {
  switch (structure) {
    case mpeg::PictureStructure::kTopField:
      return "top";
    case mpeg::PictureStructure::kBottomField:
      return "bottom";
    case mpeg::PictureStructure::kFrame:
      return "frame";
  }
  return "?";
}

const char* text_of(bool value) { return value ? "true" : "false"; }

}  // namespace

Result<void> ShapeStatistics::open(const QString& path) {
  is_json_ = path.endsWith(".json");
  if (!is_json_ && !path.endsWith(".csv")) {
    return Error{ErrorKind::kInvalidArgument,
                 "--statistics " + path.toStdString() + ": expected a name that ends in .json or .csv"};
  }
  file_.setFileName(path);
  if (!file_.open(QIODevice::WriteOnly)) {
    return Error{ErrorKind::kUnavailable, "--statistics " + path.toStdString() + ": " +
                                              file_.errorString().toStdString() + "; choose another place"};
  }
  write(is_json_ ? "[" : kCsvHead);
  return {};
}

void ShapeStatistics::add(std::size_t video, double time, const mpeg::PictureStatistics& picture) {
  if (!file_.isOpen()) return;
  const auto bytes = [](DataSize size) { return static_cast<long long>(size.bytes()); };
  // Both have the same fields in the same order.
  const auto row = [&](const auto format) {
    return format(pictures_, time, letter_of(picture.picture_coding_type), name_of(picture.picture_structure),
                  static_cast<int>(picture.temporal_reference), text_of(picture.starts_group),
                  bytes(picture.original_size), bytes(picture.size), bytes(picture.smallest_size), picture.slices,
                  picture.damaged_slices, text_of(picture.target_reached), video);
  };
  const std::string text = is_json_ ? row([](auto... fields) { return format_text(kJsonObject, fields...); })
                                    : row([](auto... fields) { return format_text(kCsvRow, fields...); });
  if (is_json_) write(pictures_ == 0 ? "\n" : ",\n");
  write(text);
  ++pictures_;
}

Result<void> ShapeStatistics::finish() {
  if (!file_.isOpen()) return {};
  if (is_json_) write("\n]\n");
  if (written_) written_ = flush(file_);
  return written_ ? Result<void>() : unavailable(written_.error().message.text());
}

Result<void> ShapeStatistics::commit() {
  if (!file_.isOpen() || file_.commit()) return {};
  return unavailable(file_.errorString().toStdString());
}

void ShapeStatistics::write(std::string_view text) {
  if (written_) written_ = write_all(file_, text);
}

Error ShapeStatistics::unavailable(const std::string& reason) const {
  return {ErrorKind::kUnavailable, "--statistics " + file_.fileName().toStdString() + ": " + reason};
}

}  // namespace counterpoint
