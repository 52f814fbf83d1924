// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a session log as the window of recorded calls does, and says how long it took: into a history, and from opening
// the file in the window until the call is shown, with the longest time for which the window took no event.
//
//   read_log FILE
#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <cstdio>

#include "app/log/log_file.h"
#include "app/window/log_folder.h"
#include "ui/recorded_calls/log_view.h"
#include "ui/recorded_calls/log_window.h"

namespace counterpoint {
namespace {

double milliseconds(const QElapsedTimer& timer) { return static_cast<double>(timer.nsecsElapsed()) / 1e6; }

int fail(const std::string& why) { return std::fprintf(stderr, "read_log: %s\n", why.c_str()), 1; }

int read_log(const QString& path) {
  QElapsedTimer timer;
  timer.start();
  auto file = LogFile::open(path.toStdString());
  if (!file) return fail(file.error().message.text());
  for (bool all = false; !all;) {
    const Result<bool> step = (*file)->step();
    if (!step) return fail(step.error().message.text());
    all = *step;
  }
  const double reading = milliseconds(timer);

  LogFolder folder;
  LogWindow window(folder);
  window.show();
  QCoreApplication::processEvents();
  const auto* view = window.findChild<LogView*>();
  double longest = 0;
  timer.start();
  window.open_file(path);
  for (QElapsedTimer turn; !view->isVisible();) {
    turn.start();
    QCoreApplication::processEvents();
    longest = std::max(longest, milliseconds(turn));
  }
  window.grab();
  std::printf("{\"samples\": %zu, \"read_ms\": %.1f, \"shown_ms\": %.1f, \"longest_turn_ms\": %.1f}\n",
              view->history().samples().size(), reading, milliseconds(timer), longest);
  return 0;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  const QApplication application(argc, argv);
  if (QCoreApplication::arguments().size() != 2) return std::fputs("usage: read_log FILE\n", stderr), 2;
  return counterpoint::read_log(QCoreApplication::arguments().at(1));
}
