// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recorded_calls/log_list.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {
namespace {

enum Column { kDate, kPeer, kCall, kDuration, kMode, kRate, kQuality, kColumns };
constexpr int kFile = Qt::UserRole;

QString date_text(const std::string& started) {
  const QDateTime date = QDateTime::fromString(QString::fromStdString(started), Qt::ISODate);
  return date.isValid() ? QLocale().toString(date.toLocalTime(), QLocale::ShortFormat) : QObject::tr("not known");
}

/// Outcome of a call that nobody answered, or that ended abnormally; else empty.
QString outcome_text(const LogSummary& summary) {
  const bool incoming = summary.direction == CallDirection::kIncoming;
  if (!summary.end) return {};
  switch (*summary.end) {
    case Call::End::kHungUp:
      if (summary.connected) return {};
      return incoming ? LogList::tr("declined") : LogList::tr("given up");
    case Call::End::kRemoteHungUp:
      if (summary.connected) return {};
      return incoming ? LogList::tr("missed") : LogList::tr("declined");
    case Call::End::kDeclined:
      return summary.detail == "busy" ? LogList::tr("busy") : LogList::tr("declined");
    case Call::End::kNoAnswer:
      return incoming ? LogList::tr("missed") : LogList::tr("not answered");
    case Call::End::kUnreachable:
    case Call::End::kNoResponse:
      return LogList::tr("not reached");
    case Call::End::kPeerVanished:
      return LogList::tr("connection lost");
    case Call::End::kIncompatible:
    case Call::End::kWrongIdentity:
    case Call::End::kProtocolError:
    case Call::End::kLocalFailure:
      return LogList::tr("failed");
  }
  return {};
}

/// The detail of the end says more than the outcome.
bool failed(const LogSummary& summary) {
  using enum Call::End;
  return summary.end == kUnreachable || summary.end == kIncompatible || summary.end == kProtocolError ||
         summary.end == kLocalFailure;
}

QString call_text(const LogSummary& summary) {
  const QString outcome = outcome_text(summary);
  if (summary.direction == CallDirection::kUnknown) return outcome;
  const bool incoming = summary.direction == CallDirection::kIncoming;
  const QString direction = incoming ? LogList::tr("incoming") : LogList::tr("outgoing");
  return outcome.isEmpty() ? direction : LogList::tr("%1, %2").arg(direction, outcome);
}

}  // namespace

QString quality_text(CallQuality quality) {
  switch (quality) {
    case CallQuality::kGood:
      return QObject::tr("good");
    case CallQuality::kFair:
      return QObject::tr("fair");
    case CallQuality::kPoor:
      return QObject::tr("poor");
    case CallQuality::kUnknown:
      break;
  }
  return {};
}

LogList::LogList(LogArchive& archive, QWidget* parent) : QWidget(parent), archive_(archive) {
  search_ = new TextField(this);
  search_->setObjectName(QStringLiteral("log_search"));
  search_->setAccessibleName(tr("Search in the call history"));
  search_->setPlaceholderText(tr("Search by peer, date, call, mode or quality"));
  search_->setClearButtonEnabled(true);
  calls_ = new QTreeWidget(this);
  calls_->setObjectName(QStringLiteral("log_list"));
  calls_->setAccessibleName(tr("Call history"));
  calls_->setColumnCount(kColumns);
  calls_->setHeaderLabels(
      {tr("Date"), tr("Peer"), tr("Call"), tr("Duration"), tr("Mode"), tr("Mean rate sent"), tr("Quality")});
  calls_->setRootIsDecorated(false);
  calls_->setUniformRowHeights(true);
  calls_->setAllColumnsShowFocus(true);
  calls_->setFrameShape(QFrame::NoFrame);
  calls_->header()->setSectionResizeMode(kPeer, QHeaderView::Stretch);
  calls_->header()->setStretchLastSection(false);
  calls_->ensurePolished();
  const auto widen = [this](int column, int width) {
    calls_->setColumnWidth(column, std::max(width, calls_->header()->sectionSizeHint(column)));
  };
  for (const int column : {kDuration, kMode, kQuality}) widen(column, 80);
  widen(kRate, 125);
  const QString longest_date = date_text("2026-12-30T23:58:00");
  widen(kDate, calls_->fontMetrics().horizontalAdvance(longest_date) + 2 * kSpaceLarge);
  widen(kCall, 215);
  for (const int column : {kDuration, kRate}) {
    calls_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  nothing_ = new QLabel(this);
  nothing_->setObjectName(QStringLiteral("log_nothing"));
  nothing_->setProperty("role", "quiet");
  nothing_->setAlignment(Qt::AlignCenter);
  nothing_->setTextFormat(Qt::PlainText);
  nothing_->setWordWrap(true);
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  page->setSpacing(kSpaceLarge);
  page->addWidget(search_);
  page->addWidget(nothing_);
  page->addWidget(calls_, 1);
  setFocusProxy(calls_);
  connect(search_, &QLineEdit::textChanged, this, &LogList::filter);
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    if (!current().isEmpty()) emit opened(current());
  });
  connect(calls_, &QTreeWidget::itemActivated, this,
          [this](const QTreeWidgetItem* item) { emit opened(item->data(kDate, kFile).toString()); });
  connect(calls_, &QTreeWidget::currentItemChanged, this, &LogList::current_changed);
  connect(&fill_timer_, &QTimer::timeout, this, &LogList::fill);
}

