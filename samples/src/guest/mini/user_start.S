# Entry of every program, system calls, fault handler, setjmp and longjmp, and functions that C cannot say.

        .text
        .globl user_start
        .type user_start, @function
# a0 = program number.
user_start:
        call    user_main
        li      a7, 1                   # SYS_EXIT
        ecall
1:      j       1b
        .size user_start, . - user_start

        .globl sys
        .type sys, @function
# sys(a0, a1, number)
sys:
        mv      a7, a2
        ecall
        ret
        .size sys, . - sys

        .globl set_jump
        .type set_jump, @function
set_jump:
        sd      ra, 0(a0)
        sd      sp, 8(a0)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        sd      s\n, 16 + 8*\n(a0)
        fsd     fs\n, 112 + 8*\n(a0)
        .endr
        li      a0, 0
        ret
        .size set_jump, . - set_jump

        .globl long_jump
        .type long_jump, @function
long_jump:
        ld      ra, 0(a0)
        ld      sp, 8(a0)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        ld      s\n, 16 + 8*\n(a0)
        fld     fs\n, 112 + 8*\n(a0)
        .endr
        mv      a0, a1
        ret
        .size long_jump, . - long_jump

# What the faults program tries, one function for each kind; the kernel resumes at fault_handler.
        .macro  try name
        .globl  \name
        .type   \name, @function
\name:
        .endm

        try     try_illegal_16
        .2byte  0
        ret
        try     try_illegal_32
        .4byte  0xffffffff
        ret
        try     try_privileged_csr
        csrr    a0, sstatus
        ret
        try     try_missing_csr
        csrr    a0, 0x5c0
        ret
        try     try_readonly_csr
        csrw    cycle, a0
        ret
        try     try_sret
        sret
        ret
        try     try_fence
        sfence.vma
        ret
        try     try_breakpoint_32
        .option push
        .option norvc
        ebreak
        .option pop
        ret
        try     try_breakpoint_16
        c.ebreak
        ret
        try     try_load                # a0 = address
        ld      a0, 0(a0)
        ret
        try     try_store
        sd      a0, 0(a0)
        ret
        try     try_jump
        jr      a0
        try     try_amo
        amoadd.d a0, a0, (a0)
        ret
        try     try_load_reserved
        lr.d    a0, (a0)
        ret
        try     try_float_load
        fld     fa0, 0(a0)
        ret

        .globl patch_ahead
        .type patch_ahead, @function
# Straight-line code that replaces the instruction right behind the store: li a0, 0 becomes li a0, 1.
# Runs as a copy in a writable page. A machine whose stores are visible to the next fetch returns 1.
        .balign 4
patch_ahead:
        .option push
        .option norvc
        auipc   t0, 0
        lw      t1, 20(t0)             # the new instruction
        sw      t1, 12(t0)             # over the old one
        li      a0, 0                   # the instruction that is replaced
        ret
        li      a0, 1                   # what it is replaced by
patch_end:
        .option pop
        .globl patch_end

        .section .utext.straddle, "ax"
        .balign 4096
        .skip   4094 - 8
        .globl straddle
        .type straddle, @function
# The 4-byte addi lies on both sides of a page boundary, and so does the branch target before it.
straddle:
        .option push
        .option norvc
        beqz    a1, 1f
        .option pop
        .option push
        .option rvc
        c.addi  a0, 2
        c.addi  a0, 3
        .option pop
        .option push
        .option norvc
1:      addi    a0, a0, 0x123
        .option pop
        ret
        .size straddle, . - straddle
