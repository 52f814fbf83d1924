# SPDX-License-Identifier: GPL-3.0-or-later
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Compile again only what changed, even after switching branches.
find_program(CCACHE ccache)
if(CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
# Assertions stay on wherever tests run; only the release build leaves them out. Line tables serve back traces, and take a
# fifth less time than all of -g.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")

add_library(counterpoint_settings INTERFACE)
target_include_directories(counterpoint_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(counterpoint_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Werror
                       # Designated initialisers leave fields at their defaults on purpose.
                       -Wno-missing-field-initializers)
if(COUNTERPOINT_SANITIZE)
  # GCC takes instrumented variants and optionals for uninitialised; the plain builds still look for that.
  target_compile_options(counterpoint_settings INTERFACE -fsanitize=${COUNTERPOINT_SANITIZE} -Wno-maybe-uninitialized
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(counterpoint_settings INTERFACE -fsanitize=${COUNTERPOINT_SANITIZE})
endif()
if(COUNTERPOINT_COVERAGE)
  target_compile_options(counterpoint_settings INTERFACE --coverage)
  target_link_options(counterpoint_settings INTERFACE --coverage)
endif()
