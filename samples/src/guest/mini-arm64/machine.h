/* AArch64 as mini's kernel sees it: EL1, pages of 4 KiB, 39 bits of addresses in both halves, PL011, GICv2, PSCI. kernel.c includes it as <machine.h>. */
#define QUANTUM 1500 /* ticks of the timer */

#define READ(name) ({ u64 value_; __asm__ volatile("mrs %0, " #name : "=r"(value_)); value_; })
#define WRITE(name, value) __asm__ volatile("msr " #name ", %0" : : "r"(value) : "memory")
#define BARRIER() __asm__ volatile("isb" : : : "memory")

/* Where the kernel and all devices are in the upper half, less where they are in physical memory. */
#define OFFSET 0xffffff8000000000ul
#define RAM 0x40000000ul

static inline volatile u32 *device(u64 physical) { return (volatile u32 *)(OFFSET + physical); }
#define UART_DATA (*device(0x09000000))
#define UART_CONTROL (*device(0x09000030))
#define GIC_CONTROL (*device(0x08000000))
#define GIC_ENABLE (*device(0x08000100))
#define GIC_MASK (*device(0x08010004))
#define GIC_INTERFACE (*device(0x08010000))
#define GIC_ACKNOWLEDGE (*device(0x0801000c))
#define GIC_END (*device(0x08010010))
#define TIMER_INTERRUPT 27

/* ---- exceptions ----------------------------------------------------------------------------------------------- */

/*
 * A cause is the class of the exception in ESR_EL1. Of an abort it is 0x40, what is wrong (the fault status code without the level)
 * and who asked: 0 a fetch, 1 a load, 2 a store.
 */
#define CAUSES 128
#define CAUSE_CALL 0x15
#define CAUSE_TRANSLATION 0x44
#define CAUSE_ACCESS_FLAG 0x48
#define CAUSE_PERMISSION 0x4c
#define CAUSE_EXTERNAL 0x50
#define CAUSE_ALIGNMENT 0x60
#define FETCH 0
#define LOAD 1
#define STORE 2
#define PAGE_FAULT_CASES case CAUSE_TRANSLATION ... CAUSE_PERMISSION + STORE

#define CAUSE_NAMES \
  [0x00] = "undefined instruction", [CAUSE_CALL] = "system call", [0x18] = "trapped system register", \
  [0x22] = "misaligned pc", [0x3c] = "breakpoint", [CAUSE_TRANSLATION + FETCH] = "instruction translation fault", \
  [CAUSE_TRANSLATION + LOAD] = "load translation fault", [CAUSE_TRANSLATION + STORE] = "store translation fault", \
  [CAUSE_ACCESS_FLAG + FETCH] = "instruction access flag fault", [CAUSE_ACCESS_FLAG + LOAD] = "load access flag fault", \
  [CAUSE_ACCESS_FLAG + STORE] = "store access flag fault", [CAUSE_PERMISSION + FETCH] = "instruction permission fault", \
  [CAUSE_PERMISSION + LOAD] = "load permission fault", [CAUSE_PERMISSION + STORE] = "store permission fault", \
  [CAUSE_EXTERNAL + FETCH] = "instruction external abort", [CAUSE_EXTERNAL + LOAD] = "load external abort", \
  [CAUSE_EXTERNAL + STORE] = "store external abort", [CAUSE_ALIGNMENT + LOAD] = "load alignment fault"

#define IS_STORE(cause) (((cause) & 3) == STORE)
#define NEEDED(cause) (((cause) & 3) == FETCH ? PTE_X : IS_STORE(cause) ? PTE_W : PTE_R)

struct frame {
  u64 x[31];
  u64 sp; /* the program's */
  u64 pc, status, cause, value;
};
_Static_assert(sizeof(struct frame) == 288, "entry.S");
_Static_assert(__builtin_offsetof(struct frame, pc) == 256, "entry.S");
_Static_assert(__builtin_offsetof(struct frame, value) == 280, "entry.S");
#define ARGUMENT(frame, n) ((frame)->x[n])
#define CALL_NUMBER(frame) ((frame)->x[8])

void trap_handler(struct frame *frame);

static inline u64 cause_of(u64 syndrome) {
  u64 kind = syndrome >> 26;
  int fetch = kind == 0x20 || kind == 0x21, data = kind == 0x24 || kind == 0x25;
  if (!fetch && !data) return kind;
  return 0x40 | (syndrome & 0x3c) | (fetch ? FETCH : syndrome & 1 << 6 ? STORE : LOAD);
}

