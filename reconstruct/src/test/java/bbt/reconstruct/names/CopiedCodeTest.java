package bbt.reconstruct.names;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.FENCE_I;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.XORI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.testing.TestElf;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program without symbols that goes elsewhere, as boot loaders do, is one program. */
@Timeout(300)
class CopiedCodeTest {
  private static final long BASE = 0x8000_0000L;
  private static final int PAGE = 4096;
  private static final int FUNCTIONS = 12;
  private static final int LENGTH = 40;
  private static final long FIRST = 0x8001_0000L;
  private static final long COPY = 0x8025_3000L;
  private static final long SECOND_COPY = 0x8047_1000L;

  @TempDir private Path folder;

  /** Functions of random instructions; the same seed makes the same ones. */
  private static byte[] functions(int seed) {
    Random random = new Random(seed);
    Assembler a = new Assembler();
    for (int f = 0; f < FUNCTIONS; f++) {
      a.padTo(f * PAGE / 4);
      for (int i = 0; i < LENGTH; i++) {
        a.i(i % 2 == 0 ? ADDI : XORI, 10, 10, random.nextInt(-2000, 2000));
      }
      a.i(JALR, 0, 1, 0);
    }
    return a.padTo(FUNCTIONS * PAGE / 4).bytes();
  }

  /** Calls each function at a place, from one of them on. */
  private static void callAll(Assembler a, long place, int from) {
    for (int f = from; f < FUNCTIONS; f++) {
      a.li(6, place + f * PAGE / 4).i(JALR, 1, 6, 0);
    }
  }

  private static void copy(Assembler a, long from, long to, String loop) {
    a.li(5, from).li(6, to).li(7, from + FUNCTIONS * PAGE / 4);
    a.label(loop).i(LD, 28, 5, 0).s(SD, 28, 6, 0).i(ADDI, 5, 5, 8).i(ADDI, 6, 6, 8);
    a.branch(BNE, 5, 7, loop).op(FENCE_I);
  }

  private Report report(Assembler a, byte[] second) throws IOException {
    a.li(5, 0x10_0000).li(6, 0x5555).s(SW, 6, 5, 0).label("end").jal(0, "end");
    a.padTo((int) (FIRST - BASE)).raw(functions(1));
    a.padTo((int) (FIRST - BASE) + 4 * PAGE).raw(second);
    Path kernel = Files.write(folder.resolve("kernel"), TestElf.plain(BASE, a.bytes()));
    Path trace = folder.resolve("kernel.bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(16 << 20)
            .trace(new TraceOptions(trace, false, true, TraceOptions.Context.AUTO))
            .build();
    Machine.create(config, ConsolePort.none()).run();
    return new Analysis(trace).want(ReportPart.CODE).run();
  }

  /** By address: calls of the functions that were called. */
  private static TreeMap<Long, Long> calls(Report report) {
    TreeMap<Long, Long> calls = new TreeMap<>();
    for (FunctionProfile f : report.profile().functions()) {
      if (f.calls() > 0) {
        calls.put(f.address(), f.calls());
      }
    }
    return calls;
  }

  @Test
  void aCopyIsTheProgram() throws IOException {
    Assembler a = new Assembler();
    callAll(a, FIRST, 4); // the first four run in the copies alone
    copy(a, FIRST, COPY, "once");
    callAll(a, COPY, 0);
    copy(a, COPY, SECOND_COPY, "twice");
    callAll(a, SECOND_COPY, 0);
    callAll(a, SECOND_COPY, 0);
    Report report = report(a, new byte[0]);
    TreeMap<Long, Long> calls = calls(report);
    for (int f = 4; f < FUNCTIONS; f++) {
      assertEquals(4, calls.remove(FIRST + f * PAGE / 4), "function " + f);
    }
    // Nothing of their page was executed at the first place: they are where they ran first.
    for (int f = 0; f < 4; f++) {
      assertEquals(3, calls.remove(COPY + f * PAGE / 4), "function " + f);
    }
    assertTrue(calls.isEmpty(), calls.toString());
    // Its instructions are added up, whichever of its addresses is asked for.
    TraceSymbols symbols =
        TraceSymbols.read(folder.resolve("kernel.bbt"), BinaryFiles.of(List.of()));
    for (long place : List.of(FIRST, COPY, SECOND_COPY)) {
      String word = "0x" + Long.toHexString(place + 5 * PAGE / 4);
      List<FunctionCode> found = report.code().find(word, symbols.names());
      assertEquals(1, found.size(), word);
      assertEquals(4 * (LENGTH + 1), found.getFirst().instructions(), word);
    }
    assertEquals(
        List.of(FIRST + 0x1400, COPY + 0x1400, SECOND_COPY + 0x1400),
        symbols.names().addresses("0x" + Long.toHexString(FIRST + 0x1400)).stream()
            .map(CodeAddress::address)
            .toList());
  }

  @Test
  void aPatchedCopyIsTheProgramToo() throws IOException {
    Assembler a = new Assembler();
    callAll(a, FIRST, 0);
    copy(a, FIRST, COPY, "once");
    a.li(6, COPY + 7 * PAGE / 4).i(ADDI, 7, 0, 0x13).s(SW, 7, 6, 8).op(FENCE_I); // a nop
    callAll(a, COPY, 0);
    TreeMap<Long, Long> calls = calls(report(a, new byte[0]));
    assertEquals(FUNCTIONS, calls.size(), calls.toString());
    assertEquals(2, calls.get(FIRST + 7 * PAGE / 4));
  }

  @Test
  void otherCodeIsAnotherProgram() throws IOException {
    Assembler a = new Assembler();
    // Both have one small function in common, alone in its page.
    for (long place : List.of(FIRST, FIRST + 4 * PAGE)) {
      a.li(6, place).i(JALR, 1, 6, 0);
      callAll(a, place, 4);
    }
    byte[] second = functions(2);
    System.arraycopy(functions(1), 0, second, 0, PAGE / 4);
    TreeMap<Long, Long> calls = calls(report(a, second));
    assertEquals(2 * (FUNCTIONS - 3), calls.size(), calls.toString());
  }

  @Test
  void whatWasReplacedIsNobodysCopy() throws IOException {
    Assembler a = new Assembler();
    callAll(a, FIRST, 0);
    copy(a, FIRST + 4 * PAGE, COPY, "other");
    a.li(6, COPY).i(JALR, 1, 6, 0);
    copy(a, FIRST, COPY, "own");
    callAll(a, COPY, 0);
    TreeMap<Long, Long> calls = calls(report(a, functions(2)));
    assertEquals(2, calls.get(COPY), calls.toString());
    assertEquals(1, calls.get(FIRST), calls.toString());
    assertEquals(2, calls.get(FIRST + PAGE), calls.toString()); // the other pages are copies
  }
}
