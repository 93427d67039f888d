package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.privileged.PageTables.Place;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.cpu.Status;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Chooses operations at random, within an episode's traits. */
final class OperationChoice {
  /** Registers for results and random operands; see {@link PrivilegedHarness} for the others. */
  private static final int[] FREE = {
    1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 28
  };

  private static final List<Insn> AMOS_W =
      List.of(
          Insn.AMOADD_W,
          Insn.AMOSWAP_W,
          Insn.AMOXOR_W,
          Insn.AMOOR_W,
          Insn.AMOAND_W,
          Insn.AMOMIN_W,
          Insn.AMOMAX_W,
          Insn.AMOMINU_W,
          Insn.AMOMAXU_W);
  private static final List<Insn> AMOS_D =
      List.of(
          Insn.AMOADD_D,
          Insn.AMOSWAP_D,
          Insn.AMOXOR_D,
          Insn.AMOOR_D,
          Insn.AMOAND_D,
          Insn.AMOMIN_D,
          Insn.AMOMAX_D,
          Insn.AMOMINU_D,
          Insn.AMOMAXU_D);

  /** 32-bit encodings of nothing, and 16-bit ones. */
  private static final int[] ILLEGAL = {
    0x0000_000B, 0xFFFF_FFFF, 0x0000_005B, 0x0600_0033, 0x0000_3063, 0x0000_2063, 0x0000_7003,
    0x0000_4023, 0x8000_1013, 0x0000_401B, 0x0000_002F, 0xF800_202F, 0x0000_4073, 0x0020_0073,
    0x1030_0073, 0x7020_0073, 0x1200_0173, 0x0000_006B, 0xC240_0053
  };

  private static final int[] ILLEGAL_SHORT = {
    0x0000, 0x0004, 0x4002, 0x6002, 0x2001, 0x6101, 0x6181, 0x8002, 0x9C41, 0x9C61
  };

  private final SplittableRandom random;
  private final Traits traits;
  private final PageTables tables;
  private final boolean old;
  private final boolean hook;

  /**
   * @param old whether the reference is older than QEMU 8, see {@link PrivilegedKind#isOld}
   * @param hook for the middle of a handler: nothing that changes mode or jumps
   */
  OperationChoice(
      SplittableRandom random, Traits traits, PageTables tables, boolean old, boolean hook) {
    this.random = random;
    this.traits = traits;
    this.tables = tables;
    this.old = old;
    this.hook = hook;
  }

  Operation next() {
    int kind = random.nextInt(100);
    if (kind < 38) {
      return access(target());
    }
    if (kind < 58) {
      return csr();
    }
    if (kind < 62) {
      return unknownCsr();
    }
    if (kind < 67) {
      return fence();
    }
    if (kind < 71) {
      return trap();
    }
    if (kind < 74) {
      return floating();
    }
    if (kind < 77) {
      return traits.waits() ? waiting() : one("fence.i", Rv.FENCE_I);
    }
    if (kind < 82) {
      return special();
    }
    if (hook) {
      return access(target());
    }
    if (kind < 88) {
      return traits.jumps() ? jump() : access(target());
    }
    if (kind < 94) {
      // sret would enable what a wait must only find pending.
      return traits.waits() || random.nextBoolean() ? privilege() : xret();
    }
    return modeBits();
  }

  /** Chooses an operation that the traits are about. */
  private Operation special() {
    if (traits.remaps() && !hook) {
      return remap();
    }
    if (traits.protects()) {
      return protect();
    }
    if (traits.posted() != 0) {
      return post();
    }
    return access(target());
  }

  /** A wfi that is not in the last four bytes of a page: see {@link Explained#WFI_PAGE_END}. */
  private static Operation waiting() {
    return new Operation(
        "wfi",
        code -> {
          if ((code.here() & Layout.PAGE - 1) >= Layout.PAGE - 4) {
            code.words(Rv.NOP);
          }
          code.words(Rv.WFI);
        });
  }

