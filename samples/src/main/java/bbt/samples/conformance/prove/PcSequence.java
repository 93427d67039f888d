package bbt.samples.conformance.prove;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.ptg.Guests;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The pc sequence of a trace: addresses of all instructions that were fetched and started, in
 * order. An instruction that raised an exception is one of them, except when its fetch did.
 */
final class PcSequence {
  private long[] pcs = new long[1 << 20];
  private int size;

  private final TrapCauses traps;

  private PcSequence(TrapCauses traps) {
    this.traps = traps;
  }

  /** Rebuilds it from the trace file alone. */
  static PcSequence of(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      PcSequence sequence = new PcSequence(Guests.of(reader.header()).traps());
      Reconstruction reconstruction =
          new Reconstruction(
                  reader,
                  (addressSpace, pc) -> FunctionMap.NONE,
                  new FlowListener() {
                    @Override
                    public void exception(Packet.Exception packet) {
                      sequence.exception(packet);
                    }
                  },
                  (step, count) -> {
                    Node node = step.node();
                    long pc = node.pc();
                    for (int i = 0; i < count; i++) {
                      sequence.add(pc);
                      pc += node.length(i);
                    }
                  })
              .run();
      if (!reconstruction.problems().isEmpty()) {
        Problem first = reconstruction.problems().getFirst();
        throw new IOException(trace + ": at offset " + first.offset() + ": " + first.message());
      }
      return sequence;
    }
  }

  private void exception(Packet.Exception packet) {
    boolean retired =
        packet.kind() == ExceptionKind.FIRMWARE || packet.kind() == ExceptionKind.RESET;
    if (retired || packet.cause() < 0) {
      return; // not an instruction of its own, or an interrupt before one
    }
    if (!traps.isFetch(packet.cause())) {
      add(packet.epc());
    }
  }

  private void add(long pc) {
    if (size == pcs.length) {
      pcs = Arrays.copyOf(pcs, size * 2);
    }
    pcs[size++] = pc;
  }

  int size() {
    return size;
  }

  long get(int index) {
    return pcs[index];
  }
}
