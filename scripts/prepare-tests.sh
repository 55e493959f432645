#!/usr/bin/env bash
# Installs what the tests need beyond npm, where it can: Debian's packages, as root. Elsewhere it says what is missing;
# the tests that need it are then skipped and say so.
set -u

missing=()
need() { command -v "$1" > /dev/null 2>&1 || missing+=("$2"); }
need bwrap bubblewrap
need strace strace
need go golang-go
need mkfs.ext4 e2fsprogs
python3 -m pytest --version > /dev/null 2>&1 || missing+=(python3-pytest)

[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
  echo "installing for the tests: ${missing[*]}"
  if (apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}") > /dev/null 2>&1; then exit 0; fi
  echo "could not install: ${missing[*]}"
fi
echo "not installed, so some tests are skipped: ${missing[*]} (Debian, Ubuntu: apt install ${missing[*]})"
