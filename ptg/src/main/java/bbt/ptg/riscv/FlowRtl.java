package bbt.ptg.riscv;

import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.SystemOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Derives an instruction's {@link DataFlow} from its semantics: a move is what adds nothing to a
 * register, or keeps its low bytes.
 */
final class FlowRtl implements RiscvRtl<Term> {
  /** Registers in which the firmware's answer is. */
  private static final int[] ANSWER = {10, 11};

  private final Decoded insn;
  private final List<DataFlow.Write> writes = new ArrayList<>();
  private final List<DataFlow.Store> stores = new ArrayList<>();

  private FlowRtl(Decoded insn) {
    this.insn = insn;
  }

  /** Returns the flow of an instruction. */
  static DataFlow of(Decoded insn) {
    FlowRtl rtl = new FlowRtl(insn);
    insn.insn().semantics().apply(rtl);
    return new DataFlow(rtl.writes, rtl.stores);
  }

  private static Term general(int number) {
    return number == 0
        ? new Term.Fixed(0)
        : new Term.Part(GuestRegister.general(number), Long.BYTES);
  }

  private static Term floating(int number) {
    return new Term.Part(GuestRegister.floating(number), Long.BYTES);
  }

  @Override
  public Term rs1() {
    return general(insn.rs1());
  }

  @Override
  public Term rs2() {
    return general(insn.rs2());
  }

  @Override
  public Term imm() {
    return new Term.Fixed(insn.imm());
  }

  @Override
  public void rd(Term value) {
    if (insn.rd() != 0) {
      writes.add(new DataFlow.Write(GuestRegister.general(insn.rd()), value.source()));
    }
  }

  @Override
  public Term frs1() {
    return floating(insn.rs1());
  }

  @Override
  public Term frs2() {
    return floating(insn.rs2());
  }

  @Override
  public Term frs3() {
    return floating(insn.rs3());
  }

  @Override
  public void frd(Term value) {
    writes.add(new DataFlow.Write(GuestRegister.floating(insn.rd()), value.source()));
  }

  @Override
  public Term pc() {
    return new Term.Here();
  }

  @Override
  public Term nextPc() {
    return new Term.Here();
  }

  @Override
  public Term constant(long value) {
    return new Term.Fixed(value);
  }

  // ---- arithmetic

  @Override
  public Term add(Term a, Term b) {
    if (a.is(0)) {
      return b;
    }
    if (b.is(0)) {
      return a;
    }
    if (a instanceof Term.Fixed x && b instanceof Term.Fixed y) {
      return new Term.Fixed(x.value() + y.value());
    }
    return a instanceof Term.Part p && p.bytes() == Long.BYTES && b instanceof Term.Fixed f
        ? new Term.Sum(p.from(), f.value())
        : Term.mixed(a, b);
  }

  @Override
  public Term sub(Term a, Term b) {
    return b.is(0) ? a : Term.mixed(a, b);
  }

  @Override
  public Term and(Term a, Term b) {
    if (a.equals(b)) {
      return a;
    }
    if (a.is(0) || b.is(0)) {
      return new Term.Fixed(0);
    }
    if (b instanceof Term.Fixed mask) {
      for (int bytes = 1; bytes < Long.BYTES; bytes *= 2) {
        if (mask.value() == (1L << 8 * bytes) - 1) {
          return a.low(bytes);
        }
      }
    }
    return b.is(-1) ? a : Term.mixed(a, b);
  }

  @Override
  public Term or(Term a, Term b) {
    if (a.equals(b) || b.is(0)) {
      return a;
    }
    return a.is(0) ? b : Term.mixed(a, b);
  }

  @Override
  public Term xor(Term a, Term b) {
    if (a.equals(b)) {
      return new Term.Fixed(0);
    }
    if (b.is(0)) {
      return a;
    }
    return a.is(0) ? b : Term.mixed(a, b);
  }

  private static Term shift(Term a, Term b) {
    return b.is(0) ? a : Term.mixed(a, b);
  }

  @Override
  public Term sll(Term a, Term b) {
    return shift(a, b);
  }

  @Override
  public Term srl(Term a, Term b) {
    return shift(a, b);
  }

  @Override
  public Term sra(Term a, Term b) {
    return shift(a, b);
  }

  @Override
  public Term mul(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term sext8(Term a) {
    return a.low(1);
  }

  @Override
  public Term sext16(Term a) {
    return a.low(2);
  }

  @Override
  public Term sext32(Term a) {
    return a.low(4);
  }

  @Override
  public Term zext16(Term a) {
    return a.low(2);
  }

  @Override
  public Term zext32(Term a) {
    return a.low(4);
  }

  @Override
  public Term eq(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term ne(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term lt(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term ltu(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term ge(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term geu(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term select(Term condition, Term a, Term b) {
    return Term.mixed(condition, a, b);
  }

  @Override
  public Term pure(Pure function, Term a, Term b) {
    return Term.mixed(a, b);
  }

  // ---- memory

  @Override
  public Term load(MemoryKind kind, Term address) {
    return switch (address) {
      case Term.Part p -> new Term.Memory(p.from(), 0, kind.bytes);
      case Term.Sum s -> new Term.Memory(s.base(), s.offset(), kind.bytes);
      case Term.Fixed f -> new Term.Memory(null, f.value(), kind.bytes);
      default -> new Term.Mixed(Set.of(), true);
    };
  }

  @Override
  public void store(MemoryKind kind, Term address, Term value) {
    stores.add(new DataFlow.Store(kind.bytes, value.source()));
  }

  @Override
  public Term loadReserved(MemoryKind kind, Term address) {
    return load(kind, address);
  }

  @Override
  public Term storeConditional(MemoryKind kind, Term address, Term value) {
    store(kind, address, value);
    return new Term.Own(Source.Machine.OUTCOME);
  }

  @Override
  public Term amo(Amo operation, MemoryKind kind, Term address, Term value) {
    Term old = load(kind, address);
    store(kind, address, operation == Amo.SWAP ? value : Term.mixed(old, value));
    return old;
  }

  @Override
  public void cacheBlock(CacheOp operation, Term address) {
    if (operation == CacheOp.ZERO) {
      stores.add(new DataFlow.Store(CacheOp.BLOCK_BYTES, new Source.Constant()));
    }
  }

  // ---- floating point

  @Override
  public Term fp(FpOp operation, Term a, Term b, Term c) {
    boolean moves =
        switch (operation.operation) {
          case TO_BITS, FROM_BITS -> true;
          case COPY_SIGN -> a.equals(b);
          default -> false;
        };
    return moves ? a.low(operation.format.bits / 8) : Term.mixed(a, b, c);
  }

  @Override
  public void requireFp() {
    // It traps, or does nothing.
  }

  @Override
  public void requireRoundingMode() {
    // It traps, or does nothing.
  }

  // ---- flow of control

  @Override
  public void branchIf(Term condition) {
    // It writes nothing.
  }

  @Override
  public void jump() {
    // It writes nothing.
  }

  @Override
  public void jumpTo(Term target) {
    // It writes nothing.
  }

  @Override
  public void nothing() {
    // It writes nothing.
  }

  @Override
  public void system(SystemOp operation) {
    switch (operation) {
      case CSRRW, CSRRS, CSRRC, CSRRWI, CSRRSI, CSRRCI -> rd(new Term.Own(Source.Machine.CONTROL));
      case ECALL -> {
        for (int register : ANSWER) {
          writes.add(new DataFlow.Write(GuestRegister.general(register), Source.Machine.FIRMWARE));
        }
      }
      case EBREAK,
          SRET,
          MRET,
          WFI,
          FENCE_I,
          SFENCE_VMA,
          SINVAL_VMA,
          SFENCE_W_INVAL,
          SFENCE_INVAL_IR,
          PAUSE,
          WRS_NTO,
          WRS_STO -> {}
    }
  }
}
