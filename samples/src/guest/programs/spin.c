// A program that may be loaded anywhere (-nostdlib -static-pie). See SharedAddressesLinuxTest.
static long call(long number, long a, long b, long c) {
  register long a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c, a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}

__attribute__((noinline)) static unsigned long spin(unsigned long x) {
  for (int i = 0; i < 100; i++) x = x * 6364136223846793005ul + 1442695040888963407ul;
  return x;
}

void _start(void) {
  unsigned long x = 1;
  for (int i = 0; i < 300; i++) x = spin(x);
  call(64, 1, (long)(x & 1 ? "spin 1\n" : "spin 0\n"), 7);
  call(93, 0, 0, 0);
}
