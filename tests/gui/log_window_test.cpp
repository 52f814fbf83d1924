// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded calls as a person uses them: found, opened, looked through, exported and deleted; on real files.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSlider>
#include <QTreeWidget>
#include <QUrl>
#include <cmath>

#include "app/pipelines/session/call_archive.h"
#include "app/window/log_folder.h"
#include "tests/gui/support/plane_marker.h"
#include "tests/gui/support/sample_log.h"
#include "tests/gui/support/window_fixture.h"
#include "ui/plots/time_lines.h"
#include "ui/recorded_calls/entry_list.h"
#include "ui/recorded_calls/log_view.h"
#include "ui/recorded_calls/log_window.h"

namespace counterpoint {
namespace {

class LogWindowTest : public testing::Test {
 protected:
  static constexpr int kDeadline = 60'000;

  void SetUp() override {
    qputenv("XDG_STATE_HOME", folder_.path().toUtf8());
    put("20261119-100000-1.jsonl", make_log("2026-11-19T10:00:00Z", "bob.example.org:47000", "1d", 20));
    put("20261121-081337-2.jsonl", make_log("2026-11-21T08:13:37Z", "ada.example.org:47000", "2d", 300));
    put("20261120-120000-3.jsonl", make_log("2026-11-20T12:00:00Z", "192.0.2.7:47000", "fixed", 40));
    window_ = std::make_unique<LogWindow>(archive_);
    window_->show();
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get(), kDeadline));
    ASSERT_TRUE(wait_for([this] { return list().topLevelItemCount() == 3; }));
  }
  QString put(const QString& name, const QByteArray& content) {
    QDir().mkpath(folder_.filePath("counterpoint/sessions"));
    QFile file(folder_.filePath("counterpoint/sessions/" + name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return file.fileName();
  }
  template <typename T>
  T& find(const char* name) {
    T* found = window_->findChild<T*>(QLatin1String(name));
    if (found == nullptr) throw std::runtime_error(std::string("nothing is called ") + name);
    return *found;
  }
  QTreeWidget& list() { return find<QTreeWidget>("log_list"); }
  LogView& view() { return *window_->findChild<LogView*>(); }
  void click(const char* action) {
    auto& button = find<QAbstractButton>((std::string(action) + "_button").c_str());
    ASSERT_TRUE(button.isVisible() && button.isEnabled()) << action;
    QTest::mouseClick(&button, Qt::LeftButton);
  }
  template <typename Condition>
  static bool wait_for(Condition condition) {
    return QTest::qWaitFor(condition, kDeadline);
  }
  void open_newest() {
    list().setCurrentItem(list().topLevelItem(0));
    click("log_open");
    ASSERT_TRUE(wait_for([this] { return view().isVisible(); }));
  }
  void take_screenshot(const QString& name) {
    const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
    if (target.isEmpty()) return;
    QDir().mkpath(target);
    QCoreApplication::processEvents();
    EXPECT_TRUE(window_->grab().save(QDir(target).filePath(name + ".png")));
  }
  /// Presses the button of that role in the question that has come up.
  void answer(const char* name, QMessageBox::ButtonRole role) {
    auto& question = find<QMessageBox>(name);
    EXPECT_TRUE(question.isVisible());
    for (QAbstractButton* button : question.buttons()) {
      if (question.buttonRole(button) == role) button->click();
    }
    EXPECT_TRUE(wait_for([&] { return window_->findChild<QMessageBox*>(QLatin1String(name)) == nullptr; }));
  }
  QDialog& open_export_dialog() {
    click("log_export");
    return find<QDialog>("export_dialog");
  }

  QTemporaryDir folder_;
  LogFolder archive_;
  std::unique_ptr<LogWindow> window_;
};

TEST_F(LogWindowTest, TheNewestCallStandsFirstWithWhatOneWantsToKnow) {
  const QTreeWidgetItem& newest = *list().topLevelItem(0);
  EXPECT_EQ(newest.text(1), "ada.example.org:47000");
  EXPECT_EQ(newest.text(2), "outgoing");
  EXPECT_EQ(newest.text(3), "05:00");
  EXPECT_EQ(newest.text(4), "2d");
  EXPECT_TRUE(newest.text(5).contains("kbit/s")) << newest.text(5).toStdString();
  EXPECT_EQ(newest.text(6), "good");
  EXPECT_EQ(list().topLevelItem(1)->text(1), "192.0.2.7:47000");
  EXPECT_EQ(list().topLevelItem(2)->text(1), "bob.example.org:47000");
  take_screenshot("logs-list");
  QTest::keyClicks(&find<QLineEdit>("log_search"), "BOB");
  EXPECT_TRUE(list().topLevelItem(0)->isHidden());
  EXPECT_TRUE(list().topLevelItem(1)->isHidden());
  EXPECT_FALSE(list().topLevelItem(2)->isHidden());
}

TEST_F(LogWindowTest, ACallThatNobodyTookSaysWhoCalledAndWhatBecameOfIt) {
  const struct {
    const char* state;
    const char* end;
    const char* told;
  } calls[] = {
      {"incoming", "the peer hung up: before the call was answered", "incoming, missed"},
      {"incoming", "no answer: the call was not taken", "incoming, missed"},
      {"incoming", "hung up: declined", "incoming, declined"},
      {"calling", "hung up", "outgoing, given up"},
      {"calling", "declined: declined", "outgoing, declined"},
      {"calling", "declined: busy", "outgoing, busy"},
      {"calling", "no answer: nobody took the call", "outgoing, not answered"},
      {"calling", "unreachable: cannot reach ada", "outgoing, not reached"},
      {"connected", "the peer vanished: nothing arrived any more", "connection lost"},
      {"connected", "hung up", ""},
  };
  int number = 0;
  for (const auto& call : calls) {
    const QString name = QStringLiteral("20270101-0000%1-1.jsonl").arg(++number, 2, 10, QLatin1Char('0'));
    put(name, make_short_log("2027-01-01T00:00:00Z", "eve", call.state, call.end));
  }
  window_->hide();
  window_->show();
  const int all = 3 + number;
  ASSERT_TRUE(wait_for([&] { return list().topLevelItemCount() == all; }));
  for (int i = 0; i < number; ++i) {
    const QTreeWidgetItem& item = *list().topLevelItem(number - 1 - i);
    EXPECT_EQ(item.text(2).toStdString(), calls[i].told);
    EXPECT_EQ(item.text(3), "") << "no duration";
  }
  take_screenshot("logs-not-taken");
}

TEST_F(LogWindowTest, ReturnInTheSearchFieldOpensWhatIsFound) {
  auto& search = find<QLineEdit>("log_search");
  search.setFocus();
  QTest::keyClicks(&search, "nobody");
  QTest::keyClick(&search, Qt::Key_Return);
  EXPECT_FALSE(view().isVisible()) << "nothing is found";
  EXPECT_FALSE(find<QAbstractButton>("log_open_button").isEnabled());
  EXPECT_EQ(find<QLabel>("log_nothing").text(), "No call fits the search.");
  EXPECT_TRUE(find<QLabel>("log_nothing").isVisible());
  search.clear();
  QTest::keyClicks(&search, "BOB");
  QTest::keyClick(&search, Qt::Key_Return);
  ASSERT_TRUE(wait_for([this] { return view().isVisible(); }));
  EXPECT_TRUE(find<QLabel>("log_title").text().startsWith("bob.example.org"));
}

TEST_F(LogWindowTest, TheMarkerStandsWhereTheLogSaysAtTheTimeOfTheSlider) {
  open_newest();
  auto& slider = find<QSlider>("log_slider");
  auto& plane = find<PlaneView>("log_plane");
  for (const int seconds : {30, 200, 90, 299}) {
    slider.setValue(slider.maximum() * seconds / 300);
    const Duration at = view().time();
    EXPECT_NEAR(to_seconds(at), seconds, 0.2);
    const auto logged = position_at(static_cast<int>(std::floor(to_seconds(at) / 0.2 + 1e-6)));
    EXPECT_TRUE(plane.accessibleDescription().contains("Mode 2d."));
    const QPointF marker = middle_of_marker(plane);
    const QPointF place = plane.place_of(logged);
    EXPECT_LT(std::hypot(marker.x() - place.x(), marker.y() - place.y()), 2) << "at " << seconds << " s";
    EXPECT_TRUE(find<QLabel>("log_clock").text().endsWith("/ 05:00"));
  }
  take_screenshot("logs-view");
}

TEST(EntryList, TheProgramOfThePeerIsNamedAsSuch) {
  CallHistory history;
  history.add({0s, LogHeader{}});
  history.add({1s, LogEvent{"peer-program", "counterpoint 0.1.0"}});
  EntryList list(nullptr);
  list.show_history(history);
  const auto* entries = list.findChild<QListWidget*>("log_entries");
  ASSERT_EQ(entries->count(), 1);
  EXPECT_EQ(entries->item(0)->text(), "00:01.0   Program of the peer: counterpoint 0.1.0");
}

TEST_F(LogWindowTest, DecisionsTheTimeLinesAndPlayingChooseTheTimeToo) {
  open_newest();
  auto& entries = find<QListWidget>("log_entries");
  ASSERT_EQ(entries.count(), 30 + 3) << "decisions, the states and the event";
  EXPECT_TRUE(entries.item(2)->text().startsWith("00:10.0   One-way delay is rising"))
      << entries.item(2)->text().toStdString();
  EXPECT_TRUE(entries.item(2)->data(Qt::AccessibleTextRole).toString().startsWith("00:10.0 Decision: One-way delay"));
  entries.scrollToItem(entries.item(4));
  QTest::mouseClick(entries.viewport(), Qt::LeftButton, {}, entries.visualItemRect(entries.item(4)).center());
  EXPECT_EQ(view().time(), 30s);
  auto& lines = find<TimeLines>("log_lines");
  QTest::mouseClick(&lines, Qt::LeftButton, {}, lines.place_of(Series::kSendRate, 102s, 0).toPoint() - QPoint(0, 5));
  EXPECT_NEAR(to_seconds(view().time()), 102, 1);
  EXPECT_EQ(entries.currentRow(), 11) << "the last decision before";

  auto& kinds = find<QComboBox>("log_kinds");
  kinds.setCurrentIndex(kinds.findText("Decision"));
  ASSERT_EQ(entries.count(), 30);
  EXPECT_EQ(entries.currentRow(), 9) << "the same moment";
  EXPECT_FALSE(entries.item(0)->icon().isNull());
  kinds.setCurrentIndex(kinds.findText("Call"));
  EXPECT_EQ(entries.count(), 2) << "two states";
  kinds.setCurrentIndex(0);
  EXPECT_EQ(entries.count(), 33);

  find<QAction>("log_speed_16").trigger();
  const Duration before = view().time();
  click("log_play");
  EXPECT_TRUE(wait_for([&] { return view().time() > before + 5s; }));
  click("log_play");
  const Duration paused = view().time();
  QCoreApplication::processEvents();
  EXPECT_EQ(view().time(), paused);
  view().show_time(299900ms);
  QTest::keyClick(window_->windowHandle(), Qt::Key_Space);
  EXPECT_TRUE(wait_for([&] { return !view().play.isChecked(); })) << "it stops at the end";
  EXPECT_EQ(view().time(), 300s);
}

TEST_F(LogWindowTest, DeletingAsksFirst) {
  list().setCurrentItem(list().topLevelItem(2));
  click("log_delete");
  answer("log_delete_question", QMessageBox::RejectRole);
  EXPECT_EQ(list().topLevelItemCount(), 3);
  list().setCurrentItem(list().topLevelItem(2));
  click("log_delete");
  answer("log_delete_question", QMessageBox::DestructiveRole);
  EXPECT_TRUE(wait_for([this] { return list().topLevelItemCount() == 2; }));
  EXPECT_EQ(archive_.list()->size(), 2);
  EXPECT_EQ(list().topLevelItem(1)->text(1), "192.0.2.7:47000") << "the others are there";
}

TEST_F(LogWindowTest, TheLogOfACallThatGoesOnIsNotDeleted) {
  const QString file = archive_.list()->front();
  auto call = CallArchive::open(file.toStdString());
  ASSERT_TRUE(call);
  list().setCurrentItem(list().topLevelItem(0));
  click("log_delete");
  answer("log_delete_question", QMessageBox::DestructiveRole);
  EXPECT_TRUE(find<QLabel>("log_problem").text().endsWith("its call still goes on; end it first"))
      << find<QLabel>("log_problem").text().toStdString();
  EXPECT_EQ(archive_.list()->front(), file);
  (*call)->close();
  while ((*call)->write_next()) {
  }
  EXPECT_TRUE(archive_.remove(file)) << "the call is over";
}

TEST_F(LogWindowTest, AFolderThatCannotBeReadIsToldAndOneThatIsNotThereIsNotMade) {
  QDir sessions(folder_.filePath("counterpoint/sessions"));
  ASSERT_TRUE(sessions.removeRecursively());
  window_->hide();
  window_->show();
  auto& nothing = find<QLabel>("log_nothing");
  EXPECT_TRUE(nothing.text().startsWith("No calls are recorded yet.")) << nothing.text().toStdString();
  EXPECT_FALSE(sessions.exists());
  QFile obstacle(sessions.path());
  ASSERT_TRUE(obstacle.open(QIODevice::WriteOnly));
  window_->hide();
  window_->show();
  EXPECT_TRUE(nothing.isVisible());
  EXPECT_TRUE(nothing.text().startsWith("Cannot read the folder for session logs " + sessions.path()))
      << nothing.text().toStdString();
}

TEST_F(LogWindowTest, ADroppedLogIsOpenedAndABrokenOneIsTold) {
  const auto drop = [this](const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &event);
  };
  auto& problem = find<QLabel>("log_problem");
  const auto elsewhere = [this](const QString& name, const QByteArray& content) {
    QFile file(folder_.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return file.fileName();
  };
  const QByteArray log = make_log("2026-11-18T08:00:00Z", "eve", "2d", 60);
  drop(elsewhere("copy.jsonl", log));
  ASSERT_TRUE(wait_for([this] { return view().isVisible(); }));
  EXPECT_TRUE(find<QLabel>("log_title").text().startsWith("eve"));
  EXPECT_FALSE(problem.isVisible());

  drop(elsewhere("cut.jsonl", log.left(log.size() / 2)));
  ASSERT_TRUE(wait_for([&] { return problem.isVisible(); }));
  EXPECT_EQ(problem.text(), "This log ends in mid-call.");

  drop(elsewhere("junk.jsonl", "junk\n"));
  ASSERT_TRUE(wait_for([&] { return problem.text().contains("junk.jsonl: line 1"); })) << problem.text().toStdString();
  EXPECT_TRUE(problem.text().contains("Choose another log")) << problem.text().toStdString();
  EXPECT_TRUE(list().isVisible()) << "back in the list";
  drop(folder_.filePath("nowhere.jsonl"));
  EXPECT_TRUE(wait_for([&] { return problem.text().contains("nowhere.jsonl"); }));

  QByteArray dented = log;
  dented.replace(dented.indexOf('\n', 5000) + 1, 20, "{{{{{{{{{{{{{{{{{{{{");
  drop(elsewhere("dented.jsonl", dented));
  ASSERT_TRUE(wait_for([this] { return view().isVisible(); })) << "the rest can be read";
  EXPECT_TRUE(problem.text().contains("is broken: not valid JSON")) << problem.text().toStdString();
  EXPECT_TRUE(problem.text().endsWith("Everything else in the log is shown.")) << problem.text().toStdString();
  EXPECT_FALSE(problem.text().contains("more"));
  for (int from : {9000, 15000}) dented.replace(dented.indexOf('\n', from) + 1, 20, "{{{{{{{{{{{{{{{{{{{{");
  drop(elsewhere("more.jsonl", dented));
  ASSERT_TRUE(wait_for([&] { return problem.text().contains("more.jsonl"); }));
  EXPECT_TRUE(problem.text().contains("; 2 more lines are broken")) << problem.text().toStdString();
}

TEST_F(LogWindowTest, TheSuffixOfAnExportAndItsFormatGoTogether) {
  open_newest();
  QDialog& dialog = open_export_dialog();
  auto* formats = dialog.findChild<QComboBox*>("export_format");
  auto* target = dialog.findChild<QLineEdit*>("export_target");
  auto* save = dialog.findChild<QPushButton*>("export_save");
  ASSERT_EQ(formats->currentData(), "html");
  target->clear();
  QTest::keyClicks(target, folder_.filePath("x.csv"));
  EXPECT_EQ(formats->currentData(), "csv") << "what is typed is what is written";
  formats->setCurrentIndex(formats->findData("html"));
  EXPECT_EQ(target->text(), folder_.filePath("x.html"));
  target->setText(folder_.filePath("report.v2"));
  EXPECT_EQ(formats->currentData(), "html");
  QTest::mouseClick(save, Qt::LeftButton);
  ASSERT_TRUE(wait_for([this] { return window_->findChild<QDialog*>("export_dialog") == nullptr; }));
  QFile written(folder_.filePath("report.v2.html"));
  ASSERT_TRUE(written.open(QIODevice::ReadOnly)) << "the format's suffix is added";
  EXPECT_TRUE(written.readAll().contains("<html"));
}

TEST_F(LogWindowTest, AnExportReplacesAFileOnlyWhenToldAndNoFolder) {
  const QString file = put("kept.html", "kept");
  const auto content = [&file] {
    QFile kept(file);
    EXPECT_TRUE(kept.open(QIODevice::ReadOnly));
    return kept.readAll();
  };
  open_newest();
  QDialog& dialog = open_export_dialog();
  auto* target = dialog.findChild<QLineEdit*>("export_target");
  auto* save = dialog.findChild<QPushButton*>("export_save");
  auto* problem = dialog.findChild<QLabel*>("export_problem");
  target->setText(folder_.path());
  QTest::mouseClick(save, Qt::LeftButton);
  EXPECT_EQ(window_->findChild<QMessageBox*>("export_replace_question"), nullptr);
  EXPECT_TRUE(problem->text().contains("is a folder")) << problem->text().toStdString();
  target->clear();
  QTest::mouseClick(save, Qt::LeftButton);
  EXPECT_TRUE(problem->text().contains("name of the file")) << problem->text().toStdString();
  target->setText(file.chopped(5));
  QTest::mouseClick(save, Qt::LeftButton);
  auto& question = find<QMessageBox>("export_replace_question");
  EXPECT_TRUE(question.text().contains(file));
  EXPECT_EQ(question.buttonRole(question.defaultButton()), QMessageBox::RejectRole);
  answer("export_replace_question", QMessageBox::RejectRole);
  EXPECT_EQ(content(), "kept");
  ASSERT_TRUE(dialog.isVisible()) << "another name can be given";
  QTest::mouseClick(save, Qt::LeftButton);
  answer("export_replace_question", QMessageBox::DestructiveRole);
  EXPECT_TRUE(wait_for([this] { return window_->findChild<QDialog*>("export_dialog") == nullptr; }));
  EXPECT_TRUE(content().contains("<html"));
}

TEST_F(LogWindowTest, AnOpenedCallIsExportedInEachFormatWithoutAddresses) {
  open_newest();
  for (const char* format : {"html", "csv", "jsonl", "png"}) {
    click("log_export");
    auto* dialog = window_->findChild<QDialog*>("export_dialog");
    ASSERT_NE(dialog, nullptr);
    auto* formats = dialog->findChild<QComboBox*>("export_format");
    formats->setCurrentIndex(formats->findData(QLatin1String(format)));
    dialog->findChild<QCheckBox*>("export_without_addresses")->setChecked(true);
    auto* target = dialog->findChild<QLineEdit*>("export_target");
    EXPECT_TRUE(target->text().endsWith(QLatin1Char('.') + QLatin1String(format)));
    auto* save = dialog->findChild<QPushButton*>("export_save");
    target->setText("/proc/no/such/place." + QString(format));
    QTest::mouseClick(save, Qt::LeftButton);
    EXPECT_TRUE(dialog->findChild<QLabel*>("export_problem")->text().contains("cannot write /proc/no/such/place"));
    if (QLatin1String(format) == QLatin1String("html")) {
      const QString shots = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
      if (!shots.isEmpty()) dialog->grab().save(shots + "/logs-export.png");
    }
    const QString file = folder_.filePath(QString("export.") + format);
    target->setText(file);
    QTest::mouseClick(save, Qt::LeftButton);
    ASSERT_TRUE(wait_for([&] { return window_->findChild<QDialog*>("export_dialog") == nullptr; }));
    QFile written(file);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly)) << format;
    const QByteArray content = written.readAll();
    EXPECT_GT(content.size(), 1000) << format;
    for (const char* secret : {"example.org", "/home", "film"}) {
      EXPECT_FALSE(content.contains(secret)) << format << " names " << secret;
    }
  }
  EXPECT_FALSE(QImage(folder_.filePath("export.png")).isNull());
}

