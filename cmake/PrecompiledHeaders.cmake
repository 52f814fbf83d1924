# SPDX-License-Identifier: GPL-3.0-or-later
# Headers that many sources include are parsed once for all libraries: that is half of a build's time. A compiler cache
# does better without, and such builds show where a source relies on what only the precompiled header includes. In what
# is sanitized GCC 12 takes inline functions of a precompiled header for undefined.
if(CMAKE_CXX_COMPILER_LAUNCHER OR COUNTERPOINT_SANITIZE)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # GCC 12 warns of the inside of std::string when its code comes from a precompiled header, and takes none that was
  # compiled with threads where there are none, or the other way round.
  target_compile_options(counterpoint_settings INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                         -pthread)
endif()

set(STANDARD_HEADERS <algorithm> <array> <chrono> <cmath> <cstdint> <deque> <filesystem> <functional> <map> <memory>
    <optional> <span> <string> <string_view> <utility> <variant> <vector>)
set(WIDGET_HEADERS ${STANDARD_HEADERS} <QApplication> <QBoxLayout> <QComboBox> <QDir> <QLabel> <QLineEdit> <QMenu>
    <QPainter> <QPushButton> <QTimer> <QWidget>)
set(TEST_HEADERS ${STANDARD_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)

# share_headers(NAME LIBRARY HEADER...): a target that does nothing but precompile the headers, which come with LIBRARY;
# others have them by target_precompile_headers(TARGET REUSE_FROM NAME).
function(share_headers name library)
  set(empty ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(GENERATE OUTPUT ${empty} CONTENT "")
  add_library(${name} OBJECT ${empty})
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE counterpoint_settings ${library})
endfunction()
share_headers(standard_headers Threads::Threads ${STANDARD_HEADERS})
share_headers(widget_headers Qt6::Widgets ${WIDGET_HEADERS})

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
