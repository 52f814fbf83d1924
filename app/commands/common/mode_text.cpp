// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/common/mode_text.h"

namespace counterpoint {

std::optional<std::pair<std::string, double>> read_parameter(const QString& text) {
  bool is_number = false;
  const double value = text.section('=', 1).toDouble(&is_number);
  if (!is_number) return std::nullopt;
  return std::pair(text.section('=', 0, 0).toStdString(), value);
}

Result<ModeChoice> read_mode_choice(const QString& name, const QStringList& parameters) {
  const auto wrong = [](const Message& message) { return Error{ErrorKind::kInvalidArgument, message}; };
  ModeChoice choice{.mode = find_mode(name.toStdString()), .parameters = {}};
  if (choice.mode == nullptr) {
    std::string names;
    for (const Mode& mode : modes()) names += (names.empty() ? "" : ", ") + std::string(mode.name);
    return wrong("mode " + name.toStdString() + ": expected one of " + names);
  }
  for (const QString& text : parameters) {
    const auto parameter = read_parameter(text);
    if (!parameter) return wrong("parameter " + text.toStdString() + ": expected NAME=NUMBER");
    choice.parameters.insert_or_assign(parameter->first, parameter->second);
  }
  const Result<void> checked = check_parameters(parameters_of(*choice.mode), choice.parameters);
  if (!checked) return wrong("parameter: " + checked.error().message.text());
  return choice;
}

}  // namespace counterpoint
