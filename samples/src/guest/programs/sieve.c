// A sieve: the other of two programs that are linked to the same addresses (-static -no-pie). See SharedAddressesLinuxTest.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static void strike(char *composite, unsigned from, unsigned limit) {
  for (unsigned i = from * 2; i < limit; i += from) composite[i] = 1;
}

int main(int argc, char **argv) {
  unsigned limit = argc > 1 ? atoi(argv[1]) : 1000, primes = 0;
  char *composite = malloc(limit);
  memset(composite, 0, limit);
  for (unsigned i = 2; i < limit; i++)
    if (!composite[i]) {
      primes++;
      strike(composite, i, limit);
    }
  printf("sieve %u\n", primes);
  return 0;
}
