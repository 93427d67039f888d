# Entry of the booting hart and of those it starts; interrupts.

        .section .text.entry, "ax"
        .globl _start
        .type _start, @function
# By the firmware, in S-mode, MMU off: a0 = hart number. Memory is zero where nothing was loaded.
_start:
        li      s1, 1                   # leads
        j       1f
        .globl secondary
        .type secondary, @function
secondary:
        li      s1, 0
1:      csrw    sie, zero
        la      t0, trap_entry
        csrw    stvec, t0
        la      sp, stacks              # 4 KiB for each hart
        addi    t0, a0, 1
        slli    t0, t0, 12
        add     sp, sp, t0
        mv      tp, a0
        mv      a1, s1
        call    main
2:      wfi
        j       2b
        .size secondary, . - secondary

        .text
        .balign 4
        .globl trap_entry
        .type trap_entry, @function
trap_entry:
        addi    sp, sp, -144
        sd      ra, 0(sp)
        .irp    n, 0,1,2,3,4,5,6
        sd      t\n, 8 + 8*\n(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        sd      a\n, 64 + 8*\n(sp)
        .endr
        csrr    a0, scause
        csrr    a1, sepc
        mv      a2, tp
        call    trap
        ld      ra, 0(sp)
        .irp    n, 0,1,2,3,4,5,6
        ld      t\n, 8 + 8*\n(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        ld      a\n, 64 + 8*\n(sp)
        .endr
        addi    sp, sp, 144
        sret
        .size trap_entry, . - trap_entry

        .balign 64
        .globl changing
        .type changing, @function
# Rewritten while other harts call it: returns the number of the version.
changing:
        .4byte  0x00000513              # li a0, 0
        ret
        .size changing, . - changing

        .bss
        .balign 4096
        .globl stacks
stacks: .skip   32 * 4096
