package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.samples.guests.MiniSample;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Guests with page tables, processes and devices, executed again. */
@Timeout(240)
public final class GuestReplayTest {
  @TempDir private Path folder;

  /** What is compared at a place: registers of all kinds and all of RAM. */
  private record Seen(Position position, List<Long> registers, long memory) {
    static Seen at(Replay replay) {
      MachineState state = replay.state();
      List<Long> registers = new ArrayList<>();
      for (int hart = 0; hart < state.harts(); hart++) {
        registers.add(state.pc(hart));
        registers.add((long) state.privilege(hart));
        registers.add(state.retired(hart));
        for (int i = 0; i < 32; i++) {
          registers.add(state.general(hart, i));
          registers.add(state.floating(hart, i));
        }
        for (int csr = 0; csr < 4096; csr++) {
          registers.add(state.control(hart, csr).orElse(-7));
        }
      }
      registers.add(state.ticks());
      long hash = 0;
      byte[] page;
      for (long at = 0x8000_0000L;
          (page = state.readPhysical(at, 1 << 20)).length > 0;
          at += 1 << 20) {
        hash = 31 * hash + java.util.Arrays.hashCode(page);
      }
      return new Seen(replay.position(), registers, hash);
    }
  }

  /** Records the small kernel. */
  public static Path mini(Path folder) throws IOException {
    Path trace = folder.resolve("mini.bbt");
    Machine machine =
        Machine.create(
            MachineConfig.builder()
                .kernel(MiniSample.kernel())
                .append("")
                .memoryBytes(64 << 20)
                .engine(EngineMode.AUTO)
                .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
                .build(),
            ConsolePort.none());
    machine.run();
    machine.release();
    return trace;
  }

  @Test
  void aPlaceIsTheSameOnWhateverWayOneCameThere() throws IOException {
    Path trace = mini(folder);
    Random random = new Random(1);
    List<Seen> places = new ArrayList<>();
    try (Replay straight =
        Replay.open(trace, GuestOptions.NONE, folder.resolve("a/replay"), Long.MAX_VALUE / 4)) {
      long total = straight.end().clock();
      List<Long> clocks = new ArrayList<>();
      random.longs(12, 1, total).sorted().forEach(clocks::add);
      for (long clock : clocks) {
        straight.goTo(Position.at(clock)); // forwards only, from the start of the run
        places.add(Seen.at(straight));
      }
      straight.check();
    }
    try (Replay jumping =
        Replay.open(trace, GuestOptions.NONE, folder.resolve("b/replay"), 300_000)) {
      for (int i = 0; i < 40; i++) {
        Seen place = places.get(random.nextInt(places.size()));
        jumping.goTo(place.position());
        Seen seen = Seen.at(jumping);
        assertEquals(place.position(), seen.position());
        assertEquals(place.registers(), seen.registers(), "registers at " + place.position());
        assertEquals(place.memory(), seen.memory(), "memory at " + place.position());
        if (random.nextBoolean()) { // a little further and back again
          jumping.goTo(Position.at(place.position().clock() + 1 + random.nextInt(5000)));
          jumping.goTo(place.position());
          assertEquals(place.registers(), Seen.at(jumping).registers());
        }
      }
      jumping.check();
    }
  }

  @Test
  void theCommandShowsStateAndWriters() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    assertEquals(
        0,
        InProcess.outcome("boot", "mini", "--bb-trace", trace.toString(), "--console", "none")
            .code());
    Bbt.Outcome whole = InProcess.outcome("replay", trace.toString());
    assertEquals(0, whole.code(), whole.err());
    assertTrue(whole.out().contains("agrees with the trace"), whole.out());
    Bbt.Outcome shown =
        InProcess.outcome(
            "replay", trace.toString(), "--at", "50%", "--memory", "0x80200000:32", "--json");
    assertEquals(0, shown.code(), shown.err());
    JsonNode json = new ObjectMapper().readTree(shown.out());
    assertEquals(Math.round(json.get("total").asLong() / 2.0), json.get("clock").asLong());
    JsonNode hart = json.get("harts").get(0);
    String sp = hart.get("x").get("sp").asText();
    assertTrue(sp.matches("0x[0-9a-f]{16}"), sp);
    assertEquals(64, json.get("memory").get(0).get("bytes").asText().length());
    String at = json.get("clock").asText();
    Bbt.Outcome text =
        InProcess.outcome(
            "replay", trace.toString(), "--at", at, "--last-write", "0x80200000:1048576");
    assertEquals(0, text.code(), text.err());
    assertTrue(text.out().contains(sp), text.out());
    assertTrue(text.out().contains("last written at "), text.out());
  }

  @Test
  void missingGuestFilesAreSaid() throws Exception {
    Path kernel = Bbt.endlessGuest(folder);
    // One of its own: a copy that another test has just now would be found by its hash.
    byte[] name = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    Files.write(kernel, name, StandardOpenOption.APPEND);
    Path trace = folder.resolve("endless.bbt");
    InProcess.outcome(
        "boot", kernel.toString(), "--bb-trace", trace.toString(), "--max-insns", "100K");
    assertEquals(
        0, InProcess.outcome("replay", trace.toString()).code(), "found where it was recorded");
    Files.delete(kernel);
    Bbt.Outcome gone = InProcess.outcome("replay", trace.toString());
    assertEquals(ExitCode.NO_INPUT, gone.code());
    assertEquals(1, gone.errorLines().size(), gone.err());
    assertTrue(gone.err().contains("guest.kernel with SHA-256"), gone.err());
  }

  @Test
  @Tag("full")
  @Timeout(900)
  void linux() throws Exception {
    Path trace = folder.resolve("linux.bbt");
    assertEquals(
        0,
        InProcess.outcome("boot", "linux", "--bb-trace", trace.toString(), "--console", "none")
            .code());
    try (Replay replay = Replay.open(trace, GuestOptions.NONE, folder.resolve("cache/replay"), 0)) {
      replay.check();
      long total = replay.end().clock();
      replay.goTo(Position.at(total / 3));
      Seen first = Seen.at(replay);
      replay.goTo(replay.end());
      long start = System.nanoTime();
      replay.goTo(first.position());
      double seconds = (System.nanoTime() - start) / 1e9;
      assertTrue(seconds < 10, seconds + " s to go back");
      Seen again = Seen.at(replay);
      assertEquals(first.registers(), again.registers());
      assertEquals(first.memory(), again.memory());
      long sp = replay.state().general(0, 2);
      Access write = replay.lastWrite(0, sp, 8).orElseThrow();
      replay.goTo(write.position());
      assertEquals(write.pc(), replay.state().pc(0));
      replay.step();
      assertArrayEquals(write.after(), replay.state().readPhysical(write.physical() & -8L, 8));
    }
  }
}
