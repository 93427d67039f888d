/* The programs of mini that are written for AArch64 alone: code that changes itself, floating point and vectors. */

/* ---- code: written at run time --------------------------------------------------------------------------------- */

typedef u64 (*function)(u64);

#define ADD_X0(imm) (0x91000000u | ((u32)(imm) & 4095) << 10) /* add x0, x0, #imm */
#define CODE_RETURN 0xd65f03c0u

static NOINLINE void emit32(u64 address, u32 instruction) { *(volatile u32 *)address = instruction; }

/* What was written to one address is executed at the other. */
static NOINLINE void sync_code(u64 written, u64 executed, u64 bytes) {
  for (u64 i = 0; i < bytes; i += 64) __asm__ volatile("dc cvau, %0" : : "r"(written + i) : "memory");
  __asm__ volatile("dsb ish" : : : "memory");
  for (u64 i = 0; i < bytes; i += 64) __asm__ volatile("ic ivau, %0" : : "r"(executed + i) : "memory");
  __asm__ volatile("dsb ish\n isb" : : : "memory");
}

static NOINLINE u64 code(void) {
  u64 hash = 2;
  /* The pages are there, and may be written and executed. */
  for (u64 page = 0; page < USER_CODE_PAGES; page++) {
    emit32(USER_CODE + page * PAGE, CODE_RETURN);
    emit32(USER_ALIAS + page * PAGE, CODE_RETURN);
  }
  /* Written through the alias. */
  for (u64 i = 0; i < 60; i++) {
    emit32(USER_ALIAS + 0x100, ADD_X0(i));
    emit32(USER_ALIAS + 0x104, CODE_RETURN);
    sync_code(USER_ALIAS + 0x100, USER_CODE + 0x100, 8);
    hash = mix(hash, ((function)(USER_CODE + 0x100))(i));
  }
  /* Written where it runs: only the half with the immediate, between calls. */
  for (u64 i = 0; i < 60; i++) {
    *(volatile u16 *)(USER_CODE + 0x102) = (u16)(ADD_X0(i * 64) >> 16);
    sync_code(USER_CODE + 0x100, USER_CODE + 0x100, 8);
    hash = mix(hash, ((function)(USER_CODE + 0x100))(i));
  }
  /* Hot generated code beside data in the same page. */
  emit32(USER_ALIAS + 0x200, 0x91000401u); /* add x1, x0, #1 */
  emit32(USER_ALIAS + 0x204, 0x9b017c00u); /* mul x0, x0, x1 */
  emit32(USER_ALIAS + 0x208, ADD_X0(7));
  emit32(USER_ALIAS + 0x20c, CODE_RETURN);
  sync_code(USER_ALIAS + 0x200, USER_CODE + 0x200, 16);
  for (u64 i = 0; i < 10000; i++) {
    *(volatile u64 *)(USER_CODE + 0x800 + (i & 63) * 8) = i;
    hash = mix(hash, ((function)(USER_CODE + 0x200))(i));
    if (i % 500 == 499) {
      emit32(USER_CODE + 0x208, ADD_X0(i & 1023));
      sync_code(USER_CODE + 0x208, USER_CODE + 0x208, 4);
    }
  }
  /* Straight on from one page into the next, where the second instruction changes. */
  emit32(USER_CODE + PAGE - 4, ADD_X0(0x11));
  emit32(USER_CODE + PAGE, ADD_X0(1));
  emit32(USER_CODE + PAGE + 4, CODE_RETURN);
  sync_code(USER_CODE + PAGE - 64, USER_CODE + PAGE - 64, 128);
  for (u64 i = 0; i < 40; i++) {
    hash = mix(hash, ((function)(USER_CODE + PAGE - 4))(i));
    if (i % 10 == 9) {
      emit32(USER_ALIAS + PAGE, ADD_X0(i));
      sync_code(USER_ALIAS + PAGE, USER_CODE + PAGE, 4);
    }
  }
  for (u64 i = 0; i < 2000; i++) hash = mix(hash, straddle(hash, i % 3));
  /* A function moved: the same bytes at another address; then the alias is read-only. */
  for (u64 i = 0; i < 16; i += 4) emit32(USER_CODE + 3 * PAGE + i, *(volatile u32 *)(USER_CODE + 0x200 + i));
  sync_code(USER_CODE + 3 * PAGE, USER_CODE + 3 * PAGE, 16);
  hash = mix(hash, ((function)(USER_CODE + 3 * PAGE))(1000));
  sys(USER_ALIAS + 3 * PAGE, PTE_R, SYS_PROTECT);
  hash = mix(hash, ((function)(USER_CODE + 3 * PAGE))(1001));
  /* Not part of the checksum: whether a store is seen by the very next instruction is the machine's choice. */
  for (u64 i = 0; patch_ahead + i < patch_end; i += 4) emit32(USER_CODE + 2 * PAGE + i, *(u32 *)(patch_ahead + i));
  sync_code(USER_CODE + 2 * PAGE, USER_CODE + 2 * PAGE, 64);
  say_hex("store seen by the next instruction", ((function)(USER_CODE + 2 * PAGE))(0));
  work_shared(200);
  return hash;
}

