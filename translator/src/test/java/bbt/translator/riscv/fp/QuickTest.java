package bbt.translator.riscv.fp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.translator.hart.RegionExit;
import bbt.translator.riscv.cpu.Cpu;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The functions of {@link Quick} over the hard cases of their operations, in each state: those of
 * {@link FpReference}, or the region is left with nothing changed.
 */
class QuickTest {
  private static final int NX = 1;
  private static final int DYNAMIC = 7;
  private static final int SITE = 5;

  private final Cpu cpu = new Cpu(0);

  /** A function and the operation it does. */
  record Function(FpOp op, Method method, int rm) {
    @Override
    public String toString() {
      return method.getName();
    }
  }

  private static List<Function> functions() {
    List<Function> all = new ArrayList<>();
    for (Method method : Quick.class.getMethods()) {
      boolean truncation = method.getName().endsWith("TowardsZero");
      String name = method.getName().replace("TowardsZero", "");
      for (FpOp op : FpOp.values()) {
        if (op.methodName().equals(name) && !name.startsWith("fsgnj")) {
          all.add(new Function(op, method, truncation ? Rounding.RTZ : DYNAMIC));
        }
      }
    }
    assertTrue(all.size() >= 42, "functions: " + all.size());
    return all;
  }

  private Object[] arguments(Function function, long[] row, int state, int site) {
    Class<?>[] types = function.method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    int operand = 0;
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Cpu.class) {
        arguments[i] = cpu;
      } else if (types[i] == double.class) {
        arguments[i] = Double.longBitsToDouble(row[operand++]);
      } else if (types[i] == float.class) {
        arguments[i] = Quick.unbox(Double.longBitsToDouble(row[operand++]));
      } else if (types[i] == long.class) {
        arguments[i] = row[operand++];
      } else if (i == 0) {
        arguments[i] = state;
      } else {
        arguments[i] = i == types.length - 1 ? site : DYNAMIC;
      }
    }
    return arguments;
  }

  private static long bits(Object result) {
    return switch (result) {
      case Double d -> Double.doubleToRawLongBits(d);
      case Float f -> Double.doubleToRawLongBits(Quick.box(f));
      default -> (long) result;
    };
  }

  @ParameterizedTest
  @MethodSource("functions")
  void agreesOrLeaves(Function function) throws Exception {
    int done = 0;
    int left = 0;
    for (long[] row : FpCases.of(function.op)) {
      for (int[] start : new int[][] {{0, 0}, {NX, 0}, {NX, 3}, {0, 2}}) {
        int rm = function.rm == DYNAMIC ? start[1] : function.rm;
        FpReference.Result expected = FpReference.compute(function.op, row[0], row[1], row[2], rm);
        for (int site : new int[] {-1, SITE}) {
          cpu.fflags = start[0];
          cpu.frm = start[1];
          cpu.fs = 3;
          String where =
              String.format(
                  "%s %x %x %x fflags=%x frm=%d site=%d",
                  function, row[0], row[1], row[2], start[0], start[1], site);
          try {
            long result =
                bits(
                    function.method.invoke(null, arguments(function, row, Quick.state(cpu), site)));
            if (result != expected.bits() || cpu.fflags != (start[0] | expected.flags())) {
              fail(where + ": " + Long.toHexString(result) + " flags " + cpu.fflags);
            }
            done += site < 0 ? 0 : 1;
          } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof RegionExit exit)) {
              throw e;
            }
            assertEquals(SITE, site, where);
            assertEquals(SITE, exit.site, where);
            assertTrue(exit.floating, where);
            assertEquals(start[0], cpu.fflags, where);
            left++;
          }
        }
      }
    }
    assertTrue(done >= 200, function + " done without leaving: " + done);
    assertTrue(left >= 4, function + " left: " + left);
  }

  @Test
  void registersKeepTheirBits() {
    for (long raw : FpFormat.SINGLE.lattice()) {
      long expected = FpFormat.SINGLE.boxed(raw) ? raw : 0xFFFFFFFF7FC00000L;
      float single = Quick.unbox(Double.longBitsToDouble(raw));
      assertEquals(expected, Double.doubleToRawLongBits(Quick.box(single)));
    }
  }

  @Test
  void quickOnlyToNearestWithNxSetAndTheUnitOn() {
    for (int frm = 0; frm < 8; frm++) {
      for (int fflags = 0; fflags < 32; fflags++) {
        for (int fs = 0; fs < 4; fs++) {
          cpu.frm = frm;
          cpu.fflags = fflags;
          cpu.fs = fs;
          int nearest = (fflags & NX) != 0 ? Quick.QUICK : Quick.NEAREST;
          assertEquals(frm == 0 && fs != 0 ? nearest : 0, Quick.state(cpu));
          assertEquals(Quick.QUICK, Quick.refresh(Quick.QUICK, cpu));
          assertEquals(Quick.state(cpu), Quick.refresh(0, cpu));
        }
      }
    }
  }
}
