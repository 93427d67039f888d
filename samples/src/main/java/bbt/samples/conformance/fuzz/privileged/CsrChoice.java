package bbt.samples.conformance.fuzz.privileged;

import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.cpu.Status;
import java.util.SplittableRandom;

/**
 * The registers that operations touch: which of their bits are compared, and which values may be
 * written without leaving what is defined, or taking the harness's ground away.
 */
enum CsrChoice {
  MSCRATCH(Csr.MSCRATCH, -1),
  SSCRATCH(Csr.SSCRATCH, -1),
  MEPC(Csr.MEPC, ~1L),
  SEPC(Csr.SEPC, ~1L),
  MCAUSE(Csr.MCAUSE, -1),
  SCAUSE(Csr.SCAUSE, -1),
  MTVAL(Csr.MTVAL, -1),
  STVAL(Csr.STVAL, -1),
  MCOUNTEREN(Csr.MCOUNTEREN, 7),
  SCOUNTEREN(Csr.SCOUNTEREN, 7),
  MEDELEG(Csr.MEDELEG, 0xB3FF) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      // Illegal instruction (2) and ecall from S (9) are the ways out of S-mode.
      return random.nextLong() & (form == SET ? ~0x204L : ~0x200L);
    }
  },
  MIDELEG(Csr.MIDELEG, 0x222) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return form == WRITE ? traits.delegated() : 0;
    }
  },
  MIE(Csr.MIE, 0xAAA) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return traits.waits() ? form == WRITE ? 2 : 0 : random.nextLong();
    }
  },
  SIE(Csr.SIE, 0x222) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return MIE.value(random, traits, form);
    }
  },
  MIP(Csr.MIP, 0xAAA) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return traits.waits() ? form == WRITE ? 2 : 0 : random.nextLong() & traits.posted();
    }
  },
  SIP(Csr.SIP, 0x222) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return MIP.value(random, traits, form);
    }
  },
  MSTATUS(Csr.MSTATUS, 0x8000_000A_007E_79AAL) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return status(random, traits, form, 0x7E_79AAL);
    }
  },
  SSTATUS(Csr.SSTATUS, 0x8000_0002_000C_6122L) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return status(random, traits, form, 0xC_6122L);
    }
  },
  SATP(Csr.SATP, -1) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return form == WRITE ? satp(random) : 0;
    }
  },
  MENVCFG(Csr.MENVCFG, 1L | 3L << 62) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      // A/D updates (61) stay on, as the reference has them; PBMTE (62) and STCE (63) as they are.
      return form == WRITE
          ? random.nextLong() & 1
              | 1L << 61
              | (traits.memoryTypes() ? 1L << 62 : 0)
              | (traits.stimecmp() ? 1L << 63 : 0)
          : random.nextLong() & 1;
    }
  },
  SENVCFG(Csr.SENVCFG, 1),
  STIMECMP(Csr.STIMECMP, -1) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      boolean now = traits.stimecmp() && (traits.posted() & 1 << 5) != 0 && random.nextBoolean();
      return form == WRITE && !now ? -1 : 0;
    }
  },
  FCSR(Csr.FCSR, 0xFF),
  FRM(Csr.FRM, 7),
  FFLAGS(Csr.FFLAGS, 31),
  MISA(Csr.MISA, letters("ACDFIMSU") | 3L << 62),
  MHARTID(Csr.MHARTID, -1),
  MCONFIGPTR(Csr.MCONFIGPTR, -1),
  MVENDORID(Csr.MVENDORID, 0),
  MARCHID(Csr.MARCHID, 0),
  MIMPID(Csr.MIMPID, 0),
  CYCLE(Csr.CYCLE, 0),
  TIME(Csr.TIME, 0),
  INSTRET(Csr.INSTRET, 0),
  MCYCLE(Csr.MCYCLE, 0),
  MINSTRET(Csr.MINSTRET, 0),
  MCOUNTINHIBIT(Csr.MCOUNTINHIBIT, 5),
  PMPCFG0(Csr.PMPCFG0, -1) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return form == WRITE && traits.protects() ? protection(random) : 0;
    }
  },
  PMPADDR3(Csr.PMPADDR0 + 3, -1) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return form == WRITE ? protectedAddress(random, traits) : 0;
    }
  },
  PMPADDR5(Csr.PMPADDR0 + 5, -1) {
    @Override
    long value(SplittableRandom random, Traits traits, int form) {
      return PMPADDR3.value(random, traits, form);
    }
  };

  /** csrrw; the funct3 of the instruction without the immediate bit. */
  static final int WRITE = 1;

  static final int SET = 2;
  static final int CLEAR = 3;

  /** Set in mstatus by operations of their own. */
  private static final long UXL_SXL = 0xA_0000_0000L;

  final int number;

  /** Bits whose value both machines must show. */
  final long compared;

  CsrChoice(int number, long compared) {
    this.number = number;
    this.compared = compared;
  }

  /**
   * Whether a write that changes nothing differs from a read: it makes FS dirty, or it is an
   * illegal instruction because the register is read-only (privileged specification, "CSR Address
   * Mapping Conventions").
   */
  boolean showsEmptyWrite() {
    return this == FFLAGS || this == FRM || this == FCSR || number >>> 10 == 3;
  }

  private static long letters(String extensions) {
    long bits = 0;
    for (int i = 0; i < extensions.length(); i++) {
      bits |= 1L << extensions.charAt(i) - 'A';
    }
    return bits;
  }

  /**
   * A value to write, or to set or clear bits by.
   *
   * @param form {@link #WRITE}, {@link #SET} or {@link #CLEAR}
   */
  long value(SplittableRandom random, Traits traits, int form) {
    return switch (random.nextInt(4)) {
      case 0 -> 1L << random.nextInt(64);
      case 1 -> random.nextLong() & 0xFFF;
      default -> random.nextLong();
    };
  }

  /** Never: 32-bit modes (the reference has them), privilege 2, what a trait forbids. */
  private static long status(SplittableRandom random, Traits traits, int form, long bits) {
    long value = random.nextLong() & bits;
    if (form == CLEAR) {
      return random.nextBoolean() ? value : value & ~(Status.MPP | Status.FS);
    }
    if (traits.remaps()) {
      value &= ~Status.TVM;
    }
    if (traits.waits()) {
      value &= ~(Status.SIE | Status.SPIE);
    }
    if (random.nextInt(8) != 0) {
      value &= ~(Status.TSR | Status.MPRV);
    }
    if ((value & Status.MPP) >>> Status.MPP_SHIFT == 2 || form == SET) {
      value &= ~Status.MPP;
    }
    return form == WRITE ? value | UXL_SXL & (bits == 0xC_6122L ? 0x2_0000_0000L : -1) : value;
  }

  /** A supported mode with the root that belongs to it, or one that changes nothing. */
  static long satp(SplittableRandom random) {
    long asid = (random.nextLong() & 0xFFFF) << 44;
    int root = random.nextInt(3);
    return switch (random.nextInt(10)) {
      case 0 -> 0;
      case 1 -> (1L + random.nextInt(7)) << 60 | random.nextLong() >>> 4;
      case 2 -> (11L + random.nextInt(5)) << 60 | random.nextLong() >>> 4;
      default -> satp(root + 3, asid);
    };
  }

  /** satp for a number of levels (0: Bare). */
  static long satp(int levels, long asidInPlace) {
    return levels == 0
        ? 0
        : (levels + 5L) << 60 | asidInPlace | PageTables.rootAddress(levels - 3) >>> 12;
  }

  /** Where {@link #protectedAddress} begins. */
  static long protectedBase(Traits traits) {
    return traits.protectsCode() ? Layout.CODE_FRAMES : Layout.FRAMES;
  }

  /** Seven entries' configurations; entry 0 is off, since TOR would begin at address 0. */
  static long protection(SplittableRandom random) {
    long value = 0;
    for (int i = 1; i < 8; i++) {
      long permissions = random.nextInt(8);
      if ((permissions & 3) == 2) {
        permissions |= 1; // W without R is reserved
      }
      value |= ((long) random.nextInt(4) << 3 | permissions) << 8 * i;
    }
    return value;
  }

  /**
   * An address, with the size of a NAPOT region in it, among frames and random page tables, or
   * among code frames: never in both, since a TOR region would hold what the harness needs.
   */
  static long protectedAddress(SplittableRandom random, Traits traits) {
    int pages = Layout.FRAME_COUNT + (traits.protectsCode() ? 0 : Layout.TABLE_COUNT);
    long word = protectedBase(traits) + (random.nextLong() & pages * (long) Layout.PAGE - 1) >>> 2;
    return switch (random.nextInt(4)) {
      case 3 -> word & ~1023L | 0x41; // in the middle of the doubleword at 0x100
      case 0 -> word & ~1023L;
      case 1 -> word;
      default -> word | (1L << random.nextInt(13)) - 1;
    };
  }
}
