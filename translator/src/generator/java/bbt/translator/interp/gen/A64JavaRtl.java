package bbt.translator.interp.gen;

import bbt.ptg.arm64.A64Insn;
import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.Conditions;
import bbt.ptg.arm64.semantics.Flag;
import bbt.ptg.arm64.semantics.SecondOperand;
import bbt.ptg.guest.rtl.MemoryKind;

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
    CONDITION(16);

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

  private Piece half(String register, int half) {
    return local("cpu.vector[2 * op." + register + " + " + half + "]");
  }

  private void vector(String register, Piece low, Piece high) {
    line("cpu.vector[2 * op." + register + "] = " + low.asLong() + ";");
    line("cpu.vector[2 * op." + register + " + 1] = " + high.asLong() + ";");
  }

  @Override
  public Piece vd(int half) {
    return half("rd", half);
  }

  @Override
  public void vd(Piece low, Piece high) {
    vector("rd", low, high);
  }

  @Override
  public Piece va(int half) {
    return half("ra", half);
  }

  @Override
  public void va(Piece low, Piece high) {
    vector("ra", low, high);
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
  public void storeQuad(Piece address, Piece first, Piece second, Piece third, Piece fourth) {
    line(
        "A64Mem.storeQuad(cpu, %s, %s, %s, %s, %s, site);"
            .formatted(
                address.asLong(),
                first.asLong(),
                second.asLong(),
                third.asLong(),
                fourth.asLong()));
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
