/* The program that each process executes, in U-mode: its stack is at the same address in all of them. */
typedef unsigned long u64;

#define NOINLINE __attribute__((noinline))

static u64 call(u64 function, u64 argument) {
  register u64 a0 __asm__("a0") = argument;
  register u64 a7 __asm__("a7") = function;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
  return a0;
}

static NOINLINE u64 user_leaf(u64 value);
static NOINLINE u64 user_work(u64 number);

/* Where each begins: spaces.ld puts it first. */
void __attribute__((section(".text.start"))) user_start(u64 number) { call(1, user_work(number)); }

static NOINLINE u64 user_leaf(u64 value) {
  for (int i = 0; i < 8; i++)
    value = value * 6364136223846793005ul + 1442695040888963407ul;
  return value ^ value >> 29;
}

static NOINLINE u64 user_work(u64 number) {
  u64 sum = 0;
  for (u64 i = 0; i < 300 * (number + 1); i++) {
    sum += user_leaf(i + number);
    if (i % 50 == 49)
      call(0, 0);
  }
  return sum;
}
