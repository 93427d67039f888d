/*
 * A kernel with the drivers of a teaching kernel: they ask of QEMU's board what such kernels ask, and no more.
 *
 * - The serial port's driver has receive and transmit interrupts on, reads LSR and RBR in its handler, and never IIR. It sends a byte
 *   and waits for the interrupt that says that the next one may be sent.
 * - The disk's driver knows version 2 of virtio-mmio, but only the first word of features: it does not accept VERSION_1.
 *
 * Each hart writes sectors of its own and reads them back, all at once; then they answer lines of the console in turns, one hart
 * waiting for its line by asking again and again, the next one by sleeping. "quit" ends it. What is printed depends on the number of
 * harts and on the input, not on who comes first.
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

#define HARTS 8

#define FINISHER 0x100000ul
#define PLIC 0x0c000000ul
#define UART 0x10000000ul
#define DISK 0x10001000ul
#define DISK_IRQ 1
#define UART_IRQ 10

#define SIE_TIMER 0x20ul
#define SIE_EXTERNAL 0x200ul
#define SSTATUS_SIE 2ul
#define INTERRUPT (1ul << 63)
#define TICK 10000 /* 1 ms */

#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define CSR_SET(name, value) __asm__ volatile("csrs " #name ", %0" : : "r"(value) : "memory")
#define STIMECMP(value) __asm__ volatile("csrw 0x14d, %0" : : "r"(value) : "memory")

static volatile u8 *uart(u64 at) { return (volatile u8 *)(UART + at); }
static volatile u32 *word(u64 at) { return (volatile u32 *)at; }

static volatile u32 present, started, finished;
static volatile u64 external[HARTS];

/* ---- locks: no interrupts while one is held */

static u64 lock(volatile u32 *l) {
  u64 old;
  __asm__ volatile("csrrci %0, sstatus, 2" : "=r"(old) : : "memory");
  while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE))
    ;
  return old & SSTATUS_SIE;
}

static void unlock(volatile u32 *l, u64 old) {
  __atomic_store_n(l, 0, __ATOMIC_RELEASE);
  CSR_SET(sstatus, old);
}

static void sleep(void) { __asm__ volatile("wfi" : : : "memory"); }

/* ---- serial port */

#define RBR 0
#define THR 0
#define IER 1
#define FCR 2
#define LCR 3
#define LSR 5

static volatile u32 uart_lock, sending;
static u8 typed[256];
static volatile u32 typed_end, typed_begin;
static u64 sent;

static void uart_begin(void) {
  *uart(IER) = 0;
  *uart(LCR) = 0x80;
  *uart(0) = 3;
  *uart(1) = 0;
  *uart(LCR) = 3;
  *uart(FCR) = 7;
  *uart(IER) = 3;
}

static void uart_interrupt(void) {
  u64 old = lock(&uart_lock);
  if (*uart(LSR) & 0x20) sending = 0;
  while (*uart(LSR) & 1) typed[typed_end++ & 255] = *uart(RBR);
  unlock(&uart_lock, old);
}

static void put(char c) {
  u64 old = lock(&uart_lock);
  while (sending) {
    unlock(&uart_lock, old);
    sleep();
    old = lock(&uart_lock);
  }
  *uart(THR) = c;
  sending = 1;
  sent++;
  unlock(&uart_lock, old);
}

static void print(const char *text) {
  while (*text) put(*text++);
}

static void number(u64 n) {
  if (n > 9) number(n / 10);
  put('0' + n % 10);
}

static int get(int asks) {
  for (;;) {
    u64 old = lock(&uart_lock);
    int c = typed_begin == typed_end ? -1 : typed[typed_begin++ & 255];
    unlock(&uart_lock, old);
    if (c >= 0) return c;
    if (!asks) sleep();
  }
}

/* ---- disk */

#define SLOTS 8
#define SECTOR 512

struct descriptor { u64 address; u32 length; u16 flags, next; };
struct request { u32 type, reserved; u64 sector; };

