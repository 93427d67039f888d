package bbt.translator.riscv.interp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.asm.Assembler;
import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.PureFunctions;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.EvaluatingRtl;
import bbt.translator.testing.BareMachine;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random programs: the dispatch loop against a direct evaluation of the semantics. */
class InterpreterProperties {
  private static final int LENGTH = 40;
  private static final long[] CORNERS = {
    0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 0xFFFF_FFFFL
  };

  private final List<Insn> integer = new ArrayList<>();
  private final BareMachine machine = new BareMachine(1 << 20);

  InterpreterProperties() {
    for (Insn insn : Insn.values()) {
      if (!insn.isCompressed() && isInteger(insn)) {
        integer.add(insn);
      }
    }
  }

  /** The semantics, executed one by one. */
  private static final class Reference extends EvaluatingRtl {
    @Override
    protected Long unknown() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Long pure(Pure function, Long a, Long b) {
      try {
        return (Long)
            PureFunctions.class
                .getMethod(function.methodName(), long.class, long.class)
                .invoke(null, a, b);
      } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("no function for " + function, e);
      }
    }
  }

  private static boolean isInteger(Insn insn) {
    int bits = Encoder.fill(insn, 1 << 7 | 2 << 15);
    try {
      new Reference().execute(Decoder.decode(bits));
      return insn.flow() == ControlFlow.SEQUENTIAL || insn.flow() == ControlFlow.CONDITIONAL_BRANCH;
    } catch (UnsupportedOperationException memoryOrFloat) {
      return false;
    }
  }

  /** Forward branches by 8, so that every program ends. */
  private Assembler program(Random random) {
    Assembler a = new Assembler();
    while (a.offset() < 4 * LENGTH) {
      Insn insn = integer.get(random.nextInt(integer.size()));
      if (insn.flow() == ControlFlow.CONDITIONAL_BRANCH) {
        a.emit(insn, new Operands(0, random.nextInt(32), random.nextInt(32), 0, 8, 0));
      } else {
        a.raw32(Encoder.fill(insn, random.nextInt()));
      }
    }
    return a.op(Insn.WFI).op(Insn.WFI);
  }

  @Property(tries = 400)
  void randomProgramsAgreeWithTheSemantics(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] image = program(random).bytes();
    Reference reference = new Reference();
    reference.pc = Ram.BASE;
    for (int i = 1; i < 32; i++) {
      reference.x[i] =
          random.nextInt(3) == 0 ? CORNERS[random.nextInt(CORNERS.length)] : random.nextLong();
      machine.cpu.setGeneral(i, reference.x[i]);
    }
    BareMachine run = machine;
    run.load(Ram.BASE, image);
    run.cpu.pc = Ram.BASE;
    long before = run.cpu.retired();
    run.resume().runTo(Long.MAX_VALUE);

    long count = 0;
    while (true) {
      int at = (int) (reference.pc - Ram.BASE);
      int bits = java.nio.ByteBuffer.wrap(image).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(at);
      Decoded decoded = Decoder.decode(bits);
      count++;
      if (decoded.insn() == Insn.WFI) {
        break;
      }
      reference.execute(decoded);
    }
    long[] actual = new long[32];
    for (int i = 0; i < 32; i++) {
      actual[i] = run.cpu.general(i);
    }
    assertArrayEquals(reference.x, actual, () -> Arrays.toString(image));
    assertEquals(reference.pc + 4, run.cpu.pc);
    assertEquals(count, run.cpu.retired() - before);
  }
}
