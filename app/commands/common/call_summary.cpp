// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/common/call_summary.h"

#include <sys/resource.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "core/base/format_text.h"
#include "core/log/session_log.h"

namespace counterpoint {
namespace {

double per_second(std::uint64_t before, std::uint64_t now, Duration interval) {
  const double seconds = to_seconds(interval);
  return seconds > 0 ? static_cast<double>(now - before) / seconds : 0;
}

double mean(double total, std::uint64_t count) { return count > 0 ? total / static_cast<double>(count) : 0; }

/// Share of the expected packets that did not come, in per cent.
double loss_percent(const InboundStats& stats) {
  const double lost = static_cast<double>(std::max<std::int64_t>(stats.packets_lost, 0));
  const double expected = static_cast<double>(stats.packets_received) + lost;
  return expected > 0 ? 100 * lost / expected : 0;
}

struct Stage {
  const char* name;
  const LatencyHistogram LatencyReport::*histogram;
};
constexpr Stage kStages[] = {
    {"captureToEncoder", &LatencyReport::queueing}, {"encode", &LatencyReport::encoding},
    {"decode", &LatencyReport::decoding},           {"hold", &LatencyReport::holding},
    {"present", &LatencyReport::presenting},        {"captureToDisplay", &LatencyReport::end_to_end}};

/// Empty for a call without media.
LatencyReport latencies_of(const CallSummary& summary) {
  return summary.status.latencies ? *summary.status.latencies : LatencyReport();
}

QJsonObject latency_json(const LatencyReport& report) {
  QJsonObject json;
  for (const Stage& stage : kStages) {
    const LatencyHistogram& histogram = report.*stage.histogram;
    json[stage.name] = QJsonObject{{"mean", to_milliseconds(histogram.mean())},
                                   {"p50", to_milliseconds(histogram.percentile(0.50))},
                                   {"p95", to_milliseconds(histogram.percentile(0.95))},
                                   {"p99", to_milliseconds(histogram.percentile(0.99))},
                                   {"count", static_cast<qint64>(histogram.count())}};
  }
  return json;
}

}  // namespace

ResourceUse resource_use() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return {.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime),
          .peak_memory_mib = static_cast<double>(usage.ru_maxrss) / 1024};
}

std::string live_line(const SessionStats& before, const SessionStats& now, Duration interval, Duration elapsed) {
  const auto kilobits = [interval](std::uint64_t a, std::uint64_t b) { return per_second(a, b, interval) * 8 / 1000; };
  return format_text(
      "%4.0f s  out %5.0f kbit/s %4.0f p/s %4.1f f/s | in %5.0f kbit/s %4.1f f/s %ldx%ld | rtt %.0f ms, loss %.1f %%, "
      "sound - picture %+.0f ms",
      to_seconds(elapsed), kilobits(before.transport.bytes_sent, now.transport.bytes_sent),
      per_second(before.transport.packets_sent, now.transport.packets_sent, interval),
      per_second(before.video_out.frames_encoded, now.video_out.frames_encoded, interval),
      kilobits(before.transport.bytes_received, now.transport.bytes_received),
      per_second(before.video_in.frames_rendered, now.video_in.frames_rendered, interval),
      static_cast<long>(now.video_in.frame_width), static_cast<long>(now.video_in.frame_height),
      1000 * std::max(now.audio_remote.round_trip_time, now.video_remote.round_trip_time),
      loss_percent(now.video_in.packets_received > 0 ? now.video_in : now.audio_in),
      1000 * now.transport.audio_video_skew);
}

std::string media_text(const CallSummary& summary) {
  const SessionStats& s = summary.stats;
  const double seconds = std::max(to_seconds(summary.elapsed), 1e-3);
  std::string text;
  text += format_text("video sent      %llu frames, %.0f kbit/s, %llu key frames",
                      static_cast<unsigned long long>(s.video_out.frames_encoded),
                      static_cast<double>(s.video_out.bytes_sent) * 8e-3 / seconds,
                      static_cast<unsigned long long>(s.video_out.key_frames_encoded));
  if (s.video_out.total_encode_time > 0) {
    text +=
        format_text(", encode %.1f ms a frame", 1000 * mean(s.video_out.total_encode_time, s.video_out.frames_encoded));
  }
  text += "\n";
  if (s.transport.packets_received == 0) return text;
  text += format_text(
      "video received  %llu frames decoded, %.1f frames/s shown, %llu freezes, loss %.2f %%, decode %.1f ms\n",
      static_cast<unsigned long long>(s.video_in.frames_decoded),
      static_cast<double>(s.video_in.frames_rendered) / seconds,
      static_cast<unsigned long long>(s.video_in.freeze_count), loss_percent(s.video_in),
      1000 * mean(s.video_in.total_decode_time, s.video_in.frames_decoded));
  text += format_text("audio received  %llu packets, loss %.2f %%, concealed %.0f ms, restored by FEC %llu packets\n",
                      static_cast<unsigned long long>(s.audio_in.packets_received), loss_percent(s.audio_in),
                      static_cast<double>(s.audio_in.concealed_samples) / 48,
                      static_cast<unsigned long long>(s.audio_in.fec_packets_received));
  return text;
}

std::string to_text(const CallSummary& summary) {
  const double seconds = std::max(to_seconds(summary.elapsed), 1e-3);
  const LatencyHistogram shown = latencies_of(summary).end_to_end;
  std::string text = media_text(summary);
  if (summary.status.peer == kSelfPeer && shown.count() > 0) {
    text += format_text("latency         captured to shown %.1f ms median, %.1f ms at the 95th percentile\n",
                        to_milliseconds(shown.percentile(0.5)), to_milliseconds(shown.percentile(0.95)));
  }
  text += format_text("used            %.2f cores, at most %.0f MiB\n", summary.used.cpu_seconds / seconds,
                      summary.used.peak_memory_mib);
  return text;
}

std::string to_json(const CallSummary& summary) {
  const std::string line = to_json_line({summary.elapsed, LogStats{summary.stats}});
  QJsonObject statistics = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
  statistics.remove("time");
  statistics.remove("type");
  const double seconds = to_seconds(summary.elapsed);
  const QJsonObject json{{"result", QString::fromUtf8(to_string(summary.status.end).data())},
                         {"detail", QString::fromStdString(summary.status.detail.text())},
                         {"peer", QString::fromStdString(summary.status.peer)},
                         {"duration", seconds},
                         {"log", QString::fromStdString(summary.status.log_path.string())},
                         {"cpuCores", seconds > 0 ? summary.used.cpu_seconds / seconds : 0},
                         {"peakMemoryMiB", summary.used.peak_memory_mib},
                         {"latency", latency_json(latencies_of(summary))},
                         {"statistics", statistics}};
  return QJsonDocument(json).toJson(QJsonDocument::Indented).toStdString();
}

}  // namespace counterpoint
