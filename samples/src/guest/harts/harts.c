/*
 * A guest that keeps several harts busy with each other: a lock, interrupts between harts, timers, code that one hart changes while
 * the others run it, and a page that one hart moves while the others read it. What is a guest's own is in machine.h.
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

static void unexpected(u64 cause, u64 pc);

#include <machine.h>

static void text(const char *s) {
  while (*s) {
    put_char(*s++);
  }
}

static void hex(u64 value, int digits) {
  for (int i = digits - 1; i >= 0; i--) {
    put_char("0123456789abcdef"[value >> 4 * i & 15]);
  }
}

/* A trap that nobody expects ends the run. */
static void unexpected(u64 cause, u64 pc) {
  text("harts: trap ");
  hex(cause, 16);
  text(" at ");
  hex(pc, 16);
  text("\n");
  machine_off(1);
}

static u64 add(u64 *where, u64 what) {
  return __atomic_fetch_add(where, what, __ATOMIC_SEQ_CST);
}

/* All harts meet; the last one lets the others go. */
static void meet(void) {
  u64 now = generation;
  fence();
  if (add((u64 *)&arrived, 1) == count - 1) {
    arrived = 0;
    fence();
    generation = now + 1;
    tell();
  } else {
    while (generation == now) {
      await();
    }
  }
  fence();
}

static void lock(void) {
  u32 ticket = __atomic_fetch_add(&next_ticket, 1, __ATOMIC_SEQ_CST);
  while (now_serving != ticket) {
    await();
  }
  fence();
}

static void unlock(void) {
  fence();
  now_serving = now_serving + 1;
  tell();
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
    interrupt_hart(to);
    interrupts_off();
    while (harts[me].letters == harts[me].answered) {
      wait_for_interrupt();
      interrupts_on(); /* the interrupt is taken here */
      interrupts_off();
    }
    interrupts_on();
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
    change_code(v, mask);
    version = v;
  }
}

static void caller(u64 me) {
  u64 known;
  do {
    known = version;
    fence();
    fetch_anew();
    u64 got = changing();
    if (got < known || got > VERSIONS) {
      add(&wrong, 1);
    }
    harts[me].calls++;
  } while (known != VERSIONS);
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
    move_page(pages[m & 1], m % 3 == 0, mask);
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
  interrupts_begin();
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
  interrupts_off();
}

void main(u64 me, int leads) {
  machine_start(leads);
  if (!leads) {
    work(me, 0);
    hart_stop();
  }
  while (count < HARTS && hart_exists(count)) {
    count++;
  }
  make_tables(pages[0]);
  fence();
  for (u64 h = 0; h < count; h++) {
    if (h != me) {
      hart_start(h);
    }
  }
  work(me, 1);
  for (u64 h = 0; h < count; h++) {
    while (h != me && !hart_stopped(h)) {
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
  machine_off(wrong != 0);
}
