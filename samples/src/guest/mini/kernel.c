/*
 * mini's kernel: one hart, S-mode, Sv39, round robin, SBI for console, timer and power-off.
 *
 * No control flow depends on the time, on the firmware's answers or on the device tree's contents, except through the boot
 * arguments: with `nopreempt` the sequence of executed addresses is the same on every machine. Numbers that differ between
 * machines (time, instret) are printed in hex without a branch per digit.
 */
#include "mini.h"

#define TASKS 8
#define QUANTUM 250 /* timer ticks */
#define STACK_BYTES 4096
#define POOL_PAGES 1024

#define SSTATUS_SIE 2ul
#define SSTATUS_SPIE 0x20ul
#define SSTATUS_SPP 0x100ul
#define SSTATUS_FS_INITIAL 0x2000ul
#define SSTATUS_SUM 0x40000ul
#define SIE_STIE 0x20ul

#define CAUSE_FETCH_PAGE 12
#define CAUSE_LOAD_PAGE 13
#define CAUSE_STORE_PAGE 15
#define CAUSE_USER_ECALL 8

#define SBI_SET_TIMER 0x54494d45
#define SBI_RESET 0x53525354
#define SBI_LEGACY_PUTCHAR 1

#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define CSR_SET(name, value) __asm__ volatile("csrs " #name ", %0" : : "r"(value) : "memory")
#define CSR_CLEAR(name, value) __asm__ volatile("csrc " #name ", %0" : : "r"(value) : "memory")

struct frame {
  u64 sepc; /* in the place of x0 */
  u64 x[31];
  u64 sstatus, stval, scause, pad;
};
_Static_assert(sizeof(struct frame) == 288, "entry.S");
_Static_assert(__builtin_offsetof(struct frame, sstatus) == 256, "entry.S");
#define X(frame, n) ((frame)->x[(n) - 1])

enum state { FREE, RUNNABLE, SLEEPING, WAITING, ZOMBIE };

struct task {
  u64 kernel_sp, user_sp;
  u64 ra, sp, s[12];
  u64 f[32];
  u64 fcsr;
  u64 *root; /* page table */
  u64 handler;
  u64 result;
  u64 wake;
  enum state state;
  int number;
  int program;
  int waits_for;
  char name[16];
};
_Static_assert(__builtin_offsetof(struct task, f) == 128, "entry.S");
_Static_assert(__builtin_offsetof(struct task, fcsr) == 384, "entry.S");

extern void trap_return(void);
extern void switch_to(struct task *previous, struct task *next);
extern u64 sbi_call(u64 a0, u64 a1, u64 a2, u64 function, u64 extension);
extern u64 kernel_try(void (*function)(void));
extern void kernel_illegal(void), kernel_breakpoint(void), kernel_bad_load(void), kernel_bad_fetch(void);
extern void user_start(void);
extern char _user_image[], _user_text_end[], _user_data_end[], _page_pool[];

struct task tasks[TASKS];
u64 kernel_try_sp, kernel_try_pc;

static char stacks[TASKS][STACK_BYTES] __attribute__((aligned(16)));
static u64 kernel_root[512] __attribute__((aligned(4096)));
static u64 *shared_page;
static u64 *free_pages;
static u64 pool_used;
static u64 preempt;
static u64 timer_interrupts, preemptions, switches;
static u64 exception_counts[16], firmware_calls;

#define NOINLINE __attribute__((noinline, noclone))

/* ---- console -------------------------------------------------------------------------------------------------- */

static u64 firmware(u64 a0, u64 a1, u64 a2, u64 function, u64 extension) {
  firmware_calls++;
  return sbi_call(a0, a1, a2, function, extension);
}

static NOINLINE void put_char(char c) { firmware((u64)(u8)c, 0, 0, 0, SBI_LEGACY_PUTCHAR); }

static NOINLINE void print(const char *text) {
  while (*text) put_char(*text++);
}

