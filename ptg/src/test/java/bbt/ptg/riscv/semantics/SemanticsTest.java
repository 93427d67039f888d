package bbt.ptg.riscv.semantics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.PureFunctions;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the integer instructions with their definitions in plain Java. */
class SemanticsTest {
  private static final long PC = 0xFFFFFFFF80001000L;
  private static final Set<Format> COMPUTING =
      EnumSet.of(Format.R, Format.R1, Format.RI, Format.SHIFT, Format.U);

  private static final long[] VALUES = {
    0,
    1,
    2,
    31,
    32,
    63,
    64,
    -1,
    -2,
    0x80,
    0x7FFF,
    0x8000,
    0x7FFFFFFF,
    0x80000000L,
    0xFFFFFFFFL,
    1L << 32,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Integer.MIN_VALUE,
    0x0100800001FF0010L
  };

  /** The definition; b is rs2 or the immediate. */
  private static long expected(Insn insn, long a, long b) {
    int word = (int) a;
    int shift = (int) b & 63;
    int wordShift = (int) b & 31;
    long lowWord = a & 0xFFFFFFFFL;
    return switch (insn) {
      case LUI -> b;
      case AUIPC -> PC + b;
      case ADD, ADDI -> a + b;
      case SUB -> a - b;
      case ADDW, ADDIW -> (int) (a + b);
      case SUBW -> (int) (a - b);
      case SLT, SLTI -> a < b ? 1 : 0;
      case SLTU, SLTIU -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case XOR, XORI -> a ^ b;
      case OR, ORI -> a | b;
      case AND, ANDI -> a & b;
      case SLL, SLLI -> a << shift;
      case SRL, SRLI -> a >>> shift;
      case SRA, SRAI -> a >> shift;
      case SLLW, SLLIW -> word << wordShift;
      case SRLW, SRLIW -> word >>> wordShift;
      case SRAW, SRAIW -> word >> wordShift;
      case MUL -> a * b;
      case MULW -> word * (int) b;
      case ADD_UW -> lowWord + b;
      case SH1ADD -> 2 * a + b;
      case SH2ADD -> 4 * a + b;
      case SH3ADD -> 8 * a + b;
      case SH1ADD_UW -> 2 * lowWord + b;
      case SH2ADD_UW -> 4 * lowWord + b;
      case SH3ADD_UW -> 8 * lowWord + b;
      case SLLI_UW -> lowWord << shift;
      case ANDN -> a & ~b;
      case ORN -> a | ~b;
      case XNOR -> ~(a ^ b);
      case SEXT_B -> (byte) a;
      case SEXT_H -> (short) a;
      case ZEXT_H -> (char) a;
      case RORI -> PureFunctions.ror(a, b);
      case RORIW -> PureFunctions.rorw(a, b);
      case BCLR, BCLRI -> a & ~(1L << shift);
      case BEXT, BEXTI -> a >>> shift & 1;
      case BINV, BINVI -> a ^ 1L << shift;
      case BSET, BSETI -> a | 1L << shift;
      case CZERO_EQZ -> b == 0 ? 0 : a;
      case CZERO_NEZ -> b != 0 ? 0 : a;
      default -> pure(insn.name().replace("_", ""), a, b);
    };
  }

  /** The rest: {@link PureFunctions} has a test of its own, this is about calling the right one. */
  private static long pure(String name, long a, long b) {
    try {
      String method = Pure.valueOf(name).methodName();
      return (long)
          PureFunctions.class.getMethod(method, long.class, long.class).invoke(null, a, b);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static Insn[] computing() {
    Set<Insn> rows = EnumSet.allOf(Insn.class);
    rows.removeIf(
        i ->
            i.isCompressed()
                || i.flow() != ControlFlow.SEQUENTIAL
                || !COMPUTING.contains(i.format()));
    return rows.toArray(Insn[]::new);
  }

  @ParameterizedTest
  @MethodSource("computing")
  void computes(Insn insn) {
    Random random = new Random(4);
    String pattern = insn.pattern().toString();
    int immediateBits = pattern.contains("uimm4:0") ? 5 : 6;
    for (int i = 0; i < 2000; i++) {
      long a = value(random);
      long b = value(random);
      if (insn.format() == Format.SHIFT) {
        b &= (1L << immediateBits) - 1;
      }
      assertEquals(
          expected(insn, a, b),
          Evaluation.of(insn, a, b).rd,
          insn + " of " + Long.toHexString(a) + " and " + Long.toHexString(b));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BEQ", "BNE", "BLT", "BGE", "BLTU", "BGEU"})
  void branches(Insn insn) {
    Random random = new Random(6);
    for (int i = 0; i < 2000; i++) {
      long a = value(random);
      long b = random.nextInt(4) == 0 ? a : value(random);
      boolean taken =
          switch (insn) {
            case BEQ -> a == b;
            case BNE -> a != b;
            case BLT -> a < b;
            case BGE -> a >= b;
            case BLTU -> Long.compareUnsigned(a, b) < 0;
            default -> Long.compareUnsigned(a, b) >= 0;
          };
      assertEquals(taken, Evaluation.of(insn, a, b).condition != 0, () -> insn + " " + a);
    }
  }

  private static long value(Random random) {
    return random.nextInt(3) == 0
        ? random.nextLong() >> random.nextInt(64)
        : VALUES[random.nextInt(VALUES.length)];
  }

  /** One instruction carried out on plain numbers. */
  private static final class Evaluation {
    private long rd;
    private long condition;

    @SuppressWarnings("unchecked")
    static Evaluation of(Insn insn, long a, long b) {
      Evaluation e = new Evaluation();
      RiscvRtl<Long> rtl =
          (RiscvRtl<Long>)
              Proxy.newProxyInstance(
                  RiscvRtl.class.getClassLoader(),
                  new Class<?>[] {RiscvRtl.class},
                  (proxy, method, arguments) -> e.operation(method, arguments, a, b));
      insn.semantics().apply(rtl);
      return e;
    }

    private Object operation(Method method, Object[] arguments, long a, long b) {
      long x = argument(arguments, 0);
      long y = argument(arguments, 1);
      switch (method.getName()) {
        case "rd" -> rd = x;
        case "branchIf" -> condition = x;
        case "pure" -> {
          return pure(((Pure) arguments[0]).name(), y, argument(arguments, 2));
        }
        case "select" -> {
          return x != 0 ? y : argument(arguments, 2);
        }
        default -> {
          return value(method.getName(), x, y, a, b);
        }
      }
      return null;
    }

    private static long argument(Object[] arguments, int index) {
      boolean present = arguments != null && arguments.length > index;
      return present && arguments[index] instanceof Long value ? value : 0;
    }

    private static long value(String operation, long x, long y, long a, long b) {
      return switch (operation) {
        case "rs1" -> a;
        case "rs2", "imm" -> b;
        case "pc" -> PC;
        case "constant" -> x;
        case "add" -> x + y;
        case "sub" -> x - y;
        case "and" -> x & y;
        case "or" -> x | y;
        case "xor" -> x ^ y;
        case "sll" -> x << y;
        case "srl" -> x >>> y;
        case "sra" -> x >> y;
        case "mul" -> x * y;
        case "sext8" -> (byte) x;
        case "sext16" -> (short) x;
        case "sext32" -> (int) x;
        case "zext16" -> x & 0xFFFF;
        case "zext32" -> x & 0xFFFFFFFFL;
        case "eq" -> x == y ? 1 : 0;
        case "ne" -> x != y ? 1 : 0;
        case "lt" -> x < y ? 1 : 0;
        case "ge" -> x >= y ? 1 : 0;
        case "ltu" -> Long.compareUnsigned(x, y) < 0 ? 1 : 0;
        case "geu" -> Long.compareUnsigned(x, y) >= 0 ? 1 : 0;
        default -> throw new AssertionError(operation);
      };
    }
  }
}
