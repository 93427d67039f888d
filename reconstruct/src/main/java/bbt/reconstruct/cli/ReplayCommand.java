package bbt.reconstruct.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.GuestFileOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.ExecutionFinder;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.StateText;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.select.Place;
import bbt.reconstruct.select.PositionSpecification;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt replay}: executes a traced run again, with all of its state. */
@Command(
    name = "replay",
    description = {
      "Execute a traced run again: registers and memory at any moment of it.",
      "The trace is checked against the re-execution on the way; without --at, all of it.",
      "The guest's files are found by the hashes in the trace, or named."
    })
final class ReplayCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Option(
      names = "--at",
      paramLabel = "PLACE",
      description = {
        "Show the state there: after so many instructions (1500000, 1.5M; 42+1: and one trap),",
        "at a share of the run (50%%), at a guest time (1.25s, 30ms), start or end, or at a call:",
        "panic, schedule:3 (its third), panic:-1 (its last)."
      })
  private String at;

  @Option(
      names = "--hart",
      paramLabel = "N",
      defaultValue = "-1",
      description =
          "Whose registers, and whose own instructions --at counts (default: all harts').")
  private int hart;

  @Option(
      names = "--memory",
      paramLabel = "ADDRESS:LENGTH",
      description = "Show memory, by virtual address (phys:ADDRESS:LENGTH: physical). Repeatable.")
  private List<String> memory = new ArrayList<>();

  @Option(
      names = "--last-write",
      paramLabel = "ADDRESS[:LENGTH]",
      description = {
        "Who wrote there last, before --at: the instruction, or the device. Repeatable.",
        "The page that a virtual address shows at --at is meant; phys:ADDRESS is physical."
      })
  private List<String> lastWrites = new ArrayList<>();

  @Option(names = "--floats", description = "Show the floating-point registers, too.")
  private boolean floats;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Mixin private GuestFileOptions files;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    return TraceFiles.reading(trace, this::replay);
  }

  private int replay() throws IOException {
    if (at == null && !(memory.isEmpty() && lastWrites.isEmpty())) {
      throw new UserException(
          Fault.USAGE, "--memory and --last-write need --at; see bbt replay --help");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (at == null) {
      check(out);
    } else {
      try {
        show(out, Place.parse(at));
      } catch (IllegalArgumentException e) {
        throw new UserException(Fault.USAGE, "--at: " + e.getMessage(), e);
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private void check(PrintWriter out) throws IOException {
    long start = System.nanoTime();
    try (Replay replay = Replay.open(trace, files.toOptions())) {
      try (Progress progress = Progress.start("executing", () -> replay.end().clock())) {
        replay.onProgress(progress::update);
        replay.check(true);
      }
      agreed(out, replay, System.nanoTime() - start);
    }
  }

  private void show(PrintWriter out, Place place) throws IOException {
    try (Replay replay = Replay.open(trace, files.toOptions());
        TraceMap map = map()) {
      int harts = replay.state().harts();
      if (hart >= harts) {
        throw new UserException(
            Fault.USAGE, "--hart %d: the machine has %d harts, from 0".formatted(hart, harts));
      }
      Position wanted = place instanceof Place.Execution times ? execution(map, times) : null;
      long goal = wanted == null ? goal(replay, place) : wanted.clock();
      try (Progress progress = Progress.start("executing", () -> goal)) {
        replay.onProgress(progress::update);
        if (wanted == null) {
          replay.goTo(place, hart);
        } else {
          replay.goTo(wanted);
        }
      }
      int shown = hart < 0 ? replay.state().hart() : hart;
      StateText text = StateText.of(replay, map, shown);
      if (json) {
        printJson(out, replay, text, shown);
      } else {
        printText(out, replay, text, shown);
      }
    }
  }

  /**
   * Returns the count up to which the run must be executed, as far as that is known before: for the
   * time left.
   */
  private long goal(Replay replay, Place place) {
    long end = replay.end().clock();
    return hart < 0 && place instanceof Place.At at
        ? switch (at.position()) {
          case PositionSpecification.Instruction i -> Math.min(i.count(), end);
          case PositionSpecification.Percent p -> Math.round(end * p.percent() / 100);
          case PositionSpecification.Time t -> end;
        }
        : end;
  }

  private TraceMap map() throws IOException {
    try (Progress progress = Progress.start("indexing", () -> TraceFiles.instructions(trace))) {
      return TraceMap.open(
          trace, new TraceMap.Options(binaries.files(), TraceMap.userCache(), progress::update));
    }
  }

  private Position execution(TraceMap map, Place.Execution times) {
    try {
      return ExecutionFinder.find(map, times, hart);
    } catch (UserException e) {
      throw new UserException(e.fault(), "--at: " + e.getMessage(), e);
    }
  }

  private void agreed(PrintWriter out, Replay replay, long nanos) throws IOException {
    long total = replay.instructions();
    boolean whole = replay.ending() != null;
    if (json) {
      ObjectNode node = new ObjectMapper().createObjectNode();
      node.put("agrees", true).put("whole", whole).put("instructions", total);
      node.put("seconds", nanos / 1e9);
      write(out, node);
      return;
    }
    out.println(
        trace
            + ": the re-execution agrees with the trace: "
            + NumberText.grouped(total)
            + " instructions, every bit, target and packet"
            + (whole ? "" : ", up to where the trace is cut")
            + "; "
            + NumberText.si(Math.round(total * 1e9 / Math.max(1, nanos)))
            + "insns/s");
  }

  private void printText(PrintWriter out, Replay replay, StateText text, int shown)
      throws IOException {
    text.place(out);
    out.println();
    text.stack(out);
    out.println();
    text.registers(out, shown);
    if (floats) {
      out.println();
      text.floats(out, shown);
    }
    for (String each : memory) {
      MemoryRange range = MemoryRange.parse(each, 64);
      out.println();
      StateText.memory(out, range.address(), range.read(replay, shown), range.length());
    }
    for (String each : lastWrites) {
      MemoryRange range = MemoryRange.parse(each, 1);
      Optional<Access> write = range.lastWrite(replay, shown);
      out.println();
      out.println(
          each
              + ": "
              + write
                  .map(w -> describe(w, text))
                  .orElse("not written since the machine was loaded"));
    }
  }

  private static String describe(Access w, StateText text) {
    String name = text.symbol(w);
    String where = "0x" + Long.toHexString(w.pc()) + (name.isEmpty() ? "" : " " + name);
    return String.format(
        Locale.ROOT,
        "last written at %s by %s: %d bytes at physical 0x%x, %s -> %s",
        w.position(),
        w.device().isEmpty()
            ? where + " (" + w.instruction() + ") on hart " + w.hart()
            : w.device() + ", while hart " + w.hart() + " executed " + where,
        w.bytes(),
        w.physical(),
        HexFormat.of().formatHex(w.before()),
        HexFormat.of().formatHex(w.after()));
  }

  private void printJson(PrintWriter out, Replay replay, StateText text, int shown)
      throws IOException {
    ObjectNode root = text.json();
    ArrayNode areas = root.putArray("memory");
    for (String each : memory) {
      MemoryRange range = MemoryRange.parse(each, 64);
      byte[] bytes = range.read(replay, shown);
      areas
          .addObject()
          .put("address", "0x" + Long.toHexString(range.address()))
          .put("physical", range.physical())
          .put("bytes", HexFormat.of().formatHex(bytes));
    }
    ArrayNode writes = root.putArray("lastWrites");
    for (String each : lastWrites) {
      ObjectNode node = writes.addObject().put("range", each);
      Optional<Access> write = MemoryRange.parse(each, 1).lastWrite(replay, shown);
      node.put("found", write.isPresent());
      write.ifPresent(
          w ->
              node.put("clock", w.position().clock())
                  .put("traps", w.position().traps())
                  .put("hart", w.hart())
                  .put("pc", "0x" + Long.toHexString(w.pc()))
                  .put("symbol", text.symbol(w))
                  .put("instruction", w.instruction())
                  .put("device", w.device())
                  .put("physical", "0x" + Long.toHexString(w.physical()))
                  .put("length", w.bytes())
                  .put("before", HexFormat.of().formatHex(w.before()))
                  .put("after", HexFormat.of().formatHex(w.after())));
    }
    write(out, root);
  }

  private static void write(PrintWriter out, ObjectNode node) throws IOException {
    out.println(
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(node));
  }
}
