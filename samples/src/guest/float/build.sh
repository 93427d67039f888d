#!/bin/sh
# Builds float.elf with Debian's cross compiler (apt install gcc-riscv64-linux-gnu). The result is committed as a resource; the same
# compiler writes the same bytes. Usage: build.sh [OUTPUT]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../../main/resources/bbt/samples/float.elf}
cc=${CROSS_COMPILE:-riscv64-linux-gnu-}gcc
command -v "$cc" >/dev/null || { echo "build.sh: $cc not found; install it (Debian: apt install gcc-riscv64-linux-gnu)" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# No loop straddles pages: translators are slow there, and that is a row of its own (straddle, in ../bench).
flags="-march=rv64gc -mabi=lp64d -mcmodel=medany -O2 -falign-functions=512 -g0 -std=gnu11 -Wall -Wextra -ffp-contract=off -fno-math-errno -ffreestanding -nostdlib
  -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -frandom-seed=float -ffile-prefix-map=$here=. -msmall-data-limit=0"
for source in start.S guest.c kernels.c; do
  (cd "$here" && $cc $flags -c "$source" -o "$work/${source%.*}.o")
done
(cd "$work" && $cc -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
  -Wl,-T,"$here/float.ld" start.o guest.o kernels.o -o float.elf)
mkdir -p "$(dirname "$out")"
cp "$work/float.elf" "$out"
