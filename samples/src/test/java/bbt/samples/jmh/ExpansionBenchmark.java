package bbt.samples.jmh;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.BNE;

import bbt.packets.TraceHeader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.CodeMemory;
import bbt.translator.device.Bus;
import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time that the writer's thread needs for a record: expanded, packed, compressed. The records come
 * from a thread that does nothing else, so that all buffers are full and it is the writer that is
 * waited for.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class ExpansionBenchmark {
  private static final int RECORDS = 1 << 20;

  /** Instructions of each node of the loop. */
  private static final int LENGTH = 2;

  private final int[] ids = new int[RECORDS];
  private Ram ram;
  private Hart cpu;
  private Recorder recorder;
  private long recorded;

  /** A loop of two nodes: "again" branches to itself at random, "back" leads to it. */
  @Setup(Level.Trial)
  public void begin() {
    ram = new Ram(16 << 20);
    cpu = Cpu.create(0, ram, new CodeMemory(ram), new Bus(), null);
    cpu.pc = Ram.BASE;
    recorder =
        new Recorder(
            RiscvIsa.RV64,
            () ->
                new Recorder.Opened(
                    new TraceWriter(
                        OutputStream.nullOutputStream(),
                        new TraceHeader(Map.of("trace.mode", "compact"))),
                    SymbolTable.EMPTY),
            new PageTableRoots(ram),
            List.of(),
            ContextRule.STACK,
            TraceScope.ALL,
            List.of());
    recorder.reset(cpu);
    Assembler loop = new Assembler().label("again");
    loop.i(ADDI, 5, 5, 1).branch(BNE, 5, 6, "again").i(ADDI, 5, 5, 1).jal(0, "again");
    IntBuffer code = ByteBuffer.wrap(loop.bytes()).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    int again = node(code, 0);
    int back = node(code, LENGTH);
    Random random = new Random(1);
    for (int i = 0; i < RECORDS; i++) {
      boolean taken = i + 1 == RECORDS || random.nextInt(4) != 0;
      ids[i] = again + (taken ? 1 : 0);
      if (!taken) {
        ids[++i] = back;
      }
    }
  }

  /** The id of the node that begins with an instruction of the program. */
  private int node(IntBuffer code, int first) {
    long address = Ram.BASE + 4L * first;
    int[] bits = {code.get(first), code.get(first + 1)};
    return recorder.paths().registerNode(address, address, bits);
  }

  /** The file is complete: nothing was lost on the way. */
  @TearDown(Level.Trial)
  public void end() throws IOException {
    cpu.eventAt = recorded * LENGTH;
    cpu.budget = 0;
    recorder.end(cpu, 0, "end");
    ram.release();
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long expand() {
    for (int id : ids) {
      recorder.path(cpu, id);
    }
    return recorded += RECORDS;
  }
}
