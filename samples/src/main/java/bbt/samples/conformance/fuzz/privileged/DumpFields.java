package bbt.samples.conformance.fuzz.privileged;

import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import bbt.translator.riscv.cpu.Csr;
import java.util.ArrayList;
import java.util.List;

/** The fields of a dump in {@link TrapLog}, in order, with the bits that are compared. */
final class DumpFields {
  /** mstatus without what only QEMU has: hypervisor and vector fields, endianness. */
  static final long STATUS_MASK = 0x8000_000A_007E_79AAL;

  /** mip and mie: the six interrupts. */
  static final long INTERRUPTS_MASK = 0xAAA;

  private record Field(String name, long mask) {}

  private static final List<Field> FIELDS = fields();

  private DumpFields() {}

  /** Size of a dump. */
  static int bytes() {
    return EpisodeLog.RECORD_BYTES + 8 * FIELDS.size();
  }

  private static List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (int x = 1; x < 32; x++) {
      fields.add(new Field("x" + x, -1));
    }
    for (int csr : PrivilegedHarness.DUMPED) {
      fields.add(new Field("csr 0x" + Integer.toHexString(csr), mask(csr)));
    }
    fields.add(new Field("fcsr", -1));
    for (int f = 0; f < 32; f++) {
      fields.add(new Field("f" + f, -1));
    }
    for (int page = 0; page < Layout.FRAME_COUNT; page++) {
      fields.add(new Field("data frame " + page, -1));
    }
    for (int page = 0; page < Layout.TABLE_COUNT; page++) {
      fields.add(new Field("page table " + page, -1));
    }
    for (int page = 0; page < Layout.ROOT_COUNT; page++) {
      fields.add(new Field("root " + page, -1));
    }
    fields.add(new Field("code frame", -1));
    return List.copyOf(fields);
  }

  private static long mask(int csr) {
    return switch (csr) {
      case Csr.MSTATUS, Csr.SSTATUS -> STATUS_MASK;
      case Csr.MIE, Csr.MIP, Csr.SIE, Csr.SIP, Csr.MIDELEG -> INTERRUPTS_MASK;
      case Csr.MEDELEG -> CsrChoice.MEDELEG.compared;
      case Csr.MCOUNTEREN, Csr.SCOUNTEREN -> 7;
      case Csr.MENVCFG -> CsrChoice.MENVCFG.compared;
      case Csr.SENVCFG -> CsrChoice.SENVCFG.compared;
      case Csr.SEPC -> ~1L;
      default -> -1;
    };
  }

  /** The first field that differs, or null. */
  static Difference compare(int episode, EpisodeLog theirs, EpisodeLog ours) {
    for (int i = 0; i < FIELDS.size(); i++) {
      Field field = FIELDS.get(i);
      int offset = EpisodeLog.RECORD_BYTES + 8 * i;
      long e = theirs.field(offset) & field.mask;
      long f = ours.field(offset) & field.mask;
      if (e != f) {
        return new Difference(
            episode, field.name + " at the end", Long.toHexString(e), Long.toHexString(f), null);
      }
    }
    return null;
  }
}
