package bbt.translator.arm64.lift;

import bbt.ptg.arm64.A64Decoded;
import bbt.ptg.arm64.A64Decoder;
import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.Flag;
import bbt.ptg.arm64.semantics.SecondOperand;
import bbt.ptg.arm64.vector.FloatStatus;
import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.arm64.cpu.A64Mem;
import bbt.translator.arm64.cpu.A64Register;
import bbt.translator.arm64.cpu.Syndrome;
import bbt.translator.ir.Guard;
import bbt.translator.ir.Helper;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.StateFunction;
import bbt.translator.ir.Value;
import bbt.translator.lift.Lifter;
import java.util.ArrayList;
import java.util.List;

/**
 * Lifts AArch64 instructions. Many write several registers, and may read what they write: so writes
 * wait for the instruction's end, and what has an effect is computed where it stands, into a
 * temporary.
 */
final class A64Lifter extends Lifter implements A64Rtl<Value> {
  private static final Guard VECTORS = new Guard(A64Mem.class, "requireVectors", false);

  private A64Decoded insn;

  /** What the current instruction writes, in order. */
  private final List<Op.Write> writes = new ArrayList<>();

  private final LiftedFlags flags = new LiftedFlags();

  /** Whether the stack pointer was found good as the base of an address, and still is. */
  private boolean stackChecked;

  @Override
  protected void apply(int bits) {
    insn = A64Decoder.decode(bits);
    insn.insn().apply(this);
    finish();
  }

  /** Writes all at once. */
  private void finish() {
    for (int i = 1; i < writes.size(); i++) {
      Value value = writes.get(i).value();
      for (Op.Write before : writes.subList(0, i)) {
        if (reads(value, before.register())) {
          writes.set(i, new Op.Write(writes.get(i).register(), keep(value)));
          break;
        }
      }
    }
    writes.forEach(this::add);
    writes.clear();
  }

  private static Helper helper(String name) {
    return new Helper(A64Mem.class, name, null);
  }

  private void call(String name, Value... operands) {
    add(new Op.Call(helper(name), List.of(operands), site()));
  }

  private Value valueOf(String name, Value... operands) {
    return keep(new Value.Call(helper(name), List.of(operands), site()));
  }

  // ---- general registers

  private Value x(int number) {
    return number == A64Registers.LAST ? constant(0) : sp(number);
  }

  private static Value sp(int number) {
    return new Value.Read(A64Registers.general(number));
  }

  private void write(Register register, Value value) {
    writes.add(new Op.Write(register, value));
  }

  private void writeX(int number, Value value) {
    if (number != A64Registers.LAST) {
      write(A64Registers.general(number), value);
    }
  }

  private void writeSp(int number, Value value) {
    if (number == A64Registers.LAST) {
      stackChecked &= movesBlocks(value);
    }
    write(A64Registers.general(number), value);
  }

  /** Whether a stack pointer that becomes this is as well aligned as before. */
  private static boolean movesBlocks(Value value) {
    return value instanceof Value.Binary(var op, Value.Read(Register base), Value.Const(long by))
        && (op == Value.BinaryOp.ADD || op == Value.BinaryOp.SUB)
        && base == A64Registers.general(A64Registers.LAST)
        && (by & 15) == 0;
  }

  @Override
  public Value nextPc() {
    return behind(Integer.BYTES);
  }

  @Override
  public Value rd() {
    return x(insn.rd());
  }

  @Override
  public void rd(Value value) {
    writeX(insn.rd(), value);
  }

  @Override
  public void rdSp(Value value) {
    writeSp(insn.rd(), value);
  }

  @Override
  public Value rn() {
    return x(insn.rn());
  }

  @Override
  public Value rnSp() {
    return sp(insn.rn());
  }

  @Override
  public void rnSp(Value value) {
    writeSp(insn.rn(), value);
  }

  @Override
  public Value base() {
    if (insn.rn() == A64Registers.LAST && !stackChecked) {
      call("requireStackAligned", rnSp());
      stackChecked = true;
    }
    return rnSp();
  }

  @Override
  public Value rm() {
    return x(insn.rm());
  }

  @Override
  public void rm(Value value) {
    writeX(insn.rm(), value);
  }

