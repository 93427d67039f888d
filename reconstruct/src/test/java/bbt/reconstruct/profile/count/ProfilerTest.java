package bbt.reconstruct.profile.count;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.ExceptionKind;
import bbt.packets.NoteKeys;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ExceptionTally;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.TreeChecks;
import bbt.reconstruct.stack.FrameStack;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of the call stack and of the exceptions, one by one. */
class ProfilerTest {
  private static final int USER = 0;
  private static final int KERNEL = 1;
  private static final long TIMER = Long.MIN_VALUE | 5;

  // The kernel's functions, one in each 256 bytes of the upper half.
  private static final long MAIN = -0x10000;
  private static final long A = MAIN + 0x100;
  private static final long B = MAIN + 0x200;
  private static final long C = MAIN + 0x300;
  private static final long HANDLER = MAIN + 0x400;
  private static final long SWITCH = MAIN + 0x500;
  private static final long CHILD = MAIN + 0x600;

  private Profiler profiler;

  @BeforeEach
  void start() {
    TraceSymbols symbols = new TraceSymbols(RiscvIsa.RV64);
    symbols.add(
        TraceSymbols.KERNEL,
        SidebandRecord.GLOBAL,
        SymbolTable.of(
            List.of(
                new Symbol(MAIN, 0, "main"),
                new Symbol(A, 0, "a"),
                new Symbol(B, 0, "b"),
                new Symbol(C, 0, "c"),
                new Symbol(HANDLER, 0, "handler"),
                new Symbol(SWITCH, 0, "switch"),
                new Symbol(CHILD, 0, "child"))));
    profiler = new Profiler(symbols, new Profiler.Options(true, null, null, null, null));
    profiler.start(0, MAIN, KERNEL, 1, 100);
  }

  private void call(long retired, long target, long link) {
    profiler.call(retired, null, null, target, link);
  }

  private void ret(long retired, long target) {
    profiler.ret(retired, null, null, target);
  }

  private void trap(long retired, ExceptionKind kind, long cause, long epc) {
    profiler.exception(
        new Packet.Exception(retired, HANDLER, 0, 0, kind, KERNEL, cause, epc, 0, 0));
  }

  private void switchTo(long retired, int space, long task, long pc) {
    profiler.contextSwitch(new Packet.Switch(retired, pc, 0, 0, space, 0, task, 0, 0, 0));
  }

  private Profile stop(long retired) {
    profiler.stop(retired, false);
    Profile profile = profiler.profile();
    long sum = profile.functions().stream().mapToLong(FunctionProfile::self).sum();
    assertEquals(retired, sum, "every instruction belongs to one function");
    assertEquals(retired, profile.instructions());
    TreeChecks.agrees(profile);
    return profile;
  }

