// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time_lines.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ui/style/theme.h"
#include "ui/text/format.h"
#include "ui/widgets/opaque_panel_area.h"

#include "ui/plots/time_strips.h"

namespace counterpoint {
namespace {

// Heights above, below and between the strips.
constexpr int kWordsHeight = 24;  ///< The time at the pointer, and the decision then.
constexpr int kMarksHeight = 14;
constexpr int kMarkWidth = 7;  ///< Width of a mark in the legend, with the gap behind it.
constexpr int kAxisHeight = 20;
constexpr int kFrameGap = 5;  ///< Gap between two strips.
constexpr QSize kLinesSize(880, 420);
constexpr QSize kMinSize(240, 190);

/// The smallest number of 1, 2, 3, 5 or 8 times a power of ten that is at least `value` > 0.
double round_top(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 3.0, 5.0, 8.0}) {
    if (value <= factor * power) return factor * power;
  }
  return 10 * power;
}

/// Interval between two labels of the time axis, of which at most `max_labels` > 0 fit on `span`.
Duration time_step(Duration span, int max_labels) {
  constexpr std::array<std::chrono::seconds, 13> kSteps = {1s,   2s,   5s,    10s,   20s, 30s, 1min,
                                                           2min, 5min, 10min, 30min, 1h,  2h};
  for (const Duration step : kSteps) {
    if (span / step <= max_labels) return step;
  }
  const std::int64_t hours = span / Duration(1h) / std::max(1, max_labels) + 1;
  return hours * 1h;
}

bool is_limit(Series series) { return series == Series::kRateLimit || series == Series::kPacketLimit; }

}  // namespace

TimeLines::TimeLines(QWidget* parent)
    : QWidget(parent), middle_(new OpaquePanelArea(this, [this](QPainter& painter) { paint(painter); })) {
  setObjectName(QStringLiteral("time_lines"));
  setAccessibleName(tr("Time lines of the call"));
  setMouseTracking(true);
  resize(kLinesSize);
  tops_.resize(time_strips().size(), 1);
}

QSize TimeLines::sizeHint() const { return kLinesSize; }

QSize TimeLines::minimumSizeHint() const { return kMinSize; }

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
  const Duration start = call_start();
  const Duration end = history_ != nullptr ? history_->end() : Duration::zero();
  show_span(std::max(start, end - length), std::max(end, start + length));
}

Duration TimeLines::call_start() const { return history_ != nullptr ? history_->start() : Duration::zero(); }

void TimeLines::set_cursor(std::optional<Duration> at) {
  cursor_ = at;
  describe();
  forget_reading();
}

void TimeLines::forget_drawing() {
  drawn_ = false;
  forget_reading();
}

void TimeLines::forget_reading() {
  read_ = false;
  middle_->update_panel();
}

QRectF TimeLines::plot_area() const {
  return QRectF(rect()).adjusted(margins_.left, kWordsHeight + kMarksHeight, -margins_.right, -kAxisHeight);
}

QRectF TimeLines::strip_area(int strip) const {
  const QRectF plot = plot_area();
  double all = 0;
  double before = 0;
  for (int i = 0; i < strip_count(); ++i) {
    if (i == strip) before = all;
    all += time_strips()[static_cast<std::size_t>(i)].share;
  }
  const qreal unit = (plot.height() - (strip_count() - 1) * kFrameGap) / all;
  const qreal top = std::round(plot.top() + before * unit + strip * kFrameGap);
  const qreal height = std::floor(time_strips()[static_cast<std::size_t>(strip)].share * unit);
  return {plot.left(), top, plot.width(), std::max(1.0, height)};
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
  // One sample more on each side, for lines that cross the edges.
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
  const std::vector<double> before = tops_;
  for (std::size_t strip = 0; strip < tops_.size(); ++strip) {
    float max = static_cast<float>(time_strips()[strip].min_top) / kRoom;
    float limit = 0;
    for (const StripLine& line : time_strips()[strip].lines) {
      float& highest = is_limit(line.series) ? limit : max;
      for (const CallSample& sample : visible()) {
        if (sample[line.series] > highest) highest = sample[line.series];
      }
    }
    tops_[strip] = round_top(kRoom * std::max(max, std::min(limit, kFar * max)));
  }
  if (tops_ != before) frame_ = {};
}

void TimeLines::draw() {
  find_tops();
  if (frame_.image.size() != (QSizeF(size()) * devicePixelRatioF()).toSize()) frame_ = make_time_frame(*this, tops_);
  picture_ = frame_.image;
  {
    QPainter painter(&picture_);
    painter.setFont(time_lines_font(*this));
    paint_time_axis(painter);
    paint_marks(painter);
  }
  draw_lines();
  if (margins_.have_words) return;
  // A line may run behind the names.
  QPainter painter(&picture_);
  painter.setCompositionMode(QPainter::CompositionMode_Source);
  const qreal ratio = devicePixelRatioF();
  for (const StripWords& words : frame_.words) {
    const QRectF name = words.name.toAlignedRect();
    painter.drawImage(name, frame_.image, QRectF(name.topLeft() * ratio, name.size() * ratio));
  }
}

void TimeLines::draw_lines() {
  const qreal ratio = devicePixelRatioF();
  const QRect whole(QPoint(), picture_.size());
  for (int strip = 0; strip < strip_count(); ++strip) {
    const QRectF area = strip_area(strip);
    const QRect inside = QRectF(area.topLeft() * ratio, area.size() * ratio).toRect() & whole;
    if (inside.isEmpty()) continue;
    LineRaster::Frame frame{
        .area = inside, .from = from_, .to = to_, .top = tops_[static_cast<std::size_t>(strip)], .pixel_ratio = ratio};
    for (const StripLine& line : time_strips()[static_cast<std::size_t>(strip)].lines) {
      constexpr double kThin = 1.5;
      constexpr double kWide = 3.5;
      frame.thickness = (line.style == StripLine::Style::kWide ? kWide : kThin) * ratio;
      frame.dashed = line.style == StripLine::Style::kDashed;
      raster_.draw(picture_, frame, visible(), line.series, theme_of(*this).*line.colour);
    }
  }
}

void TimeLines::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter);
}

void TimeLines::paint(QPainter& painter) {
  if (!std::exchange(drawn_, true)) draw();
  // Because of the video beneath, they are painted far more often than they change.
  if (!std::exchange(read_, true)) {
    shown_ = picture_;
    QPainter reading(&shown_);
    paint_reading(reading);
  }
  painter.drawImage(QPointF(), shown_);
}

void TimeLines::paint_time_axis(QPainter& painter) const {
  constexpr int kLabelWidth = 64;
  painter.setPen(theme_of(*this).quiet_text);
  const QRectF plot = plot_area();
  const Duration step = time_step(to_ - from_, std::max(1, static_cast<int>(plot.width()) / (kLabelWidth + 24)));
  const QRectF last = strip_area(strip_count() - 1);
  const Duration start = call_start();
  const Duration first = start + Duration((from_ - start + step - 1ns) / step * step);
  for (Duration at = first; at <= to_; at += step) {
    const double x = std::round(column_of(at));
    for (int strip = 0; strip < strip_count(); ++strip) {
      const QRectF area = strip_area(strip);
      painter.fillRect(QRectF(x, area.top(), 1, area.height()), theme_of(*this).grid);
    }
    const double left = std::clamp(x - kLabelWidth / 2.0, 4.0, std::max(4.0, width() - kLabelWidth - 4.0));
    painter.drawText(QRectF(left, last.bottom() + 2, kLabelWidth, kAxisHeight - 4), Qt::AlignCenter,
                     clock_text(at - start));
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
      // Marks on the same pixel cannot be told apart.
      if (x != std::exchange(last, x)) draw(x);
    }
  };
  each(history_->modes(), [&](double x) {
    painter.fillRect(QRectF(x, row.top(), 1, plot.bottom() - row.top()), theme_of(*this).quiet_text);
  });
  each(history_->marks(), [&](double x) { painter.fillRect(QRectF(x - 1, row.top(), 2, 5), theme_of(*this).warning); });
  each(history_->decisions(),
       [&](double x) { painter.fillRect(QRectF(x - 1, row.top() + 6, 2, 7), theme_of(*this).accent); });
  paint_mode_names(painter, row);
  paint_marks_legend(painter, row);
}

/// Each mode's name at the line where it began, on the marks, unless the next one begins too soon.
void TimeLines::paint_mode_names(QPainter& painter, const QRectF& row) const {
  const QFontMetricsF metrics(painter.font());
  const auto& modes = history_->modes();
  for (std::size_t i = 1; i < modes.size(); ++i) {
    if (modes[i].at < from_ || modes[i].at > to_) continue;
    const QString name = QString::fromStdString(modes[i].name);
    const double x = std::round(column_of(modes[i].at)) + 2;
    const double end = i + 1 < modes.size() ? std::min(row.right(), column_of(modes[i + 1].at)) : row.right();
    const QRectF place(x, row.top(), metrics.horizontalAdvance(name) + 4, row.height());
    if (place.right() > end) continue;
    painter.fillRect(place, theme_of(*this).plot_panel);
    painter.setPen(theme_of(*this).text);
    painter.drawText(place, Qt::AlignCenter, name);
  }
}

std::array<TimeLines::MarkName, 3> TimeLines::marks_legend() {
  return {{{QRectF(0, 0, 2, 5), &Theme::warning, tr("event")},
           {QRectF(0, 6, 2, 7), &Theme::accent, tr("decision")},
           {QRectF(0, 0, 1, kMarksHeight), &Theme::quiet_text, tr("change of mode")}}};
}

qreal TimeLines::marks_legend_width(const QFontMetricsF& metrics) const {
  qreal width = 0;
  for (const MarkName& mark : marks_legend()) {
    width += (width > 0 ? kSpaceLarge : 0) + kMarkWidth + std::ceil(metrics.horizontalAdvance(mark.name)) + 1;
  }
  return width;
}

/// The names of the marks, to the right of them where there is room.
void TimeLines::paint_marks_legend(QPainter& painter, const QRectF& row) const {
  if (!margins_.have_words) return;
  const QFontMetricsF metrics(painter.font());
  qreal x = row.right() + kSpaceLarge;
  for (const MarkName& mark : marks_legend()) {
    painter.fillRect(mark.shape.translated(x, row.top()), theme_of(*this).*mark.colour);
    painter.setPen(theme_of(*this).quiet_text);
    const qreal width = std::ceil(metrics.horizontalAdvance(mark.name)) + 1;
    painter.drawText(QRectF(x + kMarkWidth, row.top(), width, row.height()), Qt::AlignVCenter, mark.name);
    x += kMarkWidth + width + kSpaceLarge;
  }
}

void TimeLines::paint_reading(QPainter& painter) const {
  painter.setFont(time_lines_font(*this));
  const QFontMetricsF metrics(painter.font());
  const std::optional<Duration> at = read_at();
  const CallSample* sample = at ? &history_->samples()[history_->index_at(*at)] : nullptr;
  const QRectF words(margins_.left, 2, width() - margins_.left - kSpaceLarge, kWordsHeight - 4);
  painter.setPen(theme_of(*this).text);
  if (sample == nullptr) {
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, tr("Nothing measured yet"));
  } else {
    QString text = clock_text(*at - call_start());
    if (const auto* mode = history_->mode_at(*at)) {
      text += QStringLiteral("  \u00b7  ") + QString::fromStdString(mode->name);
    }
    if (const auto* decision = history_->decision_at(*at)) {
      text += QStringLiteral("  \u00b7  ") + decision_text(decision->cause, decision->from, decision->to);
    }
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, words.width()));
  }
  for (int strip = 0; strip < strip_count(); ++strip) paint_values(painter, strip, sample);
  if (!at || (!pointer_ && !cursor_) || *at < from_ || *at > to_) return;
  const QRectF plot = plot_area();
  painter.fillRect(QRectF(std::round(column_of(*at)), kWordsHeight, 1, plot.bottom() - kWordsHeight),
                   theme_of(*this).text);
  if (pointer_ && sample != nullptr) paint_hover(painter, *sample);
}

