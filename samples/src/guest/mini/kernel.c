/*
 * mini's kernel: one processor, three levels of page tables, round robin. What depends on the machine is in its machine.h and entry.S.
 *
 * No control flow depends on the time, on the firmware's answers or on the device tree's contents, except through the boot
 * arguments: with `nopreempt` the sequence of executed addresses is the same on every machine. Numbers that differ between
 * machines (time, instret) are printed in hex without a branch per digit.
 */
#include "mini.h"

#define TASKS 8
#define STACK_BYTES 4096
#define POOL_PAGES 1024

#include <machine.h> /* the machine that it is built for */

enum state { FREE, RUNNABLE, SLEEPING, WAITING, ZOMBIE };

struct task {
  struct saved saved; /* first: entry.S */
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
extern void switch_to(struct task *previous, struct task *next);
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
static u64 exception_counts[CAUSES];

#define NOINLINE __attribute__((noinline, noclone))

/* ---- console -------------------------------------------------------------------------------------------------- */

static NOINLINE void put_char(char c) { machine_put_char(c); }

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
  machine_off(reason);
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
      *entry = table_entry(new_page());
    }
    table = entry_page(*entry);
  }
  return &table[address >> 12 & 511];
}

static void map(struct task *task, u64 address, u64 physical, u64 bits) {
  *pte_of(task->root, address, 1) = PAGE_ENTRY(physical, bits);
  flush(address);
}

static void copy_page(u64 *to, const u64 *from) {
  for (int i = 0; i < 512; i++) to[i] = from[i];
}

/* The pages of USER_CODE exist twice: at USER_ALIAS writable only. */
static void map_code(struct task *task, u64 offset) {
  u64 page = PHYSICAL(new_page());
  map(task, USER_CODE + offset, page, PTE_R | PTE_W | PTE_X);
  map(task, USER_ALIAS + offset, page, PTE_R | PTE_W);
}

/* Demand paging: 1 when the access can be repeated. */
static NOINLINE int page_fault(struct task *task, u64 address, u64 cause) {
  address &= -PAGE;
  if (IS_OUTSIDE(address)) return 0;
  u64 *entry = pte_of(task->root, address, 0);
  if (entry && (*entry & PTE_V)) {
    /* Mapped: only accessed and dirty bits may be missing, where the machine leaves them to software. */
    u64 need = NEEDED(cause);
    u64 bits = IS_STORE(cause) ? PTE_A | PTE_D : PTE_A;
    if (!(ENTRY_BITS(*entry) & need) || (ENTRY_BITS(*entry) & bits) == bits) return 0;
    MARK(*entry, bits);
    flush(address);
    if (HARDWARE_MARKS) exception_counts[cause]--; /* the counts must not depend on who sets these bits */
    return 1;
  }
  if (address >= USER_TEXT && address < (u64)_user_text_end) {
    map(task, address, PHYSICAL(_user_image) + (address - USER_TEXT), PTE_R | PTE_X);
  } else if (address >= (u64)_user_text_end && address < (u64)_user_data_end) {
    u64 *page = new_page();
    copy_page(page, (const u64 *)(_user_image + (address - USER_TEXT)));
    map(task, address, PHYSICAL(page), PTE_R | PTE_W);
  } else if (address >= USER_HEAP && address < USER_HEAP + USER_HEAP_PAGES * PAGE) {
    map(task, address, PHYSICAL(new_page()), PTE_R | PTE_W);
  } else if (address >= USER_CODE && address < USER_CODE + USER_CODE_PAGES * PAGE) {
    map_code(task, address - USER_CODE);
  } else if (address >= USER_ALIAS && address < USER_ALIAS + USER_CODE_PAGES * PAGE) {
    map_code(task, address - USER_ALIAS);
  } else if (address == USER_SHARED) {
    map(task, address, PHYSICAL(shared_page), PTE_R | PTE_W);
  } else if (address == USER_HOLE) {
    map(task, address, HOLE_PHYSICAL, PTE_R | PTE_W | PTE_X);
  } else if (address < USER_STACK_TOP && address >= USER_STACK_TOP - USER_STACK_PAGES * PAGE) {
    map(task, address, PHYSICAL(new_page()), PTE_R | PTE_W);
  } else {
    return 0;
  }
  return 1;
}

/* ---- tasks ---------------------------------------------------------------------------------------------------- */

static struct task *current(void) { return current_task(); }

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
  use_space(next->root, next->number);
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
  MAKE_SPACE(task);
  struct frame *frame = (struct frame *)(stacks[number] + STACK_BYTES) - 1;
  for (int i = 0; i < 31; i++) frame->x[i] = 0;
  first_state(&task->saved, frame, (u64)user_start, (u64)program, number);
  task->state = RUNNABLE;
  return number;
}

