// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/file_dialog.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QSplitter>
#include <QTreeView>

namespace counterpoint {

QFileDialog* make_file_dialog(const QString& title, const QString& folder, QWidget* parent) {
  constexpr QSize kSize(940, 560);
  constexpr int kPlaces = 200;  // Width of the list of places to the left of the files.
  auto* dialog = new QFileDialog(parent, title, folder);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QFileDialog::HideNameFilterDetails);
  dialog->resize(kSize);
  // Neither is there when the desktop shows a dialog of its own.
  if (auto* splitter = dialog->findChild<QSplitter*>(QStringLiteral("splitter"))) {
    splitter->setSizes({kPlaces, kSize.width() - kPlaces});
  }
  if (const auto* files = dialog->findChild<QTreeView*>(QStringLiteral("treeView"))) {
    QHeaderView* header = files->header();
    for (int column = 0; column < header->count(); ++column) {
      header->setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
  }
  return dialog;
}

}  // namespace counterpoint
