package bbt.ptg.arm64;

import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.Conditions;
import bbt.ptg.arm64.semantics.Flag;
import bbt.ptg.arm64.semantics.SecondOperand;
import bbt.ptg.arm64.vector.FloatStatus;
import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.PureFunctions;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Carries out instructions on numbers, by the semantics of their rows. */
final class EvaluatingA64 implements A64Rtl<Long> {
  private static final int BLOCK_BYTES = 64;
  private static final int LINK = 30;
  private static final int SIGN = 63;
  private static final Map<Pure, Method> PURE = new EnumMap<>(Pure.class);

  private static final Map<LaneOp, Method> LANE = new EnumMap<>(LaneOp.class);

  static {
    try {
      for (LaneOp op : LaneOp.values()) {
        Class<?> number = long.class;
        LANE.put(
            op,
            op.home.getMethod(
                op.methodName(), FloatStatus.class, number, number, number, int.class));
      }
      for (Pure function : Pure.values()) {
        PURE.put(
            function, PureFunctions.class.getMethod(function.methodName(), long.class, long.class));
      }
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private final A64State state;
  private A64Decoded insn;
  private long next;

  EvaluatingA64(A64State state) {
    this.state = state;
  }

  /** Carries out one instruction, which must be one. */
  void step(int bits) {
    insn = A64Decoder.decode(bits);
    next = state.pc + 4;
    insn.insn().apply(this);
    state.pc = next;
  }

  private long get(int number) {
    return number == A64State.SP ? 0 : state.x[number];
  }

  private void set(int number, long value) {
    if (number != A64State.SP) {
      state.x[number] = value;
    }
  }

  private static long bit(boolean value) {
    return value ? 1 : 0;
  }

  @Override
  public Long pc() {
    return state.pc;
  }

  @Override
  public Long nextPc() {
    return state.pc + 4;
  }

  @Override
  public Long constant(long value) {
    return value;
  }

  @Override
  public Long add(Long a, Long b) {
    return a + b;
  }

  @Override
  public Long sub(Long a, Long b) {
    return a - b;
  }

  @Override
  public Long and(Long a, Long b) {
    return a & b;
  }

  @Override
  public Long or(Long a, Long b) {
    return a | b;
  }

  @Override
  public Long xor(Long a, Long b) {
    return a ^ b;
  }

  @Override
  public Long sll(Long a, Long b) {
    return a << (b & SIGN);
  }

  @Override
  public Long srl(Long a, Long b) {
    return a >>> (b & SIGN);
  }

  @Override
  public Long sra(Long a, Long b) {
    return a >> (b & SIGN);
  }

  @Override
  public Long mul(Long a, Long b) {
    return a * b;
  }

  @Override
  public Long sext8(Long a) {
    return (long) a.byteValue();
  }

  @Override
  public Long sext16(Long a) {
    return (long) a.shortValue();
  }

  @Override
  public Long sext32(Long a) {
    return (long) a.intValue();
  }

  @Override
  public Long zext16(Long a) {
    return a & 0xFFFF;
  }

  @Override
  public Long zext32(Long a) {
    return a & 0xFFFFFFFFL;
  }

  @Override
  public Long eq(Long a, Long b) {
    return bit(a.equals(b));
  }

  @Override
  public Long ne(Long a, Long b) {
    return bit(!a.equals(b));
  }

  @Override
  public Long lt(Long a, Long b) {
    return bit(a < b);
  }

  @Override
  public Long ltu(Long a, Long b) {
    return bit(Long.compareUnsigned(a, b) < 0);
  }

  @Override
  public Long ge(Long a, Long b) {
    return bit(a >= b);
  }

  @Override
  public Long geu(Long a, Long b) {
    return bit(Long.compareUnsigned(a, b) >= 0);
  }

  @Override
  public Long select(Long condition, Long a, Long b) {
    return condition != 0 ? a : b;
  }

  @Override
  public Long pure(Pure function, Long a, Long b) {
    try {
      return (Long) PURE.get(function).invoke(null, a, b);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  // ---- memory

  @Override
  public Long load(MemoryKind kind, Long address) {
    long value = 0;
    for (int i = 0; i < kind.bytes; i++) {
      value |= (long) state.get(address + i) << 8 * i;
    }
    int unused = Long.SIZE - 8 * kind.bytes;
    return kind.signed ? value << unused >> unused : value;
  }

  @Override
  public void store(MemoryKind kind, Long address, Long value) {
    for (int i = 0; i < kind.bytes; i++) {
      state.put(address + i, (int) (value >>> 8 * i));
    }
  }

  @Override
  public void storePair(MemoryKind kind, Long address, Long first, Long second) {
    store(kind, address, first);
    store(kind, address + kind.bytes, second);
  }

  @Override
  public void storeAll(MemoryKind kind, Long address, List<Long> values) {
    for (int i = 0; i < values.size(); i++) {
      store(kind, address + (long) i * kind.bytes, values.get(i));
    }
  }

  @Override
  public Long loadUnprivileged(MemoryKind kind, Long address) {
    return load(kind, address);
  }

  @Override
  public void storeUnprivileged(MemoryKind kind, Long address, Long value) {
    store(kind, address, value);
  }

  @Override
  public Long loadReserved(MemoryKind kind, Long address) {
    requireAligned(kind.bytes, address, false);
    state.reserved = address;
    return load(kind, address);
  }

  private boolean takeReservation(long address) {
    boolean held = state.reserved == address;
    state.reserved = A64State.NONE;
    return held;
  }

  @Override
  public Long storeConditional(MemoryKind kind, Long address, Long value) {
    requireAligned(kind.bytes, address, true);
    if (!takeReservation(address)) {
      return 1L;
    }
    store(kind, address, value);
    return 0L;
  }

  @Override
  public Long storeConditionalPair(Long address, Long first, Long second) {
    if (!takeReservation(address)) {
      return 1L;
    }
    storePair(MemoryKind.D64, address, first, second);
    return 0L;
  }

  @Override
  public Long loadElements(Long address) {
    return load(MemoryKind.D64, address);
  }

  @Override
  public void storeElements(Long address, List<Long> values) {
    storeAll(MemoryKind.D64, address, values);
  }

  @Override
  public void checkAligned(int bytes, Long address, boolean store) {
    // SCTLR_EL1.A of a program is clear.
  }

  @Override
  public void requireAligned(int bytes, Long address, boolean store) {
    if (address % bytes != 0) {
      throw new AssertionError("misaligned: " + Long.toHexString(address));
    }
  }

  @Override
  public void clearExclusive() {
    state.reserved = A64State.NONE;
  }

  @Override
  public void zeroBlock(Long address) {
    long block = address & -BLOCK_BYTES;
    for (int i = 0; i < BLOCK_BYTES; i++) {
      state.put(block + i, 0);
    }
  }

  @Override
  public Long amo(Amo operation, MemoryKind kind, Long address, Long value) {
    throw new AssertionError("no row asks for it");
  }

  // ---- operands

  @Override
  public Long rd() {
    return get(insn.rd());
  }

  @Override
  public void rd(Long value) {
    set(insn.rd(), value);
  }

  @Override
  public void rdSp(Long value) {
    state.x[insn.rd()] = value;
  }

  @Override
  public Long rn() {
    return get(insn.rn());
  }

  @Override
  public Long rnSp() {
    return state.x[insn.rn()];
  }

  @Override
  public void rnSp(Long value) {
    state.x[insn.rn()] = value;
  }

  @Override
  public Long base() {
    return rnSp();
  }

  @Override
  public Long rm() {
    return get(insn.rm());
  }

  @Override
  public void rm(Long value) {
    set(insn.rm(), value);
  }

  @Override
  public Long ra() {
    return get(insn.ra());
  }

  @Override
  public void ra(Long value) {
    set(insn.ra(), value);
  }

  @Override
  public void link(Long value) {
    set(LINK, value);
  }

  @Override
  public Long imm() {
    return insn.imm();
  }

  @Override
  public Long second() {
    return (long) insn.second();
  }

  @Override
  public Long shiftedRm() {
    return SecondOperand.shifted(this, insn.insn().registers(), insn.shift(), rm(), second());
  }

  @Override
  public Long extendedRm() {
    return SecondOperand.extended(this, insn.insn().extension(), insn.option(), rm(), second());
  }

  @Override
  public Long holds() {
    return Conditions.holds(this, insn.condition());
  }

  // ---- vector registers

  @Override
  public void requireVectors() {
    // They are on.
  }

  private int place(int number, int distance, int half) {
    return 2 * ((number + distance) % 32) + half;
  }

  @Override
  public Lanes lanes() {
    return insn.lanes();
  }

  @Override
  public Long vd(int register, int half) {
    return state.vector[place(insn.rd(), register, half)];
  }

  @Override
  public void vd(int register, Long low, Long high) {
    state.vector[place(insn.rd(), register, 0)] = low;
    state.vector[place(insn.rd(), register, 1)] = high;
  }

  @Override
  public Long vn(int register, int half) {
    return state.vector[place(insn.rn(), register, half)];
  }

  @Override
  public Long vm(int half) {
    return state.vector[2 * insn.rm() + half];
  }

  @Override
  public Long va(int half) {
    return state.vector[2 * insn.ra() + half];
  }

  @Override
  public void va(Long low, Long high) {
    state.vector[2 * insn.ra()] = low;
    state.vector[2 * insn.ra() + 1] = high;
  }

  private long get(int register, int size, long number) {
    long bits = state.vector[2 * register + (int) (number >>> 3 - size)];
    long value = bits >>> (number << size + 3);
    return size == 3 ? value : value & (1L << (8 << size)) - 1;
  }

  @Override
  public Long nLane(int size) {
    return get(insn.rn(), size, insn.second());
  }

  @Override
  public Long mLane(int size) {
    return get(insn.rm(), size, insn.second());
  }

  @Override
  public Long dLane(int register, int size) {
    return get((insn.rd() + register) % 32, size, insn.imm());
  }

  @Override
  public void dLane(int register, int size, Long value) {
    int place = place(insn.rd(), register, (int) (insn.imm() >>> 3 - size));
    long mask = size == 3 ? -1 : (1L << (8 << size)) - 1;
    long shift = insn.imm() << size + 3;
    state.vector[place] = state.vector[place] & ~(mask << shift) | (value & mask) << shift;
  }

  @Override
  public Long lane(LaneOp op, Long a, Long b, Long c, int lanes) {
    try {
      return (Long) LANE.get(op).invoke(null, state.floats, a, b, c, lanes);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(op.toString(), e);
    }
  }

  @Override
  public Long moved() {
    return insn.rm() == A64State.SP ? (long) insn.second() : rm();
  }

  // ---- flags

  @Override
  public Long flag(Flag flag) {
    return (long) state.nzcv >>> 3 - flag.ordinal() & 1;
  }

  @Override
  public void flags(Long n, Long z, Long c, Long v) {
    for (long each : new long[] {n, z, c, v}) {
      if (each != 0 && each != 1) {
        throw new AssertionError("a flag has one bit: " + each);
      }
    }
    state.nzcv = (int) (n << 3 | z << 2 | c << 1 | v);
  }

  // ---- control flow

  @Override
  public void branchIf(Long condition) {
    if (condition != 0) {
      jump();
    }
  }

  @Override
  public void jump() {
    next = state.pc + insn.imm();
  }

  @Override
  public void jumpTo(Long target) {
    next = target;
  }

  @Override
  public void nothing() {
    // It does nothing.
  }

  @Override
  public void system(A64SystemOp operation) {
    throw new AssertionError("the machine's work: " + operation);
  }
}
