/* The programs of mini. All of them are one image; a program is a number. */
#include "mini.h"
#include <atomics.h>

#define NOINLINE __attribute__((noipa))

extern u64 sys(u64 a0, u64 a1, u64 number);
extern u64 set_jump(u64 *buffer) __attribute__((returns_twice));
extern void long_jump(u64 *buffer, u64 value) __attribute__((noreturn));
extern u64 straddle(u64 value, u64 add);
extern char patch_ahead[], patch_end[];

static void *volatile keep;

/* ---- text ----------------------------------------------------------------------------------------------------- */

static NOINLINE void say(const char *text) {
  u64 n = 0;
  while (text[n]) n++;
  sys((u64)text, n, SYS_WRITE);
}

/* "mini: what 0x0123456789abcdef\n" in one system call, so that programs do not write into each other's lines. */
static NOINLINE void say_hex(const char *what, u64 value) {
  char line[96];
  u64 n = 0;
  for (const char *p = "mini: "; *p; p++) line[n++] = *p;
  while (*what) line[n++] = *what++;
  line[n++] = ' ';
  line[n++] = '0';
  line[n++] = 'x';
  for (int shift = 60; shift >= 0; shift -= 4) {
    u64 digit = value >> shift & 15;
    line[n++] = (char)('0' + digit + ((9 - digit) >> 63) * 39);
  }
  line[n++] = '\n';
  sys((u64)line, n, SYS_WRITE);
}

/* ---- the page that all programs share -------------------------------------------------------------------------- */

#define SHARED ((volatile struct shared *)USER_SHARED)
struct shared {
  u32 lock;
  u32 pad;
  u64 guarded;
  u64 atomic;
};

static NOINLINE int try_lock(void) {
  u32 old;
  SET_IF_ZERO(old, USER_SHARED);
  return old == 0;
}

static NOINLINE void unlock(void) { CLEAR(USER_SHARED); }

/* Increments under a lock, and without one; init checks the sums. */
static NOINLINE void work_shared(int rounds) {
  for (int i = 0; i < rounds; i++) {
    while (!try_lock()) sys(0, 0, SYS_YIELD);
    SHARED->guarded++;
    unlock();
    ADD(USER_SHARED + 16, 3ul);
  }
}

/* ---- compute: calls, recursion, pointers, tail calls, sorting -------------------------------------------------- */

#define LEAF_CALLS 12345
#define FIBONACCI 18 /* 8361 calls */
#define POINTER_CALLS 4000
#define TAIL_CALLS 10000
#define JUMPS 100

NOINLINE u64 counted_leaf(u64 value) { return value * 3 + 1; }

NOINLINE u64 counted_fibonacci(u64 n) {
  if (n < 2) return n;
  u64 a = counted_fibonacci(n - 1), b = counted_fibonacci(n - 2);
  __asm__ volatile("" : "+r"(a), "+r"(b)); /* or the compiler makes the second call a loop */
  return a + b;
}

NOINLINE u64 counted_pointer_target(u64 value) { return value ^ value << 7; }
static NOINLINE u64 op_add(u64 value) { return value + 0x1234567; }
static NOINLINE u64 op_rotate(u64 value) { return value << 13 | value >> 51; }
static NOINLINE u64 op_square(u64 value) { return value * value + 1; }
static u64 (*const ops[4])(u64) = {op_add, counted_pointer_target, op_rotate, op_square};

NOINLINE u64 counted_odd(u64 n, u64 hash);
NOINLINE u64 counted_even(u64 n, u64 hash) { return n == 0 ? hash : counted_odd(n - 1, hash + n); }
NOINLINE u64 counted_odd(u64 n, u64 hash) { return n == 0 ? ~hash : counted_even(n - 1, hash ^ n); }

static NOINLINE void jump_from_depth(u64 *buffer, u64 depth, u64 value) {
  if (depth == 0) {
    if (value) long_jump(buffer, value);
    return;
  }
  jump_from_depth(buffer, depth - 1, value);
  keep = buffer; /* not a tail call */
}

static NOINLINE u64 jumps(void) {
  u64 buffer[32];
  volatile u64 hash = 5, i = 0;
  for (i = 0; i < JUMPS; i++) {
    u64 value = set_jump(buffer);
    if (value == 0) jump_from_depth(buffer, i % 20, i + 1);
    hash = mix(hash, value);
  }
  return hash;
}

static NOINLINE void quick_sort(u32 *a, s64 low, s64 high) {
  while (low < high) {
    u32 pivot = a[(low + high) / 2];
    s64 i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i <= j) {
        u32 t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    quick_sort(a, low, j);
    low = i;
  }
}

