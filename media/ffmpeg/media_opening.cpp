// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/ffmpeg/media_opening.h"

#include <filesystem>
#include <system_error>

namespace counterpoint {
namespace {

/// Checks for errors that libavformat would explain badly or not at all.
Result<void> check_path(const std::string& name, std::string_view what) {
  std::error_code ignored;
  const std::filesystem::path path(name);
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{ErrorKind::kInvalidArgument,
                 "\"" + name + "\" is a folder, not " + std::string(what) + "; give the path of a file in it"};
  }
  if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) == 0) {
    return Error{ErrorKind::kMalformed, "\"" + name + "\" is empty; choose another file"};
  }
  return {};
}

}  // namespace

Error media_open_error(const std::string& name, int code, std::string_view what) {
  if (code == AVERROR_INVALIDDATA || code == AVERROR_EOF || code == AVERROR_DEMUXER_NOT_FOUND) {
    return {ErrorKind::kMalformed,
            "\"" + name + "\" is not " + std::string(what) + " that can be read; choose another file"};
  }
  if (code == AVERROR_EXIT) {
    return {ErrorKind::kUnavailable,
            "Opening \"" + name + "\" took too long; check the address or choose another file"};
  }
  return {ErrorKind::kUnavailable,
          "Cannot open \"" + name + "\": " + ffmpeg_error_text(code) + "; check the name or choose another file"};
}

Result<FfmpegHandle<AVFormatContext>> open_media(const std::string& name, std::string_view what,
                                                 AVIOInterruptCB interrupt) {
  if (const auto checked = check_path(name, what); !checked) return checked.error();
  AVFormatContext* context = avformat_alloc_context();
  context->interrupt_callback = interrupt;
  if (const int code = avformat_open_input(&context, name.c_str(), nullptr, nullptr); code < 0) {
    return media_open_error(name, code, what);  // It has freed the context.
  }
  FfmpegHandle<AVFormatContext> format(context);
  // libavformat plays any text as a film of a terminal.
  if (std::string_view(context->iformat->name) == "tty") return media_open_error(name, AVERROR_INVALIDDATA, what);
  if (const int code = avformat_find_stream_info(context, nullptr); code < 0) return media_open_error(name, code, what);
  return format;
}

}  // namespace counterpoint
