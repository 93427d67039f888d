package bbt.samples.gdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.samples.guests.HartsSample;
import bbt.samples.guests.MiniSample;
import bbt.samples.testing.Bbt;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real gdb on a traced run, in both directions. */
@Timeout(300)
@Tag("qemu")
final class GdbTraceTest {
  @TempDir private Path folder;

  private String record(String... arguments) throws Exception {
    String trace = folder.resolve("run.bbt").toString();
    String[] all = new String[arguments.length + 5];
    all[0] = "boot";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    System.arraycopy(
        new String[] {"--console", "none", "--bb-trace", trace}, 0, all, arguments.length + 1, 4);
    assertEquals(0, Bbt.run(all).code());
    return trace;
  }

  @Test
  void forwardsAndBackwards() throws Exception {
    String trace = record("mini");
    try (Gdb gdb =
        Gdb.serve("step", trace, "--gdb", ":0", "--kernel", MiniSample.kernel().toString())) {
      String text =
          gdb.run(
              MiniSample.kernel(),
              """
              reverse-stepi
              break schedule
              continue
              stepi
              reverse-stepi
              reverse-stepi
              info registers pc
              delete
              watch *(long*)&switches
              continue
              x/i $pc-2
              continue
              reverse-continue
              x/i $pc
              p *(long*)&switches
              reverse-continue
              reverse-continue
              delete
              monitor goto end
              maintenance flush register-cache
              break new_page
              reverse-continue
              reverse-finish
              x/i $pc
              delete
              rwatch *(long*)&timer_interrupts
              reverse-continue
              bt 1
              delete
              continue
              set var $a0 = 1
              monitor goto user+0x0
              monitor goto 50%
              maintenance flush register-cache
              monitor where
              monitor help
              detach
              """);
      Gdb.assertFound(
          text,
          "No more reverse-execution history",
          "Breakpoint 1, 0x0*8020053c in schedule",
          "0x0*80200540 in schedule",
          "0x0*8020053c in schedule",
          "pc +0x80200538",
          "Old value = 0\\s+New value = 1\\s+0x0*8020058c in schedule",
          "sd\\s+a4,16\\(a3\\)",
          "Old value = 1\\s+New value = 2",
          "Old value = 2\\s+New value = 1\\s+0x0*8020058a in schedule",
          "=> 0x8020058a <schedule\\+96>:\\s+sd",
          "= 1\\s",
          "Old value = 1\\s+New value = 0",
          "No more reverse-execution history",
          "at 6823818 of 6823818",
          "Breakpoint 3, 0x[0-9a-f]+ in new_page",
          "=> 0x8020080e <pte_of\\+60>:\\s+jal",
          "Hardware read watchpoint 4",
          "#0 .* in timer_interrupt",
          "No more reverse-execution history", // the end is one, too
          "what has happened cannot be changed",
          "at 515806 of 6823818", // the first instruction of a user program
          "at 3411909 of 6823818",
          "has retired 3411909 instructions, all harts 3411909",
          "goto N",
          "detached");
      // The next one finds the run where this one left it, and ends it.
      Gdb.assertFound(gdb.run(MiniSample.kernel(), "monitor where\nkill"), "all harts 3411909");
      assertEquals(0, gdb.end());
    }
  }

  @Test
  void harts() throws Exception {
    String trace = record("harts", "--smp", "2");
    try (Gdb gdb =
        Gdb.serve(
            "step",
            trace,
            "--gdb",
            ":0",
            "--at",
            "100",
            "--kernel",
            HartsSample.kernel().toString())) {
      String text =
          gdb.run(
              HartsSample.kernel(),
              """
              monitor where
              break work
              continue
              continue
              info threads
              reverse-continue
              thread 2
              stepi
              reverse-stepi
              delete
              watch *(int*)&now_serving
              continue
              reverse-continue
              kill
              """);
      Gdb.assertFound(
          text,
          "all harts 100",
          "Thread 1 \"hart 0\" hit Breakpoint 1",
          "Thread 2 \"hart 1\" hit Breakpoint 1",
          "\\* 2 +Thread 2 \"hart 1\" \\(executing, supervisor mode\\)",
          "Thread 1 \"hart 0\" hit Breakpoint 1",
          "Switching to thread 2",
          "Old value = 0\\s+New value = 1",
          "Old value = 1\\s+New value = 0");
      assertEquals(0, gdb.end());
    }
  }
}
