# SPDX-License-Identifier: GPL-3.0-or-later
# What many sources include is parsed once a target: that is half of a build's time. A compiler cache does better without,
# and such builds show where a source relies on what only the precompiled header includes.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
else()
  # GCC 12 warns of the inside of std::string when its code comes from a precompiled header.
  target_compile_options(counterpoint_settings INTERFACE -Wno-array-bounds -Wno-restrict
                         -Wno-stringop-overflow)
endif()

set(STANDARD_HEADERS <algorithm> <array> <chrono> <cmath> <cstdint> <deque> <filesystem> <functional> <map> <memory>
    <optional> <span> <string> <string_view> <utility> <variant> <vector>)
set(WIDGET_HEADERS ${STANDARD_HEADERS} <QApplication> <QBoxLayout> <QComboBox> <QDir> <QLabel> <QLineEdit> <QMenu>
    <QPainter> <QPushButton> <QTimer> <QWidget>)
set(TEST_HEADERS ${STANDARD_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)

# The test programs of one folder link the same libraries, so one header serves them: that of the first.
function(precompile_once group target)
  get_property(first GLOBAL PROPERTY precompiled_${group})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY precompiled_${group} ${target})
  endif()
endfunction()
