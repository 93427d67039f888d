package bbt.reconstruct.step.dap;

import static bbt.reconstruct.testing.DapMessages.bytes;
import static bbt.reconstruct.testing.DapMessages.message;
import static bbt.reconstruct.testing.DapMessages.messages;
import static bbt.reconstruct.testing.DapMessages.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.step.text.CommandException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Messages, as far as no trace is needed: framing, malformed ones, the order of answers. */
class AdapterConnectionTest {
  /** Has no traces. */
  private static final TraceOpener NONE =
      new TraceOpener() {
        @Override
        public TraceMap open(Path trace, BinaryFiles binaries, LongConsumer progress) {
          throw new CommandException(trace + ": no such file");
        }

        @Override
        public long instructions(Path trace) {
          return 0;
        }
      };

  /** What the server says to some bytes, and the end behind them. */
  private static List<JsonNode> says(byte[] input) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> new AdapterConnection(new ByteArrayInputStream(input), out, NONE).serve());
    return messages(out.toByteArray());
  }

  private static JsonNode answer(List<JsonNode> said, int number) {
    List<JsonNode> its =
        said.stream()
            .filter(m -> m.get("type").asText().equals("response"))
            .filter(m -> m.get("request_seq").asInt() == number)
            .toList();
    assertEquals(1, its.size(), () -> "answers to " + number + " in " + said);
    return its.getFirst();
  }

  @Test
  void capabilitiesAreTold() {
    JsonNode can = answer(says(request(1, "initialize", "{\"adapterID\":\"bbt\"}")), 1).get("body");
    for (String yes :
        List.of(
            "supportsStepBack",
            "supportsSteppingGranularity",
            "supportsInstructionBreakpoints",
            "supportsDisassembleRequest",
            "supportsReadMemoryRequest",
            "supportsConfigurationDoneRequest")) {
      assertTrue(can.get(yes).asBoolean(), yes + " in " + can);
    }
    for (String no :
        List.of("supportsSetVariable", "supportsSetExpression", "supportsWriteMemoryRequest")) {
      assertTrue(!can.has(no) || !can.get(no).asBoolean(), no);
    }
    assertEquals("faults", can.get("exceptionBreakpointFilters").get(0).get("filter").asText());
  }

  @Test
  void requestsThatCannotBeServedAreErrors() {
    List<JsonNode> said =
        says(
            bytes(
                request(1, "threads", "{}"),
                request(2, "launch", "{}"),
                request(3, "launch", "{\"trace\":7.5}"),
                request(4, "launch", "{\"trace\":\"x.bbt\",\"binaries\":[1]}"),
                request(5, "launch", "{\"trace\":\"x.bbt\"}"),
                request(6, "noSuchRequest", "{}"),
                request(7, "gotoTargets", "{\"source\":{},\"line\":1}"),
                request(8, "setBreakpoints", "{\"source\":7}"),
                request(9, "setExpression", "{\"expression\":\"a\",\"value\":\"1\"}"),
                request(10, "disconnect", "{}")));
    String[] messages = {
      "no trace is open: launch one first",
      "\"trace\" is missing: the trace file",
      "\"trace\" must be a path",
      "\"binaries\" must be a list of paths",
      "x.bbt: no such file",
      null,
      "bbt does not know this request",
      null,
      "the run is over: what has happened cannot be changed"
    };
    for (int i = 0; i < messages.length; i++) {
      JsonNode answer = answer(said, i + 1);
      assertEquals(false, answer.get("success").asBoolean(), answer::toString);
      String text = answer.get("message").asText();
      assertTrue(!text.isBlank() && !text.contains("\n"), text);
      if (messages[i] != null) {
        assertEquals(messages[i], text);
      }
    }
    assertTrue(answer(said, 10).get("success").asBoolean());
  }

  @Test
  void answersComeInTheOrderOfTheRequests() {
    List<byte[]> all = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      all.add(request(i, "threads", "{}"));
    }
    List<Integer> order =
        says(bytes(all.toArray(byte[][]::new))).stream()
            .map(m -> m.get("request_seq").asInt())
            .toList();
    for (int i = 0; i < 200; i++) {
      assertEquals(i + 1, order.get(i));
    }
  }

  @Test
  void whatIsNoMessageIsToldAndLeftOut() {
    for (String bad :
        List.of(
            "hello\r\n",
            "Content-Length: x\r\n",
            "Content-Length: -5\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length: 3\r\n\r\n{]}",
            "Content-Length: 2\r\n\r\n[]",
            "Content-Length: 4\r\n\r\nnull",
            "Content-Length: 16\r\n\r\n{\"type\":\"event\"}",
            "Content-Length: 11\r\n\r\n" + "[".repeat(11))) {
      List<JsonNode> said =
          says(bytes(bad.getBytes(StandardCharsets.UTF_8), request(7, "threads", "{}")));
      assertEquals(false, answer(said, 7).get("success").asBoolean(), bad);
      JsonNode told = said.getFirst();
      if (!bad.contains("null") && !bad.contains("event")) {
        assertEquals("output", told.get("event").asText(), () -> bad + ": " + said);
        assertTrue(told.get("body").get("output").asText().startsWith("bbt: "), told::toString);
      }
    }
    String deep = "[".repeat(100_000);
    List<JsonNode> said = says(bytes(message(deep), request(7, "threads", "{}")));
    assertEquals(false, answer(said, 7).get("success").asBoolean());
  }

  /** A message that says it is longer than any may be is not taken into memory. */
  @Test
  void whatIsTooLongIsSkipped() {
    int length = MessageReader.MAX_BYTES + 1;
    byte[] head = ("Content-Length: " + length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    List<JsonNode> said = says(bytes(head, new byte[length], request(7, "threads", "{}")));
    assertTrue(said.getFirst().toString().contains("too long"), said::toString);
    assertEquals(false, answer(said, 7).get("success").asBoolean());
    assertEquals(
        List.of(),
        says("Content-Length: 999999999\r\n\r\nx".getBytes(StandardCharsets.UTF_8)).stream()
            .filter(m -> m.has("command"))
            .toList());
  }

  /**
   * Valid requests with some bytes changed: the server ends by itself, and all it says is whole.
   */
  @Test
  void changedBytesDoNotHurt() {
    byte[] good =
        bytes(
            request(1, "initialize", "{\"adapterID\":\"bbt\",\"linesStartAt1\":true}"),
            request(2, "launch", "{\"trace\":\"x.bbt\",\"hart\":1,\"binaries\":[\"a\",\"b\"]}"),
            request(
                3,
                "setBreakpoints",
                "{\"source\":{\"path\":\"a.c\"},\"breakpoints\":[{\"line\":3}]}"),
            request(4, "stackTrace", "{\"threadId\":1,\"levels\":20}"),
            request(5, "evaluate", "{\"expression\":\"a\",\"context\":\"repl\"}"),
            request(6, "disassemble", "{\"memoryReference\":\"0x1\",\"instructionCount\":5}"));
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      byte[] bad = good.clone();
      for (int i = 0; i <= random.nextInt(6); i++) {
        bad[random.nextInt(bad.length)] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) "{}[]\":,0\n".charAt(random.nextInt(9));
      }
      int number = 1000 + seed;
      // A length that was changed may swallow what follows: so much of it that it cannot be all.
      byte[] rest = new byte[0];
      for (int i = 0; i < 3; i++) {
        rest =
            bytes(rest, "\r\n".getBytes(StandardCharsets.UTF_8), request(number, "threads", "{}"));
      }
      List<JsonNode> said = says(bytes(bad, rest));
      for (JsonNode each : said) {
        assertTrue(each.has("type"), each::toString);
      }
    }
  }
}
