# A real-time kernel's entry and exit: a task's registers go to its own stack, its stack pointer to the first word of its control
# block, and the kernel works on a stack of its own. Everything is in M-mode.
#define SAVED 272

        .section .text.entry, "ax"
        .globl _start
        .type _start, @function
_start:
        csrr    t0, mhartid
1:      bnez    t0, 1b
        la      sp, kernel_stack_top
        la      t0, trap_entry
        csrw    mtvec, t0
        call    kernel_main
        j       go_on                   # with the first task
        .size _start, . - _start

        .text
        .balign 4
        .globl trap_entry
        .type trap_entry, @function
trap_entry:
        addi    sp, sp, -SAVED
        .irp    n, 1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sd      x\n, 8*\n(sp)
        .endr
        csrr    t0, mepc
        sd      t0, 256(sp)
        ld      t0, current
        sd      sp, 0(t0)
        ld      sp, kernel_stack        # its base is sp: no other task
        csrr    a0, mcause
        call    trap
        .size trap_entry, . - trap_entry

        .type go_on, @function
go_on:
        ld      t1, current
        ld      sp, 0(t1)
        ld      t0, 256(sp)
        csrw    mepc, t0
        li      t0, 0x1880              # mstatus: MPP = M, MPIE
        csrs    mstatus, t0
        .irp    n, 1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ld      x\n, 8*\n(sp)
        .endr
        addi    sp, sp, SAVED
        mret
        .size go_on, . - go_on

        .data
        .balign 8
kernel_stack:
        .8byte  kernel_stack_top

        .bss
        .balign 16
        .skip   4096
kernel_stack_top:
