/*
 * A guest that keeps several harts busy with each other: a lock, interrupts between harts, timers, code that one hart changes while
 * the others run it, and a page that one hart moves while the others read it. S-mode; everything else is the firmware's (SBI).
 *
 * The checksum depends on the number of harts and on nothing else: not on who comes first.
 */
typedef unsigned long u64;
typedef unsigned int u32;

#define HARTS 32
#define ROUNDS 400
#define NUMBERS 500
#define VERSIONS 6
#define MOVES 12
#define TICK 400 /* timer interrupts: every 40 microseconds */

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
#define WINDOW 0x40000000ul /* where the page is shown that moves */

#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define CSR_SET(name, value) __asm__ volatile("csrs " #name ", %0" : : "r"(value) : "memory")
#define CSR_CLEAR(name, value) __asm__ volatile("csrc " #name ", %0" : : "r"(value) : "memory")

struct hart {
  volatile u64 letters;  /* interrupts from the hart before this one */
  volatile u64 answered; /* how many of them were seen outside the handler */
  volatile u64 timers;
  volatile u64 calls;
  volatile u64 done;
  u64 pad[3];
};

extern void secondary(void), trap_entry(void);
extern u64 changing(void);

static struct hart harts[HARTS];
static u64 count;
static volatile u64 arrived, generation;
static volatile u32 next_ticket, now_serving;
static volatile u64 guarded, version, move;
static u64 total;
static u64 wrong;
static u64 numbers[HARTS][NUMBERS];
static u64 root[512] __attribute__((aligned(4096)));
static u64 middle[512] __attribute__((aligned(4096)));
static u64 last[512] __attribute__((aligned(4096)));
static volatile u64 pages[2][512] __attribute__((aligned(4096)));

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

static void text(const char *s) {
  while (*s) {
    sbi(SBI_PUTCHAR, 0, *s++, 0, 0, 0);
  }
}

static void hex(u64 value, int digits) {
  for (int i = digits - 1; i >= 0; i--) {
    sbi(SBI_PUTCHAR, 0, "0123456789abcdef"[value >> 4 * i & 15], 0, 0, 0);
  }
}

static void fence(void) {
  __asm__ volatile("fence rw, rw" : : : "memory");
}

static void pause(void) {
  __asm__ volatile(".4byte 0x0100000f" : : : "memory");
}

static u64 add(u64 *where, u64 what) {
  return __atomic_fetch_add(where, what, __ATOMIC_SEQ_CST);
}

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
    text("harts: trap ");
    hex(cause, 16);
    text(" at ");
    hex(pc, 16);
    text("\n");
    sbi(SBI_RESET, 0, 0, 1, 0, 0);
  }
}

/* All harts meet; the last one lets the others go. */
static void meet(void) {
  u64 now = generation;
  fence();
  if (add((u64 *)&arrived, 1) == count - 1) {
    arrived = 0;
    fence();
    generation = now + 1;
  } else {
    while (generation == now) {
      pause();
    }
  }
  fence();
}

static void lock(void) {
  u32 ticket = __atomic_fetch_add(&next_ticket, 1, __ATOMIC_SEQ_CST);
  while (now_serving != ticket) {
    pause();
  }
  fence();
}

static void unlock(void) {
  fence();
  now_serving = now_serving + 1;
}

static u64 mix(u64 x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ul;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebul;
  return x ^ x >> 31;
}

static void counting(u64 me) {
  for (u64 i = 0; i < ROUNDS; i++) {
    lock();
    guarded += mix(me << 32 | i);
    unlock();
  }
}

/* Every hart's own work, with branches that nobody predicts. */
static void sorting(u64 me) {
  u64 *mine = numbers[me];
  for (u64 i = 0; i < NUMBERS; i++) {
    mine[i] = mix(me * NUMBERS + i);
  }
  for (u64 gap = NUMBERS / 2; gap > 0; gap /= 2) {
    for (u64 i = gap; i < NUMBERS; i++) {
      u64 value = mine[i], j = i;
      for (; j >= gap && mine[j - gap] > value; j -= gap) {
        mine[j] = mine[j - gap];
      }
      mine[j] = value;
    }
  }
  u64 sum = 0;
  for (u64 i = 0; i < NUMBERS; i++) {
    sum = mix(sum + mine[i]);
  }
  add(&total, sum);
}

