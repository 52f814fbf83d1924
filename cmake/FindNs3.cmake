# SPDX-License-Identifier: GPL-3.0-or-later
# The network simulator ns-3, as Debian's libns3-dev installs it: target Ns3::Ns3. Its parts are found by name, since
# the files that ns-3 3.37 installs for CMake and pkg-config name helpers and flags that do not exist.
find_path(Ns3_INCLUDE_DIR ns3/tcp-linux-reno.h)
set(libraries "")
foreach(module core network internet)
  find_library(Ns3_${module}_LIBRARY ns3-${module})
  mark_as_advanced(Ns3_${module}_LIBRARY)
  list(APPEND libraries Ns3_${module}_LIBRARY)
endforeach()
mark_as_advanced(Ns3_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ns3 REQUIRED_VARS Ns3_INCLUDE_DIR ${libraries})
if(Ns3_FOUND AND NOT TARGET Ns3::Ns3)
  add_library(Ns3::Ns3 INTERFACE IMPORTED)
  # The headers hold string.h and the like: their folder itself must not be searched.
  set_target_properties(Ns3::Ns3 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Ns3_INCLUDE_DIR}")
  foreach(library IN LISTS libraries)
    target_link_libraries(Ns3::Ns3 INTERFACE ${${library}})
  endforeach()
endif()
