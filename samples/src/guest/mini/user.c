/* The programs of mini. All of them are one image; a program is a number. */
#include "mini.h"

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
  u32 old, failed;
  __asm__ volatile("1: lr.w.aq %0, (%2)\n bnez %0, 2f\n sc.w.rl %1, %3, (%2)\n bnez %1, 1b\n2:"
                   : "=&r"(old), "=&r"(failed) : "r"(USER_SHARED), "r"(1) : "memory");
  return old == 0;
}

static NOINLINE void unlock(void) {
  __asm__ volatile("amoswap.w.rl zero, zero, (%0)" : : "r"(USER_SHARED) : "memory");
}

/* Increments under a lock, and without one; init checks the sums. */
static NOINLINE void work_shared(int rounds) {
  for (int i = 0; i < rounds; i++) {
    while (!try_lock()) sys(0, 0, SYS_YIELD);
    SHARED->guarded++;
    unlock();
    __asm__ volatile("amoadd.d zero, %0, (%1)" : : "r"(3ul), "r"(USER_SHARED + 16) : "memory");
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
#define AMO(name) \
  __asm__ volatile(#name ".d %0, %1, (%2)" : "=r"(old) : "r"(operand), "r"(cell) : "memory"); \
  hash = mix(hash, old ^ *cell); \
  __asm__ volatile(#name ".w.aqrl %0, %1, (%2)" : "=r"(old) : "r"(operand), "r"(cell) : "memory"); \
  hash = mix(hash, old ^ *cell);
    AMO(amoadd) AMO(amoxor) AMO(amoor) AMO(amoand) AMO(amomin) AMO(amomax) AMO(amominu) AMO(amomaxu) AMO(amoswap)
  }
  u64 got, failed;
  __asm__ volatile("lr.d %0, (%2)\n sc.d %1, %3, (%2)" : "=&r"(got), "=&r"(failed) : "r"(cell), "r"(77ul) : "memory");
  /* An access between the two may break the reservation, so only a lone sc, which must fail, is checked. */
  __asm__ volatile("sc.d %0, %2, (%1)" : "=&r"(failed) : "r"(cell), "r"(78ul) : "memory");
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

/* ---- code: written at run time --------------------------------------------------------------------------------- */

typedef u64 (*function)(u64);

#define ADDI_A0(imm) (0x00050513u | (u32)(imm) << 20) /* addi a0, a0, imm */
#define RET 0x8082u

static NOINLINE void emit32(u64 address, u32 instruction) {
  *(volatile u16 *)address = (u16)instruction;
  *(volatile u16 *)(address + 2) = (u16)(instruction >> 16);
}
static void fence_i(void) { __asm__ volatile("fence.i" : : : "memory"); }

static NOINLINE u64 code(void) {
  u64 hash = 2;
  /* Written through the alias, with fence.i. */
  for (u64 i = 0; i < 60; i++) {
    emit32(USER_ALIAS + 0x100, ADDI_A0(i));
    *(volatile u16 *)(USER_ALIAS + 0x104) = RET;
    fence_i();
    hash = mix(hash, ((function)(USER_CODE + 0x100))(i));
  }
  /* Written where it runs, without fence.i: only the immediate's halfword, between calls. */
  for (u64 i = 0; i < 60; i++) {
    *(volatile u16 *)(USER_CODE + 0x102) = (u16)(ADDI_A0(i * 5) >> 16);
    hash = mix(hash, ((function)(USER_CODE + 0x100))(i));
  }
  /* Hot generated code beside data in the same page. */
  emit32(USER_ALIAS + 0x200, 0x00150593u); /* addi a1, a0, 1 */
  emit32(USER_ALIAS + 0x204, 0x02b50533u); /* mul a0, a0, a1 */
  emit32(USER_ALIAS + 0x208, ADDI_A0(7));
  *(volatile u16 *)(USER_ALIAS + 0x20c) = RET;
  fence_i();
  for (u64 i = 0; i < 10000; i++) {
    *(volatile u64 *)(USER_CODE + 0x800 + (i & 63) * 8) = i;
    hash = mix(hash, ((function)(USER_CODE + 0x200))(i));
    if (i % 500 == 499) emit32(USER_CODE + 0x208, ADDI_A0(i & 1023));
  }
  /* An instruction on both sides of a page boundary; then only its second half changes, in the second page. */
  emit32(USER_CODE + PAGE - 2, ADDI_A0(0x11));
  *(volatile u16 *)(USER_CODE + PAGE + 2) = RET;
  fence_i();
  for (u64 i = 0; i < 40; i++) {
    hash = mix(hash, ((function)(USER_CODE + PAGE - 2))(i));
    if (i % 10 == 9) *(volatile u16 *)(USER_ALIAS + PAGE) = (u16)(ADDI_A0(i) >> 16);
  }
  for (u64 i = 0; i < 2000; i++) hash = mix(hash, straddle(hash, i % 3));
  /* A function moved: the same bytes at another address; then other bytes in the page that was unmapped. */
  for (u64 i = 0; i < 16; i += 2) *(volatile u16 *)(USER_CODE + 3 * PAGE + i) = *(volatile u16 *)(USER_CODE + 0x200 + i);
  fence_i();
  hash = mix(hash, ((function)(USER_CODE + 3 * PAGE))(1000));
  sys(USER_ALIAS + 3 * PAGE, PTE_R, SYS_PROTECT);
  hash = mix(hash, ((function)(USER_CODE + 3 * PAGE))(1001));
  /* Not part of the checksum: whether a store is seen by the very next instruction is the machine's choice. */
  for (u64 i = 0; patch_ahead + i < patch_end; i += 2) *(volatile u16 *)(USER_CODE + 2 * PAGE + i) = *(u16 *)(patch_ahead + i);
  fence_i();
  say_hex("store seen by the next instruction", ((function)(USER_CODE + 2 * PAGE))(0));
  work_shared(200);
  return hash;
}

/* ---- float ------------------------------------------------------------------------------------------------------ */

static u64 bits(double d) { u64 v; __asm__("fmv.x.d %0, %1" : "=r"(v) : "f"(d)); return v; }
static u64 bits_f(float f) { u64 v; __asm__("fmv.x.w %0, %1" : "=r"(v) : "f"(f)); return v; }
static double from_bits(u64 v) { double d; __asm__("fmv.d.x %0, %1" : "=f"(d) : "r"(v)); return d; }

static const u64 specials[] = {0, 0x8000000000000000ul, 0x7ff0000000000000ul, 0xfff0000000000000ul, 0x7ff8000000000000ul,
    0x7ff0000000000001ul, 1, 0x000fffffffffffff, 0x0010000000000000ul, 0x7fefffffffffffff, 0x3ff0000000000000ul,
    0xbff0000000000000ul, 0x3ff0000000000001ul, 0x41dfffffffe00000ul, 0x43e0000000000000ul, 0x3fb999999999999aul};

static NOINLINE u64 floating(void) {
  u64 hash = 3;
  static double x[64], y[64];
  for (int i = 0; i < 64; i++) { x[i] = i * 0.37 - 3.5; y[i] = 1.0 / (i + 1); }
  for (int mode = 0; mode < 5; mode++) {
    __asm__ volatile("fsrm %0" : : "r"((u64)mode));
    __asm__ volatile("fsflags zero");
    for (int round = 0; round < 60; round++) {
      double sum = 0;
      for (int i = 0; i < 64; i++) { y[i] = x[i] * 1.0000001 + y[i]; sum += y[i] / (i + 3.3); }
      hash = mix(hash, bits(sum));
    }
    for (int i = 0; i < 16; i++) {
      double a = from_bits(specials[i]), r;
      float f;
      u64 n;
      __asm__ volatile("fsqrt.d %0, %1" : "=f"(r) : "f"(a));
      hash = mix(hash, bits(r));
      __asm__ volatile("fcvt.s.d %0, %1" : "=f"(f) : "f"(a));
      hash = mix(hash, bits_f(f));
      __asm__ volatile("fcvt.l.d %0, %1, dyn" : "=r"(n) : "f"(a));
      hash = mix(hash, n);
      __asm__ volatile("fcvt.wu.d %0, %1, dyn" : "=r"(n) : "f"(a));
      hash = mix(hash, n);
      __asm__ volatile("fclass.d %0, %1" : "=r"(n) : "f"(a));
      hash = mix(hash, n);
      for (int j = 0; j < 16; j++) {
        double b = from_bits(specials[j]);
#define FP2(name) __asm__ volatile(name " %0, %1, %2" : "=f"(r) : "f"(a), "f"(b)); hash = mix(hash, bits(r));
        FP2("fadd.d") FP2("fsub.d") FP2("fmul.d") FP2("fdiv.d") FP2("fmin.d") FP2("fmax.d") FP2("fsgnjx.d")
        __asm__ volatile("fmadd.d %0, %1, %2, %3" : "=f"(r) : "f"(a), "f"(b), "f"(x[i]));
        hash = mix(hash, bits(r));
        __asm__ volatile("fle.d %0, %1, %2" : "=r"(n) : "f"(a), "f"(b));
        hash = mix(hash, n);
        float g = (float)b;
        __asm__ volatile("fmul.s %0, %1, %2" : "=f"(f) : "f"(f), "f"(g));
        hash = mix(hash, bits_f(f));
      }
      __asm__ volatile("frflags %0" : "=r"(n));
      hash = mix(hash, n);
    }
  }
  __asm__ volatile("fsrm zero");
  work_shared(200);
  return hash;
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

typedef void (*attempt)(u64);
extern void try_illegal_16(u64), try_illegal_32(u64), try_privileged_csr(u64), try_missing_csr(u64), try_readonly_csr(u64),
    try_sret(u64), try_fence(u64), try_breakpoint_32(u64), try_breakpoint_16(u64), try_load(u64), try_store(u64), try_jump(u64),
    try_amo(u64), try_load_reserved(u64), try_float_load(u64);

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
  return cause >= 12 ? mix(hash, fault_value) : hash;
}

static NOINLINE u64 faults(void) {
  u64 hash = 4;
  sys((u64)fault_handler, 0, SYS_HANDLER);
  volatile u64 *page = (volatile u64 *)(USER_HEAP + 100 * PAGE);
  page[0] = RET;
  sys((u64)page, PTE_R, SYS_PROTECT);
  for (int round = 0; round < 30; round++) {
    hash = mix(hash, expect(try_illegal_16, 0, 2));
    hash = mix(hash, expect(try_illegal_32, 0, 2));
    hash = mix(hash, expect(try_privileged_csr, 0, 2));
    hash = mix(hash, expect(try_missing_csr, 0, 2));
    hash = mix(hash, expect(try_readonly_csr, 0, 2));
    hash = mix(hash, expect(try_sret, 0, 2));
    hash = mix(hash, expect(try_fence, 0, 2));
    hash = mix(hash, expect(try_breakpoint_32, 0, 3));
    hash = mix(hash, expect(try_breakpoint_16, 0, 3));
    hash = mix(hash, expect(try_load, 0x60000000, 13));
    hash = mix(hash, expect(try_load, 0x80200000, 13));           /* the kernel's */
    hash = mix(hash, expect(try_load, 0x0000400000000000, 13));   /* not canonical */
    hash = mix(hash, expect(try_float_load, 8, 13));
    hash = mix(hash, expect(try_load_reserved, 0x70000000, 13));
    hash = mix(hash, expect(try_store, (u64)page, 15));           /* read-only */
    hash = mix(hash, expect(try_store, USER_TEXT, 15));
    hash = mix(hash, expect(try_amo, (u64)page, 15));
    hash = mix(hash, expect(try_jump, (u64)page, 12));            /* not executable */
    hash = mix(hash, expect(try_jump, 0x90, 12));
    hash = mix(hash, expect(try_load_reserved, USER_HEAP + 101 * PAGE + 2, 4));
    hash = mix(hash, expect(try_load, USER_HOLE + 8, 5));
    hash = mix(hash, expect(try_store, USER_HOLE + 16, 7));
    hash = mix(hash, expect(try_jump, USER_HOLE + 32, 1));
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
