package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An execution as a trace tells it, instruction by instruction.
 *
 * @param addresses of the instructions, in the order in which all harts executed them
 * @param harts the hart of each
 * @param traps {@code HART RETIRED CAUSE EPC}, the last in hexadecimal, as {@link
 *     RandomGuest#traps} has them
 * @param jumps {@code HART RETIRED TARGET} of each call, return and indirect jump
 * @param instructions as the walk counts them
 */
public record Rebuilt(
    List<Long> addresses,
    List<Integer> harts,
    List<String> traps,
    List<String> jumps,
    long instructions,
    List<Problem> problems) {
  /** Walks a whole trace. */
  public static Rebuilt of(Path trace) throws IOException {
    List<Long> addresses = new ArrayList<>();
    List<Integer> harts = new ArrayList<>();
    List<String> traps = new ArrayList<>();
    List<String> jumps = new ArrayList<>();
    int[] hart = new int[1];
    FlowListener listener =
        new FlowListener() {
          @Override
          public void hart(int number) {
            hart[0] = number;
          }

          private void to(long retired, long target) {
            jumps.add(hart[0] + " " + retired + " " + Long.toHexString(target));
          }

          @Override
          public void call(long retired, Step from, Step to, long target, long link) {
            to(retired, target);
          }

          @Override
          public void ret(long retired, Step from, Step to, long target) {
            to(retired, target);
          }

          @Override
          public void jump(long retired, Step from, Step to, long target) {
            to(retired, target);
          }

          @Override
          public void exception(Packet.Exception p) {
            if (p.kind() != ExceptionKind.RESET) {
              String place = p.retired() + " " + p.cause() + " " + Long.toHexString(p.epc());
              traps.add(hart[0] + " " + place);
            }
          }
        };
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction walk =
          new Reconstruction(
                  reader,
                  (space, pc) -> FunctionMap.NONE,
                  listener,
                  (step, count) -> {
                    for (int i = 0; i < count; i++) {
                      addresses.add(step.node().address(i));
                      harts.add(hart[0]);
                    }
                  })
              .run();
      return new Rebuilt(addresses, harts, traps, jumps, walk.instructions(), walk.problems());
    }
  }

  /** Returns this execution with other problems of its file. */
  public Rebuilt withProblems(List<Problem> others) {
    return new Rebuilt(addresses, harts, traps, jumps, instructions, others);
  }

  /** Addresses of the instructions of one hart, in order. */
  public List<Long> of(int hart) {
    List<Long> its = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      if (harts.get(i) == hart) {
        its.add(addresses.get(i));
      }
    }
    return its;
  }

  /** Addresses of the instructions of each of {@code count} harts, in order. */
  public List<List<Long>> byHart(int count) {
    List<List<Long>> all = new ArrayList<>();
    for (int hart = 0; hart < count; hart++) {
      all.add(of(hart));
    }
    return all;
  }
}
