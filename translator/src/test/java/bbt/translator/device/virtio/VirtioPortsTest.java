package bbt.translator.device.virtio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.device.TestLine;
import bbt.translator.device.TestMemory;
import bbt.translator.device.TestTime;
import bbt.translator.riscv.board.MemoryMap;
import bbt.translator.state.Fields;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A small driver talks to a device with two ports. */
final class VirtioPortsTest {
  private static final int SIZE = 8;
  private static final int WRITE = 2;
  private static final int CONTROL_IN = 2;
  private static final int CONTROL_OUT = 3;
  private static final int INPUT = 4;
  private static final int OUTPUT = 5;

  private final TestMemory memory = new TestMemory(1 << 20);
  private final List<String> sent = new ArrayList<>();
  private final VirtioPorts ports = ports();
  private final int[] available = new int[6];
  private final int[] seen = new int[6];

  private VirtioPorts ports() {
    return new VirtioPorts(
        new Wiring(memory, new TestLine(), new TestTime()),
        2,
        (port, bytes) -> sent.add(port + ":" + new String(bytes, StandardCharsets.UTF_8)));
  }

  private static long descriptors(int queue) {
    return MemoryMap.RAM + 0x1000L * (1 + 4 * queue);
  }

  private static long buffer(int queue, int i) {
    return descriptors(queue) + 0xC00 + 64L * i;
  }

  private void start() {
    VirtioMmio d = ports.transport();
    assertEquals(3, d.load(8, 4));
    assertEquals(2, d.load(0x104, 4), "ports");
    d.store(0x70, 4, 3);
    d.store(0x20, 4, 2); // MULTIPORT
    d.store(0x24, 4, 1);
    d.store(0x20, 4, 1); // VERSION_1
    d.store(0x70, 4, 11);
    assertEquals(11, d.load(0x70, 4), "FEATURES_OK sticks");
    for (int queue = 0; queue < 6; queue++) {
      d.store(0x30, 4, queue);
      d.store(0x38, 4, SIZE);
      d.store(0x80, 4, descriptors(queue));
      d.store(0x90, 4, descriptors(queue) + 0x400);
      d.store(0xA0, 4, descriptors(queue) + 0x800);
      d.store(0x44, 4, 1);
    }
    d.store(0x70, 4, 15);
  }

  /** Gives the device a buffer. */
  private void offer(int queue, int bytes, boolean toWrite) {
    int i = available[queue] % SIZE;
    long d = descriptors(queue) + 16L * i;
    memory.write64(d, buffer(queue, i));
    memory.write32(d + 8, bytes);
    memory.write16(d + 12, toWrite ? WRITE : 0);
    memory.write16(descriptors(queue) + 0x404 + 2L * i, i);
    memory.write16(descriptors(queue) + 0x402, ++available[queue]);
    ports.transport().store(0x50, 4, queue);
  }

  private void send(int queue, byte[] bytes) {
    int i = available[queue] % SIZE;
    memory.write(buffer(queue, i), bytes, 0, bytes.length);
    offer(queue, bytes.length, false);
  }

  private void control(int port, int event, int value) {
    send(CONTROL_OUT, new byte[] {(byte) port, 0, 0, 0, (byte) event, 0, (byte) value, 0});
  }

  /** What the device has put into buffers since this was asked last. */
  private List<String> received(int queue) {
    List<String> all = new ArrayList<>();
    int used = memory.read16(descriptors(queue) + 0x802);
    while (seen[queue] < used) {
      long element = descriptors(queue) + 0x804 + 8L * (seen[queue]++ % SIZE);
      int i = memory.read32(element);
      byte[] bytes = new byte[memory.read32(element + 4)];
      memory.read(buffer(queue, i), bytes, 0, bytes.length);
      all.add(
          queue == CONTROL_IN
              ? bytes[0] + " " + bytes[4] + " " + bytes[6]
              : new String(bytes, StandardCharsets.UTF_8));
    }
    return all;
  }

  @Test
  void portsAreAddedAndOpened() {
    start();
    offer(CONTROL_IN, 16, true);
    control(-1, 0, 1); // DEVICE_READY
    assertEquals(List.of("0 1 1"), received(CONTROL_IN), "PORT_ADD, as far as there is room");
    offer(CONTROL_IN, 16, true);
    assertEquals(List.of("1 1 1"), received(CONTROL_IN));
    control(1, 3, 1); // PORT_READY
    offer(CONTROL_IN, 16, true);
    assertEquals(List.of("1 6 1"), received(CONTROL_IN), "PORT_OPEN");
  }

  @Test
  void bytesArriveInTheBuffersThatAreThere() {
    start();
    offer(INPUT, 4, true);
    ports.receive(1, "abcdef".getBytes(StandardCharsets.UTF_8));
    assertEquals(List.of("abcd"), received(INPUT));
    assertFalse(ports.isDelivered(1));
    ports.receive(1, "gh".getBytes(StandardCharsets.UTF_8));
    offer(INPUT, 3, true);
    offer(INPUT, 3, true);
    assertEquals(List.of("efg", "h"), received(INPUT));
    assertTrue(ports.isDelivered(1));
  }

  @Test
  void theEndComesBehindTheLastByte() {
    start();
    offer(CONTROL_IN, 16, true);
    ports.receive(1, "ab".getBytes(StandardCharsets.UTF_8));
    ports.close(1);
    assertEquals(List.of(), received(CONTROL_IN));
    offer(INPUT, 4, true);
    assertEquals(List.of("1 6 0"), received(CONTROL_IN), "no longer open");
  }

  @Test
  void whatTheGuestWritesIsHeard() {
    start();
    send(1, "zero".getBytes(StandardCharsets.UTF_8));
    send(OUTPUT, "one".getBytes(StandardCharsets.UTF_8));
    assertEquals(List.of("0:zero", "1:one"), sent);
  }

  @Test
  void whatWaitsIsSaved() {
    start();
    ports.receive(1, "waits".getBytes(StandardCharsets.UTF_8));
    ports.close(1);
    control(-1, 0, 1);
    Fields f = Fields.writer();
    ports.transport().state(f);
    VirtioPorts other = ports();
    Fields back = Fields.reader(f.toBytes());
    other.transport().state(back);
    back.end();
    assertFalse(other.isDelivered(1));
    Fields again = Fields.writer();
    other.transport().state(again);
    assertEquals(List.of(f.toBytes().length), List.of(again.toBytes().length));
  }
}
