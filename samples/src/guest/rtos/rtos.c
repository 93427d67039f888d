/*
 * Three tasks of a real-time kernel, which takes the hart from each at every tick: in the middle of whatever they do, and with their
 * stack pointer anywhere. They yield, too. The machine has no firmware and no other privilege than M.
 */
typedef unsigned int u32;
typedef unsigned long u64;

#define FINISHER 0x100000ul
#define UART 0x10000000ul
#define MTIMECMP 0x02004000ul
#define MTIME 0x0200bff8ul
#define TICK 20
#define INTERRUPT (1ul << 63)
#define TASKS 3
#define STACK 4096

#define CSR_SET(name, value) __asm__ volatile("csrs " #name ", %0" : : "r"(value) : "memory")
#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define NOINLINE __attribute__((noinline))

struct task {
  u64 sp; /* entry.S: the first word */
  u64 sum;
  u32 number, done;
};

/* What each task does: a test changes it in the file. */
volatile u32 rounds[TASKS] = {400, 300, 200};

struct task tasks[TASKS];
struct task *current;
static u64 ticks, switches;
static char stacks[TASKS][STACK] __attribute__((aligned(16)));

static volatile u64 *word(u64 at) { return (volatile u64 *)at; }

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

static void next_tick(void) { *word(MTIMECMP) = *word(MTIME) + TICK; }

static NOINLINE void choose_task(void) {
  int at = current->number;
  do
    at = (at + 1) % TASKS;
  while (tasks[at].done && at != (int)current->number);
  if (current != &tasks[at])
    switches++;
  current = &tasks[at];
}

void trap(u64 cause) {
  if (cause & INTERRUPT) {
    ticks++;
    next_tick();
  } else {
    u64 *saved = (u64 *)current->sp;
    saved[32] += 4; /* behind the ecall */
  }
  choose_task();
}

static NOINLINE void yield(void) { __asm__ volatile("ecall" : : : "memory"); }

static NOINLINE u64 leaf(u64 value) {
  for (int i = 0; i < 8; i++)
    value = value * 6364136223846793005ul + 1442695040888963407ul;
  return value ^ value >> 29;
}

static NOINLINE u64 middle(u64 value) {
  u64 sum = 0;
  for (int i = 0; i < 6; i++)
    sum += leaf(value + (u64)i);
  return sum;
}

static NOINLINE void end(void) {
  u64 sum = 0;
  for (int i = 0; i < TASKS; i++) {
    if (!tasks[i].done)
      return;
    sum += tasks[i].sum;
  }
  print("rtos: sum ");
  print_decimal(sum);
  print("\nrtos: ticks ");
  print_decimal(ticks);
  print("\nrtos: switches ");
  print_decimal(switches);
  print("\n");
  *(volatile u32 *)FINISHER = 0x5555;
}

NOINLINE void work(struct task *task) {
  for (u32 i = 0; i < rounds[task->number]; i++) {
    task->sum += middle(i);
    if (i % 50 == 49)
      yield();
  }
}

static void task_main(struct task *task) {
  work(task);
  task->done = 1;
  end();
  for (;;)
    yield();
}

void kernel_main(void) {
  for (u32 i = 0; i < TASKS; i++) {
    u64 *saved = (u64 *)(stacks[i] + STACK) - 34;
    saved[10] = (u64)&tasks[i];
    saved[32] = (u64)task_main;
    tasks[i].number = i;
    tasks[i].sp = (u64)saved;
  }
  current = &tasks[0];
  next_tick();
  CSR_WRITE(mie, 0x80);
}