  @Override
  public Value ra() {
    return x(insn.ra());
  }

  @Override
  public void ra(Value value) {
    writeX(insn.ra(), value);
  }

  @Override
  public void link(Value value) {
    writeX(A64Cpu.LINK, value);
  }

  @Override
  public Value imm() {
    return constant(insn.imm());
  }

  @Override
  public Value second() {
    return constant(insn.second());
  }

  @Override
  public Value shiftedRm() {
    return SecondOperand.shifted(this, insn.insn().registers(), insn.shift(), rm(), second());
  }

  @Override
  public Value extendedRm() {
    return SecondOperand.extended(this, insn.insn().extension(), insn.option(), rm(), second());
  }

  // ---- flags

  @Override
  public Value once(Value value) {
    return keep(value);
  }

  @Override
  public Value flag(Flag flag) {
    return flags.get(flag);
  }

  @Override
  public Value holds() {
    return flags.holds(this, insn.condition());
  }

  @Override
  public void flags(Value n, Value z, Value c, Value v) {
    boolean word = insn.insn().registers().bits == Integer.SIZE;
    flags.set(this::keep, word, n, z, c, v);
    for (Flag flag : Flag.values()) {
      write(A64Registers.flag(flag), flags.get(flag));
    }
  }

  // ---- vector registers

  @Override
  public void requireVectors() {
    add(new Op.Require(VECTORS, site()));
  }

  @Override
  public Lanes lanes() {
    return insn.lanes();
  }

  private static Value half(int register, int half) {
    return new Value.Read(A64Registers.half(register, half));
  }

  private void vector(int register, Value low, Value high) {
    write(A64Registers.half(register, 0), low);
    write(A64Registers.half(register, 1), high);
  }

  @Override
  public Value vd(int register, int half) {
    return half(insn.rd() + register, half);
  }

  @Override
  public void vd(int register, Value low, Value high) {
    vector(insn.rd() + register, low, high);
  }

  @Override
  public Value vn(int register, int half) {
    return half(insn.rn() + register, half);
  }

  @Override
  public Value vm(int half) {
    return half(insn.rm(), half);
  }

  @Override
  public Value va(int half) {
    return half(insn.ra(), half);
  }

  @Override
  public void va(Value low, Value high) {
    vector(insn.ra(), low, high);
  }

  /** The half that a lane is in. */
  private static Register halfOf(int register, long number, int size) {
    return A64Registers.half(register, (int) (number >>> 3 - size));
  }

  /** The lowest bit of a lane, in its half. */
  private static int lowest(long number, int size) {
    return (int) (number << size + 3) & Long.SIZE - 1;
  }

  private static long mask(int size) {
    return -1L >>> Long.SIZE - (8 << size);
  }

  private Value lane(int register, long number, int size) {
    Value half = new Value.Read(halfOf(register, number, size));
    return and(srl(half, constant(lowest(number, size))), constant(mask(size)));
  }

  @Override
  public Value nLane(int size) {
    return lane(insn.rn(), insn.second(), size);
  }

  @Override
  public Value mLane(int size) {
    return lane(insn.rm(), insn.second(), size);
  }

  @Override
  public Value dLane(int register, int size) {
    return lane(insn.rd() + register, insn.imm(), size);
  }

  @Override
  public void dLane(int register, int size, Value value) {
    Register half = halfOf(insn.rd() + register, insn.imm(), size);
    int lowest = lowest(insn.imm(), size);
    long mask = mask(size) << lowest;
    Value others = and(new Value.Read(half), constant(~mask));
    write(half, or(others, and(sll(value, constant(lowest)), constant(mask))));
  }

  @Override
  public Value lane(LaneOp op, Value a, Value b, Value c, int lanes) {
    return switch (op) {
      case AND -> and(a, b);
      case ORR -> or(a, b);
      case EOR -> xor(a, b);
      default -> {
        StateFunction function =
            new StateFunction(
                op.home, op.methodName(), FloatStatus.class, "floats", op.changesStatus());
        yield keep(new Value.FunctionCall(function, a, b, c, lanes));
      }
    };
  }

  @Override
  public Value moved() {
    return insn.rm() == A64Registers.LAST ? second() : rm();
  }

