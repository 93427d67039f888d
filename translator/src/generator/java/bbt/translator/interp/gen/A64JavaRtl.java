package bbt.translator.interp.gen;

import bbt.ptg.arm64.A64Insn;
import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.Conditions;
import bbt.ptg.arm64.semantics.Flag;
import bbt.ptg.arm64.semantics.SecondOperand;
import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.rtl.MemoryKind;
import java.util.List;

/**
 * Turns the semantics of an AArch64 instruction into Java: the statements of a method with the
 * parameters {@code cpu}, {@code op} (an {@code A64Op}), {@code pc} and {@code site}.
 */
final class A64JavaRtl extends JavaRtl implements A64Rtl<JavaRtl.Piece> {
  private static final Place METHOD = new Place("    ", false, false, false);

  /** The part of an encoding by which a row has several handlers. */
  enum Variation {
    NONE(1),
    /** How a register is shifted. */
    SHIFT(4),
    /** How a register is extended. */
    OPTION(8),
    CONDITION(16),
    /** How vector registers are divided; a row has some of these. */
    LANES(8);

    /** The number of values that it has. */
    final int count;

    Variation(int count) {
      this.count = count;
    }
  }

  private final A64Insn row;
  private final int variant;
  private Variation variation = Variation.NONE;
  private A64SystemOp systemOp;

  /**
   * @param variant the value of the part by which the row has several handlers
   */
  A64JavaRtl(A64Insn row, int variant) {
    super(METHOD, null);
    this.row = row;
    this.variant = variant;
  }

  Variation variation() {
    return variation;
  }

  @Override
  String systemOp() {
    return systemOp == null ? null : systemOp.name();
  }

  @Override
  int floatOperands() {
    return 0;
  }

  @Override
  String atomics() {
    return "A64Mem";
  }

  // ---- operands

  private Piece read(String register) {
    return local("cpu.x[op." + register + "]");
  }

  private void write(String register, Piece value) {
    line("cpu.x[op." + register + "] = " + value.asLong() + ";");
  }

  @Override
  public Piece pc() {
    return new Piece("pc", false);
  }

  @Override
  public Piece nextPc() {
    return value("pc + 4");
  }

  @Override
  public Piece rd() {
    return read("rd");
  }

  @Override
  public void rd(Piece value) {
    write("rdTo", value);
  }

  @Override
  public void rdSp(Piece value) {
    write("rdSp", value);
  }

  @Override
  public Piece rn() {
    return read("rn");
  }

  @Override
  public Piece rnSp() {
    return read("rnSp");
  }

  @Override
  public void rnSp(Piece value) {
    write("rnSp", value);
  }

  @Override
  public Piece base() {
    return local("A64Mem.base(cpu, op.rnSp, site)");
  }

  @Override
  public Piece rm() {
    return read("rm");
  }

  @Override
  public void rm(Piece value) {
    write("rmTo", value);
  }

  @Override
  public Piece ra() {
    return read("ra");
  }

  @Override
  public void ra(Piece value) {
    write("raTo", value);
  }

  @Override
  public void link(Piece value) {
    line("cpu.x[A64Cpu.LINK] = " + value.asLong() + ";");
  }

  @Override
  public Piece imm() {
    return new Piece("op.imm", false);
  }

  @Override
  public Piece second() {
    return new Piece("op.second", false);
  }

  @Override
  public Piece shiftedRm() {
    variation = Variation.SHIFT;
    return SecondOperand.shifted(this, row.registers(), variant, rm(), second());
  }

  @Override
  public Piece extendedRm() {
    variation = Variation.OPTION;
    return SecondOperand.extended(this, row.extension(), variant, rm(), second());
  }

  @Override
  public Piece holds() {
    variation = Variation.CONDITION;
    return Conditions.holds(this, variant);
  }

  // ---- vector registers

  @Override
  public void requireVectors() {
    line("A64Mem.requireVectors(cpu, site);");
  }

  @Override
  public Lanes lanes() {
    int variants = row.variants();
    if (Integer.bitCount(variants) == 1) {
      return row.lanes(Integer.numberOfTrailingZeros(variants));
    }
    variation = Variation.LANES;
    return row.lanes(variant);
  }

  /** The number of a vector register at a distance from that of an operand. */
  private static String behind(String operand, int distance) {
    return distance == 0 ? "op." + operand : "(op." + operand + " + " + distance + " & 31)";
  }

  private static String half(String operand, int distance, int half) {
    String low = "2 * " + behind(operand, distance);
    return "cpu.vector[" + (half == 0 ? low : low + " + 1") + "]";
  }

  private void vector(String operand, int distance, Piece low, Piece high) {
    line(half(operand, distance, 0) + " = " + low.asLong() + ";");
    line(half(operand, distance, 1) + " = " + high.asLong() + ";");
  }

  @Override
  public Piece vd(int register, int half) {
    return local(half("rd", register, half));
  }

  @Override
  public void vd(int register, Piece low, Piece high) {
    vector("rd", register, low, high);
  }

  @Override
  public Piece vn(int register, int half) {
    return local(half("rn", register, half));
  }

  @Override
  public Piece vm(int half) {
    return local(half("rm", 0, half));
  }

  @Override
  public Piece va(int half) {
    return local(half("ra", 0, half));
  }

  @Override
  public void va(Piece low, Piece high) {
    vector("ra", 0, low, high);
  }

