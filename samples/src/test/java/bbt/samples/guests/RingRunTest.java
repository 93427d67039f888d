package bbt.samples.guests;

import static bbt.samples.testing.TraceStart.dropped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.Parting;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rings of runs that are longer than they: the newest part is there, whatever ends the run. */
final class RingRunTest {
  private static final int RING = 400_000;

  /** So much noise fills a ring three times: a bit and some instructions each. */
  private static final long NOISE = 3L * 8 * RING;

  private static final int HARTS = 3;

  @TempDir private Path folder;

  /** Branches as chance has it, which no codec makes shorter. */
  private static void noise(Assembler a, String name, long rounds) {
    a.li(8, rounds);
    a.label(name);
    a.i(Insn.SLLI, 6, 5, 13).r(Insn.XOR, 5, 5, 6);
    a.i(Insn.SRLI, 6, 5, 7).r(Insn.XOR, 5, 5, 6);
    a.i(Insn.SLLI, 6, 5, 17).r(Insn.XOR, 5, 5, 6);
    a.i(Insn.ADDI, 9, 5, 0);
    for (int i = 0; i < 16; i++) {
      a.i(Insn.SLLI, 9, 9, 3).branch(Insn.BLT, 9, 0, name + i);
      a.i(Insn.ADDI, 7, 7, 1);
      a.label(name + i);
    }
    a.i(Insn.ADDI, 8, 8, -16).branch(Insn.BLT, 0, 8, name);
  }

  private static void say(Assembler a, String text) {
    for (char c : text.toCharArray()) {
      a.i(Insn.ADDI, 10, 0, c).i(Insn.ADDI, 17, 0, 1).raw32(0x73);
    }
  }

  /** Shuts the machine down, and says that it failed. */
  private static void fails(Assembler a) {
    a.li(17, 0x53525354).li(16, 0).li(10, 0).li(11, 1).raw32(0x73);
  }

  /** Noise, an oops on the console, more noise, and a panic; or noise for ever. */
  private Path guest(boolean endless) throws IOException {
    Assembler a = new Assembler();
    a.li(5, 88172645463325252L);
    noise(a, "before", endless ? Long.MAX_VALUE / 2 : NOISE);
    say(a, "Oops\n");
    noise(a, "behind", NOISE);
    say(a, "Kernel panic - not syncing: noise\n");
    fails(a);
    return Bbt.guest(folder.resolve("noise.elf"), a);
  }

  /** Every hart makes noise of its own; the first one panics in the end. */
  private Path harts() throws IOException {
    return harts(false);
  }

  /**
   * Harts that make noise.
   *
   * @param stops whether the last one stops at once instead
   */
  private Path harts(boolean stops) throws IOException {
    Assembler a = new Assembler();
    a.li(17, 0x48534D).li(16, 0);
    for (int hart = 1; hart < HARTS; hart++) {
      a.li(10, hart).la(11, "hart").li(12, 0).raw32(0x73); // hart_start, whose answer is in a1
    }
    a.li(10, 0);
    a.label("hart").li(5, 88172645463325252L).r(Insn.ADD, 5, 5, 10);
    a.branch(Insn.BEQ, 10, 0, "first");
    if (stops) {
      a.li(28, HARTS - 1).branch(Insn.BNE, 10, 28, "others");
      a.li(17, 0x48534D).li(16, 1).raw32(0x73); // hart_stop
    }
    a.label("others");
    noise(a, "noise", Long.MAX_VALUE / 2);
    a.label("first");
    noise(a, "own", NOISE);
    fails(a);
    return Bbt.guest(folder.resolve("harts.elf"), a);
  }

  /**
   * Noise that fills a ring, one branch on the size of the device tree, which kernel arguments make
   * longer, and noise that a ring has room for.
   *
   * @param all or only what is before the branch
   */
  private Path parting(boolean all) throws IOException {
    Assembler a = new Assembler();
    a.i(Insn.LBU, 18, 11, 7).i(Insn.ANDI, 18, 18, 8);
    a.li(5, 88172645463325252L);
    noise(a, "before", NOISE);
    if (all) {
      a.branch(Insn.BEQ, 18, 0, "same").i(Insn.ADDI, 19, 0, 1);
      a.label("same");
      noise(a, "behind", 2L * RING);
    }
    fails(a);
    return Bbt.guest(folder.resolve("parting.elf"), a);
  }