static struct descriptor descriptors[SLOTS] __attribute__((aligned(4096)));
static struct { u16 flags; volatile u16 index; u16 ring[SLOTS]; u16 unused; } available __attribute__((aligned(4096)));
static struct { u16 flags; volatile u16 index; struct { u32 id, length; } ring[SLOTS]; } used __attribute__((aligned(4096)));
static struct request requests[SLOTS];
static volatile u8 status[SLOTS], free_slot[SLOTS], over[SLOTS];
static u16 seen;
static volatile u32 disk_lock;
static u64 transfers;

static volatile u32 *disk(u64 at) { return word(DISK + at); }

static void failed(const char *what) {
  print("tutor: ");
  print(what);
  print("\n");
  *word(FINISHER) = 0x13333;
  for (;;) sleep();
}

static int disk_begin(void) {
  u32 state = 0;
  if (*disk(0x000) != 0x74726976 || *disk(0x004) != 2 || *disk(0x008) != 2) return 0;
  *disk(0x070) = state;
  *disk(0x070) = state |= 1;
  *disk(0x070) = state |= 2;
  u32 features = *disk(0x010);
  features &= ~(1u << 5 | 1u << 7 | 1u << 11 | 1u << 12 | 1u << 27 | 1u << 28 | 1u << 29);
  *disk(0x020) = features;
  *disk(0x070) = state |= 8;
  if (!(*disk(0x070) & 8)) failed("the disk refuses the features");
  *disk(0x030) = 0;
  if (*disk(0x044) || *disk(0x034) < SLOTS) failed("the disk has no queue");
  *disk(0x038) = SLOTS;
  *disk(0x080) = (u64)descriptors, *disk(0x084) = (u64)descriptors >> 32;
  *disk(0x090) = (u64)&available, *disk(0x094) = (u64)&available >> 32;
  *disk(0x0a0) = (u64)&used, *disk(0x0a4) = (u64)&used >> 32;
  *disk(0x044) = 1;
  for (int i = 0; i < SLOTS; i++) free_slot[i] = 1;
  *disk(0x070) = state | 4;
  return 1;
}

static void disk_interrupt(void) {
  u64 old = lock(&disk_lock);
  *disk(0x064) = *disk(0x060) & 3;
  __sync_synchronize();
  while (seen != used.index) {
    __sync_synchronize();
    over[used.ring[seen++ % SLOTS].id] = 1;
  }
  unlock(&disk_lock, old);
}

static int slots(int *slot) {
  int n = 0;
  for (int i = 0; i < SLOTS && n < 3; i++)
    if (free_slot[i]) slot[n++] = i;
  for (int i = 0; n == 3 && i < 3; i++) free_slot[slot[i]] = 0;
  return n == 3;
}

static void transfer(u64 sector, void *data, int write) {
  int slot[3];
  u64 old = lock(&disk_lock);
  while (!slots(slot)) {
    unlock(&disk_lock, old);
    sleep();
    old = lock(&disk_lock);
  }
  int head = slot[0];
  requests[head] = (struct request){write, 0, sector};
  descriptors[head] = (struct descriptor){(u64)&requests[head], sizeof requests[head], 1, slot[1]};
  descriptors[slot[1]] = (struct descriptor){(u64)data, SECTOR, write ? 1 : 3, slot[2]};
  descriptors[slot[2]] = (struct descriptor){(u64)&status[head], 1, 2, 0};
  status[head] = 0xff;
  over[head] = 0;
  available.ring[available.index % SLOTS] = head;
  __sync_synchronize();
  available.index++;
  __sync_synchronize();
  *disk(0x050) = 0;
  transfers++;
  while (!over[head]) {
    unlock(&disk_lock, old);
    sleep();
    old = lock(&disk_lock);
  }
  if (status[head]) failed("the disk could not");
  for (int i = 0; i < 3; i++) free_slot[slot[i]] = 1;
  unlock(&disk_lock, old);
}

/* ---- traps */

