package bbt.reconstruct.interchange.ntrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TestElf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What messages leave out: counts of branches instead of branches, jumps that the instruction
 * before them explains, returns that lead behind their calls.
 */
class NtraceImpliedTest {
  private static final long BASE = 0x8000_0000L;

  /**
   * A loop that comes three times more, then a jump that its constant explains: nop; beqz zero, -4;
   * auipc t1, 0; jalr zero, 16(t1); two that are passed over; nop.
   */
  private static final int[] CODE = {0x13, 0xFE00_0EE3, 0x0000_0317, 0x0103_0067, 0x13, 0x13, 0x13};

  private static final List<Long> ALL = List.of(0L, 4L, 0L, 4L, 0L, 4L, 0L, 4L, 8L, 12L, 24L);

  /** Units of two bytes: of the whole run, and of the part behind the loop's last taken branch. */
  private static final int UNITS = 22;

  private static final int LAST_UNITS = 10;

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final MessageWriter writer = new MessageWriter(out, 0, 6);

  private void start() throws IOException {
    writer.begin(TransferCode.SYNC).fixed(TransferCode.TRACE_ENABLED, 4).variable(0);
    writer.address(BASE, false).end();
  }

  private void end(int count) throws IOException {
    writer.begin(TransferCode.CORRELATION).fixed(TransferCode.DISABLED, 4).fixed(0, 2);
    writer.variable(count).end();
  }

  private Importer.Result read(Path trace, int... words) throws IOException {
    Path messages = Files.write(folder.resolve("run.ntrace"), out.toByteArray());
    return new Importer(messages, ForeignFormat.N_TRACE, Map.of("privilege", "3"))
        .write(trace, 0, RiscvIsa.RV64, TestElf.code(BASE, words), Map.of(), n -> {});
  }

  private List<Long> told(int... words) throws IOException {
    Path trace = folder.resolve("run.bbt");
    assertNull(read(trace, words).misfits().told());
    return Rebuilt.of(trace).addresses().stream().map(a -> a - BASE).toList();
  }

  @Test
  void aBranchIsRepeated() throws IOException {
    start();
    writer.begin(TransferCode.DIRECT_BRANCH).variable(4).end();
    writer.begin(TransferCode.REPEAT_BRANCH).variable(2).end();
    end(LAST_UNITS);
    assertEquals(ALL, told(CODE));
  }

  @Test
  void branchesAreCounted() throws IOException {
    start();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.TAKEN, 4).variable(3).end();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.NOT_TAKEN, 4).variable(1).end();
    end(UNITS);
    assertEquals(ALL, told(CODE));
  }

  @Test
  void aHistoryIsRepeated() throws IOException {
    start();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.REPEATED_HISTORY, 4);
    writer.variable(0b11).variable(3).end();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.HISTORY, 4).variable(0b10).end();
    end(UNITS);
    assertEquals(ALL, told(CODE));
  }

  /** Behind anything else there is nothing to repeat, and a number of any size is damage. */
  @Test
  void whatCannotBeRepeatedIsSaid() throws IOException {
    start();
    writer.begin(TransferCode.REPEAT_BRANCH).variable(2).end();
    end(LAST_UNITS);
    assertNotNull(read(folder.resolve("nothing.bbt"), CODE).misfits().told());
    out.reset();
    start();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.REPEATED_HISTORY, 4);
    writer.variable(0b11).variable(1L << 62).end();
    assertNotNull(read(folder.resolve("endless.bbt"), CODE).misfits().told());
  }

  /** The pair may use a register that else holds a return address. */
  @Test
  void aJumpThroughALinkRegisterIsExplained() throws IOException {
    int[] code = CODE.clone();
    code[2] = 0x0000_0297; // auipc t0, 0
    code[3] = 0x0102_8067; // jalr zero, 16(t0)
    start();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.TAKEN, 4).variable(3).end();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.NOT_TAKEN, 4).variable(1).end();
    end(UNITS);
    assertEquals(ALL, told(code));
  }

  /** A loop that leaves nothing but counts: without a branch, and with returns that are implied. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLoopWithoutBranchesIsAsLongAsItLikes(boolean calls) throws IOException {
    // jal 8; j 0; ret - or j 0
    int[] code = calls ? new int[] {0x0080_00EF, 0xFFDF_F06F, 0x8067} : new int[] {0x6F};
    List<Long> round = calls ? List.of(0L, 8L, 4L) : List.of(0L);
    NtraceEncoder encoder = encoder();
    encoder.begin(3, 0);
    for (int i = 0; i < 3_000_000; i++) {
      node(encoder, code, round.get(i % round.size()));
    }
    encoder.end();
    assertTrue(out.size() < 100, out.size() + " bytes");
    Importer.Result result = read(folder.resolve("long.bbt"), code);
    assertNull(result.misfits().told());
    // Where the last return led is not told.
    assertEquals(3_000_000, result.instructions());
  }

  /** A damaged number may ask for more than a lifetime of steps. */
  @Test
  void noMessageLeadsOnForHours() throws IOException {
    start();
    writer.begin(TransferCode.RESOURCE_FULL).fixed(TransferCode.REPEATED_HISTORY, 4);
    writer.variable(-1L >>> 1).variable(1 << 22).end();
    String endless = read(folder.resolve("history.bbt"), CODE).misfits().told();
    assertTrue(endless.contains("there are fewer branches than are told"), endless);
    out.reset();
    start();
    // nop, 63 times, and the branch back
    int[] code = new int[64];
    Arrays.fill(code, 0x13);
    code[63] = 0xF000_02E3;
    writer.begin(TransferCode.DIRECT_BRANCH).variable(128).end();
    writer.begin(TransferCode.REPEAT_BRANCH).variable(1 << 22).end();
    String told = read(folder.resolve("branch.bbt"), code).misfits().told();
    assertTrue(told.contains("a branch that is repeated over 536870912 units"), told);
  }

  /**
   * A function calls another one, which returns elsewhere: that is told, and takes the call from
   * the stack, so that the first one's return is implied all the same.
   */
  @Test
  void aReturnThatIsToldTakesItsCall() throws IOException {
    // jal 0x10; j 0; two; jal 0x20; j 0; ret; one; ret
    int[] code = {0x0100_00EF, 0x6F, 0x13, 0x13, 0x0100_00EF, 0x6F, 0x8067, 0x13, 0x8067};
    NtraceEncoder encoder = encoder();
    List<Long> run = List.of(0L, 0x10L, 0x20L, 0x18L, 4L);
    write(encoder, code, run);
    assertEquals(run, told(code));
    int once = out.size();
    out.reset();
    List<Long> straight = List.of(0L, 0x10L, 0x20L, 0x14L);
    write(encoder, code, straight);
    assertTrue(out.size() < once, "no message is of this return");
    assertEquals(straight, told(code));
  }

  private static void write(NtraceEncoder encoder, int[] code, List<Long> run) throws IOException {
    encoder.begin(3, 0);
    for (long at : run) {
      node(encoder, code, at);
    }
    encoder.end();
  }

  private NtraceEncoder encoder() throws IOException {
    return new NtraceEncoder(
        0,
        RiscvIsa.RV64,
        out,
        FormatParameters.with(NtraceParameter.class, Map.of("implicit_return", "1")));
  }

  private static void node(NtraceEncoder encoder, int[] code, long at) throws IOException {
    encoder.node(RiscvIsa.RV64.nodes().of(BASE + at, new int[] {code[(int) at / 4]}), 1, false);
  }
}
