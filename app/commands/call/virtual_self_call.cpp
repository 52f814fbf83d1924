// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/virtual_self_call.h"

#include <unistd.h>

#include <cstdio>

#include "app/call/call_endpoint.h"
#include "app/call/call_log.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/call_summary.h"
#include "app/commands/common/commands.h"
#include "app/files/state_folder.h"
#include "media/audio/devices/audio_device_factory.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"
#include "net/adapters/emulated_transport.h"
#include "net/adapters/session_clock.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

/// The start of virtual time: any time will do, as long as it is always the same.
constexpr Timestamp kStart{1000s};
constexpr std::uint64_t kDefaultSeed = 1;

std::uint64_t seed_of(const CallOptions& options) { return options.seed != 0 ? options.seed : kDefaultSeed; }

LogHeader header(const CallOptions& options) {
  LogHeader header = call_log_head(options, kSelfPeer);
  header.started.clear();  // Virtual time has no date.
  header.settings.insert({{"camera", options.camera},
                          {"microphone", options.microphone},
                          {"codec", options.synthetic ? "synthetic" : std::string(to_string(options.codec))},
                          {"emulate", to_string(options.emulated_path.value_or(PathConfig{}))},
                          {"seed", std::to_string(seed_of(options))}});
  return header;
}

Result<std::unique_ptr<CallArchive>> open_archive(const CallOptions& options) {
  const Result<std::filesystem::path> path = session_log_path(options.log);
  if (!path) return path.error();
  auto archive = CallArchive::open(*path);
  if (!archive) return archive.error();
  if (options.recording) {
    if (Result<void> recording = (*archive)->start_recording(*options.recording, options.codec, false); !recording) {
      return recording.error();
    }
  }
  (*archive)->log({Duration::zero(), header(options)});
  return archive;
}

/// Null for "none".
Result<std::unique_ptr<VideoSource>> open_camera(const CallOptions& options) {
  if (options.camera == "none") return std::unique_ptr<VideoSource>();
  return open_video_source({.name = options.camera,
                            .size = options.point.resolution,
                            .frame_rate = options.point.frame_rate,
                            .loop = options.loop_camera_file},
                           [] { return kStart; });
}

PathConfig emulated_path(const CallOptions& options) {
  PathConfig path = options.emulated_path.value_or(PathConfig{});
  if (path.seed == PathConfig{}.seed) path.seed = seed_of(options);
  return path;
}

CallEndpoint::Config end_config(const CallOptions& options, std::shared_ptr<PacketProtection> protection) {
  const MediaCapabilities capabilities{.port = 1,
                                       .clips = true,
                                       .audio_packet_time = options.audio_packet_time,
                                       .video_tcp_port = options.video_over_tcp ? std::uint16_t{1} : std::uint16_t{0},
                                       .audio_ssrc = 1,
                                       .video_ssrc = 2,
                                       .rtx_ssrc = 3,
                                       .fec_ssrc = 4,
                                       .cname = "virtual",
                                       .session_id = 1};
  return {.negotiated = loop_session(capabilities),
          .protection = std::move(protection),
          .codecs = {.kind = options.synthetic ? CodecKind::kSynthetic : CodecKind::kDeterministic,
                     .video = options.codec,
                     .audio_rate = options.audio_rate,
                     .seed = seed_of(options)},
          .session = session_config(options),
          .seed = seed_of(options)};
}

/// Lets the time of the call pass, and shows on a terminal how far it is.
Result<void> pass_time(CallEndpoint& end, CallArchive& archive, const VirtualSelfCall& call) {
  const bool progress = !call.json && isatty(STDERR_FILENO) != 0;
  Result<void> ran = run_virtual_call({&end}, kStart, call.duration, [&](Duration done) {
    archive.write_pending();
    if (progress) std::fprintf(stderr, "\r%.0f of %.0f s", to_seconds(done), to_seconds(call.duration));
  });
  if (progress) std::fputc('\n', stderr);
  if (!ran) return ran;
  end.log_statistics(kStart + call.duration);
  archive.log({call.duration, call_log_end(call.options, Call::End::kHungUp)});
  return {};
}

void close_archive(CallArchive& archive) {
  archive.close();
  while (archive.write_next()) {
  }
  if (const auto problem = archive.take_problem()) std::fprintf(stderr, "%s\n", problem->text().c_str());
}

Result<CallSummary> run(const VirtualSelfCall& call) {
  const CallOptions& options = call.options;
  if (options.clip) {
    if (const auto clip = ClipReader::open(*options.clip); !clip) return clip.error();
  }
  const auto archive = open_archive(options);
  if (!archive) return archive.error();
  const auto camera = open_camera(options);
  if (!camera) return camera.error();
  const auto audio =
      open_audio_device({.microphone = options.microphone, .speaker = options.speaker}, [] { return kStart; });
  if (!audio) return audio.error();
  LoopTransport transport(emulated_path(options));
  const std::unique_ptr<EmulatedStream> stream = options.video_over_tcp ? transport.open_stream() : nullptr;
  auto protection = SrtpProtector::create(loop_keys_from_seed(seed_of(options)));
  if (!protection) return protection.error();
  const auto end = CallEndpoint::create(end_config(options, std::move(*protection)),
                                        {.transport = &transport,
                                         .stream = stream.get(),
                                         .camera = camera->get(),
                                         .audio = audio->get(),
                                         .archive = archive->get()},
                                        kStart);
  if (!end) return end.error();
  (*end)->media().clip().send(SetClipLoop{options.loop_clip});
  if (options.clip) (*end)->media().clip().send(PlayClip{*options.clip});
  if (Result<void> ran = pass_time(**end, **archive, call); !ran) return ran.error();
  (*audio)->stop();
  close_archive(**archive);
  return CallSummary{.status = {.state = Call::State::kEnded,
                                .peer = kSelfPeer,
                                .end = Call::End::kHungUp,
                                .detail = {},
                                .latencies = std::make_shared<const LatencyReport>((*end)->media().latencies()),
                                .log_path = (*archive)->log_path()},
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
