// SPDX-License-Identifier: GPL-3.0-or-later
// The window, on a real host at any free port, with a widget in it that asks to be painted 62 times a second. Prints
// the port, then a line each second: how often the widget was painted, the longest time without (ms), how often the
// video of the call was, and the processor time of the window's thread (% of a core). Ends after SECONDS, in a call
// with itself from half of them on. flood_bench runs it while strangers call.
//   painting_bench SECONDS
#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "app/window/host_call_controller.h"
#include "ui/people/people_model.h"
#include "ui/settings/settings_model.h"
#include "ui/style/theme.h"
#include "ui/window/main_window.h"

namespace counterpoint {
namespace {

/// Counts how often a widget is painted.
class PaintCounter final : public QObject {
 public:
  explicit PaintCounter(QWidget& widget) {
    widget.installEventFilter(this);
    since_.start();
  }
  struct Count {
    int paints = 0;
    qint64 longest_ms = 0;  ///< Longest time between two.
  };
  Count take() { return std::exchange(count_, {}); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) {
      ++count_.paints;
      count_.longest_ms = std::max(count_.longest_ms, since_.restart());
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  Count count_;
  QElapsedTimer since_;
};

double thread_seconds() {
  std::timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

int run(int seconds) {
  Settings any_port;
  any_port.port = 0;
  SettingsModel settings(any_port);
  PeopleModel people;
  HostCallController controller({.camera = "test-card", .microphone = "voice", .speaker = "none"}, any_port);
  MainWindow window(controller, settings, people);
  window.show();
  QWidget square(&window);
  square.resize(48, 48);
  square.setAutoFillBackground(true);
  square.show();
  square.raise();
  PaintCounter painted(square);
  PaintCounter shown(*window.findChild<QWidget*>("remote_view"));
  QTimer moves;
  moves.setTimerType(Qt::PreciseTimer);
  moves.start(16);
  QObject::connect(&moves, &QTimer::timeout, &square, qOverload<>(&QWidget::update));
  std::printf("%s\n", qPrintable(controller.host().addresses.value(0).section(QLatin1Char(':'), -1)));
  std::fflush(stdout);
  int passed = 0;
  double used = thread_seconds();
  QTimer each_second;
  each_second.start(1000);
  QObject::connect(&each_second, &QTimer::timeout, [&] {
    const PaintCounter::Count count = painted.take();
    const double now = thread_seconds();
    std::printf("%d %lld %d %.1f\n", count.paints, static_cast<long long>(count.longest_ms), shown.take().paints,
                100 * (now - std::exchange(used, now)));
    std::fflush(stdout);
    if (++passed == seconds / 2) controller.send(CallSelf{});
    if (passed == seconds) QCoreApplication::exit();  // quit() would ask whether to end the call.
  });
  return QApplication::exec();
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const int seconds = argc == 2 ? std::atoi(argv[1]) : 0;
  if (seconds < 2) {
    std::fprintf(stderr, "usage: painting_bench SECONDS\n");
    return 2;
  }
  counterpoint::set_theme(application, counterpoint::ThemeChoice::kDark);
  return counterpoint::run(seconds);
}
