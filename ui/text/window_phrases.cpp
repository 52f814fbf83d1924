// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtGlobal>

#include "ui/text/engine_phrases.h"

namespace counterpoint {
namespace {

// In a window nobody has options or variables of the environment at hand.
constexpr Rewording kRewordings[] = {
    {"cannot make the folder for session logs %1: %2; set XDG_STATE_HOME or use --log",
     QT_TRANSLATE_NOOP("Engine", "cannot make the folder for session logs %1: %2; choose another one in the settings")},
    {"there is no place for session logs: set HOME or XDG_STATE_HOME, or name one with --log",
     QT_TRANSLATE_NOOP("Engine", "there is no place for session logs: choose a folder in the settings")},
    {"cannot write the session log %1: %2; choose another place with --log",
     QT_TRANSLATE_NOOP("Engine", "cannot write the session log %1: %2; choose another folder in the settings")},
    {"There is no X11 display to share; set DISPLAY or choose another source",
     QT_TRANSLATE_NOOP("Engine", "There is no X11 display to share; log in to an X11 session to share it")},
    {"Cannot share the X11 display \"%1\": %2; check DISPLAY or choose another source",
     QT_TRANSLATE_NOOP("Engine", "Cannot share the X11 display \"%1\": %2")},
    {"this call sends no video, so no clip either; begin it with a camera or --clip",
     QT_TRANSLATE_NOOP("Engine",
                       "this call sends no video, so no clip either; begin it with a camera or the test card")},
    {"the other side takes no clips; show it the file as a --camera instead",
     QT_TRANSLATE_NOOP("Engine", "the other side takes no clips; it needs a newer version of the program")},
    {"Settings are not kept: %1; choose another place with --config, or make room, or the folder writable.",
     QT_TRANSLATE_NOOP("Engine", "Settings are not kept: %1; make room, or make the folder writable.")},
    {"Settings: %1. Nothing of it holds, and changes are not kept; make the file readable or choose another one with "
     "--config.",
     QT_TRANSLATE_NOOP("Engine",
                       "Settings: %1. Nothing of it holds, and changes are not kept; make the file readable.")},
    {"Settings: %1. Nothing of it holds, and changes are not kept; put a file in its place, or choose another one with "
     "--config.",
     QT_TRANSLATE_NOOP("Engine",
                       "Settings: %1. Nothing of it holds, and changes are not kept; put a file in its place.")},
    {"Settings: a later version of Counterpoint wrote %1. What this one knows of it holds, and changes are not kept; "
     "update Counterpoint, or choose another file with --config.",
     QT_TRANSLATE_NOOP("Engine",
                       "Settings: a later version of Counterpoint wrote %1. What this one knows of it holds, and "
                       "changes are not kept; update Counterpoint.")},
};

}  // namespace

std::span<const Rewording> rewordings() { return kRewordings; }

}  // namespace counterpoint
