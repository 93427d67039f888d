// EL1 entry, exception entry and return, context switch, exceptions in the kernel.
// Offsets of struct saved and struct frame are checked in machine.h.

#define SAVED_X19 0
#define SAVED_PC 88
#define SAVED_SP 96
#define SAVED_ID 104
#define SAVED_FPSR 112
#define SAVED_Q0 128

#define FRAME_SP 248
#define FRAME_PC 256
#define FRAME_STATUS 264
#define FRAME_VALUE 280
#define FRAME_SIZE 288

#define RAM 0x40000000
#define OFFSET 0xffffff8000000000       // of the kernel's virtual addresses

#define NORMAL_BLOCK 0x701              // accessed, inner shareable, memory type 0 of MAIR_EL1
#define DEVICE_BLOCK (0x405 | 3 << 53)  // accessed, memory type 1, never executed

        .section .text.entry, "ax"
        .globl _start
        .type _start, %function
// Entered at EL1 with the MMU off, at the physical address: x0 = flattened device tree, or 0 where it is at the start of RAM.
_start:
        ldr     x1, =RAM
        cmp     x0, #0
        csel    x20, x1, x0, eq
        adrp    x2, _bss_start
        add     x2, x2, :lo12:_bss_start
        adrp    x3, _bss_end
        add     x3, x3, :lo12:_bss_end
