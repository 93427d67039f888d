package bbt.translator.interp.gen;

import bbt.ptg.guest.Amo;
import bbt.ptg.guest.MemoryKind;
import bbt.ptg.guest.Pure;
import bbt.ptg.riscv.CacheOp;
import bbt.ptg.riscv.FpOp;
import bbt.ptg.riscv.RiscvRtl;
import bbt.ptg.riscv.SystemOp;

/**
 * Turns the semantics of one instruction into the Java statements of its handler.
 *
 * <p>The statements may use {@code cpu}, the address {@code p} of the pre-decoded word and {@code
 * site}; inside the dispatch loop ({@link #needsPc}) also {@code table}, {@code base}, {@code
 * origin} and the exits of the loop. Every field of the word is loaded where it is used: were they
 * computed from one long, C2 would compute all of them before each dispatch, and spill them.
 * Register reads and loads become Java locals where they stand, so the order of the semantics is
 * kept; everything else is nested expressions.
 */
final class JavaRtl implements RiscvRtl<JavaRtl.Piece> {
  /**
   * A value: Java source of an expression without side effects.
   *
   * @param code fully parenthesised unless atomic
   * @param isBoolean Java type boolean; else long
   */
  record Piece(String code, boolean isBoolean) {
    String asLong() {
      return isBoolean ? "(" + code + " ? 1L : 0L)" : code;
    }
  }

  private final StringBuilder body = new StringBuilder();
  private final String indent;

  /** Source of the site of a memory access: see {@code Mem}. */
  private final String site;

  /** What to store into the local {@code taken} at a branch: only the tracing loops need it. */
  private final boolean traced;

  /** Statement that counts the instruction as retired, for handlers that leave the loop. */
  private final String retire;

  /** Whether the place of the immediate is taken, so that rs2 stands in that of rd. */
  private final boolean hasImmediate;

  private boolean usesImmediate;
  private boolean usesRs2;
  private int fpOperands;
  private SystemOp systemOp;
  private int locals;
  private boolean needsPc;
  private boolean usesHelpers;

  /** A first pass, which finds out what the semantics use. */
  JavaRtl() {
    this("", "", false, "", false);
  }

  JavaRtl(String indent, String site, boolean traced, String retire, boolean hasImmediate) {
    this.hasImmediate = hasImmediate;
    this.indent = indent;
    this.retire = retire;
    this.site = site;
    this.traced = traced;
  }

  String body() {
    return body.toString();
  }

  /** Whether the statements only work inside the dispatch loop. */
  boolean needsPc() {
    return needsPc;
  }

  /** Whether it calls functions that are too rare or too big to be worth a place in the loop. */
  boolean usesHelpers() {
    return usesHelpers;
  }

  /** Which operands are f registers: 1 = destination, 2 = rs1, 4 = rs2. */
  int fpOperands() {
    return fpOperands;
  }

  boolean usesImmediate() {
    return usesImmediate;
  }

  boolean usesRs2() {
    return usesRs2;
  }

  /** The machine operation that the instruction is, or null. */
  SystemOp systemOp() {
    return systemOp;
  }

  private void line(String text) {
    body.append(indent).append(text).append('\n');
  }

  private Piece local(String expression) {
    String name = "v" + locals++;
    line("final long " + name + " = " + expression + ";");
    return new Piece(name, false);
  }

  private static Piece value(String code) {
    return new Piece("(" + code + ")", false);
  }

  private static Piece condition(String code) {
    return new Piece("(" + code + ")", true);
  }

  @Override
  public Piece rs1() {
    return local("U.getLong(cpu, BASE + ((long) U.getByte(p + 3) << 3))");
  }

  @Override
  public Piece rs2() {
    usesRs2 = true;
    int offset = hasImmediate ? 2 : 4;
    return local("U.getLong(cpu, BASE + ((long) U.getByte(p + " + offset + ") << 3))");
  }

  @Override
  public Piece imm() {
    usesImmediate = true;
    return value("(long) U.getInt(p + 4)");
  }

