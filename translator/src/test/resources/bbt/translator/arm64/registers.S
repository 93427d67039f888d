// Reads all 32768 numbers of system registers; prints those that there are, but for what counts.
main:   adr     x0, undefined
        msr     vbar_el1, x0
        isb
        mov     x19, #0x8000
1:      ldr     w1, =0xd5200000
        orr     w1, w1, w19, lsl #5
        mov     x0, #0
        bl      execute
        cbnz    x20, 2f
        adr     x1, counting
3:      ldr     w2, [x1], #4
        cbz     w2, 4f
        cmp     w2, w19
        b.ne    3b
        b       2f
4:      mov     x22, x0
        show    x19
        show    x22
        newline
2:      add     x19, x19, #1
        tbz     x19, #16, 1b

// Writes all ones to some, reads them again, and puts back what was there.
        adr     x23, written
1:      ldr     w19, [x23], #4
        cbz     w19, off
        ldr     w1, =0xd5200000
        orr     w1, w1, w19, lsl #5
        mov     x0, #0
        bl      execute
        mov     x24, x0
        ldr     w1, =0xd5000000
        orr     w1, w1, w19, lsl #5
        mov     x0, #-1
        bl      execute
        mov     x25, x20
        ldr     w1, =0xd5200000
        orr     w1, w1, w19, lsl #5
        mov     x0, #0
        bl      execute
        mov     x26, x0
        ldr     w1, =0xd5000000
        orr     w1, w1, w19, lsl #5
        mov     x0, x24
        bl      execute
        show    x19
        show    x25
        show    x26
        newline
        b       1b

// Executes the instruction in w1 with x0; x20 says whether it is undefined.
execute:
        adr     x2, slot
        str     w1, [x2]
        dc      cvau, x2
        dsb     ish
        ic      ivau, x2
        dsb     ish
        isb
        mov     x20, #0
slot:   nop
        ret

interrupt:
        b       .

        .macro  number op0, op1, crn, crm, op2
        .word   \op0 << 14 | \op1 << 11 | \crn << 7 | \crm << 3 | \op2
        .endm

counting:
        number  3, 3, 14, 0, 1
        number  3, 3, 14, 0, 2
        number  3, 3, 14, 2, 0
        number  3, 3, 14, 3, 0
        .word   0

written:
        number  3, 0, 1, 0, 1
        number  3, 0, 1, 0, 2
        number  3, 0, 2, 0, 0
        number  3, 0, 2, 0, 1
        number  3, 0, 2, 0, 2
        number  3, 0, 4, 0, 0
        number  3, 0, 4, 1, 0
        number  3, 0, 5, 1, 0
        number  3, 0, 5, 1, 1
        number  3, 0, 5, 2, 0
        number  3, 0, 6, 0, 0
        number  3, 0, 7, 4, 0
        number  3, 0, 9, 14, 1
        number  3, 0, 9, 14, 2
        number  3, 0, 10, 2, 0
        number  3, 0, 10, 3, 0
        number  3, 0, 13, 0, 1
        number  3, 0, 13, 0, 4
        number  3, 0, 14, 1, 0
        number  3, 2, 0, 0, 0
        number  3, 3, 9, 12, 0
        number  3, 3, 9, 12, 1
        number  3, 3, 9, 12, 2
        number  3, 3, 9, 12, 3
        number  3, 3, 9, 12, 5
        number  3, 3, 9, 14, 0
        number  3, 3, 13, 0, 2
        number  3, 3, 13, 0, 3
        number  3, 3, 14, 0, 0
        number  3, 3, 14, 2, 1
        number  3, 3, 14, 2, 2
        number  3, 3, 14, 3, 1
        number  3, 3, 14, 3, 2
        number  2, 0, 0, 2, 0
        number  2, 0, 0, 2, 2
        number  2, 0, 1, 3, 4
        number  2, 0, 0, 0, 4
        number  2, 0, 0, 0, 5
        number  2, 0, 0, 0, 6
        number  2, 0, 0, 0, 7
        // Read-only.
        number  3, 0, 0, 0, 0
        number  3, 0, 0, 7, 0
        number  3, 0, 12, 1, 0
        number  3, 1, 0, 0, 1
        number  3, 3, 0, 0, 1
        .word   0

        .balign 2048
undefined:
        .rept   16
        .balign 128
        mov     x20, #1
        mrs     x21, elr_el1
        add     x21, x21, #4
        msr     elr_el1, x21
        eret
        .endr
