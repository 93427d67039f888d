package bbt.reconstruct.page;

import bbt.reconstruct.basics.OutputFile;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Writes the text of an HTML page: the resources put together, and the data blocks. */
public final class Page {
  /** The scripts on which all sections stand. */
  public static final List<Script> BASE =
      scripts(Page.class, "core", "axis", "table", "calls", "flamegraph", "flamepanel");

  /**
   * A script of a page.
   *
   * @param owner in whose package the resource is
   * @param name of the resource, without {@code .js}
   */
  public record Script(Class<?> owner, String name) {}

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String title;
  private final List<Script> scripts;
  private final List<String> blocks = new ArrayList<>();

  /**
   * A page without data.
   *
   * @param scripts after {@link #BASE}, in the order in which they depend on each other; the last
   *     starts the page
   */
  public Page(String title, List<Script> scripts) {
    this.title = title;
    this.scripts = Stream.concat(BASE.stream(), scripts.stream()).toList();
  }

  /** Scripts of the package that a class is in. */
  public static List<Script> scripts(Class<?> owner, String... names) {
    return Stream.of(names).map(name -> new Script(owner, name)).toList();
  }

  /** Adds a block that the script finds by its name. */
  public void add(String name, JsonNode content) throws IOException {
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

  /**
   * Writes the page; under a temporary name first, so that the file is whole or not there.
   *
   * @return bytes of the file
   * @throws IOException if it cannot be written
   */
  public long write(Path out) throws IOException {
    OutputFile.Streaming<RuntimeException> page = this::write;
    OutputFile.stream(out, page);
    return Files.size(out);
  }

  /** Writes the page in UTF-8. */
  private void write(OutputStream out) throws IOException {
    String style = resource(Page.class, "style.css");
    StringBuilder script = new StringBuilder("\"use strict\";\n");
    for (Script each : scripts) {
      script.append(resource(each.owner(), each.name() + ".js"));
    }
    String frame = resource(Page.class, "page.html");
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
  public static String escaped(String text) {
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

  private static String resource(Class<?> owner, String name) throws IOException {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
