// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/adaptation_page.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

/// A text of a mode, in the window's language; English if it is not translated.
QString mode_text(std::string_view english) {
  return QCoreApplication::translate("Engine", std::string(english).c_str());
}

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

/// The number of decimals of the finest of its figures, and one more for the steps.
int decimals_of(const Parameter& parameter) {
  int decimals = 0;
  for (const double value : {parameter.min, parameter.max, parameter.default_value}) {
    int needed = 0;
    while (needed < 4 && std::abs(value * std::pow(10, needed) - std::round(value * std::pow(10, needed))) > 1e-9) {
      ++needed;
    }
    decimals = std::max(decimals, needed);
  }
  return decimals;
}

const ParameterValues& values_of(const Settings& settings, const Mode& mode) {
  static const ParameterValues none;
  const auto found = settings.parameters.find(mode.name);
  return found == settings.parameters.end() ? none : found->second;
}

void set_value(Settings& settings, const Mode& mode, const Parameter& parameter, double value) {
  const std::string mode_name(mode.name);
  ParameterValues& values = settings.parameters[mode_name];
  values.erase(std::string(parameter.name));
  if (value != parameter.default_value) values.emplace(parameter.name, value);
  if (values.empty()) settings.parameters.erase(mode_name);
}

}  // namespace

AdaptationPage::AdaptationPage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("adaptation_settings"), tr("Adaptation"), parent), settings_(settings) {
  add_text(tr("How video follows what the network carries. A running call changes at once, and the peer need not "
              "know."),
           "quiet");
  mode_ = new QComboBox(this);
  mode_->setObjectName(QStringLiteral("setting_mode"));
  const std::string recommended = Settings().mode;
  mode_->addItem(tr("Automatic (recommended)"), QString::fromStdString(recommended));
  mode_->insertSeparator(mode_->count());
  for (const Mode& mode : modes()) {
    if (mode.name != recommended) mode_->addItem(tr("Advanced: %1").arg(text(mode.name)), text(mode.name));
  }
  add_row(tr("Mode"), mode_);
  summary_ = add_text(QString(), "quiet");
  summary_->setObjectName(QStringLiteral("mode_summary"));
  reset_all_ = new QPushButton(tr("Reset all"), this);
  reset_all_->setObjectName(QStringLiteral("reset_parameters"));
  reset_all_->setProperty("role", "plain");
  reset_all_->setAccessibleName(tr("Reset all parameters of this mode"));
  reset_all_->setToolTip(tr("Gives all parameters of this mode their defaults"));
  auto* heading = new QWidget(body());
  auto* row = new QHBoxLayout(heading);
  row->setContentsMargins(0, kSpace, 0, 0);
  auto* words = new QLabel(tr("Parameters of this mode"), heading);
  words->setProperty("role", "heading");
  row->addWidget(words, 1);
  row->addWidget(reset_all_);
  add_wide(heading);
  page_rows_ = rows();
  connect(mode_, &QComboBox::currentIndexChanged, this, [this] {
    const std::string name = mode_->currentData().toString().toStdString();
    settings_.change([&name](Settings& s) { s.mode = name; });
  });
  connect(reset_all_, &QPushButton::clicked, this,
          [this] { settings_.change([](Settings& s) { s.parameters.erase(s.mode); }); });
  refresh();
}

void AdaptationPage::refresh() {
  const Mode* mode = find_mode(settings_.settings().mode);
  if (mode == nullptr) return;
  choose(*mode_, text(mode->name));
  if (mode != shown_) make_parameters(*mode);
  show_values();
}

void AdaptationPage::make_parameters(const Mode& mode) {
  shown_ = &mode;
  const QString words = with_capital(mode_text(mode.summary));
  summary_->setText(
      tr("%1. Estimator: %2. Scaler: %3. Source: %4.")
          .arg(words, text(mode.estimator->name), text(mode.scaler->name), mode_text(mode.estimator->source)));
  delete parameters_;
  parameters_ = new QWidget(body());
  auto* rows_of_mode = new QVBoxLayout(parameters_);
  rows_of_mode->setContentsMargins(0, 0, 0, 0);
  rows_of_mode->setSpacing(kSpaceLarge);
  set_rows(rows_of_mode);
  const std::vector<Parameter> parameters = parameters_of(mode);
  for (const Parameter& parameter : parameters) add_parameter(mode, parameter);
  if (parameters.empty()) add_text(tr("This mode has none."), "quiet");
  set_rows(page_rows_);
  page_rows_->addWidget(parameters_);
}

void AdaptationPage::add_parameter(const Mode& mode, const Parameter& parameter) {
  auto* field = new QWidget(parameters_);
  auto* row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  const QString name = mode_text(parameter.label);
  auto* box = new QDoubleSpinBox(field);
  box->setObjectName("parameter_" + text(parameter.name));
  box->setAccessibleName(name);
  box->setDecimals(decimals_of(parameter));
  box->setRange(parameter.min, parameter.max);
  box->setSingleStep(std::pow(10, -box->decimals()));
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  box->setKeyboardTracking(false);
  if (!parameter.unit.empty()) box->setSuffix(" " + mode_text(parameter.unit));
  box->setFixedWidth(200);
  auto* reset = new QPushButton(tr("Reset"), field);
  reset->setObjectName("reset_" + text(parameter.name));
  reset->setProperty("role", "plain");
  reset->setAccessibleName(tr("Reset %1").arg(name));
  reset->setToolTip(tr("Back to %1").arg(short_number_text(parameter.default_value)));
  row->addWidget(box);
  // It is seen only beside a value that differs, and leaves its place free otherwise.
  QSizePolicy keeps_its_place = reset->sizePolicy();
  keeps_its_place.setRetainSizeWhenHidden(true);
  reset->setSizePolicy(keeps_its_place);
  row->addWidget(reset);
  row->addStretch();
  const QString unit = parameter.unit.empty() ? QString() : " " + mode_text(parameter.unit);
  const QString range = tr("%1 to %2%3; default %4%3")
                            .arg(short_number_text(parameter.min), short_number_text(parameter.max), unit,
                                 short_number_text(parameter.default_value));
  const QString help = tr("%1 (%2)").arg(with_capital(mode_text(parameter.reason)), range);
  box->setToolTip(help + QLatin1Char('\n') + tr("In the terminal: %1").arg(text(parameter.name)));
  box->setAccessibleDescription(help);
  QWidget* whole = add_row(name, field, help);
  field->setToolTip(QString());
  whole->findChild<QLabel*>()->setBuddy(box);
  connect(box, &QDoubleSpinBox::valueChanged, this, [this, &mode, parameter](double value) {
    settings_.change([&](Settings& s) { set_value(s, mode, parameter, value); });
  });
  connect(reset, &QPushButton::clicked, this, [this, &mode, parameter] {
    settings_.change([&](Settings& s) { set_value(s, mode, parameter, parameter.default_value); });
  });
}

void AdaptationPage::show_values() {
  const ParameterValues& values = values_of(settings_.settings(), *shown_);
  for (const Parameter& parameter : parameters_of(*shown_)) {
    const QString name = text(parameter.name);
    const auto given = values.find(parameter.name);
    auto* box = parameters_->findChild<QDoubleSpinBox*>("parameter_" + name);
    const QSignalBlocker quiet(box);
    box->setValue(given == values.end() ? parameter.default_value : given->second);
    auto* reset = parameters_->findChild<QPushButton*>("reset_" + name);
    reset->setEnabled(given != values.end());
    reset->setVisible(given != values.end());
  }
  reset_all_->setEnabled(!values.empty());
}

}  // namespace counterpoint