  private static FunctionProfile function(Profile profile, String name) {
    return profile.functions().stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " not in " + profile.functions()));
  }

  private static void check(Profile profile, String name, long self, long inclusive, long calls) {
    FunctionProfile f = function(profile, name);
    assertEquals(
        List.of(self, inclusive, calls), List.of(f.self(), f.inclusive(), f.calls()), name);
  }

  @Test
  void callsAndReturns() {
    call(10, A, MAIN + 4);
    call(13, B, A + 4);
    ret(20, A + 4);
    ret(21, MAIN + 4);
    Profile p = stop(30);
    check(p, "main", 19, 30, 0);
    check(p, "a", 4, 11, 1);
    check(p, "b", 7, 7, 1);
    assertEquals("main", p.mostInstructions().name());
  }

  @Test
  void recursionCountsOnceInclusive() {
    call(10, A, MAIN + 4);
    call(12, A, A + 4);
    call(14, A, A + 4);
    ret(16, A + 4);
    ret(18, A + 4);
    ret(20, MAIN + 4);
    Profile p = stop(20);
    check(p, "a", 10, 10, 3);
  }

  @Test
  void longjmpEndsEverythingAboveTheNearestMatch() {
    call(10, A, MAIN + 4);
    call(20, B, A + 4);
    call(30, C, B + 4);
    ret(40, A + 4); // from c, right back into a
    call(41, B, A + 8);
    ret(50, A + 8);
    ret(51, MAIN + 4);
    Profile p = stop(60);
    check(p, "a", 12, 41, 1);
    check(p, "b", 19, 29, 2);
    check(p, "c", 10, 10, 1);
    check(p, "main", 19, 60, 0);
  }

  @Test
  void aReturnThatMatchesNothingIsAJump() {
    call(10, A, MAIN + 4);
    ret(20, B); // a return used as a jump
    ret(25, MAIN + 4);
    Profile p = stop(30);
    check(p, "a", 10, 10, 1);
    check(p, "b", 5, 5, 1);
    check(p, "main", 15, 30, 0);
  }

  @Test
  void aJumpOutOfAFunctionIsATailCall() {
    call(10, A, MAIN + 4);
    profiler.jump(15, null, null, C);
    ret(25, MAIN + 4);
    Profile p = stop(30);
    check(p, "a", 5, 5, 1);
    check(p, "c", 10, 10, 1);
  }

  @Test
  void aJumpBackIntoTheMiddleIsNoCall() {
    call(10, A, MAIN + 4);
    profiler.jump(15, null, null, C + 8);
    profiler.jump(18, null, null, A + 16);
    ret(20, MAIN + 4);
    Profile p = stop(20);
    check(p, "a", 7, 7, 1);
    check(p, "c", 3, 3, 0);
  }

  @Test
  void nestedTrapsAreExclusiveAndInclusive() {
    call(10, A, MAIN + 4);
    trap(20, ExceptionKind.MMU, 13, A + 4);
    call(25, B, HANDLER + 4);
    trap(30, ExceptionKind.INTERRUPT, TIMER, B + 4);
    profiler.trapReturn(42, B + 4, KERNEL);
    ret(50, HANDLER + 4);
    profiler.trapReturn(55, A + 4, KERNEL);
    ret(60, MAIN + 4);
    Profile p = stop(60);
    ExceptionTally e = p.exceptions();
    assertEquals(1, e.count(ExceptionKind.MMU));
    assertEquals(35, e.inclusive(ExceptionKind.MMU));
    assertEquals(23, e.exclusive(ExceptionKind.MMU));
    assertEquals(12, e.exclusive(ExceptionKind.INTERRUPT));
    assertEquals(0, e.unfinished(ExceptionKind.MMU));
    check(p, "handler", 22, 35, 0);
    check(p, "a", 15, 50, 1);
  }

  @Test
  void instructionsOfOtherTasksDoNotCount() {
    trap(10, ExceptionKind.SYSTEM_CALL, 8, MAIN);
    call(15, SWITCH, HANDLER + 4);
    switchTo(20, 2, 200, SWITCH + 8);
    ret(25, CHILD);
    call(100, SWITCH, CHILD + 4);
    switchTo(110, 1, 100, SWITCH + 8);
    ret(112, HANDLER + 4);
    profiler.trapReturn(120, MAIN + 4, KERNEL);
    Profile p = stop(130);
    assertEquals(20, p.exceptions().inclusive(ExceptionKind.SYSTEM_CALL));
    check(p, "child", 75, 85, 0);
  }

  @Test
  void aForkedChildStartsWithARoot() {
    switchTo(10, 2, 200, SWITCH + 8);
    ret(12, CHILD);
    profiler.trapReturn(20, 0x1000, USER); // no trap of this task matches: it never took one
    profiler.call(25, null, null, 0x2000, 0x1004);
    profiler.ret(30, null, null, 0x1004);
    Profile p = stop(40);
    assertEquals(0, p.exceptions().finished(ExceptionKind.SYSTEM_CALL));
    check(p, "user+0x1000", 15, 20, 0);
    check(p, "user+0x2000", 5, 5, 1);
  }

  @Test
  void aTaskStructUsedAgainDoesNotInheritTheDeadTasksStack() {
    profiler.trapReturn(5, 0x1000, USER);
    trap(10, ExceptionKind.SYSTEM_CALL, 8, 0x1004); // exit
    call(12, SWITCH, HANDLER + 4);
    switchTo(20, 2, 200, SWITCH + 8);
    switchTo(30, 3, 100, SWITCH + 8); // a new task in the dead one's place
    ret(32, CHILD);
    profiler.trapReturn(40, 0x1008, USER);
    Profile p = stop(50);
    ExceptionTally e = p.exceptions();
    assertEquals(0, e.finished(ExceptionKind.SYSTEM_CALL));
    assertEquals(1, e.unfinished(ExceptionKind.SYSTEM_CALL));
    check(p, "child", 8, 8, 0);
  }

  @Test
  void aSignalHandlerStartsANewRoot() {
    profiler.trapReturn(5, 0x1000, USER);
    profiler.call(10, null, null, 0x2000, 0x1004);
    trap(20, ExceptionKind.INTERRUPT, TIMER, 0x2004);
    profiler.trapReturn(30, 0x3000, USER);
    profiler.ret(40, null, null, 0x4000); // to the restorer; the interrupted function goes on later
    Profile p = stop(50);
    assertEquals(1, p.exceptions().finished(ExceptionKind.INTERRUPT));
    assertEquals(10, p.exceptions().inclusive(ExceptionKind.INTERRUPT));
    check(p, "user+0x2000", 10, 20, 1);
  }

  @Test
  void whatTheKernelExecutesIsNamedWhereItBegins() {
    profiler.note(new SidebandRecord.Task(0, 100, 1, "swapper/0"));
    switchTo(2, 7, 100, MAIN + 8);
    profiler.trapReturn(5, 0x1000, USER);
    trap(5, ExceptionKind.MMU, 12, 0x1000); // its first page is not there yet
    profiler.note(new SidebandRecord.Task(5, 100, 1, "init"));
    profiler.trapReturn(8, 0x1000, USER);
    trap(16, ExceptionKind.MMU, 12, 0x1016);
    profiler.trapReturn(20, 0x1016, USER);
    trap(30, ExceptionKind.SYSTEM_CALL, 8, 0x1020); // prctl
    profiler.trapReturn(32, 0x1024, USER);
    profiler.note(new SidebandRecord.Task(32, 100, 1, "later"));
    Profile p = stop(40);
    assertEquals(
        List.of("init 26", "kernel 14"),
        p.programs().stream().map(q -> q.name() + " " + q.instructions()).sorted().toList());
  }

  /** A JIT compiler's functions are jumped to: they are functions since the program says so. */
  @Test
  void aJumpLeadsToAFunctionThatTheProgramHasMade() {
    profiler.note(new SidebandRecord.Task(0, 100, 1, "node"));
    switchTo(2, 7, 100, MAIN + 8);
    profiler.note(new SidebandRecord.Note(5, NoteKeys.USER_IMAGES, "1 1000-2000"));
    profiler.trapReturn(5, 0x1000, USER);
    profiler.jump(10, null, null, 0x9000); // nobody has named it yet
    profiler.jump(12, null, null, 0x1010);
    trap(15, ExceptionKind.SYSTEM_CALL, 8, 0x1014); // write
    profiler.note(new SidebandRecord.Note(20, NoteKeys.USER_CODE, "1 9000 40 hot"));
    profiler.trapReturn(20, 0x1018, USER);
    profiler.jump(26, null, null, 0x9000);
    profiler.jump(36, null, null, 0x9010); // stays inside
    Profile p = stop(40);
    check(p, "hot", 14, 14, 1);
    check(p, "node+0x0", 16, 21, 0);
  }

  @Test
  void programsTakeTheNameThatTheirTaskHasThere() {
    profiler.note(new SidebandRecord.Task(0, 100, 1, "sh"));
    switchTo(2, 7, 100, MAIN + 8);
    profiler.trapReturn(5, 0x1000, USER);
    trap(20, ExceptionKind.SYSTEM_CALL, 8, 0x1004); // exec
    switchTo(25, 8, 100, HANDLER + 8);
    profiler.trapReturn(30, 0x9000, USER);
    trap(50, ExceptionKind.INTERRUPT, TIMER, 0x9004);
    profiler.note(new SidebandRecord.Task(55, 100, 1, "find"));
    Profile p = stop(60);
    assertEquals(
        List.of("kernel 25", "find 20", "sh 15"),
        p.programs().stream().map(q -> q.name() + " " + q.instructions()).toList());
  }

  @Test
  void anAddressSpaceUsedAgainIsAnotherProgram() {
    profiler.note(new SidebandRecord.Task(0, 100, 1, "sh"));
    profiler.trapReturn(5, 0x1000, USER); // sh in space 1
    trap(10, ExceptionKind.INTERRUPT, TIMER, 0x1004);
    profiler.note(new SidebandRecord.Task(12, 200, 2, "mount"));
    switchTo(12, 7, 200, CHILD);
    profiler.trapReturn(15, 0x1000, USER); // mount in space 7, which then ends
    trap(22, ExceptionKind.SYSTEM_CALL, 8, 0x1004);
    switchTo(25, 1, 100, SWITCH + 8);
    profiler.trapReturn(28, 0x1004, USER); // sh goes on
    trap(37, ExceptionKind.INTERRUPT, TIMER, 0x1008);
    profiler.note(new SidebandRecord.Task(40, 200, 3, "sh")); // the same task_struct, a new task
    switchTo(40, 7, 200, CHILD);
    profiler.trapReturn(42, 0x1000, USER); // a child of sh in space 7, of 11 instructions
    trap(53, ExceptionKind.SYSTEM_CALL, 8, 0x1004); // exec
    switchTo(55, 8, 200, HANDLER + 8);
    switchTo(56, 1, 200, HANDLER + 8); // switched out before it runs: its space, then the task
    profiler.note(new SidebandRecord.Task(57, 200, 3, "find"));
    switchTo(57, 1, 100, SWITCH + 8);
    switchTo(58, 8, 100, SWITCH + 8);
    switchTo(59, 8, 200, SWITCH + 8);
    profiler.trapReturn(60, 0x1000, USER);
    trap(90, ExceptionKind.SYSTEM_CALL, 8, 0x1004); // exec again, in the space that sh left
    switchTo(92, 7, 200, HANDLER + 8);
    profiler.trapReturn(95, 0x1000, USER);
    trap(100, ExceptionKind.INTERRUPT, TIMER, 0x1004);
    profiler.note(new SidebandRecord.Task(103, 200, 3, "true"));
    switchTo(103, 1, 100, SWITCH + 8);
    Profile p = stop(110);
    assertEquals(
        List.of("kernel 43", "find 30", "sh 25", "mount 7", "true 5"),
        p.programs().stream().map(q -> q.name() + " " + q.instructions()).toList());
  }

  @Test
  void aProgramThatNeverReturnsDoesNotGrowTheStackForEver() {
    for (int i = 0; i < 3 * FrameStack.LIMIT; i++) {
      call(i, A, A + 4);
    }
    Profile p = stop(3L * FrameStack.LIMIT);
    assertEquals(3L * FrameStack.LIMIT, function(p, "a").calls());
  }

  /** Its handler's frame cut it off, and nobody knew it any more. */
  @Test
  void aTrapAtTheLimitIsTakenOnAStackThatStartsAnew() {
    for (int below = 0; below < 4; below++) {
      start();
      int calls = FrameStack.LIMIT - below;
      for (int i = 0; i < calls; i++) {
        call(i, A, A + 4);
      }
      trap(calls, ExceptionKind.MMU, 13, A + 8);
      profiler.trapReturn(calls + 5, A + 8, KERNEL);
      Profile p = stop(calls + 10);
      assertEquals(1, p.exceptions().finished(ExceptionKind.MMU));
      assertEquals(5, p.exceptions().inclusive(ExceptionKind.MMU));
    }
  }

  @Test
  void firmwareCallsCostTheirOneInstruction() {
    profiler.exception(
        new Packet.Exception(10, MAIN + 4, 0, 0, ExceptionKind.FIRMWARE, KERNEL, 1, MAIN, 0, 0));
    Profile p = stop(20);
    assertEquals(1, p.exceptions().count(ExceptionKind.FIRMWARE));
    assertEquals(1, p.exceptions().exclusive(ExceptionKind.FIRMWARE));
    check(p, "main", 20, 20, 0);
  }

  // ---- several harts

  /** Hart 1 starts in b, as task 200. */
  private void secondHart() {
    profiler.hart(1);
    profiler.start(0, B, KERNEL, 1, 200);
  }

  private Profile stopBoth(long first, long second) {
    profiler.hart(0);
    profiler.stop(first, false);
    profiler.hart(1);
    profiler.stop(second, false);
    Profile profile = profiler.profile();
    long sum = profile.functions().stream().mapToLong(FunctionProfile::self).sum();
    assertEquals(first + second, sum, "every instruction belongs to one function");
    assertEquals(first + second, profile.instructions());
    TreeChecks.agrees(profile);
    return profile;
  }

  @Test
  void aTaskThatMigratesKeepsItsCallStack() {
    call(10, A, MAIN + 4); // task 100 on hart 0: main, a
    call(15, SWITCH, A + 4);
    switchTo(20, 1, 300, CHILD); // it is switched out
    secondHart();
    call(5, SWITCH, B + 4);
    switchTo(8, 1, 100, SWITCH + 8); // and goes on on hart 1
    ret(9, A + 4);
    ret(19, MAIN + 4);
    Profile p = stopBoth(50, 30);
    check(p, "a", 5 + 10, 21, 1); // 10..20 there, 8..19 here; of that 6 in switch
    check(p, "main", 10 + 11, 42, 0);
    check(p, "b", 5, 8, 0);
    check(p, "child", 30, 30, 0);
  }

  @Test
  void theSameFunctionOnTwoHartsCountsOnEach() {
    call(10, A, MAIN + 4);
    secondHart();
    call(2, A, B + 4);
    profiler.hart(0);
    ret(30, MAIN + 4);
    profiler.hart(1);
    ret(12, B + 4);
    Profile p = stopBoth(40, 20);
    check(p, "a", 20 + 10, 20 + 10, 2);
    check(p, "main", 20, 40, 0);
  }

  @Test
  void hartsWithoutATaskHaveOnesOfTheirOwn() {
    profiler.hart(1);
    profiler.start(0, B, KERNEL, 1, 0);
    call(5, C, B + 4);
    profiler.hart(2);
    profiler.start(0, A, KERNEL, 1, 0);
    call(3, C, A + 4);
    profiler.hart(1);
    ret(9, B + 4);
    profiler.hart(2);
    ret(8, A + 4);
    profiler.stop(8, false);
    profiler.hart(0);
    profiler.stop(10, false);
    profiler.hart(1);
    profiler.stop(20, false);
    Profile p = profiler.profile();
    assertEquals(38, p.instructions());
    check(p, "c", 4 + 5, 9, 2);
    check(p, "b", 16, 20, 0);
    check(p, "a", 3, 8, 0);
  }
}
