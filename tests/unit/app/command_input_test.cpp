// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/command_input.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QStringList>
#include <QTimer>
#include <array>

namespace counterpoint {
namespace {

TEST(ReadCommand, TakesAModeWithItsParameters) {
  const auto plain = read_command("mode 1d");
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_EQ(mode_name(std::get<SetMode>(*plain).mode), "1d");
  EXPECT_TRUE(std::get<SetMode>(*plain).mode.parameters.empty());
  const auto given = read_command("mode tcp-cwnd b_max=8");
  ASSERT_TRUE(given) << given.error().message;
  EXPECT_EQ(mode_name(std::get<SetMode>(*given).mode), "tcp-cwnd");
  EXPECT_EQ(std::get<SetMode>(*given).mode.parameters, (ParameterValues{{"b_max", 8}}));
}

TEST(ReadCommand, TakesWhatIsToBecomeOfAClip) {
  const auto clip = [](const char* line) { return std::get<ClipCommand>(*read_command(line)); };
  EXPECT_EQ(std::get<PlayClip>(clip("play /films/a film.mpg")).path, "/films/a film.mpg");
  EXPECT_TRUE(std::holds_alternative<ResumeClip>(clip("play")));
  EXPECT_TRUE(std::holds_alternative<PauseClip>(clip("pause")));
  EXPECT_EQ(std::get<SeekClip>(clip("seek 12.5")).to, 12500ms);
  EXPECT_TRUE(std::holds_alternative<StopClip>(clip("stop")));
}

TEST(ReadCommand, MutesTheMicrophoneAloneAndBack) {
  const auto sending = [](const char* line) { return std::get<SetSending>(*read_command(line)); };
  EXPECT_FALSE(sending("mute").microphone);
  EXPECT_TRUE(sending("mute").camera);
  EXPECT_TRUE(sending("unmute").microphone);
}

TEST(ReadCommand, SaysWhatIsWrong) {
  const auto error_of = [](const char* line) {
    const auto command = read_command(line);
    return command ? "no error" : command.error().message.text();
  };
  for (const char* line : {"mode", "1d", "hello world"}) EXPECT_THAT(error_of(line), testing::HasSubstr("mode NAME"));
  for (const char* line : {"seek", "pause now", "stop 3", "mute 1"})
    EXPECT_THAT(error_of(line), testing::HasSubstr("expected mode"));
  for (const char* line : {"seek -1", "seek nan", "seek soon", "seek 1e9"}) {
    EXPECT_THAT(error_of(line), testing::HasSubstr("expected seconds from 0 on"));
  }
  EXPECT_THAT(error_of("mode 3d"), testing::HasSubstr("mode 3d: expected one of 2d, "));
  EXPECT_THAT(error_of("mode tcp-cwnd 8"), testing::HasSubstr("parameter 8: expected NAME=NUMBER"));
  EXPECT_THAT(error_of("mode tcp-cwnd b_max=1e9"), testing::HasSubstr("b_max"));
}

/// Text written into a pipe, and the lines that are read from it.
class CommandInputTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(pipe(ends_.data()), 0);
    input_ = std::make_unique<CommandInput>(ends_[0]);
    QObject::connect(input_.get(), &CommandInput::line_read, input_.get(),
                     [this](const QString& line) { lines.append(line); });
  }
  void TearDown() override {
    input_.reset();
    close_end();
    close(ends_[0]);
  }
  void write_text(const QByteArray& text) {
    ASSERT_EQ(::write(ends_[1], text.constData(), static_cast<std::size_t>(text.size())), text.size());
  }
  void close_end() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }
  /// Waits until there are so many lines.
  void wait_for(int count) {
    const QDeadlineTimer deadline(60'000);
    while (lines.size() < count && !deadline.hasExpired()) {
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
    }
    EXPECT_EQ(lines.size(), count);
  }

  QStringList lines;

 private:
  int argument_count_ = 0;
  QCoreApplication application_{argument_count_, nullptr};
  std::array<int, 2> ends_{-1, -1};
  std::unique_ptr<CommandInput> input_;
};

TEST_F(CommandInputTest, LinesComeInPiecesOrManyAtOnce) {
  write_text("mo");
  QCoreApplication::processEvents();
  EXPECT_TRUE(lines.isEmpty());
  write_text("de 1d\n\n  \nmode 2d\r\nmode  fixed ");
  wait_for(2);
  close_end();
  wait_for(3);
  EXPECT_EQ(lines, QStringList({"mode 1d", "mode 2d", "mode fixed"})) << "the end of the input ends its last line";
}

TEST_F(CommandInputTest, ALineWithoutEndTakesNoMemoryAndHarmsNoOther) {
  write_text(QByteArray(20'000, 'x') + "\nmode 1d\n");
  wait_for(2);
  EXPECT_LT(lines.first().size(), 6000);
  EXPECT_EQ(lines.last(), "mode 1d");
}

TEST_F(CommandInputTest, LeavesTimeForOthersBetweenTwoLines) {
  int others = 0;
  QTimer other;
  QObject::connect(&other, &QTimer::timeout, [&others] { ++others; });
  other.start(1);
  write_text("a\nb\nc\nd\ne\nf\n");
  wait_for(6);
  EXPECT_GE(others, 5);
}

}  // namespace
}  // namespace counterpoint
