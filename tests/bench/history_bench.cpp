// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how soon the call history shows a folder of many logs: the first calls, and all of them, with the longest
// time for which the window was kept from its events meanwhile. The processor's time until the first calls is what
// counts on a busy machine.
//   QT_QPA_PLATFORM=offscreen history_bench LOG [CALLS]
// LOG is copied under CALLS names (5000) into a folder of its own. Wanted: the first calls within 100 ms.
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "app/window/log_folder.h"
#include "ui/recorded_calls/log_window.h"
#include "ui/settings/settings_model.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

bool furnish(const QTemporaryDir& folder, const char* log, int calls) {
  for (int i = 0; i < calls; ++i) {
    const QString name = QStringLiteral("20260101-%1-%2.jsonl").arg(i % 86'400, 6, 10, QLatin1Char('0')).arg(i);
    if (!QFile::copy(QString::fromLocal8Bit(log), folder.filePath(name))) return false;
  }
  return true;
}

int measure(const char* log, int calls) {
  const QTemporaryDir folder;
  if (!furnish(folder, log, calls)) {
    std::fprintf(stderr, "history_bench: %s cannot be copied\n", log);
    return 1;
  }
  Settings settings;
  settings.logs.folder = folder.path().toStdString();
  SettingsModel model(settings);
  LogFolder logs(&model);
  constexpr double kNanosecondsToMilliseconds = 1e-6;
  QElapsedTimer since;
  since.start();
  const std::clock_t processor_start = std::clock();
  LogWindow window(logs);
  window.show();
  auto* list = window.findChild<QTreeWidget*>("log_list");
  const auto passed = [&since] { return static_cast<double>(since.nsecsElapsed()) * kNanosecondsToMilliseconds; };
  double first = 0;
  double first_processor = 0;
  double longest = passed();
  while (list->topLevelItemCount() < calls) {
    const double before = passed();
    QApplication::processEvents(QEventLoop::AllEvents, 1);
    longest = std::max(longest, passed() - before);
    if (first == 0 && list->topLevelItemCount() > 0 && window.isVisible()) {
      first = passed();
      first_processor = 1000.0 * static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC;
    }
  }
  std::printf(
      "%d calls: the first after %.0f ms (%.0f ms of the processor), all after %.0f ms, at most %.0f ms without "
      "events\n",
      calls, first, first_processor, passed(), longest);
  return 0;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: history_bench LOG [CALLS]\n");
    return 2;
  }
  counterpoint::set_theme(application, counterpoint::ThemeChoice::kDark);
  return counterpoint::measure(argv[1], argc > 2 ? std::atoi(argv[2]) : 5000);
}
