// The workloads on the bare machine: S-mode, no paging, console and power-off by SBI. Boot arguments: the number of rounds
// of each (default 5), and the name of one workload if only that is wanted. A line is printed at the end of each round, for the host
// to take the time.
#include "kernels.h"

static long sbi(long a0, long a1, long function, long extension) {
  register long r0 asm("a0") = a0;
  register long r1 asm("a1") = a1;
  register long r2 asm("a2") = 0;
  register long r6 asm("a6") = function;
  register long r7 asm("a7") = extension;
  asm volatile("ecall" : "+r"(r0), "+r"(r1) : "r"(r2), "r"(r6), "r"(r7) : "memory");
  return r0;
}

static void put(const char *s) {
  while (*s) sbi(*s++, 0, 0, 1); // legacy console_putchar
}

static void put_hex(uint64_t value) {
  char text[19] = "0x";
  for (int i = 0; i < 16; i++) text[2 + i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
  put(text);
}

static uint32_t big(const uint8_t *p) { return (uint32_t) p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }

// The first property named bootargs of the device tree; empty without one.
static const char *arguments(const uint8_t *tree) {
  const uint8_t *p = tree + big(tree + 8), *strings = tree + big(tree + 12);
  for (uint32_t token = big(p); token != 9; token = big(p)) {
    p += 4;
    if (token == 1) {
      while (*p) p++;
      p = tree + ((p - tree + 4) & ~3L);
    } else if (token == 3) {
      const char *wanted = "bootargs", *name = (const char *) strings + big(p + 4);
      while (*wanted && *wanted == *name) wanted++, name++;
      if (!*wanted && !*name) return (const char *) p + 8;
      p += 8 + ((big(p) + 3) & ~3u);
    }
  }
  return "";
}

static int equal(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

void guest_main(const uint8_t *tree) {
  const char *text = arguments(tree);
  int rounds = 0;
  for (; *text >= '0' && *text <= '9'; text++) rounds = 10 * rounds + *text - '0';
  if (rounds == 0) rounds = 5;
  while (*text == ' ') text++;
  put("float: begin\n");
  for (int k = 0; k < kernel_count; k++)
    for (int round = 0; round < rounds && (!*text || equal(text, kernels[k].name)); round++) {
      asm volatile("csrw fcsr, zero");
      uint64_t checksum = kernels[k].run();
      put("float: ");
      put(kernels[k].name);
      put(" ");
      put_hex(checksum);
      put("\n");
    }
  put("float: end\n");
  sbi(0, 0, 0, 0x53525354); // system reset: power off
  for (;;) asm volatile("wfi");
}
