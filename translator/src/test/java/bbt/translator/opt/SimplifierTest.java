package bbt.translator.opt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.guest.RegisterFile;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.Terminator;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Address;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import bbt.translator.ir.Value.Unary;
import bbt.translator.ir.Value.UnaryOp;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations that are folded, and those that must stay because somebody can see them. */
class SimplifierTest {
  private static final Register[] X =
      Register.of(new RegisterFile("x", 64, Collections.nCopies(32, "")), false);
  private static final Terminator EXIT = new Terminator.Jump(Edge.exit(0x2000));

  private static final Value TWO = new Const(2);

  private static IrNode node(Terminator terminator, Op... ops) {
    return new IrNode(0, 0x1000, 0, ops.length, 0, List.of(ops), terminator);
  }

  private static Value add(Value a, long b) {
    return new Binary(BinaryOp.ADD, a, new Const(b));
  }

  private static Value sext32(Value a) {
    return new Unary(UnaryOp.SEXT32, a);
  }

  @Test
  void aConstantFlowsThroughItsRegister() {
    IrNode simple =
        Simplifier.simplify(
            node(
                EXIT,
                new Op.Write(X[5], new Const(0x12345000)),
                new Op.Write(X[5], sext32(add(new Value.Read(X[5]), 0x678)))));
    assertEquals(new Op.Write(X[5], new Const(0x12345678)), simple.ops().get(1));
  }

  /** A page moves by whole pages. */
  @Test
  void anAddressFlowsAndMovesAndIsRoundedToPages() {
    IrNode simple =
        Simplifier.simplify(
            node(
                EXIT,
                new Op.Write(X[5], new Address(0x1234)),
                new Op.Write(X[6], add(new Value.Read(X[5]), 0x678)),
                new Op.Write(X[6], new Binary(BinaryOp.SUB, new Value.Read(X[6]), TWO)),
                new Op.Write(X[7], new Binary(BinaryOp.ADD, TWO, new Value.Read(X[6]))),
                new Op.Write(
                    X[8], new Binary(BinaryOp.AND, new Value.Read(X[7]), new Const(-4096))),
                new Op.Write(
                    X[9], new Binary(BinaryOp.AND, new Value.Read(X[7]), new Const(-8192))),
                new Op.Write(X[10], sext32(new Value.Read(X[7])))));
    assertEquals(new Op.Write(X[6], new Address(0x18ac)), simple.ops().get(1));
    assertEquals(new Op.Write(X[6], new Address(0x18aa)), simple.ops().get(2));
    assertEquals(new Op.Write(X[7], new Address(0x18ac)), simple.ops().get(3));
    assertEquals(new Op.Write(X[8], new Address(0x1000)), simple.ops().get(4));
    Value twoPages = new Binary(BinaryOp.AND, new Address(0x18ac), new Const(-8192));
    assertEquals(new Op.Write(X[9], twoPages), simple.ops().get(5), "it may begin at 0x1000");
    assertEquals(new Op.Write(X[10], sext32(new Address(0x18ac))), simple.ops().get(6));
  }

  @Test
  void aLoadedWordIsNotExtendedAgain() {
    Value load = new Value.Load(MemoryKind.S32, new Value.Read(X[10]), 0);
    IrNode simple =
        Simplifier.simplify(
            node(EXIT, new Op.Write(X[5], load), new Op.Write(X[6], sext32(new Value.Read(X[5])))));
    assertEquals(new Op.Write(X[6], new Value.Read(X[5])), simple.ops().get(1));
  }

  /** The two shifts of a rotation, which the host may then rotate by one instruction. */
  @Test
  void twoWordsAreCombinedInHalfTheWidth() {
    for (BinaryOp op : List.of(BinaryOp.OR, BinaryOp.XOR, BinaryOp.AND)) {
      Value both = new Binary(op, new Value.Read(X[5]), new Value.Read(X[6]));
      Op first = new Op.Write(X[5], sext32(new Binary(BinaryOp.SLL, new Value.Read(X[7]), TWO)));
      Op second = new Op.Write(X[6], sext32(new Value.Read(X[7])));
      IrNode simple = Simplifier.simplify(node(EXIT, first, second, new Op.Write(X[8], both)));
      assertEquals(new Op.Write(X[8], sext32(both)), simple.ops().get(2));
      simple = Simplifier.simplify(node(EXIT, first, new Op.Write(X[8], both)));
      assertEquals(new Op.Write(X[8], both), simple.ops().get(1), "x6 may be any number");
    }
  }