static NOINLINE void print_hex(u64 value) {
  for (int shift = 60; shift >= 0; shift -= 4) {
    u64 digit = value >> shift & 15;
    put_char((char)('0' + digit + ((9 - digit) >> 63) * 39));
  }
}

static NOINLINE void print_decimal(u64 value) {
  if (value >= 10) print_decimal(value / 10);
  put_char((char)('0' + value % 10));
}

static __attribute__((noreturn)) void power_off(u64 reason) {
  firmware(0, reason, 0, 0, SBI_RESET);
  for (;;) __asm__ volatile("wfi");
}

static NOINLINE __attribute__((noreturn)) void panic(const char *why, u64 value) {
  print("Kernel panic - not syncing: ");
  print(why);
  print(" ");
  print_hex(value);
  print("\n");
  power_off(1);
}

/* ---- boot arguments ------------------------------------------------------------------------------------------- */

#define WORD_NOPREEMPT 0x6e6f707265656d70ul /* "nopreemp" */
#define WORD_PANIC 0x70616e6963ul           /* "panic" */

static u64 equal(u64 a, u64 b) {
  u64 d = a ^ b;
  return 1 ^ ((d | -d) >> 63);
}

/*
 * Looks for the words in the first 16 KiB of the tree, a byte at a time and without a branch: the addresses executed here must
 * not depend on what else a machine says in its tree. Bit 0: nopreempt, bit 1: panic.
 */
