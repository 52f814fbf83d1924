// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time_lines.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/format.h"
#include "ui/theme.h"
#include "ui/time_strips.h"

namespace counterpoint {
namespace {

// What lies around the strips.
constexpr int kLeft = 48;
constexpr int kRight = 14;
constexpr int kWordsHeight = 24;  ///< The time that is read, and the decision then.
constexpr int kMarksHeight = 12;
constexpr int kAxisHeight = 20;
constexpr int kGap = 5;  ///< Between two strips.
constexpr int kFontSize = 11;
constexpr QSize kSize(880, 420);
constexpr QSize kLeastSize(240, 190);

QFont small_font(const QWidget& widget) {
  QFont font = widget.font();
  font.setPixelSize(kFontSize);
  return font;
}

/// 1, 2, 3, 5 or 8 times a power of ten, at least `value`.
double round_top(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 3.0, 5.0, 8.0}) {
    if (value <= factor * power) return factor * power;
  }
  return 10 * power;
}

/// Between two labels of the time axis, of which at most `most` fit.
Duration time_step(Duration span, int most) {
  constexpr std::array<std::chrono::seconds, 13> kSteps = {1s,   2s,   5s,    10s,   20s, 30s, 1min,
                                                           2min, 5min, 10min, 30min, 1h,  2h};
  for (const Duration step : kSteps) {
    if (span / step <= most) return step;
  }
  const std::int64_t hours = span / Duration(1h) / std::max(1, most) + 1;
  return hours * 1h;
}

bool is_limit(Series series) { return series == Series::kRateLimit || series == Series::kPacketLimit; }

}  // namespace

TimeLines::TimeLines(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("time_lines"));
  setAccessibleName(tr("Time lines of the call"));
  setMouseTracking(true);
  resize(kSize);
  tops_.resize(time_strips().size(), 1);
}

QSize TimeLines::sizeHint() const { return kSize; }

QSize TimeLines::minimumSizeHint() const { return kLeastSize; }

int TimeLines::strip_count() { return static_cast<int>(time_strips().size()); }

void TimeLines::set_history(const CallHistory* history) {
  history_ = history;
  cursor_.reset();
  forget_drawing();
  describe();
}

void TimeLines::show_span(Duration from, Duration to) {
  from_ = from;
  to_ = std::max(to, from + 1ms);
  forget_drawing();
  describe();
}

void TimeLines::follow(Duration length) {
  const Duration end = history_ != nullptr ? history_->end() : Duration::zero();
  show_span(std::max(Duration::zero(), end - length), std::max(end, length));
}

void TimeLines::set_cursor(std::optional<Duration> at) {
  cursor_ = at;
  describe();
  update();
}

void TimeLines::forget_drawing() {
  drawn_ = false;
  update();
}

QRectF TimeLines::plot_area() const {
  return QRectF(rect()).adjusted(kLeft, kWordsHeight + kMarksHeight, -kRight, -kAxisHeight);
}

QRectF TimeLines::strip_area(int strip) const {
  const QRectF plot = plot_area();
  const int count = strip_count();
  const qreal height = std::floor((plot.height() - (count - 1) * kGap) / count);
  return {plot.left(), plot.top() + strip * (height + kGap), plot.width(), std::max(1.0, height)};
}

double TimeLines::column_of(Duration at) const {
  const QRectF plot = plot_area();
  return plot.left() + plot.width() * to_seconds(at - from_) / to_seconds(to_ - from_);
}

Duration TimeLines::time_at(double x) const {
  const QRectF plot = plot_area();
  const double part = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
  return from_ + from_seconds(part * to_seconds(to_ - from_));
}

QPointF TimeLines::place_of(Series series, Duration at, double value) const {
  for (int strip = 0; strip < strip_count(); ++strip) {
    const auto index = static_cast<std::size_t>(strip);
    const auto& lines = time_strips()[index].lines;
    if (std::ranges::find(lines, series, &StripLine::series) == lines.end()) continue;
    const QRectF area = strip_area(strip);
    return {column_of(at), area.bottom() - area.height() * std::clamp(value / tops_[index], 0.0, 1.0)};
  }
  return {};
}

std::span<const CallSample> TimeLines::visible() const {
  if (history_ == nullptr || history_->samples().empty()) return {};
  // One more on each side, for lines that come in and go out.
  const std::span<const CallSample> all = history_->samples();
  const std::size_t first = history_->index_at(from_);
  const std::size_t last = std::min(all.size(), history_->index_at(to_) + 2);
  return all.subspan(first, last - first);
}

std::optional<Duration> TimeLines::read_at() const {
  if (history_ == nullptr || history_->samples().empty()) return {};
  if (pointer_) return pointer_;
  return cursor_.value_or(std::min(to_, history_->end()));
}

