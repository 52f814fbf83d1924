// SPDX-License-Identifier: GPL-3.0-or-later
// Records that a run leaves behind, on any level. All metrics and plots are made of these alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/experiment/experiment.h"
#include "app/lab/record/shown_picture.h"
#include "core/base/result.h"
#include "core/model/session_stats.h"
#include "net/emulation/path_packet.h"

namespace counterpoint {

/// The experiment of a run, and its conditions.
struct RunHeader {
  Experiment experiment;
  std::string mode;   ///< The media flows' mode: "fixed", "tcp", ...
  std::string level;  ///< "sim", "ns3" or "kernel".
  std::uint64_t seed = 1;
  bool real_encoder = false;
  std::string camera;   ///< Frames for the real encoder, as --camera takes them; empty without it.
  std::string program;  ///< "counterpoint 0.1.0"
  bool operator==(const RunHeader&) const = default;
};

/// The network's treatment of one packet.
struct PacketOutcome {
  Duration at{};           ///< Since the start of the run: when the last link had served it, or when it was dropped.
  std::uint32_t flow = 0;  ///< Index in Experiment::flows.
  bool backward = false;   ///< It went backward over the links.
  DataSize wire_size;      ///< The IP packet.
  Duration queued{};       ///< Total time in queues, without its own transmission.
  PathRecord::Fate fate = PathRecord::Fate::kCarried;
  bool operator==(const PacketOutcome&) const = default;
};

/// The statistics of one end of a media flow, from its session log.
struct EndStatistics {
  struct Second {
    Duration at{};  ///< Time since the start of the run.
    SessionStats stats;
  };
  Duration start{};  ///< Start of its log, with all totals at zero, since the start of the run.
  std::vector<Second> seconds;
};

/// One run, read back.
struct RunRecord {
  RunHeader header;
  std::vector<PacketOutcome> packets;  ///< In order of time.
  std::vector<EndStatistics> senders;  ///< One for each flow; empty for flows other than media.
  std::vector<EndStatistics> receivers;
  /// In the order of time in which the receiver showed them; nothing where the level does not record them.
  std::vector<std::optional<std::vector<ShownPicture>>> pictures;
  /// Nothing where pictures were not measured: without the real encoder, and of clips.
  std::vector<std::optional<std::vector<ScreenLook>>> looks;
};

/// The setting of a session log that says when it began, in seconds since the start of the run: "5.002".
inline constexpr const char* kLabStartSetting = "lab_start_s";

/// A run's folder: run.json, packets.csv, and for each media flow FLOW.sender.jsonl and FLOW.receiver.jsonl, session
/// logs whose header has the setting kLabStartSetting, and FLOW.pictures.csv and FLOW.similarity.csv, unless the level
/// does not record them.
struct RunFolder {
  std::filesystem::path path;

  [[nodiscard]] std::filesystem::path header() const { return path / "run.json"; }
  [[nodiscard]] std::filesystem::path packets() const { return path / "packets.csv"; }
  [[nodiscard]] std::filesystem::path sender_log(const LabFlow& flow) const {
    return path / (flow.name + ".sender.jsonl");
  }
  [[nodiscard]] std::filesystem::path receiver_log(const LabFlow& flow) const {
    return path / (flow.name + ".receiver.jsonl");
  }
  [[nodiscard]] std::filesystem::path pictures(const LabFlow& flow) const {
    return path / (flow.name + ".pictures.csv");
  }
  [[nodiscard]] std::filesystem::path looks(const LabFlow& flow) const {
    return path / (flow.name + ".similarity.csv");
  }
};

/// Makes the folder and writes run.json. Errors: kUnavailable with the system's reason.
[[nodiscard]] Result<void> begin_run(const RunFolder& folder, const RunHeader& header);
[[nodiscard]] Result<RunHeader> read_run_header(const RunFolder& folder);
/// Writes packets.csv, replacing an older one.
[[nodiscard]] Result<void> write_packets(const RunFolder& folder, const std::vector<PacketOutcome>& packets);
/// Errors: kUnavailable (no such file), kMalformed with file and line.
[[nodiscard]] Result<RunRecord> read_run(const RunFolder& folder);

}  // namespace counterpoint
