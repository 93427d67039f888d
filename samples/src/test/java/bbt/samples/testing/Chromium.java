package bbt.samples.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Starts Chromium without a window and without a network; it keeps what pages complain about. */
public final class Chromium {
  private Chromium() {}

  /**
   * Starts one; whoever does must {@linkplain ChromeDriver#quit quit} it.
   *
   * @param width of the window in pixels
   * @param height of the window in pixels
   */
  public static ChromeDriver start(int width, int height) {
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver", "chromium-driver").toFile())
            .usingAnyFreePort()
            .build();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program("chromium", "chromium").toFile());
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
        "--window-size=" + width + "," + height,
        // No name resolves: what a page wants to load, it does not get.
        "--host-resolver-rules=MAP * ~NOTFOUND");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return new ChromeDriver(service, options);
  }

  private static Path program(String name, String debianPackage) {
    for (String folder : System.getenv().getOrDefault("PATH", "/usr/bin").split(":")) {
      Path file = Path.of(folder, name);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new AssertionError(
        name
            + " is not installed; these tests need it (Debian: apt install "
            + debianPackage
            + ")");
  }
}
