// Two harts: what ends a wait for an event. The second hart waits again and again, and counts in
// `waits`; the first one looks whether it goes on.

        .equ    PATIENCE, 30000

        .macro  look letter
        say     \letter
        bl      progress
        .endm

main:   ldr     x0, =0xc4000003
        mov     x1, #1
        adr     x2, second
        mov     x3, #0
        hvc     #0
        // It has not begun yet.
        ldr     x0, =0xc4000003
        hvc     #0
        bl      hex
        newline
        // It waits, and goes on at each event.
        look    'a'
        look    'b'
        sev
        look    'c'
        look    'd'
        // Several events before it comes to wait are one.
        mov     w0, #1
        bl      work
        sev
        sev
        sev
        bl      idle
        look    'e'
        look    'f'
        // What is masked does not end the wait; what is not, does.
        ldr     x19, =0x08000000
        mov     w0, #1
        str     w0, [x19]
        ldr     w0, =3 | 0x020000
        str     w0, [x19, #0xf00]
        look    'g'
        mov     w0, #2
        bl      work
        bl      idle
        look    'h'
        mov     w0, #3
        bl      work
        bl      idle
        look    'i'
        ldr     w0, =3 | 0x020000
        str     w0, [x19, #0xf00]
        look    'j'
        // A stream of events: 512 counts are 8 microseconds, 8,192 instructions.
        mov     w0, #4
        bl      work
        bl      idle
        look    'k'
        look    'l'
        // A reservation that is lost while it waits: it goes on with its next turn.
        mov     w0, #5
        bl      work
        look    'm'
        look    'n'
        bl      idle
        look    'o'
        look    'p'
        newline
        b       off

// Prints by how much the other hart has gone on; at most 9.
progress:
        mov     x22, x30
        ldr     x0, =PATIENCE
1:      subs    x0, x0, #1
        b.ne    1b
        ldr     x1, =waits
        ldr     w0, [x1]
        str     wzr, [x1]
        cmp     w0, #9
        mov     w1, #9
        csel    w0, w0, w1, lo
        add     w0, w0, #'0'
        bl      put
        newline
        ret     x22

// Gives the other hart work in place of waiting, and ends it. An event tells it.
work:   ldr     x1, =works
        stlr    w0, [x1]
        sev
1:      yield
        ldr     x1, =works
        ldar    w0, [x1]
        tbz     w0, #7, 1b
        ret
idle:   ldr     x1, =works
        stlr    wzr, [x1]
        ret

second: adr     x0, vectors
        msr     vbar_el1, x0
        isb
        ldr     x0, =0x40280000
        mov     sp, x0
        mov     x28, #0
        ldr     x20, =0x08010000
        mov     w0, #0xff
        str     w0, [x20, #4]
        mov     w0, #1
        str     w0, [x20]
again:  wfe
        ldr     x1, =waits
        ldr     w0, [x1]
        add     w0, w0, #1
        str     w0, [x1]
        ldr     x1, =works
        ldar    w0, [x1]
        cbz     w0, again
        cmp     w0, #1
        b.eq    busy
        cmp     w0, #2
        b.eq    acknowledge
        cmp     w0, #3
        b.eq    unmask
        cmp     w0, #4
        b.eq    stream
        // Reserves and waits: it loses its turn and the reservation, and goes on.
        msr     cntkctl_el1, xzr
        bl      ready
        ldr     x1, =works
1:      ldxr    w0, [x1]
        cbz     w0, again
        ldr     x2, =waits
        ldr     w0, [x2]
        add     w0, w0, #1
        str     w0, [x2]
        wfe
        b       1b
acknowledge:
        ldr     w0, [x20, #0xc]
        str     w0, [x20, #0x10]
        b       busy
unmask: msr     daifclr, #2
        b       busy
stream: mov     x0, #4 | 8 << 4
        msr     cntkctl_el1, x0
busy:   bl      ready
1:      yield
        ldr     x1, =works
        ldar    w0, [x1]
        cbnz    w0, 1b
        b       again

// Says that the work is done, and waits until it is taken back.
ready:  ldr     x1, =works
        mov     w0, #0x80
        stlr    w0, [x1]
        ret

interrupt:
        ldr     w0, [x20, #0xc]
        str     w0, [x20, #0x10]
        b       leave
        .ltorg
        .balign 64
waits:  .quad   0
        .balign 64
works:  .quad   0