void trap(u64 cause, u64 epc, u64 hart) {
  if (cause == (INTERRUPT | 5)) {
    STIMECMP(CSR_READ(time) + TICK);
  } else if (cause == (INTERRUPT | 9)) {
    volatile u32 *claim = word(PLIC + 0x201004 + hart * 0x2000);
    u32 source = *claim;
    if (source == UART_IRQ) uart_interrupt();
    if (source == DISK_IRQ) disk_interrupt();
    if (source) *claim = source;
    external[hart]++;
  } else {
    *word(FINISHER) = 0x23333;
    for (;;) (void)epc;
  }
}

/* ---- work */

#define SECTORS 6

static u8 sector[HARTS][SECTOR];
static volatile u64 sums[HARTS];
static volatile u32 turn, lines, quit;

static void store_and_read(u64 hart) {
  u64 sum = 0;
  for (u64 i = 0; i < SECTORS; i++) {
    for (u64 k = 0; k < SECTOR; k++) sector[hart][k] = hart * 7 + i * 3 + k;
    transfer(hart * SECTORS + i, sector[hart], 1);
  }
  for (u64 i = SECTORS; i-- > 0;) {
    transfer(hart * SECTORS + i, sector[hart], 0);
    for (u64 k = 0; k < SECTOR; k++) sum = sum * 31 + (u8)(sector[hart][k] - (u8)(hart * 7 + i * 3 + k)) + 1;
  }
  sums[hart] = sum % 1000000007;
}

static int is_quit(const u8 *line, u32 length) {
  return length == 4 && line[0] == 'q' && line[1] == 'u' && line[2] == 'i' && line[3] == 't';
}

static void answer(u64 hart) {
  u8 line[80];
  u32 length = 0;
  for (;;) {
    int c = get(lines & 1);
    if (c == '\r' || c == '\n') break;
    if (length < sizeof line) line[length++] = c;
  }
  print("hart ");
  number(hart);
  print(": ");
  for (u32 i = 0; i < length; i++) put(line[i] >= 'a' && line[i] <= 'z' ? line[i] - 32 : line[i]);
  print("\n");
  lines++;
  if (is_quit(line, length)) quit = 1;
}

void kernel_main(u64 hart) {
  __atomic_fetch_add(&present, 1, __ATOMIC_RELAXED);
  if (hart == 0) {
    uart_begin();
    *word(PLIC + 4 * UART_IRQ) = 1;
    *word(PLIC + 4 * DISK_IRQ) = 1;
    u64 end = CSR_READ(time) + 20 * TICK;
    while (CSR_READ(time) < end)
      ;
  }
  *word(PLIC + 0x2080 + hart * 0x100) = 1 << UART_IRQ | 1 << DISK_IRQ;
  *word(PLIC + 0x201000 + hart * 0x2000) = 0;
  STIMECMP(CSR_READ(time) + TICK);
  CSR_WRITE(sie, SIE_TIMER | SIE_EXTERNAL);
  CSR_SET(sstatus, SSTATUS_SIE);
  if (hart == 0) {
    print("tutor: harts ");
    number(present);
    print("\n");
    started = disk_begin() ? 2 : 1;
  }
  while (!started)
    ;
  if (started == 2) store_and_read(hart);
  __atomic_fetch_add(&finished, 1, __ATOMIC_SEQ_CST);
  while (finished < present) sleep();
  if (hart == 0 && started == 2) {
    for (u64 h = 0; h < present; h++) {
      print("tutor: sum ");
      number(sums[h]);
      print("\n");
    }
  }
  if (hart == 0) {
    print("tutor: type\n");
    turn = 1; /* of hart 0; its number is one less */
  }
  while (!quit) {
    if (turn == hart + 1) {
      answer(hart);
      turn = (hart + 1) % present + 1;
    } else if ((hart & 1) == 0) {
      sleep();
    }
  }
  __atomic_fetch_add(&finished, 1, __ATOMIC_SEQ_CST);
  if (hart == 0) {
    while (finished < 2 * present) sleep();
    u64 interrupts = 0;
    for (u64 h = 0; h < HARTS; h++) interrupts += external[h];
    print(interrupts > 3 * (sent + typed_end + transfers) + 100 ? "tutor: a storm of interrupts\n" : "tutor: calm\n");
    while (sending) sleep();
    *word(FINISHER) = 0x5555;
  }
  for (;;) sleep();
}
