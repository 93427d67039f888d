package bbt.reconstruct.step.dap;

import bbt.packets.bytes.PrintableText;
import com.google.gson.JsonParseException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import org.eclipse.lsp4j.jsonrpc.JsonRpcException;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageIssueException;
import org.eclipse.lsp4j.jsonrpc.MessageIssueHandler;
import org.eclipse.lsp4j.jsonrpc.MessageProducer;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;

/**
 * Reads an editor's messages: header lines, one of them {@code Content-Length: N}, an empty line, N
 * bytes of JSON. What is malformed is told in one line and left out; what is read next begins
 * behind it.
 */
final class MessageReader implements MessageProducer {
  /** A longer header line is none. */
  static final int MAX_LINE = 4096;

  /** A longer message is not taken into memory. */
  static final int MAX_BYTES = 16 << 20;

  private final InputStream in;
  private final MessageJsonHandler json;
  private final MessageIssueHandler issues;
  private final Consumer<String> complaint;

  /**
   * Creates a reader of an editor's stream.
   *
   * @param issues answers a request whose arguments are malformed
   * @param complaint is told, a line each, of what cannot be answered
   */
  MessageReader(
      InputStream in,
      MessageJsonHandler json,
      MessageIssueHandler issues,
      Consumer<String> complaint) {
    this.in = new BufferedInputStream(in);
    this.json = json;
    this.issues = issues;
    this.complaint = complaint;
  }

  /** Hands over each message; returns at the end of the stream. */
  @Override
  public void listen(MessageConsumer consumer) {
    try {
      while (true) {
        long length = header();
        if (length < 0) {
          return;
        }
        if (length > MAX_BYTES) {
          complaint.accept("a message of " + length + " bytes is left out: too long");
          in.skipNBytes(length);
          continue;
        }
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
          return;
        }
        message(new String(bytes, StandardCharsets.UTF_8), consumer);
      }
    } catch (IOException e) {
      // The editor has gone.
    }
  }

  /** Bytes of the next message; -1 at the end of the stream. */
  private long header() throws IOException {
    long length = -1;
    while (true) {
      String line = line();
      if (line == null) {
        return -1;
      }
      if (line.isEmpty()) {
        if (length >= 0) {
          return length;
        }
        continue; // an empty line between messages
      }
      int colon = line.indexOf(':');
      if (colon > 0
          && line.substring(0, colon).strip().toLowerCase(Locale.ROOT).equals("content-length")) {
        String number = line.substring(colon + 1).strip();
        if (number.matches("[0-9]{1,15}")) {
          length = Long.parseLong(number);
          continue;
        }
      }
      if (colon <= 0 || length < 0) {
        complaint.accept("no header line of a message: " + shown(line));
      }
    }
  }

  /** A line without its end; null at the end of the stream. */
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int c = in.read();
    while (c >= 0 && c != '\n') {
      if (c != '\r' && line.length() < MAX_LINE) {
        line.append((char) c);
      }
      c = in.read();
    }
    return c < 0 ? null : line.toString();
  }

  private static String shown(String text) {
    String start = text.substring(0, Math.min(text.length(), 60));
    return "\"" + PrintableText.of(start) + "\"";
  }

  private void message(String text, MessageConsumer consumer) {
    try {
      consumer.consume(json.parseMessage(text));
    } catch (MessageIssueException e) {
      if (e.getRpcMessage() == null) {
        complaint.accept("no message of the protocol: " + shown(text));
      } else {
        issues.handle(e.getRpcMessage(), e.getIssues());
      }
    } catch (JsonParseException | IllegalStateException | ClassCastException e) {
      complaint.accept("no message of the protocol: " + shown(text));
    } catch (JsonRpcException e) {
      throw e; // nothing can be written any more
    } catch (RuntimeException e) {
      complaint.accept("a message is left out (" + e + "): " + shown(text));
    }
  }
}
