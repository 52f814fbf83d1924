// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/plane/operating_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/adaptation/plane/operating_points.h"

namespace counterpoint {
namespace {

/// The outline has so many cells of equal width on a logarithmic axis.
constexpr int kCells = 96;
/// Fewer frames a second than these are chosen by no scaler that chooses freely, unless the limits ask for fewer.
constexpr double kFewestFrames = 4;

double kilobits(const PlanePosition& position) { return position.bit_rate.kilobits_per_second(); }

PlanePosition at(double kilobits, double packets) {
  return {.bit_rate = DataRate::bits_per_second(std::llround(1000 * kilobits)),
          .packet_rate = PacketRate::per_second(packets)};
}

/// Gathers lines of the plane, and gives an outline that holds all of them.
class Envelope {
 public:
  /// All lines lie between the two bit-rates, in kbit/s, 0 < from <= to.
  Envelope(double from, double to)
      : from_(std::log(from)), width_(std::max(1e-9, (std::log(to) - std::log(from)) / kCells)), cells_(kCells) {}

  void add(const PlanePosition& a, const PlanePosition& b) {
    const double first = std::min(kilobits(a), kilobits(b));
    const double last = std::max(kilobits(a), kilobits(b));
    const int end = cell_of(last);
    for (int cell = cell_of(first); cell <= end; ++cell) {
      const double left = std::clamp(std::exp(from_ + cell * width_), first, last);
      const double right = std::clamp(std::exp(from_ + (cell + 1) * width_), first, last);
      for (const double x : {left, right}) {
        const double part = last > first ? (x - kilobits(a)) / (kilobits(b) - kilobits(a)) : 0;
        cover(cell, a.packet_rate.per_second() + part * (b.packet_rate.per_second() - a.packet_rate.per_second()));
      }
      cover_ends(cell, a, b);
    }
  }

  [[nodiscard]] std::vector<PacketRateSpan> outline() const {
    std::vector<PacketRateSpan> spans;
    for (int node = 0; node <= kCells; ++node) {
      double least = std::numeric_limits<double>::infinity();
      double most = 0;
      // A node has to hold all of the cells on both of its sides.
      for (const int cell : {node - 1, node}) {
        if (cell < 0 || cell >= kCells) continue;
        least = std::min(least, cells_[static_cast<std::size_t>(cell)].least);
        most = std::max(most, cells_[static_cast<std::size_t>(cell)].most);
      }
      if (least > most) continue;
      const PlanePosition place = at(std::exp(from_ + node * width_), 0);
      spans.push_back({place.bit_rate, PacketRate::per_second(least), PacketRate::per_second(most)});
    }
    return spans;
  }

 private:
  struct Cell {
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
  };

  [[nodiscard]] int cell_of(double kilobits) const {
    return std::clamp(static_cast<int>((std::log(kilobits) - from_) / width_), 0, kCells - 1);
  }
  void cover(int cell, double packets) {
    Cell& covered = cells_[static_cast<std::size_t>(cell)];
    covered.least = std::min(covered.least, packets);
    covered.most = std::max(covered.most, packets);
  }
  void cover_ends(int cell, const PlanePosition& a, const PlanePosition& b) {
    if (cell_of(kilobits(a)) == cell) cover(cell, a.packet_rate.per_second());
    if (cell_of(kilobits(b)) == cell) cover(cell, b.packet_rate.per_second());
  }

  double from_;
  double width_;
  std::vector<Cell> cells_;
};

/// Adds the positions of the sizes from `first` to `last`, as far as lines between them do not tell them: the packet
/// rate only rises, by steps where a packet more no longer fits into a shared datagram.
template <typename Place>
void add_steps(std::vector<PlanePosition>& line, std::int64_t first, std::int64_t last, const Place& place) {
  const PlanePosition from = place(first);
  const PlanePosition to = place(last);
  if (last - first > 1 && from.packet_rate != to.packet_rate) {
    const std::int64_t middle = first + (last - first) / 2;
    add_steps(line, first, middle, place);
    return add_steps(line, middle, last, place);
  }
  line.push_back(from);
  line.push_back(to);
}

/// The same positions as those of frame_rate_line(), with aggregation.
std::vector<PlanePosition> shared_line(FrameRate frame_rate, DataSize from, DataSize to, const WireFormat& wire,
                                       Duration aggregation_delay) {
  OperatingPoint point{.frame_rate = frame_rate, .aggregation_delay = aggregation_delay};
  const auto place = [&](std::int64_t bytes) {
    point.frame_size = DataSize::bytes(bytes);
    return plane_position(point, wire);
  };
  std::vector<PlanePosition> line;
  const std::int64_t packet = wire.max_payload.bytes();
  for (std::int64_t size = from.bytes(); size <= to.bytes(); size = (size + packet - 1) / packet * packet + 1) {
    add_steps(line, size, std::min((size + packet - 1) / packet * packet, to.bytes()), place);
  }
  return line;
}

std::vector<PacketRateSpan> outline_of(const std::vector<std::vector<PlanePosition>>& curves) {
  double from = std::numeric_limits<double>::infinity();
  double to = 0;
  for (const auto& curve : curves) {
    for (const PlanePosition& point : curve) {
      if (kilobits(point) <= 0) continue;
      from = std::min(from, kilobits(point));
      to = std::max(to, kilobits(point));
    }
  }
  if (from > to) return {};
  Envelope envelope(from, to);
  for (const auto& curve : curves) {
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const PlanePosition& before = curve[i > 0 ? i - 1 : i];
      if (kilobits(before) > 0 && kilobits(curve[i]) > 0) envelope.add(before, curve[i]);
    }
  }
  return envelope.outline();
}

}  // namespace

