/* RISC-V as mini's kernel sees it: S-mode, Sv39, and the SBI for console, timer and power-off. kernel.c includes it as <machine.h>. */
#define QUANTUM 250 /* ticks of the timer */

#define SSTATUS_SIE 2ul
#define SSTATUS_SPIE 0x20ul
#define SSTATUS_SPP 0x100ul
#define SSTATUS_FS_INITIAL 0x2000ul
#define SSTATUS_SUM 0x40000ul
#define SIE_STIE 0x20ul

#define SBI_SET_TIMER 0x54494d45
#define SBI_RESET 0x53525354
#define SBI_LEGACY_PUTCHAR 1

#define CSR_READ(name) ({ u64 value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")
#define CSR_SET(name, value) __asm__ volatile("csrs " #name ", %0" : : "r"(value) : "memory")
#define CSR_CLEAR(name, value) __asm__ volatile("csrc " #name ", %0" : : "r"(value) : "memory")

/* ---- exceptions ----------------------------------------------------------------------------------------------- */

#define CAUSES 16
#define CAUSE_CALL 8
#define CAUSE_FETCH_PAGE 12
#define CAUSE_LOAD_PAGE 13
#define CAUSE_STORE_PAGE 15
#define PAGE_FAULT_CASES case CAUSE_FETCH_PAGE: case CAUSE_LOAD_PAGE: case CAUSE_STORE_PAGE

#define CAUSE_NAMES \
  [1] = "instruction access fault", [2] = "illegal instruction", [3] = "breakpoint", [4] = "load address misaligned", \
  [5] = "load access fault", [6] = "store address misaligned", [7] = "store access fault", [CAUSE_CALL] = "system call", \
  [CAUSE_FETCH_PAGE] = "instruction page fault", [CAUSE_LOAD_PAGE] = "load page fault", [CAUSE_STORE_PAGE] = "store page fault"

#define IS_STORE(cause) ((cause) == CAUSE_STORE_PAGE)
#define NEEDED(cause) ((cause) == CAUSE_FETCH_PAGE ? PTE_X : IS_STORE(cause) ? PTE_W : PTE_R)

struct frame {
  u64 pc; /* in the place of x0 */
  u64 x[31];
  u64 status, value, cause, pad;
};
_Static_assert(sizeof(struct frame) == 288, "entry.S");
_Static_assert(__builtin_offsetof(struct frame, status) == 256, "entry.S");
#define X(frame, n) ((frame)->x[(n) - 1])
#define ARGUMENT(frame, n) X(frame, 10 + (n))
#define CALL_NUMBER(frame) X(frame, 17)

static inline u64 from_kernel(struct frame *frame) { return frame->status & SSTATUS_SPP; }
static inline void behind_call(struct frame *frame) { frame->pc += 4; }

/* The kernel goes on elsewhere behind an exception of its own. */
#define GO_ON(frame, at, result, stack) ((frame)->pc = (at), X(frame, 10) = (result), X(frame, 2) = (stack))

/* ---- tasks ---------------------------------------------------------------------------------------------------- */

/* What entry.S keeps of a task. */
struct saved {
  u64 kernel_sp, user_sp;
  u64 pc, sp, s[12];
  u64 f[32];
  u64 fcsr;
};
_Static_assert(__builtin_offsetof(struct saved, f) == 128, "entry.S");
_Static_assert(__builtin_offsetof(struct saved, fcsr) == 384, "entry.S");

extern void trap_return(void);
extern u64 sbi_call(u64 a0, u64 a1, u64 a2, u64 function, u64 extension);

static inline void first_state(struct saved *saved, struct frame *frame, u64 start, u64 program, int number) {
  (void)number;
  X(frame, 2) = USER_STACK_TOP - 16;
  X(frame, 10) = program;
  frame->pc = start;
  frame->status = SSTATUS_SPIE | SSTATUS_FS_INITIAL;
  saved->pc = (u64)trap_return;
  saved->sp = (u64)frame;
}

