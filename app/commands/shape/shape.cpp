// SPDX-License-Identifier: GPL-3.0-or-later
#include <malloc.h>
#include <unistd.h>

#include <QCommandLineParser>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/commands/shape/shape_estimate.h"
#include "app/commands/shape/shape_file.h"
#include "app/commands/shape/shape_input.h"
#include "core/base/format_text.h"
#include "core/base/quantity_text.h"
#include "media/mpeg/config/variants.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxThreads = 64;
/// A longer file is no schedule.
constexpr qint64 kMaxSchedule = 1 << 20;

using mpeg::kVariants;
using mpeg::Variant;
constexpr std::size_t kMaxCluster = 10000;

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

/// The variants that are for comparison alone, or the others.
QString variants_for(bool comparison) {
  QStringList variants;
  for (const Variant& variant : kVariants) {
    if (variant.has_clusters() != comparison) continue;
    variants += QString("%1 (%2)").arg(text(variant.name), text(variant.summary));
  }
  return variants.join("; ");
}

void declare(QCommandLineParser& parser) {
  parser.setApplicationDescription(
      "Makes the MPEG-1/2 video in IN smaller without decoding it, and writes OUT: the same pictures, in the same kind "
      "of\n"
      "file (elementary, program or transport stream), with sound and time stamps as they were.\n"
      "Below 0.9 of its bits, --variant automatic codes levels again, some 250 pictures of 352x288 a second and "
      "processor:\n"
      "HD takes about as long as it lasts. --variant group looks 1 to 3 dB worse there, and does some 5000, to any "
      "rate.\n"
      "Pictures above 1920x1152 are cut like that by all variants.");
  parser.addHelpOption();
  parser.addPositionalArgument("IN", "The file to read, which stays as it is; \"-\" is standard input.");
  parser.addPositionalArgument("OUT", "The file to write, which is there when it is whole; \"-\" is standard output.");
  parser.addOptions({
      {"rate", "Bit-rate of each video, 1k to 1G bit/s: 500K, 1.5M, 1.5Mbit; of these four options, give one.", "RATE"},
      {"ratio",
       "Share of the video's own bits that stay: 0.7 or 70% keeps 70 % of them, sound and packets aside. 1 takes out "
       "stuffing alone.",
       "SHARE"},
      {"size", "Size of OUT: 4.4G, 700M, 700MiB. IN is read twice; a pipe is kept in a temporary file for that.",
       "SIZE"},
      {"schedule", "Lines \"SECONDS RATE\": from then on this rate; before the first, everything.", "FILE"},
      {"program", "Shape the video of this program of a transport stream alone. (default: all MPEG-1/2 videos)", "N"},
      {"statistics", "A line for each picture: its type, its bytes before and after.", "FILE.json|.csv"},
      {"threads", "1 to 64; the result is the same. (default: one a processor)", "N"},
      {"variant",
       "How to choose what goes: " + variants_for(false) +
           ". For comparison with the literature only: " + variants_for(true) + ".",
       "NAME", text(kVariants.front().name)},
      {"cluster",
       "The n of C(n), of the variants for comparison: macroblocks that are cut alike, 0 for each block alone. "
       "(default: "
       "1)",
       "N"},
      {"keep-index", "Store what was found about IN in IN.cpindex, or in the cache, so that the next time is quick."},
      {"dry-run", "Write nothing; say how small the video can be made so, and how long it takes. OUT may be left out."},
      {"json", "Print the result as JSON, and nothing else."},
  });
}

Result<RateSchedule> read_schedule(const QString& path) {
  QFile file(path);
  const auto about = [&](const std::string& text) { return "--schedule " + path.toStdString() + ": " + text; };
  const QFileInfo there(path);
  if (there.exists() && !there.isFile()) {
    return Error{ErrorKind::kInvalidArgument, about("is not a file that is stored")};
  }
  if (!file.open(QIODevice::ReadOnly)) {
    return Error{ErrorKind::kUnavailable, about(file.errorString().toStdString())};
  }
  const QByteArray lines = file.read(kMaxSchedule + 1);
  if (lines.size() > kMaxSchedule) return Error{ErrorKind::kMalformed, about("too large for a schedule")};
  auto schedule = RateSchedule::parse(lines.toStdString());
  if (!schedule) return Error{schedule.error().kind, about(schedule.error().message.text())};
  return schedule;
}

