package bbt.samples.agree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The data that a page carries: blocks of JSON, packed. */
public record PageReader(String html) {
  public static PageReader of(Path file) throws IOException {
    return new PageReader(Files.readString(file));
  }

  /** A block by its name. */
  public JsonNode block(String name) throws IOException {
    Matcher block =
        Pattern.compile("<script [^>]*id=\"data-" + name + "\"[^>]*>([^<]*)</script>")
            .matcher(html);
    if (!block.find()) {
      throw new AssertionError("the page has no block " + name);
    }
    byte[] packed = Base64.getMimeDecoder().decode(block.group(1).strip());
    try (InputStream json = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return new ObjectMapper().readTree(json);
    }
  }

  /** The block of functions, which must have all of them. */
  Costs functions(long total) throws IOException {
    JsonNode functions = block("functions");
    if (functions.get("leftOut").asInt() != 0) {
      throw new AssertionError("functions are left out: " + functions.get("leftOut"));
    }
    Costs costs = Costs.none();
    for (int i = 0; i < functions.get("name").size(); i++) {
      String name = functions.get("name").get(i).asText();
      Costs.add(costs.self(), name, functions.get("self").get(i).asLong());
      Costs.add(costs.inclusive(), name, functions.get("inclusive").get(i).asLong());
      Costs.add(costs.calls(), name, functions.get("calls").get(i).asLong());
    }
    return costs.withTotal(total);
  }
}
