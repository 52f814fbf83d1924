// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_view.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/plots/plane_labels.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"
#include "ui/widgets/opaque_panel_area.h"

namespace counterpoint {
namespace {

constexpr QSize kSize(456, 320);
constexpr Duration kTrail = 60s;
constexpr Duration kMinStay = 200ms;  ///< Figures stay for so long, so that one can read them.
// Margins of the plot.
constexpr int kTitleHeight = 44;
constexpr int kLeft = 52;
constexpr int kRight = 20;
constexpr int kBottom = 112;
// Rows below the plot, from the bottom of the panel up to their lower edge.
constexpr int kDecisionHeight = 34;
constexpr int kLegendBottom = kSpace + kDecisionHeight + kSpaceSmall;
constexpr int kLegendHeight = 17;  ///< Height of one row.
constexpr qreal kMarkerRadius = 6;
constexpr qreal kPointRadius = 2.2;

QFont font_of(const QWidget& widget, int pixels, QFont::Weight weight = QFont::Normal) {
  QFont font = widget.font();
  font.setPixelSize(pixels);
  font.setWeight(weight);
  return font;
}

QColor with_alpha(QColor colour, double alpha) {
  colour.setAlphaF(static_cast<float>(alpha));
  return colour;
}

QPixmap make_dot(const QColor& colour, qreal radius, qreal pixel_ratio) {
  const int size = static_cast<int>(std::ceil((2 * radius + 2) * pixel_ratio));
  QPixmap dot(size, size);
  dot.setDevicePixelRatio(pixel_ratio);
  dot.fill(Qt::transparent);
  QPainter painter(&dot);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawEllipse(QPointF(size, size) / pixel_ratio / 2, radius, radius);
  return dot;
}

QString position_text(const PlanePosition& position) {
  return QStringLiteral("%1, %2").arg(rate_text(position.bit_rate), packet_rate_text(position.packet_rate));
}

QString change_text(const AdaptationStatus::Change& change) {
  return decision_text(change.cause, change.from, change.to);
}

}  // namespace

PlaneView::PlaneView(QWidget* parent)
    : QWidget(parent), middle_(new OpaquePanelArea(this, [this](QPainter& painter) { paint(painter); })) {
  setObjectName(QStringLiteral("plane"));
  setAccessibleName(tr("Bit-rate and packet-rate plane"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  resize(kSize);
}

QSize PlaneView::sizeHint() const { return kSize; }

void PlaneView::clear() {
  state_ = words_ = {};
  trail_.clear();
  rates_ = PlaneAxis(100);
  packet_rates_ = PlaneAxis(20);
  background_ = {};
  empty_ = true;
  drawn_ = false;
  write_words();
  middle_->update_panel();
}

void PlaneView::set_state(const AdaptationStatus& state) {
  if (state.at < state_.at) clear();
  if (state.points != state_.points) background_ = {};
  state_ = state;
  if (trail_.empty() || trail_.back().at != state.position) trail_.push_back({.since = state.at, .at = state.position});
  while (trail_.size() > 1 && state.at - trail_[1].since > kTrail) trail_.pop_front();
  follow_axes();
  if (std::exchange(empty_, false) || state.at - words_.at >= kMinStay || state.mode != words_.mode) {
    words_ = state;
    write_words();
  }
  drawn_ = false;
  middle_->update_panel();
}

void PlaneView::follow_axes() {
  double rate = 0;
  double packets = 0;
  const auto show = [&](const PlanePosition& position) {
    rate = std::max(rate, position.bit_rate.kilobits_per_second());
    packets = std::max(packets, position.packet_rate.per_second());
  };
  for (const Stay& stay : trail_) show(stay.at);
  if (state_.received) show(*state_.received);
  // A limit far above all else would leave no room for the rest.
  constexpr double kFar = 2;
  if (state_.rate_limit) rate = std::max(rate, std::min(kFar * rate, state_.rate_limit->kilobits_per_second()));
  if (state_.packet_limit) packets = std::max(packets, std::min(kFar * packets, state_.packet_limit->per_second()));
  const auto ends = std::pair(rates_.end(), packet_rates_.end());
  rates_.follow(rate, state_.at);
  packet_rates_.follow(packets, state_.at);
  if (ends != std::pair(rates_.end(), packet_rates_.end())) background_ = {};
}

void PlaneView::write_words() {
  written_ = {};
  QString text =
      empty_ ? tr("No call yet")
             : tr("Mode %1. Chosen: %2.").arg(QString::fromStdString(words_.mode), position_text(words_.position));
  if (words_.received) text += tr(" Received by the peer: %1.").arg(position_text(*words_.received));
  if (words_.decision) text += tr(" Last decision: %1.").arg(change_text(*words_.decision));
  setAccessibleDescription(text);
}

QRectF PlaneView::plot_area() const { return QRectF(rect()).adjusted(kLeft, kTitleHeight, -kRight, -kBottom); }

PlanePosition PlaneView::axis_ends() const {
  return {.bit_rate = DataRate::bits_per_second(std::llround(1000 * rates_.end())),
          .packet_rate = PacketRate::per_second(packet_rates_.end())};
}

QPointF PlaneView::place_of(const PlanePosition& position) const {
  const QRectF plot = plot_area();
  return {plot.left() + plot.width() * position.bit_rate.kilobits_per_second() / rates_.end(),
          plot.bottom() - plot.height() * position.packet_rate.per_second() / packet_rates_.end()};
}

void PlaneView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::StyleChange) background_ = {};
  QWidget::changeEvent(event);
}

void PlaneView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter);
}

