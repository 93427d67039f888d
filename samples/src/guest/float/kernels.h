// The floating-point workloads: the same C for the guest and for the host.
#ifndef KERNELS_H
#define KERNELS_H
#include <stdint.h>

struct kernel {
  const char *name;
  uint64_t (*run)(void); // one round; returns a checksum of result bits
};

extern const struct kernel kernels[];
extern const int kernel_count;

#endif
