package bbt.samples.guests.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.samples.gdb.Gdb;
import bbt.samples.testing.InProcess;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.MachineConfig.DriveConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.run.ExitReason;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Debian 13's programs for arm64, from a shell on the console: gcc compiles a program with a thread
 * and runs it, python and perl say who they are; the trace says the same, and every command reads
 * it.
 */
@Tag("full")
@Tag("qemu")
final class ArmDebianTest {
  /** What is typed; the program's argument, a count of rounds of seven instructions, follows. */
  private static final String SHELL =
      """
      cd /tmp
      cat >worker.c <<'C'
      #define _GNU_SOURCE
      #include <pthread.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <unistd.h>
      static double sum;
      static __attribute__((noinline)) double series(int n) {
        double s = 0;
        for (int i = 1; i <= n; i++) s += 1.0 / ((double)i * i);
        return s;
      }
      static void *helper(void *n) {
        pthread_setname_np(pthread_self(), "helper");
        printf("said: helper %d\\n", (int)gettid());
        sum = series(*(int *)n);
        return NULL;
      }
      int main(int argc, char **argv) {
        int n = argc > 1 ? atoi(argv[1]) : 1;
        pthread_t thread;
        printf("said: worker %d\\n", (int)getpid());
        if (pthread_create(&thread, NULL, helper, &n) || pthread_join(thread, NULL)) return 1;
        return printf("sum: %.12f\\n", sum) < 0;
      }
      C
      gcc -g -O1 -o worker worker.c && cp worker worker.c /root && ./worker ROUNDS
      python3 -c 'import os; print("said: python3", os.getpid())'
      perl -e 'print "said: perl $$\\n"'
      sh -c 'echo "said: sh $$"'
      bash -c 'echo "said: $(cat /proc/$$/comm) $$"'
      exit
      """;

  private static final Pattern SAID = Pattern.compile("(?m)^said: (\\S+) (\\d+)\\s*$");

  @TempDir private static Path folder;

  private static GuestSample.Prepared guest;
  private static Path trace;
  private static Path disk;
  private static Run run;

  /** The program that gcc made in the guest. */
  private static Path worker;

  @BeforeAll
  static void work() throws Exception {
    guest = new ArmDebianSample().prepare(line -> {});
    trace = folder.resolve("a.bbt");
    disk = Files.copy(guest.drives().getFirst(), folder.resolve("disk.img"));
    run = run(trace, disk, 200_000);
    worker = folder.resolve("worker");
    Files.write(worker, new ArmDebianSample().fileSystem(disk).read("/root/worker"));
  }

  private static Run run(Path trace, Path drive, int rounds) throws IOException {
    MachineConfig config =
        MachineConfig.builder()
            .kernel(guest.kernel())
            .initrd(guest.initrd())
            .append(guest.append() + " quiet cryptomgr.notests bbt.shell")
            .drives(List.of(new DriveConfig(drive, drive.equals(disk))))
            .maxInsns(20_000_000_000L)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    Run run = Run.of(config, SHELL.replace("ROUNDS", Integer.toString(rounds)));
    assertEquals(ExitReason.POWER_OFF, run.result().reason(), run.console());
    return run;
  }

  private static JsonNode json(String... command) throws IOException {
    return new ObjectMapper().readTree(InProcess.run(0, command));
  }

  @Test
  void tasksAreCalledAsTheyCallThemselves() throws IOException {
    assertTrue(run.console().contains("sum: 1.644929066"), run.console());
    Map<Integer, String> tasks = new TreeMap<>();
    for (JsonNode task : json("report", "--json", trace.toString()).get("tasks")) {
      tasks.put(task.path("pid").asInt(-1), task.get("name").asText());
    }
    Map<String, Integer> said = new TreeMap<>();
    Matcher each = SAID.matcher(run.console());
    while (each.find()) {
      said.put(each.group(1), Integer.parseInt(each.group(2)));
    }
    assertEquals(
        List.of("bash", "helper", "perl", "python3", "sh", "worker"), List.copyOf(said.keySet()));
    said.forEach((name, pid) -> assertEquals(name, tasks.get(pid), tasks::toString));
    assertTrue(tasks.containsValue("cc1") && tasks.containsValue("ld"), tasks::toString);
  }

