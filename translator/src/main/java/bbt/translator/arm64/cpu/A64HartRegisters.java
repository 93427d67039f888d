package bbt.translator.arm64.cpu;

import bbt.translator.guest.HartRegisters;
import bbt.translator.hart.Hart;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Reads, compares and copies the registers of an AArch64 processor: x, sp, v, flags, pc and the
 * like, and every system register.
 */
public final class A64HartRegisters implements HartRegisters {
  private static final int GENERAL = A64Cpu.ZERO;
  private static final int SP = GENERAL;
  private static final int VECTORS = SP + 1;
  private static final int OTHERS = VECTORS + 64;
  private static final String[] OTHER_NAMES = {
    "pc", "level", "nzcv", "daif", "fpcr", "fpsr", "reservation", "illegal", "own-stack"
  };
  private static final int CORE = OTHERS + OTHER_NAMES.length;
  private static final String[] REST_NAMES = {"banked-sp0", "banked-sp1", "event", "space", "task"};
  private static final int SYSTEM = CORE + REST_NAMES.length;

  private static final A64Register[] REGISTERS =
      Arrays.stream(A64Register.values())
          .filter(register -> !register.isWriteOnly())
          .toArray(A64Register[]::new);

  /** An odd number for each value, so that a change of one of them changes the sum of products. */
  private static final long[] FACTORS =
      IntStream.range(0, CORE).mapToLong(i -> mix(i + 1) | 1).toArray();

  private static long mix(long number) {
    long mixed = number * 0x9E37_79B9_7F4A_7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ mixed >>> 31;
  }

  @Override
  public Hart newHart() {
    return A64Cpu.registersAlone();
  }

  @Override
  public long hash(Hart hart) {
    A64Cpu cpu = (A64Cpu) hart;
    long sum = cpu.x[A64Cpu.SP] * FACTORS[SP];
    for (int i = 0; i < GENERAL; i++) {
      sum += cpu.x[i] * FACTORS[i];
    }
    for (int i = 0; i < cpu.vector.length; i++) {
      sum += cpu.vector[i] * FACTORS[VECTORS + i];
    }
    long status = cpu.floats.status() & 0xFFFF_FFFFL | (long) cpu.floats.control() << Integer.SIZE;
    // Flags have bits 28 to 31, masks 6 to 9; the rest has the lowest ones.
    long state = (cpu.flags() & 0xFFFF_FFFFL) | cpu.daif | cpu.priv << 2;
    state |= (cpu.illegal ? 2 : 0) | (cpu.ownStack ? 1 : 0);
    return sum
        + cpu.pc * FACTORS[OTHERS]
        + state * FACTORS[OTHERS + 1]
        + status * FACTORS[OTHERS + 2]
        + cpu.reservation * FACTORS[OTHERS + 3];
  }

  @Override
  public long[] read(Hart hart) {
    A64Cpu cpu = (A64Cpu) hart;
    long[] values = new long[SYSTEM + REGISTERS.length];
    readCore(cpu, values);
    int at = CORE;
    values[at++] = cpu.banked(0);
    values[at++] = cpu.banked(1);
    values[at++] = cpu.events.arrived() ? 1 : 0;
    values[at++] = cpu.context.space();
    values[at] = cpu.context.task();
    for (int i = 0; i < REGISTERS.length; i++) {
      values[SYSTEM + i] = cpu.control.get(REGISTERS[i]);
    }
    return values;
  }

  @Override
  public String name(int index) {
    if (index >= SYSTEM) {
      return REGISTERS[index - SYSTEM].name().toLowerCase(Locale.ROOT);
    }
    if (index >= CORE) {
      return REST_NAMES[index - CORE];
    }
    if (index >= OTHERS) {
      return OTHER_NAMES[index - OTHERS];
    }
    if (index >= VECTORS) {
      int half = index - VECTORS;
      return "v" + half / 2 + (half % 2 == 0 ? ".low" : ".high");
    }
    return index == SP ? "sp" : "x" + index;
  }

  @Override
  public List<String> coreDifferences(Hart first, Hart second) {
    long[] one = new long[CORE];
    long[] other = new long[CORE];
    readCore((A64Cpu) first, one);
    readCore((A64Cpu) second, other);
    return differences(one, other);
  }

  private static void readCore(A64Cpu cpu, long[] values) {
    System.arraycopy(cpu.x, 0, values, 0, GENERAL);
    values[SP] = cpu.x[A64Cpu.SP];
    System.arraycopy(cpu.vector, 0, values, VECTORS, cpu.vector.length);
    int at = OTHERS;
    values[at++] = cpu.pc;
    values[at++] = cpu.priv;
    values[at++] = cpu.flags() & 0xFFFF_FFFFL;
    values[at++] = cpu.daif;
    values[at++] = cpu.floats.control() & 0xFFFF_FFFFL;
    values[at++] = cpu.floats.status() & 0xFFFF_FFFFL;
    values[at++] = cpu.reservation;
    values[at++] = cpu.illegal ? 1 : 0;
    values[at] = cpu.ownStack ? 1 : 0;
  }

  /** {@inheritDoc} Level and system registers stay: no region changes them. */
  @Override
  public void copy(Hart source, Hart target) {
    A64Cpu from = (A64Cpu) source;
    A64Cpu to = (A64Cpu) target;
    System.arraycopy(from.x, 0, to.x, 0, from.x.length);
    System.arraycopy(from.vector, 0, to.vector, 0, from.vector.length);
    to.pc = from.pc;
    to.flags(from.flags());
    to.daif = from.daif;
    to.floats.control(from.floats.control());
    to.floats.status(from.floats.status());
    to.reservation = from.reservation;
  }
}