/* ---- float ------------------------------------------------------------------------------------------------------ */

static u64 bits(double d) { u64 v; __asm__("fmov %0, %d1" : "=r"(v) : "w"(d)); return v; }
static u64 bits_f(float f) { u32 v; __asm__("fmov %w0, %s1" : "=r"(v) : "w"(f)); return v; }
static double from_bits(u64 v) { double d; __asm__("fmov %d0, %1" : "=w"(d) : "r"(v)); return d; }

static const u64 specials[] = {0, 0x8000000000000000ul, 0x7ff0000000000000ul, 0xfff0000000000000ul, 0x7ff8000000000123ul,
    0x7ff0000000000001ul, 1, 0x000fffffffffffff, 0x0010000000000000ul, 0x7fefffffffffffff, 0x3ff0000000000000ul,
    0xbff0000000000000ul, 0x3ff0000000000001ul, 0x41dfffffffe00000ul, 0x43e0000000000000ul, 0x3fb999999999999aul};

/* Sums, tables, hashes and ciphers of whole vectors. */
static NOINLINE u64 vectors(u64 hash) {
  u64 data[8] __attribute__((aligned(16)));
  for (u64 i = 0; i < 8; i++) data[i] = mix(hash, i);
  for (u64 round = 0; round < 50; round++) {
    __asm__ volatile(
        "ld4 {v0.8h, v1.8h, v2.8h, v3.8h}, [%0]\n"
        "add v4.8h, v0.8h, v1.8h\n sqadd v5.16b, v1.16b, v2.16b\n umull v6.4s, v0.4h, v3.4h\n smlal2 v6.4s, v1.8h, v2.8h\n"
        "uaddlv s7, v4.8h\n tbl v16.16b, {v0.16b, v1.16b}, v2.16b\n ext v17.16b, v3.16b, v16.16b, #5\n zip1 v18.4s, v4.4s, v17.4s\n"
        "ushl v19.2d, v18.2d, v5.2d\n cmhi v20.4s, v19.4s, v6.4s\n bsl v20.16b, v0.16b, v1.16b\n rbit v21.16b, v20.16b\n cnt v21.16b, v21.16b\n"
        "aese v0.16b, v1.16b\n aesmc v0.16b, v0.16b\n sha256h q2, q3, v4.4s\n sha256su0 v3.4s, v5.4s\n sha1h s22, s17\n pmull v23.1q, v18.1d, v19.1d\n"
        "ucvtf v24.2d, v19.2d\n fmla v24.2d, v24.2d, v24.d[1]\n fcvtzs v24.2d, v24.2d\n eor v1.16b, v16.16b, v24.16b\n"
        "eor v2.16b, v2.16b, v23.16b\n eor v3.16b, v3.16b, v21.16b\n add v1.2d, v1.2d, v7.2d\n add v2.2d, v2.2d, v22.2d\n"
        "st1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%0]"
        : : "r"(data) : "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24");
    u32 crc = (u32)round;
    __asm__("crc32cx %w0, %w0, %1\n crc32b %w0, %w0, %w2" : "+r"(crc) : "r"(data[round & 7]), "r"((u32)round));
    data[round & 7] ^= crc;
  }
  for (u64 i = 0; i < 8; i++) hash = mix(hash, data[i]);
  return hash;
}

