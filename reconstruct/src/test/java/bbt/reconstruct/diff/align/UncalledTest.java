package bbt.reconstruct.diff.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.diff.show.TextEdits;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Places where a program goes on after a fork or a signal are no functions of their own. */
class UncalledTest {
  private static ProfileFrame user(String program, int offset) {
    String name = program + "+0x" + Integer.toHexString(offset);
    return new ProfileFrame(ProfileFrame.Kind.USER, name, program, 0x10000 + offset, 0);
  }

  private static final ProfileFrame START = user("sh", 0x3D4);
  private static final ProfileFrame CALLED = user("sh", 0x1000);
  private static final ProfileFrame AFTER_A = user("sh", 0x2000);
  private static final ProfileFrame AFTER_B = user("sh", 0x3000);
  private static final ProfileFrame NAMED =
      new ProfileFrame(ProfileFrame.Kind.USER, "handler", "sh", 0x14000, 0);
  private static final ProfileFrame KERNEL =
      new ProfileFrame(ProfileFrame.Kind.KERNEL, "kernel+0x40", "kernel", 64, 0);
  private static final ProfileFrame OTHER = user("awk", 0x3D4);

  private final FrameKeys keys = new FrameKeys();

  private FrameKeys.Run run(Map<ProfileFrame, ProfileFrame> others) {
    return keys.run(new TraceSymbols(RiscvIsa.RV64), others);
  }

  @Test
  void placesThatNothingCalledAreOneForEachProgram() {
    Map<ProfileFrame, ProfileFrame> othersB = new HashMap<>();
    List<ProfileFrame> inA = List.of(KERNEL, START, CALLED, AFTER_A, NAMED, OTHER);
    List<ProfileFrame> inB = List.of(KERNEL, START, CALLED, AFTER_B, NAMED, OTHER);
    Map<ProfileFrame, ProfileFrame> othersA =
        Uncalled.merge(
            new Uncalled.Run(inA, i -> i == 2), new Uncalled.Run(inB, i -> i == 2), othersB);
    FrameKeys.Run a = run(othersA);
    FrameKeys.Run b = run(othersB);
    assertEquals(a.key(AFTER_A), b.key(AFTER_B));
    assertEquals("sh, entered without a call", keys.frame(a.key(AFTER_A)).name());
    for (ProfileFrame stays : List.of(KERNEL, START, CALLED, NAMED, OTHER)) {
      assertEquals(stays, keys.frame(a.key(stays)), "it is itself");
      assertEquals(a.key(stays), b.key(stays));
    }
    assertNotEquals(a.key(AFTER_A), b.key(CALLED));
  }

  @Test
  void whatOneRunCallsIsAFunctionInBoth() {
    Map<ProfileFrame, ProfileFrame> othersB = new HashMap<>();
    List<ProfileFrame> all = List.of(START, CALLED, AFTER_A);
    Map<ProfileFrame, ProfileFrame> othersA =
        Uncalled.merge(
            new Uncalled.Run(all, i -> i == 1), new Uncalled.Run(all, i -> i == 2), othersB);
    FrameKeys.Run a = run(othersA);
    FrameKeys.Run b = run(othersB);
    assertEquals(AFTER_A, keys.frame(a.key(AFTER_A)));
    assertEquals(CALLED, keys.frame(b.key(CALLED)));
    assertEquals(a.key(AFTER_A), b.key(AFTER_A));
  }

  /** The function of A counts where the program was built anew. */
  @Test
  void aFunctionFoundAgainElsewhereIsTheSameHere() {
    Map<ProfileFrame, ProfileFrame> othersB = new HashMap<>(Map.of(AFTER_B, AFTER_A));
    Map<ProfileFrame, ProfileFrame> othersA =
        Uncalled.merge(
            new Uncalled.Run(List.of(START, AFTER_A), i -> i == 1),
            new Uncalled.Run(List.of(START, AFTER_B), i -> false),
            othersB);
    assertEquals(run(othersA).key(AFTER_A), run(othersB).key(AFTER_B));
    assertEquals(AFTER_A, keys.frame(run(othersB).key(AFTER_B)));
  }

  @Test
  void aJumpCountsAsACallAndARootDoesNot() {
    CallRecorder recorder = new CallRecorder();
    recorder.entered(0, 0, 0, 0, 5, FrameOrigin.ROOT, null);
    recorder.entered(0, 0, 1, 1, 6, FrameOrigin.CALL, null);
    recorder.entered(0, 0, 2, 2, 7, FrameOrigin.JUMP, null);
    recorder.entered(0, 0, 3, 3, 8, FrameOrigin.TRAP, ExceptionKind.MMU);
    recorder.entered(0, 0, 4, 4, 9, FrameOrigin.ROOT, null);
    assertFalse(recorder.called(5) || recorder.called(9));
    assertTrue(recorder.called(6) && recorder.called(7));
  }

  private static Edit edit(int calls, int ordinal, String... path) {
    return new Edit(
        Edit.Kind.VANISHED, "sh (pid 1)", List.of(path), calls, ordinal, 0, 7, 7, 1, 0, 0);
  }

  @Test
  void whatNobodyCallsIsNotCalledACall() {
    assertFalse(edit(1, 6, "start").called());
    assertFalse(edit(1, 6, "start", "[system call]").called());
    assertFalse(edit(1, 1, "start", "[system call]", "handle_exception").called());
    assertTrue(edit(1, 2, "start", "[system call]", "handle_exception", "do_exit").called());
    assertTrue(edit(1, 2, "start", "main").called());
    assertEquals("the 6th time, sh (pid 1)", TextEdits.where(edit(1, 6, "start")));
    assertEquals("from the 2nd time on, sh (pid 1)", TextEdits.where(edit(3, 2, "start")));
    assertEquals(
        "the 2nd call, in start, sh (pid 1)", TextEdits.where(edit(1, 2, "start", "main")));
    assertEquals("- start, 3 times", TextEdits.what(edit(3, 2, "start")));
    assertEquals("- main, 3 calls", TextEdits.what(edit(3, 2, "start", "main")));
  }
}
