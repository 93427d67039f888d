package bbt.reconstruct.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fixed time of fuzzing for each reader; {@code .ci/fuzz} does it for longer. */
@Tag("full")
class FuzzTest {
  private static final int SECONDS = 30;

  @ParameterizedTest
  @EnumSource(FuzzTarget.class)
  void findsNothing(FuzzTarget target, @TempDir Path corpus) throws Exception {
    Path findings = Path.of(System.getProperty("bbt.root", "."), "reconstruct/target/fuzz");
    FuzzRun.Result result = new FuzzRun(target, corpus, findings).run(SECONDS);
    System.out.println(result);
    assertTrue(result.clean(), result::toString);
    assertTrue(result.executions() > 100, result::toString);
  }
}
