package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.InProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stepper and the log on a trace of which only what is around a place is indexed. */
class StepLeadTest {
  private static final String PLACE = "6000000";
  private static final String LEAD = "500k";

  /** Packets are counted from where the index begins. */
  private static final Pattern PACKET = Pattern.compile("(?m)^\\(\\d+:");

  @TempDir private Path folder;
  private String trace;

  /** Each time another trace, of which no index can be in the user's cache. */
  @BeforeEach
  void record() {
    trace = folder.resolve("mini.bbt").toString();
    String most = Long.toString(6_100_000 + new Random().nextInt(700_000));
    InProcess.run(
        ExitCode.INSTRUCTION_LIMIT,
        "boot",
        "mini",
        "--quiet",
        "--max-insns",
        most,
        "--bb-trace",
        trace);
  }

  private String step(int expected, String lead, String... commands) {
    List<String> all = new ArrayList<>(List.of("step", trace, "--at", PLACE, "--lead", lead));
    for (String command : commands) {
      all.add("-c");
      all.add(command);
    }
    return PACKET.matcher(InProcess.run(expected, all.toArray(String[]::new))).replaceAll("(");
  }

  @Test
  void aPlaceLooksTheSame() {
    String[] looks = {"where", "exc", "rs 50", "where", "goto trap_handler:-1"};
    String part = step(ExitCode.OK, LEAD, looks);
    assertEquals(step(ExitCode.OK, "all", looks), part);
  }

  @Test
  void whatNeedsMoreIsRefused() {
    String[] before = {"goto 5", "goto kernel_work:1"};
    for (String each : before) {
      step(ExitCode.USAGE, LEAD, each);
    }
    step(ExitCode.OK, "all", before);
    step(ExitCode.OK, LEAD, before); // the whole index is in the cache now
  }

  @Test
  void aLogFromAPlaceIsTheSame() {
    String[] log = {"log", trace, "--from", PLACE, "--limit", "500", "--lead"};
    String[] part = Arrays.copyOf(log, log.length + 1);
    part[log.length] = LEAD;
    String[] whole = part.clone();
    whole[log.length] = "all";
    String found = InProcess.run(ExitCode.OK, part);
    assertEquals(501, found.lines().count(), found); // with its heading
    assertEquals(InProcess.run(ExitCode.OK, whole), found);
  }
}
