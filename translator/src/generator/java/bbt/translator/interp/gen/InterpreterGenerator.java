package bbt.translator.interp.gen;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.SystemOp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the interpreter's source from the instruction table: run by the build before compilation.
 *
 * <p>Leaves {@code Handlers} (handler numbers, and one static method for each instruction that is
 * not worth a place in the dispatch loop) and one dispatch loop per flavour: plain, tracing,
 * tracing with verify hashes; and each of them for a guest that somebody looks at.
 */
public final class InterpreterGenerator {
  private static final String PACKAGE = "bbt.translator.interp";

  /** Numbers below are the interpreter's own handlers: {@code Word}. */
  private static final int FIRST_HANDLER = 8;

  /** A dispatch loop: its class name and what it does besides executing. */
  private enum Flavour {
    PLAIN("PlainInterpreter", false, false, false),
    TRACING("TracingInterpreter", true, false, false),
    VERIFYING("VerifyingInterpreter", true, true, false),
    PROBED("ProbedInterpreter", false, false, true),
    PROBED_TRACING("ProbedTracingInterpreter", true, false, true),
    PROBED_VERIFYING("ProbedVerifyingInterpreter", true, true, true);

    final String className;
    final boolean traced;
    final boolean verified;
    final boolean probed;

    Flavour(String className, boolean traced, boolean verified, boolean probed) {
      this.className = className;
      this.traced = traced;
      this.verified = verified;
      this.probed = probed;
    }

    /** Counts the current instruction as retired. */
    String retire() {
      return verified ? "verify(cpu, slot(p), straddler); n++;" : "n++;";
    }
  }

  private final List<Insn> inline = new ArrayList<>();
  private final List<Insn> outOfLine = new ArrayList<>();
  private final Map<Insn, SystemOp> system = new EnumMap<>(Insn.class);

  private InterpreterGenerator() {
    for (Insn insn : Insn.values()) {
      if (insn.isCompressed()) {
        continue;
      }
      JavaRtl probe = probe(insn);
      if (probe.systemOp() != null) {
        system.put(insn, probe.systemOp());
        continue;
      }
      boolean common = !probe.usesHelpers() && insn.ordinal() <= Insn.MULW.ordinal();
      (common || probe.needsPc() ? inline : outOfLine).add(insn);
    }
  }

  private static JavaRtl probe(Insn insn) {
    JavaRtl probe = new JavaRtl();
    insn.semantics().apply(probe);
    return probe;
  }

  /**
   * Writes the sources.
   *
   * @param arguments the folder to write to
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]).resolve(PACKAGE.replace('.', '/'));
    Files.createDirectories(folder);
    InterpreterGenerator generator = new InterpreterGenerator();
    write(folder.resolve("Handlers.java"), generator.handlers());
    String template = Files.readString(Path.of(arguments[1]));
    for (Flavour flavour : Flavour.values()) {
      write(folder.resolve(flavour.className + ".java"), generator.loop(flavour, template));
    }
  }

  /** Keeps the file's time when nothing changed, so that an unchanged table compiles nothing. */
  private static void write(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private int number(Insn insn) {
    int index = inline.indexOf(insn);
    return FIRST_HANDLER + (index >= 0 ? index : inline.size() + outOfLine.indexOf(insn));
  }

  private static String methodName(Insn insn) {
    return "do" + insn.name();
  }

  private String handlers() {
    StringBuilder s = new StringBuilder();
    s.append("package ").append(PACKAGE).append(";\n\n");
    s.append("import static bbt.translator.interp.RegisterSlots.BASE;\n");
    s.append("import static bbt.translator.interp.RegisterSlots.U;\n");
    s.append("import static bbt.translator.riscv.fp.FloatGuards.requireFp;\n");
    s.append("import static bbt.translator.riscv.fp.FloatGuards.requireRoundingMode;\n\n");
    s.append("import bbt.ptg.guest.Amo;\n");
    s.append("import bbt.ptg.riscv.CacheOp;\n");
    s.append("import bbt.ptg.riscv.Insn;\n");
    s.append("import bbt.ptg.guest.PureFunctions;\n");
    s.append("import bbt.ptg.riscv.SystemOp;\n");
    s.append("import bbt.translator.riscv.fp.Fp;\n");
    s.append("import bbt.translator.mmu.Mem;\n");
    s.append("import bbt.translator.runtime.Cpu;\n\n");
    // Words have one byte for the handler.
    if (FIRST_HANDLER + inline.size() + outOfLine.size() > 256) {
      throw new IllegalStateException("more than 256 handlers");
    }
    s.append("/** Generated from the instruction table by InterpreterGenerator. */\n");
    s.append("final class Handlers {\n");
    s.append("  private Handlers() {}\n\n");
    s.append("  /** Handler number of an instruction; -1 for one that is the machine's work. */\n");
    s.append("  static int of(Insn insn) {\n    return switch (insn) {\n");
    for (List<Insn> list : List.of(inline, outOfLine)) {
      for (Insn insn : list) {
        s.append("      case ").append(insn).append(" -> ").append(number(insn)).append(";\n");
      }
    }
    s.append("      default -> -1;\n    };\n  }\n\n");
    s.append("  /** The machine operation of an instruction that has no handler. */\n");
    s.append("  static SystemOp systemOp(Insn insn) {\n    return switch (insn) {\n");
    system.forEach(
        (insn, operation) ->
            s.append("      case ")
                .append(insn)
                .append(" -> SystemOp.")
                .append(operation)
                .append(";\n"));
    s.append("      default -> throw new IllegalArgumentException(insn.mnemonic());\n");
    s.append("    };\n  }\n\n");
    s.append("  /** Which operands are f registers: 1 = destination, 2 = rs1, 4 = rs2. */\n");
    s.append("  static int fpOperands(Insn insn) {\n    return switch (insn) {\n");
    for (Insn insn : outOfLine) {
      int operands = probe(insn).fpOperands();
      if (operands != 0) {
        s.append("      case ").append(insn).append(" -> ").append(operands).append(";\n");
      }
    }
    s.append("      default -> 0;\n    };\n  }\n\n");
    s.append("  /** Whether rs2 stands where others have rd, since there is an immediate. */\n");
    s.append("  static boolean rs2InPlaceOfRd(Insn insn) {\n    return switch (insn) {\n");
    for (List<Insn> list : List.of(inline, outOfLine)) {
      for (Insn insn : list) {
        JavaRtl probe = probe(insn);
        if (probe.usesRs2() && probe.usesImmediate()) {
          s.append("      case ").append(insn).append(" -> true;\n");
        }
      }
    }
    s.append("      default -> false;\n    };\n  }\n\n");
    s.append("  /** Whether bytes 4 to 7 of the word hold an immediate. */\n");
    s.append("  static boolean usesImmediate(Insn insn) {\n    return switch (insn) {\n");
    for (List<Insn> list : List.of(inline, outOfLine)) {
      for (Insn insn : list) {
        if (probe(insn).usesImmediate()) {
          s.append("      case ").append(insn).append(" -> true;\n");
        }
      }
    }
    s.append("      default -> false;\n    };\n  }\n\n");
    s.append("  /** Executes an instruction that has no place in the dispatch loop. */\n");
    s.append("  static void execute(Cpu cpu, long p, int site) {\n");
    s.append("    switch (U.getByte(p) & 0xFF) {\n");
    for (Insn insn : outOfLine) {
      s.append("      case ").append(number(insn)).append(" -> ");
      s.append(methodName(insn)).append("(cpu, p, site);\n");
    }
    s.append("      default -> throw new AssertionError(\"handler \" + (U.getByte(p) & 0xFF));\n");
    s.append("    }\n  }\n");
    for (Insn insn : outOfLine) {
      JavaRtl rtl = new JavaRtl("    ", "site", false, "", probe(insn).usesImmediate());
      insn.semantics().apply(rtl);
      s.append("\n  private static void ").append(methodName(insn));
      s.append("(Cpu cpu, long p, int site) {\n").append(rtl.body()).append("  }\n");
    }
    return s.append("}\n").toString();
  }

  /**
   * Fills in the loop's template: {@code //@CASES} becomes the inline handlers, lines between
   * {@code //@TRACED}, {@code //@VERIFIED}, {@code //@PLAIN}, {@code //@PROBED} or {@code
   * //@UNPROBED} and {@code //@END} stay in the flavours named.
   */
  private String loop(Flavour flavour, String template) {
    StringBuilder s = new StringBuilder();
    Deque<Boolean> kept = new ArrayDeque<>(List.of(true));
    for (String line : template.lines().toList()) {
      boolean keep = kept.getLast();
      switch (line.strip()) {
        case "//@CASES" -> s.append(cases(flavour));
        case "//@TRACED" -> kept.addLast(keep && flavour.traced);
        case "//@VERIFIED" -> kept.addLast(keep && flavour.verified);
        case "//@PLAIN" -> kept.addLast(keep && !flavour.traced);
        case "//@PROBED" -> kept.addLast(keep && flavour.probed);
        case "//@UNPROBED" -> kept.addLast(keep && !flavour.probed);
        case "//@END" -> kept.removeLast();
        default -> {
          if (keep) {
            s.append(line.replace("@CLASS@", flavour.className)).append('\n');
          }
        }
      }
    }
    return s.toString();
  }

  private String cases(Flavour flavour) {
    StringBuilder s = new StringBuilder();
    String indent = " ".repeat(18);
    for (Insn insn : inline) {
      JavaRtl rtl =
          new JavaRtl(
              indent + "  ", "~n", flavour.traced, flavour.retire(), probe(insn).usesImmediate());
      insn.semantics().apply(rtl);
      s.append(indent).append("case ").append(number(insn)).append(": { // ");
      s.append(insn.mnemonic().toLowerCase(Locale.ROOT)).append('\n').append(rtl.body());
      if (insn.flow() == ControlFlow.SEQUENTIAL) {
        s.append(indent).append("  break;\n");
      }
      s.append(indent).append("}\n");
    }
    return s.toString();
  }
}