/// The call's window with recorded calls beside it.
class WindowWithLogsTest : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    qputenv("XDG_STATE_HOME", state_.path().toUtf8());
    window = std::make_unique<MainWindow>(controller, *settings, people, WindowConfig{.logs = &archive_});
    window->resize(1280, 800);
    window->show();
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get(), kDeadline));
  }
  void TearDown() override { window.reset(); }
  static LogWindow* log_window() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (auto* logs = qobject_cast<LogWindow*>(widget); logs != nullptr && logs->isVisible()) return logs;
    }
    return nullptr;
  }
  static void activate(QWidget& top) {
    top.raise();
    top.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&top, kDeadline));
  }
  /// Clicks through the window system: a window that a dialog blocks gets nothing.
  void click_by_hand(const char* name) {
    QAbstractButton* what = button(name);
    QTest::mouseClick(window->windowHandle(), Qt::LeftButton, {}, what->mapTo(window.get(), what->rect().center()));
    QCoreApplication::processEvents();
  }

  QTemporaryDir state_;
  LogFolder archive_;
};

TEST_F(WindowWithLogsTest, ACallIsTakenMutedAndHungUpBesideTheDialogsOfTheRecordedCalls) {
  QFile file(state_.filePath("call.jsonl"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(make_log("2026-11-19T10:00:00Z", "bob.example.org:47000", "1d", 20));
  file.close();
  press(Qt::Key_L, Qt::ControlModifier);
  ASSERT_NE(log_window(), nullptr);
  log_window()->open_file(file.fileName());
  auto* export_button = log_window()->findChild<QAbstractButton*>("log_export_button");
  ASSERT_TRUE(QTest::qWaitFor([&] { return export_button->isEnabled(); }, kDeadline));
  QTest::mouseClick(export_button, Qt::LeftButton);
  auto* dialog = log_window()->findChild<QDialog*>("export_dialog");
  ASSERT_TRUE(dialog != nullptr && dialog->isVisible());
  EXPECT_TRUE(log_window()->isVisible());

  controller.become(CallPhase::kIncoming);
  click_by_hand("accept");
  EXPECT_EQ(controller.asked.last(), "accept");
  activate(*dialog);
  QTest::keyClick(dialog->windowHandle(), Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(controller.asked.count("accept"), 2) << "the key works from the dialog, too";
  enter_call();
  click_by_hand("mute");
  EXPECT_EQ(controller.asked.last(), "send camera");
  activate(*dialog);
  QTest::keyClick(dialog->windowHandle(), Qt::Key_M, Qt::ControlModifier);
  EXPECT_EQ(controller.asked.last(), "send microphone camera");
  const qsizetype before = controller.asked.size();
  auto* target = dialog->findChild<QLineEdit*>("export_target");
  target->setFocus();
  QTest::keyClick(dialog->windowHandle(), Qt::Key_M);
  EXPECT_EQ(controller.asked.size(), before) << "a letter belongs to the field";
  EXPECT_TRUE(target->text().contains('m'));
  QTest::keyClick(dialog->windowHandle(), Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(controller.asked.last(), "hang_up");
  EXPECT_TRUE(dialog->isVisible());
  window->close();
  EXPECT_EQ(log_window(), nullptr) << "it goes with the window";
}

TEST_F(WindowWithLogsTest, TimeLinesFollowTheCallAndRecordedCallsHaveAKey) {
  EXPECT_TRUE(button("show_logs")->isVisible()) << "on the start page";
  for (const QByteArray& line : make_log("", "Ada", "2d", 40).split('\n')) {
    const auto record = parse_log_line(line.toStdString());
    if (record) emit controller.record_logged(*record);
  }
  enter_call();
  EXPECT_FALSE(shown("time_lines"));
  press(Qt::Key_T);
  press(Qt::Key_O);
  ASSERT_TRUE(shown("time_lines"));
  auto* lines = find<TimeLines>("time_lines");
  EXPECT_TRUE(lines->accessibleDescription().contains("Delay round trip"))
      << lines->accessibleDescription().toStdString();
  take_screenshot("call-time-lines");
  for (const QSize& size : {QSize(760, 560), QSize(1280, 800), QSize(1920, 1080)}) {
    window->resize(size);
    QCoreApplication::processEvents();
    auto* plane = find<QWidget>("plane");
    EXPECT_FALSE(lines->geometry().intersects(plane->geometry())) << size.width();
    EXPECT_FALSE(lines->geometry().intersects(find<QWidget>("controls")->geometry())) << size.width();
    EXPECT_TRUE(lines->parentWidget()->rect().contains(lines->geometry())) << size.width();
    const QRect own = find<QWidget>("own_picture")->geometry();
    EXPECT_FALSE(own.intersects(lines->geometry())) << size.width();
    EXPECT_FALSE(own.intersects(plane->geometry())) << size.width();
    EXPECT_TRUE(lines->parentWidget()->rect().contains(own)) << size.width();
    take_screenshot(QString("call-both-plots-%1").arg(size.width()));
  }
  press(Qt::Key_T);
  EXPECT_FALSE(shown("time_lines"));
  press(Qt::Key_L, Qt::ControlModifier);
  ASSERT_NE(log_window(), nullptr);
}

}  // namespace
}  // namespace counterpoint
