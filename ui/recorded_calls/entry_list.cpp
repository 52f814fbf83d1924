// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recorded_calls/entry_list.h"

#include <QComboBox>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

struct EntryKind {
  const char* word;
  Icon icon;
};

constexpr std::size_t kDecision = 0;
constexpr std::size_t kCallState = 1;
constexpr std::size_t kOther = 7;
/// In the order of the box.
constexpr std::array<EntryKind, 8> kKinds = {{{QT_TRANSLATE_NOOP("counterpoint::EntryList", "Decision"), Icon::kPlane},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Call"), Icon::kCall},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Warning"), Icon::kWarning},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Video"), Icon::kCamera},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Clip"), Icon::kFilm},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Path"), Icon::kNetwork},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Encryption"), Icon::kLock},
                                              {QT_TRANSLATE_NOOP("counterpoint::EntryList", "Other"), Icon::kInfo}}};

/// The kind of an event or state by its name in the log.
std::size_t kind_of(std::string_view name) {
  constexpr std::pair<std::string_view, std::size_t> kNames[] = {{"calling", kCallState},
                                                                 {"ringing", kCallState},
                                                                 {"incoming", kCallState},
                                                                 {"connected", kCallState},
                                                                 {"ended", kCallState},
                                                                 {"peer-program", kCallState},
                                                                 {"warning", 2},
                                                                 {"freeze", 3},
                                                                 {"key-frame-request", 3},
                                                                 {"clip", 4},
                                                                 {"path", 5},
                                                                 {"video-transport", 5},
                                                                 {"encryption", 6}};
  for (const auto& [known, kind] : kNames) {
    if (name == known) return kind;
  }
  return kOther;
}

QString word_of(std::size_t kind) { return EntryList::tr(kKinds[kind].word); }

}  // namespace

EntryList::EntryList(QWidget* parent) : QWidget(parent), kinds_(new QComboBox(this)), list_(new QListWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace);
  kinds_->setObjectName(QStringLiteral("log_kinds"));
  kinds_->setAccessibleName(tr("Which entries are shown"));
  kinds_->setToolTip(kinds_->accessibleName());
  column->addWidget(kinds_);
  list_->setObjectName(QStringLiteral("log_entries"));
  list_->setAccessibleName(tr("Decisions and events"));
  list_->setUniformItemSizes(true);
  list_->setTextElideMode(Qt::ElideRight);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(list_, 1);
  const auto choose = [this](const QListWidgetItem* item) {
    if (item != nullptr) emit chosen(shown_[static_cast<std::size_t>(list_->row(item))]);
  };
  connect(list_, &QListWidget::itemClicked, this, choose);
  connect(list_, &QListWidget::itemActivated, this, choose);
  connect(kinds_, &QComboBox::currentIndexChanged, this, &EntryList::fill);
}

void EntryList::show_history(const CallHistory& history) {
  start_ = history.start();
  entries_.clear();
  for (const CallHistory::Decision& decision : history.decisions()) {
    entries_.push_back({decision.at, kDecision, decision_text(decision.cause, decision.from, decision.to)});
  }
  for (const CallHistory::Mark& mark : history.marks()) {
    QString text = engine_text(mark.detail.empty() ? mark.name : mark.detail);
    if (mark.name == "peer-program") text = tr("program of the peer: %1").arg(text);
    entries_.push_back({mark.at, kind_of(mark.name), text});
  }
  std::ranges::stable_sort(entries_, {}, &Entry::at);
  std::set<std::size_t> kinds;
  for (const Entry& entry : entries_) kinds.insert(entry.kind);
  {
    const QSignalBlocker quiet(kinds_);
    kinds_->clear();
    kinds_->addItem(make_icon(Icon::kLogs), tr("All entries"));
    for (const std::size_t kind : kinds) {
      kinds_->addItem(make_icon(kKinds[kind].icon), word_of(kind), QVariant::fromValue(static_cast<qulonglong>(kind)));
    }
  }
  fill();
}

void EntryList::fill() {
  const QVariant only = kinds_->currentData();
  {
    const QSignalBlocker quiet(list_);
    list_->clear();
    shown_.clear();
    for (const Entry& entry : entries_) {
      if (only.isValid() && only.toULongLong() != entry.kind) continue;
      const QString time = exact_clock_text(entry.at - start_);
      const QString text = with_capital(entry.text);
      auto* item =
          new QListWidgetItem(make_icon(kKinds[entry.kind].icon), QStringLiteral("%1   %2").arg(time, text), list_);
      // The icon is the word of those who see it.
      const QString whole = tr("%1: %2").arg(word_of(entry.kind), text);
      item->setData(Qt::AccessibleTextRole, QStringLiteral("%1 %2").arg(time, whole));
      item->setToolTip(plain_tip(whole));
      shown_.push_back(entry.at);
    }
  }
  mark(marked_);
}

void EntryList::mark(Duration at) {
  marked_ = at;
  const auto after = std::ranges::upper_bound(shown_, at);
  const QSignalBlocker quiet(list_);
  list_->setCurrentRow(static_cast<int>(after - shown_.begin()) - 1);
}

}  // namespace counterpoint
