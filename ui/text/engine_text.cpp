// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

#include "core/log/session_log.h"
#include "ui/text/engine_phrases.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

const QRegularExpression& place() {
  static const QRegularExpression pattern(QStringLiteral("%(L?)(\\d)"));
  return pattern;
}

struct Phrase {
  const char* shown;          ///< To be translated.
  QStringList parts;          ///< What stands around its places, as the engine says it.
  std::vector<bool> figures;  ///< Which of its places are figures.
};

std::vector<Phrase> make_phrases() {
  std::vector<Phrase> phrases;
  const auto add = [&phrases](const char* engine, const char* shown) {
    const QString text = QString::fromUtf8(engine);
    Phrase phrase{.shown = shown, .parts = text.split(place()), .figures = {}};
    for (auto found = place().globalMatch(text); found.hasNext();) {
      phrase.figures.push_back(!found.next().capturedView(1).isEmpty());
    }
    phrases.push_back(std::move(phrase));
  };
  for (const Rewording& rewording : rewordings()) add(rewording.engine, rewording.window);
  for (const auto& table : {adaptation_phrases(), notice_phrases()}) {
    for (const char* english : table) add(english, english);
  }
  return phrases;
}

/// What stands in the places when `text` is made of `parts`: each as little as can be.
std::optional<QStringList> taken_places(const QString& text, const QStringList& parts) {
  if (parts.size() == 1) return text == parts.front() ? std::optional<QStringList>(QStringList()) : std::nullopt;
  if (!text.startsWith(parts.front()) || !text.endsWith(parts.back())) return std::nullopt;
  QStringList places;
  qsizetype begin = parts.front().size();
  const qsizetype last = text.size() - parts.back().size();
  for (qsizetype i = 1; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    const qsizetype end = is_last ? last : text.indexOf(parts[i], begin + 1);
    if (end <= begin || end > last) return std::nullopt;
    places.append(text.mid(begin, end - begin));
    begin = end + parts[i].size();
  }
  return places;
}

QString filled(const QString& text, const QStringList& places) {
  QString result;
  qsizetype begin = 0;
  for (auto found = place().globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    result += text.mid(begin, match.capturedStart() - begin) + places.value(match.capturedView(2).toInt() - 1);
    begin = match.capturedEnd();
  }
  return result + text.mid(begin);
}

/// "3.2" as the language writes it, "640x360" with a proper cross.
QString figure(const QString& text) {
  static const QRegularExpression number(QStringLiteral("^\\d+\\.(\\d+)$"));
  static const QRegularExpression size(QStringLiteral("^(\\d+)x(\\d+)$"));
  if (const auto match = number.match(text); match.hasMatch()) {
    return number_text(text.toDouble(), static_cast<int>(match.capturedLength(1)));
  }
  return QString(text).replace(size, QStringLiteral("\\1\u00d7\\2"));
}

QString translated(const QString& english, int depth) {
  static const std::vector<Phrase> phrases = make_phrases();
  constexpr int kDeepest = 9;  // A notice about a file, several places in it, what stands there and what should.
  for (const Phrase& phrase : phrases) {
    std::optional<QStringList> places = taken_places(english, phrase.parts);
    if (!places) continue;
    for (qsizetype i = 0; i < places->size(); ++i) {
      QString& taken = (*places)[i];
      if (phrase.figures[static_cast<std::size_t>(i)]) {
        taken = figure(taken);
      } else if (depth < kDeepest) {
        taken = translated(taken, depth + 1);
      }
    }
    return filled(QCoreApplication::translate("Engine", phrase.shown), *places);
  }
  return english;
}

}  // namespace

QString engine_text(std::string_view english) {
  return translated(QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size())), 0);
}

QString peer_text(const std::string& peer) {
  if (peer == kSelfPeer) return QCoreApplication::translate("Engine", "this host");
  if (peer == kUnnamedPeer) return QCoreApplication::translate("Engine", "left out");
  return QString::fromStdString(peer);
}

}  // namespace counterpoint