  @Override
  public Piece pc() {
    needsPc = true;
    return value("p - origin >> 2");
  }

  @Override
  public Piece nextPc() {
    needsPc = true;
    return value("p + U.getByte(p + 1) - origin >> 2");
  }

  @Override
  public void rd(Piece value) {
    line("U.putLong(cpu, BASE + ((long) U.getByte(p + 2) << 3), " + value.asLong() + ");");
  }

  @Override
  public Piece frs1() {
    fpOperands |= 2;
    return rs1();
  }

  @Override
  public Piece frs2() {
    fpOperands |= 4;
    return rs2();
  }

  @Override
  public Piece frs3() {
    return local("U.getLong(cpu, BASE + ((long) U.getByte(p + 5) << 3))");
  }

  @Override
  public void frd(Piece value) {
    fpOperands |= 1;
    rd(value);
    line("cpu.fs = 3;");
  }

  @Override
  public Piece constant(long value) {
    return new Piece(value < 0 ? "(" + value + "L)" : value + "L", false);
  }

  private static Piece binary(Piece a, String operator, Piece b) {
    return value(a.asLong() + " " + operator + " " + b.asLong());
  }

  @Override
  public Piece add(Piece a, Piece b) {
    return binary(a, "+", b);
  }

  @Override
  public Piece sub(Piece a, Piece b) {
    return binary(a, "-", b);
  }

  @Override
  public Piece and(Piece a, Piece b) {
    return binary(a, "&", b);
  }

  @Override
  public Piece or(Piece a, Piece b) {
    return binary(a, "|", b);
  }

  @Override
  public Piece xor(Piece a, Piece b) {
    return binary(a, "^", b);
  }

  @Override
  public Piece sll(Piece a, Piece b) {
    return shift(a, "<<", b);
  }

  @Override
  public Piece srl(Piece a, Piece b) {
    return shift(a, ">>>", b);
  }

  @Override
  public Piece sra(Piece a, Piece b) {
    return shift(a, ">>", b);
  }

  /** Java masks a long's shift count to six bits, as the vocabulary wants. */
  private static Piece shift(Piece a, String operator, Piece b) {
    return value(a.asLong() + " " + operator + " (int) " + b.asLong());
  }

  @Override
  public Piece mul(Piece a, Piece b) {
    return binary(a, "*", b);
  }

  private static Piece cast(String type, Piece a) {
    return value("(long) (" + type + ") " + a.asLong());
  }

  @Override
  public Piece sext8(Piece a) {
    return cast("byte", a);
  }

  @Override
  public Piece sext16(Piece a) {
    return cast("short", a);
  }

  @Override
  public Piece sext32(Piece a) {
    return cast("int", a);
  }

  @Override
  public Piece zext8(Piece a) {
    return value(a.asLong() + " & 0xFFL");
  }

  @Override
  public Piece zext16(Piece a) {
    return value(a.asLong() + " & 0xFFFFL");
  }

  @Override
  public Piece zext32(Piece a) {
    return value(a.asLong() + " & 0xFFFFFFFFL");
  }

  private static Piece compare(Piece a, String operator, Piece b) {
    return condition(a.asLong() + " " + operator + " " + b.asLong());
  }

  @Override
  public Piece eq(Piece a, Piece b) {
    return compare(a, "==", b);
  }

  @Override
  public Piece ne(Piece a, Piece b) {
    return compare(a, "!=", b);
  }

  @Override
  public Piece lt(Piece a, Piece b) {
    return compare(a, "<", b);
  }

  @Override
  public Piece ge(Piece a, Piece b) {
    return compare(a, ">=", b);
  }

  @Override
  public Piece ltu(Piece a, Piece b) {
    return condition("Long.compareUnsigned(" + a.asLong() + ", " + b.asLong() + ") < 0");
  }

  @Override
  public Piece geu(Piece a, Piece b) {
    return condition("Long.compareUnsigned(" + a.asLong() + ", " + b.asLong() + ") >= 0");
  }

