/* AArch64 as harts sees it: EL1, one table for all, GICv2, generic timer, PL011, PSCI. harts.c includes it as <machine.h>. */
#define READ(name) ({ u64 value_; __asm__ volatile("mrs %0, " #name : "=r"(value_)); value_; })
#define WRITE(name, value) __asm__ volatile("msr " #name ", %0" : : "r"((u64)(value)) : "memory")

#define DEVICE(at) (*(volatile u32 *)(at))
#define UART_DATA DEVICE(0x09000000ul)
#define UART_CONTROL DEVICE(0x09000030ul)
#define GIC_CONTROL DEVICE(0x08000000ul)
#define GIC_ENABLE DEVICE(0x08000100ul)
#define GIC_SEND DEVICE(0x08000f00ul)
#define GIC_INTERFACE DEVICE(0x08010000ul)
#define GIC_MASK DEVICE(0x08010004ul)
#define GIC_ACKNOWLEDGE DEVICE(0x0801000cul)
#define GIC_END DEVICE(0x08010010ul)
#define LETTER 3 /* the interrupt that software sends */
#define TIMER 27

#define TICK 2500 /* timer interrupts: every 40 microseconds */
#define WINDOW 0x80000000ul /* where the page is shown that moves */

/* ---- firmware */

#define PSCI_CPU_OFF 0x84000002
#define PSCI_CPU_ON 0xc4000003
#define PSCI_AFFINITY_INFO 0xc4000004
#define PSCI_SYSTEM_OFF 0x84000008
#define AFFINITY_OFF 1

