# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What app/run, tests/run and the other scripts share: install packages, configure, build. Source it after `set -euo
# pipefail`. Set progress_fd=2 before that when standard output is for something else than progress.

script_name=$0
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
os_release=${COUNTERPOINT_OS_RELEASE:-/etc/os-release} # Another file for the tests of this one.
progress_fd=${progress_fd:-1}
lock_fd=

say() { printf '%s\n' "$*" >&"$progress_fd"; }
die() {
  printf '%s: %s\n' "$script_name" "$*" >&2
  exit 1
}

# One set-up or build at a time in this tree; unlock before starting anything that stays.
lock() {
  { mkdir -p "$root/build" && exec {lock_fd}>"$root/build/.lock"; } 2>/dev/null ||
    die "cannot write to $root/build: check its owner and the free space"
  if ! flock -n "$lock_fd"; then
    say "waiting for another build in $root/build"
    flock "$lock_fd"
  fi
}
unlock() {
  exec {lock_fd}>&-
  lock_fd=
}

# packages_of SECTION...: their packages, one a line.
packages_of() {
  awk -v sections=" $* " '$1 !~ /^#/ && NF == 2 && index(sections, " " $1 " ") { print $2 }' \
    "$root/cmake/debian-packages.txt" | sort -u
}

# missing_packages SECTION...: those of them that are not installed, one a line.
missing_packages() {
  local packages
  mapfile -t packages < <(packages_of "$@")
  comm -23 <(printf '%s\n' "${packages[@]}" | sort) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p' | sort)
}

# Nothing when this is Debian 12 or newer, or derived from Debian; otherwise what it is instead.
unknown_distribution() {
  local ID=unknown ID_LIKE='' VERSION_ID='' PRETTY_NAME=''
  # shellcheck source=/dev/null
  [ -r "$os_release" ] && . "$os_release"
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "${PRETTY_NAME:-$ID}, which has no apt"
  elif [ "$ID" = debian ]; then
    [ -z "$VERSION_ID" ] || [ "${VERSION_ID%%.*}" -ge 12 ] || echo "${PRETTY_NAME:-Debian $VERSION_ID}"
  else
    case " $ID_LIKE " in *" debian "* | *" ubuntu "*) ;; *) echo "${PRETTY_NAME:-$ID}" ;; esac
  fi
}

# as_root COMMAND...: as root, whoever we are.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}
# May ask for a password, but only on a terminal.
may_become_root() {
  if [ "$(id -u)" -eq 0 ]; then return 0; fi
  command -v sudo >/dev/null || return 1
  if [ -t 0 ]; then sudo -v; else sudo -n true 2>/dev/null; fi
}

run_apt() {
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y -o Acquire::Retries=3 -o Acquire::http::Timeout=30 \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}

# Tells why apt failed, from its log.
apt_failure() {
  local log=$1 line
  # The server's answer that a file is not there is no network trouble.
  if grep -qE 'Temporary failure resolving|Could not (resolve|connect)|Connection (timed out|failed|refused)|Network is unreachable' "$log"; then
    echo "the Debian mirror cannot be reached: connect to the network and try again"
  else
    line=$(grep '^E: ' "$log" | head -n 1 || true)
    echo "apt-get says \"${line#E: }\""
  fi
}

# install_packages SECTION...: installs what is missing; quick, and without any network, when nothing is.
install_packages() {
  local missing log="$root/build/install-$1.log" other
  [ "${COUNTERPOINT_SKIP_INSTALL:-0}" = 1 ] && return
  if command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -eq 0 ] && return
  fi
  other=$(unknown_distribution)
  [ -z "$other" ] || die "can install packages on Debian 12 only, not on $other:" \
    "install what cmake/debian-packages.txt lists and set COUNTERPOINT_SKIP_INSTALL=1"
  may_become_root || die "${#missing[@]} packages are missing (${missing[0]}, ...), and installing them needs root" \
    "or sudo: as root, run '$root/cmake/install-packages $*' once"
  say "installing ${#missing[@]} packages: ${missing[*]}"
  : >"$log"
  # A failing update may be about a source that we do not need; the installation tells.
  run_apt update >>"$log" 2>&1 || true
  run_apt install --no-install-recommends "${missing[@]}" >>"$log" 2>&1 ||
    die "cannot install the missing packages: $(apt_failure "$log") (log: $log)"
}

# start_installing SECTION...: the same while something else is done; finish_installing waits for it.
start_installing() {
  install_packages "$@" &
  installation=$!
}
finish_installing() {
  wait "$installation" || exit
}

# There are as many compilers as processors, but 1 GiB of memory for each.
build_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || true)
  [ -n "$memory" ] && [ "$memory" -lt "$cores" ] && cores=$((memory > 0 ? memory : 1))
  echo "$cores"
}

# Passes on each tenth of ninja's progress, all of it to LOG.
show_progress() {
  local log=$1 line shown=0 tenth
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && [ "${BASH_REMATCH[2]}" -ge 20 ]; then
      tenth=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      if [ "$tenth" -gt "$shown" ]; then
        shown=$tenth
        say "  ${shown}0 %"
      fi
    fi
  done
}

fail_build() {
  tail -n 40 "$1" >&2
  die "$2 (the end of its log is above, all of it in $1)"
}

# configure PRESET: only when ninja would not notice by itself that it is needed.
configure() {
  local directory="$root/build/$1" log="$root/build/$1/configure.log" home
  command -v cmake >/dev/null || die "cmake is not installed"
  mkdir -p "$directory"
  if [ -f "$directory/CMakeCache.txt" ]; then
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$directory/CMakeCache.txt")
    # The tree was moved or copied with its build in it.
    [ "$home" = "$root" ] || rm -rf "${directory:?}"/* "$directory"/.ninja*
  fi
  [ -f "$directory/build.ninja" ] && [ "$directory/build.ninja" -nt "$root/CMakePresets.json" ] && return
  say "configuring $1"
  (cd "$root" && cmake --preset "$1") >"$log" 2>&1 || fail_build "$log" "cmake cannot configure the preset $1"
}

# build PRESET [TARGET]: configures and builds all of it, or TARGET; quick when nothing changed.
build() {
  local log="$root/build/$1/build.log"
  configure "$1"
  say "building $1"
  : >"$log"
  (cd "$root" && cmake --build --preset "$1" --target "${2:-all}" -j "$(build_jobs)" 2>&1) | show_progress "$log" ||
    fail_build "$log" "the build failed"
}

# run_tests PRESET [--part NAME] [--timing] CTEST-ARGUMENT...: the judged tests, or those that judge times. ctest's summary
# is the last that is printed; with --part it is a line of ours, for others come after it.
run_tests() {
  local directory="$root/build/$1" lock=$lock_fd part=() chosen=(-LE '^timing$')
  shift
  if [ "${1-}" = --part ]; then
    part=("$1" "$2")
    shift 2
  fi
  if [ "${1-}" = --timing ]; then
    chosen=(-L '^timing$')
    shift
  fi
  # Tests write no log and no setting where the user's are.
  export XDG_STATE_HOME="$directory/home/state" XDG_CONFIG_HOME="$directory/home/config"
  export XDG_DATA_HOME="$directory/home/data"
  mkdir -p "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_DATA_HOME"
  # Nothing that a test leaves behind may hold the lock.
  "$root/tests/tools/run_ctest" "${part[@]}" --test-dir "$directory" --output-on-failure --no-tests=error \
    -j "${CTEST_PARALLEL_LEVEL:-$(nproc)}" "${chosen[@]}" "$@" {lock}>&-
}
