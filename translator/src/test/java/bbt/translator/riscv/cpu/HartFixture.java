package bbt.translator.riscv.cpu;

import bbt.translator.code.CodeMemory;
import bbt.translator.code.PhysicalCode;
import bbt.translator.device.Bus;
import bbt.translator.device.Device;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;

/**
 * A hart with little memory, one recording device at 0x1000_0000, and a platform that does nothing.
 */
public final class HartFixture implements Platform {
  public static final long DEVICE = 0x1000_0000L;
  public static final long DEVICE_SIZE = 0x1000;

  /** PTE bits. */
  public static final int V = 1;

  public static final int R = 2;
  public static final int W = 4;
  public static final int X = 8;
  public static final int U = 16;
  public static final int G = 32;
  public static final int A = 64;
  public static final int D = 128;

  public final Ram ram;
  public final CodeMemory code;
  public final Bus bus = new Bus();
  public final Cpu cpu;
  public final RiscvMmu mmu;
  public final Csrs csrs;

  public long now;
  public boolean servesFirmware;
  public int waits;
  public int pauses;
  public long lastTrap = -1;
  public String deviceLog = "";
  public long partialAtDevice;

  private long nextTable;

  public HartFixture() {
    this(4 << 20);
  }

  public HartFixture(long memory) {
    ram = new Ram(memory);
    code = new CodeMemory(ram);
    bus.map(DEVICE, DEVICE_SIZE, new RecordingDevice());
    cpu = Cpu.create(0, ram, code, bus, this);
    mmu = cpu.mmu;
    csrs = cpu.csrs;
    nextTable = Ram.BASE + memory / 2;
    csrs.write(Csr.PMPADDR0, -1);
    csrs.write(Csr.PMPCFG0, 0x1F);
  }

  private final class RecordingDevice implements Device {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public long load(long offset, int size) {
      deviceLog += "r%x/%d ".formatted(offset, size);
      partialAtDevice = cpu.partial;
      return 0x8182838485868788L & (size == 8 ? -1 : (1L << 8 * size) - 1);
    }

    @Override
    public void store(long offset, int size, long value) {
      deviceLog += "w%x/%d=%x ".formatted(offset, size, value);
      partialAtDevice = cpu.partial;
    }
  }

  @Override
  public boolean event(Hart hart) {
    return false;
  }

  @Override
  public void waitForInterrupt(Hart hart) {
    waits++;
  }

  @Override
  public void pause(Hart hart) {
    pauses++;
  }

  @Override
  public boolean firmwareCall(Hart hart) {
    return servesFirmware;
  }

  @Override
  public boolean inputWaits() {
    return false;
  }

  @Override
  public long time(Hart hart) {
    return now;
  }

  @Override
  public void trapTaken(Hart hart, long cause) {
    lastTrap = cause;
  }

  // ---- page tables

  /** A fresh zeroed page for tables, in the upper half of RAM. */
  public long newTable() {
    long table = nextTable;
    nextTable += 4096;
    return table;
  }

  /** Switches translation on. */
  public long enable(int mode, long root) {
    csrs.write(Csr.SATP, (long) mode << 60 | root >>> 12);
    return root;
  }

  /** Address of the PTE of a level (0 = 4 KiB), tables made on the way. */
  public long pteAddress(long root, int levels, long virtual, int level) {
    long table = root;
    for (int i = levels - 1; i > level; i--) {
      long at = table + (virtual >>> 12 + 9 * i & 511) * 8;
      long pte = ram.read64(at);
      if (pte == 0) {
        pte = newTable() >>> 12 << 10 | V;
        ram.write64(at, pte);
      }
      table = pte >>> 10 << 12;
    }
    return table + (virtual >>> 12 + 9 * level & 511) * 8;
  }

  /** Maps a 4 KiB page in a table of 3 levels. */
  public void map(long root, long virtual, long physical, int bits) {
    ram.write64(pteAddress(root, 3, virtual, 0), physical >>> 12 << 10 | bits);
  }

  /** Marks the instruction at a physical address as decoded. */
  public PhysicalCode decode(long physical) {
    PhysicalCode page = code.page(physical & -4096L);
    page.noteDecoded((int) (physical & 4095) / 2, 2);
    return page;
  }

  /** Runs something that must trap; the trap's cause, with tval in {@link GuestTrap#tval}. */
  public static int causeOf(Runnable action) {
    try {
      action.run();
    } catch (GuestTrap trap) {
      return trap.cause;
    }
    return -1;
  }
}
