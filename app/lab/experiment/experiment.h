// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment: links, flows over them, and expectations of the results. Data alone: docs/manual/laboratory.md has the
// file format, and each level (level.h) carries it out its own way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/adaptation/mode/parameter.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/audio_format.h"
#include "core/model/datagram.h"
#include "core/model/operating_point.h"
#include "net/emulation/path_config.h"

namespace counterpoint {

/// A span of an experiment's time: [from, to).
struct LabSpan {
  Duration from{};
  Duration to{};
  bool operator==(const LabSpan&) const = default;
};

/// A bottleneck that flows share, with a queue for each direction.
struct LabLink {
  std::string name;
  PathConfig forward;
  PathConfig backward;
  bool operator==(const LabLink&) const = default;
};

/// A call that sends video and audio one way (RFC 8867: one video and one audio flow); its reports go the other way.
struct MediaLoad {
  DataRate min_rate = DataRate::kilobits_per_second(150);  ///< Video: the lowest rate that the source can use.
  DataRate max_rate = DataRate::kilobits_per_second(1500);
  DataRate start_rate = DataRate::kilobits_per_second(150);
  DataRate fixed_rate = DataRate::kilobits_per_second(500);  ///< Video in mode `fixed`.
  DataRate audio_rate = DataRate::kilobits_per_second(20);   ///< 6 to 256 kbit/s
  Duration audio_packet_time = kAudioPacketDuration;         ///< One of kAudioPacketDurations.
  FrameRate frame_rate = FrameRate::per_second(30);
  Resolution resolution = {.width = 640, .height = 360};
  DataSize packet_size = DataSize::bytes(1228);  ///< 228 to 1480, the largest IP packet (of UDP).
  std::vector<LabSpan> pauses;                   ///< Spans of the experiment without video; in order, not touching.
  bool both_ways = false;                        ///< The other end sends the same.
  bool video_over_tcp = false;                   ///< Video goes over a TCP connection (Reno), audio in datagrams.
  double receiver_skew = 0;                      ///< The receiver's clock gains so much, -1000 to 1000 ppm.
  std::string mode;                              ///< Mode of adaptation of this flow alone; empty: the run's.
  std::map<std::string, ParameterValues> parameters;  ///< They precede those of the experiment.

  /// The part of packet_size that IPv4 and UDP leave for their payload.
  [[nodiscard]] DataSize max_datagram() const { return packet_size - kIpUdpHeader; }
  bool operator==(const MediaLoad&) const = default;
};

enum class TcpVariant { kReno, kCubic, kBbr };

/// Bulk or short transfers over TCP.
struct TcpLoad {
  /// One transfer after another, each of a size drawn evenly from [min_size, max_size], after an exponential pause.
  struct Transfers {
    DataSize min_size;
    DataSize max_size;
    Duration mean_idle{};
    bool operator==(const Transfers&) const = default;
  };
  TcpVariant variant = TcpVariant::kReno;
  std::optional<Transfers> transfers;                    ///< Nothing: as much as TCP can carry, from start to stop.
  DataSize segment_size = DataSize::bytes(1448);         ///< Payload, 100 to 1448.
  DataSize receive_window = DataSize::bytes(4'000'000);  ///< 1 kB to 64 MB.
  bool operator==(const TcpLoad&) const = default;
};

/// Datagrams without any control: constant, or on and off in turn.
struct CrossLoad {
  DataRate rate = DataRate::kilobits_per_second(500);  ///< While on, headers included.
  DataSize packet_size = DataSize::bytes(1000);        ///< IP packet, 64 to 1500.
  Duration on{};                                       ///< 0: always on. Otherwise, the (mean) time on.
  Duration off{};                                      ///< The (mean) time off.
  bool exponential = false;                            ///< Times on and off are drawn, else exact.
  bool operator==(const CrossLoad&) const = default;
};

/// One flow. An element of the file with "count" has become so many flows.
struct LabFlow {
  std::string name;                ///< Unique: letters, digits and "-".
  std::vector<std::size_t> links;  ///< In the order of the forward direction.
  bool backward = false;           ///< Its main direction is backward: over the links from last to first.
  Duration access_delay{};         ///< One-way delay of the flow alone, in each direction.
  Duration start{};
  Duration stop{};  ///< <= the experiment's duration.
  std::variant<MediaLoad, TcpLoad, CrossLoad> load;

  [[nodiscard]] bool is_media() const { return std::holds_alternative<MediaLoad>(load); }
  [[nodiscard]] bool is_tcp() const { return std::holds_alternative<TcpLoad>(load); }
  bool operator==(const LabFlow&) const = default;
};

/// A bound on a metric (metrics.h) that a run must hold.
struct Expectation {
  std::string metric;
  std::string flow;  ///< The flow's name; empty: the whole run.
  LabSpan span;
  std::optional<double> at_least;
  std::optional<double> at_most;
  std::vector<std::string> modes;  ///< The modes in which it holds; empty: in each.
  bool operator==(const Expectation&) const = default;
};

/// One experiment, or one case of it.
struct Experiment {
  std::string name;       ///< "rfc8867-5.1"
  std::string case_name;  ///< "delay-100ms"; empty when the experiment has no cases.
  std::string title;      ///< One line.
  std::string source;     ///< "RFC 8867, 5.1"
  Duration duration{};
  Duration sample_interval = 200ms;  ///< Interval of plots and of metrics over time (RFC 8867: 200 ms).
  std::vector<LabLink> links;
  std::vector<LabFlow> flows;
  std::map<std::string, ParameterValues> parameters;  ///< Parameters of modes, by the modes' names; checked.
  std::vector<Expectation> expectations;

  /// "rfc8867-5.1" or "rfc8867-5.1/delay-100ms".
  [[nodiscard]] std::string full_name() const { return case_name.empty() ? name : name + "/" + case_name; }
  /// Parameters that the experiment sets for `mode`.
  [[nodiscard]] ParameterValues parameters_in(const std::string& mode) const {
    const auto found = parameters.find(mode);
    return found != parameters.end() ? found->second : ParameterValues{};
  }
  bool operator==(const Experiment&) const = default;
};

}  // namespace counterpoint
