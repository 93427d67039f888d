#!/bin/sh
# Builds the same workloads for the host, with its own compiler: scalar code, as the guest's is (RV64GC has no vectors), and one
# instruction for a fused multiply-add where the machine has it.
# Usage: build-host.sh OUTPUT
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
cc=${CC:-gcc}
command -v "$cc" >/dev/null || { echo "build-host.sh: $cc not found; install it (Debian: apt install gcc)" >&2; exit 69; }
case $(uname -m) in x86_64) fma=-mfma ;; *) fma= ;; esac
exec $cc -O2 -std=gnu11 -Wall -Wextra -ffp-contract=off -fno-math-errno -fno-tree-vectorize $fma "$here/host.c" "$here/kernels.c" -o "$1"