/* Gives back what a program had mapped; the shared text, the shared page and the hole are not its own. */
static NOINLINE void free_space(u64 *table, int level, u64 base) {
  for (u64 i = 0; i < 512; i++) {
    u64 entry = table[i], address = base + (i << (12 + 9 * level));
    if (!(entry & PTE_V) || is_kernels(level, i)) continue;
    u64 *page = entry_page(entry);
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

/* A computation in the kernel that timer interrupts may hit: an exception from the kernel. */
static NOINLINE u64 kernel_work(u64 rounds) {
  u64 hash = 1;
  if (preempt) interrupts_on();
  for (u64 i = 0; i < rounds; i++) hash = mix(hash, i);
  interrupts_off();
  return hash;
}

/* ---- system calls --------------------------------------------------------------------------------------------- */

static u64 sys_write(struct task *task, u64 address, u64 bytes) {
  (void)task;
  user_access_on();
  for (u64 i = 0; i < bytes; i++) put_char(((const char *)address)[i]); /* a fault here is demand paging as any other */
  user_access_off();
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
  *entry = with_rights(*entry, bits);
  flush(address);
  return 0;
}

static u64 sys_unmap(struct task *task, u64 address, u64 a1) {
  (void)a1;
  u64 *entry = pte_of(task->root, address, 0);
  if (!entry || !(*entry & PTE_V)) return 1;
  give_page(entry_page(*entry));
  *entry = 0;
  flush_all();
  return 0;
}

static u64 sys_pte(struct task *task, u64 address, u64 a1) {
  (void)a1;
  u64 *entry = pte_of(task->root, address, 0);
  return entry ? ENTRY_BITS(*entry) & 1023 : 0;
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
  if (!from_kernel(frame)) {
    preemptions++;
    schedule();
  }
}

static NOINLINE void bad_exception(struct frame *frame, struct task *task) {
  if (from_kernel(frame)) {
    if (!kernel_try_pc) panic("exception in the kernel at", frame->pc);
    GO_ON(frame, kernel_try_pc, 1 + frame->cause, kernel_try_sp);
  } else {
    if (!task->handler) panic("unhandled exception in a program at", frame->pc);
    ARGUMENT(frame, 0) = frame->cause;
    ARGUMENT(frame, 1) = frame->pc;
    ARGUMENT(frame, 2) = frame->value;
    frame->pc = task->handler;
  }
}

void trap_handler(struct frame *frame) {
  struct task *task = current();
  if ((s64)frame->cause < 0) {
    timer_interrupt(frame);
    return;
  }
  exception_counts[frame->cause & (CAUSES - 1)]++;
  switch (frame->cause) {
    case CAUSE_CALL:
      behind_call(frame);
      ARGUMENT(frame, 0) = system_calls[CALL_NUMBER(frame)](task, ARGUMENT(frame, 0), ARGUMENT(frame, 1));
      return;
    PAGE_FAULT_CASES:
      if (task->number && page_fault(task, frame->value, frame->cause)) return;
      break;
    default:
      break;
  }
  bad_exception(frame, task);
}

/* ---- start and end -------------------------------------------------------------------------------------------- */

static const char *const cause_names[CAUSES] = {CAUSE_NAMES};

static u64 kernel_tests(void) {
  u64 hash = mix(0, kernel_try(kernel_illegal));
  hash = mix(hash, kernel_try(kernel_breakpoint));
  hash = mix(hash, kernel_try(kernel_bad_load));
  hash = mix(hash, kernel_try(kernel_bad_fetch));
  /* The same code at its second address. */
  u64 (*alias)(u64) = (u64(*)(u64))((u64)kernel_work + SECOND_ADDRESS);
  return mix(hash, alias(100));
}

static void report(u64 result) {
  for (u64 cause = 0; cause < CAUSES; cause++) {
    if (!exception_counts[cause]) continue;
    result = mix(result, cause << 32 | (cause == CAUSE_CALL ? 0 : exception_counts[cause]));
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
  static const char last[] = "\nmini: " COUNTER " at end 0x";
  print_hex(firmware_calls + CONSOLE_CALLS(16 + (sizeof last - 1) + 16 + 1) + 1);
  print(last);
  print_hex(counter());
  print("\n");
}

void kernel_main(u64 hart, const u8 *fdt) {
  (void)hart;
  u64 start = counter();
  machine_start();
  u64 options = boot_options(fdt);
  preempt = 1 ^ (options & 1);
  print("mini: hello");
  print(preempt ? ", preemptive\n" : ", not preemptive\n");
  print("mini: " COUNTER " at start 0x");
  print_hex(start);
  print("\n");

  tasks[0].root = kernel_space(kernel_root);
  tasks[0].state = RUNNABLE;
  use_space(tasks[0].root, 0);
  shared_page = new_page();
  u64 result = kernel_tests();
  if (options & 2) panic("mini was asked to", 0);

  if (preempt) start_timer();
  struct task *init = &tasks[spawn(PROGRAM_INIT)];
  while (init->state != ZOMBIE) {
    schedule();
    if (init->state == ZOMBIE) break;
    /* Nothing can run: wait for the timer (interrupts are taken between the two writes). */
    if (!preempt) panic("deadlock", 0);
    __asm__ volatile("wfi");
    interrupts_on();
    interrupts_off();
  }
  stop_timer();
  report(mix(result, init->result));
  power_off(0);
}
