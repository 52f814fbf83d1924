// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/ffmpeg/media_opening.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace counterpoint {
namespace {

/// Checks for errors that libavformat would explain badly or not at all.
Result<void> check_path(const std::string& name, MediaKind kind) {
  std::error_code ignored;
  const std::filesystem::path path(name);
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{ErrorKind::kInvalidArgument,
                 kind == MediaKind::kVideo
                     ? message("\"%1\" is a folder, not a video; give the path of a file in it", name)
                     : message("\"%1\" is a folder, not a sound file; give the path of a file in it", name)};
  }
  if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) == 0) {
    return Error{ErrorKind::kMalformed, message("\"%1\" is empty; choose another file", name)};
  }
  return {};
}

/// True for formats that have no media of their own: what they name would be opened and could be sent to a peer.
bool is_playlist(const AVInputFormat& format) {
  constexpr std::array kPlaylists = {"concat", "dash", "hls", "imf", "sdp"};
  const std::string_view name = format.name;
  return std::ranges::any_of(kPlaylists, [name](std::string_view one) { return name == one; });
}

}  // namespace

Error media_open_error(const std::string& name, int code, MediaKind kind) {
  if (code == AVERROR_INVALIDDATA || code == AVERROR_EOF || code == AVERROR_DEMUXER_NOT_FOUND) {
    return {ErrorKind::kMalformed,
            kind == MediaKind::kVideo
                ? message("\"%1\" is not a video that can be read; choose another file", name)
                : message("\"%1\" is not a sound file that can be read; choose another file", name)};
  }
  if (code == AVERROR_EXIT) {
    return {ErrorKind::kUnavailable,
            message("Opening \"%1\" took too long; check the address or choose another file", name)};
  }
  return {ErrorKind::kUnavailable,
          message("Cannot open \"%1\": %2; check the name or choose another file", name, ffmpeg_error_text(code))};
}

Result<FfmpegHandle<AVFormatContext>> open_media(const std::string& name, MediaKind kind, AVIOInterruptCB interrupt) {
  if (const auto checked = check_path(name, kind); !checked) return checked.error();
  AVFormatContext* context = avformat_alloc_context();
  context->interrupt_callback = interrupt;
  // A file may come from anybody: it opens nothing on the network, and a colon in its name does not make it an address.
  std::error_code ignored;
  const bool stored = std::filesystem::exists(name, ignored);
  if (stored) context->protocol_whitelist = av_strdup("file");
  const std::string url = stored ? "file:" + name : name;
  if (const int code = avformat_open_input(&context, url.c_str(), nullptr, nullptr); code < 0) {
    return media_open_error(name, code, kind);  // It has freed the context.
  }
  FfmpegHandle<AVFormatContext> format(context);
  if (stored && is_playlist(*context->iformat)) {
    return Error{ErrorKind::kMalformed, message("\"%1\" is a list of other files; choose one of them", name)};
  }
  // libavformat plays any text as a film of a terminal.
  if (std::string_view(context->iformat->name) == "tty") return media_open_error(name, AVERROR_INVALIDDATA, kind);
  if (const int code = avformat_find_stream_info(context, nullptr); code < 0) return media_open_error(name, code, kind);
  return format;
}

}  // namespace counterpoint
