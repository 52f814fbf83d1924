# SPDX-License-Identifier: GPL-3.0-or-later
find_package(Threads REQUIRED)
find_package(Qt6 6.4 REQUIRED COMPONENTS Core DBus Gui Network Svg Widgets)
find_package(OpenSSL 3.0 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(simdjson 3.0 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(FFMPEG REQUIRED IMPORTED_TARGET libavformat libavcodec libswscale libswresample libavutil)
# Loaded by the program when it opens a camera or the screen (media/capture/live_source.cpp).
pkg_check_modules(AVDEVICE REQUIRED libavdevice)
pkg_check_modules(SRTP REQUIRED IMPORTED_TARGET libsrtp2>=2.5)
pkg_check_modules(PORTAUDIO REQUIRED IMPORTED_TARGET portaudio-2.0)
pkg_check_modules(SPEEXDSP REQUIRED IMPORTED_TARGET speexdsp)
pkg_check_modules(OPUS REQUIRED IMPORTED_TARGET opus)
pkg_check_modules(VPX REQUIRED IMPORTED_TARGET vpx>=1.12)
pkg_check_modules(QRENCODE REQUIRED IMPORTED_TARGET libqrencode)
find_library(YUV_LIBRARY yuv REQUIRED)
# Its pkg-config file and CMake package ask for packages that only their own headers need.
find_library(OPENDHT_LIBRARY opendht REQUIRED)
