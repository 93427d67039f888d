package bbt.samples.jmh;

import static bbt.ptg.riscv.Insn.*;

import bbt.ptg.asm.Assembler;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time to execute guest code, piece by piece. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class EngineBenchmark {
  private static final int INSTRUCTIONS = 1_200_000;

  /** Instructions of each region in {@link Dispatch}. */
  private static final int HOP = 3;

  private static final int FUNCTIONS = 64;

  private static final int FUNCTION_BYTES = 256;

  /** The interpreter's loop on typical instructions. */
  @State(Scope.Thread)
  public static class Interpreter {
    private EndlessGuest guest;

    @Setup(Level.Trial)
    public void begin() throws IOException {
      guest = new EndlessGuest(mixed(), EngineMode.INTERPRETER, false);
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
      guest.close();
    }
  }

  /** Regions of three instructions that end in computed jumps. */
  @State(Scope.Thread)
  public static class Dispatch {
    private EndlessGuest guest;

    @Setup(Level.Trial)
    public void begin() throws IOException {
      guest = new EndlessGuest(hops(), EngineMode.TRANSLATOR, false);
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
      guest.close();
    }
  }

  /** Branches that are hard to predict, so that nearly each round of the loop is a record. */
  @State(Scope.Thread)
  public static class Recorded {
    /** Whether the guest is traced. */
    @Param({"false", "true"})
    public boolean traced;

    private EndlessGuest guest;

    @Setup(Level.Trial)
    public void begin() throws IOException {
      guest = new EndlessGuest(branches(), EngineMode.TRANSLATOR, traced);
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
      guest.close();
    }
  }

  /** A loop of 40 instructions: loads, stores, arithmetic, branches, a call, as in kernel code. */
  private static Assembler mixed() {
    Assembler a = new Assembler();
    a.i(AUIPC, 9, 0, 0x100000); // data
    a.label("loop");
    for (int i = 0; i < 3; i++) {
      a.i(LD, 10, 9, 8 * i).i(ADDI, 10, 10, 1).s(SD, 10, 9, 8 * i);
      a.i(LW, 11, 9, 64).r(ADD, 12, 11, 10).i(ANDI, 13, 12, 255).i(SLLI, 14, 13, 3);
      a.branch(BEQ, 13, 0, "skip" + i);
      a.r(XOR, 15, 14, 12).i(SRLI, 15, 15, 7).r(C_MV, 16, 0, 15);
      a.label("skip" + i);
    }
    a.to(JAL, 1, 0, 0, "function");
    a.i(ADDI, 8, 8, -1);
    a.branch(BNE, 8, 0, "loop"); // counts down from 2^64
    a.label("function");
    return a.i(LBU, 17, 9, 100).r(SUB, 18, 17, 10).i(SLTIU, 19, 18, 40).i(JALR, 0, 1, 0);
  }

  /** Functions in a circle; each computes where the next one is. */
  private static Assembler hops() {
    Assembler a = new Assembler();
    a.i(AUIPC, 9, 0, 0).i(ADDI, 5, 9, FUNCTION_BYTES).i(JALR, 0, 5, 0);
    for (int i = 1; i <= FUNCTIONS; i++) {
      a.padTo(i * FUNCTION_BYTES).i(ADDI, 10, 10, 1);
      a.i(ADDI, 5, i < FUNCTIONS ? 5 : 9, FUNCTION_BYTES).i(JALR, 0, 5, 0);
    }
    return a;
  }

  /** Six branches on the bits of a xorshift generator in each round. */
  private static Assembler branches() {
    Assembler a = new Assembler();
    a.li(10, 88172645463325252L);
    a.label("loop");
    a.i(SLLI, 11, 10, 13).r(XOR, 10, 10, 11).i(SRLI, 11, 10, 7).r(XOR, 10, 10, 11);
    a.i(SLLI, 11, 10, 17).r(XOR, 10, 10, 11);
    for (int i = 0; i < 6; i++) {
      a.i(ANDI, 12, 10, 1 << i).branch(BEQ, 12, 0, "skip" + i).i(ADDI, 13, 13, 1).label("skip" + i);
    }
    return a.jal(0, "loop");
  }

  /** Time of an instruction in the interpreter. */
  @Benchmark
  @OperationsPerInvocation(INSTRUCTIONS)
  public long interpret(Interpreter state) {
    return state.guest.run(INSTRUCTIONS);
  }

  /** Time of a region of three instructions, with the way to the next one. */
  @Benchmark
  @OperationsPerInvocation(INSTRUCTIONS / HOP)
  public long dispatch(Dispatch state) {
    return state.guest.run(INSTRUCTIONS);
  }

  /** Time of an instruction in code that is all branches, with and without recording. */
  @Benchmark
  @OperationsPerInvocation(INSTRUCTIONS)
  public long record(Recorded state) {
    return state.guest.run(INSTRUCTIONS);
  }
}