  @Test
  void theTraceRebuildsTheRunAndTheDiskIsClean() throws IOException {
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertEquals(List.of(), verified.problems());
    assertTrue(verified.hashed());
    assertEquals(run.result().retired(), verified.instructions());
    assertEquals("", new ArmDebianSample().fileSystem(disk).check());
  }

  /** A thread's first function lies in a library of its process. */
  @Test
  void functionsOfThreadsAreCountedFromTheirImages() throws IOException {
    JsonNode functions =
        json(
            "query",
            "--json",
            trace.toString(),
            "select name from functions where program = 'worker'");
    assertTrue(functions.size() > 20, functions::toString);
    for (JsonNode function : functions) {
      String name = function.get("name").asText();
      long offset = Long.decode(name.substring(name.indexOf('+') + 1));
      assertTrue(offset < 4 << 20, name);
    }
  }

  @Test
  void twoRunsDifferInTheFunctionThatHasMoreToDo() throws IOException {
    Path more = folder.resolve("b.bbt");
    Run other = run(more, guest.drives().getFirst(), 300_000);
    assertNotEquals(run.hash(), other.hash());
    String said =
        InProcess.run(1, "diff", trace.toString(), more.toString(), "--binary", worker.toString());
    assertTrue(
        Pattern.compile("What caused it.*\\n +series \\(worker\\) +\\+700,000 ")
            .matcher(said)
            .find(),
        said);
  }

  /** A command that executes the run again, and which files that takes. */
  private static String[] again(String command, String... more) {
    List<String> all = new ArrayList<>(List.of(command, trace.toString()));
    all.addAll(List.of("--drive", guest.drives().getFirst().toString()));
    all.addAll(List.of("--initrd", guest.initrd().toString()));
    all.addAll(List.of("--kernel", guest.kernel().toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void theStepperIsInTheProgram() throws IOException {
    String said =
        InProcess.run(
            0,
            again(
                "step",
                "--binary",
                worker.toString(),
                "-c",
                "visit series",
                "-c",
                "bt",
                "-c",
                "print n",
                "-c",
                "finish",
                "-c",
                "regs"));
    for (String text :
        List.of("task helper(", "worker.c", "series", "helper+", "n = 200000", "x29 ", "sp ")) {
      assertTrue(said.contains(text), () -> text + " in " + said);
    }
  }

  /** The argument that was typed is in its register when the thread calls its function. */
  @Test
  void aMomentOfTheProgramIsExecutedAgain() throws IOException {
    String said =
        InProcess.run(0, again("replay", "--binary", worker.toString(), "--at", "series"));
    for (String text : List.of("series", "task helper(", "x0   0x0000000000030d40")) {
      assertTrue(said.contains(text), () -> text + " in " + said);
    }
  }

  /** gdb has the kernel's names from the trace; the last task that ends is the shell. */
  @Test
  void gdbGoesBackwardsFromTheEnd() throws Exception {
    try (Gdb gdb = Gdb.serve(again("step", "--gdb", ":0", "--at", "end"))) {
      String text =
          gdb.run(
              null,
              """
              bt 2
              break do_exit
              reverse-continue
              bt 3
              info registers sp pc cpsr
              x/i $pc
              reverse-stepi
              stepi
              info registers pc
              """);
      Gdb.assertFound(
          text,
          "#0 +0x[0-9a-f]+ in ",
          "Breakpoint 1 at 0xffff",
          "Breakpoint 1, 0x[0-9a-f]+ in do_exit \\(\\)",
          "#0 +0x[0-9a-f]+ in do_exit",
          "#1 +0x[0-9a-f]+ in ",
          "sp +0xffff",
          "pc +0xffff[0-9a-f]+ +0xffff[0-9a-f]+ <do_exit",
          "cpsr +0x",
          "=> 0xffff[0-9a-f]+ <do_exit");
    }
  }
}
