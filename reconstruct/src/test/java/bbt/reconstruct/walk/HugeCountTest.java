package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceEditor;
import bbt.packets.write.TraceWriter;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A frame of more instructions than fit into an int, with right checksums. */
@Timeout(300)
class HugeCountTest {
  private static final long CODE = 0x8000_0000L;
  private static final int INDIRECT_JUMP = 0x0003_0067;

  @TempDir Path folder;

  /** A loop of one indirect jump: no path of several steps is worth it there. */
  private Path write(boolean old) throws IOException {
    Path file = folder.resolve("good.bbt");
    TraceHeader header = new TraceHeader(Map.of("trace.mode", "compact", "trace.verify", "false"));
    try (TraceWriter writer = TraceWriter.create(file, old ? header.old() : header)) {
      MachineWriter machine = new MachineWriter(writer);
      EventWriter out = machine.current();
      out.reset(CODE, 3, 0);
      out.sideband().code(0, CODE, INDIRECT_JUMP & 0xFFFF);
      out.sideband().code(0, CODE + 2, INDIRECT_JUMP >>> 16);
      for (int i = 0; i < 2000; i++) {
        out.retire(1);
        out.indirect(CODE, CODE);
      }
      machine.finish(List.of(), new long[1], 0, "limit", 1);
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({"false, 31", "true, 31", "false, 40", "true, 61"})
  void isAProblem(boolean old, int bits) throws IOException {
    Path bad = folder.resolve("bad.bbt");
    TraceEditor.reframe(write(old), bad, f -> TraceEditor.ended(f, f.endRetired() + (1L << bits)));
    for (boolean counting : new boolean[] {false, true}) {
      try (TraceReader reader = TraceReader.open(bad)) {
        Reconstruction walk =
            new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null);
        Reconstruction counted = counting ? walk.countBlocks() : walk;
        List<Problem> problems = assertDoesNotThrow(counted::run).problems();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.getFirst().message().contains("more"), problems::toString);
      }
    }
  }
}
