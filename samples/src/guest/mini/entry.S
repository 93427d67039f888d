# S-mode entry, trap entry and exit, context switch.
# Offsets of struct task and struct frame are checked in kernel.c.

#define TASK_KERNEL_SP 0
#define TASK_USER_SP 8
#define TASK_RA 16
#define TASK_SP 24
#define TASK_S0 32
#define TASK_F0 128
#define TASK_FCSR 384

#define FRAME_SEPC 0
#define FRAME_SSTATUS 256
#define FRAME_STVAL 264
#define FRAME_SCAUSE 272
#define FRAME_SIZE 288

        .section .text.entry, "ax"
        .globl _start
        .type _start, @function
# Entered by the firmware in S-mode, MMU off: a0 = hart id, a1 = flattened device tree.
_start:
        csrw    sie, zero
        csrw    satp, zero
        csrw    sscratch, zero
        la      t0, trap_entry
        csrw    stvec, t0
        li      t0, 0x6000              # sstatus.FS = dirty: floating point on
        csrs    sstatus, t0
        li      t0, 0x7                 # user programs may read cycle, time and instret
        csrw    scounteren, t0
        la      t0, _bss_start
        la      t1, _bss_end
1:      sd      zero, 0(t0)
        addi    t0, t0, 8
        bltu    t0, t1, 1b
        la      sp, boot_stack_top
        la      tp, tasks               # task 0 is the idle task and runs on the boot stack
        call    kernel_main
2:      wfi
        j       2b
        .size _start, . - _start

        .text
        .balign 4
        .globl trap_entry
        .type trap_entry, @function
# sscratch holds the task while user code runs and 0 while the kernel does.
trap_entry:
        csrrw   tp, sscratch, tp
        bnez    tp, .Lfrom_user
        csrr    tp, sscratch            # from the kernel: same task, same stack
        sd      sp, TASK_USER_SP(tp)
        addi    sp, sp, -FRAME_SIZE
        j       .Lsave
.Lfrom_user:
        sd      sp, TASK_USER_SP(tp)
        ld      sp, TASK_KERNEL_SP(tp)
        addi    sp, sp, -FRAME_SIZE
.Lsave:
        sd      x1, 8(sp)
        sd      x3, 24(sp)
        .irp    n, 5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sd      x\n, 8*\n(sp)
        .endr
        ld      s0, TASK_USER_SP(tp)
        sd      s0, 16(sp)
        csrr    s1, sstatus
        csrr    s2, sepc
        csrr    s3, stval
        csrr    s4, scause
        csrr    s5, sscratch
        sd      s1, FRAME_SSTATUS(sp)
        sd      s2, FRAME_SEPC(sp)
        sd      s3, FRAME_STVAL(sp)
        sd      s4, FRAME_SCAUSE(sp)
        sd      s5, 32(sp)
        csrw    sscratch, zero
        mv      a0, sp
        call    trap_handler
        .size trap_entry, . - trap_entry

        .globl trap_return
        .type trap_return, @function
trap_return:
        ld      s1, FRAME_SSTATUS(sp)
        andi    t0, s1, 0x100           # sstatus.SPP
        bnez    t0, 1f
        addi    t0, sp, FRAME_SIZE
        sd      t0, TASK_KERNEL_SP(tp)
        csrw    sscratch, tp
1:      ld      s2, FRAME_SEPC(sp)
        csrw    sstatus, s1
        csrw    sepc, s2
        ld      x1, 8(sp)
        ld      x3, 24(sp)
        ld      x4, 32(sp)
        .irp    n, 5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ld      x\n, 8*\n(sp)
        .endr
        ld      x2, 16(sp)
        sret
        .size trap_return, . - trap_return

        .globl switch_to
        .type switch_to, @function
# switch_to(previous, next): returns on next's stack, with tp = next, as Linux does it.
switch_to:
        sd      ra, TASK_RA(a0)
        sd      sp, TASK_SP(a0)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        sd      s\n, TASK_S0 + 8*\n(a0)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        fsd     f\n, TASK_F0 + 8*\n(a0)
        .endr
        frcsr   t0
        sd      t0, TASK_FCSR(a0)
        ld      t0, TASK_FCSR(a1)
        fscsr   t0
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        fld     f\n, TASK_F0 + 8*\n(a1)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        ld      s\n, TASK_S0 + 8*\n(a1)
        .endr
        ld      ra, TASK_RA(a1)
        ld      sp, TASK_SP(a1)
        mv      tp, a1
        ret
        .size switch_to, . - switch_to

        .globl sbi_call
        .type sbi_call, @function
# sbi_call(a0, a1, a2, function, extension): the error comes back in a0.
sbi_call:
        mv      a6, a3
        mv      a7, a4
        ecall
        ret
        .size sbi_call, . - sbi_call

        .globl kernel_try
        .type kernel_try, @function
# kernel_try(function): calls it; 0, or 1 + the cause of the exception it raised (see trap_handler).
kernel_try:
        addi    sp, sp, -16
        sd      ra, 8(sp)
        sd      sp, kernel_try_sp, t1
        la      t0, .Lkernel_try_failed
        sd      t0, kernel_try_pc, t1
        jalr    a0
        li      a0, 0
.Lkernel_try_failed:                      # a0 = 1 + cause
        sd      zero, kernel_try_pc, t1
        ld      ra, 8(sp)
        addi    sp, sp, 16
        ret
        .size kernel_try, . - kernel_try

        .globl kernel_illegal
        .type kernel_illegal, @function
kernel_illegal:
        .2byte  0
        ret
        .globl kernel_breakpoint
        .type kernel_breakpoint, @function
kernel_breakpoint:
        ebreak
        ret
        .globl kernel_bad_load
        .type kernel_bad_load, @function
kernel_bad_load:
        li      t0, 0x1000
        ld      t0, 0(t0)
        ret
        .globl kernel_bad_fetch
        .type kernel_bad_fetch, @function
kernel_bad_fetch:
        li      t0, 0x1000
        jr      t0

        .bss
        .balign 16
        .globl boot_stack_top
        .skip   8192
boot_stack_top:
