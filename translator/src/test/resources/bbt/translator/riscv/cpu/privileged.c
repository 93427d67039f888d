// A bare-metal program that does random privileged things in M, S and U mode and prints what it
// sees: CSR values, traps, memory, PTE bits. PrivilegedQemuTest runs it here and on QEMU.
// Built with -DSEED=n -DSTEPS=n. It avoids what the specification leaves to the implementation and
// where the two are known to differ (see the masks below).

typedef unsigned long u64;

#define UART ((volatile unsigned char *)0x10000000)
#define FINISHER ((volatile unsigned int *)0x100000)
#define ARRAY(a) (sizeof(a) / sizeof((a)[0]))

// Traps as the handlers saw them: cause, epc, tval, status; by M and by S.
u64 machine_trap[4], supervisor_trap[4];
u64 supervisor_traps;

long excursion(void (*code)(void), u64 mode, u64 address, u64 value);

__asm__(
    ".section .start, \"ax\"\n"
    ".globl _start\n"
    "_start:\n"
    // QEMU runs it with two harts, because with one it executes an AMO as a load and a store.
    "  csrr t0, mhartid\n"
    "  beqz t0, 1f\n"
    "0: wfi\n"
    "  j 0b\n"
    "1: la sp, stack_top\n"
    "  j run\n"
    ".text\n"
    ".balign 4\n"
    // excursion(code, mode, address, value): runs code in a mode until it traps to M; returns a0
    ".globl excursion\n"
    "excursion:\n"
    "  addi sp, sp, -128\n"
    "  sd ra, 0(sp)\n  sd s0, 8(sp)\n  sd s1, 16(sp)\n  sd s2, 24(sp)\n  sd s3, 32(sp)\n"
    "  sd s4, 40(sp)\n  sd s5, 48(sp)\n  sd s6, 56(sp)\n  sd s7, 64(sp)\n  sd s8, 72(sp)\n"
    "  sd s9, 80(sp)\n  sd s10, 88(sp)\n  sd s11, 96(sp)\n  sd gp, 104(sp)\n  sd tp, 112(sp)\n"
    "  la t0, back\n  csrw mtvec, t0\n"
    "  csrw mscratch, sp\n"
    "  csrw mepc, a0\n"
    "  li t0, 0x1800\n  csrc mstatus, t0\n"
    "  slli a1, a1, 11\n  csrs mstatus, a1\n"
    "  mv a1, a2\n  mv a2, a3\n  li a0, 0x5a5a\n"
    "  mret\n"
    ".balign 4\n"
    "back:\n"
    "  csrr sp, mscratch\n"
    "  la t0, machine_trap\n"
    "  csrr t1, mcause\n  sd t1, 0(t0)\n"
    "  csrr t1, mepc\n  sd t1, 8(t0)\n"
    "  csrr t1, mtval\n  sd t1, 16(t0)\n"
    "  csrr t1, mstatus\n  sd t1, 24(t0)\n"
    "  ld ra, 0(sp)\n  ld s0, 8(sp)\n  ld s1, 16(sp)\n  ld s2, 24(sp)\n  ld s3, 32(sp)\n"
    "  ld s4, 40(sp)\n  ld s5, 48(sp)\n  ld s6, 56(sp)\n  ld s7, 64(sp)\n  ld s8, 72(sp)\n"
    "  ld s9, 80(sp)\n  ld s10, 88(sp)\n  ld s11, 96(sp)\n  ld gp, 104(sp)\n  ld tp, 112(sp)\n"
    "  addi sp, sp, 128\n"
    "  ret\n"
    // The supervisor's handler: takes notes, then goes back by ecall (never delegated from S).
    ".balign 4\n"
    ".globl supervisor_handler\n"
    "supervisor_handler:\n"
    "  la t0, supervisor_trap\n"
    "  csrr t1, scause\n  sd t1, 0(t0)\n"
    "  csrr t1, sepc\n  sd t1, 8(t0)\n"
    "  csrr t1, stval\n  sd t1, 16(t0)\n"
    "  csrr t1, sstatus\n  sd t1, 24(t0)\n"
    "  la t0, supervisor_traps\n  ld t1, 0(t0)\n  addi t1, t1, 1\n  sd t1, 0(t0)\n"
    "  ecall\n");

