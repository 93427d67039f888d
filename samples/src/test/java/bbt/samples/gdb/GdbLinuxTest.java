package bbt.samples.gdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.guests.SampleCache;
import bbt.samples.testing.Bbt;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real gdb with a stock kernel's debugging information: on its panic, traced, and on it live. */
@Timeout(1200)
@Tag("full")
final class GdbLinuxTest {
  private static Path vmlinux;

  @TempDir private Path folder;

  @BeforeAll
  static void debuggingInformation() throws Exception {
    assertEquals(0, Bbt.run("samples", "debug", "linux").code());
    vmlinux = SampleCache.folder("linux-debug").resolve("vmlinux");
  }

  @Test
  void backwardsFromAPanic() throws Exception {
    String trace = folder.resolve("panic.bbt").toString();
    Bbt.run("boot", "linux-panic", "--console", "none", "--bb-trace", trace);
    try (Gdb gdb = Gdb.serve("step", trace, "--gdb", ":0", "--at", "end")) {
      String text =
          gdb.run(
              vmlinux,
              """
              bt 8
              info threads
              p init_task.comm
              break do_exit
              reverse-continue
              bt 6
              p ((struct task_struct*)$tp)->comm
              p ((struct task_struct*)$tp)->pid
              delete
              watch jiffies_64
              reverse-continue
              bt 2
              delete
              tbreak start_kernel
              monitor goto start
              maintenance flush register-cache
              continue
              bt 2
              monitor goto 50%
              maintenance flush register-cache
              monitor where
              detach
              """);
      Gdb.assertFound(
          text,
          "#0 +__sbi_ecall",
          "in sbi_srst_re",
          "in do_kernel_restart",
          "Thread 1 \"hart 0\" \\(executing, supervisor mode\\)",
          "= \"swapper/0",
          "Breakpoint 1\\.[0-9]+, do_exit",
          "in do_group_exit",
          "exit_group",
          "= \"busybox",
          "= 1\\s",
          "Hardware watchpoint 2: jiffies_64",
          "Old value = [0-9]+\\s+New value = [0-9]+\\s+.*tick_do_update_jiffies64",
          "in tick_",
          "at 0 of",
          "breakpoint 3[.0-9]*, .*start_kernel \\(\\)",
          "in _start_kernel",
          "hart 0 at 0xf",
          "detached");
      // Without vmlinux the names in the trace do.
      text =
          gdb.run(
              null,
              """
              monitor goto end
              maintenance flush register-cache
              break do_exit
              reverse-continue
              kill
              """);
      Gdb.assertFound(
          text, "Breakpoint 1 at 0xffffffff", "Breakpoint 1, 0x[0-9a-f]+ in do_exit \\(\\)");
      assertEquals(0, gdb.end());
    }
  }

  @Test
  void aLiveKernelOnTwoHarts() throws Exception {
    try (Gdb gdb =
        Gdb.serve("boot", "linux-panic", "--smp", "2", "--gdb", ":0", "--console", "none")) {
      String text =
          gdb.run(
              vmlinux,
              """
              info threads
              break start_kernel
              continue
              stepi
              next
              delete
              tbreak smp_callin
              continue
              info threads
              watch jiffies_64
              continue
              continue
              bt 2
              delete
              hbreak do_exit
              continue
              p ((struct task_struct*)$tp)->comm
              thread 2
              stepi
              thread 1
              stepi
              delete
              monitor info
              detach
              """);
      Gdb.assertFound(
          text,
          "2 +Thread 2 \"hart 1\" \\(stopped, machine mode\\)",
          "Thread 1 \"hart 0\" hit Breakpoint 1\\.1, .*start_kernel",
          "start_kernel",
          "Thread 2 \"hart 1\" hit Temporary breakpoint 2[.0-9]*, .*smp_callin",
          "\\* 2 +Thread 2 \"hart 1\" \\(running",
          "hit Hardware watchpoint 3: jiffies_64",
          "hit Hardware watchpoint 3: jiffies_64",
          "in tick_",
          "Breakpoint 4[.0-9]*, .*do_exit",
          "= \"",
          "Switching to thread 2",
          "Switching to thread 1",
          "instructions retired",
          "detached");
      gdb.end();
      assertTrue(
          gdb.messages().toString().contains("the guest panicked"), gdb.messages()::toString);
    }
  }
}
