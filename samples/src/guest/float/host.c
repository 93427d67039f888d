// The workloads as a host program, to compare with: prints the same lines as the guest.
#include "kernels.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 5;
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("float: begin\n");
  for (int k = 0; k < kernel_count; k++)
    for (int round = 0; round < rounds; round++)
      printf("float: %s 0x%016llx\n", kernels[k].name, (unsigned long long) kernels[k].run());
  printf("float: end\n");
  return 0;
}
