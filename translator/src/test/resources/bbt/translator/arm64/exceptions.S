// Exceptions of both levels without translation.
main:   svc     #0x1234
        brk     #7
        udf     #9
        .inst   0xffffffff
        smc     #1
        mrs     x0, sctlr_el3
        .inst   0xd5180000                      // msr midr_el1, x0
        .inst   0xd5301080                      // mrs x0, oslar_el1
        tlbi    alle2
        at      s12e1r, x0

        // Floating point and vectors are off.
        adr     x9, data
        ldp     q0, q1, [x9]
        mrs     x0, fpcr
        msr     fpsr, x0
        mov     x0, #3 << 20
        msr     cpacr_el1, x0
        isb
        ldp     q0, q1, [x9]
        stp     q1, q0, [x9, #32]
        mov     x0, #-1
        msr     fpcr, x0
        msr     fpsr, x0
        system  fpcr
        system  fpsr
        ldr     x0, [x9, #32]
        bl      hex
        newline
        user    mrs x0, fpcr
        mov     x0, #1 << 20
        msr     cpacr_el1, x0
        isb
        mrs     x0, fpcr
        user    mrs x0, fpcr
        user    stp q0, q1, [x9]

        // What must be aligned.
        add     x9, x9, #1
        ldxr    x0, [x9]
        ldaxrh  w0, [x9]
        stxr    w1, x0, [x9]
        stlr    w0, [x9]
        ldar    x0, [x9]
        ldxp    x0, x1, [x9]
        add     x9, x9, #7
        ldxp    x0, x1, [x9]
        ldxp    w0, w1, [x9]
        clrex
        stlxp   w3, x0, x1, [x9]
        show    x3

        // The program counter.
        adr     x9, data + 2
        guard   br x9
        guard   blr x9
        adr     x0, data + 1
        msr     elr_el1, x0
        mov     x0, #0x3c5
        msr     spsr_el1, x0
        guard   eret
        msr     spsr_el1, xzr
        guard   eret

        // Returns to states that there are not.
        adr     x0, main
        msr     elr_el1, x0
        ldr     x0, =0x600003c9
        msr     spsr_el1, x0
        guard   eret
        mov     x0, #0x141
        msr     spsr_el1, x0
        guard   eret
        ldr     x0, =0x1003c5
        msr     spsr_el1, x0
        guard   eret

        // What a program may not, first without what level 1 may allow it.
        mov     x19, #2
1:      user    mrs x0, midr_el1
        user    mrs x0, ctr_el0
        user    mrs x0, dczid_el0
        user    mrs x0, daif
        user    msr spsel, #1
        user    mrs x0, currentel
        user    mrs x0, nzcv
        user    mrs x0, cntvct_el0
        user    mrs x0, cntpct_el0
        user    mrs x0, cntfrq_el0
        user    mrs x0, cntv_ctl_el0
        user    msr cntp_cval_el0, x0
        user    msr cntfrq_el0, x0
        user    mrs x0, pmcr_el0
        user    msr pmuserenr_el0, x0
        user    msr tpidrro_el0, x0
        user    msr tpidr_el0, x0
        user    wfe
        adr     x9, data
        user    dc zva, x9
        user    dc cvau, x9
        user    dc civac, x9
        user    ic ivau, x9
        user    ic iallu
        user    dc isw, x9
        user    tlbi vmalle1
        user    at s1e0r, x9
        user    eret
        user    hvc #0
        user    smc #0
        user    brk #0xffff
        user    udf #0
        user    yield
        mrs     x0, sctlr_el1
        ldr     x1, =0x0405c200
        orr     x0, x0, x1
        msr     sctlr_el1, x0
        mov     x0, #0x303
        msr     cntkctl_el1, x0
        mov     x0, #1
        msr     pmuserenr_el0, x0
        isb
        sub     x19, x19, #1
        cbnz    x19, 1b

        // Masks and flags.
        msr     daifclr, #13
        system  daif
        msr     daifset, #5
        system  daif
        msr     daif, xzr
        system  daif
        mov     x0, #-1
        msr     daif, x0
        system  daif
        mov     x0, #-1
        msr     nzcv, x0
        mrs     x5, nzcv
        svc     #1
        show    x5
        newline

        // Firmware.
        ldr     x0, =0x84000000
        hvc     #0
        bl      hex
        ldr     x0, =0x8400000a
        ldr     x1, =0x84000008
        hvc     #0
        bl      hex
        ldr     x0, =0x8400000a
        ldr     x1, =0x80000000
        hvc     #0
        bl      hex
        ldr     x0, =0x84000006
        hvc     #0
        bl      hex
        ldr     x0, =0xc4000003
        mov     x1, #0
        hvc     #0
        bl      hex
        ldr     x0, =0xc4000003
        mov     x1, #7
        hvc     #0
        bl      hex
        ldr     x0, =0xc4000004
        mov     x1, #0
        mov     x2, #0
        hvc     #0
        bl      hex
        ldr     x0, =0x12345678
        hvc     #0
        bl      hex
        newline
        b       off

interrupt:
        b       .
        .ltorg
        .balign 64
data:   .quad   0x1111111111111111, 0x2222222222222222, 0x3333333333333333, 0x4444444444444444
        .quad   0, 0, 0, 0
