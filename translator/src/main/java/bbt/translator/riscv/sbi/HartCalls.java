package bbt.translator.riscv.sbi;

import static bbt.translator.riscv.sbi.Sbi.ERR_ALREADY_AVAILABLE;
import static bbt.translator.riscv.sbi.Sbi.ERR_INVALID_ADDRESS;
import static bbt.translator.riscv.sbi.Sbi.ERR_INVALID_PARAM;
import static bbt.translator.riscv.sbi.Sbi.ERR_NOT_SUPPORTED;
import static bbt.translator.riscv.sbi.Sbi.SUCCESS;

import bbt.translator.device.GuestMemory;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.sbi.SbiHost.HartStatus;

/**
 * Serves the calls that concern other harts: IPI, RFENCE and HSM (SBI specification 2.0, chapters 7
 * to 9) and their predecessors of SBI 0.1 (chapter 5).
 */
final class HartCalls {
  /** The answer for a set of harts that names one that does not exist. */
  private static final long INVALID = -1;

  /** Addresses fenced one page at a time; more of them and everything is dropped. */
  private static final long MAX_FENCED = 64 * 4096;

  private static final long ALL_ADDRESSES = -1;

  private static final int RETENTIVE = 0;
  private static final int NON_RETENTIVE = 0x8000_0000;

  private final SbiHost host;
  private final GuestMemory memory;

  HartCalls(SbiHost host, GuestMemory memory) {
    this.host = host;
    this.memory = memory;
  }

  private long all() {
    return (1L << host.harts()) - 1;
  }

  /** The set of harts that a mask and its base name (chapter 3.1), or {@link #INVALID}. */
  private long select(long mask, long base) {
    if (base == -1) {
      return all();
    }
    if (mask == 0) {
      return 0;
    }
    if (Long.compareUnsigned(base, host.harts()) >= 0) {
      return INVALID;
    }
    long harts = mask << base;
    return harts >>> base != mask || (harts & ~all()) != 0 ? INVALID : harts;
  }

  // ---- IPI and RFENCE

  long sendInterrupt(long mask, long base) {
    long harts = select(mask, base);
    if (harts == INVALID) {
      return ERR_INVALID_PARAM;
    }
    interrupt(harts);
    return SUCCESS;
  }

  private void interrupt(long harts) {
    for (int hart = 0; hart < host.harts(); hart++) {
      if (names(harts, hart)) {
        host.setSoftwareInterrupt(hart, true);
      }
    }
  }

  /** Whether the set has a hart that is not stopped: a start does what a fence would. */
  private boolean names(long harts, int hart) {
    return (harts >>> hart & 1) != 0 && host.status(hart) != HartStatus.STOPPED;
  }

  long remoteFence(int f, long mask, long base, long start, long size) {
    if (f > 2) {
      return ERR_NOT_SUPPORTED; // the rest needs the hypervisor extension
    }
    long harts = select(mask, base);
    if (harts == INVALID) {
      return ERR_INVALID_PARAM;
    }
    if (f == 0) {
      fenceInstructions(harts);
    } else {
      fenceTranslations(harts, start, size);
    }
    return SUCCESS;
  }

  private void fenceInstructions(long harts) {
    for (int hart = 0; hart < host.harts(); hart++) {
      if (names(harts, hart)) {
        host.fenceInstructions(hart);
      }
    }
  }

  /** The TLBs know no address-space identifiers: a fence for one is a fence for all of them. */
  private void fenceTranslations(long harts, long start, long size) {
    boolean everything = size == 0 && start == 0 || Long.compareUnsigned(size, MAX_FENCED) > 0;
    for (int hart = 0; hart < host.harts(); hart++) {
      if (names(harts, hart)) {
        host.fenceTranslations(hart, everything ? 0 : start, everything ? ALL_ADDRESSES : size);
      }
    }
  }

  // ---- HSM

  long hartState(int f, Cpu caller) {
    return switch (f) {
      case 0 -> start(caller.x10, caller.x11, caller.x12);
      case 1 -> {
        host.stopHart(caller);
        yield SUCCESS;
      }
      case 3 -> suspend(caller, (int) caller.x10, caller.x11, caller.x12);
      default -> ERR_NOT_SUPPORTED;
    };
  }

  private boolean exists(long hart) {
    return Long.compareUnsigned(hart, host.harts()) < 0;
  }

  /** The number of a hart's state, or an error. */
  long status(long hart) {
    return exists(hart) ? host.status((int) hart).number : ERR_INVALID_PARAM;
  }

  private long start(long hart, long address, long opaque) {
    if (!exists(hart)) {
      return ERR_INVALID_PARAM;
    }
    if (!executable(address)) {
      return ERR_INVALID_ADDRESS;
    }
    if (host.status((int) hart) != HartStatus.STOPPED) {
      return ERR_ALREADY_AVAILABLE;
    }
    host.startHart((int) hart, address, opaque);
    return SUCCESS;
  }

  private boolean executable(long address) {
    return (address & 1) == 0 && memory.contains(address, 2);
  }

  private long suspend(Cpu caller, int type, long address, long opaque) {
    if (type == RETENTIVE) {
      host.suspend(caller);
      return SUCCESS;
    }
    if (type != NON_RETENTIVE) {
      return ERR_INVALID_PARAM;
    }
    if (!executable(address)) {
      return ERR_INVALID_ADDRESS;
    }
    host.suspendAndRestart(caller, address, opaque);
    return SUCCESS;
  }

  // ---- SBI 0.1: a0 points to the mask, in the caller's address space; null means all harts

  long legacyInterrupt(Cpu caller) {
    long harts = legacyMask(caller);
    if (harts == INVALID) {
      return ERR_INVALID_ADDRESS;
    }
    interrupt(harts);
    return SUCCESS;
  }

  long legacyFence(int eid, Cpu caller) {
    long harts = legacyMask(caller);
    if (harts == INVALID) {
      return ERR_INVALID_ADDRESS;
    }
    if (eid == 5) {
      fenceInstructions(harts);
    } else {
      fenceTranslations(harts, caller.x11, caller.x12);
    }
    return SUCCESS;
  }

  private long legacyMask(Cpu caller) {
    if (caller.x10 == 0) {
      return all();
    }
    long physical = host.translate(caller, caller.x10);
    return (physical & 7) == 0 && memory.contains(physical, 8)
        ? memory.read64(physical) & all()
        : INVALID;
  }
}
