package bbt.translator.riscv.cpu;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.translator.memory.Ram;
import java.util.Arrays;

/**
 * Finds out whether a hart only spins ({@link bbt.translator.hart.Hart#spins}): executes on from
 * where it is, on a copy of its registers, until it is there again.
 *
 * <p>What the hart would do is looked at, never done: memory is read without TLBs, and nothing is
 * written. So stores and read-modify-writes are followed only where they change no byte. Whatever
 * else may come out otherwise the next time is taken for no spinning: accesses to devices and to
 * control registers, conditional stores, floating point.
 */
final class SpinCheck extends EvaluatingRtl {
  /** Most instructions of a loop: waiting for a lock needs a few, or a function and its caller. */
  private static final int MOST = 64;

  private static final long PAGE_MASK = 4095;

  private final Cpu cpu;
  private final Ram ram;

  /** The registers when the hart was last where it is. */
  private final long[] before = new long[32];

  /** Whether all has been followed so far. */
  private boolean known = true;

  /** Virtual page of the last instruction, and where it is; none has an odd address. */
  private long page = 1;

  private long physicalPage;

  /** Begins where a hart is that stands at a node end. */
  SpinCheck(Cpu cpu, Ram ram) {
    this.cpu = cpu;
    this.ram = ram;
    for (int i = 1; i < 32; i++) {
      x[i] = cpu.general(i);
    }
    pc = cpu.pc;
  }

  /** Whether the hart spins; to be asked once. */
  boolean spins() {
    System.arraycopy(x, 0, before, 0, 32);
    boolean again = false;
    for (int i = 0; i < MOST; i++) {
      Decoded instruction = fetch();
      if (instruction == null) {
        return false;
      }
      execute(instruction);
      if (!known) {
        return false;
      }
      if (pc == cpu.pc) {
        boolean same = Arrays.equals(x, before);
        if (same || again) {
          return same;
        }
        again = true; // what a round leaves for the next one is there only from now on
        System.arraycopy(x, 0, before, 0, 32);
      }
    }
    return false;
  }

  /** The instruction at {@link #pc}; null if there is none. */
  private Decoded fetch() {
    int low = halfword(pc);
    if (low < 0 || Decoder.length(low) == 2) {
      return low < 0 ? null : Decoder.decode(low);
    }
    int high = halfword(pc + 2);
    return high < 0 ? null : Decoder.decode(low | high << 16);
  }

  /** Two bytes of code; -1 where there is no RAM. */
  private int halfword(long address) {
    if ((address & ~PAGE_MASK) != page) {
      page = address & ~PAGE_MASK;
      physicalPage = cpu.translateQuietly(page);
    }
    return ram.isRam(physicalPage) ? ram.halfword(physicalPage | address & PAGE_MASK) : -1;
  }

  @Override
  protected Long unknown() {
    known = false;
    return 0L;
  }

  @Override
  public Long load(MemoryKind kind, Long address) {
    if ((address & PAGE_MASK) + kind.bytes > PAGE_MASK + 1) {
      return unknown();
    }
    long physical = cpu.mmu.translateDataQuietly(address);
    return ram.holds(physical, kind.bytes) ? read(kind, physical) : unknown();
  }

  private long read(MemoryKind kind, long physical) {
    return switch (kind) {
      case S8 -> (byte) ram.read8(physical);
      case S16 -> (short) ram.read16(physical);
      case S32 -> ram.read32(physical);
      case U8 -> ram.read8(physical);
      case U16 -> ram.read16(physical);
      case U32 -> ram.read32(physical) & 0xFFFF_FFFFL;
      case D64 -> ram.read64(physical);
    };
  }

  @Override
  public void store(MemoryKind kind, Long address, Long value) {
    int unused = 64 - 8 * kind.bytes;
    if ((load(kind, address) ^ value) << unused != 0) {
      unknown();
    }
  }

  /** {@inheritDoc} The reservation ends with the hart's turn, if not before. */
  @Override
  public Long loadReserved(MemoryKind kind, Long address) {
    return (address & kind.bytes - 1) == 0 ? load(kind, address) : unknown();
  }

  @Override
  public Long amo(Amo operation, MemoryKind kind, Long address, Long value) {
    Long old = loadReserved(kind, address);
    store(
        kind,
        address,
        AtomicMemoryOperations.result(
            operation, old, kind == MemoryKind.S32 ? sext32(value) : value));
    return old;
  }
}
