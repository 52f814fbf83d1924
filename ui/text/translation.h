// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace counterpoint {

/// The languages that the program speaks: "en" first, then those that it is translated to.
[[nodiscard]] QStringList languages();

/// Lets `application` speak `language`, one of languages(); empty: the one of languages() that the user's locale wants
/// most. Numbers and dates follow the locale, unless it is of another language than the one that is named. It holds for
/// texts made from now on: to be called before the window.
void set_language(QCoreApplication& application, const QString& language);

}  // namespace counterpoint
