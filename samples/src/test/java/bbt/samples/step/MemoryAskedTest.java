package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.StepRecorder;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.samples.testing.InProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stepper's questions about memory and values, against the log of a part of the run. */
class MemoryAskedTest {
  private static final long FROM = 536_000;
  private static final long TO = 542_000;
  private static final Pattern ACCESS = Pattern.compile(" ([rw])(\\d)\\[([0-9a-f]+)\\]");

  @TempDir private static Path folder;
  private static String trace;

  /** An access in the log. */
  private record Logged(long clock, boolean store, long address, int bytes) {
    boolean touches(Logged other) {
      return address < other.address + other.bytes && other.address < address + bytes;
    }
  }

  @BeforeAll
  static void record() {
    trace = folder.resolve("mini.bbt").toString();
    InProcess.run(ExitCode.OK, "boot", "mini", "--bb-trace", trace, "--console", "none", "--quiet");
  }

  private static List<Logged> log() {
    List<Logged> all = new ArrayList<>();
    String from = Long.toString(FROM);
    String to = Long.toString(TO);
    String text = InProcess.run(ExitCode.OK, "log", trace, "--from", from, "--to", to, "--data");
    for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
      Matcher access = ACCESS.matcher(line);
      while (access.find()) {
        all.add(
            new Logged(
                Long.parseLong(line.strip().split("\\s+")[0]),
                access.group(1).equals("w"),
                Long.parseUnsignedLong(access.group(3), 16),
                Integer.parseInt(access.group(2))));
      }
    }
    return all;
  }

  private static List<String> step(List<String> commands) throws IOException {
    Path script = folder.resolve("asked.step");
    Files.write(script, commands);
    return InProcess.run(ExitCode.OK, "step", trace, "--script", script.toString())
        .lines()
        .toList();
  }

  private static List<Long> places(List<String> shown) {
    Pattern place = Pattern.compile("^\\([^\\[]*\\[ *([0-9,]+)\\].*");
    return shown.stream()
        .map(place::matcher)
        .filter(Matcher::matches)
        .map(m -> Long.parseLong(m.group(1).replace(",", "")))
        .toList();
  }

  /** Reads and writes in both directions; the log steps from instruction to instruction. */
  @Test
  void whoReadIsWhoTheLogShows() throws IOException {
    List<Logged> all = log();
    List<String> commands = new ArrayList<>();
    List<Long> expected = new ArrayList<>();
    Random random = new Random(1);
    while (expected.size() < 40) {
      Logged one = all.get(random.nextInt(all.size()));
      long middle = random.nextLong(FROM, TO);
      boolean forward = one.clock > middle;
      Logged first = null;
      for (Logged each : all) {
        boolean fits = each.store == one.store && each.touches(one);
        boolean behind = each.clock > middle;
        if (fits && forward && behind && first == null || fits && !forward && each.clock < middle) {
          first = each;
        }
      }
      if (first == null) {
        continue;
      }
      String verb =
          one.store ? (forward ? "who-writes" : "who-wrote") : forward ? "who-reads" : "who-read";
      commands.add("goto " + middle);
      commands.add(verb + " 0x" + Long.toHexString(one.address) + ":" + one.bytes);
      expected.add(middle);
      expected.add(first.clock);
    }
    assertEquals(expected, places(step(commands)));
  }

  /** What instructions are said to write, copy and load is what they did. */
  @Test
  void theFlowOfDataIsThatOfTheRun() throws IOException {
    int copies = 0;
    int loads = 0;
    try (Replay replay = Replay.open(Path.of(trace), GuestOptions.NONE)) {
      MachineState state = replay.state();
      GuestIsa guest = Guests.DEFAULT;
      StepRecorder recorder = new StepRecorder(replay, true, true);
      for (long from : List.of(6_000L, 529_500L, 543_000L, 2_100_000L, 3_044_000L, 6_800_000L)) {
        replay.goTo(Position.at(from));
        for (long clock = from; clock < from + 3000; clock++) {
          // Traps first: then the instruction that retires is next.
          long pc = state.pc(0);
          byte[] code = state.readVirtual(0, pc, 4);
          long[] before = new long[32];
          for (int i = 0; i < 32; i++) {
            before[i] = state.general(0, i);
          }
          assertTrue(recorder.step(clock, 0));
          if (code.length < 2) {
            continue;
          }
          int bits = 0;
          for (int i = code.length - 1; i >= 0; i--) {
            bits = bits << 8 | code[i] & 0xFF;
          }
          bits = guest.length(bits) == 2 ? bits & 0xFFFF : bits;
          boolean trapped =
              state.pc(0) != pc + guest.length(bits)
                  && guest.flow(bits).name().equals("SEQUENTIAL");
          if (trapped) {
            continue;
          }
          DataFlow flow = guest.dataFlow(bits);
          for (StepRecorder.Changed each : recorder.changed()) {
            GuestRegister register = new GuestRegister(each.floating(), each.number());
            assertTrue(flow.written(register) != null, guest.text(pc, bits) + " writes " + each);
          }
          assertEquals(
              flow.stores().isEmpty(),
              recorder.accesses().stream().noneMatch(StepRecorder.Data::store),
              guest.text(pc, bits));
          for (DataFlow.Write write : flow.writes()) {
            if (write.to().floating()) {
              continue;
            }
            long after = state.general(0, write.to().number());
            if (write.from() instanceof Source.Copy c && !c.from().floating()) {
              long mask = c.bytes() == 8 ? -1 : (1L << 8 * c.bytes()) - 1;
              assertEquals(before[c.from().number()] & mask, after & mask, guest.text(pc, bits));
              copies++;
            } else if (write.from() instanceof Source.Load l) {
              StepRecorder.Data load = recorder.accesses().getFirst();
              assertEquals(before[l.base().number()] + l.offset(), load.address());
              for (int i = 0; i < load.before().length; i++) {
                assertEquals(load.before()[i], (byte) (after >>> 8 * i), guest.text(pc, bits));
              }
              loads++;
            }
          }
        }
      }
      recorder.close();
    }
    assertTrue(copies > 40 && loads > 1000, copies + " copies, " + loads + " loads");
  }

  /** A call that answers in one register leaves the other as it was. */
  @Test
  void anAnswerOfTheFirmwareIsAnEnd() throws IOException {
    List<String> shown = step(List.of("/ecall", "si", "origin a0", "/ecall", "si", "origin a1"));
    int first = shown.indexOf("what the firmware answered there");
    assertTrue(first > 0 && shown.get(first - 1).contains("  ecall  a0 = 0x0"), shown.toString());
    int second = shown.indexOf("a constant: the code there says it");
    assertTrue(second > 0 && shown.get(second - 1).contains("  li a1,0  "), shown.toString());
  }

  /** A program's memory has the program's addresses, also while the kernel executes for it. */
  @Test
  void whatDiffersInAProgramHasItsAddresses() throws IOException {
    try (Replay replay = Replay.open(Path.of(trace), GuestOptions.NONE)) {
      long clock = 2_100_000;
      replay.goTo(Position.at(clock));
      assertEquals(0, replay.state().privilege(0));
      assertTrue(inProgram(replay, clock) > 100);
      while (replay.state().privilege(0) == 0) {
        clock += 50;
        replay.goTo(Position.at(clock));
      }
      assertTrue(inProgram(replay, clock) > 100);
    }
  }

  /**
   * Counts the ranges at a program's addresses that differ from the start on; what is there now is
   * what is shown.
   */
  private static int inProgram(Replay replay, long clock) throws IOException {
    Pattern line = Pattern.compile("0x([0-9a-f]+), (\\d) bytes?: 0x[0-9a-f]+ -> 0x([0-9a-f]+).*");
    int count = 0;
    for (String each : step(List.of("goto " + clock, "memdiff start limit=2000"))) {
      Matcher m = line.matcher(each);
      long address = m.matches() ? Long.parseUnsignedLong(m.group(1), 16) : -1;
      if (address >= 0 && address < 0x8000_0000L) {
        byte[] there = replay.state().readVirtual(0, address, Integer.parseInt(m.group(2)));
        long value = 0;
        for (int i = there.length - 1; i >= 0; i--) {
          value = value << 8 | there[i] & 0xFF;
        }
        assertEquals(Long.parseUnsignedLong(m.group(3), 16), value, each);
        count++;
      }
    }
    return count;
  }

  /** Lines that come again and again are told once. */
  @Test
  void repetitionsAreTold() throws IOException {
    List<String> shown = step(List.of("goto 3411920", "origin s0 steps=20", "where"));
    assertTrue(
        shown.stream().anyMatch(l -> l.matches(" +these 2 lines 9 times more, back to .*")),
        shown.toString());
    assertTrue(shown.contains("and so on: these are 20 steps (steps=N)"), shown.toString());
    assertFalse(shown.stream().anyMatch(l -> l.endsWith(" ")), shown.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "origin | a register or an address is missing",
        "origin pc | history, caller and rbr show",
        "origin a5 3 | All of a register is followed",
        "origin nothing | no symbol or address",
        "origin a5 steps=0 | 1 to 100000",
        "origin 0x10 | nothing is mapped at 0x10",
        "origin phys:0x10 | is not in RAM",
        "who-read phys:zz | is no physical address",
        "who-read | an address is missing",
        "who-read sp:0 | at least one byte",
        "memdiff | a place is missing",
        "memdiff nothing | no symbol or address",
        "memdiff start 9G | the trace holds",
        "memdiff start limit=0 | 1 to 100000",
        "memdiff start in=phys:0x10 | is not in RAM",
        "memdiff start end more | what is \"more\"?"
      })
  void whatCannotBeAskedIsOneLine(String command, String said) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setErr(err);
      InProcess.run(ExitCode.USAGE, "step", trace, "--at", "3411920", "-c", command);
    } finally {
      System.setErr(before);
    }
    String told = bytes.toString(StandardCharsets.UTF_8);
    assertEquals(1, told.lines().count(), told);
    assertTrue(told.contains(said), told);
  }
}
