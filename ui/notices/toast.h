// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <QRect>
#include <QString>
#include <QTimer>
#include <vector>

#include "ui/notices/toast_notice.h"

class QVBoxLayout;

namespace counterpoint {

/// A place for a widget, and its cost.
struct FreePlace {
  QRect place{};
  qint64 covered = 0;  ///< Pixels of other contents that it covers.
};

/// Notices over the whole window that go away by themselves, after the time it takes to read them, or when they are
/// clicked. Several stand below each other. They stay under the pointer, and while one of their buttons has the
/// keyboard; their text can be selected and copied.
///
/// 1. It covers no controls, and if possible no text either: it is as narrow as that takes.
/// 2. It never takes the keyboard, though Tab leads to its buttons; screen readers are told.
class Toast final : public QFrame {
  Q_OBJECT

 public:
  /// Shows notices over `parent`, a window, preferably at its top.
  explicit Toast(QWidget* parent);
  /// Shows `text`, below what is shown already; of more than kMax the oldest goes. A button of `offers` takes its
  /// notice away, and carries out what it says.
  void say(const QString& text, const QList<ToastOffer>& offers = {}, Notice::Kind kind = Notice::Kind::kNews);
  /// The offer to copy the quoted FFmpeg command in `error`; none if there is none. It is for errors of the program
  /// alone: a peer must not have its own command offered.
  [[nodiscard]] static QList<ToastOffer> offer_command_of(const QString& error);
  /// Moves out of the way of other contents, once the window has its layout: to be called when the window shows
  /// something else. Only the last one of several calls in a row counts.
  void find_place_soon();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  static constexpr int kMax = 3;

  void take_away(ToastNotice* notice);
  /// Shows itself, and has screen readers read `text`.
  void announce(const QString& text, Notice::Kind kind);
  /// The time to read the notices begins anew, unless one of their buttons has the keyboard.
  void begin_time();
  void find_place();
  [[nodiscard]] FreePlace min_covering_place(const std::vector<QRect>& taken);
  void fit_to(int width);
  /// The width at which no word is cut.
  [[nodiscard]] int min_width() const;

  QList<ToastNotice*> notices_;  ///< The notices shown, the newest last.
  QVBoxLayout* column_;
  QTimer goes_{this};
  QTimer moves_{this};
};

}  // namespace counterpoint
