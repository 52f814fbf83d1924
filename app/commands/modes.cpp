// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QJsonObject to_json(const Mode& mode) {
  QJsonArray parameters;
  for (const Parameter& parameter : parameters_of(mode)) {
    parameters.append(QJsonObject{{"name", text(parameter.name)},
                                  {"unit", text(parameter.unit)},
                                  {"least", parameter.min},
                                  {"most", parameter.max},
                                  {"default", parameter.default_value},
                                  {"reason", text(parameter.reason)}});
  }
  return {{"name", text(mode.name)},
          {"summary", text(mode.summary)},
          {"estimator", text(mode.estimator->name)},
          {"source", text(mode.estimator->source)},
          {"scaler", text(mode.scaler->name)},
          {"gate", text(mode.gate->name)},
          {"parameters", parameters}};
}

void print(const Mode& mode) {
  std::printf("%s: %s\n", qPrintable(text(mode.name)), qPrintable(text(mode.summary)));
  std::printf("  estimator %s (%s), scaler %s (%s), gate %s (%s)\n", qPrintable(text(mode.estimator->name)),
              qPrintable(text(mode.estimator->summary)), qPrintable(text(mode.scaler->name)),
              qPrintable(text(mode.scaler->summary)), qPrintable(text(mode.gate->name)),
              qPrintable(text(mode.gate->summary)));
  for (const Parameter& parameter : parameters_of(mode)) {
    const QString range = QString("%1 to %2 %3").arg(parameter.min).arg(parameter.max).arg(text(parameter.unit));
    std::printf("  %-18s %-6s (%s) %s\n", qPrintable(text(parameter.name)),
                qPrintable(QString::number(parameter.default_value)), qPrintable(range.trimmed()),
                qPrintable(text(parameter.reason)));
  }
}

}  // namespace

int modes_command(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Lists the ways to adapt, with each parameter's default, range and reason.");
  parser.addHelpOption();
  parser.addOption({"json", "Print a JSON array."});
  if (!parser.parse(arguments)) return report_wrong_use("modes", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  if (!parser.positionalArguments().isEmpty()) return report_wrong_use("modes", "unexpected argument");
  QJsonArray array;
  for (const Mode& mode : modes()) {
    if (parser.isSet("json")) {
      array.append(to_json(mode));
    } else {
      print(mode);
    }
  }
  if (parser.isSet("json")) std::fputs(QJsonDocument(array).toJson().constData(), stdout);
  return kExitFine;
}

}  // namespace counterpoint
