package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Each way to use a trace, and each way to get it wrong: one line and the right exit code. */
class CommandLineTest {
  @TempDir private Path folder;
  private Path tiny;
  private Path random;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void traces() throws IOException {
    tiny = folder.resolve("tiny.bbt");
    TinyTrace.write(tiny);
    random = folder.resolve("random.bbt");
    new RandomGuest(11).run(random, true, 5000);
  }

  private int run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(words);
    line.getOut().flush();
    return code;
  }

  private void fails(int code, String message, Object... args) {
    assertEquals(code, run(args), err::toString);
    String line = err.toString();
    assertTrue(line.startsWith("bbt: "), line);
    assertEquals(1, line.lines().count(), line);
    assertTrue(line.contains(message), line);
  }

  private Path cut(Path trace, long bytes) throws IOException {
    byte[] all = Files.readAllBytes(trace);
    Path file = folder.resolve("cut.bbt");
    Files.write(file, java.util.Arrays.copyOf(all, (int) bytes));
    return file;
  }

  @Test
  void verify() {
    assertEquals(0, run("verify", random), err::toString);
    assertTrue(out.toString().contains("whole and consistent: 5,000 instructions"), out::toString);
    assertTrue(out.toString().contains("every verify hash matches"), out::toString);
    assertEquals(0, run("verify", tiny));
    assertTrue(out.toString().contains("no verify hashes"), out::toString);
  }

  @Test
  void annotate() {
    assertEquals(0, run("annotate", tiny, "leaf"), err::toString);
    assertTrue(out.toString().startsWith("leaf (kernel) at 0xffffffff80000100\n"), out::toString);
    assertEquals(0, run("annotate", tiny, "0xffffffff80000102"));
    assertTrue(out.toString().startsWith("leaf (kernel)"), out::toString);
    assertEquals(0, run("annotate", tiny, "--program", "prog"));
    assertTrue(out.toString().startsWith("prog+0x40 (prog) at 0x10040\n"), out::toString);
    assertEquals(0, run("annotate", tiny));
    fails(ExitCode.USAGE, "did you mean leaf?", "annotate", tiny, "lea");
    fails(ExitCode.USAGE, "called nothing; bbt report lists", "annotate", tiny, "nothing");
    fails(ExitCode.USAGE, "nothing was executed at 0x10", "annotate", tiny, "0x10");
    fails(ExitCode.USAGE, "not an address: 0xleaf", "annotate", tiny, "0xleaf");
    fails(ExitCode.USAGE, "no program is called x", "annotate", tiny, "leaf", "--program", "x");
  }

  @Test
  void filesThatAreNoTraces() throws IOException {
    Path none = folder.resolve("none.bbt");
    Path empty = Files.createFile(folder.resolve("empty.bbt"));
    Path text = Files.writeString(folder.resolve("text.bbt"), "this is not a trace at all");
    for (String command : new String[] {"report", "annotate", "verify", "info", "dump"}) {
      fails(ExitCode.NO_INPUT, "none.bbt: no such file", command, none);
      fails(ExitCode.NO_INPUT, "is a directory", command, folder);
      fails(ExitCode.BAD_DATA, "empty.bbt: not a bbt trace", command, empty);
      fails(ExitCode.BAD_DATA, "text.bbt: not a bbt trace", command, text);
    }
  }

  @Test
  void anotherVersionIsOneLine() throws IOException {
    // Without its parity, by which this would be damage that can be put right.
    byte[] bytes = Arrays.copyOf(Files.readAllBytes(tiny), 200);
    bytes[8] = 99;
    Path other = Files.write(folder.resolve("other.bbt"), bytes);
    fails(ExitCode.BAD_DATA, "trace format version 99", "report", other);
  }

  @Test
  void aCutTraceReadsUpToItsLastWholeFrame() throws IOException {
    Path file = cut(random, Files.size(random) / 3);
    fails(ExitCode.BAD_DATA, "cut at offset", "verify", file);
    assertEquals(0, run("report", file));
    assertTrue(err.toString().contains("that could be rebuilt"), err::toString);
    assertTrue(out.toString().contains("the trace was cut"), out::toString);
    assertEquals(ExitCode.BAD_DATA, run("info", file));
  }

  @Test
  void aCutAtAnyByteIsNoticedAndNeverAnInternalError() throws IOException {
    long size = Files.size(tiny);
    for (long bytes = 0; bytes < size; bytes += 5) {
      Path file = cut(tiny, bytes);
      int code = run("verify", file);
      // The index and the trailer behind the end record can be rebuilt: losing them loses nothing.
      boolean whole = out.toString().contains("whole and consistent");
      assertTrue(code == ExitCode.BAD_DATA || (whole && bytes > size * 3 / 4), bytes + ": " + code);
    }
  }

  @Test
  void aFlippedBitAnywhereIsNoticed() throws IOException {
    byte[] good = Files.readAllBytes(random);
    Path file = folder.resolve("flipped.bbt");
    for (int at = 16; at < good.length; at += 211) {
      byte[] bad = good.clone();
      bad[at] ^= 4;
      Files.write(file, bad);
      int code = run("verify", file);
      assertTrue(code == ExitCode.BAD_DATA || isIndex(at, good.length), at + ": " + code);
      assertTrue(!err.toString().contains("internal error"), err::toString);
    }
  }

  /** The index at the end holds nothing of its own. */
  private static boolean isIndex(int at, int length) {
    return at > length * 3 / 4;
  }

  @Test
  void usage() {
    fails(ExitCode.USAGE, "--top must be 1 or more", "report", tiny, "--top", 0);
    fails(ExitCode.USAGE, "TRACE", "report");
    fails(ExitCode.USAGE, "nonsense", "nonsense");
    fails(ExitCode.USAGE, "--nope", "verify", tiny, "--nope");
    fails(ExitCode.USAGE, "--from", "dump", tiny, "--from", 9, "--to", 3);
    fails(ExitCode.USAGE, "--top", "report", tiny, "--top", "ten");
    fails(ExitCode.USAGE, "did you mean --bb-mode?", "boot", "--bb-mod", "raw");
    fails(ExitCode.USAGE, "did you mean report?", "reprot", tiny);
  }

  @Test
  void binaries() throws IOException {
    Path text = Files.writeString(folder.resolve("vmlinux"), "not an ELF file");
    fails(ExitCode.BAD_DATA, "vmlinux", "report", tiny, "--binary", text);
    fails(ExitCode.NO_INPUT, "missing", "report", tiny, "--binary", folder.resolve("missing"));
  }

  @Test
  void aBinarysNamesHoldWhereItsCodeRan() throws IOException {
    byte[] code = TinyTrace.userCode();
    Path right = Files.write(folder.resolve("prog"), TestElf.of(TinyTrace.USER, code, 0x11223344));
    assertEquals(0, run("report", tiny, "--full", "--binary", right), err::toString);
    assertTrue(out.toString().matches("(?s).*\\n  work +9 .*"), out::toString);
    code[0x44] ^= 0x10; // another instruction
    code[2] ^= 0x20;
    Path wrong = Files.write(folder.resolve("other"), TestElf.of(TinyTrace.USER, code, 0x11223344));
    fails(ExitCode.BAD_DATA, "build-id 11223344", "report", tiny, "--binary", wrong);
    assertTrue(err.toString().contains("abc123"), "the traced build-id is named, too: " + err);
  }

  @Test
  void aKernelWithAnotherBuildIdIsRefused() throws IOException {
    Path vmlinux =
        Files.write(
            folder.resolve("vmlinux"), TestElf.of(TinyTrace.KERNEL, new byte[0x80], 0x55667788));
    fails(ExitCode.BAD_DATA, "build-id 55667788", "report", tiny, "--binary", vmlinux);
    assertTrue(err.toString().contains("abc123"), err::toString);
  }

  @Test
  void theKernelThatRanIsKnownByItsMemory() throws IOException {
    Path booted = folder.resolve("booted.bbt");
    TinyTrace.write(
        booted, Map.of(), List.of(new SidebandRecord.Note(23, "kernel.build-id", "55667788")));
    assertEquals(0, run("info", booted));
    assertTrue(
        out.toString().matches("(?s).*kernel.build-id \\(memory\\) +55667788\n.*"), out::toString);
    assertEquals(0, run("report", booted, "--full"));
    assertTrue(out.toString().matches("(?s).*Kernel's build-id +55667788\n.*"), out::toString);
    assertEquals(0, run("report", booted));
    assertTrue(out.toString().contains(", kernel 55667788\n"), out::toString);
    assertEquals(0, run("report", booted, "--json"), err::toString);
    assertTrue(out.toString().contains("\"kernelBuildId\" : \"55667788\""), out::toString);
    byte[] code = new byte[0x80];
    Path other = Files.write(folder.resolve("other"), TestElf.of(TinyTrace.KERNEL, code, 0x11));
    fails(
        ExitCode.BAD_DATA,
        "other: build-id 00000011 is not the traced kernel's, 55667788; give the",
        "report",
        booted,
        "--binary",
        other);
    // A firmware's file and the kernel that it brings: both are what was booted.
    Path loaded = folder.resolve("loaded.bbt");
    TinyTrace.write(
        loaded,
        Map.of("guest.kernel.build-id", "abc123"),
        List.of(new SidebandRecord.Note(23, "kernel.build-id", "00000012")));
    Path debug = folder.resolve("debug");
    Path kernel = debug.resolve(".build-id/00/000012.debug");
    Files.createDirectories(kernel.getParent());
    Files.write(kernel, TestElf.of(TinyTrace.KERNEL, new byte[0], 0x12));
    assertEquals(0, run("report", loaded, "--full", "--debug-dir", debug), err::toString);
    assertTrue(out.toString().matches("(?s).*\n  start +[0-9].*"), out::toString);
    assertEquals(0, run("report", loaded, "--full"));
    assertTrue(!out.toString().contains("  start "), "nobody asked for it: " + out);
    fails(ExitCode.NO_INPUT, "nowhere", "report", loaded, "--debug-dir", folder.resolve("nowhere"));
    assertEquals(0, run("diff", tiny, loaded, "--json"), err::toString);
    assertTrue(out.toString().contains("\"kernel.build-id\""), out::toString);
    assertTrue(out.toString().contains("00000012"), out::toString);
  }

  @Test
  void helpVersionCompletion() {
    assertEquals(0, run("--version"));
    assertTrue(out.toString().startsWith("bbt " + Version.number()), out::toString);
    assertEquals(0, run("--help"));
    for (int code : new int[] {64, 65, 66, 70, 74, 130}) {
      assertTrue(out.toString().contains("\n  " + code + " "), () -> code + " in " + out);
    }
    Main.create().getSubcommands().values().forEach(this::helps);
    assertEquals(0, run("generate-completion"));
    assertTrue(out.toString().contains("--bb-trace"), "completion knows the options of boot");
  }

  /** Picocli takes texts for formats: of a lone percent sign it warns behind our back. */
  private void helps(CommandLine command) {
    CommandLine.Model.CommandSpec spec = command.getCommandSpec();
    String name = spec.qualifiedName();
    List<String> line = new ArrayList<>(List.of(name.split(" ")));
    line.removeFirst();
    line.add("--help");
    assertEquals(0, run(line.toArray()), name);
    assertTrue(out.toString().contains("Usage: " + name), out::toString);
    List<String> texts = new ArrayList<>(List.of(spec.usageMessage().description()));
    texts.addAll(List.of(spec.usageMessage().footer()));
    texts.forEach(text -> assertDoesNotThrow(() -> String.format(text), name));
    command.getSubcommands().values().forEach(this::helps);
  }

  @Test
  void infoAndDump() {
    assertEquals(0, run("info", tiny), err::toString);
    assertTrue(out.toString().contains("abc123"), out::toString);
    // The names share a chunk with code.
    assertTrue(out.toString().matches("(?s).*\nbytes: symbols +[1-9].*"), out::toString);
    assertEquals(0, run("dump", tiny, "--events"), err::toString);
    String text = out.toString();
    assertTrue(text.contains("MMU cause 13, epc ffffffff80000102, tval 77"), text);
    assertTrue(text.contains("TASK 500, pid 1, prog"), text);
    assertTrue(text.contains("SYMBOLS of kernel: 3"), text);
    assertEquals(0, run("dump", random, "--limit", 3));
    assertEquals(3, out.toString().lines().count());
    assertEquals(0, run("dump", random, "--from", 2000, "--to", 2100));
    assertTrue(out.toString().lines().count() > 0);
    assertTrue(!out.toString().contains(" RESET "), "starts at the frame of instruction 2000");
  }

  private Path harts() throws IOException {
    Path file = folder.resolve("harts.bbt");
    new RandomGuest(21).run(file, true, 6000, 3);
    return file;
  }

  @Test
  void infoAndDumpOfSeveralHarts() throws IOException {
    Path file = harts();
    assertEquals(0, run("info", file), err::toString);
    assertTrue(out.toString().matches("(?s).*\nhart 2 +[0-9,]+ instructions, .*"), out::toString);
    assertTrue(out.toString().matches("(?s).*order of the harts +[0-9]+ turns, .*"), out::toString);
    assertEquals(0, run("dump", file, "--hart", 1), err::toString);
    assertTrue(
        out.toString()
            .lines()
            .noneMatch(l -> l.contains("hart 0, ") && !l.contains("verify") || l.contains("EPOCH")),
        out::toString);
    assertTrue(out.toString().contains("FRAME hart 1, "), out::toString);
    assertEquals(0, run("dump", file, "--hart", 1, "--from", 900, "--to", 1000));
    assertTrue(out.toString().contains("FRAME hart 1, "), out::toString);
    assertTrue(!out.toString().contains(" RESET ") || out.toString().contains("epc 0"));
    fails(ExitCode.USAGE, "--hart must be 0 to 2", "dump", file, "--hart", 3);
    fails(ExitCode.USAGE, "--hart must be 0 to 0", "dump", tiny, "--hart", 1);
  }

  @Test
  void dumpByClock() throws IOException {
    Path file = harts();
    assertEquals(0, run("dump", file), err::toString);
    long packets =
        out.toString().lines().filter(l -> l.startsWith("  ") && l.contains(" targets")).count();
    assertEquals(0, run("dump", file, "--by-clock"), err::toString);
    long last = 0;
    long merged = 0;
    java.util.Set<String> harts = new java.util.TreeSet<>();
    for (String line : out.toString().lines().toList()) {
      if (line.contains(" hart ") && !line.startsWith("  ") && !line.startsWith("@")) {
        long clock = Long.parseLong(line.substring(0, line.indexOf(' ')));
        assertTrue(clock >= last, line);
        last = clock;
        harts.add(line.replaceAll(".* hart ([0-9]+): .*", "$1"));
        merged += line.contains(" targets") ? 1 : 0;
      }
    }
    assertEquals(packets, merged);
    assertEquals(java.util.Set.of("0", "1", "2"), harts);
    assertEquals(0, run("dump", file, "--by-clock", "--from", 2000, "--to", 2500));
    for (String line : out.toString().lines().toList()) {
      if (!line.startsWith("@") && !line.startsWith("  ")) {
        long clock = Long.parseLong(line.substring(0, line.indexOf(' ')));
        assertTrue(clock >= 2000 && clock <= 2500, line);
      }
    }
  }

  @Test
  void reportOfSeveralHarts() throws IOException {
    Path file = harts();
    assertEquals(0, run("report", file), err::toString);
    assertTrue(out.toString().contains(", 3 harts"), out::toString);
    assertEquals(0, run("report", file, "--full"), err::toString);
    assertTrue(out.toString().contains("\nHARTS\n"), out::toString);
    assertEquals(0, run("report", file, "--json"), err::toString);
    JsonNode found = new ObjectMapper().readTree(out.toString());
    long sum = 0;
    for (JsonNode hart : found.get("harts")) {
      sum += hart.get("instructions").asLong();
      assertTrue(hart.get("exceptions").get("reset").asLong() >= 1);
      assertTrue(hart.get("idleShare").asDouble() >= 0);
    }
    assertEquals(3, found.get("harts").size());
    assertEquals(found.get("instructions").asLong(), sum);
  }

  @Test
  void reportText() {
    assertEquals(0, run("report", tiny, "--full"), err::toString);
    String text = out.toString();
    assertTrue(text.matches("(?s).*Most called function +leaf \\(kernel\\).*"), text);
    assertTrue(text.matches("(?s).*Total instructions +23\n.*"), text);
    assertTrue(text.contains("PROGRAM prog"), text);
    assertTrue(text.contains("prog+0x40"), text);
  }

  /** One screen: 60 lines of 80 characters, whatever the trace has. */
  @Test
  void reportOnOneScreen() throws IOException {
    for (Path file : List.of(tiny, harts())) {
      assertEquals(0, run("report", file), err::toString);
      List<String> lines = out.toString().lines().toList();
      assertTrue(lines.size() <= 60, out::toString);
      assertTrue(lines.stream().allMatch(line -> line.length() <= 80), out::toString);
      assertTrue(out.toString().contains("By function"), out::toString);
    }
    assertEquals(0, run("report", tiny), err::toString);
    String text = out.toString();
    assertTrue(text.contains("\n  executed   23 instructions"), text);
    assertTrue(text.matches("(?s).*\n +[0-9]+ +[0-9.]+%  prog\n.*"), text);
    assertTrue(text.matches("(?s).* leaf\n.*"), text);
    assertEquals(0, run("report", tiny, "--top", 1, "--callers", "leaf"), err::toString);
    assertTrue(out.toString().contains("\nFUNCTION leaf"), out::toString);
  }

  /** The keys are a promise: a change of this file is a change of docs/report.md. */
  @Test
  void reportJson() throws IOException {
    assertEquals(0, run("report", tiny, "--json", "--top", 3), err::toString);
    ObjectMapper mapper = new ObjectMapper();
    JsonNode found = mapper.readTree(out.toString());
    ObjectNode times = (ObjectNode) found.get("reconstruction");
    assertTrue(times.get("seconds").asDouble() > 0);
    assertTrue(times.get("instructionsPerSecond").asDouble() > 0);
    times.remove("seconds");
    times.remove("instructionsPerSecond");
    ObjectNode trace = (ObjectNode) found.get("trace");
    trace.remove("file");
    // The size and the hash follow from the format, which has tests of its own.
    trace.remove("bytes");
    trace.remove("bitsPerInstruction");
    trace.remove("contentHash");
    trace.remove("format");
    try (InputStream golden = getClass().getResourceAsStream("tiny-report.json")) {
      String expected =
          golden == null ? "" : new String(golden.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(
          expected.strip(), mapper.writerWithDefaultPrettyPrinter().writeValueAsString(found));
    }
  }
}
