package bbt.translator.linux;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.CSRRW;
import static bbt.ptg.riscv.Insn.ECALL;
import static bbt.ptg.riscv.Insn.JAL;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.MRET;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.memory.Ram;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A kernel that looks like a Linux without page tables (CONFIG_MMU=n): an Image for the start of
 * RAM, in M-mode, with tasks, kallsyms tables and a program in U-mode.
 */
final class BareKernelTest {
  private static final int START = 0x1000;
  private static final int SECOND = 0x1800;
  private static final int HANDLER = 0x1c00;
  private static final int PROGRAM = 0x3000;
  private static final int TASKS = 0x10_000;
  private static final int TASK = 0x1000;
  private static final int COMM = 0x620;
  private static final int PID = 0x4a8;
  private static final int TABLES = 0x20_000;
  private static final int SIZE = 0x60_000;
  private static final long FINISHER = 0x10_0000;

  @TempDir private Path folder;

  /** Tasks that the last run switched to. */
  private final List<Long> switches = new ArrayList<>();

  private static long task(int number) {
    return Ram.BASE + TASKS + (long) number * TASK;
  }

  private static void goOn(Assembler a, int task) {
    a.li(5, task(task)).i(ADDI, 4, 5, 0);
  }

  private static byte[] image() {
    Assembler a = new Assembler();
    a.to(JAL, 0, 0, 0, "start").padTo(START).label("start");
    a.i(ADDI, 5, 0, -1).i(CSRRW, 0, 5, 0x3B0).i(ADDI, 5, 0, 0x1F).i(CSRRW, 0, 5, 0x3A0);
    a.li(5, Ram.BASE + HANDLER).i(CSRRW, 0, 5, 0x305);
    a.li(4, task(0)); // no move: Linux begins as its first task
    goOn(a, 1);
    a.to(JAL, 1, 0, 0, "second");
    goOn(a, 2);
    goOn(a, 0);
    goOn(a, 3);
    a.li(5, Ram.BASE + PROGRAM).i(CSRRW, 0, 5, 0x341).i(CSRRW, 0, 0, 0x300).op(MRET);
    a.padTo(SECOND).label("second").i(JALR, 0, 1, 0);
    a.padTo(HANDLER).li(5, FINISHER).li(6, 0x5555).s(SW, 6, 5, 0);
    a.label("end").to(JAL, 0, 0, 0, "end");
    // A program's thread pointer is its own.
    a.padTo(PROGRAM).i(ADDI, 4, 0, 0x123).i(ADDI, 5, 0, 9).i(ADDI, 4, 5, 0).op(ECALL);
    ByteBuffer image = ByteBuffer.wrap(a.padTo(SIZE).bytes()).order(ByteOrder.LITTLE_ENDIAN);
    image.putLong(0x08, 0).putLong(0x10, SIZE).putLong(0x18, 0);
    image.putLong(0x30, 0x5643534952L).putInt(0x38, 0x05435352);
    Arrays.fill(image.array(), TASKS, SIZE, (byte) 0); // no code
    String[] names = {"swapper", "swapper", "kthreadd", "kworker"};
    for (int i = 0; i < names.length; i++) {
      int at = TASKS + i * TASK;
      int pid = i == 3 ? 17 : i;
      image.putInt(at + PID, pid).putInt(at + PID + 4, pid);
      image.put(at + COMM, names[i].getBytes(StandardCharsets.UTF_8));
    }
    KallsymsMaker maker = new KallsymsMaker().add(0, "T_start").add(START, "Tstart_kernel");
    maker.add(SECOND, "Tsecond").add(HANDLER, "thandler");
    image.put(TABLES, maker.make(Ram.BASE));
    return image.array();
  }

  private List<SidebandRecord> recorded(EngineMode engine, TraceOptions.Context context)
      throws IOException {
    Path kernel = Files.write(folder.resolve("Image"), image());
    Path trace = folder.resolve("t.bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .engine(engine)
            .maxInsns(100_000)
            .trace(new TraceOptions(trace, true, true, context))
            .build();
    ConsolePort console = ConsolePort.piped(new byte[0], b -> {});
    assertEquals(ExitReason.POWER_OFF, Machine.create(config, console).run().reason());
    List<SidebandRecord> records = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      assertEquals(
          context.name().toLowerCase(java.util.Locale.ROOT),
          reader.header().get("trace.context", ""));
      switches.clear();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
          records.addAll(sideband.records());
        } else if (chunk instanceof Frame frame) {
          for (Packet packet : frame.packets()) {
            if (packet instanceof Packet.Switch s) {
              switches.add(s.task());
            }
          }
        }
      }
    }
    return records;
  }

  @Test
  void itsTasksAndFunctionsHaveTheirNames() throws IOException {
    for (TraceOptions.Context context :
        List.of(TraceOptions.Context.AUTO, TraceOptions.Context.LINUX)) {
      List<SidebandRecord> records = recorded(EngineMode.INTERPRETER, context);
      List<String> tasks = new ArrayList<>();
      List<String> functions = new ArrayList<>();
      for (SidebandRecord each : records) {
        if (each instanceof SidebandRecord.Task t) {
          tasks.add(Long.toHexString(t.task() - task(0)) + " " + t.pid() + " " + t.name());
        } else if (each instanceof SidebandRecord.Symbols s) {
          functions.addAll(List.of(s.names()));
        }
      }
      assertEquals(List.of(task(1), task(2), task(0), task(3)), switches);
      assertTrue(tasks.contains("2000 2 kthreadd"), tasks::toString);
      assertTrue(tasks.contains("3000 17 kworker"), tasks::toString);
      assertTrue(tasks.stream().allMatch(t -> t.matches("[0-3]?0*0 .*")), tasks::toString);
      assertTrue(
          functions.containsAll(List.of("_start", "start_kernel", "second", "handler")),
          functions::toString);
    }
  }
}
