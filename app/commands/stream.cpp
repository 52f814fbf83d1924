// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>
#include <cstdio>
#include <fstream>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/stream/clip_stream.h"
#include "media/clip/clip_reader.h"

namespace counterpoint {
namespace {

volatile std::sig_atomic_t stop_wanted = 0;

/// An even port below the last: RTCP has the next, audio the two above.
constexpr std::uint16_t kDefaultStreamPort = 5004;
constexpr std::uint16_t kLastStreamPort = 65'532;

Result<Endpoint> destination(const QString& text) {
  const auto endpoints = resolve(text.toStdString(), kDefaultStreamPort);
  if (!endpoints) return endpoints.error();
  const Endpoint to = endpoints->front();
  if (to.port != 0 && to.port <= kLastStreamPort) return to;
  return Error{ErrorKind::kInvalidArgument,
               "--to " + text.toStdString() + ": expected a port up to " + std::to_string(kLastStreamPort)};
}

Result<void> write_sdp(const std::string& path, const std::string& sdp) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << sdp;
  file.close();
  if (file) return {};
  return Error{ErrorKind::kUnavailable, "--sdp: cannot write " + path + "; choose another place"};
}

/// The options of a call that apply to a clip that goes one way at a fixed rate.
QStringList options_of_calls() { return {"config", "rate", "audio-rate", "max-datagram", "loop-clip", "log", "seed"}; }

Result<void> check_options(const QStringList& given) {
  for (const QString& option : given) {
    if (options_of_calls().contains(option) || option == "to" || option == "sdp") continue;
    return Error{ErrorKind::kInvalidArgument,
                 "--" + option.toStdString() + " has no effect on a clip that is streamed"};
  }
  return {};
}

}  // namespace

int stream_command(const QStringList& arguments) {
  CallFlags flags("Plays an MPEG-1/2 clip to any receiver of RTP, such as ffplay or GStreamer, at a fixed rate.",
                  CallFlags::Argument{"FILE", "the clip"}, options_of_calls());
  flags.parser().addOptions({
      {"to", "Where to: host or host:port of the video; the sound goes to that port and two.", "ADDRESS", "127.0.0.1"},
      {"sdp", "Write here what the receiver has to be given.", "FILE.sdp"},
  });
  flags.add_run_options();
  if (const auto status = flags.parse(arguments)) return *status;
  if (const auto checked = check_options(flags.parser().optionNames()); !checked) {
    return flags.report_wrong_use(checked.error().message);
  }
  Result<CallOptions> options = flags.options();
  if (!options) return flags.report_wrong_use(options.error().message);
  for (const char* written : {"sdp", "log"}) {
    if (const auto kept = flags.check_written(written, flags.argument().toStdString()); !kept) {
      return flags.report_wrong_use(kept.error().message);
    }
  }
  const auto clip = ClipReader::open(flags.argument().toStdString());
  if (!clip) return flags.report_wrong_use(clip.error().message);
  const Result<Endpoint> to = destination(flags.parser().value("to"));
  if (!to) return flags.report_wrong_use(to.error().message);
  options->mode = {.mode = find_mode("fixed"), .parameters = {}};
  if (options->seed == 0) options->seed = 1;
  const ClipStream stream{
      .file = flags.argument().toStdString(),
      .to = *to,
      .options = std::move(*options),
      .cancelled = [] { return stop_wanted != 0; },
      .note = [](const std::string& text) { std::printf("clip: %s\n", text.c_str()), std::fflush(stdout); }};
  const std::string sdp = clip_stream_sdp(stream, (*clip)->info().has_audio);
  if (flags.parser().isSet("sdp")) {
    if (Result<void> written = write_sdp(flags.parser().value("sdp").toStdString(), sdp); !written) {
      return flags.report_wrong_use(written.error().message);
    }
  }
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stop_wanted = 1; });
  std::printf("playing %s to %s, not encrypted\n", (*clip)->info().description.text().c_str(), to_string(*to).c_str());
  std::fflush(stdout);
  const Result<SessionStats> sent = run_clip_stream(stream);
  if (!sent) return flags.report_wrong_use(sent.error().message);
  std::printf("sent %llu pictures, %llu left out\n", static_cast<unsigned long long>(sent->video_out.frames_encoded),
              static_cast<unsigned long long>(sent->video_out.frames_dropped));
  return kExitFine;
}

}  // namespace counterpoint
