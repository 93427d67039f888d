package bbt.translator.interp.gen;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.Rtl;

/**
 * Turns the semantics of one instruction into the Java statements of its handler; a guest's room
 * extends it with the operands and the work that only that guest has.
 *
 * <p>The statements may use {@code cpu} and the address {@code p} of the pre-decoded word; in a
 * method of its own also {@code site}, inside the dispatch loop ({@link #needsPc}) {@code table},
 * {@code base}, {@code origin} and the exits of the loop, but no method (docs/performance.md).
 * Register reads and loads become Java locals where they stand, so the order of the semantics is
 * kept; everything else is nested expressions.
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
   * @param inLoop whether it is a case of the dispatch loop; else a method of its own
   * @param called whether the word's handler is {@code Word.CALL}
   * @param traced whether a branch stores into the local {@code taken} which way it goes
   */
  record Place(String indent, boolean inLoop, boolean called, boolean traced) {}

  /** Bytes to the next instruction's word. */
  private static final String LENGTH = "U.getByte(p + 1)";

  private final StringBuilder body = new StringBuilder();
  private final Place place;

  /** What a first pass found out of the same semantics; {@code null} in the first pass. */
  private final JavaRtl first;

  private boolean usesImmediate;
  private boolean usesSecondSource;
  private boolean needsPc;
  private boolean usesHelpers;
  private boolean mayMiss;
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

  /** Whether it loads or stores, so that a case of the loop may leave it to a method. */
  boolean mayMiss() {
    return mayMiss;
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

  /** The instruction is not worth a place in the loop. */
  void helped() {
    usesHelpers = true;
  }

  /**
   * Offset in the hart of the register whose slot is in a byte of the word. The slot is never
   * negative, but C2 has to know it: else it takes the address for one outside the heap, perhaps.
   */
  private static String slot(int at) {
    return "BASE + 8L * (U.getByte(p + " + at + ") & 0xFF)";
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
    return value("(long) U.get" + (place.called ? "Short" : "Int") + "(p + 4)");
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

  /**
   * The host address of an access to memory by a case of the loop, which ends the loop where the
   * TLB misses, before anything was changed.
   */
  private String hit(String entry, MemoryKind kind, Piece address) {
    Piece a = local(address.asLong());
    Piece e = local("cpu." + entry + " + (" + a.code() + " >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK)");
    line("if (U.getLong(" + e.code() + ") != (" + a.code() + " & Mem.TAG" + kind.bytes + ")) {");
    line("  break node;");
    line("}");
    return a.code() + " + U.getLong(" + e.code() + " + 8)";
  }

  @Override
  public Piece load(MemoryKind kind, Piece address) {
    mayMiss = true;
    if (!place.inLoop) {
      return local("Mem.load" + kind.name() + "(cpu, " + address.asLong() + ", site)");
    }
    String at = hit("readTlb", kind, address);
    return local(
        switch (kind) {
          case S8 -> "U.getByte(" + at + ")";
          case S16 -> "U.getShort(" + at + ")";
          case S32 -> "U.getInt(" + at + ")";
          case D64 -> "U.getLong(" + at + ")";
          case U8 -> "U.getByte(" + at + ") & 0xFFL";
          case U16 -> "U.getChar(" + at + ")";
          case U32 -> "U.getInt(" + at + ") & 0xFFFFFFFFL";
        });
  }

  @Override
  public void store(MemoryKind kind, Piece address, Piece value) {
    mayMiss = true;
    String v = value.asLong();
    if (!place.inLoop) {
      line("Mem.store" + kind.bytes * 8 + "(cpu, " + address.asLong() + ", " + v + ", site);");
      return;
    }
    String at = hit("writeTlb", kind, address);
    line(
        switch (kind.bytes) {
          case 1 -> "U.putByte(" + at + ", (byte) " + v + ");";
          case 2 -> "U.putShort(" + at + ", (short) " + v + ");";
          case 4 -> "U.putInt(" + at + ", (int) " + v + ");";
          default -> "U.putLong(" + at + ", " + v + ");";
        });
  }

  /** The class of the guest's room whose methods are its atomic accesses. */
  abstract String atomics();

  @Override
  public Piece loadReserved(MemoryKind kind, Piece address) {
    usesHelpers = true;
    return local(
        atomics() + ".loadReserved" + kind.bytes * 8 + "(cpu, " + address.asLong() + ", site)");
  }

  @Override
  public Piece storeConditional(MemoryKind kind, Piece address, Piece value) {
    usesHelpers = true;
    return local(
        atomics()
            + ".storeConditional"
            + kind.bytes * 8
            + "(cpu, "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", site)");
  }

  @Override
  public Piece amo(Amo operation, MemoryKind kind, Piece address, Piece value) {
    usesHelpers = true;
    return local(
        atomics()
            + ".amo"
            + kind.bytes * 8
            + "(cpu, Amo."
            + operation
            + ", "
            + address.asLong()
            + ", "
            + value.asLong()
            + ", site)");
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
    line("next = p + (" + test + " ? (long) U.getInt(p + 4) << 2 : " + LENGTH + ");");
  }

  @Override
  public void jump() {
    needsPc = true;
    usesImmediate = true;
    line("next = p + ((long) U.getInt(p + 4) << 2);");
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
  }

  @Override
  public void nothing() {}
}
