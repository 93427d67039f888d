package bbt.translator.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.GuestMark;
import bbt.packets.TraceReader;
import bbt.ptg.image.ImageException;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The AArch64 machine as bare-metal programs see it, against QEMU's cortex-a53. */
@Tag("qemu")
class ArmMachineTest {
  /** The program that reads and writes registers of all numbers. */
  private static final String STORES_CODE = "registers";

  @TempDir Path folder;

  private static ConsolePort into(StringBuilder text) {
    return ConsolePort.outputOnly(octet -> text.append((char) octet));
  }

  private static String run(Path kernel) throws IOException {
    return run(ArmPrograms.config(kernel));
  }

  private static String run(MachineConfig.Builder config) throws IOException {
    StringBuilder said = new StringBuilder();
    RunResult result = Machine.create(config.build(), into(said)).run();
    assertEquals(ExitReason.POWER_OFF, result.reason(), said::toString);
    return said.toString();
  }

  /**
   * System registers (all numbers read, many written), exceptions of both levels, translation with
   * all rights and faults, interrupts and timers, alignment of vector registers.
   *
   * @param lines that the program prints at least
   */
  @ParameterizedTest
  @CsvSource({
    STORES_CODE + ", 200",
    "exceptions, 60",
    "pages, 2700",
    "interrupts, 35",
    "aligned, 187"
  })
  void saysWhatQemuSays(String program, int lines) throws Exception {
    Path kernel = ArmPrograms.build(folder, program);
    List<String> theirs = ArmPrograms.qemu(kernel).lines().toList();
    assertTrue(theirs.size() >= lines, () -> "only " + theirs);
    for (EngineMode engine : EngineMode.values()) {
      if (engine != EngineMode.TRANSLATOR || !program.equals(STORES_CODE)) {
        String ours = run(ArmPrograms.config(kernel).engine(engine));
        assertEquals(theirs, ours.lines().toList(), engine::name);
      }
    }
  }

  /** It stores each instruction that it tries: its page is translated anew each time, for 40 s. */
  @Test
  @Tag("full")
  void theTranslatorSaysWhatQemuSaysOfRegisters() throws Exception {
    Path kernel = ArmPrograms.build(folder, STORES_CODE);
    String ours = run(ArmPrograms.config(kernel).engine(EngineMode.TRANSLATOR));
    assertEquals(ArmPrograms.qemu(kernel), ours);
  }

  /**
   * An abort within a load or store of several registers says what QEMU's says, and what it does
   * when it is executed again, too. The manual leaves open what was loaded or stored before; here
   * it is nothing.
   */
  @Test
  void nothingIsLoadedOrStoredBeforeAnAbort() throws Exception {
    Path kernel = ArmPrograms.build(folder, "structures");
    List<String> ours = run(kernel).lines().toList();
    List<String> theirs = ArmPrograms.qemu(kernel).lines().toList();
    assertEquals(72, ours.size(), () -> String.join("\n", ours));
    Predicate<String> open = line -> line.startsWith("w");
    assertEquals(
        theirs.stream().filter(open.negate()).toList(),
        ours.stream().filter(open.negate()).toList());
    List<String> between = ours.stream().filter(open).distinct().toList();
    assertEquals(1, between.size(), () -> String.join("\n", between));
    assertTrue(
        between
            .getFirst()
            .endsWith(
                " 0101010101010101 0202020202020202 0303030303030303 "
                    + "0404040404040404 0505050505050505 0606060606060606 0707070707070707 "
                    + "0808080808080808 "),
        between::getFirst);
  }

  /** The device tree comes behind a program that is where it usually goes, if there is memory. */
  @Test
  void aProgramIsNotOverwrittenByTheDeviceTree() throws Exception {
    Path kernel = ArmPrograms.build(folder, "small", "main: say 'm'\n b off\ninterrupt: b .\n");
    StringBuilder said = new StringBuilder();
    MachineConfig enough = ArmPrograms.config(kernel).memoryBytes(8 << 20).build();
    assertEquals(ExitReason.POWER_OFF, Machine.create(enough, into(said)).run().reason());
    assertEquals("m", said.toString());
    ImageException refused =
        assertThrows(
            ImageException.class,
            () ->
                Machine.create(
                    ArmPrograms.config(kernel).memoryBytes(5 << 20).build(), ConsolePort.none()));
    assertEquals(
        "the device tree does not fit into 5 MiB of memory; use --memory 7M or more",
        refused.getMessage());
  }

