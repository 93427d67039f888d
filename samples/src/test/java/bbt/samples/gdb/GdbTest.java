package bbt.samples.gdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.guests.HartsSample;
import bbt.samples.guests.MiniSample;
import bbt.samples.testing.Bbt;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real gdb on a live guest. */
@Timeout(300)
final class GdbTest {
  @TempDir private Path folder;

  @Test
  @Tag("qemu")
  void breakpointsWatchpointsStepsAndRegisters() throws Exception {
    try (Gdb gdb = Gdb.serve("boot", "mini", "--gdb", ":0", "--console", "none")) {
      String text =
          gdb.run(
              MiniSample.kernel(),
              """
              info registers pc
              break schedule
              continue
              bt 2
              x/i $pc
              stepi
              info registers pc
              delete
              watch *(long*)&switches
              continue
              x/i $pc-2
              continue
              delete
              rwatch *(long*)&timer_interrupts
              continue
              delete
              hbreak *0x400000
              continue
              p $priv
              x/i $pc
              delete
              tbreak new_page
              continue
              finish
              monitor info
              monitor translate 0x400000
              monitor xp 0x80200000 16
              x/2xw 0x80200000
              p/x $misa
              p $ft0
              set var *(long*)&switches = 77
              p *(long*)&switches
              set $old = $t6
              set var $t6 = 5
              p $t6
              set var $t6 = $old
              set var *(long*)&switches = 4
              continue
              """);
      Gdb.assertFound(
          text,
          "pc +0x80200000\\s+0x80200000 <_start>",
          "Breakpoint 1, 0x[0-9a-f]+ in schedule \\(\\)",
          "#0  0x[0-9a-f]+ in schedule",
          "#1  0x[0-9a-f]+ in kernel_main",
          "=> 0x8020053c <schedule\\+18>:",
          "pc +0x80200540",
          "Hardware watchpoint 2",
          "Old value = 0\\s+New value = 1\\s+0x[0-9a-f]+ in schedule",
          "<schedule\\+96>:\\s+sd\\s+a4,16\\(a3\\)",
          "Old value = 1\\s+New value = 2",
          "Hardware read watchpoint 3",
          "Value = 0\\s+0x[0-9a-f]+ in timer_interrupt",
          "= 0\\s", // user mode
          "=> 0x400000 <user_start>",
          "in new_page",
          "0x[0-9a-f]+ in [a-z]",
          "instructions retired",
          "hart 0: pc 0x[0-9a-f]+, [0-9,]+ instructions, running, supervisor mode",
          "0x400000 is at physical 0x",
          "80200000: 73 10 40 10",
          "0x80200000 <_start>:\\s+0x10401073",
          "= 0x800000000014112f",
          "= \\{float = ",
          "= 77",
          "= 5",
          "\\[Inferior 1 \\(Remote target\\) exited normally\\]");
      assertEquals(0, gdb.end());
      assertTrue(gdb.messages().getLast().contains(" instructions in "), gdb.messages()::toString);
    }
  }

  @Test
  @Tag("qemu")
  void theTraceIsTheSameWithAndWithoutGdb() throws Exception {
    Path without = folder.resolve("without.bbt");
    assertEquals(
        0, Bbt.run("boot", "mini", "--console", "none", "--bb-trace", without.toString()).code());
    Path with = folder.resolve("with.bbt");
    try (Gdb gdb =
        Gdb.serve(
            "boot", "mini", "--gdb", ":0", "--console", "none", "--bb-trace", with.toString())) {
      String text =
          gdb.run(
              MiniSample.kernel(),
              """
              break schedule
              continue
              stepi 300
              info registers
              info registers csr
              continue
              watch *(long*)&switches
              continue
              finish
              x/100xb $sp
              monitor info
              set var $a0 = 1
              set var *(long*)&switches = 1
              ignore 1 20
              continue
              delete
              break *0x400000
              continue
              delete
              stepi 5000
              continue
              """);
      Gdb.assertFound(
          text,
          "Breakpoint 1",
          "Breakpoint 1",
          "Old value = [0-9]\\s+New value = [0-9]",
          "a trace is being recorded",
          "Cannot access memory|a trace is being recorded",
          "exited normally");
      assertEquals(0, gdb.end());
    }
    assertEquals(-1, Files.mismatch(without, with));
  }

