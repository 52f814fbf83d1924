// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "media/audio/devices/audio_device_factory.h"

namespace counterpoint {
namespace {

const char* to_string(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::kCamera:
      return "camera";
    case DeviceKind::kScreen:
      return "screen";
    case DeviceKind::kVideoGenerator:
      return "generated picture";
    case DeviceKind::kMicrophone:
      return "microphone";
    case DeviceKind::kAudioGenerator:
      return "generated sound";
    case DeviceKind::kLoudspeaker:
      return "loudspeaker";
  }
  return "";
}

}  // namespace

int devices_command(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Lists everything that can be a camera, microphone or loudspeaker here.");
  parser.addHelpOption();
  parser.addOption({"json", "Print a JSON array."});
  if (!parser.parse(arguments)) return report_wrong_use("devices", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  if (!parser.positionalArguments().isEmpty()) return report_wrong_use("devices", "unexpected argument");
  QJsonArray array;
  for (const DeviceInfo& device : list_devices()) {
    if (parser.isSet("json")) {
      array.append(QJsonObject{{"kind", to_string(device.kind)},
                               {"name", QString::fromStdString(device.name)},
                               {"description", QString::fromStdString(device.description.text())},
                               {"default", device.is_default}});
    } else {
      std::printf("%-18s %-24s %s%s\n", to_string(device.kind), device.name.c_str(), device.description.text().c_str(),
                  device.is_default ? " (default)" : "");
    }
  }
  if (parser.isSet("json")) std::fputs(QJsonDocument(array).toJson().constData(), stdout);
  return kExitFine;
}

}  // namespace counterpoint
