/*
 * Marks a place in a trace of bbt (docs/control.md), by an instruction that does nothing. On RISC-V
 * it is a HINT: slti with rd = x0, which the specification leaves to custom use. On AArch64 it is a
 * move of a constant to the zero register; the value is what is in x0.
 */
#ifndef BBT_MARK_H
#define BBT_MARK_H

/* The number is a constant from 0 to 2047, the value anything that fits in a register. */
#ifdef __aarch64__
#define bbt_mark(number, value) \
  do { \
    _Static_assert((number) >= 0 && (number) < 2048, "the number of a mark"); \
    register long bbt_mark_value __asm__("x0") = (long)(value); \
    __asm__ volatile("movz xzr, %1" : : "r"(bbt_mark_value), "i"(number)); \
  } while (0)
#else
#define bbt_mark(number, value) \
  __asm__ volatile("slti x0, %0, %1" : : "r"((long)(value)), "i"(number))
#endif

#endif