  @Test
  @Tag("qemu")
  void hartsAreThreads() throws Exception {
    try (Gdb gdb = Gdb.serve("boot", "harts", "--smp", "2", "--gdb", ":0", "--console", "none")) {
      String text =
          gdb.run(
              HartsSample.kernel(),
              """
              info threads
              break work
              continue
              continue
              info threads
              delete
              watch *(int*)&now_serving
              continue
              delete
              thread 1
              stepi
              thread 2
              stepi
              bt 1
              detach
              """);
      Gdb.assertFound(
          text,
          "\\* 1 +Thread 1 \"hart 0\" \\(running, supervisor mode\\)",
          "2 +Thread 2 \"hart 1\" \\(stopped, machine mode\\)",
          "Thread 1 \"hart 0\" hit Breakpoint 1",
          "Thread 2 \"hart 1\" hit Breakpoint 1",
          "\\* 2 +Thread 2",
          "hit Hardware watchpoint 2",
          "Old value = 0\\s+New value = 1",
          "Switching to thread 1",
          "Switching to thread 2",
          "#0 .* in ",
          "detached");
      assertEquals(0, gdb.end());
    }
  }

  @Test
  @Tag("qemu")
  void interruptDetachReconnectKill() throws Exception {
    Path guest = Bbt.endlessGuest(folder);
    try (Gdb gdb =
        Gdb.serve(
            "boot", "--kernel", guest.toString(), "--gdb", "127.0.0.1:0", "--console", "none")) {
      Process first = gdb.start(guest, "stepi 4\ncontinue\ninfo registers pc t0\nmonitor info");
      String before = Gdb.await(first, "Continuing.");
      new ProcessBuilder("kill", "-INT", Long.toString(first.pid())).start().waitFor();
      String text = before + Gdb.finish(first);
      Gdb.assertFound(text, "received signal SIGINT", "pc +0x802000", "t0 +0x", "hart 0:");
      // It was left standing: the next one finds it there, and lets it go.
      Gdb.assertFound(gdb.run(guest, "p $t0 > 10\ndetach"), "= 1", "detached");
      Gdb.assertFound(gdb.run(guest, "info registers pc\nkill"), "pc +0x802000");
      gdb.end();
      assertFalse(gdb.messages().isEmpty());
    }
  }

  @Test
  @Tag("qemu")
  void monitorSwitchesRecording() throws Exception {
    Path trace = folder.resolve("hand.bbt");
    try (Gdb gdb =
        Gdb.serve(
            "boot", "mini", "--gdb", ":0", "--console", "none", "--bb-trace", trace.toString())) {
      String text =
          gdb.run(
              MiniSample.kernel(),
              """
              monitor trace status
              tbreak schedule
              continue
              monitor trace off
              monitor trace
              tbreak boot_options
              tbreak new_page
              continue
              monitor trace on
              monitor trace status
              monitor trace sideways
              continue
              """);
      Gdb.assertFound(
          text,
          "recording is on",
          "schedule \\(\\)",
          "recording is off",
          "recording is off",
          "recording is on",
          "recording is on",
          "usage: monitor trace on\\|off\\|status",
          "exited normally");
      assertEquals(0, gdb.end());
    }
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok());
    assertTrue(verified.unrecorded() > 0 && verified.instructions() > verified.unrecorded());
    Bbt.Outcome replayed = Bbt.run("replay", trace.toString());
    assertEquals(0, replayed.code(), replayed.err());
    try (Gdb gdb = Gdb.serve("boot", "mini", "--gdb", ":0", "--console", "none")) {
      String text = gdb.run(MiniSample.kernel(), "monitor trace on\nkill");
      Gdb.assertFound(text, "nothing is traced; bbt boot --bb-trace FILE asks for it");
      gdb.end();
    }
  }

  @Test
  void addressesThatOthersCanReachAndTakenPortsAreRefused() throws Exception {
    Bbt.Outcome open = Bbt.run("boot", "mini", "--gdb", "0.0.0.0:0");
    assertEquals(64, open.code());
    assertEquals(
        List.of(
            "bbt: --gdb 0.0.0.0:0 can be reached from outside; gdb is served at loopback addresses"
                + " only (forward a port with ssh -L)"),
        open.errorLines());
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Bbt.Outcome busy = Bbt.run("boot", "mini", "--gdb", ":" + taken.getLocalPort());
      assertEquals(69, busy.code());
      assertTrue(busy.err().contains("choose another port"), busy.err());
    }
    assertEquals(64, Bbt.run("boot", "mini", "--gdb-run").code());
  }
}
