// Exceptions that QEMU 7.2 does not take as the manual has them: a misaligned stack pointer (it
// does not look), masks that a program may not write (it swaps op1 and op2 in the syndrome); and
// time, which follows instructions here: 100,000 of them are 6,250 counts.
main:
        // The stack pointer of level 0, used at level 1, and at level 0.
        msr     spsel, #0
        adr     x0, data
        add     x0, x0, #8
        mov     sp, x0
        ldr     x0, [sp]
        str     x0, [sp, #8]!
        ldr     x0, [sp, #8]
        msr     spsel, #1
        user    ldp x0, x1, [sp], #16
        adr     x0, data + 8
        msr     sp_el0, x0
        user    ldp x0, x1, [sp], #16
        mrs     x0, sctlr_el1
        bic     x0, x0, #0x18
        msr     sctlr_el1, x0
        isb
        user    ldp x0, x1, [sp], #16
        msr     spsel, #0
        ldr     x0, [sp]
        system  sp_el0
        mov     x0, sp
        bl      hex
        msr     spsel, #1
        system  spsel
        newline

        user    msr daifset, #2
        user    msr daifclr, #15
        mrs     x5, cntvct_el0
        mov     x6, #50000
1:      subs    x6, x6, #1
        b.ne    1b
        mrs     x7, cntvct_el0
        sub     x7, x7, x5
        show    x7
        newline
        b       off

interrupt:
        b       .
        .ltorg
        .balign 64
data:   .quad   1, 2, 3, 4, 5, 6, 7, 8