  /** A guest for AArch64 that makes the same noise, then powers off (PSCI's SYSTEM_OFF). */
  private Path armNoise() throws IOException {
    List<Integer> code = new ArrayList<>();
    code.add(0xd293c6e5); // mov x5, #0x9e37
    code.add(0xd2800008 | (int) (NOISE >>> 16) << 5 | 1 << 21); // mov x8, #(NOISE & ~0xffff)
    int loop = code.size();
    code.add(0xca0534a5); // eor x5, x5, x5, lsl #13
    code.add(0xca451ca5); // eor x5, x5, x5, lsr #7
    code.add(0xca0544a5); // eor x5, x5, x5, lsl #17
    for (int bit = 0; bit < 16; bit++) {
      code.add(0x36000045 | bit << 19); // tbz x5, #bit, over the next one
      code.add(0x910004e7); // add x7, x7, #1
    }
    code.add(0xd1004108); // sub x8, x8, #16
    code.add(0xb5000008 | (loop - code.size() & 0x7ffff) << 5); // cbnz x8, loop
    code.add(0xd2800100); // mov x0, #8
    code.add(0xf2b08000); // movk x0, #0x8400, lsl #16
    code.add(0xd4000002); // hvc #0
    return Bbt.guestOfArm64(folder.resolve("noise.elf"), code);
  }

  private RunResult run(Path trace, String stop, int ring) throws Exception {
    return run(guest(false), 1, trace, stop, ring);
  }

  private static RunResult run(Path guest, int harts, Path trace, String stop, int ring)
      throws Exception {
    return run(guest, harts, "", trace, stop, ring);
  }

  /**
   * Runs a guest.
   *
   * @param append kernel arguments
   * @param ring bytes; 0: all is kept
   */
  private static RunResult run(
      Path guest, int harts, String append, Path trace, String stop, int ring) throws Exception {
    List<TraceScope.Trigger> stops =
        stop.isEmpty() ? List.of() : List.of(TraceScope.Trigger.parse(stop));
    TraceOptions options =
        new TraceOptions(
            trace,
            null,
            false,
            true,
            TraceOptions.Context.AUTO,
            new TraceScope(List.of(), List.of(), stops),
            ring);
    return Machine.create(
            MachineConfig.builder()
                .kernel(guest)
                .harts(harts)
                .append(append)
                .trace(options)
                .build(),
            ConsolePort.none())
        .run();
  }

  private static String out(String... line) throws Exception {
    Bbt.Outcome outcome = Bbt.run(line);
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  private static String counted(long instructions) {
    return String.format(Locale.ROOT, "%,d", instructions);
  }

  @Test
  void aPanicIsTheEndOfTheNewestPart() throws Exception {
    Path trace = folder.resolve("ring.bbt");
    RunResult result = run(trace, "", RING);
    assertEquals(ExitReason.PANIC, result.reason());
    long dropped = dropped(trace);
    assertTrue(Files.size(trace) <= RING && dropped > result.retired() / 2, "dropped " + dropped);
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok());
    assertEquals(result.retired() - dropped, verified.instructions());
    // What a ring drops is before the trace, and no gap in it.
    String said = out("verify", trace.toString());
    assertTrue(
        said.startsWith(
            trace
                + ": whole and consistent: "
                + counted(result.retired() - dropped)
                + " instructions, behind "
                + counted(dropped)
                + " that were dropped, "
                + counted(verified.packets())
                + " packets, "),
        said);
    String info = out("info", trace.toString());
    assertTrue(
        info.matches("(?s).*\nof these dropped +%s, by the ring\n.*".formatted(counted(dropped))),
        info);
    assertTrue(
        info.matches(
            "(?s).*\nof these recorded +%s\n.*".formatted(counted(result.retired() - dropped))),
        info);
    assertTrue(
        out("report", trace.toString())
            .contains("The ring dropped the first " + counted(dropped) + " instructions."));
    // From the panic back, to the first instruction that is there.
    String steps =
        out("step", trace + "", "--at", "end", "-c", "rsi", "-c", "goto start", "-c", "where");
    assertTrue(steps.contains("ecall"), steps);
    assertTrue(steps.contains("instruction " + counted(dropped) + " of "), steps);
    Path beside = folder.resolve(".ring.bbt.ring");
    assertFalse(Files.exists(beside), "the file beside it is left");
  }

