package bbt.translator.riscv.fp;

import bbt.ptg.riscv.semantics.FpOp;
import bbt.translator.riscv.cpu.Cpu;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumMap;
import java.util.Map;

/** The functions of {@link Fp} by operation. */
final class FpFunctions {
  private static final Map<FpOp, MethodHandle> HANDLES = new EnumMap<>(FpOp.class);

  static {
    MethodType type =
        MethodType.methodType(long.class, Cpu.class, long.class, long.class, long.class, int.class);
    for (FpOp op : FpOp.values()) {
      try {
        HANDLES.put(op, MethodHandles.lookup().findStatic(Fp.class, op.methodName(), type));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError("no function for " + op, e);
      }
    }
  }

  private FpFunctions() {}

  static long call(FpOp op, Cpu cpu, long a, long b, long c, int rm) {
    try {
      return (long) HANDLES.get(op).invokeExact(cpu, a, b, c, rm);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  static boolean single(FpOp op) {
    return op.name().endsWith("_S");
  }

  /** Whether operand a is an integer. */
  static boolean fromInteger(FpOp op) {
    return op.name().matches("FCVT_[SD]_[WL]U?");
  }

  /** The format of the operands; of those that convert an integer, of the result. */
  static FpFormat source(FpOp op) {
    String name = op.name();
    char format = name.charAt(fromInteger(op) ? 5 : name.length() - 1);
    return switch (format) {
      case 'D' -> FpFormat.DOUBLE;
      case 'H' -> FpFormat.HALF;
      default -> FpFormat.SINGLE;
    };
  }

  /** Whether the instruction has a rounding mode that could matter. */
  static boolean rounds(FpOp op) {
    return !op.name().matches("F(EQ|LT|LE|MIN|MAX|CLASS|MV|SGNJ).*");
  }

  /** Number of operands: 1 to 3. */
  static int operands(FpOp op) {
    String name = op.name();
    if (name.matches("FN?M(ADD|SUB)_.")) {
      return 3;
    }
    return name.matches("(FSQRT|FCLASS|FCVT).*") ? 1 : 2;
  }
}
