// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_view.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plots/plane_ground.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"
#include "ui/widgets/opaque_panel_area.h"

namespace counterpoint {
namespace {

constexpr QSize kSize(456, 340);
constexpr Duration kMinStay = 200ms;  ///< Figures stay for so long, so that one can read them.
// Margins of the plot.
constexpr int kTop = 56;
constexpr int kLeft = 46;
constexpr int kRight = 20;
constexpr int kBottom = 137;
// Rows below the plot, from the bottom of the panel up to their lower edge.
constexpr int kDecisionHeight = 34;
constexpr int kLegendBottom = kSpace + kDecisionHeight + kSpaceSmall;
constexpr int kLegendHeight = 17;  ///< Height of one row.
constexpr int kLegendRows = 3;

/// The axes before it is known where the call is.
LogAxis first_rates() { return {100, 1000}; }
LogAxis first_packet_rates() { return {20, 100}; }

QFont font_of(const QWidget& widget, int pixels, QFont::Weight weight = QFont::Normal) {
  QFont font = widget.font();
  font.setPixelSize(pixels);
  font.setWeight(weight);
  return font;
}

QString position_text(const PlanePosition& position) {
  return QStringLiteral("%1, %2").arg(rate_text(position.bit_rate), packet_rate_text(position.packet_rate));
}

/// "43 s ago: ..." once a decision is no longer news.
QString change_text(const AdaptationStatus::Change& change) {
  constexpr Duration kNews = 2s;
  const QString text = decision_text(change.cause, change.from, change.to);
  if (change.age < kNews) return text;
  const QString age = change.age < 1min ? QObject::tr("%1 s").arg(number_text(std::floor(to_seconds(change.age))))
                                        : clock_text(change.age);
  return QObject::tr("%1 ago: %2").arg(age, text);
}

}  // namespace

PlaneView::PlaneView(QWidget* parent)
    : QWidget(parent),
      middle_(new OpaquePanelArea(this, [this](QPainter& painter) { paint(painter); })),
      rates_(first_rates()),
      packet_rates_(first_packet_rates()) {
  setObjectName(QStringLiteral("plane"));
  setAccessibleName(tr("Bit-rate and packet-rate plane"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  resize(kSize);
}

QSize PlaneView::sizeHint() const { return kSize; }

void PlaneView::set_peer(const QString& name) {
  if (std::exchange(peer_, name) == name) return;
  drawn_ = false;
  write_words();
  middle_->update_panel();
}

void PlaneView::clear() {
  state_ = words_ = {};
  trail_.clear();
  rates_ = first_rates();
  packet_rates_ = first_packet_rates();
  background_ = {};
  empty_ = true;
  drawn_ = false;
  write_words();
  middle_->update_panel();
}

void PlaneView::set_state(const AdaptationStatus& state) {
  if (state.at < state_.at) clear();
  if (state.choices != state_.choices) background_ = {};
  state_ = state;
  if (trail_.empty() || trail_.back().at != state.position || trail_.back().mode != state.mode) {
    trail_.push_back({.since = state.at, .at = state.position, .mode = state.mode});
  }
  while (trail_.size() > 1 && state.at - trail_[1].since > kPlaneTrail) trail_.pop_front();
  follow_axes();
  if (std::exchange(empty_, false) || state.at - words_.at >= kMinStay || state.mode != words_.mode) {
    words_ = state;
    write_words();
  }
  drawn_ = false;
  middle_->update_panel();
}

void PlaneView::follow_axes() {
  struct Span {
    double least = HUGE_VAL;
    double most = 0;
    void show(double value) {
      if (!(value > 0)) return;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    /// A limit far from all else would leave no room for the rest.
    void show_if_near(double value) {
      constexpr double kFar = 2;
      if (value > least / kFar && value < most * kFar) show(value);
    }
  };
  Span rate;
  Span packets;
  const auto show = [&](const PlanePosition& position) {
    rate.show(position.bit_rate.kilobits_per_second());
    packets.show(position.packet_rate.per_second());
  };
  for (const PlaneStay& stay : trail_) show(stay.at);
  for (const auto& at : {state_.sent, state_.received}) {
    if (at) show(*at);
  }
  if (state_.limit) rate.show_if_near(state_.limit->rate.kilobits_per_second());
  if (state_.packet_limit) packets.show_if_near(state_.packet_limit->per_second());
  const auto ends = axis_ends();
  if (rate.most > 0) rates_.follow(rate.least, rate.most, state_.at);
  if (packets.most > 0) packet_rates_.follow(packets.least, packets.most, state_.at);
  if (ends != axis_ends()) background_ = {};
}

void PlaneView::write_words() {
  written_ = {};
  QString text =
      empty_ ? tr("No call yet")
             : tr("Mode %1. Chosen: %2.").arg(QString::fromStdString(words_.mode), position_text(words_.position));
  if (words_.sent) text += tr(" Sent: %1.").arg(position_text(*words_.sent));
  if (words_.received) text += tr(" Arrived at the peer: %1.").arg(position_text(*words_.received));
  if (words_.limit) text += QStringLiteral(" %1.").arg(with_capital(limit_text(*words_.limit)));
  if (words_.decision) text += tr(" Last decision: %1.").arg(change_text(*words_.decision));
  setAccessibleDescription(text);
}

QRectF PlaneView::plot_area() const { return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom); }

PlaneMap PlaneView::map() const { return {.plot = plot_area(), .rates = rates_, .packet_rates = packet_rates_}; }

std::pair<PlanePosition, PlanePosition> PlaneView::axis_ends() const {
  const auto position = [](double kilobits, double packets) {
    return PlanePosition{.bit_rate = DataRate::bits_per_second(std::llround(1000 * kilobits)),
                         .packet_rate = PacketRate::per_second(packets)};
  };
  return {position(rates_.from(), packet_rates_.from()), position(rates_.to(), packet_rates_.to())};
}

QPointF PlaneView::place_of(const PlanePosition& position) const { return map().place(position); }

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
  paint_plane_marks(painter, map(), state_, trail_, theme_of(*this), font_of(*this, 11));
}

QPixmap PlaneView::make_background() const {
  QPixmap pixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
  pixmap.setDevicePixelRatio(devicePixelRatioF());
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = theme_of(*this);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.plot_panel);
  painter.drawRoundedRect(rect(), kPanelRadius, kPanelRadius);
  paint_titles(painter);
  const PlaneMap here = map();
  paint_plane_grid(painter, here, theme, font_of(*this, 11));
  if (state_.choices) paint_operating_set(painter, here, theme, *state_.choices);
  paint_iso_lines(painter, here, theme, font_of(*this, 10));
  return pixmap;
}

void PlaneView::paint_titles(QPainter& painter) const {
  const QRectF plot = plot_area();
  painter.setFont(font_of(*this, 11));
  painter.setPen(theme_of(*this).quiet_text);
  painter.drawText(QRectF(kSpaceLarge, plot.top() - 22, plot.width(), 14), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("packets/s"));
  painter.drawText(QRectF(kSpaceLarge, plot.bottom() + 17, width() - 2.0 * kSpaceLarge, 15),
                   Qt::AlignHCenter | Qt::AlignVCenter, tr("kbit/s, with sound and headers; means of one second"));
}

void PlaneView::paint_words(QPainter& painter) const {
  const QRectF inside = QRectF(rect()).adjusted(kSpaceLarge, 0, -kSpaceLarge, -kSpace);
  const QRectF title(inside.left(), kSpace, inside.width(), kTop - kSpaceLarge - kSpaceLarge);
  painter.setFont(font_of(*this, 14, QFont::DemiBold));
  painter.setPen(theme_of(*this).text);
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, to_peer_text(peer_));
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
  constexpr double kMarkScale = 0.6;
  const Theme& colours = theme_of(*this);
  painter.setFont(font_of(*this, 11));
  painter.setPen(colours.quiet_text);
  // Figures stand in the left column alone, which has room for the longest of them in any language.
  const auto entry = [&](int row, int column, const QString& text) {
    const qreal x = column == 0 ? inside.left() : inside.left() + 0.6 * inside.width();
    const qreal top = height() - kLegendBottom - (kLegendRows - row) * kLegendHeight;
    painter.setPen(colours.quiet_text);
    painter.drawText(QRectF(x + kSpaceLarge, top, inside.width(), kLegendHeight), Qt::AlignVCenter, text);
    return QPointF(x + 5, top + kLegendHeight / 2.0);
  };
  const auto known = [](const std::optional<PlanePosition>& at) { return at ? position_text(*at) : tr("not known"); };
  paint_mark(painter, entry(0, 0, tr("chosen %1").arg(position_text(words_.position))), PlaneMark::kChosen, colours,
             kMarkScale);
  paint_mark(painter, entry(1, 0, tr("sent %1").arg(known(words_.sent))), PlaneMark::kSent, colours, kMarkScale);
  paint_mark(painter, entry(2, 0, tr("arrived %1").arg(known(words_.received))), PlaneMark::kArrived, colours,
             kMarkScale);
  const QPointF area = entry(0, 1, tr("choices of the mode"));
  QColor fill = colours.quiet_text;
  painter.setPen(QPen(fill, 1));
  fill.setAlphaF(0.25F);
  painter.setBrush(fill);
  painter.drawRect(QRectF(area - QPointF(5, 4), QSizeF(10, 8)));
}

}  // namespace counterpoint
