/* What the kernel and the user programs of mini agree on. */
#ifndef MINI_H
#define MINI_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long s64;

/* System calls: number, arguments and result are where Linux has them. */
#define SYS_WRITE 0   /* (address, bytes) */
#define SYS_EXIT 1    /* (result) */
#define SYS_YIELD 2   /* () */
#define SYS_SPAWN 3   /* (program) -> task number */
#define SYS_WAIT 4    /* (task number) -> its result */
#define SYS_HANDLER 5 /* (address of a function that faults are sent to) */
#define SYS_SLEEP 6   /* (timer ticks); only a yield when preemption is off */
#define SYS_KWORK 7   /* (rounds): computes in the kernel with interrupts enabled */
#define SYS_PROTECT 8 /* (page address, PTE_R | PTE_W | PTE_X) */
#define SYS_UNMAP 9   /* (page address): the page is given back */
#define SYS_PTE 10    /* (page address) -> its page table entry's low ten bits */
#define SYS_PREEMPT 11 /* () -> 1 when timer interrupts preempt the programs */
#define SYS_COUNT 12

#define PTE_V 1
#define PTE_R 2
#define PTE_W 4
#define PTE_X 8
#define PTE_U 16
#define PTE_G 32
#define PTE_A 64
#define PTE_D 128

/* The address space of a user program (39 bits). */
#define USER_TEXT 0x400000ul     /* linked there; pages shared by all programs */
#define USER_HEAP 0x10000000ul   /* zero pages on demand */
#define USER_HEAP_PAGES 128
#define USER_CODE 0x20000000ul   /* zero pages on demand, writable and executable */
#define USER_ALIAS 0x30000000ul  /* the same physical pages, writable only */
#define USER_CODE_PAGES 4
#define USER_SHARED 0x40000000ul /* one page, the same in all programs */
#define USER_HOLE 0x50000000ul   /* one page that maps to a physical address where nothing answers */
#define USER_STACK_TOP 0x3ffffff000ul
#define USER_STACK_PAGES 16

#define PAGE 4096ul

/* Programs. */
#define PROGRAM_INIT 0
#define PROGRAM_COMPUTE 1
#define PROGRAM_MEMORY 2
#define PROGRAM_CODE 3
#define PROGRAM_FLOAT 4
#define PROGRAM_FAULTS 5

static inline u64 mix(u64 hash, u64 value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ul;
  return hash ^ (hash >> 29);
}

#endif
