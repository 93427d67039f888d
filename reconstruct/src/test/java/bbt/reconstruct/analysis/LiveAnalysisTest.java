package bbt.reconstruct.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.testing.RandomGuest;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports of traces that are followed. */
class LiveAnalysisTest {
  @TempDir private Path folder;

  /** Reports whenever it can. */
  private static final Analysis.Pace ALWAYS =
      new Analysis.Pace() {
        @Override
        public boolean isDue() {
          return true;
        }

        @Override
        public boolean isOver() {
          return false;
        }
      };

  private static String numbers(Report report) throws IOException {
    ObjectNode all =
        (ObjectNode)
            new ObjectMapper()
                .readTree(JsonReport.of(report, new JsonReport.Options(50, 100, true, false)));
    all.remove("reconstruction");
    return all.toPrettyString();
  }

  private static String costs(FunctionProfile f) {
    return f.program() + " " + f.name() + " " + f.self() + " " + f.inclusive() + " " + f.calls();
  }

  /**
   * What both reports of a beginning must agree on: where instructions went, and who was called.
   */
  private static List<String> counts(Report report) {
    List<String> all = new ArrayList<>();
    all.add("instructions " + report.profile().instructions());
    report.profile().functions().stream().map(LiveAnalysisTest::costs).sorted().forEach(all::add);
    for (TaskProfile task : report.profile().tasks()) {
      all.add(
          task.title()
              + " "
              + task.instructions()
              + " "
              + task.userInstructions()
              + " "
              + task.switches());
    }
    report.profile().costs().forEach(c -> all.add(c.name() + " " + c.count()));
    return all;
  }

  @ParameterizedTest
  @CsvSource({"1,1,false", "2,1,true", "3,1,true", "4,2,true", "5,3,false"})
  void whatIsSoFarIsWhatTheBeginningHas(long seed, int harts, boolean tree) throws IOException {
    Path trace = folder.resolve("trace.bbt");
    new RandomGuest(seed).run(trace, true, 6000, harts);
    ReportPart[] wants =
        tree ? new ReportPart[] {ReportPart.TREE, ReportPart.TIMELINE} : new ReportPart[0];
    Map<Long, List<String>> soFar = new HashMap<>();
    Report last =
        new Analysis(trace)
            .want(wants)
            .follow(
                waiting -> TraceReader.follow(trace, waiting),
                ALWAYS,
                report -> {
                  assertTrue(report.live());
                  long sum =
                      report.profile().functions().stream().mapToLong(FunctionProfile::self).sum();
                  assertEquals(report.profile().instructions(), sum);
                  soFar.put(report.fileBytes(), counts(report));
                });
    assertEquals(numbers(new Analysis(trace).want(wants).run()), numbers(last));
    assertTrue(soFar.size() > 3, soFar.keySet().toString());
    if (harts > 1) {
      return; // of a cut trace all is walked that is there, in no certain order
    }
    byte[] bytes = Files.readAllBytes(trace);
    Path cut = folder.resolve("cut.bbt");
    for (Map.Entry<Long, List<String>> each : soFar.entrySet()) {
      Files.write(cut, Arrays.copyOf(bytes, each.getKey().intValue()));
      assertEquals(counts(new Analysis(cut).want(wants).run()), each.getValue());
    }
  }

  @Test
  void whoHasEnoughGetsTheReportOfWhatThereWas() throws IOException {
    Path trace = folder.resolve("trace.bbt");
    new RandomGuest(7).run(trace, true, 6000, 1);
    long[] seen = new long[1];
    Report last =
        new Analysis(trace)
            .follow(
                waiting -> TraceReader.follow(trace, waiting),
                new Analysis.Pace() {
                  @Override
                  public boolean isDue() {
                    return true;
                  }

                  @Override
                  public boolean isOver() {
                    return seen[0] > 0;
                  }
                },
                report -> seen[0] = report.profile().instructions());
    assertTrue(seen[0] > 0 && last.end() == null);
    assertEquals(seen[0], last.profile().instructions());
    assertEquals(List.of(), last.problems());
  }
}
