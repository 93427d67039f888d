package bbt.translator.run;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.GuestIsa;
import bbt.translator.code.CodePage;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;

/**
 * Executes a hart's instructions one by one, with the interpreter that does not record: behind the
 * instruction the page is made to end. A node that is left in its middle is left as a region leaves
 * it ({@link Hart#nodeStart}), so that everything goes on from there as if it had not stopped.
 */
public final class Stepper {
  private static final int LAST = PhysicalCode.SLOTS - 1;

  private final GuestIsa isa;
  private final Hart cpu;
  private final FetchTlb fetchTlb;
  private final NodeInterpreter interpreter;

  public Stepper(GuestIsa isa, Hart cpu, FetchTlb fetchTlb, NodeInterpreter interpreter) {
    this.isa = isa;
    this.cpu = cpu;
    this.fetchTlb = fetchTlb;
    this.interpreter = interpreter;
  }

  /** One instruction, or the trap that comes in its place. No event is due, or it is mid-node. */
  void step() {
    final boolean inside = cpu.nodeStart != -1;
    final long node = inside ? cpu.nodeStart : cpu.pc;
    final long before = inside ? cpu.partial : 0;
    final long retired = cpu.retired();
    final long event = cpu.eventAt;
    CodePage page = null;
    int slot = 0;
    int behind = PhysicalCode.SLOTS;
    int bits = 0;
    try {
      page = fetchTlb.lookup(cpu, cpu.pc);
      slot = (int) cpu.pc >>> 1 & LAST;
      bits = page.code.halfword(slot);
      behind = slot + isa.length(bits) / 2;
      if (behind == slot + 2 && slot < LAST) {
        bits |= page.code.halfword(slot + 1) << 16;
      }
    } catch (GuestTrap fault) {
      // The interpreter comes to it again, and takes it.
    }
    boolean cut = page != null && behind < PhysicalCode.SLOTS;
    if (cut) {
      page.code.endAt(behind);
    }
    int heat = page == null ? 0 : page.heat[slot];
    if (page != null) {
      page.heat[slot] = 2; // no region takes over
    }
    // A budget that the instruction uses up. Counts are those at the node's start.
    cpu.budget = before + 1;
    cpu.eventAt = retired + 1;
    interpreter.execute(cpu);
    if (cut) {
      page.code.endAt(-1);
    }
    if (page != null) {
      page.heat[slot] = heat;
    }
    boolean expired = cpu.eventAt != retired + 1;
    boolean goesOn =
        cut
            && isa.flow(bits) == ControlFlow.SEQUENTIAL
            && !(behind == LAST && isa.length(page.code.halfword(LAST)) > 2) // a straddler's node
            && cpu.retired() == retired + 1;
    if (goesOn) {
      cpu.nodeStart = node;
      cpu.partial = before + 1;
      cpu.eventAt = expired ? retired - before : event;
      cpu.budget = cpu.eventAt - (retired - before);
    } else {
      long now = cpu.retired();
      cpu.eventAt = expired ? now : Math.max(event, now);
      cpu.budget = cpu.eventAt - now;
    }
  }
}