void LogList::refresh() {
  kept_ = current();
  calls_->clear();
  first_ = nullptr;
  Result<QStringList> files = archive_.list();
  problem_ = files ? QString() : with_capital(engine_text(files.error().message));
  waiting_ = files ? std::move(*files) : QStringList();
  fill();
}

void LogList::fill() {
  constexpr qint64 kTurn = 10;  ///< Milliseconds that the window may be kept from its events.
  QElapsedTimer turn;
  turn.start();
  while (!waiting_.isEmpty() && turn.elapsed() < kTurn) add(waiting_.takeFirst());
  show_found();
  if (waiting_.isEmpty()) return fill_timer_.stop();
  fill_timer_.start(0);
}

void LogList::add(const QString& file) {
  auto* item = new QTreeWidgetItem(calls_);
  describe(*item, file);
  // The others are known already: with thousands of calls it matters.
  if (!is_wanted(*item)) {
    item->setHidden(true);
  } else if (first_ == nullptr) {
    first_ = item;
  }
}

void LogList::describe(QTreeWidgetItem& row, const QString& file) {
  QTreeWidgetItem* const item = &row;
  const Result<LogSummary> summary = archive_.summary(file);
  item->setData(kDate, kFile, file);
  if (file == kept_) calls_->setCurrentItem(item);
  for (const int column : {kDuration, kRate}) item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  if (!summary) {
    item->setText(kDate, file.section(QLatin1Char('/'), -1));
    item->setText(kPeer, tr("cannot be read"));
    item->setToolTip(kPeer, plain_tip(with_capital(engine_text(summary.error().message))));
    return;
  }
  item->setText(kDate, date_text(summary->started));
  item->setText(kPeer, peer_text(summary->peer));
  item->setToolTip(kPeer, plain_tip(item->text(kPeer)));  // In a narrow window it is cut.
  item->setText(kMode, QString::fromStdString(summary->mode));
  item->setToolTip(kMode, plain_tip(item->text(kMode)));
  item->setText(kCall, call_text(*summary));
  const QString told = failed(*summary) ? engine_text(summary->detail) : item->text(kCall);
  item->setToolTip(kCall, plain_tip(with_capital(told)));
  if (summary->duration > Duration::zero()) {
    item->setText(kDuration, clock_text(summary->duration));
    item->setText(kRate, rate_text(summary->mean_rate));
  }
  item->setText(kQuality, quality_text(summary->quality));
  if (!summary->complete) item->setToolTip(kDuration, tr("The log ends in mid-call."));
  if (summary->quality == CallQuality::kPoor) item->setForeground(kQuality, theme().warning);
}

bool LogList::is_wanted(const QTreeWidgetItem& item) const {
  const QString wanted = search_->text().trimmed();
  bool found = wanted.isEmpty();
  for (int column = 0; column < kColumns && !found; ++column) {
    found = item.text(column).contains(wanted, Qt::CaseInsensitive);
  }
  return found;
}

void LogList::filter() {
  first_ = nullptr;
  for (int row = 0; row < calls_->topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = calls_->topLevelItem(row);
    const bool found = is_wanted(*item);
    item->setHidden(!found);
    if (found && first_ == nullptr) first_ = item;
  }
  show_found();
}

void LogList::show_found() {
  const bool searches = !search_->text().trimmed().isEmpty();
  nothing_->setText(!problem_.isEmpty() ? problem_
                    : !searches         ? tr("No calls are recorded yet. A log of any call can be dropped here.")
                                        : tr("No call fits the search."));
  nothing_->setVisible(first_ == nullptr && waiting_.isEmpty());
  if (current().isEmpty() && first_ != nullptr) calls_->setCurrentItem(first_);
  emit current_changed();
}

QString LogList::current() const {
  const QTreeWidgetItem* item = calls_->currentItem();
  return item == nullptr || item->isHidden() ? QString() : item->data(kDate, kFile).toString();
}

void LogList::start_search() {
  search_->setFocus();
  search_->selectAll();
}

}  // namespace counterpoint