std::vector<std::span<const PlanePosition>> curves_of(std::span<const PlanePosition> points) {
  std::vector<std::span<const PlanePosition>> curves;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= points.size(); ++i) {
    if (i < points.size() && points[i].bit_rate > points[i - 1].bit_rate) continue;
    curves.push_back(points.subspan(first, i - first));
    first = i;
  }
  return curves;
}

OperatingSet set_of_points(std::vector<PlanePosition> points) {
  std::vector<std::vector<PlanePosition>> curves;
  for (const auto curve : curves_of(points)) curves.emplace_back(curve.begin(), curve.end());
  OperatingSet set{.points = std::move(points), .outline = outline_of(curves)};
  return set;
}

std::vector<PlanePosition> corners_of(std::span<const PacketRateSpan> outline) {
  std::vector<PlanePosition> corners;
  for (const PacketRateSpan& span : outline) {
    corners.push_back({span.bit_rate, span.least});
    corners.push_back({span.bit_rate, span.most});
  }
  return corners;
}

std::vector<PacketRateSpan> outline_from(std::span<const PlanePosition> corners) {
  std::vector<PacketRateSpan> outline;
  for (std::size_t i = 0; i + 1 < corners.size(); i += 2) {
    const PlanePosition& least = corners[i];
    const PlanePosition& most = corners[i + 1];
    const bool rises = outline.empty() || least.bit_rate > outline.back().bit_rate;
    if (!rises || least.bit_rate != most.bit_rate || least.packet_rate > most.packet_rate) continue;
    outline.push_back({least.bit_rate, least.packet_rate, most.packet_rate});
  }
  return outline;
}

std::vector<PlanePosition> frame_rate_line(FrameRate frame_rate, DataSize from, DataSize to, const WireFormat& wire) {
  std::vector<PlanePosition> line;
  const auto add = [&](DataSize size) {
    line.push_back(plane_position({.frame_size = size, .frame_rate = frame_rate}, wire));
  };
  add(from);
  const std::int64_t packet = wire.max_payload.bytes();
  for (std::int64_t full = from.bytes() / packet * packet; full < to.bytes(); full += packet) {
    if (full <= from.bytes()) continue;
    add(DataSize::bytes(full));
    add(DataSize::bytes(full + 1));
  }
  add(to);
  return line;
}

OperatingSet free_set(const WireFormat& wire, const ScalingLimits& limits) {
  std::vector<double> frame_rates;
  const double most = limits.max_frame_rate.per_second();
  for (double rate = std::min(kFewestFrames, most); rate < most; rate += 1) frame_rates.push_back(rate);
  frame_rates.push_back(most);
  WireFormat long_audio = wire;
  long_audio.audio_packet_time = std::max(wire.audio_packet_time, wire.max_audio_packet_time);
  std::vector<std::vector<PlanePosition>> curves;
  for (const double rate : frame_rates) {
    const FrameRate frames = FrameRate::per_second(rate);
    // Frames may be as small as a packet where packets are short, whatever rate that is.
    const DataSize least =
        std::max(DataSize::bytes(1), std::min(limits.min_video_rate * frames.interval(), frame_size_of(2, wire)));
    const DataSize largest = std::max(least + DataSize::bytes(1), limits.max_video_rate * frames.interval());
    for (const WireFormat& format : {wire, long_audio}) {
      curves.push_back(frame_rate_line(frames, least, largest, format));
      if (limits.max_aggregation_delay > Duration::zero())
        curves.push_back(shared_line(frames, least, largest, format, limits.max_aggregation_delay));
    }
  }
  return {.points = {}, .outline = outline_of(curves)};
}

bool OperatingSet::contains(const PlanePosition& position, double tolerance) const {
  if (outline.empty()) return false;
  const double rate = kilobits(position);
  const double packets = position.packet_rate.per_second();
  const auto within = [&](double least, double most) {
    return packets >= least * (1 - tolerance) && packets <= most * (1 + tolerance);
  };
  const auto after = std::ranges::lower_bound(outline, position.bit_rate, {}, &PacketRateSpan::bit_rate);
  if (after == outline.begin() || after == outline.end()) {
    const PacketRateSpan& end = after == outline.begin() ? outline.front() : outline.back();
    const double edge = end.bit_rate.kilobits_per_second();
    return std::abs(rate - edge) <= tolerance * edge && within(end.least.per_second(), end.most.per_second());
  }
  const PacketRateSpan& before = *std::prev(after);
  const double part = (rate - before.bit_rate.kilobits_per_second()) /
                      (after->bit_rate.kilobits_per_second() - before.bit_rate.kilobits_per_second());
  const auto between = [part](PacketRate a, PacketRate b) {
    return a.per_second() + part * (b.per_second() - a.per_second());
  };
  return within(between(before.least, after->least), between(before.most, after->most));
}

}  // namespace counterpoint
