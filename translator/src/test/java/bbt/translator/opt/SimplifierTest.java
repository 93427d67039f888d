package bbt.translator.opt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.isa.MemoryKind;
import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.Op;
import bbt.translator.ir.Terminator;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import bbt.translator.ir.Value.ReadX;
import bbt.translator.ir.Value.Unary;
import bbt.translator.ir.Value.UnaryOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is folded, and what must stay because somebody can see it. */
class SimplifierTest {
  private static final Terminator EXIT = new Terminator.Jump(Edge.exit(0x2000));

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
                new Op.WriteX(5, new Const(0x12345000)),
                new Op.WriteX(5, sext32(add(new ReadX(5), 0x678)))));
    assertEquals(new Op.WriteX(5, new Const(0x12345678)), simple.ops().get(1));
  }

  @Test
  void aLoadedWordIsNotExtendedAgain() {
    Value load = new Value.Load(MemoryKind.S32, new ReadX(10), 0);
    IrNode simple =
        Simplifier.simplify(
            node(EXIT, new Op.WriteX(5, load), new Op.WriteX(6, sext32(new ReadX(5)))));
    assertEquals(new Op.WriteX(6, new ReadX(5)), simple.ops().get(1));
  }

  @Test
  void aDoubleWordIsStillExtended() {
    Value load = new Value.Load(MemoryKind.D64, new ReadX(10), 0);
    IrNode simple =
        Simplifier.simplify(
            node(EXIT, new Op.WriteX(5, load), new Op.WriteX(6, sext32(new ReadX(5)))));
    assertEquals(new Op.WriteX(6, sext32(new ReadX(5))), simple.ops().get(1));
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
    Op first = new Op.WriteX(5, new Const(1));
    Op load = new Op.WriteX(6, new Value.Load(MemoryKind.D64, new ReadX(10), 1));
    Op second = new Op.WriteX(5, new Const(2));
    assertEquals(3, DeadWrites.remove(node(EXIT, first, load, second)).ops().size());
    assertEquals(List.of(second), DeadWrites.remove(node(EXIT, first, second)).ops());
  }

  @Test
  void aWriteThatIsReadStays() {
    Op first = new Op.WriteX(5, new Const(1));
    Op read = new Op.WriteX(6, new ReadX(5));
    Op second = new Op.WriteX(5, new Const(2));
    assertEquals(3, DeadWrites.remove(node(EXIT, first, read, second)).ops().size());
  }
}
