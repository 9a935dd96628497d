#!/usr/bin/env bash
# Installs every language of the table that Debian offers, and the libraries contestants expect of them. What is
# there stays as it is, wherever it came from; what cannot be had is named at the end and does no harm.
#
#   install.sh [--within SECONDS] [--list] [--missing]
#
# Exit status: 0 when everything that Debian offers is there, 1 when something of it is not.
set -u
export DEBIAN_FRONTEND=noninteractive

# Language, the command by which a judge host finds it, its package, and packages that make it complete.
table='
C            gcc       gcc                   libc6-dev
C++          g++       g++
Java         javac     default-jdk-headless
Kotlin       kotlinc   kotlin
Python3      python3   python3
PyPy3        pypy3     pypy3
Python2      python2   python2
Golang       go        golang-go
Rust         rustc     rustc
JavaScript   node      nodejs
TypeScript   tsc       node-typescript
C#           mcs       mono-mcs              mono-runtime libmono-system-numerics4.0-cil
Ruby         ruby      ruby
PHP          php       php-cli               php-bcmath php-gmp php-mbstring
Pascal       fpc       fp-compiler           fp-units-fcl fp-units-math
Haskell      ghc       ghc                   libghc-vector-dev libghc-unordered-containers-dev
'

within=900
only_name=
while [ $# -gt 0 ]; do
  case $1 in
    --within) within=$2; shift 2 ;;
    --list) printf '%s' "$table" | sed '/^$/d'; exit 0 ;;
    --missing) only_name=yes; shift ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Debian may know a name and yet have nothing for it.
offered() {
  apt-cache policy "$1" 2>/dev/null | grep -q '^  Candidate: [^(]'
}

rows() {
  printf '%s' "$table" | sed '/^$/d'
}

# A language that came from elsewhere gets no libraries of Debian's, which it would not find.
missing() {
  local language command package libraries name
  while read -r language command package libraries; do
    if ! command -v "$command" >/dev/null; then
      echo "$package"
    elif ! installed "$package"; then
      continue
    fi
    for name in $libraries; do installed "$name" || echo "$name"; done
  done < <(rows)
}

# Only the download may be cut short: a package half unpacked is worse than none.
install() {
  local left=$((within - SECONDS))
  [ $left -gt 0 ] || return 1
  as_root timeout "$left" apt-get install -y -q --no-install-recommends --download-only "$@" >"$log" 2>&1 &&
    as_root apt-get install -y -q --no-install-recommends "$@" >"$log" 2>&1 ||
    { tail -n 3 "$log"; return 1; }
}

command -v apt-get >/dev/null || { echo 'This system has no apt-get: nothing can be installed.'; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

mapfile -t wanted < <(missing)
if [ -n "$only_name" ]; then
  for package in "${wanted[@]}"; do if offered "$package"; then echo "$package"; fi; done
  exit 0
fi
if [ ${#wanted[@]} -gt 0 ]; then
  as_root timeout 120 apt-get update -q >"$log" 2>&1 || tail -n 3 "$log"
  had=()
  for package in "${wanted[@]}"; do
    if offered "$package"; then had+=("$package"); else echo "Not offered by this Debian: $package"; fi
  done
  if [ ${#had[@]} -gt 0 ]; then
    echo "Installing: ${had[*]}"
    install "${had[@]}" || for package in "${had[@]}"; do
      install "$package" || { echo "Could not install: $package"; failed=1; }
    done
  fi
fi

while read -r language command _; do
  if path=$(command -v "$command"); then
    printf '%-12s %s\n' "$language" "$path"
  else
    printf '%-12s missing\n' "$language"
  fi
done < <(rows)
exit $failed
