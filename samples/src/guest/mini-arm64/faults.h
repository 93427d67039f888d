/* What the program faults of mini tries on AArch64, and the cause of each (machine.h): functions of user_start.S. */
extern void try_undefined(u64), try_unallocated(u64), try_system_read(u64), try_system_write(u64), try_trapped_read(u64), try_eret(u64),
    try_invalidate(u64), try_hypervisor(u64), try_breakpoint(u64), try_load(u64), try_load_pair(u64), try_load_vector(u64),
    try_store(u64), try_store_pair(u64), try_clear(u64), try_jump(u64), try_exclusive(u64), try_acquire(u64),
    try_float_load(u64);

#define HAS_ADDRESS(cause) ((cause) >= 0x40 || (cause) == 0x22)

#define FAULTS(page) \
  FAULT(try_undefined, 0, 0) \
  FAULT(try_unallocated, 0, 0) \
  FAULT(try_system_read, 0, 0) \
  FAULT(try_system_write, 0, 0) \
  FAULT(try_trapped_read, 0, 0x18) \
  FAULT(try_eret, 0, 0) \
  FAULT(try_invalidate, 0, 0) \
  FAULT(try_hypervisor, 0, 0) \
  FAULT(try_breakpoint, 0, 0x3c) \
  FAULT(try_load, 0x60000000, 0x45) \
  FAULT(try_load, 0xffffff8040200000, 0x4d) /* the kernel's */ \
  FAULT(try_load, 0x0000400000000000, 0x45) /* in neither half */ \
  FAULT(try_load_pair, 0x60000ff8, 0x45) \
  FAULT(try_load_vector, 0x60001000, 0x45) \
  FAULT(try_float_load, 8, 0x45) \
  FAULT(try_exclusive, 0x70000000, 0x45) \
  FAULT(try_acquire, 0x70000000, 0x45) \
  FAULT(try_store, page, 0x4e) /* read-only */ \
  FAULT(try_store, USER_TEXT, 0x4e) \
  FAULT(try_store_pair, page + 8, 0x4e) \
  FAULT(try_clear, page + 64, 0x4e) \
  FAULT(try_jump, page, 0x4c) /* not executable */ \
  FAULT(try_jump, 0x90, 0x44) \
  FAULT(try_jump, USER_TEXT + 2, 0x22) \
  FAULT(try_exclusive, USER_HEAP + 101 * PAGE + 2, 0x61) \
  FAULT(try_load, USER_HOLE + 8, 0x51) \
  FAULT(try_store, USER_HOLE + 16, 0x52) \
  FAULT(try_jump, USER_HOLE + 32, 0x50)
