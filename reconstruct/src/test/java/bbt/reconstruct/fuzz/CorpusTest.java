package bbt.reconstruct.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each reader survives each input of its corpus, former findings among them. */
class CorpusTest {
  private static final Duration LONGEST = Duration.ofSeconds(120);

  @TestFactory
  Stream<DynamicContainer> corpus() {
    return Stream.of(FuzzTarget.values())
        .map(target -> DynamicContainer.dynamicContainer(target.label(), tests(target)));
  }

  private static Stream<DynamicTest> tests(FuzzTarget target) {
    try {
      List<Path> inputs = Corpus.inputs(target);
      assertFalse(inputs.isEmpty(), target + " has no corpus");
      return inputs.stream()
          .map(
              input ->
                  DynamicTest.dynamicTest(
                      input.getFileName().toString(),
                      () ->
                          assertTimeoutPreemptively(
                              LONGEST, () -> target.read(Files.readAllBytes(input)))));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
