package bbt.reconstruct.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A page as a program reads it.
 *
 * @param text everything but the blocks
 * @param blocks by name
 */
public record PageFile(String text, TreeMap<String, JsonNode> blocks) {
  private static final Pattern BLOCK =
      Pattern.compile("<script type=\"text/plain\" id=\"data-(\\w+)\">([^<]*)</script>");

  public static PageFile read(Path file) throws IOException {
    String all = Files.readString(file);
    TreeMap<String, JsonNode> blocks = new TreeMap<>();
    Matcher match = BLOCK.matcher(all);
    while (match.find()) {
      byte[] packed = Base64.getDecoder().decode(match.group(2));
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
        blocks.put(match.group(1), new ObjectMapper().readTree(in));
      }
    }
    return new PageFile(match.reset().replaceAll(""), blocks);
  }

  /** Anything by which a browser could load something: attributes, CSS, script calls. */
  public List<String> references() {
    return Pattern.compile(
            "(?i)\\b(?:src|srcset|href|action|poster|formaction)\\s*=\\s*[\"']?(?!#)[a-z/.][^\\s>]*"
                + "|url\\(|@import|https?:|//[a-z0-9-]+\\.[a-z]|\\bfetch\\(|XMLHttpRequest|WebSocket"
                + "|EventSource|importScripts|\\bimport\\s*\\(|sendBeacon|<(?:link|iframe|object|embed|img)\\b")
        .matcher(text)
        .results()
        .map(r -> r.group())
        .toList();
  }
}
