// What the programs of ArmMachineTest begin with: they are linked at 0x40400000, begin there at
// level 1 and say what happens on the serial port. Exceptions are printed and left: to x28 if that
// is not 0, else behind the instruction. An interrupt goes to `interrupt`.

        .equ    UART, 0x09000000
        .global _start
_start: adr     x0, vectors
        msr     vbar_el1, x0
        isb
        ldr     x0, =0x40300000
        mov     sp, x0
        mov     x28, #0
        b       main

// Prints the lowest byte of x0; changes x1.
put:    ldr     x1, =UART
        strb    w0, [x1]
        ret

// Prints x0 in hexadecimal and a blank; changes x0 to x4.
hex:    ldr     x1, =UART
        mov     x2, #60
1:      lsr     x3, x0, x2
        and     x3, x3, #15
        cmp     x3, #10
        add     x4, x3, #'0'
        add     x3, x3, #'a' - 10
        csel    x3, x4, x3, lo
        strb    w3, [x1]
        subs    x2, x2, #4
        b.pl    1b
        mov     x3, #' '
        strb    w3, [x1]
        ret

        .macro  say letter
        mov     x0, #\letter
        bl      put
        .endm

        .macro  show register
        mov     x0, \register
        bl      hex
        .endm

        .macro  newline
        mov     x0, #10
        bl      put
        .endm

        .macro  system name
        mrs     x0, \name
        bl      hex
        .endm

// Switches the machine off.
off:    ldr     x0, =0x84000008
        hvc     #0
        b       .

// Executes an instruction at level 0, behind it svc #0x77.
        .macro  user instruction:vararg
        adr     x0, 1f
        msr     elr_el1, x0
        msr     spsr_el1, xzr
        adr     x28, 2f
        mov     x0, #0
        eret
1:      \instruction
        svc     #0x77
2:      mov     x28, #0
        .endm

// Executes an instruction at level 1 from which there may be no way on.
        .macro  guard instruction:vararg
        adr     x28, 2f
        \instruction
2:      mov     x28, #0
        .endm

exception:
        stp     x2, x3, [sp, #-16]!
        stp     x4, x30, [sp, #-16]!
        and     x1, x0, #3
        cmp     x1, #1
        b.eq    interrupt
        bl      hex
        system  esr_el1
        system  far_el1
        system  elr_el1
        system  spsr_el1
        newline
        cbz     x28, 1f
        msr     elr_el1, x28
        mov     x0, #0x3c5
        msr     spsr_el1, x0
        b       leave
1:      mrs     x0, esr_el1
        lsr     x0, x0, #26
        cmp     x0, #0x15
        b.eq    leave
        mrs     x0, elr_el1
        add     x0, x0, #4
        msr     elr_el1, x0
leave:  ldp     x4, x30, [sp], #16
        ldp     x2, x3, [sp], #16
        ldp     x0, x1, [sp], #16
        eret
        .ltorg

        .balign 2048
vectors:
        .set    vector, 0
        .rept   16
        .balign 128
        stp     x0, x1, [sp, #-16]!
        mov     x0, #vector
        b       exception
        .set    vector, vector + 1
        .endr
        .balign 128
