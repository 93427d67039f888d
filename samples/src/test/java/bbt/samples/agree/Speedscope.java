package bbt.samples.agree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The program speedscope in headless Chromium, without a network. */
final class Speedscope implements AutoCloseable {
  /** Of the sandwich view, which lists functions: the cells of the rows that are in sight. */
  private static final String ROWS =
      "return [...document.querySelectorAll('tr')].map(r => [...r.querySelectorAll('td')]"
          + ".map(c => c.textContent)).filter(r => r.length == 3 && r[1].includes('%'))";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;
  private final Path release;

  /**
   * Starts it.
   *
   * @param release the folder with its {@code index.html}
   */
  Speedscope(Path release) {
    this.release = release;
    ChromeOptions options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1400,2000",
        "--host-resolver-rules=MAP * ~NOTFOUND");
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
                .usingAnyFreePort()
                .build(),
            options);
  }

  /** What it shows of a profile: of the functions in sight self and total costs. */
  Costs open(Path profile) throws IOException {
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
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (rows().isEmpty()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("speedscope shows nothing of " + profile);
      }
      LockSupport.parkNanos(100_000_000);
    }
    SortedMap<String, Long> self = new TreeMap<>();
    SortedMap<String, Long> total = new TreeMap<>();
    for (List<String> row : rows()) {
      // perf script's symbols come with their program.
      String name = row.get(2).replaceFirst(" \\(.*\\)$", "");
      total.put(name, count(row.get(0)));
      self.put(name, count(row.get(1)));
    }
    return new Costs(0, self, total, new TreeMap<>());
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