void TimeLines::find_tops() {
  constexpr float kRoom = 1.1F;
  constexpr float kFar = 2;  ///< A limit far above all else would leave no room for the rest.
  for (std::size_t strip = 0; strip < tops_.size(); ++strip) {
    float most = static_cast<float>(time_strips()[strip].least_top) / kRoom;
    float limit = 0;
    for (const StripLine& line : time_strips()[strip].lines) {
      float& highest = is_limit(line.series) ? limit : most;
      for (const CallSample& sample : visible()) {
        if (sample[line.series] > highest) highest = sample[line.series];
      }
    }
    tops_[strip] = round_top(kRoom * std::max(most, std::min(limit, kFar * most)));
  }
}

void TimeLines::draw() {
  const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
  if (picture_.size() != pixels) picture_ = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
  picture_.setDevicePixelRatio(devicePixelRatioF());
  picture_.fill(Qt::transparent);
  find_tops();
  QPainter painter(&picture_);
  paint_frame(painter);
  painter.end();
  draw_lines();
  drawn_ = true;
}

void TimeLines::draw_lines() {
  const qreal ratio = devicePixelRatioF();
  const QRect whole(QPoint(), picture_.size());
  for (int strip = 0; strip < strip_count(); ++strip) {
    const QRectF area = strip_area(strip);
    const QRect inside = QRectF(area.topLeft() * ratio, area.size() * ratio).toRect() & whole;
    if (inside.isEmpty()) continue;
    const LineRaster::Frame frame{.area = inside,
                                  .from = from_,
                                  .to = to_,
                                  .top = tops_[static_cast<std::size_t>(strip)],
                                  .thickness = 1.5 * ratio};
    for (const StripLine& line : time_strips()[static_cast<std::size_t>(strip)].lines) {
      raster_.draw(picture_, frame, visible(), line.series, theme_of(*this).*line.colour);
    }
  }
}

void TimeLines::paintEvent(QPaintEvent*) {
  if (!drawn_) draw();
  QPainter painter(this);
  painter.drawImage(QPointF(), picture_);
  paint_reading(painter);
}

void TimeLines::paint_frame(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_of(*this).panel);
  painter.drawRoundedRect(rect(), kPanelRadius, kPanelRadius);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(small_font(*this));
  const QFontMetricsF metrics(painter.font());
  for (int strip = 0; strip < strip_count(); ++strip) {
    const QRectF area = strip_area(strip);
    painter.fillRect(area, theme_of(*this).grid);
    painter.setPen(theme_of(*this).quiet_text);
    const double top = tops_[static_cast<std::size_t>(strip)];
    const QRectF label(0, area.top() - 2, kLeft - 6, metrics.height());
    painter.drawText(label, Qt::AlignRight | Qt::AlignTop, QString::number(top, 'g', 6));
    if (area.height() < 2 * metrics.height()) continue;
    painter.drawText(label.translated(0, area.height() - metrics.height() + 4), Qt::AlignRight | Qt::AlignTop,
                     QStringLiteral("0"));
  }
  paint_time_axis(painter);
  paint_marks(painter);
}

void TimeLines::paint_time_axis(QPainter& painter) const {
  constexpr int kLabelWidth = 64;
  const QRectF plot = plot_area();
  const Duration step = time_step(to_ - from_, std::max(1, static_cast<int>(plot.width()) / (kLabelWidth + 24)));
  const QRectF last = strip_area(strip_count() - 1);
  for (Duration at = (from_ + step - 1ns) / step * step; at <= to_; at += step) {
    const double x = std::round(column_of(at));
    for (int strip = 0; strip < strip_count(); ++strip) {
      const QRectF area = strip_area(strip);
      painter.fillRect(QRectF(x, area.top(), 1, area.height()), theme_of(*this).grid);
    }
    const double left = std::clamp(x - kLabelWidth / 2.0, 4.0, std::max(4.0, width() - kLabelWidth - 4.0));
    painter.drawText(QRectF(left, last.bottom() + 2, kLabelWidth, kAxisHeight - 4), Qt::AlignCenter, clock_text(at));
  }
}

void TimeLines::paint_marks(QPainter& painter) const {
  if (history_ == nullptr) return;
  const QRectF plot = plot_area();
  const QRectF row(plot.left(), kWordsHeight, plot.width(), kMarksHeight);
  const auto each = [&](const auto& list, auto&& draw) {
    double last = -1;
    for (const auto& mark : list) {
      if (mark.at < from_ || mark.at > to_) continue;
      const double x = std::round(column_of(mark.at));
      // What falls on the same pixel cannot be told apart.
      if (x != std::exchange(last, x)) draw(x);
    }
  };
  each(history_->modes(), [&](double x) {
    painter.fillRect(QRectF(x, row.top(), 1, plot.bottom() - row.top()), theme_of(*this).outline);
  });
  each(history_->marks(), [&](double x) { painter.fillRect(QRectF(x - 1, row.top(), 2, 5), theme_of(*this).warning); });
  each(history_->decisions(),
       [&](double x) { painter.fillRect(QRectF(x - 1, row.top() + 5, 2, 6), theme_of(*this).accent); });
}

