package bbt.reconstruct.interchange;

import bbt.ptg.guest.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** A log of commits as Spike would have written it. */
public final class SpikeLog implements HartFlow {
  private final PrintWriter out;
  private int privilege;

  private SpikeLog(PrintWriter out) {
    this.out = out;
  }

  /** Writes what a trace of one hart has executed. */
  public static void write(Path trace, Path log) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(log))) {
      out.println("a line of the guest's console");
      ExecutionTeller.tell(trace, hart -> new SpikeLog(out), n -> {});
    }
  }

  @Override
  public void begin(int newPrivilege, int context) {
    privilege = newPrivilege;
  }

  @Override
  public void node(Node node, int count, boolean taken) {
    for (int i = 0; i < count; i++) {
      out.printf(
          "core   0: %d 0x%016x (0x%08x) x1  0x0%n", privilege, node.address(i), node.bits(i));
    }
  }

  @Override
  public void state(int newPrivilege, int context) {
    privilege = newPrivilege;
  }

  @Override
  public void trap(long cause, long epc, long value, long handler, int newPrivilege) {
    String name =
        switch ((int) cause) {
          case 9 -> "trap_supervisor_ecall";
          case 12 -> "trap_instruction_page_fault";
          case 13 -> "trap_load_page_fault";
          default -> throw new AssertionError(cause);
        };
    out.printf("core   0: exception %s, epc 0x%016x%n", name, epc);
    out.printf("core   0:           tval 0x%016x%n", value);
    privilege = newPrivilege;
  }

  @Override
  public void end() {}
}
