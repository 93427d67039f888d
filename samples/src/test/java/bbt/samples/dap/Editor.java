package bbt.samples.dap;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An editor at the other end of {@code bbt dap}, in a process of its own. */
final class Editor implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final Process process;
  private final InputStream in;
  private final OutputStream out;
  private int last;

  /** Events that nobody has asked for yet, in order. */
  private final List<JsonNode> events = new ArrayList<>();

  Editor() throws IOException {
    process = Bbt.command("dap").redirectError(ProcessBuilder.Redirect.INHERIT).start();
    in = new BufferedInputStream(process.getInputStream());
    out = process.getOutputStream();
    ok("initialize", Map.of("adapterID", "bbt", "linesStartAt1", true));
  }

  int send(String command, Map<String, ?> arguments) throws IOException {
    byte[] body =
        json.writeValueAsBytes(
            Map.of("seq", ++last, "type", "request", "command", command, "arguments", arguments));
    out.write(("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    out.write(body);
    out.flush();
    return last;
  }

  private JsonNode read() throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int c = in.read();
      assertTrue(c >= 0, () -> "the server has gone; it said " + head);
      head.append((char) c);
    }
    int length = Integer.parseInt(head.toString().strip().replaceAll("\\D+", ""));
    return json.readTree(in.readNBytes(length));
  }

  JsonNode answer(int number) throws IOException {
    while (true) {
      JsonNode message = read();
      if (message.get("type").asText().equals("event")) {
        events.add(message);
      } else if (message.get("request_seq").asInt() == number) {
        return message;
      }
    }
  }

  /** A request that is served; what is answered. */
  JsonNode ok(String command, Map<String, ?> arguments) throws IOException {
    JsonNode answer = answer(send(command, arguments));
    assertTrue(answer.get("success").asBoolean(), answer::toString);
    return answer.path("body");
  }

  /** A request that is refused; with which words. */
  String refused(String command, Map<String, ?> arguments) throws IOException {
    JsonNode answer = answer(send(command, arguments));
    assertFalse(answer.get("success").asBoolean(), answer::toString);
    return answer.get("message").asText();
  }

  JsonNode event(String name) throws IOException {
    for (JsonNode each : events) {
      if (each.get("event").asText().equals(name)) {
        events.remove(each);
        return each.path("body");
      }
    }
    while (true) {
      JsonNode message = read();
      if (message.get("type").asText().equals("event")) {
        if (message.get("event").asText().equals(name)) {
          return message.path("body");
        }
        events.add(message);
      }
    }
  }

  /** Moves; {@code reason: function file:line} of the stop. */
  String move(String command) throws IOException {
    ok(command, Map.of("threadId", 1));
    return stop();
  }

  String stop() throws IOException {
    JsonNode stopped = event("stopped");
    return stopped.get("reason").asText() + ": " + place(frames(1).get(0));
  }

  static String place(JsonNode frame) {
    return frame.get("name").asText()
        + " "
        + frame.get("source").get("name").asText()
        + ":"
        + frame.get("line").asInt();
  }

  JsonNode frames(int levels) throws IOException {
    return ok("stackTrace", Map.of("threadId", 1, "levels", levels)).get("stackFrames");
  }

  List<String> stack() throws IOException {
    List<String> all = new ArrayList<>();
    frames(0).forEach(each -> all.add(place(each)));
    return all;
  }

  /** The variables of a scope of the innermost frame; {@code name = value}. */
  List<String> scope(String name) throws IOException {
    return scope(name, frames(1).get(0));
  }

  List<String> scope(String name, JsonNode frame) throws IOException {
    for (JsonNode scope : ok("scopes", Map.of("frameId", frame.get("id").asInt())).get("scopes")) {
      if (scope.get("name").asText().equals(name)) {
        return variables(scope.get("variablesReference").asInt());
      }
    }
    return List.of();
  }

  List<String> variables(int reference) throws IOException {
    List<String> all = new ArrayList<>();
    for (JsonNode each :
        ok("variables", Map.of("variablesReference", reference)).get("variables")) {
      all.add(each.get("name").asText() + " = " + each.get("value").asText());
    }
    return all;
  }

  String says(String command) throws IOException {
    return ok("evaluate", Map.of("expression", command, "context", "repl")).get("result").asText();
  }

  boolean ended() throws InterruptedException {
    return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  /** Leaves without a word, as an editor that is killed does. */
  void vanish() throws IOException {
    out.close();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