  // ---- memory

  @Override
  public Value load(MemoryKind kind, Value address) {
    return keep(super.load(kind, address));
  }

  @Override
  public Value loadReserved(MemoryKind kind, Value address) {
    return keep(super.loadReserved(kind, address));
  }

  @Override
  public Value storeConditional(MemoryKind kind, Value address, Value value) {
    return keep(super.storeConditional(kind, address, value));
  }

  @Override
  public void storePair(MemoryKind kind, Value address, Value first, Value second) {
    call("storePair" + 8 * kind.bytes, address, first, second);
  }

  @Override
  public void storeAll(MemoryKind kind, Value address, List<Value> values) {
    call("requireWritable", address, constant((long) kind.bytes * values.size()));
    for (int i = 0; i < values.size(); i++) {
      store(kind, add(address, constant((long) i * kind.bytes)), values.get(i));
    }
  }

  @Override
  public Value loadElements(Value address) {
    return valueOf("loadElements", address);
  }

  @Override
  public void storeElements(Value address, List<Value> values) {
    call("requireWritable", address, constant((long) Long.BYTES * values.size()));
    for (int i = 0; i < values.size(); i++) {
      call("storeElements", add(address, constant((long) i * Long.BYTES)), values.get(i));
    }
  }

  @Override
  public void checkAligned(int bytes, Value address, boolean store) {
    call(store ? "checkStoreAligned" : "checkLoadAligned", address, constant(bytes));
  }

  @Override
  public void requireAligned(int bytes, Value address, boolean store) {
    call(store ? "requireStoreAligned" : "requireLoadAligned", address, constant(bytes));
  }

  @Override
  public Value storeConditionalPair(Value address, Value first, Value second) {
    return valueOf("storeConditionalPair", address, first, second);
  }

  @Override
  public Value loadUnprivileged(MemoryKind kind, Value address) {
    Value loaded = valueOf("loadUnprivileged", address, constant(kind.bytes));
    return switch (kind) {
      case S8 -> sext8(loaded);
      case S16 -> sext16(loaded);
      case S32 -> sext32(loaded);
      case U8, U16, U32, D64 -> loaded;
    };
  }

  @Override
  public void storeUnprivileged(MemoryKind kind, Value address, Value value) {
    call("storeUnprivileged", address, value, constant(kind.bytes));
  }

  @Override
  public void clearExclusive() {
    call("clearExclusive");
  }

  @Override
  public void zeroBlock(Value address) {
    call("zeroBlock", address, constant(Syndrome.access(insn.system(), insn.rd(), false)));
  }

  // ---- control flow

  /** {@inheritDoc} A bit that is tested need not be moved down. */
  @Override
  public void branchIf(Value condition) {
    boolean inverted =
        condition instanceof Value.Binary(var op, _, Value.Const(long one))
            && op == Value.BinaryOp.XOR
            && one == 1;
    Value tested = inverted ? ((Value.Binary) condition).a() : condition;
    if (tested
            instanceof
            Value.Binary(
                var and,
                Value.Binary(var srl, Value value, Value.Const(long bit)),
                Value.Const(long one))
        && and == Value.BinaryOp.AND
        && srl == Value.BinaryOp.SRL
        && one == 1) {
      tested = and(value, constant(1L << bit));
    }
    super.branchIf(inverted ? eq(tested, constant(0)) : tested);
  }

  @Override
  public void jumpTo(Value target) {
    super.jumpTo(valueOf("branchTarget", target));
  }

  /** {@inheritDoc} Those that {@link A64Code#liftsSystem} says. */
  @Override
  public void system(A64SystemOp operation) {
    Value masks = constant((long) insn.crm() << 6);
    switch (operation) {
      case MRS -> {
        Helper read = new Helper(A64Mem.class, "read", A64Register.of(insn.system()));
        rd(keep(new Value.Call(read, List.of(), site())));
      }
      case MSR -> call("masks", rd());
      case MSR_DAIFSET -> call("setMasks", masks);
      case MSR_DAIFCLR -> call("clearMasks", masks);
      case SYS -> call("cache");
      case ISB -> {}
      default -> throw new IllegalArgumentException("a region contains no " + operation);
    }
  }
}
