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
        la      sp, _stack_top
        mv      a0, a1
        call    guest_main
2:      wfi
        j       2b
