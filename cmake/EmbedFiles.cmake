# SPDX-License-Identifier: GPL-3.0-or-later
# embed_files(OUTPUT FILE...): makes OUTPUT, to be #included inside an array of {name, text}: one entry a file, named as
# the file is without its last ending, its text as a raw string.
function(embed_files output)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_files_script.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed_files_script.cmake
    COMMENT "Embedding files into ${output}"
    VERBATIM)
endfunction()
