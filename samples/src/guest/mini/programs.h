/* The programs of mini that are written for RISC-V alone: code that changes itself, floating point. */

/* ---- code: written at run time --------------------------------------------------------------------------------- */

typedef u64 (*function)(u64);

#define ADDI_A0(imm) (0x00050513u | (u32)(imm) << 20) /* addi a0, a0, imm */
#define CODE_RETURN 0x8082u

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
    *(volatile u16 *)(USER_ALIAS + 0x104) = CODE_RETURN;
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
  *(volatile u16 *)(USER_ALIAS + 0x20c) = CODE_RETURN;
  fence_i();
  for (u64 i = 0; i < 10000; i++) {
    *(volatile u64 *)(USER_CODE + 0x800 + (i & 63) * 8) = i;
    hash = mix(hash, ((function)(USER_CODE + 0x200))(i));
    if (i % 500 == 499) emit32(USER_CODE + 0x208, ADDI_A0(i & 1023));
  }
  /* An instruction on both sides of a page boundary; then only its second half changes, in the second page. */
  emit32(USER_CODE + PAGE - 2, ADDI_A0(0x11));
  *(volatile u16 *)(USER_CODE + PAGE + 2) = CODE_RETURN;
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
