package bbt.reconstruct.interchange;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/** Walks a trace in bbt's format and tells the encoder of each hart what that hart executed. */
public final class ExecutionTeller implements FlowListener, PieceConsumer {
  private final HartFlow[] flows;
  private final Step[] steps;
  private final int[] counts;
  private final boolean[] taken;

  /** State of each hart. */
  private final int[] privileges;

  private final int[] contexts;
  private final boolean[] begun;
  private int hart;

  private ExecutionTeller(int harts, IntFunction<HartFlow> encoders) {
    flows = new HartFlow[harts];
    for (int i = 0; i < harts; i++) {
      flows[i] = encoders.apply(i);
    }
    steps = new Step[harts];
    counts = new int[harts];
    taken = new boolean[harts];
    privileges = new int[harts];
    contexts = new int[harts];
    begun = new boolean[harts];
  }

  /**
   * Walks all of a trace.
   *
   * @param encoders makes the encoder of a hart
   * @param progress is told how many instructions have been read
   * @return what is wrong with the trace
   */
  public static List<Problem> tell(
      Path trace, IntFunction<HartFlow> encoders, LongConsumer progress) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      ExecutionTeller teller = new ExecutionTeller(reader.harts(), encoders);
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, teller, teller)
              .progress(progress)
              .run();
      return walk.problems();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void hart(int number) {
    hart = number;
  }

  @Override
  public void piece(Step step, int count) {
    flush();
    steps[hart] = step;
    counts[hart] = count;
    taken[hart] = false;
  }

  @Override
  public void branch(Step step, boolean wasTaken) {
    taken[hart] = wasTaken;
  }

  /** Tells of the node that was executed last: only now is it known how it ended. */
  private void flush() {
    Step step = steps[hart];
    if (step != null) {
      steps[hart] = null;
      tell(flow -> flow.node(step.node(), counts[hart], taken[hart]));
    }
  }

  /** Tells an encoder something. */
  private interface Telling {
    void to(HartFlow flow) throws IOException;
  }

  private void tell(Telling telling) {
    try {
      telling.to(flows[hart]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    begin(privilege, addressSpace);
  }

  private void begin(int privilege, int context) {
    end();
    privileges[hart] = privilege;
    contexts[hart] = context;
    begun[hart] = true;
    tell(flow -> flow.begin(privilege, context));
  }

  private void end() {
    flush();
    if (begun[hart]) {
      begun[hart] = false;
      tell(HartFlow::end);
    }
  }

  @Override
  public void stop(long retired, boolean gap) {
    end();
  }

  @Override
  public void exception(Packet.Exception packet) {
    flush();
    if (packet.kind() == ExceptionKind.RESET) {
      begin(packet.privilege(), contexts[hart]);
    } else if (packet.kind() != ExceptionKind.FIRMWARE) {
      privileges[hart] = packet.privilege();
      tell(
          flow ->
              flow.trap(
                  packet.cause(), packet.epc(), packet.tval(), packet.pc(), packet.privilege()));
    } else if (packet.privilege() != privileges[hart]) {
      changed(packet.privilege(), contexts[hart]);
    }
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    changed(privilege, contexts[hart]);
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    changed(privileges[hart], packet.addressSpace());
  }

  private void changed(int privilege, int context) {
    flush();
    privileges[hart] = privilege;
    contexts[hart] = context;
    tell(flow -> flow.state(privilege, context));
  }
}
