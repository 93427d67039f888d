package bbt.reconstruct.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** The text of a page: the resources put together, and the data blocks. */
final class Page {
  /** In the order in which they depend on each other: the base, the sections, the start. */
  private static final List<String> SCRIPTS =
      List.of("core", "table", "summary", "calls", "flame", "calltree", "functions", "trace", "start");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String title;
  private final List<String> blocks = new ArrayList<>();

  Page(String title) {
    this.title = title;
  }

  /** Adds a block that the script finds by its name. */
  void add(String name, JsonNode content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new BestGzip(packed)) {
      gzip.write(MAPPER.writeValueAsBytes(content));
    }
    blocks.add(
        "<script type=\"text/plain\" id=\"data-"
            + name
            + "\">"
            + Base64.getEncoder().encodeToString(packed.toByteArray())
            + "</script>\n");
  }

  private static final class BestGzip extends GZIPOutputStream {
    BestGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  /** Writes the page, in UTF-8. */
  void write(OutputStream out) throws IOException {
    String style = resource("style.css");
    StringBuilder script = new StringBuilder("\"use strict\";\n");
    for (String each : SCRIPTS) {
      script.append(resource(each + ".js"));
    }
    String frame = resource("page.html");
    int at = 0;
    while (true) {
      int open = frame.indexOf("{{", at);
      if (open < 0) {
        break;
      }
      int close = frame.indexOf("}}", open);
      put(out, frame.substring(at, open));
      switch (frame.substring(open + 2, close)) {
        case "title" -> put(out, escaped(title));
        case "style" -> put(out, style);
        case "style-hash" -> put(out, hash(style));
        case "script" -> put(out, script.toString());
        case "script-hash" -> put(out, hash(script.toString()));
        case "data" -> {
          for (String block : blocks) {
            put(out, block);
          }
        }
        default -> throw new IllegalStateException("page.html: " + frame.substring(open, close));
      }
      at = close + 2;
    }
    put(out, frame.substring(at));
  }

  private static void put(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Text as HTML. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A source of a content security policy: only this very text may be used. */
  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
