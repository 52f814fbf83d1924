// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translation.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace counterpoint {
namespace {

constexpr auto kFolder = ":/translations";
constexpr auto kPrefix = "counterpoint_";

// The keys of shortcuts: Qt looks for their names here, and its own translations are not installed everywhere.
[[maybe_unused]] constexpr const char* kKeys[] = {
    QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),   QT_TRANSLATE_NOOP("QShortcut", "Shift"),
    QT_TRANSLATE_NOOP("QShortcut", "Return"), QT_TRANSLATE_NOOP("QShortcut", "Space"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"),   QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Del"),
};

/// "de" of "de-Latn-AT": there is one translation a language.
QString language_of(const QString& locale) { return locale.section(QLatin1Char('-'), 0, 0); }

QString wanted_language() {
  for (const QString& locale : QLocale().uiLanguages()) {
    if (languages().contains(language_of(locale))) return language_of(locale);
  }
  return QStringLiteral("en");
}

void install(QCoreApplication& application, const QString& name, const QString& folder) {
  auto* translator = new QTranslator(&application);
  if (!translator->load(name, folder) || !QCoreApplication::installTranslator(translator)) delete translator;
}

}  // namespace

QStringList languages() {
  QStringList all{QStringLiteral("en")};
  for (QString file : QDir(QLatin1String(kFolder)).entryList({QStringLiteral("*.qm")})) {
    all.append(file.remove(QLatin1String(kPrefix)).remove(QStringLiteral(".qm")));
  }
  return all;
}

void set_language(QCoreApplication& application, const QString& language) {
  const QString chosen = language.isEmpty() ? wanted_language() : language;
  const QLocale named(language);
  if (!language.isEmpty() && named.language() != QLocale().language()) QLocale::setDefault(named);
  if (chosen == QLatin1String("en")) return;
  // Qt's own words, in its dialogs, when they are installed.
  install(application, QStringLiteral("qtbase_") + chosen, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  install(application, QLatin1String(kPrefix) + chosen, QLatin1String(kFolder));
}

}  // namespace counterpoint
