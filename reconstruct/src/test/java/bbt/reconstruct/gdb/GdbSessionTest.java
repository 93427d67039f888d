package bbt.reconstruct.gdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.gdb.targets.Motion;
import bbt.reconstruct.gdb.targets.Stop;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The protocol over byte streams, without gdb. */
@Timeout(300)
class GdbSessionTest {
  private final FakeTarget target = new FakeTarget();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private static String packet(String data) {
    int sum = 0;
    for (char c : data.toCharArray()) {
      sum += c;
    }
    return "$" + data + "#" + HexFormat.of().toHexDigits((byte) sum);
  }

  /** Gdb's side: goes on when the answers to what was sent are there, as gdb does. */
  private final class Gdb extends InputStream {
    private final Deque<String> pieces = new ArrayDeque<>();
    private final Deque<Integer> answersBefore = new ArrayDeque<>();
    private int answers;
    private int at;

    /**
     * Adds a piece.
     *
     * @param expected answers to it
     */
    Gdb piece(String bytes, int expected) {
      pieces.add(bytes);
      answersBefore.add(answers);
      answers += expected;
      return this;
    }

    @Override
    public int read() {
      while (!pieces.isEmpty() && at == pieces.getFirst().length()) {
        pieces.removeFirst();
        at = 0;
        answersBefore.removeFirst();
      }
      int awaited = pieces.isEmpty() ? answers : answersBefore.getFirst();
      while (written().chars().filter(c -> c == '$').count() < awaited) {
        Thread.onSpinWait();
      }
      return pieces.isEmpty() ? -1 : pieces.getFirst().charAt(at++);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      int c = read();
      if (c >= 0) {
        buffer[offset] = (byte) c;
      }
      return c < 0 ? -1 : 1;
    }

    /** Runs a session; whether gdb said what is to happen at its end. */
    boolean run() throws InterruptedException {
      return new GdbSession(this, out, target).run();
    }
  }