void PlaneView::paint(QPainter& painter) {
  // Because of the video beneath, it is painted three times as often as it changes.
  const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
  if (background_.size() != pixels) {
    background_ = make_background();
    written_ = {};
    drawn_ = false;
  }
  if (!std::exchange(drawn_, true)) draw();
  painter.drawPixmap(QPointF(), picture_);
}

void PlaneView::draw() {
  if (written_.isNull()) {
    written_ = background_;
    QPainter painter(&written_);
    painter.setRenderHint(QPainter::Antialiasing);
    paint_words(painter);
  }
  picture_ = written_;
  if (empty_) return;
  QPainter painter(&picture_);
  painter.setRenderHint(QPainter::Antialiasing);
  // Markers may reach over the axes by their radius, but nothing reaches into the text.
  painter.setClipRect(
      plot_area().adjusted(-kMarkerRadius - 2, -kMarkerRadius - 2, kMarkerRadius + 2, kMarkerRadius + 2));
  paint_limits(painter);
  paint_labels(painter);
  paint_trail(painter);
  paint_markers(painter);
}

QPixmap PlaneView::make_background() const {
  QPixmap pixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
  pixmap.setDevicePixelRatio(devicePixelRatioF());
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_of(*this).plot_panel);
  painter.drawRoundedRect(rect(), kPanelRadius, kPanelRadius);
  paint_grid(painter);
  paint_points(painter);
  return pixmap;
}

void PlaneView::paint_grid(QPainter& painter) const {
  const QRectF plot = plot_area();
  painter.setFont(font_of(*this, 11));
  const auto at = [this](double kilobits, double packets) {
    return place_of({.bit_rate = DataRate::bits_per_second(std::llround(1000 * kilobits)),
                     .packet_rate = PacketRate::per_second(packets)});
  };
  // While an axis moves, its last line may lie a hair beyond its end.
  constexpr double kHair = 1.001;
  for (double rate = 0; rate <= rates_.end() * kHair; rate += rates_.step()) {
    const qreal x = std::round(at(rate, 0).x()) + 0.5;
    painter.setPen(theme_of(*this).grid);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(theme_of(*this).quiet_text);
    const QString text = number_text(rate);
    const qreal half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
    // The last label ends with the plot, as do the texts above and below it.
    const qreal middle = std::min(x, plot.right() + kSpaceSmall - half);
    painter.drawText(QRectF(middle - 40, plot.bottom() + kSpaceSmall, 80, 16), Qt::AlignHCenter | Qt::AlignTop, text);
  }
  for (double packets = 0; packets <= packet_rates_.end() * kHair; packets += packet_rates_.step()) {
    const qreal y = std::round(at(0, packets).y()) + 0.5;
    painter.setPen(theme_of(*this).grid);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(theme_of(*this).quiet_text);
    painter.drawText(QRectF(0, y - 8, plot.left() - kSpace, 16), Qt::AlignRight | Qt::AlignVCenter,
                     number_text(packets));
  }
}

