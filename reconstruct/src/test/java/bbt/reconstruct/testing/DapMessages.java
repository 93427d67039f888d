package bbt.reconstruct.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Messages of the Debug Adapter Protocol as bytes, and bytes as messages. */
public final class DapMessages {
  private DapMessages() {}

  /** A request with its header. */
  public static byte[] request(int number, String command, String arguments) {
    return message(
        "{\"seq\":%d,\"type\":\"request\",\"command\":\"%s\",\"arguments\":%s}"
            .formatted(number, command, arguments));
  }

  /** JSON with the header of a message. */
  public static byte[] message(String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    byte[] head = ("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(head.length + body.length).put(head).put(body).array();
  }

  /** Bytes one behind the other. */
  public static byte[] bytes(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** The messages that bytes are, in order. */
  public static List<JsonNode> messages(byte[] bytes) {
    List<JsonNode> all = new ArrayList<>();
    InputStream in = new ByteArrayInputStream(bytes);
    ObjectMapper json = new ObjectMapper();
    try {
      while (in.available() > 0) {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
          head.append((char) in.read());
        }
        int length = Integer.parseInt(head.toString().strip().replaceAll("\\D+", ""));
        all.add(json.readTree(in.readNBytes(length)));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return all;
  }
}