#define SNIPPET(name, body)                                        \
  void name(void);                                                 \
  __asm__(".text\n.balign 8\n.option push\n.option norvc\n"        \
          ".globl " #name "\n" #name ":\n  " body "\n  ecall\n" \
          ".option pop\n");

SNIPPET(do_nothing, "nop")
SNIPPET(do_lb, "lb a0, 0(a1)")
SNIPPET(do_lhu, "lhu a0, 0(a1)")
SNIPPET(do_lw, "lw a0, 0(a1)")
SNIPPET(do_ld, "ld a0, 0(a1)")
SNIPPET(do_sb, "sb a2, 0(a1)")
SNIPPET(do_sh, "sh a2, 0(a1)")
SNIPPET(do_sw, "sw a2, 0(a1)")
SNIPPET(do_sd, "sd a2, 0(a1)")
SNIPPET(do_lr, "lr.d a0, (a1)")
SNIPPET(do_lrsc, "lr.w a0, (a1)\n  sc.w a0, a2, (a1)")
SNIPPET(do_sc_alone, "sc.d a0, a2, (a1)")
SNIPPET(do_amo, "amoadd.d a0, a2, (a1)")
SNIPPET(do_amow, "amominu.w a0, a2, (a1)")
SNIPPET(do_jump, "jr a1")
SNIPPET(do_ebreak, "ebreak")
SNIPPET(do_illegal, ".word 0")
SNIPPET(do_illegal32, ".word 0xffffffff")
SNIPPET(do_sret, "sret")
SNIPPET(do_mret, "mret")
SNIPPET(do_sfence, "sfence.vma a1, x0")
SNIPPET(do_satp, "csrr a0, satp")
SNIPPET(do_sscratch, "csrrw a0, sscratch, a2")
SNIPPET(do_mscratch, "csrr a0, mscratch")
SNIPPET(do_instret, "csrr a0, instret\n  li a0, 1")
SNIPPET(do_readonly, "csrrw x0, cycle, a2")
SNIPPET(do_sstatus, "csrr a0, sstatus")
SNIPPET(do_fcsr, "csrrw a0, fcsr, a2")
SNIPPET(do_fadd, "fmv.d.x ft0, a2\n  fadd.d ft0, ft0, ft0\n  fmv.x.d a0, ft0")
SNIPPET(do_sip, "csrrs a0, sip, a2")
SNIPPET(do_sie, "csrrw a0, sie, a2")
SNIPPET(do_absent, "csrr a0, 0x7b0")
SNIPPET(do_float_load, "fld ft1, 0(a1)\n  fmv.x.d a0, ft1")

typedef void (*Snippet)(void);

static const Snippet accesses[] = {
    do_lb, do_lhu, do_lw, do_ld, do_sb, do_sh, do_sw, do_sd, do_lr, do_lrsc,
    do_sc_alone, do_amo, do_amow, do_jump, do_jump, do_float_load,
};

static const Snippet others[] = {
    do_nothing,  do_ebreak,   do_illegal,  do_illegal32, do_sret,    do_mret,
    do_sfence,   do_satp,     do_sscratch, do_mscratch,  do_instret, do_readonly,
    do_sstatus,  do_fcsr,     do_fadd,     do_sip,       do_sie,     do_absent,
};

void supervisor_handler(void);

// ---- output

static void put(char c) {
  while ((UART[5] & 0x20) == 0) {
  }
  UART[0] = c;
}

static void text(const char *s) {
  while (*s) put(*s++);
}

static void hex(u64 value) {
  put(' ');
  int shift = 60;
  while (shift > 0 && (value >> shift) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) put("0123456789abcdef"[value >> shift & 15]);
}

// ---- random numbers

static u64 state = SEED * 0x9E3779B97F4A7C15UL + 1;

static u64 random64(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545F4914F6CDD1DUL;
}

static u64 below(u64 bound) { return (random64() >> 33) % bound; }

static int chance(int percent) { return below(100) < (u64)percent; }

// ---- registers: old value out, new value in, and which bits are compared