Result<RateSchedule> schedule_of(const QCommandLineParser& parser) {
  qsizetype count = 0;
  for (const char* option : {"rate", "ratio", "size", "schedule"}) count += parser.values(option).size();
  if (count != 1) return Error{ErrorKind::kInvalidArgument, "give one of --rate, --ratio, --size and --schedule"};
  if (parser.isSet("schedule")) return read_schedule(parser.value("schedule"));
  if (parser.isSet("ratio")) {
    const auto share = parse_share(parser.value("ratio").toStdString());
    if (!share || *share <= 0 || *share > 1) {
      return wrong_value("ratio", parser.value("ratio"), "a number above 0 up to 1, or 1% to 100%");
    }
    return RateSchedule(mpeg::Target::share(*share));
  }
  if (parser.isSet("size")) return RateSchedule(mpeg::Target::everything());
  const auto rate = parse_rate(parser.value("rate").toStdString());
  if (!rate || *rate < DataRate::kilobits_per_second(1) || *rate > DataRate::kilobits_per_second(1'000'000)) {
    return wrong_value("rate", parser.value("rate"), "a bit-rate from 1k to 1G");
  }
  return RateSchedule(mpeg::Target::rate(*rate));
}

Result<ParallelShaperConfig> shaper_of(const QCommandLineParser& parser) {
  ParallelShaperConfig config;
  const QString name = parser.value("variant");
  const auto variant = mpeg::find_variant(name.toStdString());
  if (!variant) {
    QStringList names;
    for (const Variant& known : kVariants) names += text(known.name);
    return wrong_value("variant", name, names.join(", "));
  }
  config.shaper = variant->config;
  if (parser.isSet("cluster")) {
    bool ok = false;
    config.shaper.cluster = parser.value("cluster").toUInt(&ok);
    if (!ok || config.shaper.cluster > kMaxCluster) {
      return wrong_value("cluster", parser.value("cluster"), "0 to 10000");
    }
    if (!variant->has_clusters()) {
      return wrong_value("cluster", parser.value("cluster"), "--variant memoryless, causal or rate-based with it");
    }
  }
  config.threads = std::min(processors(), kMaxThreads);
  if (!parser.isSet("threads")) return config;
  bool ok = false;
  config.threads = parser.value("threads").toUInt(&ok);
  if (!ok || config.threads < 1 || config.threads > kMaxThreads) {
    return wrong_value("threads", parser.value("threads"), "1 to 64");
  }
  return config;
}

Result<std::optional<DataSize>> file_size_of(const QCommandLineParser& parser) {
  if (!parser.isSet("size")) return std::optional<DataSize>();
  const auto size = parse_file_size(parser.value("size").toStdString());
  if (size && size->bytes() > 0) return std::optional(*size);
  return wrong_value("size", parser.value("size"), "a size above 0, 4.4G or 700MiB for instance");
}

Result<std::optional<std::uint16_t>> program_of(const QCommandLineParser& parser) {
  if (!parser.isSet("program")) return std::optional<std::uint16_t>();
  bool ok = false;
  const std::uint16_t number = parser.value("program").toUShort(&ok);
  if (!ok || number == 0) return wrong_value("program", parser.value("program"), "1 to 65535");
  return std::optional(number);
}

Result<ShapeJob> job_of(const QCommandLineParser& parser) {
  const QStringList paths = parser.positionalArguments();
  const qsizetype wanted = parser.isSet("dry-run") ? 1 : 2;
  if (paths.size() < wanted)
    return Error{ErrorKind::kInvalidArgument, paths.isEmpty() ? "IN is missing" : "OUT is missing"};
  if (paths.size() > 2) {
    return Error{ErrorKind::kInvalidArgument, "unexpected argument '" + paths[2].toStdString() + "'"};
  }
  auto schedule = schedule_of(parser);
  if (!schedule) return schedule.error();
  const auto shaper = shaper_of(parser);
  if (!shaper) return shaper.error();
  const auto program = program_of(parser);
  if (!program) return program.error();
  const auto file_size = file_size_of(parser);
  if (!file_size) return file_size.error();
  return ShapeJob{.input = paths[0],
                  .output = paths.value(1),
                  .statistics = parser.value("statistics"),
                  .schedule_file = parser.value("schedule"),
                  .program = *program,
                  .keep_index = parser.isSet("keep-index"),
                  .shaper = *shaper,
                  .schedule = std::move(*schedule),
                  .file_size = *file_size};
}

