/*
 * Marks a place in a trace of bbt (docs/control.md). On any RISC-V hart this is a HINT that does
 * nothing: slti with rd = x0, which the specification leaves to custom use.
 */
#ifndef BBT_MARK_H
#define BBT_MARK_H

/* The number is a constant from 0 to 2047, the value anything that fits in a register. */
#define bbt_mark(number, value) \
  __asm__ volatile("slti x0, %0, %1" : : "r"((long)(value)), "i"(number))

#endif
