// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_labels.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace counterpoint {
namespace {

constexpr qreal kGap = 5;  ///< Distance between a label and its line or edge.

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
  Places places(plot, markers);
  PlaneLabels labels;
  if (rate_limit) {
    const QSizeF size = sizes.rate_limit;
    // Without room on either side, the label stands on its line.
    const qreal on_line = std::clamp(*rate_limit - size.width() / 2, plot.left() + 1, plot.right() - size.width() - 1);
    std::vector<qreal> tops;
    for (qreal top = plot.top() + 1; top + size.height() < plot.bottom(); top += size.height() + 1) tops.push_back(top);
    labels.rate_limit = places.take(size, {*rate_limit + kGap, *rate_limit - kGap - size.width(), on_line}, tops);
  }
  if (packet_limit) {
    const QSizeF size = sizes.packet_limit;
    std::vector<qreal> lefts{plot.left() + kGap, plot.right() - kGap - size.width()};
    constexpr int kElsewhere = 16;
    for (int i = 1; i < kElsewhere; ++i) lefts.push_back(lefts[0] + i * (lefts[1] - lefts[0]) / kElsewhere);
    labels.packet_limit = places.take(size, lefts, {*packet_limit - 2 - size.height(), *packet_limit + 2});
  }
  return labels;
}

}  // namespace counterpoint
