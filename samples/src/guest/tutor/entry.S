# All harts begin here in M-mode, nothing below them. Memory is zero where nothing was loaded.
        .section .text.entry, "ax"
        .globl _start
        .type _start, @function
_start:
        csrr    a0, mhartid
        mv      tp, a0
        la      sp, stacks              # 4 KiB for each hart
        addi    t0, a0, 1
        slli    t0, t0, 12
        add     sp, sp, t0
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
        la      t1, trap_entry
        csrw    stvec, t1
        li      t1, 0x1800              # mstatus.MPP = S
        csrc    mstatus, t1
        li      t1, 0x800
        csrs    mstatus, t1
        la      t1, kernel_main
        csrw    mepc, t1
        mret
        .size _start, . - _start

        .text
        .balign 4
        .globl trap_entry
        .type trap_entry, @function
trap_entry:
        addi    sp, sp, -144
        sd      ra, 0(sp)
        .irp    n, 0,1,2,3,4,5,6
        sd      t\n, 8 + 8*\n(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        sd      a\n, 64 + 8*\n(sp)
        .endr
        csrr    a0, scause
        csrr    a1, sepc
        mv      a2, tp
        call    trap
        ld      ra, 0(sp)
        .irp    n, 0,1,2,3,4,5,6
        ld      t\n, 8 + 8*\n(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        ld      a\n, 64 + 8*\n(sp)
        .endr
        addi    sp, sp, 144
        sret
        .size trap_entry, . - trap_entry

        .bss
        .balign 4096
stacks: .skip   8 * 4096
