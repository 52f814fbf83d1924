# SPDX-License-Identifier: GPL-3.0-or-later
# This says which files "cmake --install" puts where. Experiments, icons and translations are compiled into the programs.
include(GNUInstallDirs)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(resources ${PROJECT_SOURCE_DIR}/resources)
set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/counterpoint)
install(TARGETS counterpoint counterpoint-cli RUNTIME)
# The name by which desktops know the program, as in kProgramId (ui/style/program_id.h).
set(program_id io.github.counterpoint_call.counterpoint)
install(FILES ${resources}/icons/counterpoint.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
        RENAME ${program_id}.svg)
install(FILES ${resources}/desktop/counterpoint.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications
        RENAME ${program_id}.desktop)
install(FILES ${resources}/desktop/counterpoint.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo
        RENAME ${program_id}.metainfo.xml)
# The documents keep their places, since they link to each other.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ${resources}/debian/copyright DESTINATION ${documents})
install(DIRECTORY docs DESTINATION ${documents})

add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/changelog.gz
                   COMMAND gzip -9nc ${resources}/debian/changelog > ${PROJECT_BINARY_DIR}/changelog.gz
                   DEPENDS ${resources}/debian/changelog VERBATIM)
add_custom_target(changelog ALL DEPENDS ${PROJECT_BINARY_DIR}/changelog.gz)
install(FILES ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${documents})

# Manual pages name the options that the programs list. Under a sanitizer, what a library leaks would stop the build.
if(NOT COUNTERPOINT_SANITIZE)
  foreach(program counterpoint counterpoint-cli)
    set(page ${PROJECT_BINARY_DIR}/${program}.1.gz)
    add_custom_command(
      OUTPUT ${page}
      COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/cmake/make_man_page.py $<TARGET_FILE:${program}>
              ${resources}/man/${program}.1.in ${page} --version ${PROJECT_VERSION}
      DEPENDS ${program} ${PROJECT_SOURCE_DIR}/cmake/make_man_page.py ${resources}/man/${program}.1.in
      COMMENT "Manual page of ${program}" VERBATIM)
    list(APPEND pages ${page})
  endforeach()
  add_custom_target(man_pages ALL DEPENDS ${pages})
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

# "cpack -G DEB" in the build folder makes the package; its dependencies are read off the programs.
set(CPACK_PACKAGE_NAME counterpoint)
set(CPACK_PACKAGE_CONTACT "The Counterpoint maintainers <maintainers@counterpoint.example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION comm)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries that the programs load at run time cannot be read off them.
foreach(library avcodec avdevice avformat)
  string(REGEX MATCH "^[0-9]+" major "${${library}_VERSION}")
  list(APPEND loaded_libraries lib${library}${major})
endforeach()
list(JOIN loaded_libraries ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
# Windows on Wayland, text in them, and Qt's own words in German.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core, qt6-translations-l10n")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "video calls that hold on bad networks")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "\
Two people call each other directly, without a server in between: picture and
sound both ways, in a window or in the terminal. The call adapts to its path
in two dimensions, how many bits it sends and in how many packets, in one of
several published ways, and shows what it does and why.

It also plays stored MPEG-1/2 films to the peer, shaped to the rate of
the path without decoding them, and runs experiments about rate adaptation.")
include(CPack)
