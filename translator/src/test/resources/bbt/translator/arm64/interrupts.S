// The interrupt controller, the timers, the serial port's interrupt.
        .equ    GICD, 0x08000000
        .equ    GICC, 0x08010000

main:   ldr     x19, =GICD
        ldr     x20, =GICC

        // Registers at reset, and what writing ones leaves.
        .irp    at, 0x0, 0x4, 0x80, 0x100, 0x104, 0x180, 0x200, 0x280, 0x300, 0x400, 0x420, 0x800, 0x820, 0xc00, 0xc04, 0xc08, 0xf10, 0xfe0, 0xfe4, 0xfe8, 0xfec, 0xff0, 0xffc
        ldr     w0, [x19, #\at]
        bl      hex
        .endr
        newline
        .irp    at, 0x0, 0x4, 0x8, 0x14, 0x18, 0xfc
        ldr     w0, [x20, #\at]
        bl      hex
        .endr
        newline
        mov     w5, #-1
        .irp    at, 0x104, 0x420, 0x820, 0xc08, 0xc04, 0x100
        str     w5, [x19, #\at]
        ldr     w0, [x19, #\at]
        bl      hex
        .endr
        str     w5, [x19, #0x184]
        ldr     w0, [x19, #0x104]
        bl      hex
        str     w5, [x19, #0x180]
        ldr     w0, [x19, #0x100]
        bl      hex
        str     wzr, [x19, #0xc08]
        str     wzr, [x19, #0x820]
        str     wzr, [x19, #0x420]
        str     w5, [x20, #4]
        ldr     w0, [x20, #4]
        bl      hex
        str     w5, [x20, #8]
        ldr     w0, [x20, #8]
        bl      hex
        str     wzr, [x20, #8]
        newline

        // On; all priorities are taken.
        mov     w0, #1
        str     w0, [x19]
        str     w0, [x20]
        mov     w0, #0xff
        str     w0, [x20, #4]
        mov     w0, #0xa0
        .irp    interrupt, 1, 2, 3, 27, 30, 33, 40
        strb    w0, [x19, #0x400 + \interrupt]
        .endr
        mov     w0, #1
        strb    w0, [x19, #0x800 + 33]
        strb    w0, [x19, #0x800 + 40]

        // From software to itself: while masked, and then.
        ldr     w0, =0x02000001
        str     w0, [x19, #0xf00]
        bl      state
        msr     daifclr, #2
        nop
        bl      state

        // Two at once: the more urgent one first, the lower number among equals.
        msr     daifset, #2
        mov     w0, #0x40
        strb    w0, [x19, #0x403]
        ldr     w0, =0x02000001
        str     w0, [x19, #0xf00]
        add     w0, w0, #1
        str     w0, [x19, #0xf00]
        add     w0, w0, #1
        str     w0, [x19, #0xf00]
        bl      state
        msr     daifclr, #2
        nop
        bl      state
        msr     daifset, #2

        // One that is below the mask, and then is not.
        mov     w0, #0xa0
        str     w0, [x20, #4]
        ldr     w0, =0x02000001
        str     w0, [x19, #0xf00]
        bl      state
        mov     w0, #0xff
        str     w0, [x20, #4]
        bl      state
        // A nested one: acknowledged without interrupts, a less and a more urgent one come.
        ldr     w0, [x20, #0xc]
        mov     w23, w0
        bl      hex
        ldr     w0, =0x02000002
        str     w0, [x19, #0xf00]
        bl      state
        ldr     w0, [x20, #0xc]
        bl      hex
        ldr     w0, =0x02000003
        str     w0, [x19, #0xf00]
        bl      state
        ldr     w0, [x20, #0xc]
        mov     w24, w0
        bl      hex
        bl      state
        str     w24, [x20, #0x10]
        bl      state
        str     w23, [x20, #0x10]
        bl      state
        msr     daifclr, #2
        nop
        msr     daifset, #2
        bl      state

        // A shared one that is set pending by hand: edge and level.
        mov     w0, #1 << 8
        str     w0, [x19, #0x104]
        mov     w0, #2 << 16
        str     w0, [x19, #0xc08]
        mov     w0, #1 << 8
        str     w0, [x19, #0x204]
        bl      state
        str     w0, [x19, #0x284]
        mov     w0, #1 << 8
        str     w0, [x19, #0x284]
        bl      state
        str     wzr, [x19, #0xc08]
        mov     w0, #1 << 8
        str     w0, [x19, #0x204]
        bl      state
        msr     daifclr, #2
        nop
        msr     daifset, #2
        bl      state

        // The timers: a level that falls when the handler moves the comparison away.
        mov     w0, #1 << 27
        orr     w0, w0, #1 << 30
        str     w0, [x19, #0x100]
        .irp    timer, v, p
        mov     x0, #1000
        msr     cnt\timer\()_tval_el0, x0
        mov     x0, #1
        msr     cnt\timer\()_ctl_el0, x0
        isb
        wfi
        msr     daifclr, #2
        nop
        msr     daifset, #2
        .endr
        msr     daifclr, #2
        // One that has passed and is masked by its own bit, and one that waits in a loop.
        mov     x0, #-1
        msr     cntv_tval_el0, x0
        mov     x0, #3
        msr     cntv_ctl_el0, x0
        isb
        system  cntv_ctl_el0
        newline
        mov     x0, #1
        msr     cntv_ctl_el0, x0
        isb
1:      mrs     x0, cntv_ctl_el0
        cbnz    x0, 1b
        mov     x0, #3000
        msr     cntv_tval_el0, x0
        mov     x0, #1
        msr     cntv_ctl_el0, x0
        isb
1:      mrs     x0, cntv_ctl_el0
        cbnz    x0, 1b
        msr     daifset, #2

        // A pending interrupt ends a wait while it is masked.
        ldr     w0, =0x02000001
        str     w0, [x19, #0xf00]
        wfi
        system  isr_el1
        newline
        msr     daifclr, #2
        nop
        msr     daifset, #2

        // An exclusive store behind an interrupt and its return fails; without one it does not.
        adr     x9, word
        ldxr    x0, [x9]
        stxr    w5, x0, [x9]
        show    x5
        ldxr    x0, [x9]
        ldr     w1, =0x02000001
        str     w1, [x19, #0xf00]
        msr     daifclr, #2
        nop
        stxr    w5, x0, [x9]
        msr     daifset, #2
        show    x5
        newline

        // The serial port: registers, and its interrupt when something was sent.
        ldr     x21, =UART
        .irp    at, 0x18, 0x24, 0x28, 0x2c, 0x30, 0x34, 0x38, 0x48, 0xfe0, 0xfe4, 0xfe8, 0xfec, 0xff0, 0xff4, 0xff8, 0xffc
        ldr     w0, [x21, #\at]
        bl      hex
        .endr
        newline
        mov     w0, #0x7ff
        str     w0, [x21, #0x44]
        ldr     w0, [x21, #0x3c]
        bl      hex
        mov     w0, #0x20
        str     w0, [x21, #0x38]
        ldr     w0, [x21, #0x3c]
        bl      hex
        ldr     w0, [x21, #0x40]
        bl      hex
        newline
        mov     w0, #2
        str     w0, [x19, #0x104]
        msr     daifclr, #2
        nop
        nop
        msr     daifset, #2
        bl      state

        // The clock's identification.
        ldr     x21, =0x09010000
        .irp    at, 0xc, 0x10, 0x14, 0x18, 0xfe0, 0xfe4, 0xfe8, 0xfec, 0xff0, 0xff4, 0xff8, 0xffc
        ldr     w0, [x21, #\at]
        bl      hex
        .endr
        newline
        b       off

// What the controller says: pending, active, the highest one, the priority it is at.
state:  mov     x22, x30
        say     's'
        .irp    at, 0x200, 0x204, 0x300, 0x304, 0xf20
        ldr     w0, [x19, #\at]
        bl      hex
        .endr
        ldr     w0, [x20, #0x18]
        bl      hex
        ldr     w0, [x20, #0x14]
        bl      hex
        system  isr_el1
        newline
        ret     x22

interrupt:
        say     'i'
        ldr     w0, [x20, #0xc]
        mov     w25, w0
        bl      hex
        ldr     w0, [x20, #0x14]
        bl      hex
        system  spsr_el1
        newline
        // Quiet what asks.
        msr     cntv_ctl_el0, xzr
        msr     cntp_ctl_el0, xzr
        ldr     x0, =UART
        str     wzr, [x0, #0x38]
        isb
        str     w25, [x20, #0x10]
        b       leave
        .ltorg
        .balign 8
word:   .quad   0
