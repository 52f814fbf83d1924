// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/record/shown_picture.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/files/save_file.h"
#include "app/lab/record/csv_fields.h"
#include "core/base/format_text.h"
#include "core/base/quantity_text.h"

namespace counterpoint {
namespace {

constexpr std::string_view kPicturesHead = "captured_s,shown_s,kind,bytes,width,height";
constexpr std::string_view kLooksHead = "time_s,ssim";
constexpr std::string_view kKeyFrame = "key";
constexpr std::string_view kNonReference = "non-reference";
constexpr std::string_view kOtherFrame = "inter";

bool is_side(const std::optional<int>& side) { return side && *side >= 1 && *side <= kMaxPictureSide; }

std::optional<ShownPicture> read_picture(std::string_view line) {
  const std::optional<Duration> captured = read_seconds(take_until(line, ','));
  const std::optional<Duration> shown = read_seconds(take_until(line, ','));
  const std::string_view kind = take_until(line, ',');
  const auto bytes = read_whole<std::uint32_t>(take_until(line, ','));
  const auto width = read_whole<int>(take_until(line, ','));
  const auto height = read_whole<int>(line);
  if (!captured || !shown || !bytes || !is_side(width) || !is_side(height)) return std::nullopt;
  if (kind != kKeyFrame && kind != kNonReference && kind != kOtherFrame) return std::nullopt;
  return ShownPicture{.captured = *captured,
                      .shown = *shown,
                      .key_frame = kind == kKeyFrame,
                      .non_reference = kind == kNonReference,
                      .size = DataSize::bytes(*bytes),
                      .resolution = {.width = *width, .height = *height}};
}

/// The rows of a file behind its first line. `add` puts a line's row behind the others, or gives what is wrong with it.
template <typename Row>
Result<std::vector<Row>> read_rows(const std::filesystem::path& path, std::string_view head,
                                   const char* (*add)(std::string_view line, std::vector<Row>& rows)) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.error();
  std::string_view rest = *text;
  if (take_until(rest, '\n') != head) return malformed_line(path, 1, "expected \"" + std::string(head) + "\"");
  std::vector<Row> rows;
  for (std::size_t line = 2; !rest.empty(); ++line) {
    if (const char* problem = add(take_until(rest, '\n'), rows)) return malformed_line(path, line, problem);
  }
  return rows;
}

const char* add_picture(std::string_view line, std::vector<ShownPicture>& pictures) {
  const std::optional<ShownPicture> picture = read_picture(line);
  if (!picture) return "is no picture that was shown";
  if (!pictures.empty() && picture->shown < pictures.back().shown) return "was shown before the picture above it";
  pictures.push_back(*picture);
  return nullptr;
}

const char* add_look(std::string_view line, std::vector<ScreenLook>& looks) {
  const std::optional<Duration> at = read_seconds(take_until(line, ','));
  const std::optional<double> similarity = parse_number(std::string(line));
  if (!at || !similarity || *similarity < -1 || *similarity > 1) return "is no look at the screen";
  looks.push_back({.at = *at, .similarity = *similarity});
  return nullptr;
}

}  // namespace

Result<void> write_shown_pictures(const std::filesystem::path& path, const std::vector<ShownPicture>& pictures) {
  std::string text = std::string(kPicturesHead) + "\n";
  for (const ShownPicture& picture : pictures) {
    text += seconds_text(picture.captured) + ",";
    text += seconds_text(picture.shown) + ",";
    text += std::string(picture.key_frame ? kKeyFrame : picture.non_reference ? kNonReference : kOtherFrame) + ",";
    text += std::to_string(picture.size.bytes()) + ",";
    text += std::to_string(picture.resolution.width) + ",";
    text += std::to_string(picture.resolution.height) + "\n";
  }
  return save_file(path, text);
}

Result<std::vector<ShownPicture>> read_shown_pictures(const std::filesystem::path& path) {
  return read_rows(path, kPicturesHead, add_picture);
}

Result<void> write_screen_looks(const std::filesystem::path& path, const std::vector<ScreenLook>& looks) {
  std::string text = std::string(kLooksHead) + "\n";
  for (const ScreenLook& look : looks)
    text += seconds_text(look.at) + "," + format_text("%.5f", look.similarity) + "\n";
  return save_file(path, text);
}

Result<std::vector<ScreenLook>> read_screen_looks(const std::filesystem::path& path) {
  return read_rows(path, kLooksHead, add_look);
}

}  // namespace counterpoint