void TimeLines::paint_reading(QPainter& painter) const {
  painter.setFont(small_font(*this));
  const QFontMetricsF metrics(painter.font());
  const std::optional<Duration> at = read_at();
  const CallSample* sample = at ? &history_->samples()[history_->index_at(*at)] : nullptr;
  const QRectF words(kLeft, 2, plot_area().width(), kWordsHeight - 4);
  painter.setPen(theme_of(*this).text);
  if (sample == nullptr) {
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, tr("Nothing measured yet"));
  } else {
    QString text = clock_text(*at);
    if (const auto* mode = history_->mode_at(*at)) {
      text += QStringLiteral("  \u00b7  ") + QString::fromStdString(mode->name);
    }
    if (const auto* decision = history_->decision_at(*at)) {
      text += QStringLiteral("  \u00b7  ") +
              decision_text(QString::fromStdString(decision->cause), decision->from, decision->to);
    }
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, words.width()));
  }
  for (int strip = 0; strip < strip_count(); ++strip) paint_values(painter, strip, sample);
  if (!at || (!pointer_ && !cursor_) || *at < from_ || *at > to_) return;
  const QRectF plot = plot_area();
  painter.fillRect(QRectF(std::round(column_of(*at)), kWordsHeight, 1, plot.bottom() - kWordsHeight),
                   theme_of(*this).text);
}

void TimeLines::paint_values(QPainter& painter, int strip, const CallSample* sample) const {
  const Strip& of = time_strips()[static_cast<std::size_t>(strip)];
  const QRectF area = strip_area(strip).adjusted(6, 1, -6, 0);
  const QFontMetricsF metrics(painter.font());
  const QString name = QStringLiteral("%1 (%2)").arg(of.name, of.unit);
  painter.setPen(theme_of(*this).text);
  const qreal name_width = metrics.horizontalAdvance(name);
  // A line may run behind the words.
  painter.fillRect(QRectF(area.left() - 2, area.top(), name_width + 4, metrics.height()), theme_of(*this).panel);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, name);
  qreal right = area.right();
  const qreal end_of_name = area.left() + name_width + kSpace;
  for (auto line = of.lines.rbegin(); line != of.lines.rend(); ++line) {
    const float value = sample != nullptr ? (*sample)[line->series] : std::numeric_limits<float>::quiet_NaN();
    const QString figure =
        std::isnan(value) ? QStringLiteral("\u2013") : QString::number(static_cast<double>(value), 'f', of.decimals);
    const QString text = line->name + QLatin1Char(' ') + figure;
    // As wide as three digits at least, so that the rest stands still while figures change.
    const qreal width = metrics.horizontalAdvance(line->name + QStringLiteral(" 0000"));
    if (right - width < end_of_name) return;
    const QRectF words(right - width, area.top(), width, metrics.height());
    const qreal text_width = metrics.horizontalAdvance(text) + 4;
    painter.fillRect(QRectF(right + 2 - text_width, area.top(), text_width, metrics.height()), theme_of(*this).panel);
    painter.setPen(theme_of(*this).*line->colour);
    painter.drawText(words, Qt::AlignRight | Qt::AlignTop, text);
    right -= width + kSpaceLarge;
  }
}

void TimeLines::describe() {
  const std::optional<Duration> at = read_at();
  if (!at) return setAccessibleDescription(tr("Nothing measured yet"));
  const CallSample& sample = history_->samples()[history_->index_at(*at)];
  QString text = tr("At %1.").arg(clock_text(*at));
  for (const Strip& strip : time_strips()) {
    for (const StripLine& line : strip.lines) {
      if (std::isnan(sample[line.series])) continue;
      const QString figure = QString::number(static_cast<double>(sample[line.series]), 'f', strip.decimals);
      text += QStringLiteral(" %1 %2: %3 %4.").arg(strip.name, line.name, figure, strip.unit);
    }
  }
  setAccessibleDescription(text);
}

void TimeLines::resizeEvent(QResizeEvent*) { forget_drawing(); }

void TimeLines::changeEvent(QEvent* event) {
  forget_drawing();
  QWidget::changeEvent(event);
}

void TimeLines::choose(Duration at) {
  if (history_ != nullptr) emit time_chosen(std::clamp(at, Duration::zero(), history_->end()));
}

void TimeLines::mouseMoveEvent(QMouseEvent* event) {
  const bool inside = QRectF(rect()).adjusted(kLeft, 0, -kRight, 0).contains(event->position());
  pointer_ = inside ? std::optional(time_at(event->position().x())) : std::nullopt;
  if (event->buttons() & Qt::LeftButton) choose(time_at(event->position().x()));
  update();
}

void TimeLines::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) choose(time_at(event->position().x()));
}

void TimeLines::leaveEvent(QEvent*) {
  pointer_.reset();
  update();
}

void TimeLines::keyPressEvent(QKeyEvent* event) {
  constexpr int kSteps = 100;  ///< From one end to the other.
  const Duration step = (to_ - from_) / kSteps;
  const Duration at = cursor_.value_or(to_);
  switch (event->key()) {
    case Qt::Key_Left:
      return choose(at - step);
    case Qt::Key_Right:
      return choose(at + step);
    case Qt::Key_Home:
      return choose(from_);
    case Qt::Key_End:
      return choose(to_);
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace counterpoint