/* Called by entry.S; status, pc and value are in the frame. */
void trap_entered(struct frame *frame, u64 interrupt, u64 syndrome) {
  frame->cause = interrupt ? 1ul << 63 | GIC_ACKNOWLEDGE : cause_of(syndrome);
  trap_handler(frame);
}

static inline u64 from_kernel(struct frame *frame) { return frame->status & 15; }
static inline void behind_call(struct frame *frame) { (void)frame; /* it is the address behind the call already */ }

/* The kernel goes on elsewhere behind an exception of its own; kernel_try restores its stack pointer itself. */
#define GO_ON(frame, at, result, stack) ((frame)->pc = (at), ARGUMENT(frame, 0) = (result), (void)(stack))

/* ---- tasks ---------------------------------------------------------------------------------------------------- */

/* What entry.S keeps of a task. */
struct saved {
  u64 x19[11], pc; /* x19 to x30; switch_to returns to the last */
  u64 sp, id;
  u64 fpsr, fpcr;
  u64 q[64];
};
_Static_assert(__builtin_offsetof(struct saved, pc) == 88, "entry.S");
_Static_assert(__builtin_offsetof(struct saved, sp) == 96, "entry.S");
_Static_assert(__builtin_offsetof(struct saved, fpsr) == 112, "entry.S");
_Static_assert(__builtin_offsetof(struct saved, q) == 128, "entry.S");

extern void trap_return(void);
extern u64 psci_call(u64 function);

static inline void first_state(struct saved *saved, struct frame *frame, u64 start, u64 program, int number) {
  frame->sp = USER_STACK_TOP - 16;
  ARGUMENT(frame, 0) = program;
  frame->pc = start;
  frame->status = 0; /* EL0, nothing masked */
  saved->pc = (u64)trap_return;
  saved->sp = (u64)frame;
  saved->id = (u64)number; /* CONTEXTIDR_EL1, where Linux has the pid */
}

static inline void *current_task(void) { return (void *)READ(sp_el0); }

static inline void interrupts_on(void) {
  __asm__ volatile("msr daifclr, #2" : : : "memory");
  BARRIER();
}
static inline void interrupts_off(void) { __asm__ volatile("msr daifset, #2" : : : "memory"); }

/* The kernel may always access pages of programs. */
static inline void user_access_on(void) {}
static inline void user_access_off(void) {}

/* ---- console, power, timer ------------------------------------------------------------------------------------------ */

#define PSCI_SYSTEM_OFF 0x84000008

static u64 firmware_calls;

#define CONSOLE_CALLS(bytes) 0 /* none of the calls that are counted */
static inline void machine_put_char(char c) { UART_DATA = (u8)c; }
static inline void machine_off(u64 reason) {
  (void)reason;
  firmware_calls++;
  psci_call(PSCI_SYSTEM_OFF);
}
static inline void machine_start(void) { UART_CONTROL = 0x101; /* it is on, and transmits */ }

static inline u64 now(void) {
  BARRIER();
  return READ(cntvct_el0);
}
#define COUNTER "time"
#define counter() now()

static inline void set_timer(void) {
  WRITE(cntv_tval_el0, (u64)QUANTUM);
  BARRIER();
}

/* The next interrupt of the timer; the one before it is over. */
static inline void arm_timer(void) {
  set_timer();
  GIC_END = TIMER_INTERRUPT;
}

static inline void start_timer(void) {
  GIC_CONTROL = 1;
  GIC_ENABLE = 1u << TIMER_INTERRUPT;
  GIC_MASK = 0xff;
  GIC_INTERFACE = 1;
  set_timer();
  WRITE(cntv_ctl_el0, 1ul);
}
static inline void stop_timer(void) { WRITE(cntv_ctl_el0, 0ul); }

/* ---- page tables -------------------------------------------------------------------------------------------------- */

/*
 * A cortex-a53 sets no accessed and no dirty bit. The access flag is PTE_A; a page that may be written is read-only until it is dirty.
 * Of the bits that the machine ignores, 55 and 56 are PTE_R and PTE_W; bit 57 is PTE_D.
 */
#define HARDWARE_MARKS 0

