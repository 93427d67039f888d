#!/bin/sh
# Builds spaces.elf with Debian's cross compiler (apt install gcc-riscv64-linux-gnu). The result is committed as a resource; the same
# compiler writes the same bytes. Usage: build.sh [OUTPUT]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../../test/resources/bbt/samples/spaces.elf}
cc=${CROSS_COMPILE:-riscv64-linux-gnu-}gcc
command -v "$cc" >/dev/null || { echo "build.sh: $cc not found; install it (Debian: apt install gcc-riscv64-linux-gnu)" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-march=rv64gc -mabi=lp64d -mcmodel=medany -O2 -g -std=gnu11 -Wall -Wextra -ffreestanding -nostdlib -fno-pic -fno-builtin
  -fno-stack-protector -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns -fno-strict-aliasing -fno-reorder-functions
  -frandom-seed=spaces -ffile-prefix-map=$here=/usr/src/bbt/samples/src/guest/spaces -fno-record-gcc-switches -msmall-data-limit=0"
for source in entry.S spaces.c user.c; do
  (cd "$here" && $cc $flags -c "$source" -o "$work/${source%.*}.o")
done
(cd "$work" && $cc -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
  -Wl,-T,"$here/spaces.ld" entry.o spaces.o user.o -o spaces.elf)
mkdir -p "$(dirname "$out")"
cp "$work/spaces.elf" "$out"
