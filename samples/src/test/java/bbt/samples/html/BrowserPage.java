package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/** A page in headless Chromium; it can reach no network. */
final class BrowserPage implements AutoCloseable {
  /** What the navigation lists. */
  static final List<String> SECTIONS =
      List.of(
          "summary",
          "flame",
          "tree",
          "functions",
          "blocks",
          "coverage",
          "timeline",
          "exceptions",
          "trace");

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final ChromeDriver driver;
  private final String address;

  private BrowserPage(ChromeDriver driver, String address) {
    this.driver = driver;
    this.address = address;
  }

  /** Opens a file at 1280 x 900 pixels. */
  static BrowserPage open(Path file) throws IOException {
    BrowserPage page = new BrowserPage(Chromium.start(1280, 900), file.toUri().toString());
    page.driver.get(page.address);
    page.ready("summary");
    return page;
  }

  /** Shows a section, as its link does, and waits until it is drawn. */
  void show(String section) {
    driver.executeScript(
        "delete document.documentElement.dataset.ready;"
            + "if (location.hash === arguments[0]) dispatchEvent(new HashChangeEvent('hashchange'));"
            + "else location.hash = arguments[0];",
        "#" + section);
    ready(section.split("[/?]")[0]);
  }

  /** Waits until a section is drawn. */
  void ready(String section) {
    until("document.documentElement.dataset.ready === '" + section + "'");
  }

  /** Waits until an expression of the page is true. */
  void until(String expression) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Boolean.TRUE.equals(driver.executeScript("return Boolean(" + expression + ")"))) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "not in " + PATIENCE.toSeconds() + " s: " + expression + "; " + complaints());
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** The value of an expression of the page. */
  Object value(String expression, Object... arguments) {
    return driver.executeScript("return " + expression, arguments);
  }

  /** Clicks at a place of the window, in CSS pixels; the pointer stays there. */
  void click(long x, long y) {
    new Actions(driver).moveToLocation((int) x, (int) y).click().perform();
  }

  String text(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  List<String> texts(String selector) {
    return driver.findElements(By.cssSelector(selector)).stream().map(WebElement::getText).toList();
  }

  WebElement element(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> elements(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Types into a field, in place of what it holds; it may be hidden if nothing is typed. */
  void type(String selector, CharSequence... keys) {
    WebElement field = element(selector);
    driver.executeScript(
        "arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input'))", field);
    if (keys.length > 0) {
      field.sendKeys(keys);
    }
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Everything that the browser complained about so far. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(e -> e.getLevel().intValue() >= Level.WARNING.intValue())
        .map(e -> e.getMessage())
        .toList();
  }

  void resize(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** A picture of what is seen now. */
  void picture(Path file) throws IOException {
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }

  /** The number that an expression of the page's script comes to. */
  long number(String expression) {
    return ((Number) value(expression)).longValue();
  }

  /** No section may be wider than a wide window or a narrow one. */
  void nothingOverflows(String... sections) {
    try {
      for (int width : List.of(1400, 700)) {
        resize(width, 900);
        for (String section : sections) {
          show(section);
          long over = number("document.documentElement.scrollWidth - innerWidth");
          assertTrue(over <= 0, section + " at " + width + ": " + over + " pixels too wide");
        }
      }
    } finally {
      resize(1280, 900);
    }
  }
}