static NOINLINE u64 boot_options(const u8 *fdt) {
  u64 size = (u64)fdt[4] << 24 | (u64)fdt[5] << 16 | (u64)fdt[6] << 8 | fdt[7];
  u64 window = 0, found = 0;
  for (u64 i = 0; i < 16384; i++) {
    u64 inside = -((i - size) >> 63);
    window = window << 8 | (fdt[i & inside] & inside);
    found |= equal(window, WORD_NOPREEMPT);
    found |= (equal(window & 0xfffffffffffful, WORD_PANIC << 8) | equal(window & 0xfffffffffffful, WORD_PANIC << 8 | ' ')) << 1;
  }
  return found;
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

static NOINLINE void fill_page(u64 *page) {
  for (int i = 0; i < 512; i += 8) {
    page[i] = 0; page[i + 1] = 0; page[i + 2] = 0; page[i + 3] = 0;
    page[i + 4] = 0; page[i + 5] = 0; page[i + 6] = 0; page[i + 7] = 0;
  }
}

static NOINLINE u64 *new_page(void) {
  u64 *page = free_pages;
  if (page) {
    free_pages = (u64 *)page[0];
  } else {
    if (pool_used == POOL_PAGES) panic("out of memory", pool_used);
    page = (u64 *)(_page_pool + PAGE * pool_used++);
  }
  fill_page(page);
  return page;
}

static void give_page(u64 *page) {
  page[0] = (u64)free_pages;
  free_pages = page;
}

/* The entry for a virtual address, making the tables above it; 0 when they are missing and make is 0. */
static NOINLINE u64 *pte_of(u64 *table, u64 address, int make) {
  for (int level = 2; level > 0; level--) {
    u64 *entry = &table[address >> (12 + 9 * level) & 511];
    if (!(*entry & PTE_V)) {
      if (!make) return 0;
      *entry = (u64)new_page() >> 12 << 10 | PTE_V;
    }
    table = (u64 *)(*entry >> 10 << 12);
  }
  return &table[address >> 12 & 511];
}

static void flush(u64 address) { __asm__ volatile("sfence.vma %0, zero" : : "r"(address) : "memory"); }

static void map(struct task *task, u64 address, u64 physical, u64 bits) {
  *pte_of(task->root, address, 1) = physical >> 12 << 10 | bits | PTE_V | PTE_U;
  flush(address);
}

static void copy_page(u64 *to, const u64 *from) {
  for (int i = 0; i < 512; i++) to[i] = from[i];
}

/* The pages of USER_CODE exist twice: at USER_ALIAS writable only. */
static void map_code(struct task *task, u64 offset) {
  u64 page = (u64)new_page();
  map(task, USER_CODE + offset, page, PTE_R | PTE_W | PTE_X);
  map(task, USER_ALIAS + offset, page, PTE_R | PTE_W);
}

/* Demand paging: 1 when the access can be repeated. */
static NOINLINE int page_fault(struct task *task, u64 address, u64 cause) {
  address &= -PAGE;
  if (address >= USER_STACK_TOP || address >> 30 == 2) return 0; /* not a program's: the kernel's gigabyte has no tables */
  u64 *entry = pte_of(task->root, address, 0);
  if (entry && (*entry & PTE_V)) {
    /* Mapped: only accessed and dirty bits may be missing, where the machine leaves them to software. */
    u64 need = cause == CAUSE_FETCH_PAGE ? PTE_X : cause == CAUSE_STORE_PAGE ? PTE_W : PTE_R;
    u64 bits = cause == CAUSE_STORE_PAGE ? PTE_A | PTE_D : PTE_A;
    if (!(*entry & need) || (*entry & bits) == bits) return 0;
    *entry |= bits;
    flush(address);
    exception_counts[cause]--; /* the counts must not depend on who sets these bits */
    return 1;
  }
  if (address >= USER_TEXT && address < (u64)_user_text_end) {
    map(task, address, (u64)_user_image + (address - USER_TEXT), PTE_R | PTE_X);
  } else if (address >= (u64)_user_text_end && address < (u64)_user_data_end) {
    u64 *page = new_page();
    copy_page(page, (const u64 *)(_user_image + (address - USER_TEXT)));
    map(task, address, (u64)page, PTE_R | PTE_W);
  } else if (address >= USER_HEAP && address < USER_HEAP + USER_HEAP_PAGES * PAGE) {
    map(task, address, (u64)new_page(), PTE_R | PTE_W);
  } else if (address >= USER_CODE && address < USER_CODE + USER_CODE_PAGES * PAGE) {
    map_code(task, address - USER_CODE);
  } else if (address >= USER_ALIAS && address < USER_ALIAS + USER_CODE_PAGES * PAGE) {
    map_code(task, address - USER_ALIAS);
  } else if (address == USER_SHARED) {
    map(task, address, (u64)shared_page, PTE_R | PTE_W);
  } else if (address == USER_HOLE) {
    map(task, address, HOLE_PHYSICAL, PTE_R | PTE_W | PTE_X);
  } else if (address < USER_STACK_TOP && address >= USER_STACK_TOP - USER_STACK_PAGES * PAGE) {
    map(task, address, (u64)new_page(), PTE_R | PTE_W);
  } else {
    return 0;
  }
  return 1;
}

/* ---- tasks ---------------------------------------------------------------------------------------------------- */

static struct task *current(void) {
  struct task *task;
  __asm__ volatile("mv %0, tp" : "=r"(task));
  return task;
}

static u64 now(void) { return CSR_READ(time); }

static void arm_timer(void) { firmware(now() + QUANTUM, 0, 0, 0, SBI_SET_TIMER); }

static struct task *pick(struct task *from) {
  for (int i = 1; i <= TASKS; i++) {
    struct task *task = &tasks[(from->number + i) % TASKS];
    if (task->number && task->state == RUNNABLE) return task;
  }
  return &tasks[0];
}

static NOINLINE void schedule(void) {
  struct task *previous = current();
  struct task *next = pick(previous);
  if (next == previous) return;
  switches++;
  CSR_WRITE(satp, 8ul << 60 | (u64)next->root >> 12);
  __asm__ volatile("sfence.vma" : : : "memory");
  switch_to(previous, next);
}

static const char *const program_names[] = {"init", "compute", "memory", "code", "float", "faults"};

static int spawn(int program) {
  int number = 1;
  while (tasks[number].state != FREE) {
    if (++number == TASKS) panic("out of tasks", (u64)program);
  }
  struct task *task = &tasks[number];
  task->number = number;
  task->program = program;
  task->handler = 0;
  for (int i = 0; i < 16; i++) {
    task->name[i] = program_names[program][i];
    if (!task->name[i]) break;
  }
  task->root = new_page();
  task->root[2] = kernel_root[2];
  task->root[511] = kernel_root[511];
  struct frame *frame = (struct frame *)(stacks[number] + STACK_BYTES) - 1;
  for (int i = 0; i < 31; i++) frame->x[i] = 0;
  X(frame, 2) = USER_STACK_TOP - 16;
  X(frame, 10) = (u64)program;
  frame->sepc = (u64)user_start;
  frame->sstatus = SSTATUS_SPIE | SSTATUS_FS_INITIAL;
  task->ra = (u64)trap_return;
  task->sp = (u64)frame;
  task->state = RUNNABLE;
  return number;
}

/* Gives back what a program had mapped; the shared text, the shared page and the hole are not its own. */
static NOINLINE void free_space(u64 *table, int level, u64 base) {
  for (u64 i = 0; i < 512; i++) {
    u64 entry = table[i], address = base + (i << (12 + 9 * level));
    if (!(entry & PTE_V) || (level == 2 && (i == 2 || i == 511))) continue;
    u64 *page = (u64 *)(entry >> 10 << 12);
    if (level > 0) {
      free_space(page, level - 1, address);
    } else if ((address >= USER_TEXT && address < (u64)_user_text_end) || address == USER_SHARED || address == USER_HOLE
        || (address >= USER_ALIAS && address < USER_ALIAS + USER_CODE_PAGES * PAGE)) {
      continue;
    } else {
      give_page(page);
    }
  }
  if (level < 2) give_page(table);
}

/* A computation in the kernel that timer interrupts may hit: a trap from S-mode. */
static NOINLINE u64 kernel_work(u64 rounds) {
  u64 hash = 1;
  if (preempt) CSR_SET(sstatus, SSTATUS_SIE);
  for (u64 i = 0; i < rounds; i++) hash = mix(hash, i);
  CSR_CLEAR(sstatus, SSTATUS_SIE);
  return hash;
}

/* ---- system calls --------------------------------------------------------------------------------------------- */

static u64 sys_write(struct task *task, u64 address, u64 bytes) {
  (void)task;
  CSR_SET(sstatus, SSTATUS_SUM);
  for (u64 i = 0; i < bytes; i++) put_char(((const char *)address)[i]); /* a fault here is demand paging as any other */
  CSR_CLEAR(sstatus, SSTATUS_SUM);
  return bytes;
}

static u64 sys_exit(struct task *task, u64 result, u64 unused) {
  (void)unused;
  task->result = result;
  task->state = ZOMBIE;
  for (int i = 0; i < TASKS; i++) {
    if (tasks[i].state == WAITING && tasks[i].waits_for == task->number) tasks[i].state = RUNNABLE;
  }
  schedule();
  panic("a dead task runs", (u64)task->number);
}

static u64 sys_yield(struct task *task, u64 a0, u64 a1) {
  (void)task, (void)a0, (void)a1;
  schedule();
  return 0;
}

static u64 sys_spawn(struct task *task, u64 program, u64 a1) {
  (void)task, (void)a1;
  return (u64)spawn((int)program);
}

static u64 sys_wait(struct task *task, u64 number, u64 a1) {
  (void)a1;
  struct task *child = &tasks[number];
  while (child->state != ZOMBIE) {
    task->waits_for = (int)number;
    task->state = WAITING;
    schedule();
  }
  free_space(child->root, 2, 0);
  give_page(child->root);
  child->state = FREE;
  return child->result;
}

static u64 sys_handler(struct task *task, u64 handler, u64 a1) {
  (void)a1;
  task->handler = handler;
  return 0;
}

static u64 sys_sleep(struct task *task, u64 ticks, u64 a1) {
  (void)a1;
  if (preempt) {
    task->wake = now() + ticks;
    task->state = SLEEPING;
  }
  schedule();
  return 0;
}

static u64 sys_kwork(struct task *task, u64 rounds, u64 a1) {
  (void)task, (void)a1;
  return kernel_work(rounds);
}

static u64 sys_protect(struct task *task, u64 address, u64 bits) {
  u64 *entry = pte_of(task->root, address, 0);
  if (!entry || !(*entry & PTE_V)) return 1;
  *entry = (*entry & ~(u64)(PTE_R | PTE_W | PTE_X)) | bits;
  flush(address);
  return 0;
}

static u64 sys_unmap(struct task *task, u64 address, u64 a1) {
  (void)a1;
  u64 *entry = pte_of(task->root, address, 0);
  if (!entry || !(*entry & PTE_V)) return 1;
  give_page((u64 *)(*entry >> 10 << 12));
  *entry = 0;
  __asm__ volatile("sfence.vma" : : : "memory");
  return 0;
}

static u64 sys_pte(struct task *task, u64 address, u64 a1) {
  (void)a1;
  u64 *entry = pte_of(task->root, address, 0);
  return entry ? *entry & 1023 : 0;
}

static u64 sys_preempt(struct task *task, u64 a0, u64 a1) {
  (void)task, (void)a0, (void)a1;
  return preempt;
}

static u64 (*const system_calls[SYS_COUNT])(struct task *, u64, u64) = {
    [SYS_WRITE] = sys_write, [SYS_EXIT] = sys_exit,   [SYS_YIELD] = sys_yield,     [SYS_SPAWN] = sys_spawn,
    [SYS_WAIT] = sys_wait,   [SYS_HANDLER] = sys_handler, [SYS_SLEEP] = sys_sleep, [SYS_KWORK] = sys_kwork,
    [SYS_PROTECT] = sys_protect, [SYS_UNMAP] = sys_unmap, [SYS_PTE] = sys_pte,     [SYS_PREEMPT] = sys_preempt,
};

/* ---- traps ---------------------------------------------------------------------------------------------------- */

static NOINLINE void timer_interrupt(struct frame *frame) {
  timer_interrupts++;
  arm_timer();
  u64 time = now();
  for (int i = 0; i < TASKS; i++) {
    if (tasks[i].state == SLEEPING && tasks[i].wake <= time) tasks[i].state = RUNNABLE;
  }
  if (!(frame->sstatus & SSTATUS_SPP)) {
    preemptions++;
    schedule();
  }
}

static NOINLINE void bad_exception(struct frame *frame, struct task *task) {
  if (frame->sstatus & SSTATUS_SPP) {
    if (!kernel_try_pc) panic("exception in the kernel at", frame->sepc);
    frame->sepc = kernel_try_pc;
    X(frame, 10) = 1 + frame->scause;
    X(frame, 2) = kernel_try_sp;
  } else {
    if (!task->handler) panic("unhandled exception in a program at", frame->sepc);
    X(frame, 10) = frame->scause;
    X(frame, 11) = frame->sepc;
    X(frame, 12) = frame->stval;
    frame->sepc = task->handler;
  }
}

void trap_handler(struct frame *frame) {
  struct task *task = current();
  if ((s64)frame->scause < 0) {
    timer_interrupt(frame);
    return;
  }
  exception_counts[frame->scause & 15]++;
  switch (frame->scause) {
    case CAUSE_USER_ECALL:
      frame->sepc += 4;
      X(frame, 10) = system_calls[X(frame, 17)](task, X(frame, 10), X(frame, 11));
      return;
    case CAUSE_FETCH_PAGE:
    case CAUSE_LOAD_PAGE:
    case CAUSE_STORE_PAGE:
      if (task->number && page_fault(task, frame->stval, frame->scause)) return;
      break;
    default:
      break;
  }
  bad_exception(frame, task);
}

/* ---- start and end -------------------------------------------------------------------------------------------- */

static const char *const cause_names[16] = {
    [1] = "instruction access fault", [2] = "illegal instruction",   [3] = "breakpoint",
    [4] = "load address misaligned",  [5] = "load access fault",     [6] = "store address misaligned",
    [7] = "store access fault",       [8] = "system call",           [12] = "instruction page fault",
    [13] = "load page fault",         [15] = "store page fault"};

static u64 kernel_tests(void) {
  u64 hash = mix(0, kernel_try(kernel_illegal));
  hash = mix(hash, kernel_try(kernel_breakpoint));
  hash = mix(hash, kernel_try(kernel_bad_load));
  hash = mix(hash, kernel_try(kernel_bad_fetch));
  /* The same code at its second address, the last gigabyte. */
  u64 (*alias)(u64) = (u64(*)(u64))((u64)kernel_work + 0xffffffffc0000000ul - 0x80000000ul);
  return mix(hash, alias(100));
}

static void report(u64 result) {
  for (u64 cause = 0; cause < 16; cause++) {
    if (!exception_counts[cause]) continue;
    result = mix(result, cause << 32 | (cause == CAUSE_USER_ECALL ? 0 : exception_counts[cause]));
    print("mini: count ");
    print(cause_names[cause] ? cause_names[cause] : "unexpected exception");
    print(" ");
    print_decimal(exception_counts[cause]);
    print("\n");
  }
  if (preempt) {
    print("mini: count timer interrupt ");
    print_decimal(timer_interrupts);
    print("\nmini: preemptions ");
    print_decimal(preemptions);
    print("\n");
  }
  print("mini: context switches ");
  print_decimal(switches);
  print("\nmini: time 0x");
  print_hex(now());
  print("\nmini: checksum 0x");
  print_hex(result);
  print("\n");
  /* Counts the calls that are still to come too; the last of them is the power-off. */
  print("mini: count firmware call 0x");
  static const char last[] = "\nmini: instret at end 0x";
  print_hex(firmware_calls + 16 + (sizeof last - 1) + 16 + 1 + 1);
  print(last);
  print_hex(CSR_READ(instret));
  print("\n");
}

void kernel_main(u64 hart, const u8 *fdt) {
  (void)hart;
  u64 start = CSR_READ(instret);
  u64 options = boot_options(fdt);
  preempt = 1 ^ (options & 1);
  print("mini: hello");
  print(preempt ? ", preemptive\n" : ", not preemptive\n");
  print("mini: instret at start 0x");
  print_hex(start);
  print("\n");

  kernel_root[2] = 0x80000000ul >> 12 << 10 | PTE_V | PTE_R | PTE_W | PTE_X | PTE_G | PTE_A | PTE_D;
  kernel_root[511] = kernel_root[2];
  tasks[0].root = kernel_root;
  tasks[0].state = RUNNABLE;
  CSR_WRITE(satp, 8ul << 60 | (u64)kernel_root >> 12);
  __asm__ volatile("sfence.vma" : : : "memory");
  shared_page = new_page();
  u64 result = kernel_tests();
  if (options & 2) panic("mini was asked to", 0);

  if (preempt) {
    arm_timer();
    CSR_SET(sie, SIE_STIE);
  }
  struct task *init = &tasks[spawn(PROGRAM_INIT)];
  while (init->state != ZOMBIE) {
    schedule();
    if (init->state == ZOMBIE) break;
    /* Nothing can run: wait for the timer (interrupts are taken between the two writes). */
    if (!preempt) panic("deadlock", 0);
    __asm__ volatile("wfi");
    CSR_SET(sstatus, SSTATUS_SIE);
    CSR_CLEAR(sstatus, SSTATUS_SIE);
  }
  CSR_CLEAR(sie, SIE_STIE);
  report(mix(result, init->result));
  power_off(0);
}
