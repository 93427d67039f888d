package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.packets.ExceptionKind;
import bbt.packets.SmallFrames;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.reconstruct.cli.Main;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.Wounds;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler that traps again retires nothing: several frames of no instruction in a row. */
class TrapStormTest {
  private static final long CODE = 0x8000_0000L;
  private static final int TRAPS = 230;
  private static final int NOP = 0x0001;
  private static final int JUMP_TO_ITSELF = 0xa001;

  @TempDir Path folder;

  private final List<Long> addresses = new ArrayList<>();
  private final List<String> traps = new ArrayList<>();

  private Path write(int harts, String name) throws IOException {
    Path file = folder.resolve(name);
    TraceHeader header =
        new TraceHeader(
            Map.of(
                "trace.mode", "compact",
                "trace.verify", "false",
                "machine.harts", Integer.toString(harts),
                "machine.quantum", "30"));
    try (TraceWriter writer = TraceWriter.create(file, header)) {
      MachineWriter machine = SmallFrames.writer(writer);
      long[] retired = new long[harts];
      for (int turn = 0; turn < 3 * harts; turn++) {
        int hart = turn % harts;
        EventWriter out = machine.current();
        if (retired[hart] == 0) {
          out.reset(CODE, 3, 0);
        }
        execute(out, retired, hart, CODE, NOP);
        execute(out, retired, hart, CODE + 2, JUMP_TO_ITSELF);
        for (int i = 0; i < TRAPS; i++) {
          long epc = i == 0 ? CODE + 2 : CODE + 0x100;
          traps.add(hart + " " + retired[hart] + " 1 " + Long.toHexString(epc));
          out.exception(ExceptionKind.EXECUTION, CODE + 0x100, 3, 1, epc, epc, 0);
        }
        // The handler's page comes back, and it starts over.
        out.exception(ExceptionKind.INTERRUPT, CODE, 3, 7, CODE + 0x100, 0, 0);
        traps.add(hart + " " + retired[hart] + " 7 " + Long.toHexString(CODE + 0x100));
        if (harts > 1) {
          machine.turn((turn + 1) % harts, CODE, 1);
        }
      }
      machine.finish(List.of(), new long[harts], 0, "poweroff", 10);
    }
    return file;
  }

  private void execute(EventWriter out, long[] retired, int hart, long at, int bits) {
    out.sideband().code(retired[hart], at, bits);
    retired[hart]++;
    out.retire(1);
    addresses.add(at);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void isReadByAll(int harts) throws IOException {
    Path trace = write(harts, "storm.bbt");
    List<Long> frames = new ArrayList<>();
    int without = 0;
    for (ChunkHeader h : Wounds.headers(trace)) {
      if (h.kind() == (harts == 1 ? ChunkHeader.Kind.FRAME : ChunkHeader.Kind.EPOCH)) {
        frames.add(h.offset());
      }
      without += h.kind() == ChunkHeader.Kind.FRAME && h.retired() == h.endRetired() ? 1 : 0;
    }
    assertTrue(without >= 6 * harts, without + " frames without instructions");
    Rebuilt whole = Rebuilt.of(trace);
    assertEquals(List.of(), whole.problems());
    assertEquals(addresses, whole.addresses());
    assertEquals(traps, whole.traps());
    for (long offset : frames) {
      try (TraceReader reader = TraceReader.open(trace)) {
        Reconstruction walk =
            new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null);
        assertEquals(List.of(), walk.skipTo(offset).run().problems());
      }
    }
    Path again = Files.copy(trace, folder.resolve("again.bbt"));
    String at = trace.toString();
    assertEquals(0, Main.run("verify", at));
    assertEquals(0, Main.run("diff", at, again.toString()));
    assertEquals(0, Main.run("report", at));
    List<String> commands = new ArrayList<>(List.of("step", at));
    for (int count = 0; count < addresses.size(); count++) {
      commands.addAll(List.of("-c", "goto " + count));
    }
    assertEquals(0, Main.run(commands.toArray(String[]::new)));
  }
}
