package bbt.reconstruct.interchange.etrace;

import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.Node;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.HartFlow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A small random program whose branches mostly go as they went before, whose returns mostly lead
 * behind their calls, and whose jumps to registers have few targets: what the optional modes of a
 * trace encoder are made for. It is executed by chance, and traps now and then.
 */
final class LoopingProgram {
  static final long BASE = 0x8000_0000L;

  private static final int SIZE = 60;

  private static final int NOP = 0x13;
  private static final int ECALL = 0x73;
  private static final int MRET = 0x3020_0073;
  private static final int TO_REGISTER = 0x0003_0067;
  private static final int CALL_REGISTER = 0x0003_00E7;
  private static final int SWAP = 0x0002_80E7;
  private static final int RET = 0x8067;
  private static final int RET_BY_5 = 0x0002_8067;

  private static final long TIMER = Long.MIN_VALUE | 7;

  private final Random random;
  private final int[] code = new int[SIZE];
  private final int[] targets = new int[SIZE];
  private final int[] likely = new int[SIZE];
  private final int handler;
  private final Deque<Integer> calls = new ArrayDeque<>();
  private final Map<String, String> modes = new TreeMap<>();

  /** All addresses, in order. */
  final List<Long> executed = new ArrayList<>();

  /** Each trap as {@code Rebuilt} has it. */
  final List<String> traps = new ArrayList<>();

  LoopingProgram(long seed) {
    random = new Random(seed * 0x9E37_79B9L + 1);
    for (int i = 0; i < SIZE; i++) {
      int target = Math.floorMod(i + random.nextInt(25) - 16, SIZE);
      targets[i] = target;
      likely[i] = random.nextInt(8) == 0 ? random.nextInt(100) : random.nextBoolean() ? 99 : 2;
      code[i] = word(i, 4 * (target - i));
    }
    code[SIZE - 1] = jump(4 * (targets[SIZE - 1] - SIZE + 1), 0);
    handler = random.nextInt(SIZE);
    chooseModes();
  }

  private void chooseModes() {
    if (random.nextBoolean()) {
      modes.put("return_stack_size", "" + (1 + random.nextInt(4)));
    }
    if (random.nextBoolean()) {
      modes.put("bpred_size", "" + (1 + random.nextInt(7)));
    }
    if (random.nextBoolean()) {
      modes.put("cache_size", "" + (1 + random.nextInt(5)));
    }
    if (random.nextBoolean()) {
      // One handler for all traps; or for exceptions alone; or for no trap at all.
      long vector = BASE + 4L * (handler + (random.nextInt(4) == 0 ? 1 : 0));
      modes.put("trap_vector_3", "0x" + Long.toHexString(vector | random.nextInt(2)));
    }
  }

  /** Parameters that turn some of the modes on. */
  Map<String, String> modes() {
    return modes;
  }

  /** The program's words. */
  int[] code() {
    return code;
  }

  private int word(int i, int distance) {
    int n = random.nextInt(100);
    if (n < 40) {
      return NOP;
    }
    if (n < 68) {
      return 0x63
          | (distance >>> 11 & 1) << 7
          | (distance >>> 1 & 15) << 8
          | (distance >>> 5 & 63) << 25
          | (distance >>> 12 & 1) << 31;
    }
    if (n < 72) {
      return jump(distance, 0);
    }
    if (n < 82) {
      return jump(distance, i % 4 == 0 ? 5 : 1);
    }
    int[] others = {RET, RET, RET, RET, RET_BY_5, TO_REGISTER, CALL_REGISTER, SWAP, MRET, ECALL};
    return others[Math.min(others.length - 1, (n - 82) * others.length / 18)];
  }

  private static int jump(int distance, int link) {
    return 0x6F
        | link << 7
        | (distance >>> 12 & 0xFF) << 12
        | (distance >>> 11 & 1) << 20
        | (distance >>> 1 & 0x3FF) << 21
        | (distance >>> 20 & 1) << 31;
  }

  private static FlowKind kind(int word) {
    return RiscvIsa.RV64.flowKind(word);
  }

  /** Executes at least so many instructions. */
  void run(HartFlow flow, int instructions) throws IOException {
    int at = random.nextInt(SIZE);
    flow.begin(3, 0);
    int context = 0;
    while (executed.size() < instructions) {
      int end = at;
      while (kind(code[end]) == FlowKind.SEQUENTIAL) {
        end++;
      }
      int[] words = new int[end - at + 1];
      System.arraycopy(code, at, words, 0, words.length);
      Node node = RiscvIsa.RV64.nodes().of(address(at), words);
      boolean service = kind(code[end]) == FlowKind.SERVICE;
      if (random.nextInt(60) == 0 || service && random.nextBoolean()) {
        boolean calls = service && random.nextBoolean();
        trap(flow, node, at, calls ? words.length - 1 : random.nextInt(words.length), calls);
        at = handler;
        continue;
      }
      int next = next(end);
      flow.node(node, words.length, kind(code[end]) == FlowKind.BRANCH && next != end + 1);
      for (int i = at; i <= end; i++) {
        executed.add(address(i));
      }
      at = next;
      if (random.nextInt(kind(code[end]) == FlowKind.RETURN ? 20 : 80) == 0) {
        context = random.nextInt(3);
        flow.state(3, context);
      }
    }
    flow.end();
  }

  private static long address(int index) {
    return BASE + 4L * index;
  }

  private void trap(HartFlow flow, Node node, int at, int retired, boolean called)
      throws IOException {
    if (retired > 0) {
      flow.node(node, retired, false);
      for (int i = 0; i < retired; i++) {
        executed.add(address(at + i));
      }
    }
    long cause = called ? 11 : random.nextBoolean() ? TIMER : 2;
    long epc = address(at + retired);
    flow.trap(cause, epc, 0, address(handler), 3);
    traps.add("0 " + executed.size() + " " + cause + " " + Long.toHexString(epc));
    calls.clear();
  }

  /** Where the instruction leads; it may be a branch to the next one, which counts as not taken. */
  private int next(int end) {
    FlowKind kind = kind(code[end]);
    if (kind.calls() || kind == FlowKind.SWAP) {
      if (calls.size() > 40) {
        calls.clear();
      }
      calls.push(Math.min(end + 1, SIZE - 1));
    }
    return switch (kind) {
      case SEQUENTIAL -> throw new AssertionError("the end of a line");
      case BRANCH -> {
        boolean taken = random.nextInt(100) < likely[end];
        yield taken && targets[end] != end + 1 ? targets[end] : end + 1;
      }
      case JUMP, CALL -> targets[end];
      case RETURN ->
          calls.isEmpty() || random.nextInt(30) == 0 ? random.nextInt(SIZE) : calls.pop();
      case SERVICE -> end + 1; // the firmware served it
      case INDIRECT_JUMP, INDIRECT_CALL, SWAP, TRAP_RETURN ->
          random.nextInt(6) == 0 ? random.nextInt(SIZE) : (end * 7 + random.nextInt(2)) % SIZE;
      case NONE -> throw new AssertionError("no instruction");
    };
  }
}