  @Test
  void followsTheManualWhereQemuDoesNot() throws Exception {
    assertEquals(ArmPrograms.text("manual.txt"), run(ArmPrograms.build(folder, "manual")));
  }

  /** A run is a function of its configuration, whether or not it is interrupted by steps. */
  @Test
  void goesOnFromASnapshotAndInSteps() throws Exception {
    MachineConfig config = ArmPrograms.config(ArmPrograms.build(folder, "interrupts")).build();
    StringBuilder whole = new StringBuilder();
    RunResult result = Machine.create(config, into(whole)).run();
    StringBuilder said = new StringBuilder();
    Machine first = Machine.create(config, into(said));
    first.begin();
    first.proceed(result.retired() / 2);
    for (int i = 0; i < 1001; i++) {
      first.step();
    }
    byte[] state = first.save();
    int half = said.length();
    Machine second = Machine.create(config, into(said));
    second.begin();
    byte[] page = new byte[4096];
    for (int number : first.takeWrittenPages()) {
      first.readPage(number, page);
      second.restorePage(number, page);
    }
    second.load(state);
    second.proceed(Long.MAX_VALUE);
    assertEquals(whole.toString(), said.toString());
    assertTrue(half > 0 && half < said.length());
    assertEquals(result.retired(), second.finish().retired());
    first.finish();
  }

  /** The guest's marks, as docs/control.md has them, are at the same place in every engine. */
  @Test
  void marksHaveANumberAndTheValueOfX0() throws Exception {
    Path kernel =
        ArmPrograms.build(
            folder,
            "marks",
            """
            main: mov x19, #3000
            1: mov x0, x19
             mov xzr, #7
             mov x7, #7
             movz xzr, #7, lsl #16
             subs x19, x19, #1
             b.ne 1b
             mov x0, #-1
             mov xzr, #2047
             mov xzr, #2048
             b off
            interrupt: b .
            """);
    List<GuestMark> expected = null;
    for (EngineMode engine : EngineMode.values()) {
      Path trace = folder.resolve(engine + ".bbt");
      TraceOptions options = new TraceOptions(trace, false, true, TraceOptions.Context.AUTO);
      run(ArmPrograms.config(kernel).engine(engine).trace(options));
      List<GuestMark> marks = marks(trace);
      assertEquals(3001, marks.size(), engine::name);
      for (int i = 0; i < 3000; i++) {
        assertEquals(7, marks.get(i).number());
        assertEquals(3000 - i, marks.get(i).value());
      }
      assertEquals(2047, marks.getLast().number());
      assertEquals(-1, marks.getLast().value());
      expected = expected == null ? marks : expected;
      assertEquals(expected, marks, engine::name);
    }
  }

  private static List<GuestMark> marks(Path trace) throws IOException {
    List<GuestMark> marks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
          sideband.records().stream()
              .map(GuestMark::of)
              .filter(Objects::nonNull)
              .forEach(marks::add);
        }
      }
    }
    return marks;
  }

  @Test
  void refusesWhatItHasNot() throws Exception {
    Path kernel = ArmPrograms.build(folder, "manual");
    MachineConfig many = ArmPrograms.config(kernel).harts(9).build();
    ImageException refused =
        assertThrows(ImageException.class, () -> Machine.create(many, ConsolePort.none()));
    assertEquals(
        kernel + ": an AArch64 guest has at most 8 processors, as its interrupt controller has",
        refused.getMessage());
    MachineConfig stack =
        ArmPrograms.config(kernel)
            .trace(
                new TraceOptions(folder.resolve("a.bbt"), true, true, TraceOptions.Context.STACK))
            .build();
    assertThrows(ImageException.class, () -> Machine.create(stack, ConsolePort.none()));
    MachineConfig bios = ArmPrograms.config(kernel).bios(kernel).build();
    assertThrows(ImageException.class, () -> Machine.create(bios, ConsolePort.none()));
  }
}
