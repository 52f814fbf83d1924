// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QFrame>
#include <QPointer>
#include <QTime>
#include <deque>

#include "core/control/message_control.h"

class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace counterpoint {

class FileRow;

/// The texts and files of a call, the newest last, and a field to write more. Only the last kMaxRows are kept.
class MessagePanel final : public QFrame {
  Q_OBJECT

 public:
  static constexpr int kWidth = 330;
  static constexpr std::size_t kMaxRows = 200;

  /// `toggle` shows this while it is checked; `send_file` asks for a file.
  MessagePanel(QAction& toggle, QAction& send_file, QWidget* parent);

  /// A new call: nothing has been said in it.
  void begin();
  /// The peer's name, for screen readers.
  void set_peer(const QString& name) { peer_ = name; }
  void set_open(const MessagesOpen& open);
  void show_text(const TextNews& text);
  void show_file(const FileNews& file);
  [[nodiscard]] bool is_empty() const { return rows_.empty(); }
  /// A line for each text and file: "14:02 Ada: Hello".
  [[nodiscard]] QString transcript() const;
  /// Puts the keyboard into the field.
  void start_writing();

 signals:
  void text_written(const QString& text);
  void save_wanted(const counterpoint::FileNews& file);
  void save_as_wanted(const counterpoint::FileNews& file);
  void stop_wanted(const counterpoint::FileNews& file);
  void folder_wanted(const counterpoint::FileNews& file);

 private:
  /// A row with what it is about.
  struct Row {
    QWidget* widget = nullptr;
    bool own = false;
    std::uint32_t number = 0;  ///< 0: nothing further is heard of it.
    QTime at;                  ///< It came, or was written, at this time of the day.
    QString words;             ///< Empty for a file.
    QLabel* state = nullptr;   ///< Null for a file.
    FileRow* file = nullptr;   ///< Null: a text.
  };

  QWidget* make_rows();
  QWidget* make_field(QAction& send_file);
  void write();
  void add(const Row& row);
  [[nodiscard]] QString line_of(const Row& row) const;
  [[nodiscard]] Row* find(bool own, std::uint32_t number, bool file);
  void show_state(QLabel& label, TextNews::State state);
  void scroll_down();

  QString peer_;
  QScrollArea* area_;
  QVBoxLayout* layout_;
  QLabel* hint_;
  QLineEdit* field_;
  QAction send_;
  QAction close_;
  std::deque<Row> rows_;
  bool at_end_ = true;  ///< The newest is seen, and so is what follows.
};

}  // namespace counterpoint
