// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/end_signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QSocketNotifier>
#include <csignal>

namespace counterpoint {

int hold_end_signals() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&held, signal);
  const int descriptor = signalfd(-1, &held, SFD_CLOEXEC);
  if (descriptor >= 0) pthread_sigmask(SIG_BLOCK, &held, nullptr);
  return descriptor;
}

void quit_at_signals(QCoreApplication& application, int descriptor) {
  if (descriptor < 0) return;
  const auto* notifier = new QSocketNotifier(descriptor, QSocketNotifier::Read, &application);
  QObject::connect(notifier, &QSocketNotifier::activated, &application, [] { QCoreApplication::exit(); });
}

void bound_the_end() {
  constexpr unsigned kMax = 5;  // Seconds.
  alarm(kMax);
}

}  // namespace counterpoint