static NOINLINE u64 floating(void) {
  u64 hash = 3;
  static double x[64], y[64];
  for (int i = 0; i < 64; i++) { x[i] = i * 0.37 - 3.5; y[i] = 1.0 / (i + 1); }
  for (u64 mode = 0; mode < 6; mode++) {
    /* Four roundings, then flushing to zero, then default NaNs. */
    __asm__ volatile("msr fpcr, %0" : : "r"(mode < 4 ? mode << 22 : 1ul << (20 + mode)));
    __asm__ volatile("msr fpsr, xzr");
    for (int round = 0; round < 60; round++) {
      double sum = 0;
      for (int i = 0; i < 64; i++) { y[i] = x[i] * 1.0000001 + y[i]; sum += y[i] / (i + 3.3); }
      hash = mix(hash, bits(sum));
    }
    for (int i = 0; i < 16; i++) {
      double a = from_bits(specials[i]), r;
      float f;
      u64 n;
#define FP1(name) __asm__ volatile(name " %d0, %d1" : "=w"(r) : "w"(a)); hash = mix(hash, bits(r));
#define FPI(name) __asm__ volatile(name ", %d1" : "=r"(n) : "w"(a)); hash = mix(hash, n);
      FP1("fsqrt") FP1("frintx") FP1("frinta") FP1("frecpe") FP1("frsqrte") FP1("fneg")
      FPI("fcvtzs %0") FPI("fcvtnu %0") FPI("fcvtms %w0") FPI("fcvtpu %w0") FPI("fcvtas %0")
      __asm__ volatile("fcvt %s0, %d1" : "=w"(f) : "w"(a));
      hash = mix(hash, bits_f(f));
      __asm__ volatile("fcvt %h0, %d1\n fcvt %d0, %h0" : "=&w"(r) : "w"(a));
      hash = mix(hash, bits(r));
      for (int j = 0; j < 16; j++) {
        double b = from_bits(specials[j]);
#define FP2(name) __asm__ volatile(name " %d0, %d1, %d2" : "=w"(r) : "w"(a), "w"(b)); hash = mix(hash, bits(r));
#define FP3(name) __asm__ volatile(name " %d0, %d1, %d2, %d3" : "=w"(r) : "w"(a), "w"(b), "w"(x[i])); hash = mix(hash, bits(r));
        FP2("fadd") FP2("fsub") FP2("fmul") FP2("fnmul") FP2("fdiv") FP2("fmin") FP2("fmax") FP2("fminnm") FP2("fmaxnm") FP2("fmulx")
        FP3("fmadd") FP3("fmsub") FP3("fnmadd") FP3("fnmsub")
        __asm__ volatile("fcmpe %d1, %d2\n mrs %0, nzcv\n fccmp %d2, %d1, #5, lt\n cinc %0, %0, hi" : "=r"(n) : "w"(a), "w"(b) : "cc");
        hash = mix(hash, n);
        float g = (float)b;
        __asm__ volatile("fmul %s0, %s1, %s2" : "=w"(f) : "w"(f), "w"(g));
        hash = mix(hash, bits_f(f));
      }
      __asm__ volatile("mrs %0, fpsr" : "=r"(n));
      hash = mix(hash, n);
    }
  }
  __asm__ volatile("msr fpcr, xzr");
  hash = vectors(hash);
  work_shared(200);
  return hash;
}