  @Override
  public Piece select(Piece condition, Piece a, Piece b) {
    String test = condition.isBoolean() ? condition.code() : "(" + condition.code() + " != 0)";
    return value(test + " ? " + a.asLong() + " : " + b.asLong());
  }

  @Override
  public Piece pure(Pure function, Piece a, Piece b) {
    usesHelpers = true;
    return local(
        "PureFunctions." + function.methodName() + "(" + a.asLong() + ", " + b.asLong() + ")");
  }

  @Override
  public Piece load(MemoryKind kind, Piece address) {
    return local("Mem.load" + kind.name() + "(cpu, " + address.asLong() + ", " + site + ")");
  }

  @Override
  public void store(MemoryKind kind, Piece address, Piece value) {
    line(
        "Mem.store"
            + kind.bytes * 8
            + "(cpu, "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", "
            + site
            + ");");
  }

  @Override
  public Piece loadReserved(MemoryKind kind, Piece address) {
    usesHelpers = true;
    return local(
        "Mem.loadReserved" + kind.bytes * 8 + "(cpu, " + address.asLong() + ", " + site + ")");
  }

  @Override
  public Piece storeConditional(MemoryKind kind, Piece address, Piece value) {
    usesHelpers = true;
    return local(
        "Mem.storeConditional"
            + kind.bytes * 8
            + "(cpu, "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", "
            + site
            + ")");
  }

  @Override
  public Piece amo(Amo operation, MemoryKind kind, Piece address, Piece value) {
    usesHelpers = true;
    return local(
        "Mem.amo"
            + kind.bytes * 8
            + "(cpu, Amo."
            + operation
            + ", "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", "
            + site
            + ")");
  }

  @Override
  public void cacheBlock(CacheOp operation, Piece address) {
    usesHelpers = true;
    boolean zero = operation == CacheOp.ZERO;
    line(
        (zero ? "Mem.zeroBlock(cpu, " : "Mem.cacheBlock(cpu, CacheOp." + operation + ", ")
            + address.asLong()
            + ", "
            + site
            + ");");
  }

  @Override
  public Piece fp(FpOp operation, Piece a, Piece b, Piece c) {
    usesHelpers = true;
    return local(
        "Fp."
            + operation.methodName()
            + "(cpu, "
            + operand(a)
            + ", "
            + operand(b)
            + ", "
            + operand(c)
            + ", rm)");
  }

  private static String operand(Piece piece) {
    return piece == null ? "0L" : piece.asLong();
  }

  @Override
  public void requireFp() {
    usesHelpers = true;
    line("requireFp(cpu);");
    line("final int rm = U.getByte(p + 6);");
  }

  @Override
  public void requireRoundingMode() {
    usesHelpers = true;
    line("requireRoundingMode(cpu, rm);");
  }

  @Override
  public void branchIf(Piece condition) {
    needsPc = true;
    String test = condition.isBoolean() ? condition.code() : "(" + condition.code() + " != 0)";
    if (traced) {
      line("final boolean c = " + test + ";");
      line("taken = c ? 1 : 0;");
      test = "c";
    }
    usesImmediate = true;
    line("next = p + (" + test + " ? (long) U.getInt(p + 4) << 2 : U.getByte(p + 1));");
    line(retire);
    line("break insn;");
  }

  @Override
  public void jump() {
    needsPc = true;
    usesImmediate = true;
    line("next = p + ((long) U.getInt(p + 4) << 2);");
    line(retire);
    line("break insn;");
  }

  @Override
  public void jumpTo(Piece target) {
    needsPc = true;
    line("final long t = " + target.asLong() + ";");
    line("final long d = t - base;");
    line("if ((d & -4095L) == 0) {");
    line("  next = table + (d << 2);");
    line("} else {");
    line("  cpu.pc = t;");
    line("  next = FAR;");
    line("}");
    line(retire);
    line("break insn;");
  }

  @Override
  public void system(SystemOp operation) {
    systemOp = operation;
  }

  @Override
  public void nothing() {}
}