static long psci(u64 function, u64 x, u64 y, u64 z) {
  register u64 x0 __asm__("x0") = function;
  register u64 x1 __asm__("x1") = x;
  register u64 x2 __asm__("x2") = y;
  register u64 x3 __asm__("x3") = z;
  __asm__ volatile("hvc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x3) : "memory");
  return (long)x0;
}

static inline void put_char(char c) { UART_DATA = (u32)c; }
static inline void machine_off(u64 failed) {
  (void)failed; /* the console says it */
  psci(PSCI_SYSTEM_OFF, 0, 0, 0);
}

/* ---- harts; what one starts another with is the other's number */

static inline int hart_exists(u64 hart) { return psci(PSCI_AFFINITY_INFO, hart, 0, 0) >= 0; }
static inline void hart_start(u64 hart) { psci(PSCI_CPU_ON, hart, (u64)secondary, hart); }
static inline void hart_stop(void) { psci(PSCI_CPU_OFF, 0, 0, 0); }
static inline int hart_stopped(u64 hart) { return psci(PSCI_AFFINITY_INFO, hart, 0, 0) == AFFINITY_OFF; }

static inline void fence(void) { __asm__ volatile("dmb ish" : : : "memory"); }
static inline void pause(void) { __asm__ volatile("yield" : : : "memory"); }

/* Waits for what another hart tells: an event. One that came before the wait ends it at once. */
static inline void await(void) { __asm__ volatile("wfe" : : : "memory"); }
static inline void tell(void) { __asm__ volatile("dsb ishst\n sev" : : : "memory"); }

/* ---- interrupts */

static inline void timer(void) {
  WRITE(cntv_tval_el0, TICK);
  __asm__ volatile("isb" : : : "memory");
}

static volatile u64 missed[HARTS]; /* how often a reader came to the page while it was moved */

static inline int is_moving(u64 syndrome) {
  u64 kind = syndrome >> 26, status = syndrome & 0x3c;
  return kind == 0x25 && status == 4 && READ(far_el1) >> 12 == WINDOW >> 12;
}

/* Called by entry.S. */
void trap(u64 interrupt, u64 pc, u64 me) {
  u64 number = interrupt ? GIC_ACKNOWLEDGE : 0;
  if ((number & 0x3ff) == LETTER) {
    harts[me].letters++;
    GIC_END = number; /* with the number of the sender */
  } else if (number == TIMER) {
    harts[me].timers++;
    timer();
    GIC_END = number;
  } else if (!interrupt && is_moving(READ(esr_el1))) {
    missed[me]++;
  } else {
    unexpected(interrupt ? number : READ(esr_el1), pc);
  }
}

static inline void interrupts_off(void) { __asm__ volatile("msr daifset, #2" : : : "memory"); }
static inline void interrupts_on(void) { __asm__ volatile("msr daifclr, #2\n isb" : : : "memory"); }
static inline void wait_for_interrupt(void) { __asm__ volatile("wfi" : : : "memory"); }
static inline void interrupt_hart(u64 hart) {
  __asm__ volatile("dsb ishst" : : : "memory");
  GIC_SEND = (1u << hart) << 16 | LETTER;
}
static inline void interrupts_begin(void) {
  GIC_ENABLE = 1u << LETTER | 1u << TIMER; /* each hart has its own */
  GIC_MASK = 0xff;
  GIC_INTERFACE = 1;
  timer();
  WRITE(cntv_ctl_el0, 1);
  interrupts_on();
}

/* Waits until all others have done something since: harts may have long turns, in which the others see nothing. */
static inline void others_go_on(const volatile u64 *first) {
  for (u64 h = 0; h < count; h++) {
    const volatile u64 *its = first + h * (sizeof(struct hart) / sizeof(u64));
    u64 before = *its;
    while (h != READ(tpidr_el1) && *its == before) {
      pause();
    }
  }
}

/* ---- code that is changed: a branch is among the few instructions that may be, while others execute it */

static inline void change_code(u64 version, u64 others) {
  (void)others; /* the instructions reach all of them */
  others_go_on(&harts[0].calls);
  *(volatile u32 *)changing = 0x14000000u | (u32)(1 + 2 * version);
  __asm__ volatile("dc cvau, %0\n dsb ish\n ic ivau, %0\n dsb ish\n isb" : : "r"(changing) : "memory");
}
static inline void fetch_anew(void) { __asm__ volatile("isb" : : : "memory"); }

/* ---- a page that is moved */

static inline u64 leaf(const volatile void *page) { return (u64)page | 0x703; } /* accessed, inner shareable, type 0 */

static inline void make_tables(const volatile void *page) {
  last[0] = leaf(page);
  middle[0] = (u64)last | 3;
  root[2] = (u64)middle | 3;
  __asm__ volatile("dsb ishst\n isb" : : : "memory");
}

static inline void paging(void) {} /* it is on */

/* Each reader notices that the page is gone, and reads it no more; what it was at may come to its end. */
static inline void all_miss_it(void) {
  for (u64 h = 0; h < count; h++) {
    u64 before = missed[h], done = harts[h].done;
    while (h != READ(tpidr_el1) && missed[h] == before) {
      if (harts[h].done > done + 8) {
        wrong++;
        break;
      }
      pause();
    }
  }
}

/* As the manual has it: nobody sees the page in two places. */
static inline void move_page(const volatile void *to, int everything, u64 others) {
  (void)others; /* the instructions reach all of them */
  others_go_on(&harts[0].done);
  last[0] = 0;
  __asm__ volatile("dsb ishst" : : : "memory");
  if (everything) {
    __asm__ volatile("tlbi vmalle1is\n dsb ish\n isb" : : : "memory");
  } else {
    __asm__ volatile("tlbi vaae1is, %0\n dsb ish\n isb" : : "r"(WINDOW >> 12) : "memory");
  }
  all_miss_it();
  last[0] = leaf(to);
  __asm__ volatile("dsb ishst\n isb" : : : "memory");
}

/* ---- the beginning */

/* Memory at its own address, as exclusive accesses need it, and devices. */
static inline void machine_start(int leads) {
  if (leads) {
    UART_CONTROL = 0x101; /* it is on, and transmits */
    GIC_CONTROL = 1;
    root[0] = 0x405 | 3ul << 53; /* accessed, type 1, never executed */
    root[1] = 0x40000000ul | 0x701;
  }
  WRITE(mair_el1, 0x00ff);           /* type 0: write-back; type 1: device, nGnRnE */
  WRITE(tcr_el1, 0x100803519);       /* 39 bits in the lower half, pages of 4 KiB, walks as type 0; 36 physical */
  WRITE(ttbr0_el1, root);
  __asm__ volatile("dsb ish\n tlbi vmalle1\n dsb ish\n isb" : : : "memory");
  WRITE(sctlr_el1, READ(sctlr_el1) | 0x1005); /* MMU and caches on */
  __asm__ volatile("isb" : : : "memory");
}
