#!/bin/sh
# Builds harts-arm64.elf with Debian's cross compiler (apt install gcc-aarch64-linux-gnu): harts.c with what is AArch64's own in this
# folder. The result is committed as a resource; the same compiler writes the same bytes. Usage: build.sh [OUTPUT]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../../main/resources/bbt/samples/harts-arm64.elf}
cc=${CROSS_COMPILE:-aarch64-linux-gnu-}gcc
command -v "$cc" >/dev/null || { echo "build.sh: $cc not found; install it (Debian: apt install gcc-aarch64-linux-gnu)" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-march=armv8-a -mno-outline-atomics -mgeneral-regs-only -O2 -g0 -std=gnu11 -Wall -Wextra -ffreestanding -nostdlib -fno-pic -fno-builtin
  -fno-stack-protector -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns -fno-strict-aliasing -fno-reorder-functions
  -frandom-seed=harts -ffile-prefix-map=$here=."
common=$(cd "$here/../harts" && pwd)
(cd "$here" && $cc $flags -c entry.S -o "$work/entry.o")
(cd "$here" && $cc $flags -I. -ffile-prefix-map="$common=." -c ../harts/harts.c -o "$work/harts.o")
(cd "$work" && $cc -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
  -Wl,-T,"$here/harts.ld" entry.o harts.o -o harts-arm64.elf)
mkdir -p "$(dirname "$out")"
cp "$work/harts-arm64.elf" "$out"
