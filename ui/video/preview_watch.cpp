// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/preview_watch.h"

#include <QEvent>
#include <QWidget>
#include <QWindow>
#include <algorithm>

#include "ui/video/frame_mailbox.h"

namespace counterpoint {
namespace {

bool is_seen(const QWidget* view) {
  const QWindow* window = view->window()->windowHandle();
  return view->isVisible() && !view->window()->isMinimized() && window != nullptr && window->isExposed();
}

}  // namespace

PreviewWatch::PreviewWatch(FrameMailbox& mailbox, QObject* parent) : QObject(parent), mailbox_(mailbox) {
  // Deferred: a window is painted first, and a page that gives way to another causes no change.
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &PreviewWatch::look);
  connect(&user_, &UserPresence::changed, this, [this] { soon_.start(); });
}

void PreviewWatch::add(QWidget& view, Kind kind) {
  views_.push_back({&view, kind});
  view.installEventFilter(this);
  connect(&view, &QObject::destroyed, this, [this, &view] {
    std::erase_if(views_, [&view](const WatchedView& watched) { return watched.widget == &view; });
  });
  soon_.start();
}

bool PreviewWatch::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Show:
      // The window behind the widgets is there by now, and tells more than they do.
      if (auto* view = qobject_cast<QWidget*>(watched); view != nullptr && view->window()->windowHandle() != nullptr) {
        view->window()->windowHandle()->installEventFilter(this);
      }
      [[fallthrough]];
    case QEvent::Hide:
    case QEvent::Expose:
    case QEvent::WindowStateChange:
      soon_.start();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void PreviewWatch::look() {
  Attention attention = Attention::kNone;
  for (const WatchedView& view : views_) {
    if (!is_seen(view.widget)) continue;
    attention = std::max(attention, view.kind == Kind::kSteady ? Attention::kActive : user_.attention());
  }
  mailbox_.set_attention(attention);
}

}  // namespace counterpoint
