package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.testing.Rebuilt;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares a run that is executed again with its trace. */
@Timeout(300)
class ReplayTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void eachStepIsAnInstructionOfTheTraceOrATrap(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 1500, EngineMode.AUTO);
    Rebuilt rebuilt = Rebuilt.of(guest.trace());
    List<Long> addresses = new ArrayList<>();
    List<Integer> who = new ArrayList<>();
    int traps = 0;
    try (Replay replay = open(guest)) {
      MachineState state = replay.state();
      long[] pcs = new long[harts];
      long[] counts = new long[harts];
      boolean goesOn = true;
      while (goesOn) {
        for (int i = 0; i < harts; i++) {
          pcs[i] = state.pc(i);
          counts[i] = state.retired(i);
        }
        Position before = replay.position();
        goesOn = replay.step();
        Position after = replay.position();
        if (after.clock() == before.clock()) {
          if (goesOn) {
            assertEquals(before.traps() + 1, after.traps(), "a trap at " + before);
            traps++;
          }
          continue;
        }
        assertEquals(before.clock() + 1, after.clock());
        int hart = state.hart();
        assertEquals(counts[hart] + 1, state.retired(hart));
        addresses.add(pcs[hart]);
        who.add(hart);
      }
    }
    assertEquals(rebuilt.addresses(), addresses);
    assertEquals(rebuilt.harts(), who);
    assertEquals(rebuilt.traps().size(), traps);
    assertTrue(traps > 5, "no traps to speak of");
  }

  /** Whoever gives up at any moment can ask again, and what was executed is not lost. */
  @Test
  void longWorkCanBeGivenUpAndAskedForAgain() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 1500, EngineMode.AUTO);
    boolean[] cancelled = {true};
    long[] furthest = new long[1];
    try (Replay replay = open(guest)) {
      replay.onCancel(() -> cancelled[0]);
      replay.onProgress(clock -> furthest[0] = Math.max(furthest[0], clock));
      long physical = replay.state().translate(0, replay.state().pc(0)).getAsLong();
      assertThrows(CancellationException.class, () -> replay.goTo(replay.end()));
      assertTrue(furthest[0] > 0, "the first pass began");
      cancelled[0] = false;
      replay.goTo(replay.end());
      long[] there = registers(replay);
      cancelled[0] = true;
      assertThrows(CancellationException.class, () -> replay.lastWrite(physical, 8));
      replay.goTo(Position.at(0));
      assertThrows(CancellationException.class, () -> replay.next(Access.Kind.WRITE, physical, 8));
      cancelled[0] = false;
      replay.goTo(replay.end());
      assertArrayEquals(there, registers(replay));
    }
  }

  private static long[] registers(Replay replay) {
    long[] x = new long[32];
    for (int i = 0; i < 32; i++) {
      x[i] = replay.state().general(0, i);
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyPositionIsReachedInAnyOrder(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 1500, EngineMode.AUTO);
    Rebuilt rebuilt = Rebuilt.of(guest.trace());
    Random random = new Random(harts);
    try (Replay replay = open(guest)) {
      for (int i = 0; i < 60; i++) {
        // Often a little back or forth.
        int at =
            random.nextInt(3) == 0
                ? random.nextInt((int) guest.retired())
                : (int)
                    Math.floorMod(
                        replay.position().clock() + random.nextInt(5) - 3, guest.retired());
        replay.goTo(Position.at(at));
        assertEquals(Position.at(at), replay.position());
        // The instruction behind the position, whatever traps come before it.
        long pc;
        do {
          pc = pcOf(replay, rebuilt.harts().get(at));
          replay.step();
        } while (replay.position().clock() == at);
        assertEquals(rebuilt.addresses().get(at), pc, "instruction " + at);
      }
      assertThrows(UserException.class, () -> replay.goTo(Position.at(guest.retired() + 1)));
    }
  }

  /** With a snapshot every few thousand instructions. */
  private Replay open(RecordedGuest guest) throws IOException {
    return Replay.open(guest.trace(), guest.files(), folder.resolve("cache"), 7001);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theSnapshotsOfOneSessionServeTheNext(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 1500, EngineMode.AUTO);
    long middle = guest.retired() / 2;
    long pc;
    try (Replay replay = open(guest)) {
      replay.check();
      replay.goTo(Position.at(middle));
      pc = replay.state().pc(0);
    }
    long[] executed = new long[1];
    try (Replay replay = open(guest)) {
      replay.onProgress(done -> executed[0] = done);
      replay.check();
      replay.goTo(replay.end());
      replay.goTo(Position.at(middle));
      assertEquals(pc, replay.state().pc(0));
      replay.goTo(harts - 1, 1234, 0);
      assertEquals(1234, replay.state().retired(harts - 1));
    }
    assertEquals(0, executed[0], "nothing had to be executed from the start");
  }

  @Test
  void aTraceThatSaysSomethingElseIsToldSo() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 1500, EngineMode.AUTO);
    Path other = folder.resolve("other.bbt");
    // The last announced instruction gets another value: the trace stays sound in itself.
    TraceEditor.rewrite(
        guest.trace(),
        other,
        item ->
            item instanceof SidebandRecord.Code c
                ? new SidebandRecord.Code(
                    c.retired(), c.line(), c.mask(), new short[c.halfwords().length])
                : item);
    try (Replay replay = Replay.open(other, guest.files(), folder.resolve("cache"), 7001)) {
      UserException e = assertThrows(UserException.class, replay::check);
      assertEquals(Fault.CHECK_FAILED, e.fault());
      assertTrue(e.getMessage().contains("differs from the trace"), e.getMessage());
      assertTrue(e.getMessage().contains("code at physical 0x"), e.getMessage());
    }
  }

  @Test
  void snapshotsOfAnotherMachineAreMadeAnew() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 1500, EngineMode.AUTO);
    Path file;
    try (Replay replay = open(guest)) {
      replay.check();
    }
    try (Stream<Path> tree = Files.walk(folder.resolve("cache"))) {
      file = tree.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    RecordedGuest other = RecordedGuest.run(folder, 2, 1500, EngineMode.AUTO);
    try (Replay replay = open(other)) {
      replay.check();
      replay.goTo(replay.end());
    }
    Path others;
    try (Stream<Path> tree = Files.walk(folder.resolve("cache"))) {
      others =
          tree.filter(p -> Files.isRegularFile(p) && !p.equals(file)).findFirst().orElseThrow();
    }
    Files.copy(file, others, StandardCopyOption.REPLACE_EXISTING);
    try (Replay replay = open(other)) {
      replay.goTo(replay.end());
      assertEquals(other.retired(), replay.position().clock());
    }
  }

  @Test
  void whatTheRecorderCalledThingsIsNoPartOfTheExecution() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 1500, EngineMode.AUTO);
    Path other = folder.resolve("other.bbt");
    TraceEditor.rewrite(
        guest.trace(),
        other,
        item ->
            item instanceof SidebandRecord.Symbols s
                ? new SidebandRecord.Note(s.retired(), "names", "are gone")
                : item);
    try (Replay replay = Replay.open(other, guest.files(), folder.resolve("cache"), 7001)) {
      replay.check();
    }
  }

  private static long pcOf(Replay replay, int hart) {
    return replay.state().pc(hart);
  }

  @Test
  void aMissingOrOtherFileIsNamed() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 10, EngineMode.INTERPRETER);
    Path other = Files.write(folder.resolve("other.elf"), new byte[] {1, 2, 3});
    GuestOptions wrong =
        new GuestOptions(other, null, List.of(), null, null, List.of(), List.of(), null);
    UserException e = assertThrows(UserException.class, () -> Replay.open(guest.trace(), wrong));
    assertEquals(Fault.BAD_DATA, e.fault());
    assertTrue(e.getMessage().contains("other.elf is not the file that was traced"));
    Files.delete(guest.kernel());
    e = assertThrows(UserException.class, () -> Replay.open(guest.trace(), GuestOptions.NONE));
    assertEquals(Fault.NO_INPUT, e.fault());
    assertTrue(e.getMessage().contains("guest.kernel with SHA-256"), e.getMessage());
  }
}
