// Four harts: what PSCI answers, what a hart finds that is started, what of the interrupt
// controller is each hart's own, interrupts from one to the other, reservations. One hart prints at
// a time: the first one orders.

        .equ    TURN_ON, 0xc4000003
        .equ    INFO, 0xc4000004

        .macro  psci function, one=0, two=0, three=0
        ldr     x0, =\function
        ldr     x1, =\one
        ldr     x2, =\two
        ldr     x3, =\three
        hvc     #0
        .endm

// Has another hart do a step, and waits until it has.
        .macro  order hart, step
        mov     w0, #(\hart << 8 | \step)
        bl      ask
        .endm

main:   ldr     x19, =0x08000000
        ldr     x20, =0x08010000
        system  mpidr_el1
        system  s3_1_c11_c0_2           // L2CTLR_EL1 says how many there are
        ldr     w0, [x19, #4]
        bl      hex
        newline

        // Who is on, and what cannot be started.
        bl      states
        psci    INFO, 0, 1
        bl      hex
        psci    INFO, 1, 1
        bl      hex
        psci    INFO, 0x80000000, 0
        bl      hex
        psci    TURN_ON, 0, second, 7
        bl      hex
        psci    TURN_ON, 4, second, 7
        bl      hex
        psci    TURN_ON, 0x100, second, 7
        bl      hex
        newline

        // They are started, with a number each, and say what they find.
        psci    TURN_ON, 1, second, 0x123456789abcdef
        bl      hex
        psci    TURN_ON, 2, second, 0x22
        bl      hex
        psci    0x84000003, 3, second, 0x33
        bl      hex
        newline
        .irp    hart, 1, 2, 3
        order   \hart, 1
        .endr
        bl      states
        psci    TURN_ON, 2, second, 7
        bl      hex
        newline

        // The interrupt controller has some registers for each.
        mov     w0, #1
        str     w0, [x19]
        .irp    again, 1, 2
        mov     x26, #0
        bl      own
        .irp    hart, 1, 2, 3
        order   \hart, 2
        .endr
        .endr

        // To a list, to all others, to itself; two of them send the same to one.
        ldr     w0, =5 | 0x0a0000
        bl      send
        ldr     w0, =6 | 0x1000000
        bl      send
        ldr     w0, =7 | 0x2000000
        bl      send
        ldr     w0, =8 | 0xf50000
        bl      send
        order   2, 3
        order   3, 3
        mov     x26, #0
        bl      take
        .irp    hart, 1, 2, 3
        order   \hart, 4
        .endr

        // What one reserves, another one writes.
        order   1, 5
        ldr     x1, =cell
        mov     w0, #7
        str     w0, [x1]
        order   1, 6

        // The timer of one interrupts nobody else.
        order   2, 8
        mov     x26, #0
        bl      pending
        order   1, 9
        order   2, 9

        // Off, and on again.
        order   2, 7
1:      yield
        psci    INFO, 2, 0
        cmp     x0, #1
        b.ne    1b
        bl      states
        newline
        psci    TURN_ON, 2, second, 0x2222
        bl      hex
        order   2, 1
        order   2, 2
        b       off

states: mov     x22, x30
        .irp    hart, 0, 1, 2, 3, 4
        psci    INFO, \hart, 0
        bl      hex
        .endr
        newline
        ret     x22

ask:    ldr     x1, =orders
        stlr    w0, [x1]
1:      yield
        ldar    w0, [x1]
        cbnz    w0, 1b
        ret

second: mrs     x25, nzcv
        mov     x27, x0
        mov     x24, x1
        add     x24, x24, x30
        adr     x1, vectors
        msr     vbar_el1, x1
        isb
        mrs     x26, mpidr_el1
        and     x26, x26, #0xff
        ldr     x1, =0x40300000
        sub     x1, x1, x26, lsl #12
        mov     sp, x1
        mov     x28, #0
        ldr     x19, =0x08000000
        ldr     x20, =0x08010000
wait:   ldr     x2, =orders
1:      yield
        ldar    w0, [x2]
        lsr     w1, w0, #8
        cmp     w1, w26
        b.ne    1b
        and     w0, w0, #0xff
        adr     x30, done
        cmp     w0, #1
        b.eq    found
        cmp     w0, #2
        b.eq    own
        cmp     w0, #3
        b.eq    answer
        cmp     w0, #4
        b.eq    take
        cmp     w0, #5
        b.eq    reserve
        cmp     w0, #6
        b.eq    store
        cmp     w0, #8
        b.eq    count
        cmp     w0, #9
        b.eq    pending
        // Off.
        ldr     x2, =orders
        stlr    wzr, [x2]
        psci    0x84000002
done:   ldr     x2, =orders
        stlr    wzr, [x2]
        b       wait

// What a hart found when it was started.
found:  mov     x22, x30
        show    x27
        show    x25
        show    x24
        system  mpidr_el1
        system  s3_1_c11_c0_2           // L2CTLR_EL1 says how many there are
        system  currentel
        system  daif
        system  spsel
        system  sctlr_el1
        system  cntv_ctl_el0
        newline
        ret     x22

// What of the interrupt controller is the hart's own; it is changed then.
own:    mov     x22, x30
        .irp    at, 0x100, 0x41c, 0x800
        ldr     w0, [x19, #\at]
        bl      hex
        .endr
        ldr     w0, [x20]
        bl      hex
        ldr     w0, [x20, #4]
        bl      hex
        newline
        mov     w0, #0x02000000
        lsl     w0, w0, w26
        str     w0, [x19, #0x100]
        lsl     w0, w26, #4
        strb    w0, [x19, #0x41d]
        add     w0, w26, #0xc
        lsl     w0, w0, #4
        str     w0, [x20, #4]
        mov     w0, #1
        str     w0, [x20]
        ret     x22

send:   str     w0, [x19, #0xf00]
        ret

// Sends what the first one has sent to hart 1, too.
answer: ldr     w0, =5 | 0x020000
        str     w0, [x19, #0xf00]
        ret

// Takes all interrupts that there are for the hart.
take:   mov     x22, x30
1:      ldr     w0, [x19, #0xf24]
        bl      hex
        ldr     w0, [x20, #0x18]
        and     w0, w0, #0x3ff          // QEMU leaves out the sender here
        bl      hex
        ldr     w0, [x20, #0xc]
        mov     w23, w0
        bl      hex
        str     w23, [x20, #0x10]
        newline
        and     w0, w23, #0x3ff
        cmp     w0, #0x3ff
        b.ne    1b
        ret     x22

reserve:
        ldr     x1, =cell
        ldxr    w0, [x1]
        ret

store:  mov     x22, x30
        ldr     x1, =cell
        mov     w0, #9
        stxr    w2, w0, [x1]
        ldr     w3, [x1]
        add     x0, x3, x2, lsl #32
        bl      hex
        newline
        ret     x22

count:  msr     cntv_tval_el0, xzr
        mov     x0, #1
        msr     cntv_ctl_el0, x0
        isb
        ret

pending:
        mov     x22, x30
        ldr     w0, [x19, #0x200]
        bl      hex
        newline
        ret     x22

interrupt:
        say     'i'
        b       off
        .ltorg
        .balign 64
orders: .quad   0
        .balign 64
cell:   .quad   0
