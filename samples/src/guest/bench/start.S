# Entered by the firmware in S-mode, MMU off: a0 = hart id, a1 = flattened device tree.
        .section .text.entry, "ax"
        .globl _start
_start:
        li      t0, 0x6000              # sstatus.FS: floating point on
        csrs    sstatus, t0
        la      t0, _bss_start
        la      t1, _bss_end
1:      sd      zero, 0(t0)
        addi    t0, t0, 8
        bltu    t0, t1, 1b
        la      t0, trap
        csrw    stvec, t0
        la      sp, _stack_top
        mv      a0, a1
        call    guest_main
2:      wfi
        j       2b

# The c.ebreak of the row "traps" is skipped; any other trap ends the run.
        .balign 4
trap:
        csrw    sscratch, t0
        csrr    t0, scause
        addi    t0, t0, -3
        bnez    t0, 1f
        csrr    t0, sepc
        addi    t0, t0, 2
        csrw    sepc, t0
        csrr    t0, sscratch
        sret
1:      csrr    a0, scause
        csrr    a1, sepc
        csrr    a2, stval
        call    unexpected

# void spin(): four instructions and a jump until the timer's interrupt; void stand(): a jump to itself.
        .globl  spin
        .balign 64
spin:
        la      t0, 2f
        csrw    stvec, t0
        csrsi   sstatus, 2
1:      addi    t1, t1, 1
        xor     t2, t2, t1
        addi    t3, t3, 3
        add     t4, t4, t3
        j       1b
        .balign 4
2:      ret

        .globl  stand
        .balign 64
stand:
        la      t0, 2f
        csrw    stvec, t0
        csrsi   sstatus, 2
1:      j       1b
        .balign 4
2:      ret
