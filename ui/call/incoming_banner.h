// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace counterpoint {

class CallActions;
class CallController;
struct CallView;
class ElidedLabel;

/// For windows that may cover the page of an incoming call: says who calls, for as long as it rings, with buttons that
/// accept and decline.
class IncomingBanner final : public QFrame {
  Q_OBJECT

 public:
  /// Both outlive the banner.
  IncomingBanner(const CallController& controller, CallActions& actions, QWidget* parent);

 private:
  void follow(const CallView& state);

  ElidedLabel* words_;
};

}  // namespace counterpoint