#define REGISTERS(X)                                 \
  X(mstatus, 0x7e79aaUL & ~0x1800UL & ~0x6000UL)     \
  X(sstatus, 0xc0122UL)                              \
  X(medeleg, 0xb1ffUL)                               \
  X(mideleg, 0x222UL)                                \
  X(mie, 0xaaaUL)                                    \
  X(sie, 0x222UL)                                    \
  X(mip, 0x222UL)                                    \
  X(sip, 0x222UL)                                    \
  X(mepc, ~1UL)                                      \
  X(sepc, ~1UL)                                      \
  X(mcause, ~0UL)                                    \
  X(scause, ~0UL)                                    \
  X(mtval, ~0UL)                                     \
  X(stval, ~0UL)                                     \
  X(mscratch, ~0UL)                                  \
  X(sscratch, ~0UL)                                  \
  X(mcounteren, 7UL)                                 \
  X(scounteren, 7UL)

static u64 swap(int which, u64 value, u64 *mask, const char **name) {
  u64 old = 0;
  int i = 0;
#define X(csr, bits)                                                     \
  if (i++ == which) {                                                    \
    __asm__ volatile("csrrw %0, " #csr ", %1" : "=r"(old) : "r"(value)); \
    *mask = bits;                                                        \
    *name = #csr;                                                        \
  }
  REGISTERS(X)
#undef X
  return old;
}

#define X(csr, bits) +1
enum { REGISTER_COUNT = 0 REGISTERS(X) };
#undef X

#define READ(csr)                                \
  ({                                             \
    u64 v_;                                      \
    __asm__ volatile("csrr %0, " #csr : "=r"(v_)); \
    v_;                                          \
  })
#define WRITE(csr, v) __asm__ volatile("csrw " #csr ", %0" ::"r"((u64)(v)) : "memory")
#define SET(csr, v) __asm__ volatile("csrs " #csr ", %0" ::"r"((u64)(v)) : "memory")
#define CLEAR(csr, v) __asm__ volatile("csrc " #csr ", %0" ::"r"((u64)(v)) : "memory")

// ---- page tables (Sv39): data under roots 0 and 1, code identity-mapped for S, aliased for U

#define PAGE 4096
#define FRAMES 4
#define SMALL 8
static u64 root[512] __attribute__((aligned(PAGE)));
static u64 middle[512] __attribute__((aligned(PAGE)));
static u64 leaves[512] __attribute__((aligned(PAGE)));
static unsigned char frames[FRAMES][PAGE] __attribute__((aligned(PAGE)));
char stack[16384] __attribute__((aligned(16)));
__asm__(".globl stack_top\n.set stack_top, stack + 16384\n");

#define USER_ALIAS 0x40000000UL
#define DATA 0x200000UL

static void code_mappings(void) {
  root[0] = (u64)middle >> 12 << 10 | 1;
  middle[1] = (u64)leaves >> 12 << 10 | 1;
  root[2] = 0x80000000UL >> 12 << 10 | 0xef;
  root[3] = 0x80000000UL >> 12 << 10 | 0xff;
}

static u64 random_pte(void) {
  u64 frame = (u64)frames[below(FRAMES)];
  u64 pte = frame >> 12 << 10 | 0xcf;
  if (chance(60)) pte |= 0x10;
  if (chance(50)) pte ^= 1UL << (chance(80) ? 1 + below(7) : below(8));
  if (chance(30)) pte ^= 1UL << (1 + below(7));
  /* Not N, bit 63: this QEMU is started without Svnapot, which our machine has. */
  if (chance(5)) pte |= 1UL << (54 + below(9));
  return pte;
}

static void change_tables(void) {
  switch (below(8)) {
    case 0:
      middle[1] = (u64)leaves >> 12 << 10 | 1 | (chance(30) ? 1UL << (1 + below(7)) : 0);
      break;
    case 1:  // a superpage, sometimes misaligned
      middle[2] = (0x80000000UL + (chance(20) ? 0x1000 : 0)) >> 12 << 10 | 0xcf |
                  (chance(50) ? 0x10 : 0);
      break;
    default:
      leaves[below(SMALL)] = random_pte();
  }
  __asm__ volatile("sfence.vma" ::: "memory");
}

static u64 random_address(void) {
  u64 address = DATA + below(SMALL) * PAGE + below(PAGE / 8) * 8;
  if (chance(15)) address = DATA + below(SMALL) * PAGE + below(PAGE);
  if (chance(5)) address = DATA + (1 + below(SMALL - 1)) * PAGE - below(8);
  if (chance(8)) address = 0x400000UL + ((u64)frames & 0x1fffff) + below(PAGE / 8) * 8;
  if (chance(3)) address |= 1UL << (38 + below(26));
  return address;
}

// ---- physical memory protection: random entries over the frames, the last one permits all

static int protecting;

static void change_protection(void) {
  u64 config = 0;
  for (int i = 0; i < 3; i++) {
    u64 permissions = below(8);
    if ((permissions & 3) == 2) permissions |= 1;
    u64 mode = below(4);
    if (i == 0 && mode == 1) mode = 3;  // would begin at 0 and cover our code
    u64 at = (u64)frames >> 2;
    u64 address = at + below(FRAMES * PAGE / 4);
    if (chance(50)) address = address & ~1023UL;
    if (mode == 3) address = (at + below(FRAMES) * 1024) | ((2UL << below(10)) - 1) >> 1;
    if (i == 0) WRITE(pmpaddr0, address);
    if (i == 1) WRITE(pmpaddr1, address);
    if (i == 2) WRITE(pmpaddr2, address);
    config |= (mode << 3 | permissions) << 8 * i;
  }
  protecting = chance(40);
  if (!protecting) config = 0;
  WRITE(pmpaddr7, -1UL);
  WRITE(pmpcfg0, config | 0x1fUL << 56);
  __asm__ volatile("sfence.vma" ::: "memory");
}

// ---- steps

static void log_frames(void) {
  u64 sum = 0;
  // By words: the unit of protection, so that no access lies in two regions.
  typedef volatile unsigned int Word;
  for (Word *p = (Word *)frames; p < (Word *)frames[FRAMES]; p++) sum = sum * 31 + *p;
  for (int i = 0; i < SMALL; i++) sum = sum * 31 + leaves[i];
  hex(sum);
}

// With ecall everywhere, so that any place in them can be jumped to.
static void fill_frames(void) {
  for (u64 *p = (u64 *)frames; p < (u64 *)frames[FRAMES]; p++) *p = 0x0000007300000073UL;
}

static void step_register(void) {
  u64 mask = 0;
  const char *name = "";
  int which = below(REGISTER_COUNT);
  u64 status = READ(mstatus);
  u64 value = random64();
  if (chance(30)) value = 1UL << below(64);
  int is_status = which == 0;
  if (is_status) {  // no MPRV on our own accesses, no interrupts in M, no privilege 2
    value &= ~((1UL << 17) | 8 | 0x1800);
  }
  swap(which, value, &mask, &name);
  u64 seen = swap(which, 0, &mask, &name);
  swap(which, seen & (is_status ? ~8UL : ~0UL), &mask, &name);
  text(name);
  hex(seen & mask);
  if (which <= 1) WRITE(mstatus, status);
  WRITE(mie, 0);
  CLEAR(mip, 0x222);
}

static void step_excursion(void) {
  int data = chance(75);
  Snippet code = data ? accesses[below(ARRAY(accesses))] : others[below(ARRAY(others))];
  // QEMU reports a forbidden AMO as a load; we protect whole pages from execution.
  if (protecting && (code == do_amo || code == do_amow || code == do_jump)) code = do_sd;
  u64 mode = below(5);
  mode = mode < 2 ? 0 : mode < 4 ? 1 : 3;
  int translated = chance(85);
  u64 address = random_address();
  if (mode == 3 || !translated) address = (u64)frames[below(FRAMES)] + below(PAGE / 8) * 8;
  if (protecting) address &= ~7UL;  // how a misaligned access is divided is free
  if (code == do_sc_alone) {  // to a good address: a failing sc may fault or not
    address = (u64)frames[0] + (mode == 0 && translated ? USER_ALIAS : 0);
  }
  if (code == do_jump) fill_frames();
  u64 value = random64();
  u64 status = (chance(50) ? 1UL << 18 : 0) | (chance(20) ? 1UL << 19 : 0) | below(4) << 13 |
               (chance(15) ? 1UL << 20 : 0) | (chance(15) ? 1UL << 21 : 0) |
               (chance(15) ? 1UL << 22 : 0) | (chance(50) ? 2 : 0) | (chance(50) ? 0x20 : 0);
  WRITE(mstatus, status);
  WRITE(medeleg, random64() & ~(1UL << 9) & 0xb1ff);
  WRITE(mideleg, random64() & 0x222);
  WRITE(mcounteren, random64() & 7);
  WRITE(scounteren, random64() & 7);
  WRITE(stvec, (u64)supervisor_handler);
  WRITE(sepc, (u64)code + 4);
  WRITE(mie, chance(30) ? random64() & 0x222 : 0);
  WRITE(mip, chance(30) ? 2UL << 4 * below(3) : 0);  // one: QEMU 7.2 does not rank them
  WRITE(satp, translated ? 8UL << 60 | (u64)root >> 12 : 0);
  supervisor_traps = 0;
  for (int i = 0; i < 4; i++) supervisor_trap[i] = machine_trap[i] = 0;
  if (mode == 3) {
    if (code == do_sret || code == do_mret || code == do_sip || code == do_sie) code = do_nothing;
    WRITE(mie, 0);
  }
  Snippet entry = mode == 0 && translated ? (Snippet)((u64)code + USER_ALIAS) : code;
  if (code == do_sret) WRITE(sepc, (u64)(chance(50) ? code : (Snippet)((u64)code + USER_ALIAS)) + 4);
  u64 result = excursion(entry, mode, address, value);
  WRITE(mie, 0);
  WRITE(mip, 0);
  if (code == do_ebreak) machine_trap[2] = supervisor_trap[2] = 0;  // 0 or the pc: both are legal
  text(data ? "access" : "other");
  hex((u64)code - (u64)do_nothing);
  hex(mode);
  hex(address);
  hex(result);
  put(':');
  for (int i = 0; i < 3; i++) hex(machine_trap[i]);
  hex(machine_trap[3] & 0x7e79aa);
  put(':');
  hex(supervisor_traps);
  for (int i = 0; i < 3; i++) hex(supervisor_trap[i]);
  hex(supervisor_trap[3] & 0xde122);
  log_frames();
}

static void step_mprv(void) {
  u64 address = random_address() & ~7UL;
  u64 status = (1UL << 17) | below(2) << 11 | (chance(50) ? 1UL << 18 : 0);
  u64 value = 0x77;
  WRITE(satp, 8UL << 60 | (u64)root >> 12);
  WRITE(mstatus, 0);
  machine_trap[0] = machine_trap[2] = 0;
  // On a trap: note it, skip the four bytes.
  __asm__ volatile(
      "  la t0, 1f\n  csrw mtvec, t0\n  j 2f\n"
      ".balign 4\n"
      "1: li t0, 1 << 17\n  csrc mstatus, t0\n"
      "  la t0, machine_trap\n  csrr t1, mcause\n  sd t1, 0(t0)\n  csrr t1, mtval\n  sd t1, 16(t0)\n"
      "  j 3f\n"
      "2: csrs mstatus, %2\n"
      ".option push\n.option norvc\n  ld %0, 0(%1)\n.option pop\n"
      "  csrc mstatus, %2\n"
      "3:\n"
      : "+r"(value)
      : "r"(address), "r"(status)
      : "t0", "t1", "memory");
  text("mprv");
  hex(address);
  hex(value);
  hex(machine_trap[0]);
  hex(machine_trap[2]);
  log_frames();
}

void run(void) {
  code_mappings();
  fill_frames();
  WRITE(pmpaddr7, -1UL);
  WRITE(pmpcfg0, 0x1fUL << 56);
  for (int i = 0; i < SMALL; i++) leaves[i] = random_pte();
  for (int i = 0; i < STEPS; i++) {
    if (chance(30)) change_tables();
    if (chance(5)) change_protection();
    hex(i);
    put(' ');
    u64 kind = below(10);
    if (kind < 2) {
      step_register();
    } else if (kind < 3) {
      step_mprv();
    } else {
      step_excursion();
    }
    put('\n');
  }
  text("done\n");
  *FINISHER = 0x5555;
  for (;;) {
  }
}
