import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the test classes named and says how it went, in lines that begin with {@code TestRun: }. */
final class TestRun {
  private TestRun() {}

  /** First line: passed, failed (an assertion did not hold) or what else went wrong. */
  public static void main(String[] classes) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Stream.of(classes).map(c -> selectClass(c)).toList())
            .configurationParameter("jqwik.tries.default", "200")
            .build();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    List<TestExecutionSummary.Failure> failures = summary.getFailures();
    if (failures.isEmpty()) {
      boolean ran = summary.getTestsSucceededCount() > 0;
      System.out.println("TestRun: " + (ran ? "passed" : "no test was run"));
      System.exit(0);
    }
    TestExecutionSummary.Failure shown =
        failures.stream()
            .filter(f -> f.getException() instanceof AssertionError)
            .findFirst()
            .orElse(failures.getFirst());
    Throwable problem = shown.getException();
    System.out.println(
        "TestRun: "
            + (problem instanceof AssertionError ? "failed" : "broken: " + problem.getClass().getName()));
    String message = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
    System.out.println(
        "TestRun: "
            + failures.size()
            + " of "
            + summary.getTestsFoundCount()
            + ", "
            + shown.getTestIdentifier().getDisplayName()
            + ": "
            + message.substring(0, Math.min(160, message.length())));
    System.exit(1);
  }
}