void PlaneView::paint_points(QPainter& painter) const {
  if (!state_.points) return;
  const QRectF plot = plot_area();
  // One dot for all of them: there are hundreds, and while an axis moves they are drawn anew each time.
  const QPixmap dot = make_dot(theme_of(*this).plane_point, kPointRadius, devicePixelRatioF());
  const qreal scale = 1 / dot.devicePixelRatio();
  std::vector<QPainter::PixmapFragment> dots;
  for (const PlanePosition& point : *state_.points) {
    const QPointF place = place_of(point);
    if (plot.contains(place)) dots.push_back(QPainter::PixmapFragment::create(place, dot.rect(), scale, scale));
  }
  painter.drawPixmapFragments(dots.data(), static_cast<int>(dots.size()), dot);
}

std::optional<qreal> PlaneView::rate_limit_place() const {
  const qreal x = state_.rate_limit ? place_of({*state_.rate_limit, {}}).x() : plot_area().right() + 1;
  return x <= plot_area().right() ? std::optional(x) : std::nullopt;
}

std::optional<qreal> PlaneView::packet_limit_place() const {
  const qreal y = state_.packet_limit ? place_of({{}, *state_.packet_limit}).y() : plot_area().top() - 1;
  return y >= plot_area().top() ? std::optional(y) : std::nullopt;
}

std::vector<QRectF> PlaneView::markers() const {
  constexpr qreal kReach = kMarkerRadius + 3;
  std::vector<QRectF> places;
  for (const auto& at : {std::optional(state_.position), state_.received}) {
    if (at) places.emplace_back(place_of(*at) - QPointF(kReach, kReach), QSizeF(2 * kReach, 2 * kReach));
  }
  return places;
}

void PlaneView::paint_limits(QPainter& painter) const {
  const QRectF plot = plot_area();
  const auto dashed = [](const QColor& colour) {
    QPen pen(colour, 1.5);
    pen.setDashPattern({4, 3});
    return pen;
  };
  if (const auto x = rate_limit_place()) {
    painter.setPen(dashed(theme_of(*this).rate_limit));
    painter.drawLine(QPointF(*x, plot.top()), QPointF(*x, plot.bottom()));
  }
  if (const auto y = packet_limit_place()) {
    painter.setPen(dashed(theme_of(*this).packet_limit));
    painter.drawLine(QPointF(plot.left(), *y), QPointF(plot.right(), *y));
  }
}

void PlaneView::paint_labels(QPainter& painter) const {
  const Theme& colours = theme_of(*this);
  const QString packet_unit = tr("packets/s");
  const QString rate_unit = tr("kbit/s");
  const QString packet_limit = tr("packet limit");
  const QString rate_limit = tr("rate limit");
  painter.setFont(font_of(*this, 11));
  const QFontMetricsF metrics = painter.fontMetrics();
  const auto size = [&metrics](const QString& text) {
    return QSizeF(std::ceil(metrics.horizontalAdvance(text)) + 1, std::ceil(metrics.height()));
  };
  const PlaneLabels places =
      place_labels(plot_area(), {size(packet_unit), size(rate_unit), size(packet_limit), size(rate_limit)},
                   rate_limit_place(), packet_limit_place(), markers());
  const auto write = [&painter](const QRectF& place, const QString& text, const QColor& colour) {
    painter.setPen(colour);
    if (!place.isNull()) painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
  };
  write(places.packet_unit, packet_unit, colours.quiet_text);
  write(places.rate_unit, rate_unit, colours.quiet_text);
  write(places.packet_limit, packet_limit, colours.packet_limit);
  write(places.rate_limit, rate_limit, colours.rate_limit_text);
}

