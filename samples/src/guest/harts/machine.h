/* RISC-V as harts sees it: S-mode, everything else is the firmware's (SBI). harts.c includes it as <machine.h>. */
#define SBI_TIME 0x54494d45
#define SBI_IPI 0x735049
#define SBI_RFENCE 0x52464e43
#define SBI_HSM 0x48534d
#define SBI_RESET 0x53525354
#define SBI_PUTCHAR 1

#define SIE_SSIE 2ul
#define SIE_STIE 0x20ul
#define SSTATUS_SIE 2ul
#define INTERRUPT (1ul << 63)

#define TICK 400 /* timer interrupts: every 40 microseconds */
#define WINDOW 0x40000000ul /* where the page is shown that moves */

#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define CSR_SET(name, value) __asm__ volatile("csrs " #name ", %0" : : "r"(value) : "memory")
#define CSR_CLEAR(name, value) __asm__ volatile("csrc " #name ", %0" : : "r"(value) : "memory")

struct answer {
  u64 error, value;
};

static struct answer sbi(u64 extension, u64 function, u64 x, u64 y, u64 z, u64 w) {
  register u64 a0 __asm__("a0") = x;
  register u64 a1 __asm__("a1") = y;
  register u64 a2 __asm__("a2") = z;
  register u64 a3 __asm__("a3") = w;
  register u64 a6 __asm__("a6") = function;
  register u64 a7 __asm__("a7") = extension;
  __asm__ volatile("ecall" : "+r"(a0), "+r"(a1) : "r"(a2), "r"(a3), "r"(a6), "r"(a7) : "memory");
  return (struct answer){a0, a1};
}

#define put_char(c) sbi(SBI_PUTCHAR, 0, c, 0, 0, 0)
#define machine_off(failed) sbi(SBI_RESET, 0, 0, failed, 0, 0)

/* ---- harts */

#define machine_start(leads) ((void)(leads))
#define hart_exists(h) (sbi(SBI_HSM, 2, h, 0, 0, 0).error == 0)
#define hart_start(h) sbi(SBI_HSM, 0, h, (u64)secondary, 0, 0)
#define hart_stop() sbi(SBI_HSM, 1, 0, 0, 0, 0)
#define hart_stopped(h) (sbi(SBI_HSM, 2, h, 0, 0, 0).value == 1)

static void fence(void) {
  __asm__ volatile("fence rw, rw" : : : "memory");
}

static void pause(void) {
  __asm__ volatile(".4byte 0x0100000f" : : : "memory");
}

/* Waits for what another hart tells: here it is memory alone, so that nobody has to be told. */
#define await() pause()
static inline void tell(void) {}

/* ---- interrupts */

static void timer(void) {
  sbi(SBI_TIME, 0, CSR_READ(time) + TICK, 0, 0, 0);
}

void trap(u64 cause, u64 pc, u64 me) {
  if (cause == (INTERRUPT | 1)) {
    CSR_CLEAR(sip, SIE_SSIE);
    harts[me].letters++;
  } else if (cause == (INTERRUPT | 5)) {
    harts[me].timers++;
    timer();
  } else {
    unexpected(cause, pc);
  }
}

static inline void interrupts_begin(void) {
  CSR_SET(sie, SIE_SSIE | SIE_STIE);
  timer();
  CSR_SET(sstatus, SSTATUS_SIE);
}
static inline void interrupts_off(void) { CSR_CLEAR(sstatus, SSTATUS_SIE); }
static inline void interrupts_on(void) { CSR_SET(sstatus, SSTATUS_SIE); }
static inline void wait_for_interrupt(void) { __asm__ volatile("wfi" : : : "memory"); }
static inline void interrupt_hart(u64 hart) { sbi(SBI_IPI, 0, 1, hart, 0, 0); }

/* ---- code that is changed */

static inline void change_code(u64 version, u64 others) {
  *(volatile u32 *)changing = 0x513 | version << 20;
  fence();
  sbi(SBI_RFENCE, 0, others, 0, 0, 0);
}

/* Code that another hart has changed is fetched anew: that hart asked the firmware for it. */
static inline void fetch_anew(void) {}

/* ---- a page that is moved */

static inline u64 leaf(const volatile void *page) { return (u64)page >> 12 << 10 | 0xcf; }

static inline void make_tables(const volatile void *page) {
  root[0] = leaf(0); /* devices */
  root[1] = (u64)middle >> 12 << 10 | 1;
  root[2] = leaf((void *)0x80000000); /* memory */
  middle[0] = (u64)last >> 12 << 10 | 1;
  last[0] = leaf(page);
}

static inline void paging(void) {
  CSR_WRITE(satp, 8ul << 60 | (u64)root >> 12);
  __asm__ volatile("sfence.vma" : : : "memory");
}

#define move_page(to, everything, others) \
  do { \
    last[0] = leaf(to); \
    fence(); \
    __asm__ volatile("sfence.vma" : : : "memory"); \
    sbi(SBI_RFENCE, 1, others, 0, WINDOW, (everything) ? -1ul : 4096); \
  } while (0)
