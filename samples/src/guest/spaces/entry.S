# Entry in M-mode, the trampoline between programs and the kernel, and the switch between threads of the kernel.
# Offsets of struct trapframe and struct context are those of spaces.c.
#define TRAPFRAME 0x3fffffe000          /* the page below the trampoline's, in each process */

        .section .text.entry, "ax"
        .globl _start
        .type _start, @function
_start:
        csrr    t0, mhartid
1:      bnez    t0, 1b
        la      sp, boot_stack_top
        li      t0, -1                  # S-mode may use all memory, the clock and stimecmp, and has all traps
        srli    t1, t0, 10
        csrw    pmpaddr0, t1
        li      t1, 0xf
        csrw    pmpcfg0, t1
        csrw    medeleg, t0
        csrw    mideleg, t0
        csrw    mcounteren, t0
        slli    t1, t0, 63
        csrs    0x30a, t1               # menvcfg.STCE
        csrw    0x14d, t0               # stimecmp: never
        csrw    satp, zero
        li      t1, 0x1800              # mstatus.MPP = S
        csrc    mstatus, t1
        li      t1, 0x800
        csrs    mstatus, t1
        la      t1, kernel_main
        csrw    mepc, t1
        mret
        .size _start, . - _start

        .text
        .globl swtch
        .type swtch, @function
# swtch(from, to): saves a thread's registers in its context and takes the other one's.
swtch:
        sd      ra, 0(a0)
        sd      sp, 8(a0)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        sd      s\n, 16 + 8*\n(a0)
        .endr
        ld      ra, 0(a1)
        ld      sp, 8(a1)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        ld      s\n, 16 + 8*\n(a1)
        .endr
        ret
        .size swtch, . - swtch

        .section .trampoline, "ax"
        .balign 4
        .globl user_trap
        .type user_trap, @function
# From a program, in its address space.
user_trap:
        csrw    sscratch, a0
        li      a0, TRAPFRAME
        .irp    n, 1,2,3,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sd      x\n, 32 + 8*\n(a0)
        .endr
        csrr    t0, sscratch
        sd      t0, 112(a0)
        ld      sp, 8(a0)               # the process's stack in the kernel
        ld      t0, 16(a0)
        ld      t1, 0(a0)
        sfence.vma
        csrw    satp, t1
        sfence.vma
        jr      t0
        .size user_trap, . - user_trap

        .globl user_return
        .type user_return, @function
# user_return(satp): to the program.
user_return:
        sfence.vma
        csrw    satp, a0
        sfence.vma
        li      a0, TRAPFRAME
        .irp    n, 1,2,3,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ld      x\n, 32 + 8*\n(a0)
        .endr
        ld      a0, 112(a0)
        sret
        .size user_return, . - user_return

        .bss
        .balign 16
        .skip   4096
boot_stack_top:
