// A hash table: one of two programs that are linked to the same addresses (-static -no-pie). See SharedAddressesLinuxTest.
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 512
#define ROUNDS 5

struct entry {
  struct entry *next;
  unsigned key;
  unsigned value;
};

static struct entry *table[BUCKETS];

__attribute__((noinline)) static unsigned bucket(unsigned key) { return (key * 2654435761u >> 16) % BUCKETS; }

__attribute__((noinline)) static void insert(unsigned key, unsigned value) {
  struct entry *e = malloc(sizeof *e);
  e->key = key;
  e->value = value;
  e->next = table[bucket(key)];
  table[bucket(key)] = e;
}

__attribute__((noinline)) static struct entry *lookup(unsigned key) {
  struct entry *e = table[bucket(key)];
  while (e && e->key != key) e = e->next;
  return e;
}

int main(int argc, char **argv) {
  unsigned keys = argc > 1 ? atoi(argv[1]) : 1000;
  unsigned long sum = 0;
  for (unsigned i = 0; i < keys; i++) insert(i * 7, i);
  for (unsigned round = 0; round < ROUNDS; round++)
    for (unsigned i = 0; i < keys; i++) {
      struct entry *e = lookup(i);
      if (e) sum += e->value;
    }
  printf("table %lu\n", sum);
  return 0;
}