static inline void *current_task(void) {
  void *task;
  __asm__ volatile("mv %0, tp" : "=r"(task));
  return task;
}

static inline void interrupts_on(void) { CSR_SET(sstatus, SSTATUS_SIE); }
static inline void interrupts_off(void) { CSR_CLEAR(sstatus, SSTATUS_SIE); }

/* The kernel may access pages of programs. */
static inline void user_access_on(void) { CSR_SET(sstatus, SSTATUS_SUM); }
static inline void user_access_off(void) { CSR_CLEAR(sstatus, SSTATUS_SUM); }

/* ---- firmware: it has console, timer and power -------------------------------------------------------------------- */

static u64 firmware_calls;

static u64 firmware(u64 a0, u64 a1, u64 a2, u64 function, u64 extension) {
  firmware_calls++;
  return sbi_call(a0, a1, a2, function, extension);
}

#define CONSOLE_CALLS(bytes) (bytes)
static inline void machine_put_char(char c) { firmware((u64)(u8)c, 0, 0, 0, SBI_LEGACY_PUTCHAR); }
static inline void machine_off(u64 reason) { firmware(0, reason, 0, 0, SBI_RESET); }
static inline void machine_start(void) {}

#define COUNTER "instret"
static inline u64 counter(void) { return CSR_READ(instret); }
static inline u64 now(void) { return CSR_READ(time); }
static inline void arm_timer(void) { firmware(now() + QUANTUM, 0, 0, 0, SBI_SET_TIMER); }

static inline void start_timer(void) {
  arm_timer();
  CSR_SET(sie, SIE_STIE);
}
static inline void stop_timer(void) { CSR_CLEAR(sie, SIE_STIE); }

/* ---- page tables: entries hold the bits of mini.h ------------------------------------------------------------------ */

#define HARDWARE_MARKS 1 /* accessed and dirty bits may be set by the machine or by the kernel */

#define PHYSICAL(address) ((u64)(address))
static inline u64 table_entry(const u64 *table) { return (u64)table >> 12 << 10 | PTE_V; }
#define PAGE_ENTRY(physical, bits) ((physical) >> 12 << 10 | (bits) | PTE_V | PTE_U)
static inline u64 *entry_page(u64 entry) { return (u64 *)(entry >> 10 << 12); }
#define ENTRY_BITS(entry) (entry)
#define MARK(entry, bits) ((entry) |= (bits))
static inline u64 with_rights(u64 entry, u64 rights) { return (entry & ~(u64)(PTE_R | PTE_W | PTE_X)) | rights; }

static inline void flush(u64 address) { __asm__ volatile("sfence.vma %0, zero" : : "r"(address) : "memory"); }
static inline void flush_all(void) { __asm__ volatile("sfence.vma" : : : "memory"); }

static inline void use_space(const u64 *root, int number) {
  (void)number;
  CSR_WRITE(satp, 8ul << 60 | (u64)root >> 12);
  flush_all();
}

/* The kernel is in every program's tables: entry 2 of the root, one to one, and entry 511, its second address. */
static inline int is_kernels(int level, u64 index) { return level == 2 && (index == 2 || index == 511); }
#define IS_OUTSIDE(address) ((address) >= USER_STACK_TOP || (address) >> 30 == 2)

/* Makes the kernel's own tables and uses them; returns those of the idle task. */
static inline u64 *kernel_space(u64 *root) {
  root[2] = 0x80000000ul >> 12 << 10 | PTE_V | PTE_R | PTE_W | PTE_X | PTE_G | PTE_A | PTE_D;
  root[511] = root[2];
  return root;
}

#define MAKE_SPACE(task) ((task)->root[2] = kernel_root[2], (task)->root[511] = kernel_root[511])

#define SECOND_ADDRESS (0xffffffffc0000000ul - 0x80000000ul)
#define HOLE_PHYSICAL 0x500000ul
