// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <optional>
#include <vector>

#include "ui/engine_phrases.h"

namespace counterpoint {
namespace {

const QRegularExpression& place() {
  static const QRegularExpression pattern(QStringLiteral("%(\\d)"));
  return pattern;
}

struct Phrase {
  const char* english;
  QStringList parts;  ///< What stands around its places.
};

std::vector<Phrase> make_phrases() {
  std::vector<Phrase> phrases;
  for (const auto& table : {adaptation_phrases(), notice_phrases()}) {
    for (const char* english : table) phrases.push_back({english, QString::fromUtf8(english).split(place())});
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
    result += text.mid(begin, match.capturedStart() - begin) + places.value(match.capturedView(1).toInt() - 1);
    begin = match.capturedEnd();
  }
  return result + text.mid(begin);
}

QString translated(const QString& english, int depth) {
  static const std::vector<Phrase> phrases = make_phrases();
  constexpr int kDeepest = 6;  // A notice about a file, a place in it, what stands there and what should.
  for (const Phrase& phrase : phrases) {
    std::optional<QStringList> places = taken_places(english, phrase.parts);
    if (!places) continue;
    for (QString& taken : *places) taken = depth < kDeepest ? translated(taken, depth + 1) : taken;
    return filled(QCoreApplication::translate("Engine", phrase.english), *places);
  }
  return english;
}

}  // namespace

QString engine_text(std::string_view english) {
  return translated(QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size())), 0);
}

}  // namespace counterpoint