volatile std::sig_atomic_t stop_asked = 0;

/// One line on standard error that is overwritten, if that is a terminal: "shaping, 27 %, 98 pictures/s, 1:05 left".
class ProgressLine {
 public:
  ProgressLine() : terminal_(isatty(fileno(stderr)) == 1) {}
  ~ProgressLine() {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(double share, std::uint64_t pictures) {
    constexpr std::chrono::milliseconds kBetween(100);
    const auto now = Clock::now();
    if (!terminal_ || (shown_ && now - *shown_ < kBetween)) return;
    shown_ = now;
    const std::chrono::duration<double> elapsed = now - start_;
    std::fprintf(stderr, "\r\033[Kshaping%s", text(share, pictures, elapsed.count()).c_str());
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string text(double share, std::uint64_t pictures, double elapsed) {
    const auto count = static_cast<unsigned long long>(pictures);
    std::string line = share > 0 ? format_text(", %d %%", static_cast<int>(share * 100)) : "";
    if (pictures == 0 || elapsed <= 0) return line;
    if (share <= 0) line += format_text(", %llu pictures", count);
    line += format_text(", %.0f pictures/s", static_cast<double>(pictures) / elapsed);
    if (share <= 0) return line;
    const auto left = std::llround(elapsed * (1 - share) / share);
    const long long minutes = left / 60;
    return line + (minutes < 60 ? format_text(", %lld:%02lld left", minutes, left % 60)
                                : format_text(", %lld:%02lld:%02lld left", minutes / 60, minutes % 60, left % 60));
  }

  bool terminal_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> shown_;
};

/// Pictures come and go: giving their memory back to the system and taking it again would be an eighth of the time of
/// cutting.
void keep_freed_memory(std::size_t threads) {
  constexpr int kMaxMapped = 32 << 20;
  constexpr int kMaxKept = 256 << 20;
  mallopt(M_MMAP_THRESHOLD, kMaxMapped);
  mallopt(M_TRIM_THRESHOLD, kMaxKept);
  // The thread that shapes and the one that reads take each other's.
  if (threads == 1) mallopt(M_ARENA_MAX, 1);
}

/// `shape` is shape_file() or estimate_shaping().
auto run(const ShapeJob& job, const auto& shape) {
  keep_freed_memory(job.shaper.threads);
  // The new file is gone again before the program ends.
  for (const int number : {SIGINT, SIGTERM}) std::signal(number, [](int) { stop_asked = 1; });
  // A reader that goes away is an error of writing.
  std::signal(SIGPIPE, SIG_IGN);
  ProgressLine line;
  return shape(job, [&](double share, std::uint64_t pictures) {
    line.show(share, pictures);
    return stop_asked == 0;
  });
}

const char* name_of(mpeg::StreamKind kind) {
  switch (kind) {
    case mpeg::StreamKind::kElementary:
      return "elementary";
    case mpeg::StreamKind::kProgram:
      return "program";
    case mpeg::StreamKind::kTransport:
      return "transport";
  }
  return "";
}

/// A size of the file is missed by any byte.
bool misses_target(const ShapeJob& job, const ShapeResult& result) {
  return job.file_size ? result.file > *job.file_size : result.misses_target();
}

/// Standard output carries the stream alone, if that goes there.
std::FILE* said_on(const ShapeJob& job) { return job.output == kStandardStream ? stderr : stdout; }

QJsonArray videos_of(const ShapeResult& result) {
  QJsonArray videos;
  for (const ShapedVideo& video : result.videos) {
    const auto program = video.stream ? video.stream->program_number : std::nullopt;
    videos.append(QJsonObject{
        {"program", program ? QJsonValue(*program) : QJsonValue()},
        {"id", video.stream ? QJsonValue(video.stream->id) : QJsonValue()},
        {"pictures", static_cast<double>(video.pictures)},
        {"originalOctets", static_cast<double>(video.original_size.bytes())},
        {"octets", static_cast<double>(video.size.bytes())},
    });
  }
  return videos;
}

void print_json(const ShapeJob& job, const ShapeResult& result, double elapsed) {
  const auto bytes = [](DataSize size) { return static_cast<double>(size.bytes()); };
  const QJsonObject object{
      {"input", job.input},
      {"output", job.output},
      {"kind", name_of(result.kind)},
      {"pictures", static_cast<double>(result.pictures)},
      {"seconds", result.seconds},
      {"originalFileOctets", bytes(result.original_file)},
      {"fileOctets", bytes(result.file)},
      {"targetFileOctets", job.file_size ? QJsonValue(bytes(*job.file_size)) : QJsonValue()},
      {"originalVideoOctets", bytes(result.original_video)},
      {"videoOctets", bytes(result.video)},
      {"originalVideoRate", rate_of(result.original_video, result.seconds)},
      {"videoRate", rate_of(result.video, result.seconds)},
      {"targetVideoOctets", bytes(result.bounds.target)},
      {"targetMissed", misses_target(job, result)},
      {"smallestVideoOctets", bytes(result.bounds.smallest)},
      {"smallestVideoRate", rate_of(result.bounds.smallest, result.seconds)},
      {"smallestRatio", result.bounds.smallest / result.original_video},
      {"videos", videos_of(result)},
      {"otherVideos", static_cast<double>(result.other_videos)},
      {"damagedSlices", static_cast<double>(result.damaged_slices)},
      {"firstDamageSeconds", result.first_damage ? QJsonValue(result.first_damage->seconds) : QJsonValue()},
      {"firstDamageOctet", result.first_damage ? QJsonValue(bytes(result.first_damage->bytes)) : QJsonValue()},
      {"copiedPictures", static_cast<double>(result.copied_pictures)},
      {"assumedRatePictures", static_cast<double>(result.assumed_rate_pictures)},
      {"indexedPictures", static_cast<double>(result.indexed_pictures)},
      {"picturesAboveTarget", static_cast<double>(result.pictures_above_target)},
      {"elapsedSeconds", elapsed},
  };
  std::fputs(QJsonDocument(object).toJson().constData(), said_on(job));
}

/// Says which videos of a multiplex were shaped.
void print_videos(std::FILE* out, const ShapeResult& result) {
  for (const ShapedVideo& video : result.videos) {
    if (!video.stream) continue;
    const std::string id = format_text(video.stream->program_number ? "PID %u" : "stream 0x%X", video.stream->id);
    const std::string name =
        video.stream->program_number ? format_text("program %u (%s)", *video.stream->program_number, id.c_str()) : id;
    std::fprintf(out, "  shaped %s", name.c_str());
    if (result.videos.size() > 1) {
      std::fprintf(out, ": %.0f -> %.0f kbit/s (%.1f %%)", rate_of(video.original_size, video.seconds) / 1e3,
                   rate_of(video.size, video.seconds) / 1e3, 100 * (video.size / video.original_size));
    }
    std::fputs("\n", out);
  }
  const auto others = static_cast<unsigned long long>(result.other_videos);
  if (others > 0)
    std::fprintf(out, "  %llu other %s left as %s\n", others, others == 1 ? "video was" : "videos were",
                 others == 1 ? "it is" : "they are");
}

void print_missed_target(std::FILE* out, const ShapeJob& job, const ShapeResult& result) {
  if (!misses_target(job, result)) return;
  const auto rate = [&](DataSize size) { return rate_of(size, result.seconds) / 1e3; };
  const auto percent = [&](DataSize size) { return 100 * (size / result.original_video); };
  const VideoBounds& bounds = result.bounds;
  if (job.file_size) {
    std::fprintf(out, "  missed: that is %lld bytes more than --size says",
                 static_cast<long long>((result.file - *job.file_size).bytes()));
  } else {
    std::fprintf(out, "  missed: the target leaves the video %.0f kbit/s (%.1f %%)", rate(bounds.target),
                 percent(bounds.target));
  }
  std::fprintf(out, "; the smallest that it can be is %.0f kbit/s (%.1f %%)\n", rate(bounds.smallest),
               percent(bounds.smallest));
}

void print_text(const ShapeJob& job, const ShapeResult& result, double elapsed) {
  std::FILE* const out = said_on(job);
  const auto count = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  const QString name = job.output == kStandardStream ? "standard output" : job.output;
  std::fprintf(out, "%s: %s stream, %llu %s, %.2f s, in %.2f s\n", qPrintable(name), name_of(result.kind),
               count(result.pictures), result.pictures == 1 ? "picture" : "pictures", result.seconds, elapsed);
  std::fprintf(out, "  video  %.0f -> %.0f kbit/s (%.1f %%)\n", rate_of(result.original_video, result.seconds) / 1e3,
               rate_of(result.video, result.seconds) / 1e3, 100 * (result.video / result.original_video));
  std::fprintf(out, "  file   %lld -> %lld bytes\n", static_cast<long long>(result.original_file.bytes()),
               static_cast<long long>(result.file.bytes()));
  print_missed_target(out, job, result);
  print_videos(out, result);
  if (result.damaged_slices > 0) {
    const bool one = result.damaged_slices == 1;
    std::fprintf(out, "  damaged: %llu %s in the picture at %.2f s, byte %lld of the video; %s copied\n",
                 count(result.damaged_slices), one ? "slice," : "slices, the first", result.first_damage->seconds,
                 static_cast<long long>(result.first_damage->bytes.bytes()), one ? "it was" : "they were");
  }
  const auto note = [&](std::uint64_t number, const char* one, const char* many) {
    if (number > 0) std::fprintf(out, "  %llu %s\n", count(number), number == 1 ? one : many);
  };
  const auto copied = [&](mpeg::CopyReason reason, const char* one, const char* many) {
    note(result.copied_for[static_cast<std::size_t>(reason)], one, many);
  };
  copied(mpeg::CopyReason::kDPicture, "picture was copied: a D picture", "pictures were copied: D pictures");
  copied(mpeg::CopyReason::kScalable, "picture was copied: scalable", "pictures were copied: scalable");
  copied(mpeg::CopyReason::kNoSequenceHeader, "picture was copied: before the first sequence header",
         "pictures were copied: before the first sequence header");
  copied(mpeg::CopyReason::kDamagedHeaders, "picture was copied: its headers are damaged or missing",
         "pictures were copied: their headers are damaged or missing");
  note(result.assumed_rate_pictures, "picture does not say how many there are a second: 25 were assumed",
       "pictures do not say how many there are a second: 25 were assumed");
  if (mpeg::shapes_each_picture(job.shaper.shaper.method)) {
    note(result.pictures_above_target, "picture cannot be made as small as the target asks for",
         "pictures cannot be made as small as the target asks for");
  } else {
    note(result.pictures_above_target, "picture is in a group that cannot be made as small as the target asks for",
         "pictures are in groups that cannot be made as small as the target asks for");
  }
}

/// Help does not help against a file or a disk.
int report(const Error& error) {
  std::fprintf(stderr, "counterpoint-cli shape: %s\n", error.message.text().c_str());
  return error.kind == ErrorKind::kRefused ? kExitCallFailed : kExitWrongUse;
}

}  // namespace

int shape_command(const QStringList& arguments) {
  QCommandLineParser parser;
  declare(parser);
  if (!parser.parse(arguments)) return report_wrong_use("shape", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  const auto job = job_of(parser);
  if (!job && job.error().kind == ErrorKind::kUnavailable) return report(job.error());
  if (!job) return report_wrong_use("shape", job.error().message);
  if (parser.isSet("dry-run")) {
    const auto estimate = run(*job, estimate_shaping);
    if (!estimate) return report(estimate.error());
    return print_estimate(*job, *estimate, parser.isSet("json")), kExitFine;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto result = run(*job, shape_file);
  if (!result) return report(result.error());
  if (!result->index_note.empty()) {
    std::fprintf(stderr, "counterpoint-cli shape: %s\n", result->index_note.c_str());
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  parser.isSet("json") ? print_json(*job, *result, elapsed.count()) : print_text(*job, *result, elapsed.count());
  return kExitFine;
}

}  // namespace counterpoint
