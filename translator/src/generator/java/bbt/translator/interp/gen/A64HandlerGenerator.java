package bbt.translator.interp.gen;

import bbt.ptg.arm64.A64Insn;
import bbt.ptg.arm64.vector.LaneOp;
import bbt.translator.interp.gen.A64JavaRtl.Variation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes {@code A64Handlers} from AArch64's instruction table: run by the build before compilation.
 * It has a static method for each instruction, several where the encoding says how an operand is
 * shifted or extended or which condition holds, and the numbers by which they are called.
 */
final class A64HandlerGenerator {
  /** Cases of one switch, so that its method stays below the size that HotSpot compiles. */
  private static final int SWITCH = 256;

  private static final String NONE = "throw new AssertionError(\"handler \" + op.handler);\n";

  private static final String PACKAGE = "bbt.translator.arm64.interp";

  /**
   * @param variation of which the row has handlers, from the number on
   */
  private record Rows(A64Insn row, int number, Variation variation) {}

  private final List<Rows> rows = new ArrayList<>();
  private final Map<A64Insn, String> system = new LinkedHashMap<>();
  private final List<String> bodies = new ArrayList<>();

  private A64HandlerGenerator() {
    for (A64Insn row : A64Insn.values()) {
      A64JavaRtl first = java(row, 0);
      if (first.systemOp() != null) {
        system.put(row, first.systemOp());
        continue;
      }
      rows.add(new Rows(row, bodies.size(), first.variation()));
      for (int variant = 0; variant < first.variation().count; variant++) {
        if (first.variation() != Variation.LANES || (row.variants() >>> variant & 1) != 0) {
          bodies.add(java(row, variant).body());
        }
      }
    }
  }

  private static A64JavaRtl java(A64Insn row, int variant) {
    A64JavaRtl rtl = new A64JavaRtl(row, variant);
    row.apply(rtl);
    return rtl;
  }

  /**
   * Writes the source.
   *
   * @param arguments the root of the folder to write to
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]).resolve(PACKAGE.replace('.', '/'));
    Path file = Files.createDirectories(folder).resolve("A64Handlers.java");
    String text = new A64HandlerGenerator().text();
    // Keeps the file's time when nothing changed, so that an unchanged table compiles nothing.
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private String text() {
    StringBuilder s = new StringBuilder();
    s.append("package ").append(PACKAGE).append(";\n\n");
    s.append("import bbt.ptg.arm64.A64Decoded;\n");
    s.append("import bbt.ptg.arm64.A64Insn;\n");
    s.append("import bbt.ptg.arm64.semantics.A64SystemOp;\n");
    for (Class<?> each : homes()) {
      s.append("import ").append(each.getName()).append(";\n");
    }
    s.append("import bbt.ptg.guest.rtl.PureFunctions;\n");
    s.append("import bbt.translator.arm64.cpu.A64Cpu;\n");
    s.append("import bbt.translator.arm64.cpu.A64Mem;\n");
    s.append("import bbt.translator.arm64.cpu.A64Op;\n");
    s.append("import bbt.translator.arm64.cpu.VectorLanes;\n");
    s.append("import bbt.translator.mmu.Mem;\n");
    s.append("\n/** Generated from the instruction table by A64HandlerGenerator. */\n");
    s.append("final class A64Handlers {\n  private A64Handlers() {}\n");
    choice(
        s,
        "Number of an instruction's handler; -1 for one that is the machine's work.",
        "int of(A64Decoded d)",
        "d.insn()",
        rows,
        r -> r.row.name(),
        r -> r.number + addend(r),
        "-1");
    choice(
        s,
        "The machine operation of an instruction that has no handler; null for one that has.",
        "A64SystemOp systemOp(A64Insn row)",
        "row",
        system.entrySet(),
        e -> e.getKey().name(),
        e -> "A64SystemOp." + e.getValue(),
        "null");
    s.append("\n  /** How many variants before one a row has, from a bit for each. */\n");
    s.append("  private static int rank(int variant, int of) {\n");
    s.append("    return Integer.bitCount(of & (1 << variant) - 1);\n  }\n");
    for (int from = 0; from < bodies.size(); from += SWITCH) {
      execute(s, from, Math.min(from + SWITCH, bodies.size()));
    }
    for (int i = 0; i < bodies.size(); i++) {
      s.append("\n  private static void do").append(i);
      s.append("(A64Cpu cpu, A64Op op, long pc, int site) {\n").append(bodies.get(i));
      s.append("  }\n");
    }
    return s.append("}\n").toString();
  }

  /** The classes that have functions of vector registers. */
  private static Set<Class<?>> homes() {
    Set<Class<?>> homes = new LinkedHashSet<>();
    for (LaneOp op : LaneOp.values()) {
      homes.add(op.home);
    }
    return homes;
  }

  private static String addend(Rows of) {
    return switch (of.variation) {
      case NONE -> "";
      case SHIFT -> " + d.shift()";
      case OPTION -> " + d.option()";
      case CONDITION -> " + d.condition()";
      case LANES -> " + rank(d.variant(), " + of.row.variants() + ")";
    };
  }

  /** A function that chooses by row. */
  private static <T> void choice(
      StringBuilder s,
      String comment,
      String head,
      String of,
      Iterable<T> cases,
      Function<T, String> row,
      Function<T, String> result,
      String otherwise) {
    s.append("\n  /** ").append(comment).append(" */\n  static ").append(head).append(" {\n");
    s.append("    return switch (").append(of).append(") {\n");
    for (T each : cases) {
      s.append("      case ").append(row.apply(each)).append(" -> ");
      s.append(result.apply(each)).append(";\n");
    }
    s.append("      default -> ").append(otherwise).append(";\n    };\n  }\n");
  }

  /** The method that calls one of the handlers; the first one calls those for others, too. */
  private void execute(StringBuilder s, int from, int to) {
    s.append("\n  /** Carries an instruction out. */\n  static void execute");
    s.append(from == 0 ? "" : from);
    s.append("(A64Cpu cpu, A64Op op, long pc, int site) {\n    switch (op.handler) {\n");
    for (int i = from; i < to; i++) {
      s.append("      case ").append(i).append(" -> do").append(i).append("(cpu, op, pc, site);\n");
    }
    s.append("      default -> ");
    if (from == 0 && to < bodies.size()) {
      s.append("{\n        switch (op.handler / ").append(SWITCH).append(") {\n");
      for (int next = to; next < bodies.size(); next += SWITCH) {
        s.append("          case ").append(next / SWITCH).append(" -> execute").append(next);
        s.append("(cpu, op, pc, site);\n");
      }
      s.append("          default -> ").append(NONE).append("        }\n      }\n");
    } else {
      s.append(NONE);
    }
    s.append("    }\n  }\n");
  }
}
