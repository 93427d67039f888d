/* What the program faults of mini tries on RISC-V, and the cause of each: functions of user_start.S. */
extern void try_illegal_16(u64), try_illegal_32(u64), try_privileged_csr(u64), try_missing_csr(u64), try_readonly_csr(u64),
    try_sret(u64), try_fence(u64), try_breakpoint_32(u64), try_breakpoint_16(u64), try_load(u64), try_store(u64), try_jump(u64),
    try_amo(u64), try_load_reserved(u64), try_float_load(u64);

#define HAS_ADDRESS(cause) ((cause) >= 12)

#define FAULTS(page) \
  FAULT(try_illegal_16, 0, 2) \
  FAULT(try_illegal_32, 0, 2) \
  FAULT(try_privileged_csr, 0, 2) \
  FAULT(try_missing_csr, 0, 2) \
  FAULT(try_readonly_csr, 0, 2) \
  FAULT(try_sret, 0, 2) \
  FAULT(try_fence, 0, 2) \
  FAULT(try_breakpoint_32, 0, 3) \
  FAULT(try_breakpoint_16, 0, 3) \
  FAULT(try_load, 0x60000000, 13) \
  FAULT(try_load, 0x80200000, 13) /* the kernel's */ \
  FAULT(try_load, 0x0000400000000000, 13) /* not canonical */ \
  FAULT(try_float_load, 8, 13) \
  FAULT(try_load_reserved, 0x70000000, 13) \
  FAULT(try_store, page, 15) /* read-only */ \
  FAULT(try_store, USER_TEXT, 15) \
  FAULT(try_amo, page, 15) \
  FAULT(try_jump, page, 12) /* not executable */ \
  FAULT(try_jump, 0x90, 12) \
  FAULT(try_load_reserved, USER_HEAP + 101 * PAGE + 2, 4) \
  FAULT(try_load, USER_HOLE + 8, 5) \
  FAULT(try_store, USER_HOLE + 16, 7) \
  FAULT(try_jump, USER_HOLE + 32, 1)