  @Test
  void whatAStopIsForIsNotOverwritten() throws Exception {
    Path trace = folder.resolve("ring.bbt");
    RunResult result = run(trace, "console=Oops", RING);
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok());
    long dropped = dropped(trace);
    assertTrue(dropped > 0 && Files.size(trace) <= RING);
    // The noise behind the oops, which would have filled the ring again, is not in it.
    assertTrue(verified.unrecorded() > result.retired() / 3, "missing " + verified.unrecorded());
    assertEquals(result.retired(), dropped + verified.instructions() + verified.unrecorded());
    String said = out("verify", trace + "");
    assertTrue(
        said.startsWith(
            trace
                + ": whole and consistent: "
                + counted(verified.instructions())
                + " instructions, "
                + counted(verified.unrecorded())
                + " not recorded, behind "
                + counted(dropped)
                + " that were dropped, "),
        said);
    long oops = result.retired() - verified.unrecorded();
    assertTrue(dropped < oops, "what led to the oops was dropped");
    String back = out("step", trace + "", "--at", String.valueOf(oops), "-c", "rsi");
    assertTrue(back.contains("ecall"), back);
    assertTrue(out("report", trace + "").contains(" instructions were not recorded, in 1 gap"));
  }

  /** A function stops the ring: the example of docs/streaming.md. */
  @Test
  void aFunctionStopsIt() throws Exception {
    Path whole = folder.resolve("whole.bbt");
    Path ring = folder.resolve("ring.bbt");
    for (Path trace : List.of(whole, ring)) {
      List<String> line =
          new ArrayList<>(
              List.of("boot", "panic", "--bb-trace", trace + "", "--console", "none", "--quiet"));
      if (trace.equals(ring)) {
        line.addAll(List.of("--bb-ring", "8M", "--bb-stop", "symbol=panic"));
      }
      Bbt.Outcome boot = Bbt.run(line.toArray(String[]::new));
      assertEquals(ExitCode.GUEST_PANIC, boot.code(), boot.err());
    }
    long total = TraceVerifier.verify(whole).instructions();
    TraceVerifier.Result verified = TraceVerifier.verify(ring);
    assertTrue(verified.ok());
    assertEquals(total, verified.instructions() + verified.unrecorded());
    String entered = out("step", whole + "", "--at", "panic");
    assertTrue(entered.contains("[" + counted(verified.instructions()) + "]"), entered);
    String led =
        out("step", ring + "", "--at", String.valueOf(verified.instructions()), "-c", "bt");
    assertTrue(led.contains("unexpected_trap"), led);
  }

  @Test
  void twoRingsAreComparedFromTheirBeginnings() throws Exception {
    Path one = folder.resolve("one.bbt");
    Path same = folder.resolve("same.bbt");
    Path other = folder.resolve("other.bbt");
    run(one, "", RING);
    run(same, "", RING);
    run(other, "", RING * 3 / 4);
    assertEquals(-1, Files.mismatch(one, same));
    assertTrue(out("diff", one + "", same + "").contains("Identical"));
    assertTrue(dropped(one) < dropped(other), "the smaller ring dropped more");
    Bbt.Outcome apart = Bbt.run("diff", one + "", other + "");
    assertEquals(ExitCode.BAD_DATA, apart.code());
    assertEquals(
        ("bbt: %1$s begins at instruction %2$s and %3$s at %4$s, since a ring dropped what was before:"
                + " traces are compared from their beginnings; to begin both at %4$s: bbt trace cut"
                + " %1$s --from %5$d -o PART")
            .formatted(one, counted(dropped(one)), other, counted(dropped(other)), dropped(other)),
        apart.err().strip());
    String part = folder.resolve("part.bbt").toString();
    out("trace", "cut", one + "", "--from", dropped(other) + "", "-o", part);
    assertTrue(out("diff", part, other + "").contains("Identical"));
  }

  /** Of files that differ, the hashes of what was executed are compared. */
  @Test
  void aRingIsWhatItsArchiveIs() throws Exception {
    String ring = folder.resolve("ring.bbt").toString();
    String archive = folder.resolve("archive.bbt").toString();
    run(Path.of(ring), "", RING);
    out("trace", "recompress", "--archive", ring, archive);
    assertTrue(Files.mismatch(Path.of(ring), Path.of(archive)) >= 0, "one file twice");
    String said = out("diff", ring, archive);
    assertTrue(said.contains("Identical: every frame's content hash is equal."), said);
    assertEquals(dropped(Path.of(ring)), dropped(Path.of(archive)));
  }

  @Test
  void ringsOfRunsThatPartLatePartThere() throws Exception {
    long before = run(parting(false), 1, "1", folder.resolve("before"), "", 0).retired();
    Path guest = parting(true);
    List<String> rings = new ArrayList<>();
    List<String> whole = new ArrayList<>();
    List<Long> retired = new ArrayList<>();
    for (String append : List.of("1", "123456789")) {
      Path ring = folder.resolve("ring" + append.length());
      Path all = folder.resolve("all" + append.length());
      retired.add(run(guest, 1, append, ring, "", RING).retired());
      run(guest, 1, append, all, "", 0);
      rings.add(ring.toString());
      whole.add(all.toString());
    }
    assertEquals(1, Math.abs(retired.get(0) - retired.get(1)), "one has one instruction more");
    long dropped = dropped(Path.of(rings.get(0)));
    assertEquals(dropped, dropped(Path.of(rings.get(1))));
    Parting there = Parting.of(rings.get(0), rings.get(1));
    // Behind the branch, instead of the six instructions that end a run.
    assertEquals(before - 6 + 1, there.at());
    assertTrue(dropped > 0 && dropped < there.at(), "dropped " + dropped);
    assertEquals("branch", there.kind());
    assertTrue(there.why().startsWith("beqz s2,"), there.why());
    assertEquals(Parting.of(whole.get(0), whole.get(1)).text(), there.text());
    // And all that came of it.
    Bbt.Outcome apart = Bbt.run("diff", rings.get(0), rings.get(1));
    assertEquals(1, apart.code(), apart.err());
    assertTrue(
        apart
            .out()
            .contains("1 instruction " + (retired.get(0) < retired.get(1) ? "more" : "fewer")),
        apart.out());
    assertTrue(apart.out().contains("after " + counted(there.at()) + " instructions"), apart.out());
  }

  /** What a folded export counts. */
  private static long folded(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private void replayedAndExported(Path guest, Path ring, RunResult result) throws Exception {
    long dropped = dropped(ring);
    String kernel = guest.toString();
    String said = out("replay", ring + "", "--kernel", kernel);
    assertTrue(said.contains("the re-execution agrees with the trace"), said);
    // From the run's start, which was dropped.
    String at = out("replay", ring + "", "--kernel", kernel, "--at", "1000");
    assertTrue(
        dropped > 1000 && at.contains("position  1,000 of " + counted(result.retired())), at);
    assertTrue(at.contains("s0 "), at);
    Path file = folder.resolve("exported");
    for (String format :
        List.of("pprof", "callgrind", "chrome", "perfetto", "json", "e-trace", "n-trace")) {
      Files.deleteIfExists(file);
      out("export", ring + "", "--format", format, "-o", file + "");
      assertTrue(Files.size(file) > 100, format);
    }
    out("export", ring + "", "--format", "folded", "-o", file + "");
    assertEquals(result.retired() - dropped, folded(file));
  }

  @Test
  void aRingIsReplayedExportedAndCut() throws Exception {
    Path guest = guest(false);
    Path ring = folder.resolve("ring.bbt");
    RunResult result = run(guest, 1, ring, "", RING);
    replayedAndExported(guest, ring, result);
    String part = folder.resolve("part.bbt").toString();
    long before = dropped(ring) + 1000;
    out("trace", "cut", ring + "", "--from", before + "", "-o", part);
    long there = result.retired() - before;
    String verified = out("verify", part);
    assertTrue(
        verified.contains(
            ": whole and consistent: "
                + counted(there)
                + " instructions, behind "
                + counted(before)
                + " that were dropped, "),
        verified);
    assertEquals(there, TraceVerifier.verify(Path.of(part)).instructions());
    cutInAGap(ring);
  }

  /** What a gap leaves out before the first instruction is dropped with what was before the gap. */
  private void cutInAGap(Path ring) throws Exception {
    long first = dropped(ring);
    String early = folder.resolve("early.bbt").toString();
    String late = folder.resolve("late.bbt").toString();
    String both = folder.resolve("both.bbt").toString();
    String part = folder.resolve("gap.bbt").toString();
    String to = String.valueOf(first + 2000);
    out("trace", "cut", ring + "", "--from", first + 1000 + "", "--to", to, "-o", early);
    out("trace", "cut", ring + "", "--from", first + 5000 + "", "-o", late);
    out("trace", "merge", early, late, "-o", both);
    assertEquals(first + 1000, dropped(Path.of(both)));
    assertEquals(3000, TraceVerifier.verify(Path.of(both)).unrecorded());
    out("trace", "cut", both, "--from", first + 3000 + "", "-o", part);
    assertEquals(first + 5000, dropped(Path.of(part)));
    TraceVerifier.Result verified = TraceVerifier.verify(Path.of(part));
    assertEquals(0, verified.unrecorded());
    assertEquals(TraceVerifier.verify(Path.of(late)).instructions(), verified.instructions());
  }

  /** Which turns its harts took before the first epoch is not known. */
  @Test
  void aRingOfSeveralHartsIsReplayedAndExportedButNotCut() throws Exception {
    Path guest = harts();
    Path ring = folder.resolve("harts.bbt");
    replayedAndExported(guest, ring, run(guest, HARTS, ring, "", HARTS * RING));
    String made = folder.resolve("made.bbt").toString();
    for (List<String> line :
        List.of(
            List.of("trace", "cut", ring + "", "--hart", "1", "-o", made),
            List.of("trace", "cut", ring + "", "--from", "90%", "-o", made),
            List.of("trace", "merge", ring + "", ring + "", "-o", made))) {
      Bbt.Outcome refused = Bbt.run(line.toArray(String[]::new));
      assertEquals(ExitCode.BAD_DATA, refused.code(), refused.out());
      assertEquals(
          "bbt: "
              + ring
              + ": is of several harts and a ring dropped its beginning: such a trace is not"
              + " edited",
          refused.err().strip());
      assertFalse(Files.exists(Path.of(made)));
    }
  }

  /** It has no frame then, but what it executed before counts. */
  @Test
  void aHartMayExecuteNothingOfWhatIsKept() throws Exception {
    Path ring = folder.resolve("idle.bbt");
    long total = run(harts(true), HARTS, ring, "", HARTS * RING).retired();
    long dropped = dropped(ring);
    String verified = out("verify", ring + "");
    assertTrue(
        verified.contains(
            ": whole and consistent: "
                + counted(total - dropped)
                + " instructions, behind "
                + counted(dropped)
                + " that were dropped, "),
        verified);
    String executed = "select count(*) as n from harts where instructions > 0";
    assertEquals("n\n" + (HARTS - 1) + "\n", out("query", ring + "", "--csv", executed));
    String steps =
        out("step", ring + "", "--at", "end", "-c", "goto start", "-c", "goto end", "-c", "rsi");
    assertFalse(steps.contains("missing"), steps);
    assertTrue(steps.contains("ecall"), steps);
  }

  /** What is there of each hart goes through every command. */
  @Test
  void aRingOfSeveralHarts() throws Exception {
    everyCommand(harts(), HARTS, "ecall");
  }

  @Test
  void aRingOfArm64() throws Exception {
    everyCommand(armNoise(), 1, "hvc");
  }

  /**
   * Puts a ring through the commands.
   *
   * @param last the instruction that ends the run
   */
  private void everyCommand(Path guest, int harts, String last) throws Exception {
    Path ring = folder.resolve("harts.bbt");
    Path same = folder.resolve("same.bbt");
    int bytes = harts * RING;
    RunResult result = run(guest, harts, ring, "", bytes);
    run(guest, harts, same, "", bytes);
    assertEquals(-1, Files.mismatch(ring, same));
    long dropped = dropped(ring);
    assertTrue(Files.size(ring) <= bytes && dropped > result.retired() / 4, "dropped " + dropped);
    long there = result.retired() - dropped;
    String count = counted(there) + " instructions";
    String verified = out("verify", ring + "");
    assertTrue(verified.startsWith(ring + ": whole and consistent: " + count), verified);
    assertTrue(verified.contains(", behind " + counted(dropped) + " that were dropped"), verified);
    String report = out("report", ring + "");
    assertTrue(report.contains(count), report);
    assertTrue(report.contains("dropped the first " + counted(dropped)), report);
    String executed = "select count(*) as n from harts where instructions > 0";
    assertEquals("n\n" + harts + "\n", out("query", ring + "", "--csv", executed));
    String steps =
        out("step", ring + "", "--at", "end", "-c", "rsi", "-c", "goto start", "-c", "where");
    assertTrue(steps.contains(last), steps);
    assertTrue(steps.contains("instruction " + counted(dropped) + " of "), steps);
    assertTrue(out("diff", ring + "", same + "").contains("Identical"));
  }

  /** A file that is complete whenever the run ends, also before it was full for the first time. */
  @ParameterizedTest
  @CsvSource({"INT,130,false", "TERM,143,false", "TERM,143,true", "KILL,137,false"})
  void aSignalLeavesAFileThatCanBeRead(String signal, int code, boolean full) throws Exception {
    Path trace = folder.resolve("ring.bbt");
    Path err = folder.resolve("err");
    Process boot =
        Bbt.signalled(
                "boot",
                guest(true).toString(),
                "--bb-trace",
                trace.toString(),
                "--bb-ring",
                "8M",
                "--console",
                "none",
                "--quiet")
            .redirectError(err.toFile())
            .start();
    try {
      while (!Files.exists(trace) || Files.size(trace) < 1_000_000 || full && dropped(trace) == 0) {
        assertTrue(boot.isAlive(), Files.readString(err));
        Thread.sleep(50);
      }
      new ProcessBuilder("kill", "-" + signal, Long.toString(boot.pid())).start().waitFor();
      assertTrue(boot.waitFor(60, TimeUnit.SECONDS));
      assertEquals(code, boot.exitValue());
    } finally {
      boot.destroyForcibly();
    }
    boolean killed = signal.equals("KILL");
    if (!killed) {
      assertEquals(
          "bbt: interrupted; " + trace + " holds the run up to here\n", Files.readString(err));
    }
    assertTrue(Files.size(trace) <= 8 << 20);
    assertEquals(full, dropped(trace) > 0);
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertEquals(!killed, verified.ok());
    Bbt.Outcome said = Bbt.run("verify", trace.toString());
    assertEquals(killed ? ExitCode.BAD_DATA : 0, said.code(), said.err());
    assertTrue(
        killed
            ? said.err().contains("cut at offset ")
            : said.out().startsWith(trace + ": whole and consistent: "),
        said.err() + said.out());
    assertTrue(verified.instructions() > 1_000_000, "there is " + verified.instructions());
    try (TraceReader reader = TraceReader.open(trace)) {
      long last = 0;
      for (var chunk = reader.next(); chunk != null; chunk = reader.next()) {
        last = chunk instanceof Frame frame ? frame.endRetired() : last;
      }
      assertEquals(dropped(trace) + verified.instructions(), last, "nothing is missing within");
    }
  }
}
