/*
 * Sorts numbers, and marks where each round begins and ends. A program for Linux:
 *
 *   riscv64-linux-gnu-gcc -O2 -static -o sort sort.c
 *   bbt boot linux --initrd-add sort --bb-trace sort.bbt --bb-start mark=1 --bb-stop mark=2
 */
#include <stdio.h>
#include <stdlib.h>

#include "bbt_mark.h"

static int compare(const void *a, const void *b) {
  int x = *(const int *)a;
  int y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  enum { N = 10000 };
  static int numbers[N];
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < N; i++) {
      numbers[i] = rand();
    }
    bbt_mark(1, round);
    qsort(numbers, N, sizeof numbers[0], compare);
    bbt_mark(2, numbers[N / 2]);
  }
  printf("%d\n", numbers[N / 2]);
  return 0;
}
