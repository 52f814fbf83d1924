// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace counterpoint {

/// Has libpulse copy audio to and from the sound server instead of sharing memory with it; all else of the user's
/// configuration of libpulse holds. The reason stands in docs/decisions/0010. It sets PULSE_CLIENTCONFIG, so it is
/// called before there is another thread; programs that this one starts have the same configuration.
void let_pulse_copy();

}  // namespace counterpoint
