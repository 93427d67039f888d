package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A bare-metal guest with two stacks, from its execution to what is rebuilt of it. */
@Timeout(300)
class StackContextTest {
  private static final long BASE = 0x8000_0000L;
  private static final long FIRST = BASE + 0x4000;
  private static final long SECOND = BASE + 0x5000;
  private static final int ROUNDS = 50;

  private static final int[] PROGRAM = {
    0x00000417, // auipc s0, 0
    0x00004337, // lui t1, 4
    0x00640133, // add sp, s0, t1       the first stack
    0x00005337, // lui t1, 5
    0x006403b3, // add t2, s0, t1       the second
    0x70743423, // sd t2, 0x708(s0)
    0x03200493, // addi s1, x0, ROUNDS
    0xff010113, // round: addi sp, sp, -16
    0x70243023, // sd sp, 0x700(s0)
    0x70843103, // ld sp, 0x708(s0)     switch, at 0x24
    0xff010113, // addi sp, sp, -16     the second stack only grows
    0x70243423, // sd sp, 0x708(s0)
    0x70043103, // ld sp, 0x700(s0)     switch, at 0x30
    0x01010113, // addi sp, sp, 16
    0xfff48493, // addi s1, s1, -1
    0xfe0490e3, // bne s1, x0, round
    0x00100e37, // lui t3, 0x100        power off
    0x00005eb7, // lui t4, 5
    0x555e8e9b, // addiw t4, t4, 0x555
    0x01de2023, // sw t4, 0(t3)
    0x0000006f, // end: j end
  };

  @TempDir private Path folder;

  private Path record(TraceOptions.Context context) throws IOException {
    int headers = 64 + 56;
    int size = 4 * PROGRAM.length;
    ByteBuffer elf = ByteBuffer.allocate(headers + size).order(ByteOrder.LITTLE_ENDIAN);
    elf.putInt(0x464C457F).put((byte) 2).put((byte) 1).put((byte) 1);
    elf.putShort(0x10, (short) 2).putShort(0x12, (short) 243).putInt(0x14, 1);
    elf.putLong(0x18, BASE).putLong(0x20, 64);
    elf.putShort(0x34, (short) 64).putShort(0x36, (short) 56).putShort(0x38, (short) 1);
    elf.position(64).putInt(1).putInt(5).putLong(headers).putLong(BASE).putLong(BASE);
    elf.putLong(size).putLong(size).putLong(4);
    for (int instruction : PROGRAM) {
      elf.putInt(instruction);
    }
    Path trace = folder.resolve(context + ".bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(Files.write(folder.resolve("guest.elf"), elf.array()))
            .memoryBytes(16 << 20)
            .engine(EngineMode.TRANSLATOR)
            .trace(new TraceOptions(trace, true, true, context))
            .build();
    Machine.create(config, ConsolePort.none()).run();
    return trace;
  }

  private static List<Packet.Switch> rebuild(Path trace) throws IOException {
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok(), () -> verified.problems().toString());
    assertTrue(verified.hashed());
    assertEquals(7 + 9 * ROUNDS + 5, verified.instructions());
    List<Packet.Switch> found = new ArrayList<>();
    FlowListener listener =
        new FlowListener() {
          @Override
          public void contextSwitch(Packet.Switch packet) {
            found.add(packet);
          }
        };
    try (TraceReader reader = TraceReader.open(trace)) {
      new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, listener, null).run();
    }
    return found;
  }

  private static String info(Path trace) {
    StringWriter out = new StringWriter();
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    assertEquals(0, line.execute("info", trace.toString()));
    return out.toString();
  }

  @Test
  void theWalkFollowsTasksWhoseStacksMove() throws IOException {
    Path trace = record(TraceOptions.Context.AUTO);
    List<Packet.Switch> found = rebuild(trace);
    assertEquals(2 * ROUNDS, found.size());
    for (int i = 0; i < found.size(); i++) {
      Packet.Switch s = found.get(i);
      long moved = SECOND - 16 * (i / 2);
      if (i % 2 == 0) {
        long task = BASE + 0x708; // where its stack pointer is saved
        assertEquals(List.of(BASE + 0x28, task, moved), List.of(s.pc(), s.task(), s.stack()));
        assertEquals(FIRST - 16, s.previousStack());
      } else {
        assertEquals(List.of(BASE + 0x34, 0L, FIRST - 16), List.of(s.pc(), s.task(), s.stack()));
        assertEquals(moved - 16, s.previousStack());
      }
    }
    String text = info(trace);
    assertTrue(text.matches("(?s).*trace.context +stack\n.*"), text);
    assertTrue(text.matches("(?s).*context switches +loads into the stack pointer.*"), text);
  }

  @Test
  void underTheLinuxRuleThereIsOneTask() throws IOException {
    Path trace = record(TraceOptions.Context.LINUX);
    assertEquals(List.of(), rebuild(trace));
    assertTrue(info(trace).matches("(?s).*context switches +moves into the thread pointer.*"));
  }
}