/// The figures of the strip under the pointer, beside it.
void TimeLines::paint_hover(QPainter& painter, const CallSample& sample) const {
  constexpr qreal kMargin = 6;
  int strip = -1;
  for (int i = 0; i < strip_count(); ++i) {
    if (strip_area(i).contains(pointer_place_)) strip = i;
  }
  if (strip < 0) return;
  const Strip& of = time_strips()[static_cast<std::size_t>(strip)];
  const QFontMetricsF metrics(painter.font());
  std::vector<std::pair<QString, QColor>> rows;
  qreal width = 0;
  for (auto line = of.lines.rbegin(); line != of.lines.rend(); ++line) {
    const float value = sample[line->series];
    if (std::isnan(value)) continue;
    rows.emplace_back(
        QStringLiteral("%1 %2 %3").arg(line->name, number_text(static_cast<double>(value), of.decimals), of.unit),
        theme_of(*this).*line->colour);
    width = std::max(width, std::ceil(metrics.horizontalAdvance(rows.back().first)));
  }
  if (rows.empty()) return;
  const QSizeF size(width + 2 * kMargin, metrics.height() * static_cast<qreal>(rows.size()) + kMargin);
  const qreal beside = pointer_place_.x() + kSpaceLarge + size.width() < plot_area().right()
                           ? pointer_place_.x() + kSpaceLarge
                           : pointer_place_.x() - kSpaceLarge - size.width();
  const qreal top =
      std::clamp<qreal>(pointer_place_.y() - size.height() / 2, 2, std::max<qreal>(2, height() - size.height() - 2));
  const QRectF box(QPointF(std::round(std::max<qreal>(2, beside)), std::round(top)), size);
  painter.fillRect(box, theme_of(*this).plot_panel);
  painter.setPen(theme_of(*this).outline);
  painter.drawRect(box.adjusted(0, 0, -1, -1));
  QRectF row(box.left() + kMargin, box.top() + kMargin / 2, width + 1, metrics.height());
  for (const auto& [text, colour] : rows) {
    painter.setPen(colour);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, text);
    row.translate(0, metrics.height());
  }
}

void TimeLines::paint_values(QPainter& painter, int strip, const CallSample* sample) const {
  const Strip& of = time_strips()[static_cast<std::size_t>(strip)];
  auto line = of.lines.rbegin();
  for (const QRectF& place : frame_.words[static_cast<std::size_t>(strip)].values) {
    const float value = sample != nullptr ? (*sample)[line->series] : std::numeric_limits<float>::quiet_NaN();
    const QString figure =
        std::isnan(value) ? QStringLiteral("\u2013") : number_text(static_cast<double>(value), of.decimals);
    if (!margins_.have_words) painter.fillRect(place.adjusted(-2, 0, 2, 0), theme_of(*this).plot_panel);
    painter.setPen(theme_of(*this).*line->colour);
    painter.drawText(place, Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip, line->name + QLatin1Char(' ') + figure);
    ++line;
  }
}

void TimeLines::describe() {
  const std::optional<Duration> at = read_at();
  if (!at) return setAccessibleDescription(tr("Nothing measured yet"));
  const CallSample& sample = history_->samples()[history_->index_at(*at)];
  QString text = tr("At %1.").arg(clock_text(*at - call_start()));
  for (const Strip& strip : time_strips()) {
    for (const StripLine& line : strip.lines) {
      if (std::isnan(sample[line.series])) continue;
      const QString figure = number_text(static_cast<double>(sample[line.series]), strip.decimals);
      text += QStringLiteral(" %1 %2: %3 %4.").arg(strip.name, line.name, figure, strip.unit);
    }
  }
  setAccessibleDescription(text);
}

void TimeLines::resizeEvent(QResizeEvent*) {
  margins_ = time_margins(*this);
  forget_drawing();
}

void TimeLines::changeEvent(QEvent* event) {
  frame_ = {};
  margins_ = time_margins(*this);
  forget_drawing();
  QWidget::changeEvent(event);
}

void TimeLines::choose(Duration at) {
  if (history_ != nullptr) emit time_chosen(std::clamp(at, history_->start(), history_->end()));
}

void TimeLines::mouseMoveEvent(QMouseEvent* event) {
  const bool inside = QRectF(rect()).adjusted(margins_.left, 0, -margins_.right, 0).contains(event->position());
  pointer_place_ = event->position();
  pointer_ = inside ? std::optional(time_at(event->position().x())) : std::nullopt;
  if (event->buttons() & Qt::LeftButton) choose(time_at(event->position().x()));
  forget_reading();
}

void TimeLines::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) choose(time_at(event->position().x()));
}

void TimeLines::leaveEvent(QEvent*) {
  pointer_.reset();
  forget_reading();
}

void TimeLines::keyPressEvent(QKeyEvent* event) {
  constexpr int kSteps = 100;  ///< Steps of the arrow keys from one end to the other.
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
