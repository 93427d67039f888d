/* Atomic operations of AArch64, for mini's programs: a cortex-a53 has exclusive loads and stores only. */

/* Stores 1 where 0 was; old is what was there. */
#define SET_IF_ZERO(old, address) \
  do { \
    u32 failed_; \
    __asm__ volatile("1: ldaxr %w0, [%2]\n cbnz %w0, 2f\n stxr %w1, %w3, [%2]\n cbnz %w1, 1b\n b 3f\n2: clrex\n3:" \
                     : "=&r"(old), "=&r"(failed_) : "r"(address), "r"(1) : "memory"); \
  } while (0)
#define CLEAR(address) __asm__ volatile("stlr wzr, [%0]" : : "r"(address) : "memory")
#define ADD(address, value) \
  do { \
    u64 sum_; \
    u32 failed_; \
    __asm__ volatile("1: ldxr %0, [%2]\n add %0, %0, %3\n stxr %w1, %0, [%2]\n cbnz %w1, 1b" \
                     : "=&r"(sum_), "=&r"(failed_) : "r"(address), "r"(value) : "memory"); \
  } while (0)

/* Read, compute, write: 64 bits, 32 with the order of acquire and release, 16 and 8; of pairs below. */
#define EXCLUSIVE(hash, old, operand, cell, load, store, r, work) \
  do { \
    u64 new_; \
    u32 failed_; \
    __asm__ volatile("1: " load " %" r "0, [%3]\n" work "\n " store " %w2, %" r "1, [%3]\n cbnz %w2, 1b" \
                     : "=&r"(old), "=&r"(new_), "=&r"(failed_) : "r"(cell), "r"(operand) : "memory", "cc"); \
    hash = mix(hash, old ^ *cell); \
  } while (0);
#define SIZES(h, o, p, c, x, w) \
  EXCLUSIVE(h, o, p, c, "ldxr", "stxr", "x", x) EXCLUSIVE(h, o, p, c, "ldaxr", "stlxr", "w", w) \
  EXCLUSIVE(h, o, p, c, "ldaxrh", "stxrh", "w", w) EXCLUSIVE(h, o, p, c, "ldxrb", "stlxrb", "w", w)
#define SIMPLE(h, o, p, c, name) SIZES(h, o, p, c, name " %x1, %x0, %x4", name " %w1, %w0, %w4")
#define CHOICE(h, o, p, c, condition) \
  SIZES(h, o, p, c, "cmp %x0, %x4\n csel %x1, %x0, %x4, " condition, "cmp %w0, %w4\n csel %w1, %w0, %w4, " condition)
#define PAIR(hash, old, operand, cell) \
  do { \
    u64 high_; \
    u32 failed_; \
    __asm__ volatile("1: ldaxp %0, %1, [%3]\n add %1, %1, %4\n eor %0, %0, %4\n stlxp %w2, %1, %0, [%3]\n cbnz %w2, 1b\n" \
                     "2: ldxp %w0, %w1, [%3]\n sub %w1, %w1, %w4\n stxp %w2, %w1, %w0, [%3]\n cbnz %w2, 2b" \
                     : "=&r"(old), "=&r"(high_), "=&r"(failed_) : "r"(cell), "r"(operand) : "memory"); \
    hash = mix(hash, old ^ cell[0] ^ high_ ^ cell[1]); \
  } while (0);
#define ATOMIC_OPERATIONS(h, o, p, c) \
  SIMPLE(h, o, p, c, "add") SIMPLE(h, o, p, c, "eor") SIMPLE(h, o, p, c, "orr") SIMPLE(h, o, p, c, "bic") \
  CHOICE(h, o, p, c, "lt") CHOICE(h, o, p, c, "gt") CHOICE(h, o, p, c, "lo") CHOICE(h, o, p, c, "hi") PAIR(h, o, p, c)

/* A store without a load before it fails. */
#define FAILING_STORE(failed, cell) __asm__ volatile("clrex\n stxr %w0, %1, [%2]" : "=&r"(failed) : "r"(78ul), "r"(cell) : "memory")