  private Piece lane(String register, String number, int size) {
    return local("VectorLanes.get(cpu, %s, %s, %d)".formatted(register, number, size));
  }

  @Override
  public Piece nLane(int size) {
    return lane("op.rn", "op.second", size);
  }

  @Override
  public Piece mLane(int size) {
    return lane("op.rm", "op.second", size);
  }

  @Override
  public Piece dLane(int register, int size) {
    return lane(behind("rd", register), "op.imm", size);
  }

  @Override
  public void dLane(int register, int size, Piece value) {
    line(
        "VectorLanes.set(cpu, %s, op.imm, %d, %s);"
            .formatted(behind("rd", register), size, value.asLong()));
  }

  @Override
  public Piece lane(LaneOp op, Piece a, Piece b, Piece c, int lanes) {
    return local(
        "%s.%s(cpu.floats, %s, %s, %s, %d)"
            .formatted(
                op.home.getSimpleName(),
                op.methodName(),
                a.asLong(),
                b.asLong(),
                c.asLong(),
                lanes));
  }

  @Override
  public Piece moved() {
    return local("op.rm == A64Cpu.ZERO ? op.second : cpu.x[op.rm]");
  }

  // ---- flags

  @Override
  public Piece flag(Flag flag) {
    return local("cpu.flag" + flag);
  }

  @Override
  public void flags(Piece n, Piece z, Piece c, Piece v) {
    line("cpu.flagN = " + n.asLong() + ";");
    line("cpu.flagZ = " + z.asLong() + ";");
    line("cpu.flagC = " + c.asLong() + ";");
    line("cpu.flagV = " + v.asLong() + ";");
  }

  // ---- memory

  @Override
  public void storePair(MemoryKind kind, Piece address, Piece first, Piece second) {
    line(
        "A64Mem.storePair%d(cpu, %s, %s, %s, site);"
            .formatted(8 * kind.bytes, address.asLong(), first.asLong(), second.asLong()));
  }

  @Override
  public void storeAll(MemoryKind kind, Piece address, List<Piece> values) {
    int bytes = kind.bytes * values.size();
    line("A64Mem.requireWritable(cpu, %s, %d, site);".formatted(address.asLong(), bytes));
    boolean pairs = kind == MemoryKind.D64 && values.size() % 2 == 0;
    for (int i = 0; i < values.size(); i += pairs ? 2 : 1) {
      Piece at = add(address, constant((long) i * kind.bytes));
      if (pairs) {
        storePair(kind, at, values.get(i), values.get(i + 1));
      } else {
        store(kind, at, values.get(i));
      }
    }
  }

  @Override
  public Piece loadElements(Piece address) {
    return local("A64Mem.loadElements(cpu, %s, site)".formatted(address.asLong()));
  }

  @Override
  public void storeElements(Piece address, List<Piece> values) {
    int bytes = Long.BYTES * values.size();
    line("A64Mem.requireWritable(cpu, %s, %d, site);".formatted(address.asLong(), bytes));
    for (int i = 0; i < values.size(); i++) {
      Piece at = add(address, constant((long) i * Long.BYTES));
      line(
          "A64Mem.storeElements(cpu, %s, %s, site);"
              .formatted(at.asLong(), values.get(i).asLong()));
    }
  }

  @Override
  public void checkAligned(int bytes, Piece address, boolean store) {
    line("A64Mem.checkAligned(cpu, %s, %d, %b, site);".formatted(address.asLong(), bytes, store));
  }

  @Override
  public void requireAligned(int bytes, Piece address, boolean store) {
    line("A64Mem.requireAligned(cpu, %s, %d, %b, site);".formatted(address.asLong(), bytes, store));
  }

  @Override
  public Piece storeConditionalPair(Piece address, Piece first, Piece second) {
    return local(
        "A64Mem.storeConditionalPair(cpu, %s, %s, %s, site)"
            .formatted(address.asLong(), first.asLong(), second.asLong()));
  }

  @Override
  public Piece loadUnprivileged(MemoryKind kind, Piece address) {
    Piece loaded =
        local("A64Mem.loadUnprivileged(cpu, %s, %d, site)".formatted(address.asLong(), kind.bytes));
    return switch (kind) {
      case S8 -> sext8(loaded);
      case S16 -> sext16(loaded);
      case S32 -> sext32(loaded);
      case U8, U16, U32, D64 -> loaded;
    };
  }

  @Override
  public void storeUnprivileged(MemoryKind kind, Piece address, Piece value) {
    line(
        "A64Mem.storeUnprivileged(cpu, %s, %s, %d, site);"
            .formatted(address.asLong(), value.asLong(), kind.bytes));
  }

  @Override
  public void clearExclusive() {
    line("cpu.reservation = -1;");
  }

  @Override
  public void zeroBlock(Piece address) {
    line("A64Mem.zeroBlock(cpu, op, " + address.asLong() + ", site);");
  }

  // ---- control flow

  @Override
  public void branchIf(Piece condition) {
    String test = condition.isBoolean() ? condition.code() : "(" + condition.code() + " != 0)";
    line("cpu.pc = pc + (" + test + " ? op.imm : 4);");
  }

  @Override
  public void jump() {
    line("cpu.pc = pc + op.imm;");
  }

  @Override
  public void jumpTo(Piece target) {
    line("cpu.pc = " + target.asLong() + ";");
  }

  @Override
  public void system(A64SystemOp operation) {
    systemOp = operation;
  }
}