#define ENTRY_PROGRAM (1ul << 6)
#define ENTRY_READ_ONLY (1ul << 7)
#define ENTRY_SHAREABLE (3ul << 8)
#define ENTRY_ACCESSED (1ul << 10)
#define ENTRY_NOT_GLOBAL (1ul << 11)
#define ENTRY_NO_SYSTEM_EXECUTION (1ul << 53)
#define ENTRY_NO_EXECUTION (1ul << 54)
#define ENTRY_R (1ul << 55)
#define ENTRY_W (1ul << 56)
#define ENTRY_D (1ul << 57)
#define ENTRY_ADDRESS 0x0000fffffffff000ul

#define PHYSICAL(address) ((u64)(address) - OFFSET)
static inline u64 table_entry(const u64 *table) { return PHYSICAL(table) | 3; }
static inline u64 *entry_page(u64 entry) { return (u64 *)((entry & ENTRY_ADDRESS) + OFFSET); }

/* The entry of a program's page, with the bits of mini.h. */
static inline u64 PAGE_ENTRY(u64 physical, u64 bits) {
  return physical | 3 | ENTRY_PROGRAM | ENTRY_SHAREABLE | ENTRY_NOT_GLOBAL | ENTRY_NO_SYSTEM_EXECUTION
      | (bits & PTE_R ? ENTRY_R : 0) | (bits & PTE_W ? ENTRY_W : 0) | (bits & PTE_X ? 0 : ENTRY_NO_EXECUTION)
      | (bits & PTE_A ? ENTRY_ACCESSED : 0) | ((bits & (PTE_W | PTE_D)) == (PTE_W | PTE_D) ? 0 : ENTRY_READ_ONLY)
      | (bits & PTE_D ? ENTRY_D : 0);
}

static inline u64 ENTRY_BITS(u64 entry) {
  return PTE_V | PTE_U | (entry & ENTRY_R ? PTE_R : 0) | (entry & ENTRY_W ? PTE_W : 0) | (entry & ENTRY_NO_EXECUTION ? 0 : PTE_X)
      | (entry & ENTRY_ACCESSED ? PTE_A : 0) | (entry & ENTRY_D ? PTE_D : 0);
}

#define MARK(entry, bits) ((entry) = PAGE_ENTRY((entry) & ENTRY_ADDRESS, ENTRY_BITS(entry) | (bits)))
static inline u64 with_rights(u64 entry, u64 rights) {
  return PAGE_ENTRY(entry & ENTRY_ADDRESS, (ENTRY_BITS(entry) & ~(u64)(PTE_R | PTE_W | PTE_X)) | rights);
}

static inline void flush(u64 address) {
  __asm__ volatile("dsb ishst\n tlbi vaae1is, %0\n dsb ish\n isb" : : "r"(address >> 12) : "memory");
}
static inline void flush_all(void) { __asm__ volatile("dsb ishst\n tlbi vmalle1is\n dsb ish\n isb" : : : "memory"); }

/* Each program has its number as the identifier of its address space. */
static inline void use_space(const u64 *root, int number) {
  WRITE(ttbr0_el1, PHYSICAL(root) | (u64)number << 48);
  BARRIER();
}

/* A program's tables are those of the lower half alone. */
static inline int is_kernels(int level, u64 index) { return (void)level, (void)index, 0; }
#define IS_OUTSIDE(address) ((address) >= USER_STACK_TOP)

/* Makes the kernel's own tables and uses them; returns those of the idle task. */
static inline u64 *kernel_space(u64 *root) {
  static u64 no_program[512] __attribute__((aligned(4096)));
  root[0] = 0x405 | ENTRY_NO_SYSTEM_EXECUTION | ENTRY_NO_EXECUTION; /* devices */
  root[1] = RAM | 0x701;
  root[511] = root[1];
  __asm__ volatile("dsb ishst" : : : "memory");
  WRITE(ttbr0_el1, PHYSICAL(no_program));
  WRITE(ttbr1_el1, PHYSICAL(root));
  BARRIER();
  flush_all();
  return no_program;
}

/* What is left of a program that had the same number goes. */
#define MAKE_SPACE(task) __asm__ volatile("dsb ishst\n tlbi aside1is, %0\n dsb ish\n isb" : : "r"((u64)(task)->number << 48) : "memory")

#define SECOND_ADDRESS (0xffffffffc0000000ul - OFFSET - RAM)
#define HOLE_PHYSICAL 0x0b000000ul