void PlaneView::paint_trail(QPainter& painter) const {
  constexpr int kShades = 12;
  constexpr double kFaintest = 0.08;
  constexpr double kStrongest = 0.8;
  constexpr qreal kMinStep = 3;
  if (trail_.empty()) return;
  std::array<QPainterPath, kShades> shades;
  QPointF from = place_of(trail_.front().at);
  for (std::size_t i = 1; i < trail_.size(); ++i) {
    const double age = to_seconds(state_.at - trail_[i].since) / to_seconds(kTrail);
    const int shade = std::clamp(static_cast<int>((1 - age) * kShades), 0, kShades - 1);
    QPainterPath& path = shades[static_cast<std::size_t>(shade)];
    const QPointF to = place_of(trail_[i].at);
    // Invisible steps would cost as much as others.
    if (i + 1 < trail_.size() && (to - from).manhattanLength() < kMinStep) continue;
    if (path.isEmpty() || path.currentPosition() != from) path.moveTo(from);
    path.lineTo(to);
    from = to;
  }
  painter.setBrush(Qt::NoBrush);
  for (int shade = 0; shade < kShades; ++shade) {
    const double alpha = kFaintest + (kStrongest - kFaintest) * shade / (kShades - 1);
    painter.setPen(QPen(with_alpha(theme_of(*this).accent, alpha), 2, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    painter.drawPath(shades[static_cast<std::size_t>(shade)]);
  }
}

void PlaneView::paint_markers(QPainter& painter) const {
  painter.setPen(QPen(theme_of(*this).on_accent, 2));
  painter.setBrush(theme_of(*this).accent);
  painter.drawEllipse(place_of(state_.position), kMarkerRadius + 1, kMarkerRadius + 1);
  if (!state_.received) return;
  painter.setPen(QPen(theme_of(*this).warning, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(place_of(*state_.received), kMarkerRadius, kMarkerRadius);
}

void PlaneView::paint_words(QPainter& painter) const {
  const QRectF inside = QRectF(rect()).adjusted(kSpaceLarge, 0, -kSpaceLarge, -kSpace);
  const QRectF title(inside.left(), kSpace, inside.width(), kTitleHeight - kSpaceLarge);
  painter.setFont(font_of(*this, 14, QFont::DemiBold));
  painter.setPen(theme_of(*this).text);
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, tr("Operating point"));
  painter.setFont(font_of(*this, 12));
  if (empty_) return;
  painter.setPen(theme_of(*this).quiet_text);
  painter.drawText(
      title, Qt::AlignRight | Qt::AlignVCenter,
      QStringLiteral("%1 \u00b7 %2")
          .arg(tr("mode %1").arg(QString::fromStdString(words_.mode)), frame_rate_text(words_.point.frame_rate)));
  painter.setPen(theme_of(*this).text);
  const QRectF decision(inside.left(), inside.bottom() - kDecisionHeight, inside.width(), kDecisionHeight);
  painter.drawText(decision, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                   words_.decision ? change_text(*words_.decision) : tr("No decision yet"));
  paint_legend(painter, inside);
}

void PlaneView::paint_legend(QPainter& painter, const QRectF& inside) const {
  const Theme& colours = theme_of(*this);
  painter.setFont(font_of(*this, 11));
  painter.setPen(colours.quiet_text);
  // Columns as wide as their halves, so that they stand still while the figures change.
  const auto entry = [&](int row, int column, const QString& text) {
    const qreal x = column == 0 ? inside.left() : inside.center().x();
    const qreal top = height() - kLegendBottom - (2 - row) * kLegendHeight;
    painter.drawText(QRectF(x + kSpaceLarge, top, inside.width() / 2, kLegendHeight), Qt::AlignVCenter, text);
    return QPointF(x + 5, top + kLegendHeight / 2.0);
  };
  const QString none = tr("received: not known");
  const QPointF own = entry(0, 0, tr("chosen %1").arg(position_text(words_.position)));
  const QPointF received = entry(0, 1, words_.received ? tr("received %1").arg(position_text(*words_.received)) : none);
  const QPointF trail = entry(1, 0, tr("chosen in the last minute"));
  const QPointF points = entry(1, 1, tr("what the mode can choose"));
  painter.setPen(Qt::NoPen);
  painter.setBrush(colours.accent);
  painter.drawEllipse(own, 4, 4);
  painter.setBrush(colours.plane_point);
  for (const QPointF offset : {QPointF(-4, 2), QPointF(0, -3), QPointF(4, 2)}) {
    painter.drawEllipse(points + offset, kPointRadius, kPointRadius);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colours.warning, 1.5));
  painter.drawEllipse(received, 4, 4);
  for (int part = 0; part < 3; ++part) {
    painter.setPen(QPen(with_alpha(colours.accent, 0.2 + 0.3 * part), 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(trail + QPointF(4 * part - 6, 0), trail + QPointF(4 * part - 2, 0));
  }
}

}  // namespace counterpoint