static NOINLINE u64 machine(const u8 *program, u64 steps) {
  u64 accumulator = 1, pc = 0;
  for (u64 i = 0; i < steps; i++) {
    switch (program[pc++ & 15]) {
      case 0: accumulator += i; break;
      case 1: accumulator ^= accumulator >> 3; break;
      case 2: accumulator *= 5; break;
      case 3: accumulator -= 77; break;
      case 4: if (accumulator & 1) pc++; break;
      case 5: accumulator = ~accumulator; break;
      case 6: accumulator = accumulator % 1000003; break;
      case 7: pc += accumulator & 3; break;
      default: return accumulator;
    }
  }
  return accumulator;
}

static u8 sieve[8192];
static u32 numbers[3000];

static NOINLINE u64 compute(void) {
  u64 hash = 0, value = 1;
  for (u64 i = 0; i < LEAF_CALLS; i++) value = counted_leaf(value);
  hash = mix(hash, value);
  hash = mix(hash, counted_fibonacci(FIBONACCI));
  for (u64 i = 0; i < POINTER_CALLS; i++) value = ops[(i * 7 + (value & 2)) & 1 ? 1 : i & 3](value);
  value = 1;
  for (u64 i = 0; i < POINTER_CALLS; i++) value = ops[i & 3](value);
  hash = mix(hash, value);
  hash = mix(hash, counted_even(TAIL_CALLS, 1));
  hash = mix(hash, jumps());
  work_shared(200);

  u64 seed = 42;
  for (int i = 0; i < 3000; i++) {
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    numbers[i] = (u32)(seed >> 32);
  }
  quick_sort(numbers, 0, 2999);
  for (int i = 0; i < 3000; i++) hash = mix(hash, numbers[i]);

  u64 primes = 0;
  for (u64 i = 2; i < 8192; i++) {
    if (sieve[i]) continue;
    primes++;
    for (u64 j = i * i; j < 8192; j += i) sieve[j] = 1;
  }
  hash = mix(hash, primes);

  static const u8 program[16] = {0, 1, 2, 4, 5, 3, 7, 6, 0, 2, 4, 1, 3, 5, 0, 2};
  hash = mix(hash, machine(program, 100000));

  u64 longest = 0;
  for (u64 i = 1; i < 2500; i++) {
    u64 n = i, steps = 0;
    while (n != 1) {
      n = n & 1 ? 3 * n + 1 : n / 2;
      steps++;
    }
    if (steps > longest) longest = steps;
  }
  hash = mix(hash, longest);

  for (u64 i = 0; i < 600; i++) {
    s64 a = (s64)(hash >> (i & 31)), b = (s64)i - 300;
    keep = (void *)(a * b);
    if (b) hash = mix(hash, (u64)(a / b) ^ (u64)(a % b));
    hash = mix(hash, (u64)(u32)((int)a / ((int)b | 1)));
    hash = mix(hash, (u64)(((__int128)a * b) >> 64));
  }
  return mix(hash, sys(100000, 0, SYS_KWORK));
}

/* ---- memory: demand paging, pointer chase, misaligned accesses, atomics ---------------------------------------- */

static NOINLINE u64 misaligned_read(const u8 *p) { return *(const volatile u64 *)p + *(const volatile u32 *)(p + 3) + *(const volatile u16 *)(p + 5); }
static NOINLINE void misaligned_write(u8 *p, u64 v) {
  *(volatile u64 *)p = v;
  *(volatile u16 *)(p + 9) = (u16)v;
}

