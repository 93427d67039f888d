package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the content of a page with {@code --json}. */
final class Pages {
  private static final Pattern NUMBER = Pattern.compile("^(-?[0-9,]+(?:\\.([0-9]+))?)(.*)$");

  private Pages() {}

  /**
   * Compares every number on the page that says which key of the JSON report it is.
   *
   * @return the keys
   */
  static List<String> compare(BrowserPage page, JsonNode report) {
    Object found =
        page.value(
            "[...document.querySelectorAll('[data-key]')].map(e => ({key: e.dataset.key, text: e.textContent}))");
    List<String> keys = new ArrayList<>();
    for (Object each : (List<?>) found) {
      Map<?, ?> entry = (Map<?, ?>) each;
      String key = (String) entry.get("key");
      JsonNode value = report.at("/" + key.replace('.', '/'));
      assertFalse(value.isMissingNode(), key);
      agree(key, (String) entry.get("text"), value);
      keys.add(key);
    }
    return keys;
  }

  /**
   * Compares every difference on the page that says whose it is in the JSON comparison.
   *
   * @return how many there are
   */
  static int compareChanges(BrowserPage page, JsonNode diff) {
    List<?> found =
        (List<?>)
            page.value(
                "[...document.querySelectorAll('[data-change]')].map(e => ({key: e.dataset.change, text: e.textContent}))");
    for (Object each : found) {
      Map<?, ?> entry = (Map<?, ?>) each;
      String key = (String) entry.get("key");
      long shown =
          Long.parseLong(
              ((String) entry.get("text")).replace('\u2212', '-').replaceAll("[+,]", ""));
      assertEquals(diff.at("/" + key.replace('.', '/') + "/change").asLong(), shown, key);
    }
    return found.size();
  }

  private static void agree(String key, String text, JsonNode value) {
    if (value.isTextual()) {
      assertTrue(text.startsWith(value.asText()), key + ": " + text);
      return;
    }
    Matcher number = NUMBER.matcher(text.strip().replace('\u2212', '-').replaceFirst("^\\+", ""));
    assertTrue(number.matches(), key + ": " + text);
    int digits = number.group(2) == null ? 0 : number.group(2).length();
    double scale =
        number.group(3).equals(" %") ? 100 : number.group(3).startsWith(" M ") ? 1e-6 : 1;
    double shown = Double.parseDouble(number.group(1).replace(",", ""));
    double exact = value.asDouble() * scale;
    // Shown numbers are rounded to the digits that they have, never cut.
    assertEquals(exact, shown, 0.500001 * Math.pow(10, -digits), key);
  }
}