  @Test
  void aDoubleWordIsStillExtended() {
    Value load = new Value.Load(MemoryKind.D64, new Value.Read(X[10]), 0);
    IrNode simple =
        Simplifier.simplify(
            node(EXIT, new Op.Write(X[5], load), new Op.Write(X[6], sext32(new Value.Read(X[5])))));
    assertEquals(new Op.Write(X[6], sext32(new Value.Read(X[5]))), simple.ops().get(1));
  }

  @Test
  void aBranchOnAConstantBecomesAJump() {
    Edge taken = Edge.exit(0x3000);
    Value condition = new Binary(BinaryOp.EQ, new Const(0), new Const(0));
    IrNode simple =
        Simplifier.simplify(node(new Terminator.Branch(condition, taken, Edge.exit(0x1004))));
    assertEquals(new Terminator.Jump(taken), simple.terminator());
  }

  @Test
  void aWriteThatAFaultCanShowStays() {
    Op first = new Op.Write(X[5], new Const(1));
    Op load = new Op.Write(X[6], new Value.Load(MemoryKind.D64, new Value.Read(X[10]), 1));
    Op second = new Op.Write(X[5], new Const(2));
    assertEquals(3, DeadWrites.remove(node(EXIT, first, load, second)).ops().size());
    assertEquals(List.of(second), DeadWrites.remove(node(EXIT, first, second)).ops());
  }

  @Test
  void aWriteThatIsReadStays() {
    Op first = new Op.Write(X[5], new Const(1));
    Op read = new Op.Write(X[6], new Value.Read(X[5]));
    Op second = new Op.Write(X[5], new Const(2));
    assertEquals(3, DeadWrites.remove(node(EXIT, first, read, second)).ops().size());
  }

  private static final long[] CORNERS = {
    0,
    1,
    -1,
    2,
    31,
    32,
    63,
    64,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFF_FFFFL,
    0x8000_0000L,
    0xFFFF_FFFFL,
    0x1_0000_0000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -2,
    -0x8000_0001L
  };

  private static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  /** Arithmetic of a wider kind, as the vocabulary describes it. */
  private static long expected(BinaryOp op, long a, long b) {
    BigInteger x = BigInteger.valueOf(a);
    BigInteger y = BigInteger.valueOf(b);
    int amount = y.intValue() & 63;
    boolean truth =
        switch (op) {
          case EQ -> x.equals(y);
          case NE -> !x.equals(y);
          case LT -> x.compareTo(y) < 0;
          case GE -> x.compareTo(y) >= 0;
          case LTU -> unsigned(a).compareTo(unsigned(b)) < 0;
          case GEU -> unsigned(a).compareTo(unsigned(b)) >= 0;
          default -> false;
        };
    return switch (op) {
      case ADD -> x.add(y).longValue();
      case SUB -> x.subtract(y).longValue();
      case MUL -> x.multiply(y).longValue();
      case AND -> x.and(y).longValue();
      case OR -> x.or(y).longValue();
      case XOR -> x.xor(y).longValue();
      case SLL -> x.shiftLeft(amount).longValue();
      case SRL -> unsigned(a).shiftRight(amount).longValue();
      case SRA -> x.shiftRight(amount).longValue();
      case EQ, NE, LT, LTU, GE, GEU -> truth ? 1 : 0;
    };
  }

  private static long expected(UnaryOp op, long a) {
    int bits =
        switch (op) {
          case SEXT8, ZEXT8 -> 8;
          case SEXT16, ZEXT16 -> 16;
          case SEXT32, ZEXT32 -> 32;
        };
    BigInteger low = unsigned(a).mod(BigInteger.ONE.shiftLeft(bits));
    boolean negative = op.name().startsWith("SEXT") && low.testBit(bits - 1);
    return (negative ? low.subtract(BigInteger.ONE.shiftLeft(bits)) : low).longValue();
  }

  @Test
  void numbersAreFoldedAsTheyWouldBeComputed() {
    for (long a : CORNERS) {
      for (UnaryOp op : UnaryOp.values()) {
        assertEquals(expected(op, a), Simplifier.fold(op, a), op + " " + a);
      }
      for (long b : CORNERS) {
        for (BinaryOp op : BinaryOp.values()) {
          assertEquals(expected(op, a, b), Simplifier.fold(op, a, b), a + " " + op + " " + b);
        }
      }
    }
  }
}
