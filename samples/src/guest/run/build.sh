#!/bin/sh
# Builds run.elf, process 1 of the guest of `bbt run`, with Debian's cross compiler (apt install gcc-riscv64-linux-gnu). The result is
# committed as a resource; the same compiler writes the same bytes. Usage: build.sh [OUTPUT]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../../main/resources/bbt/samples/run.elf}
cc=${CROSS_COMPILE:-riscv64-linux-gnu-}gcc
command -v "$cc" >/dev/null || { echo "build.sh: $cc not found; install it (Debian: apt install gcc-riscv64-linux-gnu)" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$here" && $cc -march=rv64gc -mabi=lp64d -O2 -g0 -std=gnu11 -Wall -Wextra -ffreestanding -nostdlib -fno-pic -fno-builtin \
  -fno-stack-protector -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns -frandom-seed=run -ffile-prefix-map="$here"=. \
  -static -no-pie -mno-relax -Wl,--no-relax -Wl,--build-id=sha1 -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 init.c -o "$work/run.elf")
mkdir -p "$(dirname "$out")"
cp "$work/run.elf" "$out"