  private String written() {
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  /** Sends bytes as they are; whether gdb said what is to happen. */
  private boolean sendRaw(String bytes, int answers) throws InterruptedException {
    return new Gdb().piece(bytes, answers).run();
  }

  /** Sends packets, each of which has one answer; the answers. */
  private List<String> answers(String... packets) throws InterruptedException {
    out.reset();
    Gdb gdb = new Gdb();
    for (String p : packets) {
      gdb.piece(packet(p), 1);
    }
    gdb.run();
    List<String> found = new ArrayList<>();
    String text = written();
    for (int at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
      found.add(text.substring(at + 1, text.indexOf('#', at)));
    }
    return found;
  }

  private String answer(String packet) throws InterruptedException {
    List<String> all = answers(packet);
    assertEquals(1, all.size(), all::toString);
    return all.getFirst();
  }

  @Test
  void packetsAreAcknowledgedUntilGdbSaysThatItNeedsNone() throws InterruptedException {
    sendRaw(packet("qC") + packet("QStartNoAckMode") + packet("qC"), 3);
    assertEquals("+$QC1#c5+$OK#9a$QC1#c5", written());
  }

  @Test
  void aDamagedPacketIsAskedForAgain() throws InterruptedException {
    sendRaw("$qC#00" + packet("qC"), 1);
    assertEquals("-+$QC1#c5", written());
  }

  @Test
  void anAnswerThatWasDamagedIsRepeated() throws InterruptedException {
    sendRaw(packet("qC") + "-", 2);
    assertEquals("+$QC1#c5$QC1#c5", written());
  }

  @Test
  void bytesBetweenPacketsAndCutPacketsAreSkipped() throws InterruptedException {
    sendRaw("garbage#+" + "$m8000" + packet("qC"), 1);
    assertEquals("+$QC1#c5", written());
  }

  @Test
  void aPacketThatIsTooLongIsRefused() throws InterruptedException {
    sendRaw(packet("X".repeat(PacketReader.MAX + 1)) + packet("qC"), 1);
    assertEquals("-+$QC1#c5", written());
  }

  @Test
  void whatIsNotKnownIsAnsweredWithAnEmptyPacket() throws InterruptedException {
    for (String unknown : List.of("vMustReplyEmpty", "x", "", "qNothing", "QNothing", "A", "bc")) {
      assertEquals("", answer(unknown), unknown);
    }
  }

  @Test
  void registersAreReadAndWritten() throws InterruptedException {
    target.registers[0][2] = 0x0102030405060708L;
    target.registers[0][32] = 0x8000_0000L;
    String all = answer("g");
    assertEquals(65 * 16, all.length());
    assertEquals("0807060504030201", all.substring(32, 48));
    assertEquals("0000008000000000", all.substring(32 * 16, 33 * 16));
    assertEquals("0807060504030201", answer("p2"));
    assertEquals("05000000", answer("p44"), "fcsr has 32 bits");
    assertEquals("3412000000000000", answer("p" + hex(65 + 0x180)));
    assertEquals("0300000000000000", answer("p" + hex(65 + 4096)), "privilege");
    assertEquals("OK", answer("P2=1100000000000000"));
    assertEquals(0x11, target.registers[0][2]);
    assertEquals("OK", answer("P" + hex(65 + 0x180) + "=0100000000000000"));
    assertEquals(1, target.csrs.get(0x180));
    assertEquals("OK", answer("G" + "ff00000000000000".repeat(65)));
    assertEquals(0xFF, target.registers[0][31]);
    assertEquals(0xFF, target.registers[0][64]);
    assertTrue(answer("p" + hex(65 + 0x181)).startsWith("E."), "no such register");
    assertTrue(answer("P2=zz").startsWith("E."));
    assertTrue(answer("G00").startsWith("E."));
    assertTrue(answer("P" + hex(65 + 4096) + "=0200000000000000").startsWith("E."));
  }

  private static String hex(int number) {
    return Integer.toHexString(number);
  }

  @Test
  void theDescriptionNamesEachRegisterOnce() throws InterruptedException {
    String xml = answer("qXfer:features:read:target.xml:0,ffff");
    assertEquals('l', xml.charAt(0));
    for (String name : List.of("zero", "fp", "pc", "ft11", "fcsr", "satp", "mstatus", "priv")) {
      assertEquals(2, xml.split("name=\"" + name + "\"", -1).length, name);
    }
    assertFalse(xml.contains("\"sepc\""), "the target has none");
    String first = answer("qXfer:features:read:target.xml:0,40");
    String second = answer("qXfer:features:read:target.xml:40,ffff");
    assertEquals("m" + xml.substring(1, 0x41), first);
    assertEquals("l" + xml.substring(0x41), second);
    assertEquals("E00", answer("qXfer:features:read:other.xml:0,40"));
  }

  @Test
  void memoryIsReadAndWritten() throws InterruptedException {
    assertEquals("10111213", answer("m80000010,4"));
    assertEquals("feff", answer("m800000fe,4"), "as far as there is some");
    assertEquals("E0e", answer("m100,4"));
    assertTrue(answer("m80000010").startsWith("E."));
    assertTrue(answer("mxyz,4").startsWith("E."));
    assertEquals("OK", answer("M80000010,2:abcd"));
    assertEquals("abcd1213", answer("m80000010,4"));
    assertEquals("OK", answer("X80000010,3:a}\u0003z")); // an escaped '#'
    assertEquals("61237a13", answer("m80000010,4"));
    assertEquals("OK", answer("X0,0:"));
    assertEquals("E16", answer("M80000010,3:abcd"));
    assertEquals("E0e", answer("M800000ff,2:abcd"));
  }

  @Test
  void nothingIsWrittenWhereTheTargetRefuses() throws InterruptedException {
    target.refusal = "because";
    for (String write : List.of("M80000010,1:00", "X80000010,1:a", "P2=00", "G00")) {
      assertEquals("E.because", answer(write));
    }
    assertEquals(0x10, target.memory[0x10]);
  }

  @Test
  void threadsAreHarts() throws InterruptedException {
    target.registers[1][2] = 7;
    assertEquals("m1,2", answer("qfThreadInfo"));
    assertEquals("l", answer("qsThreadInfo"));
    assertEquals(HexText.of("fake 1"), answer("qThreadExtraInfo,2"));
    assertEquals(List.of("OK", "0700000000000000"), answers("Hg2", "p2"));
    target.stops.add(Stop.of(Stop.Reason.STEPPED, 1));
    assertEquals("OK", answers("Hc2", "s").getFirst());
    assertTrue(target.calls().contains(Motion.step(1, false).toString()));
    assertEquals("OK", answer("T2"));
    assertTrue(answer("T3").startsWith("E."));
    assertTrue(answer("Hg3").startsWith("E."));
    assertEquals("E16", answer("Hx1"));
    assertTrue(answer("qXfer:threads:read::0,fff").contains("name=\"hart 1\">fake 1</thread>"));
  }

  @Test
  void pointsComeAndGo() throws InterruptedException {
    answers("Z0,1000,4", "Z2,2000,8", "Z0,1000,4", "z0,1000,4", "z3,7,1");
    String first = "Point[kind=SOFTWARE, address=4096, length=4]";
    String second = "Point[kind=WRITE, address=8192, length=8]";
    assertEquals(
        List.of(
            "points [" + first + "]",
            "points [" + first + ", " + second + "]",
            "points [" + first + ", " + second + "]",
            "points [" + second + "]",
            "points [" + second + "]",
            "detach false"),
        target.calls());
    for (String wrong : List.of("Z0", "Z0,1", "Z0,x,4", "Z0,1001,4", "Z2,10,0", "Z2,10,fffffff")) {
      assertTrue(answer(wrong).startsWith("E."), wrong);
    }
    assertEquals("", answer("Z5,1000,4"));
  }

  @Test
  void motionsAndTheirStops() throws InterruptedException {
    target.reversible = true;
    target.registers[1][32] = 0x1234;
    target.stops.addAll(
        List.of(
            Stop.of(Stop.Reason.SOFTWARE_BREAK, 1),
            Stop.of(Stop.Reason.HARDWARE_BREAK, 1),
            Stop.watch(Stop.Reason.WRITTEN, 0, 0xABC),
            Stop.watch(Stop.Reason.READ, 0, 0xABC),
            Stop.watch(Stop.Reason.ACCESSED, 0, 0xABC),
            Stop.of(Stop.Reason.AT_BEGIN, 0),
            Stop.of(Stop.Reason.AT_END, 0),
            Stop.of(Stop.Reason.STEPPED, 0),
            Stop.of(Stop.Reason.STEPPED, 0),
            Stop.of(Stop.Reason.STEPPED, 0)));
    List<String> answers =
        answers(
            "qSupported:swbreak+;hwbreak+;xmlRegisters=i386",
            "c",
            "s",
            "vCont;s:1;c",
            "vCont;c",
            "vCont;r100,200:2;c",
            "bc",
            "bs",
            "C05;1000",
            "vCont;c:2",
            "vCont;s:2");
    assertTrue(answers.getFirst().contains(";ReverseStep+;ReverseContinue+"));
    assertEquals(
        List.of(
            "swbreak:;",
            "hwbreak:;",
            "watch:abc;",
            "rwatch:abc;",
            "awatch:abc;",
            "replaylog:begin;",
            "replaylog:end;",
            "",
            "",
            ""),
        answers.stream().skip(1).map(a -> a.substring(a.indexOf("core:") + 7)).toList());
    assertTrue(answers.get(1).matches("T05.*20:3412000000000000;thread:2;core:1;.*"));
    assertEquals(
        Stream.of(
                Motion.run(false),
                Motion.step(1, false), // the hart that stopped last
                Motion.step(0, false),
                Motion.run(false),
                Motion.range(1, 0x100, 0x200),
                Motion.run(true),
                Motion.step(0, true),
                Motion.run(false),
                Motion.runAlone(1),
                Motion.step(1, false).asAlone(),
                "detach false")
            .map(Object::toString)
            .toList(),
        target.calls());
  }

  @Test
  void wrongMotionsAreErrorsAndTheTargetStaysWhereItIs() throws InterruptedException {
    for (String wrong : List.of("vCont", "vCont;x", "vCont;s:9", "vCont;r100", "vCont;rx,y")) {
      assertTrue(answer(wrong).startsWith("E."), wrong);
    }
    assertTrue(target.calls().stream().allMatch("detach false"::equals));
    assertEquals("vCont;c;C;s;S;r", answer("vCont?"));
  }

  @Test
  void aReasonIsToldOnlyToAGdbThatKnowsIt() throws InterruptedException {
    target.stops.add(Stop.of(Stop.Reason.SOFTWARE_BREAK, 0));
    assertFalse(answers("qSupported:multiprocess+", "c").getLast().contains("swbreak"));
  }

  @Test
  void anInterruptStopsARunningTargetOnly() throws InterruptedException {
    new Gdb().piece("\u0003" + packet("c") + "\u0003", 1).piece(packet("qC"), 1).run();
    assertEquals(1, target.calls().stream().filter("interrupt"::equals).count());
    assertTrue(written().contains("$T02"));
    assertTrue(written().endsWith("$QC2#c6"), written());
  }

  @Test
  void aRunningTargetAnswersNothingElse() throws InterruptedException {
    sendRaw(packet("c") + packet("g"), 1);
    assertTrue(written().contains("$E.the target is running#"), written());
  }

  @Test
  void theEndOfTheGuestIsTold() throws InterruptedException {
    target.stops.add(Stop.exited(3));
    List<String> all = answers("c", "g", "?", "c", "vCont;c", "qC");
    assertEquals("W03", all.get(0));
    assertTrue(all.get(1).startsWith("E."));
    assertEquals("W03", all.get(2));
    assertTrue(all.get(3).startsWith("E."));
    assertTrue(all.get(4).startsWith("E."));
  }

  @Test
  void detachKillAndDisconnect() throws InterruptedException {
    assertTrue(sendRaw(packet("D"), 1));
    assertTrue(sendRaw(packet("k"), 0));
    assertTrue(sendRaw(packet("vKill;1"), 1));
    assertFalse(sendRaw("", 0));
    assertFalse(sendRaw(packet("c") + "$m1", 0));
    List<String> ends = target.calls().stream().filter(c -> !c.startsWith("Motion")).toList();
    assertEquals(List.of("detach true", "kill", "kill", "detach false", "detach false"), ends);
  }

  @Test
  void whatWasSaidBeforeTheTargetStoodStillCounts() throws InterruptedException {
    target.stopsLate = true;
    for (int i = 0; i < 20; i++) {
      // Everything is there, and gdb is gone, before the target has stopped.
      assertTrue(sendRaw(packet("D"), 0));
      assertTrue(sendRaw(packet("k"), 0));
      assertFalse(sendRaw("", 0));
    }
  }

  @Test
  void symbolsAreReadInPieces() throws InterruptedException {
    target.symbols = new byte[5000];
    new Random(1).nextBytes(target.symbols);
    String name = HexFormat.of().formatHex(ServedFile.NAME.getBytes(StandardCharsets.US_ASCII));
    String other = HexFormat.of().formatHex("/etc/passwd".getBytes(StandardCharsets.US_ASCII));
    List<String> all =
        answers(
            "qSupported:",
            "qXfer:exec-file:read:1:0,fff",
            "vFile:setfs:0",
            "vFile:open:" + other + ",0,0",
            "vFile:open:" + name + ",1,0",
            "vFile:pread:3,10,0",
            "vFile:open:" + name + ",0,0",
            "vFile:fstat:3",
            "vFile:pread:3,40,1380",
            "vFile:pread:3,40,2000",
            "vFile:close:3");
    assertTrue(all.get(0).contains(";qXfer:exec-file:read+"), all.get(0));
    assertEquals("l" + ServedFile.NAME, all.get(1));
    assertEquals(List.of("F0", "F-1,2", "F-1,1e", "F-1,9", "F3"), all.subList(2, 7));
    assertTrue(unescaped(all.get(7)).endsWith("\0".repeat(12)), "times of none");
    assertEquals(
        "F8;" + new String(target.symbols, 4992, 8, StandardCharsets.ISO_8859_1),
        unescaped(all.get(8)));
    assertEquals("F0;", all.get(9));
    assertEquals("F0", all.get(10));
  }

  private static String unescaped(String data) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < data.length(); i++) {
      char c = data.charAt(i);
      plain.append(c == '}' ? (char) (data.charAt(++i) ^ 0x20) : c);
    }
    return plain.toString();
  }

  @Test
  void monitorCommands() throws InterruptedException {
    assertEquals(HexText.of("0: hello\n"), answer("qRcmd," + HexText.of("echo hello")));
    assertEquals(
        HexText.of("help  this list\necho TEXT  says it\n"), answer("qRcmd," + HexText.of("help")));
    assertEquals(
        HexText.of("unknown command: nonsense; try monitor help\n"),
        answer("qRcmd," + HexText.of("nonsense")));
    assertTrue(answer("qRcmd,xyz").startsWith("E."));
  }

  /** Whatever comes, there is an answer or none, and the session ends with its connection. */
  @Test
  void noPacketBreaksASession() throws InterruptedException {
    Random random = new Random(9);
    String letters = "?!gGpPmMXZzHTcsCSbDvqQ0123456789abcdef,;:=#$}*x-";
    for (int round = 0; round < 300; round++) {
      StringBuilder bytes = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        StringBuilder data = new StringBuilder();
        int length = random.nextInt(20);
        for (int k = 0; k < length; k++) {
          data.append(letters.charAt(random.nextInt(letters.length())));
        }
        bytes.append(random.nextInt(4) == 0 ? data : packet(data.toString()));
        if (random.nextInt(8) == 0) {
          bytes.append('\u0003');
        }
      }
      out.reset();
      sendRaw(bytes.toString(), 0);
      assertFalse(written().contains("internal error"), written());
    }
  }
}
