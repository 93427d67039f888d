// Entry of the booting hart and of those it starts; interrupts.

        .section .text.entry, "ax"
        .globl _start
        .type _start, %function
// At EL1, MMU off. Memory is zero where nothing was loaded.
_start:
        mov     x0, #0
        mov     x1, #1                  // leads
        b       1f
        .globl secondary
        .type secondary, %function
// By the firmware: x0 = hart number, which the leader says.
secondary:
        mov     x1, #0
1:      ldr     x2, =vectors
        msr     vbar_el1, x2
        isb
        ldr     x2, =stacks             // 4 KiB for each hart
        add     x3, x0, #1
        add     x2, x2, x3, lsl #12
        mov     sp, x2
        msr     tpidr_el1, x0
        bl      main
2:      wfi
        b       2b
        .size secondary, . - secondary

        .text
        .balign 2048
        .globl vectors
        .type vectors, %function
vectors:
        .macro  vector interrupt
        .balign 128
        sub     sp, sp, #160
        stp     x0, x1, [sp]
        mov     x0, #\interrupt
        b       trap_entry
        .endm
        .rept   4
        vector  0                       // exceptions
        vector  1                       // interrupts
        vector  0                       // not there: fast interrupts
        vector  0                       // and errors of the system
        .endr
        .size vectors, . - vectors

        .globl trap_entry
        .type trap_entry, %function
trap_entry:
        stp     x2, x3, [sp, #16]
        stp     x4, x5, [sp, #32]
        stp     x6, x7, [sp, #48]
        stp     x8, x9, [sp, #64]
        stp     x10, x11, [sp, #80]
        stp     x12, x13, [sp, #96]
        stp     x14, x15, [sp, #112]
        stp     x16, x17, [sp, #128]
        stp     x18, x30, [sp, #144]
        mrs     x1, elr_el1
        mrs     x2, tpidr_el1
        bl      trap                    // (whether it is an interrupt, address, hart)
        ldp     x2, x3, [sp, #16]
        ldp     x4, x5, [sp, #32]
        ldp     x6, x7, [sp, #48]
        ldp     x8, x9, [sp, #64]
        ldp     x10, x11, [sp, #80]
        ldp     x12, x13, [sp, #96]
        ldp     x14, x15, [sp, #112]
        ldp     x16, x17, [sp, #128]
        ldp     x18, x30, [sp, #144]
        ldp     x0, x1, [sp], #160
        eret
        .size trap_entry, . - trap_entry

        .balign 64
        .globl changing
        .type changing, %function
// Rewritten while other harts call it: returns the number of the version.
changing:
        b       1f
1:      .irp    version, 0,1,2,3,4,5,6
        mov     x0, #\version
        ret
        .endr
        .size changing, . - changing

        .bss
        .balign 4096
        .globl stacks
stacks: .skip   32 * 4096
