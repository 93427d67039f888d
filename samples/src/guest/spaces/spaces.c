/*
 * A teaching kernel's processes: an address space for each, all stacks at the same addresses, registers saved in a page that each has at
 * the same address, a thread of the kernel for each, and a scheduler's thread between them.
 */
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;

#define FINISHER 0x100000ul
#define UART 0x10000000ul
#define TICK 30
#define INTERRUPT (1ul << 63)
#define PROCESSES 3
#define PAGE 4096ul
#define USER_TEXT 0x10000ul
#define USER_STACK 0x20000ul
#define TRAMPOLINE 0x3ffffff000ul
#define TRAPFRAME 0x3fffffe000ul

#define V 1ul
#define R 2ul
#define W 4ul
#define X 8ul
#define U 16ul
#define AD 0xc0ul

#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define CSR_CLEAR(name, value) __asm__ volatile("csrc " #name ", %0" : : "r"(value) : "memory")
#define STIMECMP(value) __asm__ volatile("csrw 0x14d, %0" : : "r"(value) : "memory")
#define NOINLINE __attribute__((noinline))

struct context { /* entry.S */
  u64 ra, sp, s[12];
};

struct trapframe { /* entry.S */
  u64 kernel_satp, kernel_sp, kernel_trap, pc;
  u64 x[32];
};

struct process {
  struct context context;
  struct trapframe *trapframe;
  u64 satp, sum;
  u32 number, done;
};

extern void swtch(struct context *from, struct context *to);
extern char _trampoline[], _user_image[], user_trap[], user_return[];

static struct process processes[PROCESSES];
static struct process *current;
static struct context scheduler_context;
static u64 kernel_satp, ticks, switches;
static char kernel_stacks[PROCESSES][PAGE] __attribute__((aligned(4096)));
static char pool[64][PAGE] __attribute__((aligned(4096)));
static u32 pages;

static void print(const char *text) {
  for (; *text; text++)
    *(volatile char *)UART = *text;
}

static void print_decimal(u64 value) {
  char digits[24];
  int at = 24;
  digits[--at] = 0;
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  print(&digits[at]);
}

static void *page(void) { return pool[pages++]; }

static u64 satp(u64 *root) { return 8ul << 60 | (u64)root >> 12; }

/* Maps a page; at level 2 a gigabyte. */
static void map(u64 *table, u64 address, u64 to, u64 flags, int leaf) {
  for (int level = 2; level > leaf; level--) {
    u64 *entry = &table[address >> (12 + 9 * level) & 511];
    if (!(*entry & V))
      *entry = (u64)page() >> 12 << 10 | V;
    table = (u64 *)(*entry >> 10 << 12);
  }
  table[address >> (12 + 9 * leaf) & 511] = to >> 12 << 10 | flags | AD | V;
}

static NOINLINE void yield(void) { swtch(&current->context, &scheduler_context); }

static NOINLINE void to_user(void) {
  CSR_CLEAR(sstatus, 0x100ul); /* SPP = U */
  CSR_WRITE(stvec, TRAMPOLINE + (u64)(user_trap - _trampoline));
  CSR_WRITE(sepc, current->trapframe->pc);
  void (*go)(u64) = (void (*)(u64))(TRAMPOLINE + (u64)(user_return - _trampoline));
  go(current->satp);
}

static void kernel_trap(void) {
  struct trapframe *frame = current->trapframe;
  frame->pc = CSR_READ(sepc);
  if (CSR_READ(scause) & INTERRUPT) {
    ticks++;
    STIMECMP(CSR_READ(time) + TICK);
    yield();
  } else {
    frame->pc += 4;
    if (frame->x[17] == 0) {
      yield();
    } else {
      current->sum = frame->x[10];
      current->done = 1;
      yield();
    }
  }
  to_user();
}

static void first(void) { to_user(); }

static void make(u32 number) {
  struct process *process = &processes[number];
  u64 *root = page();
  process->number = number;
  process->trapframe = page();
  map(root, TRAMPOLINE, (u64)_trampoline, R | X, 0);
  map(root, TRAPFRAME, (u64)process->trapframe, R | W, 0);
  map(root, USER_TEXT, (u64)_user_image, R | X | U, 0);
  map(root, USER_STACK, (u64)page(), R | W | U, 0);
  process->satp = satp(root);
  process->trapframe->kernel_satp = kernel_satp;
  process->trapframe->kernel_sp = (u64)kernel_stacks[number] + PAGE;
  process->trapframe->kernel_trap = (u64)kernel_trap;
  process->trapframe->pc = USER_TEXT;
  process->trapframe->x[2] = USER_STACK + PAGE;
  process->trapframe->x[10] = number;
  process->context.ra = (u64)first;
  process->context.sp = (u64)kernel_stacks[number] + PAGE;
}

static NOINLINE void scheduler(void) {
  u32 ended;
  do {
    ended = 0;
    for (u32 i = 0; i < PROCESSES; i++) {
      if (processes[i].done) {
        ended++;
        continue;
      }
      switches++;
      current = &processes[i];
      swtch(&scheduler_context, &current->context);
    }
  } while (ended < PROCESSES);
}

void kernel_main(void) {
  u64 *root = page();
  map(root, 0, 0, R | W, 2);
  map(root, 0x80000000ul, 0x80000000ul, R | W | X, 2);
  map(root, TRAMPOLINE, (u64)_trampoline, R | X, 0);
  kernel_satp = satp(root);
  for (u32 i = 0; i < PROCESSES; i++)
    make(i);
  CSR_WRITE(satp, kernel_satp);
  __asm__ volatile("sfence.vma" : : : "memory");
  CSR_WRITE(sie, 0x20ul);
  STIMECMP(CSR_READ(time) + TICK);
  scheduler();
  u64 sum = 0;
  for (u32 i = 0; i < PROCESSES; i++)
    sum += processes[i].sum;
  print("spaces: sum ");
  print_decimal(sum);
  print("\nspaces: ticks ");
  print_decimal(ticks);
  print("\nspaces: switches ");
  print_decimal(switches);
  print("\n");
  *(volatile u32 *)FINISHER = 0x5555;
  for (;;)
    ;
}
