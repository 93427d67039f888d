// Translation: one page at PAGE whose descriptor changes, and the tables above it.
        .equ    PAGE, 0x80200000
        .equ    DATA, 0x40500000
        .equ    TABLES, 0x40600000
        .equ    SECOND, TABLES + 0x1000
        .equ    THIRD, TABLES + 0x2000
        .equ    UPPER, TABLES + 0x3000

main:   ldr     x0, =TABLES
        mov     x1, #0x6000
1:      subs    x1, x1, #8
        str     xzr, [x0, x1]
        b.ne    1b

        // Level 0 is SECOND + 0x3000: three levels of tables from a root of level 1.
        ldr     x0, =TABLES
        ldr     x1, =0x401                      // devices, for level 1
        str     x1, [x0]
        ldr     x1, =0x40000705                 // RAM, for level 1
        str     x1, [x0, #8]
        ldr     x1, =SECOND + 3
        str     x1, [x0, #16]
        ldr     x1, =0x400007c5                 // RAM, read and executed by all
        str     x1, [x0, #24]
        ldr     x0, =SECOND
        ldr     x1, =THIRD + 3
        str     x1, [x0, #8]
        ldr     x1, =0x40400701                 // a block of 2 MiB, wrong attributes but mapped
        str     x1, [x0, #24]

        // What the page holds.
        ldr     x0, =DATA
        ldr     x1, =0xd4000461                 // svc #0x23
        str     x1, [x0]

        ldr     x0, =TABLES
        msr     ttbr0_el1, x0
        ldr     x0, =UPPER
        msr     ttbr1_el1, x0
        ldr     x0, =0xff44
        msr     mair_el1, x0
        ldr     x0, =0x0000002280192519         // 39 bits each, 40 bits out, tags in the lower half
        msr     tcr_el1, x0
        isb
        mrs     x0, sctlr_el1
        orr     x0, x0, #1
        msr     sctlr_el1, x0
        isb

        // All rights: AP, UXN, PXN, access flag; then what tables take away.
        mov     x19, #0
1:      bl      descriptor
        bl      access
        add     x19, x19, #1
        cmp     x19, #256
        b.ne    1b

        // With WXN, under which this code must be where it cannot be written.
        adr     x0, 1f
        mov     x1, #0x80000000
        add     x0, x0, x1
        br      x0
1:      adr     x0, vectors
        msr     vbar_el1, x0
        isb
        mrs     x0, sctlr_el1
        orr     x0, x0, #1 << 19
        msr     sctlr_el1, x0
        isb
        mov     x19, #16
2:      bl      descriptor
        bl      access
        add     x19, x19, #1
        cmp     x19, #32
        b.ne    2b
        mrs     x0, sctlr_el1
        bic     x0, x0, #1 << 19
        msr     sctlr_el1, x0
        isb

        // Where there is no mapping, at each level, in both halves, and beyond them.
        .irp    address, 0x80201000, 0x80400000, 0x100000000, 0x8000000000, 0x0f000000, 0x0100000100000000
        ldr     x9, =\address
        bl      probe
        .endr
        .irp    address, 0xffffffffffffff00, 0xffffff8000000000, 0xffffff7ffffffff8
        ldr     x9, =\address
        bl      probe
        .endr

        // A tag, a block, an access across two pages of which the second is not mapped.
        mov     x19, #16
        bl      descriptor
        ldr     x9, =PAGE | 0x5a << 56
        bl      probe
        ldr     x9, =0x80201000 | 0x5a << 56
        bl      probe
        ldr     x9, =0x80600008
        bl      probe
        ldr     x9, =PAGE + 4092
        bl      probe
        str     x0, [x9]
        stp     x0, x1, [x9]
        ldr     x9, =PAGE + 4088
        ldp     x0, x1, [x9]
        stp     x0, x1, [x9, #0]!
        show    x9

        // An address outside RAM, an address too large, a table outside RAM.
        ldr     x0, =THIRD
        ldr     x1, =0x0000010040500703
        str     x1, [x0]
        bl      flush
        ldr     x9, =PAGE
        bl      probe
        ldr     x0, =SECOND
        ldr     x1, =0x0f000003
        str     x1, [x0, #8]
        bl      flush
        bl      probe
        ldr     x0, =SECOND
        ldr     x1, =0x0000010000000003
        str     x1, [x0, #8]
        bl      flush
        bl      probe
        ldr     x0, =SECOND
        ldr     x1, =THIRD + 3
        str     x1, [x0, #8]
        ldr     x0, =THIRD
        ldr     x1, =0x40500701                 // a block where there is none
        str     x1, [x0]
        bl      flush
        bl      probe

        // Invalidations of all kinds; what is not invalidated may be seen or not, and is not asked.
        .irp    operation, vae1, vaae1, vale1, vaale1, vae1is, vaae1is, vale1is, vaale1is
        mov     x19, #16
        bl      store
        ldr     x9, =PAGE >> 12
        tlbi    \operation, x9
        dsb     ish
        ldr     x9, =PAGE
        ldr     x0, [x9]
        mov     x19, #0
        bl      store
        ldr     x9, =PAGE >> 12
        tlbi    \operation, x9
        dsb     ish
        ldr     x9, =PAGE
        ldr     x0, [x9]
        .endr
        .irp    operation, vmalle1, vmalle1is
        mov     x19, #16
        bl      store
        tlbi    \operation
        dsb     ish
        ldr     x9, =PAGE
        ldr     x0, [x9]
        mov     x19, #0
        bl      store
        tlbi    \operation
        dsb     ish
        ldr     x9, =PAGE
        ldr     x0, [x9]
        .endr
        // Another root for another identifier, in which it is not mapped.
        mov     x19, #48
        bl      descriptor
        ldr     x9, =PAGE
        ldr     x0, =TABLES
        ldr     x1, =UPPER + 0x1000
        ldp     x2, x3, [x0]
        stp     x2, x3, [x1]
        ldr     x2, [x0, #24]
        str     x2, [x1, #24]
        orr     x1, x1, #1 << 48
        ldr     x0, [x9]
        msr     ttbr0_el1, x1
        isb
        ldr     x0, [x9]
        ldr     x0, =TABLES
        msr     ttbr0_el1, x0
        isb
        ldr     x0, [x9]
        bl      hex
        newline
        b       off

flush:  dsb     ish
        tlbi    vmalle1
        dsb     ish
        isb
        ret

// Stores the page's descriptor: bit 0 of x19 is UXN, 1 PXN, 2 and 3 AP, 4 the access flag, 5 nG.
store:  ldr     x0, =DATA + 7
        ubfx    x1, x19, #0, #1
        orr     x0, x0, x1, lsl #54
        ubfx    x1, x19, #1, #1
        orr     x0, x0, x1, lsl #53
        ubfx    x1, x19, #2, #2
        orr     x0, x0, x1, lsl #6
        ubfx    x1, x19, #4, #1
        orr     x0, x0, x1, lsl #10
        ubfx    x1, x19, #5, #1
        orr     x0, x0, x1, lsl #11
        ldr     x1, =THIRD
        str     x0, [x1]
        dsb     ish
        ret

// The same, and bits 6 and 7 choose what the table above takes away; all is invalidated.
descriptor:
        mov     x20, x30
        bl      store
        ldr     x0, =THIRD + 3
        ubfx    x1, x19, #6, #2
        adr     x2, taken
        ldr     x1, [x2, x1, lsl #3]
        orr     x0, x0, x1
        ldr     x1, =SECOND
        str     x0, [x1, #8]
        bl      flush
        ret     x20

// Accesses the page in all ways; what does not trap says so by a letter.
access: mov     x20, x30
        show    x19
        newline
        ldr     x9, =PAGE
        bl      probe
        str     wzr, [x9, #8]
        guard   blr x9
        adr     x10, 1f
        bl      atUser
        adr     x10, 2f
        bl      atUser
        mov     x10, x9
        bl      atUser
        ldtr    w0, [x9]
        sttr    wzr, [x9, #8]
        .irp    operation, s1e1r, s1e1w, s1e0r, s1e0w
        at      \operation, x9
        isb
        system  par_el1
        .endr
        newline
        ret     x20
1:      ldr     w0, [x9]
        svc     #0x77
2:      str     wzr, [x9, #8]
        svc     #0x77

// Goes to x10 at level 0; code of this program is seen there through its alias.
atUser: mov     x21, x30
        lsr     x0, x10, #28
        cmp     x0, #4
        b.ne    1f
        mov     x0, #0x80000000
        add     x10, x10, x0
1:      msr     elr_el1, x10
        msr     spsr_el1, xzr
        adr     x28, 2f
        eret
2:      mov     x28, #0
        ret     x21

// Loads from x9, prints what came.
probe:  mov     x22, x30
        mov     x0, #0x99
        ldr     x0, [x9]
        bl      hex
        newline
        ret     x22

interrupt:
        b       .
        .ltorg
        .balign 8
taken:  .quad   0, 1 << 61, 1 << 62, 3 << 59
