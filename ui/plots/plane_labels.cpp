// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_labels.h"

#include <algorithm>
#include <vector>

namespace counterpoint {
namespace {

constexpr qreal kGap = 5;        ///< Distance between a label and its line or edge.
constexpr qreal kLineWidth = 3;  ///< Width of a line with a margin.

/// Allots places: to each label the first of its candidates that is free.
class Places {
 public:
  Places(const QRectF& plot, std::vector<QRectF> taken) : plot_(plot), taken_(std::move(taken)) {}

  /// Candidates have their corners at each of `lefts` in each of `tops`; earlier tops are tried first.
  QRectF take(QSizeF size, const std::vector<qreal>& lefts, const std::vector<qreal>& tops) {
    for (const qreal top : tops) {
      for (const qreal left : lefts) {
        const QRectF place(QPointF(left, top), size);
        const auto covers = [&place](const QRectF& other) { return other.intersects(place); };
        if (!plot_.contains(place) || std::ranges::any_of(taken_, covers)) continue;
        taken_.push_back(place);
        return place;
      }
    }
    return {};
  }

 private:
  QRectF plot_;
  std::vector<QRectF> taken_;
};

}  // namespace

PlaneLabels place_labels(const QRectF& plot, const PlaneLabelSizes& sizes, std::optional<qreal> rate_limit,
                         std::optional<qreal> packet_limit, const std::vector<QRectF>& markers) {
  std::vector<QRectF> taken = markers;
  if (rate_limit) taken.emplace_back(*rate_limit - kLineWidth / 2, plot.top(), kLineWidth, plot.height());
  if (packet_limit) taken.emplace_back(plot.left(), *packet_limit - kLineWidth / 2, plot.width(), kLineWidth);
  Places places(plot, std::move(taken));
  const auto lefts = [&](QSizeF size, bool from_right) {
    const qreal at_left = plot.left() + kGap;
    const qreal at_right = plot.right() - kGap - size.width();
    std::vector<qreal> found = from_right ? std::vector{at_right, at_left} : std::vector{at_left, at_right};
    if (rate_limit) found.insert(found.begin() + 1, {*rate_limit + kGap, *rate_limit - kGap - size.width()});
    constexpr int kElsewhere = 16;
    for (int i = 1; i < kElsewhere; ++i) found.push_back(at_left + i * (at_right - at_left) / kElsewhere);
    return found;
  };
  const auto tops = [&](QSizeF size, bool from_bottom) {
    std::vector<qreal> found;
    const qreal row = size.height() + 1;
    constexpr int kRows = 10;
    found.reserve(kRows);
    for (int i = 0; i < kRows; ++i) {
      found.push_back(from_bottom ? plot.bottom() - 1 - (i + 1) * row : plot.top() + 1 + i * row);
    }
    return found;
  };
  PlaneLabels labels;
  labels.packet_unit = places.take(sizes.packet_unit, lefts(sizes.packet_unit, false), tops(sizes.packet_unit, false));
  labels.rate_unit = places.take(sizes.rate_unit, lefts(sizes.rate_unit, true), tops(sizes.rate_unit, true));
  if (rate_limit) {
    const QSizeF size = sizes.rate_limit;
    labels.rate_limit = places.take(size, {*rate_limit + kGap, *rate_limit - kGap - size.width()}, tops(size, false));
  }
  if (packet_limit) {
    const QSizeF size = sizes.packet_limit;
    const qreal above = *packet_limit - 2 - size.height();
    labels.packet_limit = places.take(size, lefts(size, false), {above, *packet_limit + 2});
  }
  return labels;
}

}  // namespace counterpoint
