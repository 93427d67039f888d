// Loads and stores of several registers across the end of a page behind which there is none: what
// the abort says, that the base is not moved, and what they do when the page has come. Lines that
// begin with w say what registers or memory hold between: the manual leaves that open.

        .equ    LAST, 0x40600000        // the page that is there
        .equ    NEXT, 0x40601000        // the one that comes later
        .equ    TABLES, 0x40500000

// Executes an instruction whose base is x9, without the next page and with it.
        .macro  across distance, instruction:vararg
        bl      without
        mov     x9, x20
        sub     x9, x9, #\distance
        adr     x28, 1f
        \instruction
1:      mov     x28, #0
        show    x9
        newline
        bl      held
        bl      with
        mov     x9, x20
        sub     x9, x9, #\distance
        \instruction
        show    x9
        bl      all
        newline
        .endm

main:
        mov     x0, #3 << 20
        msr     cpacr_el1, x0
        // Devices, and RAM in blocks of 2 MiB but for the one with the two pages.
        ldr     x10, =TABLES
        mov     x0, #0x405
        str     x0, [x10]
        ldr     x1, =TABLES + 0x1003
        str     x1, [x10, #8]
        add     x11, x10, #0x1000
        ldr     x0, =0x40000701
        mov     x1, #512
1:      str     x0, [x11], #8
        add     x0, x0, #0x200000
        subs    x1, x1, #1
        b.ne    1b
        ldr     x0, =TABLES + 0x2003
        str     x0, [x10, #0x1000 + 24]
        add     x12, x10, #0x2000
        ldr     x0, =LAST + 0x703
        str     x0, [x12]
        msr     ttbr0_el1, x10
        mov     x0, #0xff
        msr     mair_el1, x0
        ldr     x0, =0x100803519        // 39 bits, nothing in the upper half
        msr     tcr_el1, x0
        dsb     ish
        tlbi    vmalle1
        dsb     ish
        isb
        mrs     x0, sctlr_el1
        mov     x1, #5
        orr     x0, x0, x1
        msr     sctlr_el1, x0
        isb
        ldr     x20, =NEXT

        across  24, ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [x9], #64
        across  24, ld1 {v0.16b, v1.16b}, [x9]
        across  24, ld2 {v0.8h, v1.8h}, [x9], #32
        across  24, ld3 {v0.4s, v1.4s, v2.4s}, [x9], x20
        across  40, ld4 {v0.2d, v1.2d, v2.2d, v3.2d}, [x9]
        across  7, ld4 {v0.8b, v1.8b, v2.8b, v3.8b}, [x9]
        across  8, ld4 {v0.s, v1.s, v2.s, v3.s}[1], [x9], #16
        across  4, ld3r {v0.4s, v1.4s, v2.4s}, [x9]
        across  24, st1 {v0.16b, v1.16b, v2.16b, v3.16b}, [x9], #64
        across  24, st1 {v0.8b, v1.8b, v2.8b, v3.8b}, [x9]
        across  24, st2 {v0.8h, v1.8h}, [x9], #32
        across  24, st3 {v0.4s, v1.4s, v2.4s}, [x9], x20
        across  40, st4 {v0.2d, v1.2d, v2.2d, v3.2d}, [x9], #64
        across  7, st4 {v0.8b, v1.8b, v2.8b, v3.8b}, [x9]
        across  8, st4 {v0.s, v1.s, v2.s, v3.s}[1], [x9], #16
        across  16, stp q0, q1, [x9], #32
        across  16, ldp q0, q1, [x9], #32
        across  8, stp x20, x21, [x9, #0]!
        b       off

// Fills both pages, registers, and takes the second page away.
without:
        mov     x24, x30
        bl      with
        ldr     x0, =0x0101010101010101
        mov     x1, #0
        sub     x2, x20, #64
1:      madd    x3, x0, x1, x0
        str     x3, [x2], #8
        add     x1, x1, #1
        cmp     x1, #16
        b.ne    1b
        ldr     x0, =0xa1a2a3a4a5a6a7a8
        .irp    n, 0,1,2,3
        ins     v\n\().d[0], x0
        ror     x0, x0, #4
        ins     v\n\().d[1], x0
        ror     x0, x0, #12
        .endr
        str     xzr, [x12, #8]
        mov     x21, x24
        b       changed

// Gives the second page.
with:   ldr     x0, =NEXT + 0x703
        str     x0, [x12, #8]
        mov     x21, x30
changed:
        dsb     ish
        tlbi    vmalle1
        dsb     ish
        isb
        ret     x21

// A line of what registers and the last page hold.
held:   mov     x21, x30
        say     'w'
        bl      registers
        mov     x22, #0
1:      sub     x0, x20, #64
        ldr     x0, [x0, x22]
        bl      hex
        add     x22, x22, #8
        cmp     x22, #64
        b.ne    1b
        newline
        ret     x21

// What registers and both pages hold.
all:    mov     x21, x30
        bl      registers
        mov     x22, #0
1:      sub     x0, x20, #64
        ldr     x0, [x0, x22]
        bl      hex
        add     x22, x22, #8
        cmp     x22, #128
        b.ne    1b
        ret     x21

registers:
        mov     x23, x30
        .irp    n, 0,1,2,3
        umov    x0, v\n\().d[0]
        bl      hex
        umov    x0, v\n\().d[1]
        bl      hex
        .endr
        ret     x23

interrupt:
        b       .
        .ltorg