1:      stp     xzr, xzr, [x2], #16
        cmp     x2, x3
        b.lo    1b
        // RAM at its own address in the lower half, devices and RAM at OFFSET in the upper half.
        adrp    x2, boot_low
        adrp    x3, boot_high
        ldr     x4, =RAM | NORMAL_BLOCK
        str     x4, [x2, #8]
        str     x4, [x3, #8]
        ldr     x4, =DEVICE_BLOCK
        str     x4, [x3]
        dsb     ish
        msr     ttbr0_el1, x2
        msr     ttbr1_el1, x3
        mov     x4, #0x00ff             // type 0: write-back; type 1: device, nGnRnE
        msr     mair_el1, x4
        ldr     x4, =0x1b5193519        // 39 bits in both halves, pages of 4 KiB, walks as type 0; 36 physical, 8 of identifiers
        msr     tcr_el1, x4
        tlbi    vmalle1
        dsb     nsh
        isb
        mov     x4, #3 << 20            // floating point on
        msr     cpacr_el1, x4
        mov     x4, #2                  // programs may read the virtual counter
        msr     cntkctl_el1, x4
        mrs     x4, sctlr_el1
        ldr     x5, =0x0400d005         // M, C, I; programs may clean, invalidate and clear (DZE, UCT, UCI)
        orr     x4, x4, x5
        msr     sctlr_el1, x4
        isb
        ldr     x4, =upper
        br      x4
upper:  ldr     x4, =vectors
        msr     vbar_el1, x4
        isb
        ldr     x4, =boot_stack_top
        mov     sp, x4
        ldr     x4, =tasks              // task 0 is the idle task and runs on the boot stack
        msr     tpidr_el1, x4
        msr     contextidr_el1, xzr
        msr     sp_el0, x4              // the current task, as Linux has it
        mov     x0, #0
        ldr     x1, =OFFSET
        add     x1, x1, x20
        bl      kernel_main
2:      wfi
        b       2b
        .size _start, . - _start

        .text
        .balign 2048
        .globl vectors
        .type vectors, %function
// SP_EL0 is the current task while the kernel runs, and the program's stack pointer while that does.
vectors:
        .macro  vector interrupt
        .balign 128
        sub     sp, sp, #FRAME_SIZE
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
        stp     x18, x19, [sp, #144]
        stp     x20, x21, [sp, #160]
        stp     x22, x23, [sp, #176]
        stp     x24, x25, [sp, #192]
        stp     x26, x27, [sp, #208]
        stp     x28, x29, [sp, #224]
        mrs     x3, sp_el0
        stp     x30, x3, [sp, #240]
        mrs     x3, elr_el1
        mrs     x4, spsr_el1
        stp     x3, x4, [sp, #FRAME_PC]
        mrs     x3, far_el1
        str     x3, [sp, #FRAME_VALUE]
        mrs     x3, tpidr_el1
        msr     sp_el0, x3
        mov     x1, x0
        mov     x0, sp
        mrs     x2, esr_el1
        bl      trap_entered            // (frame, whether it is an interrupt, syndrome)
        .size trap_entry, . - trap_entry

        .globl trap_return
        .type trap_return, %function
trap_return:
        ldp     x3, x4, [sp, #FRAME_PC]
        msr     elr_el1, x3
        msr     spsr_el1, x4
        ldp     x30, x3, [sp, #240]
        msr     sp_el0, x3
        ldp     x0, x1, [sp]
        ldp     x2, x3, [sp, #16]
        ldp     x4, x5, [sp, #32]
        ldp     x6, x7, [sp, #48]
        ldp     x8, x9, [sp, #64]
        ldp     x10, x11, [sp, #80]
        ldp     x12, x13, [sp, #96]
        ldp     x14, x15, [sp, #112]
        ldp     x16, x17, [sp, #128]
        ldp     x18, x19, [sp, #144]
        ldp     x20, x21, [sp, #160]
        ldp     x22, x23, [sp, #176]
        ldp     x24, x25, [sp, #192]
        ldp     x26, x27, [sp, #208]
        ldp     x28, x29, [sp, #224]
        add     sp, sp, #FRAME_SIZE
        eret
        .size trap_return, . - trap_return

        .globl switch_to
        .type switch_to, %function
// switch_to(previous, next): returns on next's stack, with SP_EL0 = next, as Linux does it.
switch_to:
        stp     x19, x20, [x0, #SAVED_X19]
        stp     x21, x22, [x0, #SAVED_X19 + 16]
        stp     x23, x24, [x0, #SAVED_X19 + 32]
        stp     x25, x26, [x0, #SAVED_X19 + 48]
        stp     x27, x28, [x0, #SAVED_X19 + 64]
        stp     x29, x30, [x0, #SAVED_X19 + 80]
        mov     x2, sp
        str     x2, [x0, #SAVED_SP]
        stp     q0, q1, [x0, #SAVED_Q0 + 0]
        stp     q2, q3, [x0, #SAVED_Q0 + 32]
        stp     q4, q5, [x0, #SAVED_Q0 + 64]
        stp     q6, q7, [x0, #SAVED_Q0 + 96]
        stp     q8, q9, [x0, #SAVED_Q0 + 128]
        stp     q10, q11, [x0, #SAVED_Q0 + 160]
        stp     q12, q13, [x0, #SAVED_Q0 + 192]
        stp     q14, q15, [x0, #SAVED_Q0 + 224]
        stp     q16, q17, [x0, #SAVED_Q0 + 256]
        stp     q18, q19, [x0, #SAVED_Q0 + 288]
        stp     q20, q21, [x0, #SAVED_Q0 + 320]
        stp     q22, q23, [x0, #SAVED_Q0 + 352]
        stp     q24, q25, [x0, #SAVED_Q0 + 384]
        stp     q26, q27, [x0, #SAVED_Q0 + 416]
        stp     q28, q29, [x0, #SAVED_Q0 + 448]
        stp     q30, q31, [x0, #SAVED_Q0 + 480]
        mrs     x2, fpsr
        mrs     x3, fpcr
        stp     x2, x3, [x0, #SAVED_FPSR]
        ldp     x2, x3, [x1, #SAVED_FPSR]
        msr     fpsr, x2
        msr     fpcr, x3
        ldp     q0, q1, [x1, #SAVED_Q0 + 0]
        ldp     q2, q3, [x1, #SAVED_Q0 + 32]
        ldp     q4, q5, [x1, #SAVED_Q0 + 64]
        ldp     q6, q7, [x1, #SAVED_Q0 + 96]
        ldp     q8, q9, [x1, #SAVED_Q0 + 128]
        ldp     q10, q11, [x1, #SAVED_Q0 + 160]
        ldp     q12, q13, [x1, #SAVED_Q0 + 192]
        ldp     q14, q15, [x1, #SAVED_Q0 + 224]
        ldp     q16, q17, [x1, #SAVED_Q0 + 256]
        ldp     q18, q19, [x1, #SAVED_Q0 + 288]
        ldp     q20, q21, [x1, #SAVED_Q0 + 320]
        ldp     q22, q23, [x1, #SAVED_Q0 + 352]
        ldp     q24, q25, [x1, #SAVED_Q0 + 384]
        ldp     q26, q27, [x1, #SAVED_Q0 + 416]
        ldp     q28, q29, [x1, #SAVED_Q0 + 448]
        ldp     q30, q31, [x1, #SAVED_Q0 + 480]
        ldp     x19, x20, [x1, #SAVED_X19]
        ldp     x21, x22, [x1, #SAVED_X19 + 16]
        ldp     x23, x24, [x1, #SAVED_X19 + 32]
        ldp     x25, x26, [x1, #SAVED_X19 + 48]
        ldp     x27, x28, [x1, #SAVED_X19 + 64]
        ldp     x29, x30, [x1, #SAVED_X19 + 80]
        ldp     x2, x3, [x1, #SAVED_SP]
        mov     sp, x2
        msr     contextidr_el1, x3
        msr     tpidr_el1, x1
        msr     sp_el0, x1
        ret
        .size switch_to, . - switch_to

        .globl psci_call
        .type psci_call, %function
// psci_call(function): PSCI, by HVC.
psci_call:
        hvc     #0
        ret
        .size psci_call, . - psci_call

        .globl kernel_try
        .type kernel_try, %function
// kernel_try(function): calls it; 0, or 1 + the cause of the exception it raised (see trap_handler).
kernel_try:
        stp     x29, x30, [sp, #-16]!
        ldr     x2, =kernel_try_sp
        mov     x3, sp
        str     x3, [x2]
        ldr     x2, =kernel_try_pc
        adr     x3, .Lkernel_try_failed
        str     x3, [x2]
        blr     x0
        mov     x0, #0
.Lkernel_try_failed:                    // x0 = 1 + cause
        ldr     x2, =kernel_try_sp
        ldr     x3, [x2]
        mov     sp, x3
        ldr     x2, =kernel_try_pc
        str     xzr, [x2]
        ldp     x29, x30, [sp], #16
        ret
        .size kernel_try, . - kernel_try

        .globl kernel_illegal
        .type kernel_illegal, %function
kernel_illegal:
        udf     #0
        ret
        .globl kernel_breakpoint
        .type kernel_breakpoint, %function
kernel_breakpoint:
        brk     #7
        ret
        .globl kernel_bad_load
        .type kernel_bad_load, %function
kernel_bad_load:
        mov     x1, #0x1000
        ldr     x1, [x1]
        ret
        .globl kernel_bad_fetch
        .type kernel_bad_fetch, %function
kernel_bad_fetch:
        mov     x1, #0x1000
        br      x1
        .ltorg

        .bss
        .balign 4096
boot_low:
        .skip   4096
boot_high:
        .skip   4096
        .globl boot_stack_top
        .skip   8192
boot_stack_top:
