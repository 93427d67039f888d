// Accesses of vector registers where SCTLR_EL1.A asks for alignment: of the whole of what a load or
// a store of one register or of a pair has, of each element of structures. Each writes its base
// back or does not come to that.

        .macro  at distance, instruction:vararg
        ldr     x9, =0x40600000 + \distance
        \instruction
        show    x9
        newline
        .endm

main:
        mov     x0, #3 << 20
        msr     cpacr_el1, x0
        mrs     x0, sctlr_el1
        orr     x0, x0, #2
        msr     sctlr_el1, x0
        isb
        .irp    distance, 0, 1, 2, 4, 8
        at      \distance, ldr b0, [x9], #1
        at      \distance, ldr h0, [x9], #1
        at      \distance, ldr s0, [x9], #1
        at      \distance, ldr d0, [x9], #1
        at      \distance, ldr q0, [x9], #1
        at      \distance, str d0, [x9], #1
        at      \distance, str q0, [x9], #1
        at      \distance, ldp s0, s1, [x9], #4
        at      \distance, ldp d0, d1, [x9], #8
        at      \distance, ldp q0, q1, [x9], #16
        at      \distance, stp s0, s1, [x9], #4
        at      \distance, stp d0, d1, [x9], #8
        at      \distance, stp q0, q1, [x9], #16
        at      \distance, ld1 {v0.16b, v1.16b}, [x9], #32
        at      \distance, ld2 {v0.8h, v1.8h}, [x9], #32
        at      \distance, ld3 {v0.2s, v1.2s, v2.2s}, [x9], #24
        at      \distance, ld4 {v0.2d, v1.2d, v2.2d, v3.2d}, [x9], #64
        at      \distance, st1 {v0.16b, v1.16b}, [x9], #32
        at      \distance, st2 {v0.8h, v1.8h}, [x9], #32
        at      \distance, st3 {v0.2s, v1.2s, v2.2s}, [x9], #24
        at      \distance, st4 {v0.2d, v1.2d, v2.2d, v3.2d}, [x9], #64
        at      \distance, ld1 {v0.h}[3], [x9], #2
        at      \distance, ld2 {v0.d, v1.d}[1], [x9], #16
        at      \distance, ld3r {v0.4s, v1.4s, v2.4s}, [x9], #12
        at      \distance, st1 {v0.h}[3], [x9], #2
        at      \distance, st2 {v0.d, v1.d}[1], [x9], #16
        .ltorg
        .endr
        b       off

interrupt:
        b       .
