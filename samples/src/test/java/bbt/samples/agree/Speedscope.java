package bbt.samples.agree;

import bbt.samples.testing.Chromium;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.openqa.selenium.chrome.ChromeDriver;

/** The program speedscope in headless Chromium, without a network. */
final class Speedscope implements AutoCloseable {
  /** The cells of the rows that are in sight in the sandwich view, which lists functions. */
  private static final String ROWS =
      "return [...document.querySelectorAll('tr')].map(r => [...r.querySelectorAll('td')]"
          + ".map(c => c.textContent)).filter(r => r.length == 3 && r[1].includes('%'))";

  /** Saves the profile, as its key does, into a variable in place of a file. */
  private static final String SAVE =
      "window.saved = null;"
          + "HTMLAnchorElement.prototype.click = () => {};"
          + "URL.createObjectURL = blob => { blob.text().then(t => window.saved = t); return '#' };"
          + "window.dispatchEvent(new KeyboardEvent('keydown', {key: 's', ctrlKey: true}));";

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final ChromeDriver driver;
  private final Path release;

  /**
   * Starts it.
   *
   * @param release the folder with its {@code index.html}
   */
  Speedscope(Path release) {
    this.release = release;
    driver = Chromium.start(1400, 2000);
  }

  /** Returns self and total costs of the functions in sight. */
  Costs open(Path profile) throws IOException {
    load(profile);
    SortedMap<String, Long> self = new TreeMap<>();
    SortedMap<String, Long> total = new TreeMap<>();
    for (List<String> row : rows()) {
      total.put(row.get(2), count(row.get(0)));
      self.put(row.get(2), count(row.get(1)));
    }
    return new Costs(0, self, total, new TreeMap<>());
  }

  private void load(Path profile) throws IOException {
    String bytes = Base64.getEncoder().encodeToString(Files.readAllBytes(profile));
    // As the command speedscope does it: a script beside the page hands the file over.
    Path script = release.resolve("profile.js");
    Files.writeString(
        script, "speedscope.loadFileFromBase64('" + profile.getFileName() + "', '" + bytes + "')");
    driver.get("about:blank");
    driver.get(
        release.resolve("index.html").toUri()
            + "#view=sandwich&localProfilePath="
            + script.toString().substring(1));
    waitFor(() -> !rows().isEmpty(), "speedscope shows nothing of " + profile);
  }

  /**
   * Returns what it made of all profiles of a file of times in seconds, as it saves them: all
   * functions, exactly.
   *
   * @param perSecond what a second stands for
   */
  Costs imported(Path profile, double perSecond) throws IOException {
    load(profile);
    driver.executeScript(SAVE);
    waitFor(() -> driver.executeScript("return window.saved") != null, "speedscope saves nothing");
    JsonNode file = new ObjectMapper().readTree((String) driver.executeScript("return saved"));
    JsonNode frames = file.get("shared").get("frames");
    Map<String, Double> self = new HashMap<>();
    Map<String, Double> total = new HashMap<>();
    double all = 0;
    for (JsonNode one : file.get("profiles")) {
      if (!one.get("type").asText().equals("evented")
          || !one.get("unit").asText().equals("seconds")) {
        throw new AssertionError("saved as " + one.get("type") + " in " + one.get("unit"));
      }
      all += one.get("endValue").asDouble() - one.get("startValue").asDouble();
      Deque<String> stack = new ArrayDeque<>();
      double before = 0;
      for (JsonNode event : one.get("events")) {
        double at = event.get("at").asDouble();
        if (!stack.isEmpty()) {
          self.merge(stack.peek(), at - before, Double::sum);
          for (String name : new HashSet<>(stack)) {
            total.merge(name, at - before, Double::sum);
          }
        }
        before = at;
        if (event.get("type").asText().equals("O")) {
          stack.push(frames.get(event.get("frame").asInt()).get("name").asText());
        } else {
          stack.pop();
        }
      }
    }
    Costs costs = Costs.none();
    self.forEach((name, cost) -> Costs.add(costs.self(), name, Math.round(cost * perSecond)));
    total.forEach((name, cost) -> Costs.add(costs.inclusive(), name, Math.round(cost * perSecond)));
    return costs.withTotal(Math.round(all * perSecond));
  }

  private static void waitFor(BooleanSupplier condition, String otherwise) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(otherwise);
      }
      LockSupport.parkNanos(100_000_000);
    }
  }

  @SuppressWarnings("unchecked") // what the script returns
  private List<List<String>> rows() {
    return (List<List<String>>) driver.executeScript(ROWS);
  }

  /** {@code 1,234 (5.6%)}. */
  private static long count(String cell) {
    return Long.parseLong(cell.replaceFirst(" *\\(.*", "").replace(",", "").strip());
  }

  @Override
  public void close() {
    driver.quit();
  }
}