  private int free() {
    return FREE[random.nextInt(FREE.length)];
  }

  private int levels() {
    return traits.levels() == 0 ? 3 : traits.levels();
  }

  // ---- addresses

  private long target() {
    int kind = random.nextInt(100);
    boolean physical = traits.levels() == 0 ? kind < 85 : kind < 15;
    long page;
    if (physical) {
      page = Layout.FRAMES + (long) random.nextInt(8) * Layout.PAGE;
    } else if (kind < 20) {
      page = random.nextLong() & -Layout.PAGE;
      // Not where another size of addresses, or none, would find something.
      page |= 1L << 62;
    } else {
      page =
          tables.addressTo(levels(), Place.DATA, kind < 75 ? Place.DATA : Place.CODE, Place.TABLE);
    }
    return notHalfOutside(page + offset());
  }

  /**
   * The reference carries out the half of an access that crosses into what is no RAM. Behind the
   * last data frame are page tables, which must not change without a fence.
   */
  private long notHalfOutside(long address) {
    boolean outside =
        (address >>> 12 & 7) == 7
            || tables.place(address, levels()) == Place.ELSEWHERE
            || tables.place(address + 7, levels()) == Place.ELSEWHERE;
    return outside ? address & -8 : address;
  }

  private int offset() {
    int kind = random.nextInt(100);
    if (traits.protects() && kind < 25) {
      return 0x100; // see CsrChoice.protectedAddress
    }
    if (kind < 70 || traits.protects()) {
      return random.nextInt(Layout.PAGE / 8) * 8;
    }
    return kind < 85 ? Layout.PAGE - 1 - random.nextInt(7) : random.nextInt(Layout.PAGE);
  }

  // ---- operations

  private static Operation one(String text, int word) {
    return new Operation(text, code -> code.words(word));
  }

  /** Mixes what was read into s10. */
  private static void see(CodeBuffer code, int register) {
    code.words(
        Rv.slli(Rv.T4, Rv.S10, 5), Rv.add(Rv.S10, Rv.S10, Rv.T4), Rv.xor(Rv.S10, Rv.S10, register));
  }

  private Operation access(long any) {
    int kind = random.nextInt(100);
    // Atomics in RAM only: elsewhere the reference reports another fault, see Explained.
    boolean atomic = kind >= 82;
    long address =
        atomic && (random.nextInt(8) != 0 || any >>> 23 != Layout.FRAMES >>> 23) ? any & -8 : any;
    int rd = free();
    int rs = free();
    if (kind < 40) {
      int width = random.nextInt(7);
      return at(address, "load " + width, Rv.load(width, rd, Rv.T5), rd);
    }
    if (kind < 70) {
      int width = random.nextInt(4);
      return at(address, "store " + width, Rv.store(width, rs, Rv.T5, 0), rs);
    }
    if (kind < 76) {
      int width = 2 + random.nextInt(2);
      return at(
          address,
          "float load " + width,
          Encoder.i(width == 2 ? Insn.FLW : Insn.FLD, 1, Rv.T5, 0),
          rs);
    }
    if (kind < 82) {
      int width = 2 + random.nextInt(2);
      return at(
          address,
          "float store " + width,
          Encoder.s(width == 2 ? Insn.FSW : Insn.FSD, 1, Rv.T5, 0),
          rs);
    }
    int width = 2 + random.nextInt(2);
    if (kind < 88 || traits.protects()) {
      int load = Encoder.r(width == 2 ? Insn.LR_W : Insn.LR_D, rd, Rv.T5, 0);
      if ((address & 7) != 0) {
        return at(address, "lr " + width, load, rd);
      }
      int result = free();
      int store = Encoder.r(width == 2 ? Insn.SC_W : Insn.SC_D, result, Rv.T5, rs);
      return new Operation(
          "lr, sc " + width + hex(address),
          code -> {
            // No sc where lr trapped: whether a failing sc can fault is free.
            code.li(Rv.T5, address).li(Rv.TP, 0).words(load);
            code.words(Encoder.s(Insn.BNE, Rv.ZERO, Rv.TP, 8), store);
            see(code, rd);
            see(code, result);
          });
    }
    Insn amo = (width == 2 ? AMOS_W : AMOS_D).get(random.nextInt(AMOS_W.size()));
    return at(address, amo.mnemonic(), Encoder.r(amo, rd, Rv.T5, rs), rd);
  }

  private static String hex(long value) {
    return " 0x" + Long.toHexString(value);
  }

  private static Operation at(long address, String text, int word, int seen) {
    return new Operation(
        text + hex(address),
        code -> {
          code.li(Rv.T5, address).words(word);
          see(code, seen);
        });
  }

  /** One of the harness's tables with any mode, legal or not, and the register read back. */
  private Operation vector() {
    boolean machine = random.nextBoolean();
    int csr = machine ? Csr.MTVEC : Csr.STVEC;
    int table = random.nextInt(2) + (machine ? 0 : 2);
    int mode = random.nextInt(4);
    int rd = free();
    return new Operation(
        (machine ? "mtvec" : "stvec") + " = table " + table + ", mode " + mode,
        code -> {
          code.li(Rv.T5, code.address(PrivilegedHarness.vectors(table)) + mode)
              .words(Rv.csrw(csr, Rv.T5));
          code.words(Rv.csrr(rd, csr));
          see(code, rd);
        });
  }

  private Operation csr() {
    if (random.nextInt(20) == 0) {
      return vector();
    }
    CsrChoice choice = CsrChoice.values()[random.nextInt(CsrChoice.values().length)];
    int form = 1 + random.nextInt(3);
    int variant = random.nextInt(4);
    // QEMU 7.2 takes a STIP away that software has set when stimecmp is written, whatever STCE
    // says.
    boolean posted = !traits.stimecmp() && (traits.posted() & 1 << 5) != 0;
    return csr(choice, form, posted && choice == CsrChoice.STIMECMP ? 0 : variant);
  }

  private Operation csr(CsrChoice choice, int form, int variant) {
    long value = choice.value(random, traits, form);
    int rd = choice.compared == 0 ? 0 : free();
    String name = new String[] {"", "csrrw ", "csrrs ", "csrrc "}[form] + choice;
    // No bits set or cleared by a register other than x0: the reference takes it for no write.
    if (variant == 0 || value == 0 && form != CsrChoice.WRITE && choice.showsEmptyWrite()) {
      return read(name + " by x0", Rv.csr(2 + form % 2, rd, choice.number, 0), rd, choice.compared);
    }
    if (variant == 1 && value == (value & 31)) {
      return read(
          name + "i" + hex(value),
          Rv.csr(form + 4, rd, choice.number, (int) value),
          rd,
          choice.compared);
    }
    Operation access =
        read(name + hex(value), Rv.csr(form, rd, choice.number, Rv.T5), rd, choice.compared);
    boolean fence = choice == CsrChoice.SATP || choice.name().startsWith("PMP");
    return new Operation(
        access.text(),
        code -> {
          code.li(Rv.T5, value);
          access.code().accept(code);
          if (fence) {
            code.words(Rv.sfence(0, 0));
          }
        });
  }

  private static Operation read(String text, int word, int rd, long compared) {
    return new Operation(
        text,
        code -> {
          code.words(word);
          if (rd != 0) {
            code.li(Rv.T4, compared).words(Rv.and(rd, rd, Rv.T4));
            see(code, rd);
          }
        });
  }

  /** A number that is no register of either machine, or one for debugging alone. */
  private Operation unknownCsr() {
    int number = UnknownCsrs.pick(random);
    int form = 1 + random.nextInt(3);
    int source = random.nextBoolean() ? 0 : free();
    return one(
        "csr " + Integer.toHexString(number) + " form " + form, Rv.csr(form, 0, number, source));
  }

  private Operation fence() {
    int kind = random.nextInt(4);
    long address = target();
    int space = free();
    return switch (kind) {
      case 0 -> one("sfence.vma", Rv.sfence(0, 0));
      case 1 -> one("sfence.vma x0, x" + space, Rv.sfence(0, space));
      default ->
          new Operation(
              "sfence.vma" + hex(address),
              code -> code.li(Rv.T5, address).words(Rv.sfence(Rv.T5, kind == 2 ? 0 : space)));
    };
  }

  private Operation trap() {
    return switch (random.nextInt(4)) {
      case 0 -> one("ecall", Rv.ECALL);
      case 1 -> one("ebreak", Rv.EBREAK);
      case 2 -> {
        int word = ILLEGAL[random.nextInt(ILLEGAL.length)];
        yield one("illegal" + hex(word & 0xFFFF_FFFFL), word);
      }
      default -> {
        int half = ILLEGAL_SHORT[random.nextInt(ILLEGAL_SHORT.length)];
        yield new Operation("illegal" + hex(half), code -> code.half(half).half(Rv.C_NOP));
      }
    };
  }

  private Operation floating() {
    int rd = free();
    int rs = free();
    return switch (random.nextInt(4)) {
      case 0 -> one("fmv.d.x f2, x" + rs, Encoder.r(Insn.FMV_D_X, 2, rs, 0));
      case 1 ->
          one("fadd.d f3, f1, f2", Encoder.encode(Insn.FADD_D, new Operands(3, 1, 2, 0, 0, 7)));
      case 2 -> {
        // The move makes the state dirty: QEMU does not when only flags change.
        Consumer<CodeBuffer> compare = seen(Encoder.r(Insn.FEQ_D, rd, 1, 2), rd);
        yield new Operation(
            "fmv.d.x f2, x" + rs + "; feq.d f1, f2",
            code -> compare.accept(code.words(Encoder.r(Insn.FMV_D_X, 2, rs, 0))));
      }
      default -> new Operation("fmv.x.d f3", seen(Encoder.r(Insn.FMV_X_D, rd, 3, 0), rd));
    };
  }

  private static Consumer<CodeBuffer> seen(int word, int register) {
    return code -> {
      code.words(word);
      see(code, register);
    };
  }

  // ---- what the traits are about

  private Operation remap() {
    int levels = levels();
    long any = tables.addressTo(levels, Place.DATA, Place.CODE) + offset();
    long leaf = tables.leafEntry(any, levels);
    boolean single = leaf != -1 && !traits.tables().global() && random.nextBoolean();
    long at =
        leaf != -1 ? leaf : Layout.TABLES + random.nextInt(3) * 4096L + random.nextInt(8) * 8L;
    // What leads out of RAM becomes invalid: that no access crosses there is decided by the tables
    // as they are at the start (notHalfOutside).
    long entry = tables.entry(0);
    long value = PageTables.isRam(entry) ? entry : entry & ~PageTables.V;
    long address = notHalfOutside(any);
    Operation before = access(address);
    Operation after = access(address);
    return new Operation(
        before
            + "; pte"
            + hex(at)
            + " = "
            + Long.toHexString(value)
            + "; "
            + (single ? "fence one; " : "fence; ")
            + after,
        code -> {
          before.code().accept(code);
          code.li(Rv.T5, at).li(Rv.T4, value).words(Rv.sd(Rv.T4, Rv.T5, 0));
          code.li(Rv.T5, address).words(Rv.sfence(single ? Rv.T5 : 0, 0));
          after.code().accept(code);
          code.words(Rv.sfence(0, 0));
        });
  }

  private Operation protect() {
    int entry = 1 + random.nextInt(7);
    long address = CsrChoice.protectedAddress(random, traits);
    long config = CsrChoice.protection(random);
    return new Operation(
        "pmpaddr" + entry + " =" + hex(address) + ", pmpcfg0 =" + hex(config),
        code -> {
          code.li(Rv.T5, address).words(Rv.csrw(Csr.PMPADDR0 + entry, Rv.T5));
          code.li(Rv.T5, config).words(Rv.csrw(Csr.PMPCFG0, Rv.T5), Rv.sfence(0, 0));
        });
  }

  private Operation post() {
    boolean on = random.nextInt(100) < 70;
    int code;
    do {
      code = 1 + 2 * random.nextInt(5);
    } while ((traits.posted() >>> code & 1) == 0);
    long bit = 1L << code;
    if (code == 3) {
      return device("msip = " + on, Layout.CLINT, on ? 1 : 0, 2);
    }
    if (code == 7) {
      return device("mtimecmp " + (on ? "now" : "never"), Layout.MTIMECMP, on ? 0 : -1, 3);
    }
    if (code == 5 && traits.stimecmp()) {
      long value = on ? 0 : -1;
      return new Operation(
          "stimecmp = " + value, c -> c.li(Rv.T5, value).words(Rv.csrw(Csr.STIMECMP, Rv.T5)));
    }
    int csr = random.nextBoolean() ? Csr.MIP : Csr.SIP;
    return new Operation(
        (csr == Csr.MIP ? "mip" : "sip") + (on ? " |=" : " &= ~") + hex(bit),
        c -> c.li(Rv.T5, bit).words(on ? Rv.csrs(csr, Rv.T5) : Rv.csrc(csr, Rv.T5)));
  }

  /**
   * A store to a device, in M-mode alone and between two changes of mstatus.MIE: what it makes
   * pending may be seen by the hart some instructions later, but not before the second of them.
   */
  private static Operation device(String text, long address, long value, int width) {
    CodeBuffer store = new CodeBuffer(0);
    store.li(Rv.T5, address).li(Rv.TP, value).words(Rv.store(width, Rv.TP, Rv.T5, 0));
    store.words(Rv.load(width, Rv.TP, Rv.T5)).li(Rv.TP, Status.MIE);
    store.words(Rv.and(Rv.T4, Rv.T4, Rv.TP), Rv.csrs(Csr.MSTATUS, Rv.T4));
    int length = (int) store.here();
    return new Operation(
        text,
        code -> {
          code.li(Rv.TP, 0).words(Rv.csr(7, Rv.T4, Csr.MSTATUS, (int) Status.MIE));
          code.words(Encoder.s(Insn.BNE, Rv.ZERO, Rv.TP, 4 + length)).bytes(store.finish());
        });
  }

  // ---- control

  private Operation jump() {
    long page = tables.addressTo(levels(), Place.CODE) & -Layout.PAGE;
    long offset =
        switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> 4092;
          case 2 -> 4094;
          case 3 -> 4 + 8 * random.nextInt(PrivilegedHarness.LANDINGS) + 4;
          default -> 4 + 8 * random.nextInt(PrivilegedHarness.LANDINGS);
        };
    return new Operation(
        "jump" + hex(page + offset),
        code -> {
          if (old) {
            // A load with SUM has made the page one that S-mode executes, though it is U's.
            code.li(Rv.T5, Status.SUM).words(Rv.csrc(Csr.SSTATUS, Rv.T5));
          }
          code.li(Rv.T5, page + offset)
              .words(
                  Encoder.i(Insn.AUIPC, Rv.S11, 0, 0),
                  Rv.addi(Rv.S11, Rv.S11, 12),
                  Rv.jalr(Rv.ZERO, Rv.T5, 0));
        });
  }

  /** An ecall to a handler that returns in another privilege. */
  private Operation privilege() {
    int privilege = new int[] {Cpu.U, Cpu.S, Cpu.M}[random.nextInt(traits.waits() ? 1 : 3)];
    int target = traits.waits() ? Cpu.S : privilege;
    return new Operation(
        "go to privilege " + target,
        code -> {
          code.words(Encoder.i(Insn.AUIPC, Rv.S11, 0, 0), Rv.addi(Rv.S11, Rv.S11, 16));
          code.words(Rv.addi(Rv.T6, Rv.ZERO, PrivilegedHarness.GO + target), Rv.ECALL);
          code.li(Rv.T6, 0);
        });
  }

  private Operation xret() {
    boolean machine = random.nextBoolean();
    int target = new int[] {Cpu.U, Cpu.S, Cpu.M}[random.nextInt(3)];
    boolean low = (target & 1) == 0;
    int status = machine ? Csr.MSTATUS : Csr.SSTATUS;
    return new Operation(
        (machine ? "mret" : "sret") + " to " + target,
        code -> {
          // First what may trap to S-mode and so change sepc.
          if (old) {
            code.words(Rv.lui(Rv.T5, (int) (Status.MPRV >>> 12)), Rv.csrc(Csr.MSTATUS, Rv.T5));
          }
          code.words(
              Encoder.i(Insn.AUIPC, Rv.S11, 0, 0), Rv.addi(Rv.S11, Rv.S11, machine ? 40 : 28));
          code.words(Rv.csrw(machine ? Csr.MEPC : Csr.SEPC, Rv.S11));
          if (machine) {
            code.words(Rv.lui(Rv.T5, 2), Rv.addi(Rv.T5, Rv.T5, -2048), Rv.csrc(status, Rv.T5));
            code.words(Rv.addi(Rv.T5, Rv.ZERO, target), Rv.slli(Rv.T5, Rv.T5, 11));
            code.words(Rv.csrs(status, Rv.T5), Rv.MRET);
          } else {
            code.words(Rv.addi(Rv.T5, Rv.ZERO, 0x100), Rv.NOP);
            code.words(low ? Rv.csrc(status, Rv.T5) : Rv.csrs(status, Rv.T5), Rv.SRET);
          }
        });
  }

  /** One access before and after a change of SUM or MXR. */
  private Operation twice() {
    long address = tables.addressTo(levels(), Place.CODE, Place.DATA) & -Layout.PAGE | 8;
    long bit = random.nextBoolean() ? Status.SUM : Status.MXR;
    boolean set = random.nextBoolean();
    Operation load = at(address, "load", Rv.load(3, 10, Rv.T5), 10);
    return new Operation(
        load + (set ? "; sstatus |=" : "; sstatus &= ~") + hex(bit) + "; " + load + "; back",
        code -> {
          load.code().accept(code);
          code.li(Rv.T5, bit)
              .words(set ? Rv.csrs(Csr.SSTATUS, Rv.T5) : Rv.csrc(Csr.SSTATUS, Rv.T5));
          load.code().accept(code);
          code.li(Rv.T5, bit)
              .words(set ? Rv.csrc(Csr.SSTATUS, Rv.T5) : Rv.csrs(Csr.SSTATUS, Rv.T5));
          load.code().accept(code);
        });
  }

  private Operation modeBits() {
    if (random.nextInt(4) == 0) {
      return twice();
    }
    long[] bits = {
      Status.SUM,
      Status.MXR,
      Status.MPRV,
      Status.TW,
      Status.TSR,
      Status.FS,
      Status.MPIE,
      Status.MIE,
      traits.remaps() ? Status.SUM : Status.TVM
    };
    long bit = bits[random.nextInt(bits.length)];
    boolean set = random.nextInt(100) < 60;
    int csr =
        (bit & (Status.SUM | Status.MXR | Status.FS)) != 0 && random.nextBoolean()
            ? Csr.SSTATUS
            : Csr.MSTATUS;
    return new Operation(
        (csr == Csr.SSTATUS ? "sstatus" : "mstatus") + (set ? " |=" : " &= ~") + hex(bit),
        code -> code.li(Rv.T5, bit).words(set ? Rv.csrs(csr, Rv.T5) : Rv.csrc(csr, Rv.T5)));
  }
}
