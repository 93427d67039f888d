package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.image.Segment;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.InProcess;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks of kernels that nothing is known of, by where they save stack pointers: a real-time kernel
 * ({@code rtos}), and one with an address space for each process ({@code spaces}).
 */
final class KernelTasksTest {
  @TempDir private Path folder;

  private Run run(Path kernel, EngineMode engine, Path trace) throws IOException {
    Run run =
        Run.of(
            MachineConfig.builder()
                .kernel(kernel)
                .engine(engine)
                .maxInsns(10_000_000)
                .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
                .build());
    assertEquals(ExitReason.POWER_OFF, run.result().reason(), run.console());
    return run;
  }

  private static JsonNode json(int code, String... command) throws IOException {
    return new ObjectMapper().readTree(InProcess.run(code, command));
  }

  private static ElfSymbol symbol(Path kernel, String name) throws IOException {
    return ElfFile.read(kernel).symbols().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Instructions of each task by its name. */
  private static Map<String, Long> tasks(Path trace) throws IOException {
    Map<String, Long> tasks = new TreeMap<>();
    for (JsonNode task : json(0, "report", "--json", trace.toString()).get("tasks")) {
      tasks.put(task.get("name").asText(), task.get("instructions").asLong());
    }
    return tasks;
  }

  /** The stacks of a trace's call tree, outermost first. */
  private List<List<String>> stacks(Path trace) throws IOException {
    Path folded = folder.resolve("tree.folded");
    InProcess.run(0, "export", trace.toString(), "-o", folded.toString());
    List<List<String>> stacks = new ArrayList<>();
    for (String line : Files.readAllLines(folded)) {
      stacks.add(List.of(line.substring(0, line.lastIndexOf(' ')).split(";")));
    }
    return stacks;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rtos", "spaces"})
  void anyEngineWritesTheSameTraceAndItRebuildsTheRun(String guest) throws IOException {
    Path kernel = EmbeddedElf.file(guest);
    Path first = folder.resolve("first.bbt");
    Run interpreted = run(kernel, EngineMode.INTERPRETER, first);
    TraceVerifier.Result verified = TraceVerifier.verify(first);
    assertTrue(verified.ok(), verified.problems().toString());
    assertEquals(interpreted.result().retired(), verified.instructions());
    Path second = folder.resolve("second.bbt");
    run(kernel, EngineMode.AUTO, second);
    assertEquals(-1, Files.mismatch(first, second));
  }

  @Test
  void threeTasksThatArePreemptedStayThree() throws IOException {
    Path kernel = EmbeddedElf.file("rtos");
    Path trace = folder.resolve("rtos.bbt");
    Run run = run(kernel, EngineMode.AUTO, trace);
    assertTrue(Integer.parseInt(run.after("rtos: ticks ")) > 100, run.console());
    ElfSymbol blocks = symbol(kernel, "tasks");
    Set<String> expected = new TreeSet<>(Set.of("boot"));
    for (int i = 0; i < 3; i++) {
      expected.add("task 0x%x".formatted(blocks.address() + i * blocks.size() / 3));
    }
    Map<String, Long> tasks = tasks(trace);
    assertEquals(expected, tasks.keySet());
    assertTrue(tasks.get("boot") < 500, tasks::toString);

    for (List<String> stack : stacks(trace)) {
      assertEquals(Set.copyOf(stack).size(), stack.size(), () -> "a function in itself: " + stack);
    }
  }

  @Test
  void aTaskThatDoesMoreIsTheOneThatDiffers() throws IOException {
    Path kernel = EmbeddedElf.file("rtos");
    Path more = folder.resolve("more.elf");
    byte[] bytes = Files.readAllBytes(kernel);
    long rounds = symbol(kernel, "rounds").address() + 4; // of the second task
    for (Segment segment : ElfFile.read(kernel).segments()) {
      long at = rounds - segment.virtual();
      if (at >= 0 && at < segment.fileSize()) {
        bytes[Math.toIntExact(segment.fileOffset() + at)]++;
      }
    }
    Files.write(more, bytes);
    Path a = folder.resolve("a.bbt");
    Path b = folder.resolve("b.bbt");
    run(kernel, EngineMode.AUTO, a);
    run(more, EngineMode.AUTO, b);
    JsonNode diff =
        json(1, "diff", "--json", "--top", "1000", a.toString(), b.toString()).get("changes");
    assertTrue(diff.at("/script/edits").asInt() <= 6, () -> diff.get("script").toPrettyString());
    String second = "task 0x%x".formatted(symbol(kernel, "tasks").address() + 24);
    long largest = 0;
    for (JsonNode task : diff.get("tasks")) {
      long change = Math.abs(task.get("change").asLong());
      largest = Math.max(largest, change);
      assertEquals(task.get("title").asText().equals(second), change > 200, task::toString);
    }
    assertTrue(largest > 200);
  }

  /** A process is one task in its program and in the kernel, though its stack is where all are. */
  @Test
  void processesWithTheSameStackAddressesAreTasksOfTheirOwn() throws IOException {
    Path trace = folder.resolve("spaces.bbt");
    Run run = run(EmbeddedElf.file("spaces"), EngineMode.AUTO, trace);
    assertTrue(Integer.parseInt(run.after("spaces: ticks ")) > 10, run.console());
    JsonNode report = json(0, "report", "--json", trace.toString());
    List<Long> user = new ArrayList<>();
    List<String> kernel = new ArrayList<>();
    for (JsonNode task : report.get("tasks")) {
      if (task.get("userInstructions").asLong() > 0) {
        user.add(task.get("userInstructions").asLong());
      } else if (!task.get("name").asText().equals("boot")) {
        kernel.add(task.get("name").asText());
        assertTrue(task.get("instructions").asLong() < 100, "from its birth to its first return");
      }
    }
    assertEquals(3, kernel.size());
    assertEquals(3, user.size(), report.get("tasks")::toPrettyString);
    // They do one, two and three times the same.
    user.sort(null);
    assertEquals(2.0, (double) user.get(1) / user.get(0), 0.01);
    assertEquals(3.0, (double) user.get(2) / user.get(0), 0.01);

    Map<String, List<List<String>>> traps =
        stacks(trace).stream()
            .filter(stack -> stack.contains("kernel_trap"))
            .collect(Collectors.groupingBy(List::getFirst));
    assertEquals(3, traps.size(), traps::toString);
    traps.values().stream()
        .flatMap(List::stream)
        .forEach(
            stack ->
                assertTrue(
                    stack.contains("user_work") || stack.contains("user_start"), stack::toString));
  }
}
