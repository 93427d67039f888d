package bbt.reconstruct.replay;

import static bbt.ptg.riscv.Insn.ANDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.LBU;
import static bbt.ptg.riscv.Insn.SB;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.asm.Assembler;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.testing.TestElf;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace holds what was typed: the run can be executed again without anything else. */
@Timeout(300)
class InputInTraceTest {
  private static final long BASE = 0x8000_0000L;
  private static final long KEPT = 0x8000_8000L;

  @TempDir Path folder;

  /** Echoes what comes over the serial port, keeps it, and powers off after a q. */
  private static byte[] echo() {
    Assembler a = new Assembler();
    a.li(5, 0x1000_0000).li(19, KEPT).li(8, 'q');
    a.label("wait").i(LBU, 6, 5, 5).i(ANDI, 6, 6, 1).branch(BEQ, 6, 0, "wait");
    a.i(LBU, 7, 5, 0).s(SB, 7, 5, 0).s(SD, 7, 19, 0).i(bbt.ptg.riscv.Insn.ADDI, 19, 19, 8);
    a.branch(BNE, 7, 8, "wait");
    a.li(28, 0x10_0000).li(29, 0x5555).s(SW, 29, 28, 0);
    a.label("end").jal(0, "end");
    return a.bytes();
  }

  /** A console whose keys come at moments of no rule. */
  private record Keys(byte[] input, int[] at, boolean interactive, ByteArrayOutputStream out)
      implements ConsolePort {
    @Override
    public void write(int octet) {
      out.write(octet);
    }

    @Override
    public void flush() {}

    @Override
    public int read() {
      return at[0] < input.length ? input[at[0]++] & 0xFF : -1;
    }

    @Override
    public int poll() {
      return ++at[1] % 3 == 0 ? read() : -1;
    }

    @Override
    public void await(long nanos) {}
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theRunIsRepeatedFromTheTraceAlone(boolean interactive) throws IOException {
    Path kernel = Files.write(folder.resolve("echo.elf"), TestElf.of(BASE, echo(), 1));
    Path trace = folder.resolve("echo.bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(16 << 20)
            .engine(EngineMode.AUTO)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    byte[] typed = "ab\nxyzq".getBytes(StandardCharsets.US_ASCII);
    Keys keys = new Keys(typed, new int[2], interactive, new ByteArrayOutputStream());
    long retired = Machine.create(config, keys).run().retired();
    assertArrayEquals(typed, keys.out().toByteArray());
    GuestOptions files =
        new GuestOptions(kernel, null, List.of(), null, null, List.of(), List.of(), null);
    try (Replay replay = Replay.open(trace, files, folder.resolve("cache"), 100_000)) {
      replay.check();
      assertEquals(retired, replay.end().clock());
      replay.goTo(replay.end());
      assertEquals(
          "q",
          new String(replay.state().readPhysical(KEPT + 8L * 6, 1), StandardCharsets.US_ASCII));
      replay.goTo(Position.at(retired / 2));
      replay.goTo(replay.end());
      for (int i = 0; i < typed.length; i++) {
        assertEquals(typed[i], replay.state().readPhysical(KEPT + 8L * i, 1)[0], "key " + i);
      }
    }
  }
}