/* Each hart writes to the next one and sleeps until it has a letter itself. */
static void letters(u64 me) {
  u64 to = me + 1 == count ? 0 : me + 1;
  for (u64 i = 1; i <= 40; i++) {
    sbi(SBI_IPI, 0, 1, to, 0, 0);
    CSR_CLEAR(sstatus, SSTATUS_SIE);
    while (harts[me].letters == harts[me].answered) {
      __asm__ volatile("wfi" : : : "memory");
      CSR_SET(sstatus, SSTATUS_SIE); /* the interrupt is taken here */
      CSR_CLEAR(sstatus, SSTATUS_SIE);
    }
    CSR_SET(sstatus, SSTATUS_SIE);
    harts[me].answered = harts[me].letters;
    meet(); /* or a second letter could come before the first one was seen */
  }
  add(&total, harts[me].letters * 1000003);
}

static void others(u64 me, u64 *mask) {
  *mask = (count == 64 ? 0 : 1ul << count) - 1;
  *mask &= ~(1ul << me);
}

static void changer(u64 me) {
  u64 mask;
  others(me, &mask);
  for (u64 v = 1; v <= VERSIONS; v++) {
    for (u64 h = 0; h < count; h++) {
      while (h != me && harts[h].calls < 600 * v) {
        pause();
      }
    }
    *(volatile u32 *)changing = 0x513 | v << 20;
    fence();
    sbi(SBI_RFENCE, 0, mask, 0, 0, 0);
    version = v;
  }
}

static void caller(u64 me) {
  u64 known;
  do {
    known = version;
    fence();
    u64 got = changing();
    if (got < known || got > VERSIONS) {
      add(&wrong, 1);
    }
    harts[me].calls++;
  } while (known != VERSIONS);
}

static void paging(void) {
  CSR_WRITE(satp, 8ul << 60 | (u64)root >> 12);
  __asm__ volatile("sfence.vma" : : : "memory");
}

static u64 leaf(const volatile void *page) {
  return (u64)page >> 12 << 10 | 0xcf;
}

static void mover(u64 me) {
  u64 mask;
  others(me, &mask);
  for (u64 m = 1; m <= MOVES; m++) {
    for (u64 h = 0; h < count; h++) {
      while (h != me && harts[h].done < 20 * m) {
        pause();
      }
    }
    pages[m & 1][7] = m;
    last[0] = leaf(pages[m & 1]);
    fence();
    __asm__ volatile("sfence.vma" : : : "memory");
    sbi(SBI_RFENCE, 1, mask, 0, WINDOW, m % 3 == 0 ? -1ul : 4096);
    move = m;
  }
}

static void reader(u64 me) {
  volatile u64 *window = (volatile u64 *)WINDOW;
  u64 known;
  do {
    known = move;
    fence();
    u64 got = window[7];
    if (got < known || got > MOVES) {
      add(&wrong, 1);
    }
    harts[me].done++;
  } while (known != MOVES);
}

static void work(u64 me, int leads) {
  CSR_SET(sie, SIE_SSIE | SIE_STIE);
  timer();
  CSR_SET(sstatus, SSTATUS_SIE);
  meet();
  counting(me);
  sorting(me);
  meet();
  letters(me);
  if (leads) {
    changer(me);
  } else {
    caller(me);
  }
  paging();
  meet();
  if (leads) {
    mover(me);
  } else {
    reader(me);
  }
  meet();
  CSR_CLEAR(sstatus, SSTATUS_SIE);
}

void main(u64 me, int leads) {
  if (!leads) {
    work(me, 0);
    sbi(SBI_HSM, 1, 0, 0, 0, 0);
  }
  while (count < HARTS && sbi(SBI_HSM, 2, count, 0, 0, 0).error == 0) {
    count++;
  }
  root[0] = leaf(0);                  /* devices */
  root[1] = (u64)middle >> 12 << 10 | 1;
  root[2] = leaf((void *)0x80000000); /* memory */
  middle[0] = (u64)last >> 12 << 10 | 1;
  last[0] = leaf(pages[0]);
  fence();
  for (u64 h = 0; h < count; h++) {
    if (h != me) {
      sbi(SBI_HSM, 0, h, (u64)secondary, 0, 0);
    }
  }
  work(me, 1);
  for (u64 h = 0; h < count; h++) {
    while (h != me && sbi(SBI_HSM, 2, h, 0, 0, 0).value != 1) {
      pause();
    }
    if (harts[h].timers == 0) {
      wrong++;
    }
  }
  text("harts: 0x");
  hex(count, 2);
  text(" harts, 0x");
  hex(wrong, 4);
  text(" wrong\nharts: checksum 0x");
  hex(mix(guarded + mix(total)), 16);
  text("\n");
  sbi(SBI_RESET, 0, 0, wrong != 0, 0, 0);
}
