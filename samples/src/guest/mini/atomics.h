/* RISC-V's atomic operations, for mini's programs. */

/* Stores 1 where 0 was; old is what was there. */
#define SET_IF_ZERO(old, address) \
  do { \
    u32 failed_; \
    __asm__ volatile("1: lr.w.aq %0, (%2)\n bnez %0, 2f\n sc.w.rl %1, %3, (%2)\n bnez %1, 1b\n2:" \
                     : "=&r"(old), "=&r"(failed_) : "r"(address), "r"(1) : "memory"); \
  } while (0)
#define CLEAR(address) __asm__ volatile("amoswap.w.rl zero, zero, (%0)" : : "r"(address) : "memory")
#define ADD(address, value) __asm__ volatile("amoadd.d zero, %0, (%1)" : : "r"(value), "r"(address) : "memory")

/* Every atomic operation, both widths. */
#define AMO(hash, old, operand, cell, name) \
  __asm__ volatile(#name ".d %0, %1, (%2)" : "=r"(old) : "r"(operand), "r"(cell) : "memory"); \
  hash = mix(hash, old ^ *cell); \
  __asm__ volatile(#name ".w.aqrl %0, %1, (%2)" : "=r"(old) : "r"(operand), "r"(cell) : "memory"); \
  hash = mix(hash, old ^ *cell);
#define ATOMIC_OPERATIONS(h, o, p, c) \
  AMO(h, o, p, c, amoadd) AMO(h, o, p, c, amoxor) AMO(h, o, p, c, amoor) AMO(h, o, p, c, amoand) AMO(h, o, p, c, amomin) \
  AMO(h, o, p, c, amomax) AMO(h, o, p, c, amominu) AMO(h, o, p, c, amomaxu) AMO(h, o, p, c, amoswap)

/* An access between the two may break the reservation, so only a lone sc, which must fail, is checked. */
#define FAILING_STORE(failed, cell) \
  do { \
    u64 got_; \
    __asm__ volatile("lr.d %0, (%2)\n sc.d %1, %3, (%2)" : "=&r"(got_), "=&r"(failed) : "r"(cell), "r"(77ul) : "memory"); \
    __asm__ volatile("sc.d %0, %2, (%1)" : "=&r"(failed) : "r"(cell), "r"(78ul) : "memory"); \
  } while (0)
