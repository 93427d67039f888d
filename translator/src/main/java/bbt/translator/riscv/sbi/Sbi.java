package bbt.translator.riscv.sbi;

import bbt.translator.device.GuestMemory;
import bbt.translator.riscv.cpu.Cpu;

/** Dispatches SBI calls by extension (SBI specification 2.0, chapters 3 to 12). */
public final class Sbi {
  static final long SUCCESS = 0;
  static final long ERR_FAILED = -1;
  static final long ERR_NOT_SUPPORTED = -2;
  static final long ERR_INVALID_PARAM = -3;
  static final long ERR_INVALID_ADDRESS = -5;
  static final long ERR_ALREADY_AVAILABLE = -6;

  private static final long SPEC_VERSION = 2L << 24;

  /** Not an assigned implementation number: "bbt" as bytes. */
  private static final long IMPLEMENTATION = 0x626274;

  private static final int BASE = 0x10;
  private static final int TIME = 0x54494D45;
  private static final int IPI = 0x735049;
  private static final int RFENCE = 0x52464E43;
  private static final int HSM = 0x48534D;
  private static final int SRST = 0x53525354;
  private static final int PMU = 0x504D55;
  private static final int DBCN = 0x4442434E;

  private final SbiHost host;
  private final GuestMemory memory;
  private final HartCalls harts;

  /** Value for a1 of the call being served. */
  private long value;

  public Sbi(SbiHost host, GuestMemory memory) {
    this.host = host;
    this.memory = memory;
    this.harts = new HartCalls(host, memory);
  }

  /** Serves the call in the registers of {@code cpu}; a0 and a1 get its answer. */
  public void call(Cpu cpu) {
    long eid = cpu.x17;
    if (Long.compareUnsigned(eid, 8) <= 0) {
      cpu.x10 = legacy((int) eid, cpu);
      return;
    }
    value = 0;
    long error =
        (int) eid == eid || eid >>> 32 == 0 ? extension((int) eid, cpu) : ERR_NOT_SUPPORTED;
    cpu.x10 = error;
    cpu.x11 = value;
  }

  private long extension(int eid, Cpu cpu) {
    long fid = cpu.x16;
    if (Long.compareUnsigned(fid, 0xFF) > 0) {
      return ERR_NOT_SUPPORTED;
    }
    int f = (int) fid;
    return switch (eid) {
      case BASE -> base(f, cpu.x10);
      case TIME -> f == 0 ? setTimer(cpu) : ERR_NOT_SUPPORTED;
      case IPI -> f == 0 ? harts.sendInterrupt(cpu.x10, cpu.x11) : ERR_NOT_SUPPORTED;
      case RFENCE -> harts.remoteFence(f, cpu.x10, cpu.x11, cpu.x12, cpu.x13);
      case HSM -> f == 2 ? hartStatus(cpu.x10) : harts.hartState(f, cpu);
      case SRST -> f == 0 ? systemReset(cpu.x10, cpu.x11) : ERR_NOT_SUPPORTED;
      case PMU -> f == 0 ? SUCCESS : f <= 6 ? ERR_INVALID_PARAM : ERR_NOT_SUPPORTED;
      case DBCN -> debugConsole(f, cpu.x10, cpu.x11, cpu.x12);
      default -> ERR_NOT_SUPPORTED;
    };
  }

  private long base(int f, long a0) {
    switch (f) {
      case 0 -> value = SPEC_VERSION;
      case 1 -> value = IMPLEMENTATION;
      case 2 -> value = 1;
      case 3 -> value = available(a0) ? 1 : 0;
      case 4, 5, 6 -> value = 0; // mvendorid, marchid, mimpid
      default -> {
        return ERR_NOT_SUPPORTED;
      }
    }
    return SUCCESS;
  }

  private static boolean available(long eid) {
    if (Long.compareUnsigned(eid, 8) <= 0) {
      return true;
    }
    if ((int) eid != eid) {
      return false;
    }
    return switch ((int) eid) {
      case BASE, TIME, IPI, RFENCE, HSM, SRST, PMU, DBCN -> true;
      default -> false;
    };
  }

  private long setTimer(Cpu cpu) {
    host.setTimer(cpu, cpu.x10);
    return SUCCESS;
  }

  private long hartStatus(long hart) {
    long status = harts.status(hart);
    if (status < 0) {
      return status;
    }
    value = status;
    return SUCCESS;
  }

  private long systemReset(long type, long reason) {
    if (Long.compareUnsigned(reason, 1) > 0) {
      return ERR_INVALID_PARAM;
    }
    if (type == 0 && reason == 1) {
      host.fail(1);
    } else if (type == 0) {
      host.powerOff();
    } else if (type == 1 || type == 2) {
      host.reset();
    } else {
      return ERR_INVALID_PARAM;
    }
    return SUCCESS;
  }

  private long debugConsole(int f, long a0, long a1, long a2) {
    if (f == 2) {
      host.putByte((int) a0 & 0xFF);
      return SUCCESS;
    }
    if (f > 2) {
      return ERR_NOT_SUPPORTED;
    }
    if (a2 != 0 || !memory.contains(a1, a0)) {
      return ERR_INVALID_PARAM;
    }
    if (f == 0) {
      for (long i = 0; i < a0; i++) {
        host.putByte(memory.read8(a1 + i));
      }
      value = a0;
    } else {
      int octet;
      while (value < a0 && (octet = host.getByte()) >= 0) {
        memory.write8(a1 + value, octet);
        value++;
      }
    }
    return SUCCESS;
  }

  private long legacy(int eid, Cpu cpu) {
    switch (eid) {
      case 0 -> host.setTimer(cpu, cpu.x10);
      case 1 -> host.putByte((int) cpu.x10 & 0xFF);
      case 2 -> {
        return host.getByte();
      }
      case 3 -> host.setSoftwareInterrupt(cpu.hartId, false);
      case 4 -> {
        return harts.legacyInterrupt(cpu);
      }
      case 5, 6, 7 -> {
        return harts.legacyFence(eid, cpu);
      }
      default -> host.powerOff();
    }
    return SUCCESS;
  }
}
