package bbt.translator.interp.gen;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.Rtl;

/**
 * Turns the semantics of one instruction into the Java statements of its handler; a guest's room
 * extends it with the operands and the work that only that guest has.
 *
 * <p>The statements may use {@code cpu}, the pre-decoded word {@code w} and {@code site}; inside
 * the dispatch loop ({@link #needsPc}) also the word's address {@code p}, {@code table}, {@code
 * base}, {@code origin} and the exits of the loop. The fields of the word are shifted out of one
 * long: where each was loaded from {@code p}, C2 kept {@code p} on the stack and loaded it anew for
 * each (docs/performance.md). Register reads and loads become Java locals where they stand, so the
 * order of the semantics is kept; everything else is nested expressions.
 */
abstract class JavaRtl implements Rtl<JavaRtl.Piece> {
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

  /**
   * Where a handler stands.
   *
   * @param indent before each line
   * @param site source of the site of a memory access: see {@code Mem}
   * @param traced what to store into the local {@code taken} at a branch: only the tracing loops
   *     need it
   * @param retire statement that counts the instruction as retired, for handlers that leave the
   *     loop
   * @param inLoop whether it is a case of the dispatch loop; else a method of its own
   */
  record Place(String indent, String site, boolean traced, String retire, boolean inLoop) {}

  /** Bytes to the next instruction's word. */
  private static final String LENGTH = "(w >> 8 & 24)";

  private final StringBuilder body = new StringBuilder();
  private final Place place;

  /** What a first pass found out of the same semantics; {@code null} in the first pass. */
  private final JavaRtl first;

  private boolean usesImmediate;
  private boolean usesSecondSource;
  private boolean needsPc;
  private boolean usesHelpers;
  private int locals;

  JavaRtl(Place place, JavaRtl first) {
    this.place = place;
    this.first = first;
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

  boolean usesImmediate() {
    return usesImmediate;
  }

  /**
   * Whether it has a second source, which stands in place of the destination beside an immediate.
   */
  boolean usesSecondSource() {
    return usesSecondSource;
  }

  /** Name of the machine operation that the instruction is, or null. */
  abstract String systemOp();

  /** Which operands are floating-point registers: 1 = destination, 2 and 4 = sources. */
  abstract int floatOperands();

  // ---- for the guest's vocabulary

  void line(String text) {
    body.append(place.indent).append(text).append('\n');
  }

  Piece local(String expression) {
    String name = "v" + locals++;
    line("final long " + name + " = " + expression + ";");
    return new Piece(name, false);
  }

  static Piece value(String code) {
    return new Piece("(" + code + ")", false);
  }

  private static Piece condition(String code) {
    return new Piece("(" + code + ")", true);
  }

  /** Source of the site of a memory access. */
  String site() {
    return place.site;
  }

  /** The instruction is not worth a place in the loop. */
  void helped() {
    usesHelpers = true;
  }

  /** Offset in the hart of the register whose slot, of seven bits, is in a byte of the word. */
  private static String slot(int at) {
    return "BASE + (w >>> " + (8 * at - 3) + " & 0x3F8L)";
  }

  /** Reads the register whose slot is in a byte of the word. */
  private Piece register(int at) {
    return local("U.getLong(cpu, " + slot(at) + ")");
  }

  /** The first source register. */
  Piece firstSource() {
    return register(3);
  }

  /** The second source register. */
  Piece secondSource() {
    usesSecondSource = true;
    return register(first != null && first.usesImmediate ? 2 : 4);
  }

  /** The third source register. */
  Piece thirdSource() {
    return register(5);
  }

  /** Writes the destination register. */
  void destination(Piece value) {
    line("U.putLong(cpu, " + slot(2) + ", " + value.asLong() + ");");
  }

  Piece immediate() {
    usesImmediate = true;
    return value(place.inLoop ? "w >> 32" : "(long) (short) (w >> 32)");
  }

  // ---- the common vocabulary

  @Override
  public Piece pc() {
    needsPc = true;
    return value("p - origin >> 2");
  }

  @Override
  public Piece nextPc() {
    needsPc = true;
    return value("p + " + LENGTH + " - origin >> 2");
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

  /** Says which instruction it is; those out of the loop were announced before. */
  private void mayTrap() {
    if (place.inLoop) {
      line("here = p;");
    }
  }

  @Override
  public Piece load(MemoryKind kind, Piece address) {
    mayTrap();
    return local("Mem.load" + kind.name() + "(cpu, " + address.asLong() + ", " + site() + ")");
  }

  @Override
  public void store(MemoryKind kind, Piece address, Piece value) {
    mayTrap();
    line(
        "Mem.store"
            + kind.bytes * 8
            + "(cpu, "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", "
            + site()
            + ");");
  }

  @Override
  public Piece loadReserved(MemoryKind kind, Piece address) {
    usesHelpers = true;
    return local(
        "RiscvMem.loadReserved"
            + kind.bytes * 8
            + "(cpu, "
            + address.asLong()
            + ", "
            + site()
            + ")");
  }

  @Override
  public Piece storeConditional(MemoryKind kind, Piece address, Piece value) {
    usesHelpers = true;
    return local(
        "RiscvMem.storeConditional"
            + kind.bytes * 8
            + "(cpu, "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", "
            + site()
            + ")");
  }

  @Override
  public Piece amo(Amo operation, MemoryKind kind, Piece address, Piece value) {
    usesHelpers = true;
    return local(
        "RiscvMem.amo"
            + kind.bytes * 8
            + "(cpu, Amo."
            + operation
            + ", "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", "
            + site()
            + ")");
  }

  @Override
  public void branchIf(Piece condition) {
    needsPc = true;
    String test = condition.isBoolean() ? condition.code() : "(" + condition.code() + " != 0)";
    if (place.traced) {
      line("final boolean c = " + test + ";");
      line("taken = c ? 1 : 0;");
      test = "c";
    }
    usesImmediate = true;
    line("next = p + (" + test + " ? w >> 32 << 2 : " + LENGTH + ");");
    line(place.retire);
    line("break insn;");
  }

  @Override
  public void jump() {
    needsPc = true;
    usesImmediate = true;
    line("next = p + (w >> 32 << 2);");
    line(place.retire);
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
    line(place.retire);
    line("break insn;");
  }

  @Override
  public void nothing() {}
}
