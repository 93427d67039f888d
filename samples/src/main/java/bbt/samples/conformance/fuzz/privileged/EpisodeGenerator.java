package bbt.samples.conformance.fuzz.privileged;

import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.cpu.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes random episodes. */
final class EpisodeGenerator {
  private static final long STCE = 1L << 63;
  private static final long ADUE = 1L << 61;
  private static final long PBMTE = 1L << 62;

  /** Values that something may depend on. */
  private static final long[] SPECIAL = {
    0,
    1,
    -1,
    2,
    0x7FF,
    0x800,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    0x7FFF_FFFFL,
    0x8000_0000L,
    0xFFFF_FFFFL,
    0x7FF8_0000_0000_0000L,
    0x3FF0_0000_0000_0000L,
    Layout.FRAMES
  };

  private final SplittableRandom random;

  private final boolean old;

  /**
   * @param old whether the reference is older than QEMU 8, see {@link PrivilegedKind#isOld}
   */
  EpisodeGenerator(long seed, boolean old) {
    this.random = new SplittableRandom(seed);
    this.old = old;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  Episode episode(int number) {
    Traits traits = Traits.random(random, old);
    PageTables tables = new PageTables(random, traits.tables());
    OperationChoice choice = new OperationChoice(random, traits, tables, old, false);
    OperationChoice hooks = new OperationChoice(random, traits, tables, old, true);
    // A handler between a changed entry and the fence of one address may use another alias.
    boolean hooked = !traits.remaps();
    int kind = random.nextInt(100);
    int privilege = kind < 20 ? Cpu.M : kind < 60 || traits.waits() ? Cpu.S : Cpu.U;
    return new Episode(
        number,
        privilege,
        CsrChoice.satp(traits.levels(), (random.nextLong() & 0xFFFF) << 44),
        status(traits),
        registers(traits),
        tables.entries(),
        operations(choice, 6 + random.nextInt(20)),
        chance(50) ? 1 : 2 + random.nextInt(4),
        hooked && chance(15) ? operations(hooks, 1 + random.nextInt(3)) : List.of(),
        hooked && chance(30) ? operations(hooks, 1 + random.nextInt(3)) : List.of(),
        values(),
        chance(30));
  }

  private static List<Operation> operations(OperationChoice choice, int count) {
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      operations.add(choice.next());
    }
    return List.copyOf(operations);
  }

  private long status(Traits traits) {
    long status = (chance(50) ? Status.SUM : 0) | (chance(30) ? Status.MXR : 0);
    status |= (long) random.nextInt(4) << Status.FS_SHIFT;
    status |= chance(15) ? Status.TW : 0;
    status |= chance(8) ? Status.TSR : 0;
    status |= chance(15) && !traits.remaps() ? Status.TVM : 0;
    status |= chance(50) ? Status.MPIE : 0;
    if (!traits.waits()) {
      status |= (chance(50) ? Status.SIE : 0) | (chance(50) ? Status.SPIE : 0);
    }
    return status;
  }

  private List<Episode.Register> registers(Traits traits) {
    List<Episode.Register> registers = new ArrayList<>();
    long delegated = random.nextLong() & 0x3FF | random.nextLong() & 0xB000;
    delegated &= chance(15) ? ~4L : ~0x200L;
    set(registers, Csr.MEDELEG, delegated & (chance(15) ? 0 : -1));
    set(registers, Csr.MIDELEG, traits.delegated());
    set(registers, Csr.MTVEC, random.nextInt(2) << 2 | random.nextInt(2));
    set(registers, Csr.STVEC, random.nextInt(2) << 2 | random.nextInt(2));
    set(registers, Csr.MCOUNTEREN, random.nextLong());
    set(registers, Csr.SCOUNTEREN, random.nextLong());
    long environment = ADUE | (traits.stimecmp() ? STCE : 0) | (traits.memoryTypes() ? PBMTE : 0);
    set(registers, Csr.MENVCFG, environment);
    set(registers, Csr.SENVCFG, 0);
    set(registers, Csr.SEPC, random.nextLong());
    set(registers, Csr.SCAUSE, 0);
    set(registers, Csr.STVAL, random.nextLong());
    set(registers, Csr.SSCRATCH, random.nextLong());
    set(registers, Csr.MSCRATCH, random.nextLong());
    for (int entry = 0; entry < 8; entry++) {
      long address =
          entry == 0
              ? CsrChoice.protectedBase(traits) >>> 2
              : CsrChoice.protectedAddress(random, traits);
      set(registers, Csr.PMPADDR0 + entry, address);
    }
    set(registers, Csr.PMPCFG0, traits.protects() ? CsrChoice.protection(random) : 0);
    if (traits.waits()) {
      set(registers, Csr.MIP, 2);
      set(registers, Csr.MIE, 2);
    } else if (traits.posted() != 0) {
      set(registers, Csr.MIP, traits.posted() & random.nextLong());
      set(registers, Csr.MIE, random.nextLong() | traits.posted() & random.nextLong());
    } else {
      set(registers, Csr.MIE, random.nextLong());
    }
    return registers;
  }

  private static void set(List<Episode.Register> registers, int csr, long value) {
    registers.add(new Episode.Register(csr, value));
  }

  private List<Long> values() {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < 31 + 8; i++) {
      values.add(chance(30) ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextLong());
    }
    return values;
  }
}
