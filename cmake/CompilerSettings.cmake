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
                       -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough $<$<BOOL:${COUNTERPOINT_WERROR}>:-Werror>
                       # Designated initialisers leave fields at their defaults on purpose.
                       -Wno-missing-field-initializers)
# Nobody can write over a program's tables of addresses, and its code lies elsewhere at each start. Builds for users end at
# overflows of buffers and of the stack, too. docs/decisions/0002-dependencies.md has the cost.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
target_compile_options(counterpoint_settings INTERFACE
                       $<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3;-fstack-protector-strong>)
target_link_options(counterpoint_settings INTERFACE LINKER:-z,relro,-z,now)
if(COUNTERPOINT_SANITIZE)
  # GCC takes instrumented variants and optionals for uninitialised; the plain builds still look for that.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
  target_compile_options(counterpoint_settings INTERFACE -Wno-maybe-uninitialized -fno-omit-frame-pointer
                         $<$<NOT:$<BOOL:$<TARGET_PROPERTY:NOT_SANITIZED>>>:-fsanitize=${COUNTERPOINT_SANITIZE};-fno-sanitize-recover=all>)
  target_link_options(counterpoint_settings INTERFACE -fsanitize=${COUNTERPOINT_SANITIZE})
endif()
if(COUNTERPOINT_COVERAGE)
  target_compile_options(counterpoint_settings INTERFACE --coverage)
  target_link_options(counterpoint_settings INTERFACE --coverage)
endif()

# compile_by_folder(TARGET): with COUNTERPOINT_UNITY the sources of one folder are one translation unit, which halves the
# time of a build from nothing. Builds that are compiled again and again, and clang-tidy, do better without.
option(COUNTERPOINT_UNITY "Compile the sources of a folder together" OFF)
function(compile_by_folder target)
  if(NOT COUNTERPOINT_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(source MATCHES "\\.cpp$")
      get_filename_component(folder ${source} DIRECTORY)
      file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
      string(REPLACE "/" "_" group ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # One source after another looks to the compiler like headers, whose types must not use anonymous namespaces.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
endfunction()
