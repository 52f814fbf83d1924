// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/log_privacy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace counterpoint {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A log that names somebody or something in each of its fields.
std::vector<LogRecord> telling_log() {
  return {{0s, LogHeader{.application = "counterpoint 0.1.0",
                         .settings = {{"peer", "[2001:db8::7]:47000"},
                                      {"mode", "2d"},
                                      {"codec", "vp8"},
                                      {"camera", "/home/ada/holiday.mkv"},
                                      {"microphone", "Adas headset"},
                                      {"speaker", "none"},
                                      {"emulate", "trace=/home/ada/train.txt"},
                                      {"whatever", "ada.example.org:47000"}}}},
          {1s, LogState{"connected", ""}},
          {2s, LogDecision{{}, {}, "mode 1d chosen by ada.example.org", "2001:db8::7 told"}},
          {3s, LogEvent{"clip", "playing /home/ada/film.mpg: 640x360"}},
          {4s, LogEvent{"warning", "the Adas headset is gone"}},
          {5s, LogState{"ended", "local failure: Adas headset"}},
          {6s, LogEnd{"unreachable: 2001:db8::7: no route to host"}}};
}

TEST(AddressRemover, LeavesNoNameNorAddress) {
  AddressRemover remover;
  std::string text;
  for (const LogRecord& record : telling_log()) text += to_json_line(remover.clean(record)) + "\n";
  for (const char* secret : {"2001:db8", "ada", "Ada", "example.org", "47000", "/home", "holiday", "film", "train"}) {
    EXPECT_THAT(text, Not(HasSubstr(secret)));
  }
  for (const char* kept : {"\"mode\":\"2d\"", "\"codec\":\"vp8\"", "mode 1d chosen by", "\"name\":\"clip\"",
                           "\"cause\":\"local failure\"", "\"cause\":\"unreachable\"", "counterpoint 0.1.0"}) {
    EXPECT_THAT(text, HasSubstr(kept));
  }
}

TEST(AddressRemover, LeavesMeasurementsAsTheyAre) {
  AddressRemover remover;
  const LogRecord sample{1s, LogSample{.packets_sent = 7}};
  EXPECT_EQ(remover.clean(sample), sample);
  const LogRecord stats{1s, LogStats{}};
  EXPECT_EQ(remover.clean(stats), stats);
}

}  // namespace
}  // namespace counterpoint
