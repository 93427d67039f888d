package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever a guest does, the walk finds exactly what it executed. */
class WalkerPropertyTest {
  @Property(tries = 100)
  void walkFindsEveryInstruction(@ForAll long seed, @ForAll boolean compact) throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 3000);
      List<Long> walked = new ArrayList<>();
      List<String> traps = new ArrayList<>();
      FlowListener listener =
          new FlowListener() {
            @Override
            public void exception(Packet.Exception p) {
              if (p.kind() != ExceptionKind.RESET) {
                traps.add(p.retired() + " " + p.cause() + " " + Long.toHexString(p.epc()));
              }
            }
          };
      PieceConsumer pieces =
          (step, count) -> {
            for (int i = 0; i < count; i++) {
              walked.add(step.node().address(i));
            }
          };
      try (TraceReader reader = TraceReader.open(file)) {
        Reconstruction walk =
            new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, listener, pieces).run();
        assertEquals(List.of(), walk.problems());
        assertEquals(guest.addresses.size(), walk.instructions());
      }
      assertEquals(guest.addresses, walked);
      assertEquals(guest.traps, traps);
    } finally {
      Files.delete(file);
    }
  }

  /** The same without pieces, which walks in runs: the verify hashes say whether all is well. */
  @Property(tries = 50)
  void runsOfStepsChangeNothing(@ForAll long seed, @ForAll boolean compact) throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 20_000);
      try (TraceReader reader = TraceReader.open(file)) {
        Reconstruction walk =
            new Reconstruction(
                reader, (space, pc) -> FunctionMap.NONE, new FlowListener() {}, null);
        walk.walker().hot(3);
        walk.run();
        assertEquals(List.of(), walk.problems());
        assertEquals(guest.addresses.size(), walk.instructions());
      }
    } finally {
      Files.delete(file);
    }
  }
}
