// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QFrame>

namespace counterpoint {

class CallActions;

/// Says, for as long as it is so, that the peer sees our screen, with a button that ends it.
class ShareBanner final : public QFrame {
  Q_OBJECT

 public:
  ShareBanner(CallActions& actions, QWidget* parent);

 private:
  QAction stop_{this};
};

}  // namespace counterpoint
