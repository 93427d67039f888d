package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.state.MachineState;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace with right checksums that tells another execution than the guest's is noticed. */
@Timeout(300)
class FrameDifferenceTest {
  private static final Pattern PLACE =
      Pattern.compile("instruction (\\d+) of hart (\\d+), at 0x([0-9a-f]+)");

  private static final Pattern BRANCH =
      Pattern.compile(
          "at 0x([0-9a-f]+) \\([^)]*\\): "
              + "the trace says (not )?taken, the re-execution (not )?taken");

  @TempDir Path folder;

  /** The message of the check of a trace whose n-th frame is another one. */
  private String check(RecordedGuest guest, Frame victim, UnaryOperator<Frame> change)
      throws IOException {
    Path other = folder.resolve("other.bbt");
    TraceEditor.reframe(
        guest.trace(), other, f -> f.offset() == victim.offset() ? change.apply(f) : f);
    try (Replay replay = Replay.open(other, guest.files(), folder.resolve("cache"), 50_000)) {
      return assertThrows(UserException.class, replay::check).getMessage();
    }
  }

  private static List<Frame> frames(Path trace) throws IOException {
    List<Frame> frames = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (var chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Frame frame) {
          frames.add(frame);
        }
      }
    }
    return frames;
  }

  /** Goes to where a message says the difference is, which must be an instruction with that pc. */
  private static int goThere(Replay replay, String message) throws IOException {
    Matcher m = PLACE.matcher(message);
    assertTrue(m.find(), message);
    int hart = Integer.parseInt(m.group(2));
    long retired = Long.parseLong(m.group(1));
    replay.goTo(hart, retired, 0);
    MachineState state = replay.state();
    long pc;
    do {
      pc = state.pc(hart);
    } while (replay.step() && state.retired(hart) == retired);
    assertEquals(Long.parseUnsignedLong(m.group(3), 16), pc, message);
    return hart;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theBranchOfADamagedBitIsNamed(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 1500, EngineMode.AUTO);
    List<Frame> frames = frames(guest.trace());
    Random random = new Random(harts);
    int branches = 0;
    String last = "";
    try (Replay truth =
        Replay.open(guest.trace(), guest.files(), folder.resolve("truth"), 50_000)) {
      for (int i = 0; i < 12; i++) {
        Frame victim = frames.get(random.nextInt(frames.size()));
        if (victim.bitCount() == 0) {
          continue;
        }
        int bit = random.nextInt(victim.bitCount());
        String message = check(guest, victim, f -> TraceEditor.flipped(f, bit));
        assertTrue(message.contains("(bit " + bit + " of the frame, in packet "), message);
        assertTrue(message.contains("offset " + victim.offset() + ")"), message);
        int hart = goThere(truth, message);
        assertEquals(victim.hart(), hart);
        Matcher m = BRANCH.matcher(message);
        if (m.find()) {
          branches++;
          long pc = Long.parseUnsignedLong(m.group(1), 16);
          long next = truth.state().pc(hart);
          assertEquals(m.group(3) == null, next != pc + 2 && next != pc + 4, message);
          assertEquals(m.group(2) == null, m.group(3) != null, message);
        }
        last = message;
      }
    }
    assertTrue(branches > 3, branches + " branches, " + last);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void targetsAndTrapsAreNamed(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 1500, EngineMode.AUTO);
    List<Frame> frames = frames(guest.trace());
    int targets = 0;
    int traps = 0;
    try (Replay truth =
        Replay.open(guest.trace(), guest.files(), folder.resolve("truth"), 50_000)) {
      for (Frame victim : frames) {
        if (victim.targets().length > 0 && targets++ < 3) {
          int index = victim.targets().length / 2;
          long wrong = victim.targets()[index] + 2;
          String message = check(guest, victim, f -> TraceEditor.retargeted(f, index, wrong));
          assertTrue(message.contains("(target " + index + " of the frame, in packet "), message);
          goThere(truth, message);
        }
        int trap = trap(victim);
        if (trap >= 0 && traps++ < 3) {
          Packet.Exception p = (Packet.Exception) victim.packets().get(trap);
          String message =
              check(
                  guest,
                  victim,
                  f ->
                      TraceEditor.repacketed(
                          f, each -> each == f.packets().get(trap) ? worse(p) : each));
          assertTrue(message.contains("(packet " + trap + " of the frame at"), message);
          assertTrue(
              message.contains(
                  "instruction %d of hart %d, at 0x%x"
                      .formatted(p.retired(), victim.hart(), p.epc())),
              message);
          assertTrue(message.contains("tval 0x" + Long.toHexString(p.tval() + 1)), message);
        }
      }
    }
    assertTrue(targets > 0, "no targets");
    assertTrue(traps > 0, "no traps");
  }

  private static int trap(Frame frame) {
    for (int i = frame.packets().size() - 1; i >= 0; i--) {
      if (frame.packets().get(i) instanceof Packet.Exception e
          && e.kind() != ExceptionKind.RESET
          && e.kind() != ExceptionKind.FIRMWARE) {
        return i;
      }
    }
    return -1;
  }

  private static Packet worse(Packet.Exception p) {
    return new Packet.Exception(
        p.retired(),
        p.pc(),
        p.bits(),
        p.targets(),
        p.kind(),
        p.privilege(),
        p.cause(),
        p.epc(),
        p.tval() + 1,
        p.verifyHash());
  }
}