static NOINLINE u64 memory(void) {
  u64 hash = 1;
  u64 *heap = (u64 *)USER_HEAP;
  /* A chase through 64 pages, in an order that touches a new page each time. */
  u64 at = 0;
  for (u64 i = 1; i <= 64 * 8; i++) {
    u64 next = (at + 37 * 512 + 9) % (64 * 512);
    heap[at] = next;
    at = next;
  }
  heap[at] = 0;
  at = 0;
  for (u64 i = 0; i < 100000; i++) at = heap[at];
  hash = mix(hash, at);

  /* Accesses that no alignment helps, over the boundary of two pages; the second one is not there yet. */
  u8 *edge = (u8 *)(USER_HEAP + 80 * PAGE);
  for (u64 i = 0; i < 24; i++) {
    misaligned_write(edge - 16 + i, 0x0123456789abcdeful * (i + 1));
    hash = mix(hash, misaligned_read(edge - 16 + i));
  }
  for (u64 i = 0; i < 40; i++) misaligned_write((u8 *)USER_HEAP + 4001 + i * 3, hash + i);
  for (u64 i = 0; i < 4096; i += 8) hash = mix(hash, heap[i / 8 + 400]);

  /* Accessed and dirty bits. */
  volatile u64 *page = (volatile u64 *)(USER_HEAP + 90 * PAGE);
  hash = mix(hash, sys((u64)page, 0, SYS_PTE));
  hash = mix(hash, page[3]);
  hash = mix(hash, sys((u64)page, 0, SYS_PTE));
  page[3] = 9;
  hash = mix(hash, sys((u64)page, 0, SYS_PTE));
  hash = mix(hash, sys((u64)page, 0, SYS_UNMAP));
  hash = mix(hash, page[3]);

  /* Every atomic operation, both widths. */
  volatile u64 *cell = (volatile u64 *)(USER_HEAP + 91 * PAGE + 64);
  *cell = 5; /* which fault an atomic operation raises on a missing page differs between machines */
  for (u64 i = 0; i < 50; i++) {
    u64 old, operand = hash * (i + 3);
    ATOMIC_OPERATIONS(hash, old, operand, cell)
  }
  u64 failed;
  FAILING_STORE(failed, cell);
  hash = mix(hash, failed != 0);
  work_shared(200);

  u8 *bytes = (u8 *)USER_HEAP + 95 * PAGE;
  for (u64 i = 0; i < 12000; i++) bytes[i] = (u8)(i * 31 >> 3);
  for (u64 round = 0; round < 4; round++) {
    for (u64 i = 0; i < 6000; i++) bytes[12000 + i] = (u8)(bytes[i] + bytes[11999 - i]);
    for (u64 i = 0; i < 6000; i += 8) hash = mix(hash, *(u64 *)(bytes + 12000 + i));
  }
  sys(5000, 0, SYS_SLEEP);
  return hash;
}

/* ---- code, float: written for one machine ----------------------------------------------------------------------- */

#include <programs.h>

/* ---- faults ------------------------------------------------------------------------------------------------------ */

typedef void (*attempt)(u64);
#include <faults.h>

static u64 fault_buffer[32];
static u64 fault_cause, fault_pc, fault_value;

/* The kernel continues here after a fault, on the stack as it was. */
static NOINLINE __attribute__((noreturn)) void fault_handler(u64 cause, u64 pc, u64 value) {
  fault_cause = cause;
  fault_pc = pc;
  fault_value = value;
  long_jump(fault_buffer, 1);
}

static NOINLINE u64 expect(attempt function, u64 address, u64 cause) {
  fault_cause = 99;
  if (set_jump(fault_buffer) == 0) function(address);
  if (fault_cause != cause) say_hex("WRONG CAUSE", fault_cause << 32 | cause);
  u64 hash = mix(fault_cause, fault_pc);
  return HAS_ADDRESS(cause) ? mix(hash, fault_value) : hash;
}

static NOINLINE u64 faults(void) {
  u64 hash = 4;
  sys((u64)fault_handler, 0, SYS_HANDLER);
  volatile u64 *page = (volatile u64 *)(USER_HEAP + 100 * PAGE);
  page[0] = CODE_RETURN;
  sys((u64)page, PTE_R, SYS_PROTECT);
  for (int round = 0; round < 30; round++) {
#define FAULT(function, address, cause) hash = mix(hash, expect(function, address, cause));
    FAULTS((u64)page)
    hash = mix(hash, sys(round, 0, SYS_PREEMPT) >> 1);
  }
  work_shared(200);
  return hash;
}

/* ---- init -------------------------------------------------------------------------------------------------------- */

static u64 init(void) {
  u64 children[5], hash = 0;
  for (u64 i = 0; i < 5; i++) children[i] = sys(PROGRAM_COMPUTE + i, 0, SYS_SPAWN);
  static const char *const names[] = {"compute", "memory", "code", "float", "faults"};
  for (u64 i = 0; i < 5; i++) {
    u64 result = sys(children[i], 0, SYS_WAIT);
    say_hex(names[i], result);
    hash = mix(hash, result);
  }
  hash = mix(hash, SHARED->guarded);
  hash = mix(hash, SHARED->atomic);
  say(SHARED->guarded == 1000 && SHARED->atomic == 3000 ? "mini: shared counters right\n" : "mini: SHARED COUNTERS WRONG\n");
  return hash;
}

u64 user_main(u64 program) {
  switch (program) {
    case PROGRAM_INIT: return init();
    case PROGRAM_COMPUTE: return compute();
    case PROGRAM_MEMORY: return memory();
    case PROGRAM_CODE: return code();
    case PROGRAM_FLOAT: return floating();
    default: return faults();
  }
}
