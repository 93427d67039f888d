#!/bin/sh
# Builds mini-arm64.elf with Debian's cross compiler (apt install gcc-aarch64-linux-gnu): mini's kernel.c and user.c with what is AArch64's
# own in this folder. The result is committed as a resource; the same compiler writes the same bytes. Usage: build.sh [OUTPUT]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../../main/resources/bbt/samples/mini-arm64.elf}
cc=${CROSS_COMPILE:-aarch64-linux-gnu-}gcc
command -v "$cc" >/dev/null || { echo "build.sh: $cc not found; install it (Debian: apt install gcc-aarch64-linux-gnu)" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-march=armv8-a+crc+crypto -mno-outline-atomics -O2 -g0 -std=gnu11 -Wall -Wextra -ffreestanding -nostdlib -fno-pic -fno-builtin
  -fno-stack-protector -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns -fno-strict-aliasing -fno-reorder-functions
  -frandom-seed=mini -ffile-prefix-map=$here=."
common=$(cd "$here/../mini" && pwd)
(cd "$here" && $cc $flags -c entry.S -o "$work/entry.o" && $cc $flags -c user_start.S -o "$work/user_start.o")
# The kernel leaves the registers of floating point to programs, and names addresses of theirs, which are far away.
(cd "$here" && $cc $flags -mgeneral-regs-only -mcmodel=large -I. -ffile-prefix-map="$common=." -c ../mini/kernel.c -o "$work/kernel.o")
(cd "$here" && $cc $flags -I. -ffile-prefix-map="$common=." -c ../mini/user.c -o "$work/user.o")
(cd "$work" && $cc -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
  -Wl,-T,"$here/mini.ld" entry.o kernel.o user_start.o user.o -o mini-arm64.elf)
mkdir -p "$(dirname "$out")"
cp "$work/mini-arm64.elf" "$out"
