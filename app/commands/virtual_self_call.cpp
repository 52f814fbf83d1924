// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/virtual_self_call.h"

#include <unistd.h>

#include <cstdio>

#include "app/commands/call_flags.h"
#include "app/commands/call_summary.h"
#include "app/commands/commands.h"
#include "app/host/state_folder.h"
#include "app/host/version.h"
#include "app/host/virtual_call.h"
#include "media/audio/audio_device_factory.h"
#include "media/capture/video_source_factory.h"
#include "net/adapters/emulated_transport.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

/// Where virtual time begins: any time will do, as long as it is always the same.
constexpr Timestamp kStart{1000s};
constexpr std::uint64_t kDefaultSeed = 1;

LogHeader header(const VirtualSelfCall& call, std::uint64_t seed) {
  return {.application = "counterpoint " + std::string(kVersion),
          .settings = {{"peer", "this host"},
                       {"mode", mode_name(call.options.mode)},
                       {"camera", call.options.camera},
                       {"microphone", call.options.microphone},
                       {"codec", call.options.synthetic ? "synthetic" : std::string(to_string(call.options.codec))},
                       {"emulate", to_string(call.options.emulated_path.value_or(PathConfig{}))},
                       {"seed", std::to_string(seed)}}};
}

Result<CallSummary> run(const VirtualSelfCall& call) {
  const CallOptions& options = call.options;
  const std::uint64_t seed = options.seed != 0 ? options.seed : kDefaultSeed;
  const Result<std::filesystem::path> path = session_log_path(options.log);
  if (!path) return path.error();
  auto archive = CallArchive::open(*path);
  if (!archive) return archive.error();
  if (options.recording) {
    if (Result<void> recording = (*archive)->start_recording(*options.recording, options.codec); !recording) {
      return recording.error();
    }
  }
  const auto no_clock = [] { return kStart; };
  std::unique_ptr<VideoSource> camera;
  if (options.camera != "none") {
    auto opened = open_video_source({.name = options.camera,
                                     .size = options.point.picture_size,
                                     .frame_rate = options.point.frame_rate,
                                     .loop = options.loop_camera_file},
                                    no_clock);
    if (!opened) return opened.error();
    camera = std::move(*opened);
  }
  auto audio = open_audio_device({.microphone = options.microphone, .speaker = options.speaker}, no_clock);
  if (!audio) return audio.error();
  PathConfig emulated = options.emulated_path.value_or(PathConfig{});
  if (emulated.seed == PathConfig{}.seed) emulated.seed = seed;
  LoopTransport transport(emulated);
  const MediaCapabilities capabilities{.port = 1,
                                       .video_tcp_port = options.video_over_tcp ? std::uint16_t{1} : std::uint16_t{0},
                                       .audio_ssrc = 1,
                                       .video_ssrc = 2,
                                       .rtx_ssrc = 3,
                                       .cname = "virtual",
                                       .session_id = 1};
  const std::unique_ptr<EmulatedStream> stream = options.video_over_tcp ? transport.open_stream() : nullptr;
  const VirtualEnd::Config config{
      .negotiated = loop_session(capabilities),
      .codecs = {.kind = call.options.synthetic ? CodecKind::kSynthetic : CodecKind::kDeterministic,
                 .video = options.codec,
                 .audio_rate = options.audio_rate,
                 .seed = seed},
      .session = session_config(options),
      .seed = seed};
  (*archive)->log({Duration::zero(), header(call, seed)});
  auto end = VirtualEnd::create(config,
                                {.transport = &transport,
                                 .stream = stream.get(),
                                 .camera = camera.get(),
                                 .audio = audio->get(),
                                 .archive = archive->get()},
                                kStart);
  if (!end) return end.error();
  const bool progress = !call.json && isatty(STDERR_FILENO) != 0;
  Result<void> ran = run_virtual_call({end->get()}, kStart, call.duration, [&](Duration done) {
    (*archive)->write_pending();
    if (progress) std::fprintf(stderr, "\r%.0f of %.0f s", to_seconds(done), to_seconds(call.duration));
  });
  if (progress) std::fputc('\n', stderr);
  if (!ran) return ran.error();
  (*end)->log_statistics(kStart + call.duration);
  (*archive)->log({call.duration, LogEnd{std::string(to_string(Call::End::kHungUp))}});
  (*audio)->stop();
  (*archive)->close();
  while ((*archive)->write_next()) {
  }
  if (const auto problem = (*archive)->take_problem()) std::fprintf(stderr, "%s\n", problem->c_str());
  return CallSummary{.status = {.state = Call::State::kEnded,
                                .peer = "this host",
                                .end = Call::End::kHungUp,
                                .detail = {},
                                .latencies = (*end)->media().latencies(),
                                .log_path = *path},
                     .stats = (*end)->statistics(),
                     .elapsed = call.duration,
                     .used = {}};
}

}  // namespace

int virtual_self_call(const VirtualSelfCall& call) {
  const Timestamp begin = session_now();
  Result<CallSummary> summary = run(call);
  if (!summary) return report_wrong_use("self-call", summary.error().message);
  summary->used = resource_use();
  if (call.json) {
    std::fputs(to_json(*summary).c_str(), stdout);
    return kExitFine;
  }
  std::fputs(to_text(*summary).c_str(), stdout);
  std::printf("%.0f virtual seconds took %.2f s\nsession log: %s\n", to_seconds(call.duration),
              to_seconds(session_now() - begin), summary->status.log_path.c_str());
  return kExitFine;
}

}  // namespace counterpoint
