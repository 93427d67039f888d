package bbt.translator.trace;

import bbt.translator.engine.CodePage;
import bbt.translator.runtime.Cpu;

/**
 * The guest thread's side of tracing. Engines append path ids themselves:
 *
 * <pre>
 *   UNSAFE.putInt(cpu.recordPointer, id); cpu.recordPointer += 4;
 *   if (cpu.recordPointer &gt;= cpu.recordLimit) recorder.flush(cpu);
 * </pre>
 *
 * The check is needed once per region run or node; behind the limit there is room for {@link
 * #SLACK} bytes. Everything else goes through the methods here, which check for themselves. A hart
 * without a recorder has {@code recordPointer == recordLimit == 0}.
 */
public final class Recorder {
  /** Bytes that may be appended past {@code cpu.recordLimit} between two checks. */
  public static final int SLACK = 4096;

  /** What the ids stand for. */
  public PathTable paths() {
    throw new UnsupportedOperationException();
  }

  /**
   * Base id of the node that starts at a slot, from {@code page.nodeIds()} or newly registered and
   * stored there. Append it for a node without branch or a branch not taken, it + 1 for taken. Not
   * for straddlers.
   */
  public int nodeId(CodePage page, int slot) {
    throw new UnsupportedOperationException();
  }

  /**
   * Base id of the straddler that starts in the last halfword of {@code first}. Never cached by
   * slot, since the second page may change without the first: ask each time.
   */
  public int straddlerId(CodePage first, CodePage second) {
    throw new UnsupportedOperationException();
  }

  /** Hands the buffer over; waits when the writer is behind (nothing is ever dropped). */
  public void flush(Cpu cpu) {
    throw new UnsupportedOperationException();
  }

  /** Appends a path id and flushes if need be. */
  public void path(Cpu cpu, int id) {
    throw new UnsupportedOperationException();
  }

  /**
   * Only the first instructions of a node were retired: before a trap in its middle, a stop in its
   * middle (a store changed the code that follows). Nothing to record for 0.
   *
   * @param pc virtual address of the node's start
   * @param baseId from {@link #nodeId}
   */
  public void partial(Cpu cpu, long pc, int baseId, int instructions) {
    throw new UnsupportedOperationException();
  }

  /** The same for the open path of a region: see {@link RegionPaths#expandOpen}. */
  public void regionPartial(Cpu cpu, long pathStart, int regionBase, int sum, int site) {
    throw new UnsupportedOperationException();
  }

  /** The start of the recording, after reset state is set up: pc, privilege, satp are read. */
  public void reset(Cpu cpu) {
    throw new UnsupportedOperationException();
  }

  /**
   * A trap was taken; called after pc, privilege and CSRs are those of the handler and everything
   * retired before it has been recorded.
   *
   * @param cause as in xcause, bit 63 = interrupt
   * @param epc address of the instruction that did not retire
   * @param retired count at the trap
   */
  public void trap(Cpu cpu, long cause, long epc, long tval, long retired) {
    throw new UnsupportedOperationException();
  }

  /**
   * An ecall was served by the built-in firmware; called after its node was appended whole, {@code
   * cpu.pc} being where execution goes on.
   *
   * @param site address of the ecall
   */
  public void firmware(Cpu cpu, long site) {
    throw new UnsupportedOperationException();
  }

  /** After the id of a node that ends in sret or mret; pc and privilege are the new ones. */
  public void xret(Cpu cpu) {
    throw new UnsupportedOperationException();
  }

  /**
   * A register move to tp in S-mode changed it (Linux {@code __switch_to}). Called with everything
   * retired recorded, the move included; {@code cpu.pc} is the instruction after it.
   */
  public void taskSwitch(Cpu cpu, long oldTp) {
    throw new UnsupportedOperationException();
  }

  /** A write changed satp; called at the end of its node, after the node's id. */
  public void addressSpaceSwitch(Cpu cpu, long oldSatp, long newSatp) {
    throw new UnsupportedOperationException();
  }

  /** The fetch TLB was filled: the listener of {@code FetchTlb}. */
  public void map(Cpu cpu, CodePage page) {
    throw new UnsupportedOperationException();
  }

  /** All harts waited and time was skipped. */
  public void time(Cpu cpu, long ticks) {
    throw new UnsupportedOperationException();
  }

  /**
   * The run is over: hands over what is left and waits until the file is complete.
   *
   * @param exitCode what the process will return
   * @param reason one word: poweroff, reboot, limit, signal, panic ...
   * @throws java.io.IOException if the file could not be written whole
   */
  public void end(Cpu cpu, int exitCode, String reason) throws java.io.IOException {
    throw new UnsupportedOperationException();
  }
}
