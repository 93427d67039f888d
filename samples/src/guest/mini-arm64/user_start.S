// Entry of every program, system calls, setjmp and longjmp, and functions that C cannot say.

        .text
        .globl user_start
        .type user_start, %function
// x0 = program number.
user_start:
        bl      user_main
        mov     x8, #1                  // SYS_EXIT
        svc     #0
1:      b       1b
        .size user_start, . - user_start

        .globl sys
        .type sys, %function
// sys(x0, x1, number)
sys:
        mov     x8, x2
        svc     #0
        ret
        .size sys, . - sys

        .globl set_jump
        .type set_jump, %function
set_jump:
        mov     x1, sp
        stp     x30, x1, [x0]
        stp     x19, x20, [x0, #16]
        stp     x21, x22, [x0, #32]
        stp     x23, x24, [x0, #48]
        stp     x25, x26, [x0, #64]
        stp     x27, x28, [x0, #80]
        str     x29, [x0, #96]
        stp     d8, d9, [x0, #112]
        stp     d10, d11, [x0, #128]
        stp     d12, d13, [x0, #144]
        stp     d14, d15, [x0, #160]
        mov     x0, #0
        ret
        .size set_jump, . - set_jump

        .globl long_jump
        .type long_jump, %function
long_jump:
        ldp     x30, x2, [x0]
        mov     sp, x2
        ldp     x19, x20, [x0, #16]
        ldp     x21, x22, [x0, #32]
        ldp     x23, x24, [x0, #48]
        ldp     x25, x26, [x0, #64]
        ldp     x27, x28, [x0, #80]
        ldr     x29, [x0, #96]
        ldp     d8, d9, [x0, #112]
        ldp     d10, d11, [x0, #128]
        ldp     d12, d13, [x0, #144]
        ldp     d14, d15, [x0, #160]
        mov     x0, x1
        ret
        .size long_jump, . - long_jump

// What the faults program tries, one function for each kind; the kernel resumes at fault_handler.
        .macro  try name
        .globl  \name
        .type   \name, %function
\name:
        .endm

        try     try_undefined
        udf     #0
        ret
        try     try_unallocated
        .inst   0xffffffff
        ret
        try     try_system_read
        mrs     x0, sctlr_el1
        ret
        try     try_system_write
        msr     ttbr0_el1, x0
        ret
        try     try_trapped_read        // the kernel lets programs read the virtual counter only
        mrs     x0, cntpct_el0
        ret
        try     try_eret
        eret
        ret
        try     try_invalidate
        tlbi    vmalle1
        ret
        try     try_hypervisor
        hvc     #0
        ret
        try     try_breakpoint
        brk     #0xf000
        ret
        try     try_load                // x0 = address
        ldr     x0, [x0]
        ret
        try     try_load_pair
        ldp     x1, x2, [x0, #8]!
        ret
        try     try_load_vector
        ld4     {v0.4s, v1.4s, v2.4s, v3.4s}, [x0]
        ret
        try     try_store
        str     x0, [x0]
        ret
        try     try_store_pair
        stp     x1, x2, [x0], #16
        ret
        try     try_clear
        dc      zva, x0
        ret
        try     try_jump
        br      x0
        try     try_exclusive
        ldxr    x0, [x0]
        ret
        try     try_acquire
        ldar    w0, [x0]
        ret
        try     try_float_load
        ldr     d0, [x0]
        ret

        .globl patch_ahead
        .type patch_ahead, %function
// Straight-line code that replaces the instruction right behind the store: mov w0, #0 becomes mov w0, #1.
// Runs as a copy in a writable page. A machine whose stores are visible to the next fetch returns 1.
        .balign 4
patch_ahead:
        adr     x1, patch_ahead
        ldr     w2, [x1, #20]           // the new instruction
        str     w2, [x1, #12]           // over the old one
        mov     w0, #0                  // the instruction that is replaced
        ret
        mov     w0, #1                  // what it is replaced by
patch_end:
        .globl patch_end

        .section .utext.straddle, "ax"
        .balign 4096
        .skip   4096 - 12
        .globl straddle
        .type straddle, %function
// The branch and what it jumps over are the last of a page, its target is the first of the next.
straddle:
        cbz     x1, 1f
        add     x0, x0, #2
        add     x0, x0, #3
1:      add     x0, x0, #0x123
        ret
        .size straddle, . - straddle
