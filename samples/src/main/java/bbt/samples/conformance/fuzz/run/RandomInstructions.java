package bbt.samples.conformance.fuzz.run;

import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/** Counts the random instructions that an image executes, step by step on our machine. */
public final class RandomInstructions {
  private static final int PAGE = 4096;

  private RandomInstructions() {}

  /**
   * Runs an image to its end.
   *
   * @param random tells its random instructions by their physical addresses
   * @param folder for temporary files
   * @param maxSteps the run is broken off there
   * @return how many of them were executed or raised an exception
   */
  public static long count(Image image, LongPredicate random, Path folder, long maxSteps)
      throws IOException {
    Path elf = Files.createTempFile(folder, "fuzz", ".elf");
    Machine machine = null;
    try {
      image.writeElf(elf);
      MachineConfig config =
          MachineConfig.builder()
              .kernel(elf)
              .memoryBytes(image.memoryBytes())
              .engine(EngineMode.INTERPRETER)
              .build();
      machine = Machine.create(config, ConsolePort.none());
      machine.begin();
      long count = 0;
      Hart hart = machine.hart(0);
      // A page is looked up when another one or another level is entered.
      long page = 1;
      int level = -1;
      long physical = -1;
      for (long steps = 0; steps < maxSteps; steps++) {
        if ((hart.pc & -PAGE) != page || hart.priv != level) {
          page = hart.pc & -PAGE;
          level = hart.priv;
          physical = hart.translateQuietly(page);
        }
        boolean counted = physical != -1 && random.test(physical | hart.pc & PAGE - 1);
        if (!machine.step()) {
          break;
        }
        count += counted ? 1 : 0;
      }
      machine.finish();
      return count;
    } finally {
      if (machine != null) {
        machine.release();
      }
      Files.deleteIfExists(elf);
    }
  }

  /**
   * Tells what lies in one of some stretches.
   *
   * @param ram has pairs of addresses, where each stretch begins and ends
   * @param from offset of the first pair
   * @param most pairs; the first that begins with 0 ends the list, too
   */
  public static LongPredicate in(GuestRam ram, int from, int most) {
    NavigableMap<Long, Long> parts = new TreeMap<>();
    for (int part = from; part < from + 16 * most && ram.get(part) != 0; part += 16) {
      parts.put(ram.get(part), ram.get(part + 8));
    }
    return physical -> {
      Map.Entry<Long, Long> part = parts.floorEntry(physical);
      return part != null && physical < part.getValue();
    };
  }
}
