package bbt.translator.interp.gen;

import bbt.translator.interp.gen.GuestTable.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Writes the interpreter's source from a guest's instruction table: run by the build before
 * compilation.
 *
 * <p>Leaves {@code Handlers} (handler numbers, and one static method for each instruction that is
 * not worth a place in the dispatch loop or may miss the TLB there) and one dispatch loop per
 * flavour: plain, tracing, tracing with verify hashes; and each of them for a guest that somebody
 * looks at.
 */
final class InterpreterGenerator {
  /** Numbers below are the interpreter's own handlers: {@code Word}. */
  private static final int FIRST_HANDLER = 10;

  /** Words have one byte for a handler of the loop; the numbers of the others begin here. */
  private static final int FIRST_OUT_OF_LOOP = 256;

  /** Words have 13 bits for the number of an instruction out of the loop. */
  private static final int MOST_OUT_OF_LOOP = 1 << 13;

  /** Cases of one switch among those, so that its method stays below HotSpot's limit. */
  private static final int SWITCH = 256;

  private static final JavaRtl.Place PROBE = new JavaRtl.Place("", true, false, false);

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
  }

  /**
   * A row and where its handler is.
   *
   * @param first what a first pass over its semantics found out
   */
  private record Handler(Row row, int number, JavaRtl first) {
    String body(JavaRtl.Place place) {
      return row.java(place, first).body();
    }

    /** Name of the method, where it has one. */
    String method() {
      return "do" + row.name();
    }
  }

  private final GuestTable table;
  private final List<Handler> inLoop = new ArrayList<>();
  private final List<Handler> outOfLoop = new ArrayList<>();

  /** Names of the machine's operations by row. */
  private final Map<Row, String> system = new LinkedHashMap<>();

  InterpreterGenerator(GuestTable table) {
    this.table = table;
    for (Row row : table.rows()) {
      JavaRtl first = row.java(PROBE, null);
      if (first.systemOp() != null) {
        system.put(row, first.systemOp());
      } else if (first.needsPc() || (row.isCommon() && !first.usesHelpers())) {
        inLoop.add(new Handler(row, FIRST_HANDLER + inLoop.size(), first));
      } else {
        outOfLoop.add(new Handler(row, FIRST_OUT_OF_LOOP + outOfLoop.size(), first));
      }
    }
    if (FIRST_HANDLER + inLoop.size() > FIRST_OUT_OF_LOOP || outOfLoop.size() > MOST_OUT_OF_LOOP) {
      throw new IllegalStateException(
          "too many handlers: " + inLoop.size() + " in the loop, " + outOfLoop.size() + " others");
    }
  }

  /**
   * Writes the sources, and deletes all others: the compiler takes whatever is there.
   *
   * @param folder root of the generated sources
   * @param template of the dispatch loop
   */
  void write(Path folder, Path template) throws IOException {
    Path target = Files.createDirectories(folder.resolve(table.packageName().replace('.', '/')));
    Map<Path, String> sources = new LinkedHashMap<>();
    sources.put(target.resolve("Handlers.java"), handlers());
    String loop = Files.readString(template);
    for (Flavour flavour : Flavour.values()) {
      sources.put(target.resolve(flavour.className + ".java"), loop(flavour, loop));
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path old :
          files.filter(f -> Files.isRegularFile(f) && !sources.containsKey(f)).toList()) {
        Files.delete(old);
      }
    }
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      // Keeps the file's time when nothing changed, so that an unchanged table compiles nothing.
      if (!Files.exists(source.getKey())
          || !Files.readString(source.getKey()).equals(source.getValue())) {
        Files.writeString(source.getKey(), source.getValue());
      }
    }
  }

  private String handlers() {
    StringBuilder s = new StringBuilder();
    s.append("package ").append(table.packageName()).append(";\n\n");
    s.append("import static ").append(table.packageName()).append(".RegisterSlots.BASE;\n");
    s.append("import static ").append(table.packageName()).append(".RegisterSlots.U;\n\n");
    s.append("import bbt.ptg.guest.rtl.Amo;\n");
    s.append("import bbt.ptg.guest.rtl.PureFunctions;\n");
    s.append("import bbt.translator.mmu.Mem;\n");
    table.imports().forEach(name -> s.append("import ").append(name).append(";\n"));
    s.append("\n/** Generated from the instruction table by InterpreterGenerator. */\n");
    s.append("final class Handlers {\n");
    s.append("  private Handlers() {}\n");
    List<Handler> all = new ArrayList<>(inLoop);
    all.addAll(outOfLoop);
    choice(
        s,
        "Handler number of an instruction; -1 for one that is the machine's work.",
        "int of",
        "-1",
        all,
        h -> String.valueOf(h.number));
    s.append("\n  /** The machine operation of an instruction that has no handler. */\n");
    s.append("  static SystemOp systemOp(").append(table.rowType()).append(" row) {\n");
    s.append("    return switch (row) {\n");
    system.forEach((row, operation) -> result(s, row, "SystemOp." + operation));
    s.append("      default -> throw new IllegalArgumentException(row.name());\n    };\n  }\n");
    choice(
        s,
        "Which operands are floating-point registers: 1 = destination, 2 and 4 = sources.",
        "int floatOperands",
        "0",
        all,
        h -> h.first.floatOperands() == 0 ? null : String.valueOf(h.first.floatOperands()));
    choice(
        s,
        "Whether the second source stands where others have the destination, beside an immediate.",
        "boolean sourceInPlaceOfDestination",
        "false",
        all,
        h -> h.first.usesSecondSource() && h.first.usesImmediate() ? "true" : null);
    choice(
        s,
        "Whether the word holds an immediate.",
        "boolean usesImmediate",
        "false",
        all,
        h -> h.first.usesImmediate() ? "true" : null);
    List<Handler> methods = new ArrayList<>(outOfLoop);
    inLoop.stream().filter(h -> h.first.mayMiss()).forEach(methods::add);
    for (int from = 0; from < methods.size(); from += SWITCH) {
      execute(s, methods, from, Math.min(from + SWITCH, methods.size()));
    }
    for (Handler handler : methods) {
      boolean called = handler.number >= FIRST_OUT_OF_LOOP;
      JavaRtl.Place place = new JavaRtl.Place("    ", false, called, false);
      s.append("\n  private static void ").append(handler.method());
      s.append("(Cpu cpu, long p, int site) {\n").append(handler.body(place)).append("  }\n");
    }
    return s.append("}\n").toString();
  }

  /** A function from a row to a constant; {@code null} stands for what all others have. */
  private void choice(
      StringBuilder s,
      String comment,
      String function,
      String otherwise,
      List<Handler> handlers,
      Function<Handler, String> result) {
    s.append("\n  /** ").append(comment).append(" */\n  static ").append(function).append('(');
    s.append(table.rowType()).append(" row) {\n    return switch (row) {\n");
    for (Handler handler : handlers) {
      String value = result.apply(handler);
      if (value != null) {
        result(s, handler.row, value);
      }
    }
    s.append("      default -> ").append(otherwise).append(";\n    };\n  }\n");
  }

  private static void result(StringBuilder s, Row row, String value) {
    s.append("      case ").append(row.name()).append(" -> ").append(value).append(";\n");
  }

  /** The method that calls one of the handlers, or the method for those behind them. */
  private void execute(StringBuilder s, List<Handler> methods, int from, int to) {
    s.append("\n  /** Executes an instruction that has no place in the dispatch loop. */\n");
    s.append("  static void execute").append(from == 0 ? "" : from);
    s.append("(Cpu cpu, long p, int site) {\n    switch (Word.number(p)) {\n");
    for (Handler handler : methods.subList(from, to)) {
      s.append("      case ").append(handler.number).append(" -> ");
      s.append(handler.method()).append("(cpu, p, site);\n");
    }
    s.append("      default -> ");
    s.append(
        to < methods.size()
            ? "execute" + to + "(cpu, p, site);\n"
            : "throw new AssertionError(\"handler \" + Word.number(p));\n");
    s.append("    }\n  }\n");
  }

  /**
   * Fills in the loop's template: {@code //@CASES} and {@code //@ENDS} become the handlers in the
   * loop, of instructions behind which it goes straight on and of the others; lines between {@code
   * //@TRACED}, {@code //@VERIFIED}, {@code //@PLAIN}, {@code //@PROBED} or {@code //@UNPROBED} and
   * {@code //@END} stay in the flavours named.
   */
  private String loop(Flavour flavour, String template) {
    StringBuilder s = new StringBuilder();
    Deque<Boolean> kept = new ArrayDeque<>(List.of(true));
    for (String line : template.lines().toList()) {
      boolean keep = kept.getLast();
      switch (line.strip()) {
        case "//@CASES" -> s.append(cases(flavour, true));
        case "//@ENDS" -> s.append(cases(flavour, false));
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

  /** The cases of instructions that go on to the next one, or of those that do not. */
  private String cases(Flavour flavour, boolean sequential) {
    StringBuilder s = new StringBuilder();
    String indent = " ".repeat(sequential ? 10 : 8);
    JavaRtl.Place place = new JavaRtl.Place(indent + "  ", true, false, flavour.traced);
    for (Handler handler : inLoop) {
      if (handler.row.isSequential() == sequential) {
        s.append(indent).append("case ").append(handler.number).append(": { // ");
        s.append(handler.row.mnemonic().toLowerCase(Locale.ROOT)).append('\n');
        s.append(handler.body(place));
        s.append(indent).append("  break;\n").append(indent).append("}\n");
      }
    }
    return s.toString();
  }
}
