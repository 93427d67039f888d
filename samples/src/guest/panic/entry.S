# S-mode entry, traps, and the firmware call. Built-in SBI below; no MMU.
        .section .text.entry, "ax"
        .globl _start
        .type _start, @function
_start:
        csrw    sie, zero
        la      t0, trap_entry
        csrw    stvec, t0
        la      t0, _bss_start
        la      t1, _bss_end
1:      sd      zero, 0(t0)
        addi    t0, t0, 8
        bltu    t0, t1, 1b
        la      sp, stack_top
        call    kernel_main
2:      wfi
        j       2b
        .size _start, . - _start

        .text
        .balign 4
        .globl trap_entry
        .type trap_entry, @function
# No trap is expected, so nothing is kept: the kernel is over.
trap_entry:
        csrr    a0, scause
        csrr    a1, sepc
        csrr    a2, stval
        call    unexpected_trap
3:      wfi
        j       3b
        .size trap_entry, . - trap_entry

        .globl sbi_call
        .type sbi_call, @function
# sbi_call(a0, a1, function, extension)
sbi_call:
        mv      a6, a2
        mv      a7, a3
        ecall
        ret
        .size sbi_call, . - sbi_call

        .bss
        .balign 16
        .space 8192
stack_top:
