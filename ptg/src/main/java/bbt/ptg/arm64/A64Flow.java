package bbt.ptg.arm64;

import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.Conditions;
import bbt.ptg.arm64.semantics.Flag;
import bbt.ptg.arm64.semantics.SecondOperand;
import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.FlowRtl;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.ptg.guest.data.Term;
import bbt.ptg.guest.rtl.MemoryKind;
import java.util.List;

/**
 * The {@link FlowRtl} of AArch64. Flags are the machine's own: a value that depends on them is
 * followed through the registers alone.
 */
final class A64Flow extends FlowRtl implements A64Rtl<Term> {
  /** The register that is zero, or the stack pointer. */
  private static final int LAST = 31;

  private static final int LINK = 30;

  /** Vector registers. */
  private static final int REGISTERS = 32;

  /** Registers in which a service's answer is. */
  private static final int ANSWERS = 4;

  private static final int BLOCK_BYTES = 64;

  private final A64Decoded insn;

  private A64Flow(A64Decoded insn) {
    this.insn = insn;
  }

  /** Returns the flow of an instruction. */
  static DataFlow of(A64Decoded insn) {
    A64Flow rtl = new A64Flow(insn);
    int kept = keptBytes(insn);
    if (kept != 0) {
      rtl.rd(rtl.rn().low(kept));
    } else {
      insn.insn().apply(rtl);
    }
    return rtl.flow();
  }

  /** How many low bytes of its source an extension keeps; 0 of what is none. */
  private static int keptBytes(A64Decoded d) {
    switch (d.insn()) {
      case SBFM_W, SBFM_X, UBFM_W, UBFM_X -> {
        int rotation = d.bits() >>> 16 & 63;
        int last = d.bits() >>> 10 & 63;
        return rotation == 0 && (last == 7 || last == 15 || last == 31) ? (last + 1) / 8 : 0;
      }
      default -> {
        return 0;
      }
    }
  }

  private static Term get(int number, boolean stackPointer) {
    return number == LAST && !stackPointer
        ? new Term.Fixed(0)
        : register(GuestRegister.general(number));
  }

  private void set(int number, Term value) {
    if (number != LAST) {
      write(GuestRegister.general(number), value.source());
    }
  }

  private void setSp(int number, Term value) {
    write(GuestRegister.general(number), value.source());
  }

  @Override
  public Term rd() {
    return get(insn.rd(), false);
  }

  @Override
  public void rd(Term value) {
    set(insn.rd(), value);
  }

  @Override
  public void rdSp(Term value) {
    setSp(insn.rd(), value);
  }

  @Override
  public Term rn() {
    return get(insn.rn(), false);
  }

  @Override
  public Term rnSp() {
    return get(insn.rn(), true);
  }

  @Override
  public void rnSp(Term value) {
    setSp(insn.rn(), value);
  }

  @Override
  public Term base() {
    return rnSp();
  }

  @Override
  public Term rm() {
    return get(insn.rm(), false);
  }

  @Override
  public void rm(Term value) {
    set(insn.rm(), value);
  }

  @Override
  public Term ra() {
    return get(insn.ra(), false);
  }

  @Override
  public void ra(Term value) {
    set(insn.ra(), value);
  }

  @Override
  public void link(Term value) {
    set(LINK, value);
  }

  @Override
  public Term imm() {
    return new Term.Fixed(insn.imm());
  }

  @Override
  public Term second() {
    return new Term.Fixed(insn.second());
  }

  @Override
  public Term shiftedRm() {
    return SecondOperand.shifted(this, insn.insn().registers(), insn.shift(), rm(), second());
  }

  @Override
  public Term extendedRm() {
    return SecondOperand.extended(this, insn.insn().extension(), insn.option(), rm(), second());
  }

  @Override
  public Term holds() {
    return Conditions.holds(this, insn.condition());
  }

  @Override
  public void requireVectors() {
    // It traps, or does nothing.
  }

  /** The low half is a register of the description; of the high one it is not said. */
  private static Term half(int number, int half) {
    return half == 0
        ? register(GuestRegister.floating(number))
        : new Term.Own(Source.Machine.CONTROL);
  }

  private static int behind(int number, int distance) {
    return (number + distance) % REGISTERS;
  }

  @Override
  public Lanes lanes() {
    return insn.lanes();
  }

  @Override
  public Term vd(int register, int half) {
    return half(behind(insn.rd(), register), half);
  }

  @Override
  public void vd(int register, Term low, Term high) {
    write(GuestRegister.floating(behind(insn.rd(), register)), low.source());
  }

  @Override
  public Term vn(int register, int half) {
    return half(behind(insn.rn(), register), half);
  }

  @Override
  public Term vm(int half) {
    return half(insn.rm(), half);
  }

  @Override
  public Term va(int half) {
    return half(insn.ra(), half);
  }

  @Override
  public void va(Term low, Term high) {
    write(GuestRegister.floating(insn.ra()), low.source());
  }

  /** A lane; the lowest one is the low bytes of the register. */
  private static Term lane(int register, int size, long number) {
    long at = number << size;
    Term half = half(register, at < Long.BYTES ? 0 : 1);
    return at == 0 ? half.low(1 << size) : Term.mixed(half);
  }

  @Override
  public Term nLane(int size) {
    return lane(insn.rn(), size, insn.second());
  }

  @Override
  public Term mLane(int size) {
    return lane(insn.rm(), size, insn.second());
  }

  @Override
  public Term dLane(int register, int size) {
    return lane(behind(insn.rd(), register), size, insn.imm());
  }

  @Override
  public void dLane(int register, int size, Term value) {
    int number = behind(insn.rd(), register);
    if (insn.imm() << size < Long.BYTES) {
      write(GuestRegister.floating(number), Term.mixed(half(number, 0), value).source());
    }
  }

  @Override
  public Term lane(LaneOp op, Term a, Term b, Term c, int lanes) {
    return Term.mixed(a, b, c);
  }

  @Override
  public Term moved() {
    return insn.rm() == LAST ? new Term.Fixed(insn.second()) : rm();
  }

  @Override
  public Term flag(Flag flag) {
    return new Term.Own(Source.Machine.CONTROL);
  }

  @Override
  public void flags(Term n, Term z, Term c, Term v) {
    // They are no registers.
  }

  @Override
  public void storePair(MemoryKind kind, Term address, Term first, Term second) {
    store(kind, address, first);
    store(kind, address, second);
  }

  @Override
  public void storeAll(MemoryKind kind, Term address, List<Term> values) {
    for (Term each : values) {
      store(kind, address, each);
    }
  }

  @Override
  public Term loadElements(Term address) {
    return load(MemoryKind.D64, address);
  }

  @Override
  public void storeElements(Term address, List<Term> values) {
    storeAll(MemoryKind.D64, address, values);
  }

  @Override
  public void requireAligned(int bytes, Term address, boolean store) {
    // It traps, or does nothing.
  }

  @Override
  public void checkAligned(int bytes, Term address, boolean store) {
    // It traps, or does nothing.
  }

  @Override
  public Term storeConditionalPair(Term address, Term first, Term second) {
    storePair(MemoryKind.D64, address, first, second);
    return new Term.Own(Source.Machine.OUTCOME);
  }

  @Override
  public Term loadUnprivileged(MemoryKind kind, Term address) {
    return load(kind, address);
  }

  @Override
  public void storeUnprivileged(MemoryKind kind, Term address, Term value) {
    store(kind, address, value);
  }

  @Override
  public void clearExclusive() {
    // It writes nothing.
  }

  @Override
  public void zeroBlock(Term address) {
    store(BLOCK_BYTES, new Source.Constant());
  }

  @Override
  public void system(A64SystemOp operation) {
    switch (operation) {
      case MRS, SYSL -> rd(new Term.Own(Source.Machine.CONTROL));
      case HVC, SMC -> {
        for (int register = 0; register < ANSWERS; register++) {
          write(GuestRegister.general(register), Source.Machine.FIRMWARE);
        }
      }
      case SVC,
          BRK,
          UDF,
          ERET,
          YIELD,
          WFE,
          WFI,
          SEV,
          SEVL,
          ISB,
          MSR_SPSEL,
          MSR_DAIFSET,
          MSR_DAIFCLR,
          MSR,
          SYS -> {}
    }
  }
}
